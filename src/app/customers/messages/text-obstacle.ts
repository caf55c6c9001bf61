// Explains why a text message to someone would not be sent.
import { type Said, text } from '../../../texts/text.ts'
import type { PhonePlace } from '../../../domain/settings/phone-region.ts'
import { type Driver, findDriver } from '../../../store/fleet/fleet.ts'
import { optedOut } from '../../../store/messages/messages.ts'
import { readRoute } from '../../../store/routes/routes.ts'
import { findPhonePlace } from '../../../store/settings/businesses.ts'
import type { Context } from '../../context.ts'
import { phoneNumber } from './phone-number.ts'

export interface Texting {
  /** Country of numbers without a country code. */
  place: PhonePlace
  /** Numbers that answered STOP. */
  silent: ReadonlySet<string>
}

/**
 * Returns the reason why a text message to the number would not be sent, in the caller's language. Null if it can be
 * sent.
 */
export function textObstacle(ctx: Context, phone: string | null, { place, silent }: Texting): string | null {
  const reason = textObstacleMessage(ctx, phone, { place, silent })
  return reason && ctx.say(reason)
}

export function textObstacleMessage(ctx: Context, phone: string | null, { place, silent }: Texting): Said | null {
  if (ctx.isTest) return 'this is test data, and none is sent'
  if (!phone) return 'there is no phone number'
  const number = phoneNumber(phone, place)
  if (!number) return text('“{phone}” is not a phone number that can be texted', { phone })
  if (silent.has(number)) return 'this phone answered STOP'
  return ctx.sms.name === 'log' ? 'no text message provider is set up' : null
}

/**
 * Finds the phones that answered STOP. The query runs as the system, because STOP applies to one number for every
 * business of the installation, and no business may see which business the phone answered. Uses a connection of its
 * own, so call it outside a transaction.
 */
export async function textingStatus(ctx: Context, phones: readonly (string | null)[]): Promise<Texting> {
  const place = await ctx.read(findPhonePlace)
  const numbers = phones.flatMap((phone) => (phone && phoneNumber(phone, place)) || [])
  return { place, silent: numbers.length === 0 ? new Set() : await ctx.db.asSystem((tx) => optedOut(tx, numbers)) }
}

/** Like `textingStatus`, for the phone of one driver: a given driver, or the driver of a route. */
export async function textingToDriver(
  ctx: Context,
  of: { driverId: string | null } | { routeId: string },
): Promise<Texting> {
  const driver = await ctx.read(async (tx): Promise<Driver | null> => {
    const driverId = 'routeId' in of ? (await readRoute(tx, of.routeId))?.driverId : of.driverId
    return driverId ? findDriver(tx, driverId) : null
  })
  return textingStatus(ctx, [driver?.phone ?? null])
}
