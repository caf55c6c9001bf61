// Days on which a zone still accepts orders, and all reasons if it doesn't (docs/spec/availability.md).
import { render, type Text, text } from '../../texts/text.ts'
import type { ZoneHours } from './zone.ts'

/** Rules for a zone's days. */
export interface ZoneRules {
  /** Monday first. Null on a weekday without deliveries. */
  hours: readonly (ZoneHours | null)[]
  /** Orders per day. Null: unlimited. */
  capacity: number | null
  /** Days before the delivery, and the time of that day. Null: no cutoff. */
  cutoffDays: number | null
  cutoffTime: string | null
  /** Notes of the days on which the zone is closed, keyed by day. */
  closures: ReadonlyMap<string, string>
}

/** Days (yyyy-MM-dd) and times in the business's time zone. */
export interface Days {
  addDays(day: string, days: number): string
  /** Returns 1 for Monday to 7 for Sunday. */
  weekdayOf(day: string): number
  instantOf(day: string, time: string): Date
}

export const CLOSED_CODES = ['NOT_A_DELIVERY_DAY', 'CLOSED', 'CUTOFF_PASSED', 'FULL'] as const

export interface ClosedReason {
  code: (typeof CLOSED_CODES)[number]
  message: Text
}

export type ZoneDay =
  | {
      day: string
      open: true
      hours: ZoneHours
      capacity: number | null
      remaining: number | null
      cutoffAt: Date | null
    }
  | { day: string; open: false; reasons: ClosedReason[] }

/** Reason why the office can't accept a delivery for a day and location. */
export interface BookingReason {
  code: ClosedReason['code'] | 'DATE_PASSED' | 'NOT_SERVED'
  message: Text
}

/**
 * Returns the reasons against a delivery that is added manually or imported. `zones` is the day in every zone around
 * the delivery's location. Empty if at least one zone is open (docs/spec/orders.md#zones-and-dates).
 */
export function bookingReasons(zones: readonly ZoneDay[], day: string, today: string): BookingReason[] {
  if (day < today) return [{ code: 'DATE_PASSED', message: text('The delivery date has passed.') }]
  if (zones.length === 0) return [{ code: 'NOT_SERVED', message: text('The address is outside every delivery zone.') }]
  if (zones.some((zone) => zone.open)) return []
  const reasons = zones.flatMap((zone) => (zone.open ? [] : zone.reasons))
  return reasons.filter(
    ({ message }, i) => reasons.findIndex((other) => render(other.message) === render(message)) === i,
  )
}

/** Returns whether the zone delivers on that day, regardless of the orders so far. */
export const opensOn = (
  { hours, closures }: Pick<ZoneRules, 'hours' | 'closures'>,
  day: string,
  days: Pick<Days, 'weekdayOf'>,
): boolean => Boolean(hours[days.weekdayOf(day) - 1]) && !closures.has(day)

const WEEKDAYS = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'] as const
/** In the API, a cutoff without a time is at the end of its day. */
const LAST_MINUTE = '23:59'

/** Returns the state of a day. `taken` is the zone's number of orders on that day. */
export function zoneDay(rules: ZoneRules, day: string, taken: number, now: Date, days: Days): ZoneDay {
  const { capacity } = rules
  const weekday = days.weekdayOf(day) - 1
  const hours = rules.hours[weekday] ?? null
  const note = rules.closures.get(day)
  const cutoffAt = cutoffOf(rules, day, days)
  const reasons: ClosedReason[] = []
  if (!hours)
    reasons.push({
      code: 'NOT_A_DELIVERY_DAY',
      message: text('There are no deliveries on {weekday}.', { weekday: text(WEEKDAYS[weekday] ?? 'Mondays') }),
    })
  if (note !== undefined) reasons.push({ code: 'CLOSED', message: text('Closed on this day: {note}', { note }) })
  if (cutoffAt && cutoffAt < now) reasons.push({ code: 'CUTOFF_PASSED', message: cutoffWords(rules) })
  if (capacity !== null && taken >= capacity)
    reasons.push({
      code: 'FULL',
      message:
        capacity === 0
          ? text('No orders are taken for this day.')
          : text('All {capacity} deliveries of this day are taken.', { capacity }),
    })
  if (!hours || reasons.length > 0) return { day, open: false, reasons }
  return { day, open: true, hours, capacity, remaining: capacity === null ? null : capacity - taken, cutoffAt }
}

function cutoffOf({ cutoffDays, cutoffTime }: ZoneRules, day: string, days: Days): Date | null {
  return cutoffDays === null ? null : days.instantOf(days.addDays(day, -cutoffDays), cutoffTime ?? LAST_MINUTE)
}

function cutoffWords({ cutoffDays, cutoffTime }: ZoneRules): Text {
  const time = cutoffTime ?? LAST_MINUTE
  if (cutoffDays === 0) return text('Orders for this day closed at {time} on the day itself.', { time })
  if (cutoffDays === 1) return text('Orders for this day closed at {time} the day before.', { time })
  return text('Orders for this day closed at {time} {days} days before.', { time, days: cutoffDays ?? 0 })
}
