// Switches notifications about routes on or off for the phone that shows the driver page.
import { audit } from '../../store/audit/audit.ts'
import { lockDriver } from '../../store/fleet/fleet.ts'
import { endSubscription, hasSubscription, saveSubscription } from '../../store/fleet/push-subscriptions.ts'
import type { Context } from '../context.ts'
import { invalid, missing } from '../errors.ts'
import type { PushTarget } from '../ports/push.ts'

const ON_THE_WIRE = { endpoint: 'endpoint', publicKey: 'keys.p256dh', authSecret: 'keys.auth' } as const

/**
 * Subscribes the phone. Repeating the request has no further effect. Throws `invalid` if the push service or a key of
 * the subscription is invalid.
 */
export async function switchOnNotifications(ctx: Context, driverId: string, target: PushTarget): Promise<void> {
  const wrong = await ctx.push.fault(target)
  if (wrong) throw invalid(ON_THE_WIRE[wrong.member], wrong.fault)
  await ctx.write(async (tx) => {
    const driver = await lockDriver(tx, driverId)
    if (!driver) throw missing('driver with that uuid')
    const isNew = !(await hasSubscription(tx, driverId, target.endpoint))
    await saveSubscription(tx, { ...target, subscriptionId: ctx.newId(), driverId, now: ctx.now })
    if (isNew) audit(tx, ctx, { action: 'driver.notifications_on', entity: 'driver', entityId: driverId })
  })
}

export async function switchOffNotifications(ctx: Context, driverId: string, endpoint: string): Promise<void> {
  await ctx.write(async (tx) => {
    if (await endSubscription(tx, endpoint, driverId))
      audit(tx, ctx, { action: 'driver.notifications_off', entity: 'driver', entityId: driverId })
  })
}
