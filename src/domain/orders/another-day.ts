// Choice of another day by the customer: whether it is allowed, and the days and windows offered
// (docs/spec/operating.md#choosing-another-day).
import type { Span } from '../planning/rules.ts'
import type { OrderInput, OrderStatus } from './order.ts'

export interface ChoiceRules {
  /** Number of days after today that are offered. 0: only the office changes days. */
  chooseDaysAhead: number
  /** Time of the previous day, HH:mm, until which a day can be chosen. */
  chooseUntil: string
  /** Windows offered for a day. If empty, the delivery keeps its own windows. */
  chooseWindows: readonly Span[]
}

/** An offered day with its window. A null window: the delivery keeps its own windows. */
export interface Offer {
  day: string
  window: Span | null
}

interface Days {
  dayOf(instant: Date): string
  addDays(day: string, days: number): string
  instantOf(day: string, time: string): Date
}

const isOpen = ({ chooseUntil }: ChoiceRules, day: string, now: Date, days: Days): boolean =>
  now < days.instantOf(days.addDays(day, -1), chooseUntil)

/** Returns the days that can be chosen now. */
export function choosableDays(rules: ChoiceRules, now: Date, days: Days): string[] {
  const today = days.dayOf(now)
  return Array.from({ length: rules.chooseDaysAhead }, (_, i) => days.addDays(today, i + 1)).filter((day) =>
    isOpen(rules, day, now, days),
  )
}

/** State of a delivery that decides whether the customer may choose. */
export interface Choosable {
  status: OrderStatus
  deliveryDate: string
  /** Whether the delivery failed permanently and has no repeat. */
  mayRepeat: boolean
  /** Whether the customer received the message that the delivery won't come as planned. */
  postponed: boolean
}

/**
 * Returns whether the customer may choose a day: for the next attempt of a failed delivery, or for a delivery that
 * isn't dispatched.
 */
export function mayChoose(order: Choosable, rules: ChoiceRules, now: Date, days: Days): boolean {
  if (rules.chooseDaysAhead === 0) return false
  if (order.status === 'FAILED') return order.mayRepeat
  if (order.status !== 'OPEN') return false
  const isPast = order.deliveryDate < days.dayOf(now)
  return order.postponed || isPast || isOpen(rules, order.deliveryDate, now, days)
}

/** Returns the windows that overlap the hours of a day, cut to these hours. */
export const windowsWithin = (hours: Span | null, windows: readonly Span[]): Span[] =>
  windows.flatMap(({ start, end }) => {
    const cut = { start: laterTime(start, hours?.start ?? start), end: earlierTime(end, hours?.end ?? end) }
    return cut.start < cut.end ? [cut] : []
  })

const laterTime = (a: string, b: string): string => (a > b ? a : b)
const earlierTime = (a: string, b: string): string => (a < b ? a : b)

/** Returns the order for the offered day only, in the offered window if there is one. */
export function withOffer<Input extends OrderInput>(order: Input, { day, window }: Offer): Input {
  const moved = { ...order, deliveryDate: day, allowedDays: null }
  if (!window) return moved
  const { moreWindows: _windows, ...rules } = order.rules ?? {}
  return {
    ...moved,
    windowStart: window.start,
    windowEnd: window.end,
    rules: Object.keys(rules).length > 0 ? rules : null,
  }
}

export const isSameOffer = (a: Offer, b: Offer): boolean =>
  a.day === b.day && a.window?.start === b.window?.start && a.window?.end === b.window?.end
