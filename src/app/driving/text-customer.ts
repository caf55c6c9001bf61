// Ready-made texts to a customer that the driver chooses, sent from the number of the business.
import type { RunStop } from '../../contract/driver.ts'
import {
  DRIVER_TEXTS,
  type DriverText,
  driverTextState,
  isNoticeOn,
  isQuiet,
  isRecentEnough,
  isTrueOfStop,
} from '../../domain/messages/message.ts'
import { numberToText } from '../../domain/orders/consent.ts'
import { routeRefusal } from '../../domain/routes/route.ts'
import { audit } from '../../store/audit/audit.ts'
import type { Tx } from '../../store/database.ts'
import { driverTextsOf, type StoredText } from '../../store/messages/messages.ts'
import { lockOrders } from '../../store/orders/lock-orders.ts'
import { phoneOfStop, type OrderDetails } from '../../store/routes/order-details.ts'
import { type Business, findBusiness } from '../../store/settings/businesses.ts'
import { asText, type Said, text } from '../../texts/text.ts'
import type { Context } from '../context.ts'
import { sendDriverText } from '../customers/messages/notify.ts'
import { textingStatus, type Texting, textObstacleMessage } from '../customers/messages/text-obstacle.ts'
import { conflicting, missing, throwIfRefused } from '../errors.ts'
import { stopOnLockedRoute, type StopRef } from '../routes/locked-route.ts'

/** Finds whether the customer's phone answered STOP. Call it outside a transaction. */
export const textingToStop = async (ctx: Context, stopId: string): Promise<Texting> =>
  textingStatus(ctx, [await ctx.read((tx) => phoneOfStop(tx, stopId))])

/** Texts the customer of the stop. A text that was sent before is not sent again. Throws if it can't be sent now. */
export const textCustomer = (ctx: Context, ref: StopRef, kind: DriverText, at: Date, texting: Texting): Promise<void> =>
  ctx.write(async (tx) => {
    const { route, stop } = await stopOnLockedRoute(tx, ref)
    throwIfRefused(routeRefusal(route.status, 'work'))
    if (!isRecentEnough(kind, at, ctx.now) || !isTrueOfStop(kind, stop.status))
      throw conflicting('TEXT_OUTDATED', 'This text is no longer true, so it was not sent.')
    const [order] = await lockOrders(tx, [stop.orderId])
    const business = await findBusiness(tx)
    if (!order || !business) throw missing('stop with that uuid on the route')
    const reason = obstacle(ctx, business, kind, numberToText(order, business.smsConsentDefault), texting)
    if (reason)
      throw conflicting(
        'CUSTOMER_NOT_TEXTED',
        text('The customer can’t be texted: {reason}.', { reason: asText(reason) }),
      )
    const before = chosenText(await driverTextsOf(tx, route.routeId), order.orderId, kind)
    if (before && driverTextState(before.status)) return
    await sendDriverText(ctx, tx, business, order, route.routeId, kind)
    audit(tx, ctx, { action: 'stop.texted', entity: 'stop', entityId: stop.stopId, detail: { text: kind } })
  })

const chosenText = (texts: readonly StoredText[], orderId: string, kind: DriverText): StoredText | undefined =>
  texts.find((one) => one.orderId === orderId && one.kind === kind)

function obstacle(
  ctx: Context,
  business: Business,
  kind: DriverText,
  number: string | null,
  texting: Texting,
): Said | null {
  if (!isNoticeOn(business, kind)) return 'the business does not use this text'
  if (isQuiet(ctx.calendar.timeOf(ctx.now), business.quietHours)) return 'no texts are sent in quiet hours'
  return number === null ? 'the customer did not agree to texts' : textObstacleMessage(ctx, number, texting)
}

/**
 * Returns the texts that the driver can choose for each order of the route, and the state of each. The result is empty
 * if this business or this customer gets no texts. A phone that answered STOP is found only when a text is chosen.
 */
export async function driverTextsByOrder(
  ctx: Context,
  tx: Tx,
  routeId: string,
  business: Business,
): Promise<(orderId: string, order: OrderDetails | undefined) => NonNullable<RunStop['texts']>> {
  const kinds = ctx.isTest || ctx.sms.name === 'log' ? [] : DRIVER_TEXTS.filter((kind) => isNoticeOn(business, kind))
  const sent = kinds.length > 0 ? await driverTextsOf(tx, routeId) : []
  return (orderId, order) => {
    if (!order || numberToText(order, business.smsConsentDefault) === null) return []
    return kinds.map((kind) => {
      const found = chosenText(sent, orderId, kind)
      return {
        kind,
        state: found ? driverTextState(found.status) : null,
        sent_at: found?.sentAt?.toISOString() ?? null,
      }
    })
  }
}
