// Why no text would reach someone, for those who count on it.
import { type Driver, findDriver } from '../../store/fleet/fleet.ts'
import { optedOut } from '../../store/messages/messages.ts'
import { readRoute } from '../../store/routes/routes.ts'
import type { Context } from '../context.ts'
import { phoneNumber } from './phone-number.ts'

/** Null when a text goes out. `silent` are the numbers that answered STOP. */
export function noText(ctx: Context, phone: string | null, silent: ReadonlySet<string>): string | null {
  if (!phone) return 'there is no phone number'
  const number = phoneNumber(phone, ctx.timeZone)
  if (!number) return `“${phone}” is not a phone number that can be texted`
  if (silent.has(number)) return 'this phone answered STOP'
  return ctx.sms.name === 'log' ? 'no text message provider is set up' : null
}

/**
 * Those of the phones' numbers that answered STOP. Read by the system: the answer is to one number for every business here,
 * so no business reads whose it was. Takes a connection of its own, so call it outside a transaction.
 */
export async function silentNumbers(ctx: Context, phones: readonly (string | null)[]): Promise<ReadonlySet<string>> {
  const numbers = phones.flatMap((phone) => (phone && phoneNumber(phone, ctx.timeZone)) || [])
  return numbers.length === 0 ? new Set() : ctx.db.asSystem((tx) => optedOut(tx, numbers))
}

/** `silentNumbers` of one driver, by uuid or as the driver of a route. */
export async function silentDriver(
  ctx: Context,
  of: { driverId: string | null } | { routeId: string },
): Promise<ReadonlySet<string>> {
  const driver = await ctx.read(async (tx): Promise<Driver | null> => {
    const driverId = 'routeId' in of ? (await readRoute(tx, of.routeId))?.driverId : of.driverId
    return driverId ? findDriver(tx, driverId) : null
  })
  return silentNumbers(ctx, [driver?.phone ?? null])
}
