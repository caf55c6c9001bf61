// Finds days and time windows for an existing delivery. A day fits if its zone accepts orders for the day and the day's
// current plan has room.
import { type Offer, windowsWithin } from '../../../domain/orders/another-day.ts'
import type { Order, Point } from '../../../domain/orders/order.ts'
import type { Span } from '../../../domain/planning/rules.ts'
import { type ZoneDay, zoneDay } from '../../../domain/zones/availability.ts'
import { atAddresses } from '../../../store/addresses/address-street-hours.ts'
import { hasZones } from '../../../store/zones/zones.ts'
import type { Context } from '../../context.ts'
import { ordersPerDay, type ZoneAround, zonesAround } from '../zones-around.ts'
import { feasibleOn } from './feasible-on.ts'
import type { Delivery } from '../../planning/input/plan-parts.ts'

/**
 * Returns the windows that fit on each day. If `windows` is empty, returns the days on which the delivery fits with its
 * own windows. Windows for which the check can't decide are omitted, so without vehicles the result is empty.
 */
export async function fittingDays(
  ctx: Context,
  order: Order,
  days: readonly string[],
  windows: readonly Span[],
): Promise<Offer[]> {
  const { point } = order
  if (!point || days.length === 0) return []
  const zones = (await ctx.read((tx) => hasZones(tx))) ? await zonesAround(ctx, point, days) : null
  const taken = zones && (await Promise.all(zones.map((around) => ordersPerDay(around))))
  const [placed = order] = await ctx.read((tx) => atAddresses(tx, [order]))
  const offers: Offer[] = []
  for (const day of days) {
    const hours = zones && taken ? hoursOn(ctx, zones, taken, day) : null
    if (zones && !hours) continue
    const tried = windows.length > 0 ? windowsWithin(hours, windows) : [null]
    const trials = tried.map((window) => trialOf(placed, point, window, hours))
    const answers = await feasibleOn(ctx, day, trials)
    offers.push(...tried.flatMap((window, i) => (answers[i]?.fits === true ? [{ day, window }] : [])))
  }
  return offers
}

/** Returns the hours of the smallest zone that accepts orders for the day. Null if no zone accepts orders. */
function hoursOn(
  { now, calendar }: Context,
  zones: readonly ZoneAround[],
  taken: readonly ReadonlyMap<string, number>[],
  day: string,
): Span | null {
  const judged = zones.map(({ zone, closures }, i) =>
    zoneDay({ ...zone, closures }, day, taken[i]?.get(day) ?? 0, now, calendar),
  )
  return judged.find((one): one is Extract<ZoneDay, { open: true }> => one.open)?.hours ?? null
}

/**
 * Returns the delivery to try. Its window is `window` if it is set, otherwise the order's own window. If the order has
 * no window, it may be delivered within the hours of the zone.
 */
function trialOf(order: Order, point: Point, window: Span | null, hours: Span | null): Delivery {
  const { windowStart, windowEnd, serviceMinutes, temperatureClass, loadWeightLbs } = order
  const { moreWindows: _windows, ...rules } = order.rules ?? {}
  const own = windowStart !== null || windowEnd !== null
  const within = window ?? (own ? null : hours)
  return {
    point,
    loadWeightLbs,
    temperatureClass,
    serviceMinutes,
    ...(within
      ? { windowStart: within.start, windowEnd: within.end, rules }
      : { windowStart, windowEnd, rules: order.rules }),
  }
}
