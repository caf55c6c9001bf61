// Another day, chosen by the customer: whether, which days, and in which windows (docs/spec/operating.md#another-day).
import type { Span } from '../planning/rules.ts'
import type { OrderInput, OrderStatus } from './order.ts'

export interface ChoiceRules {
  /** So many days after today; 0 leaves days to the office. */
  chooseDaysAhead: number
  /** Until this time of the day before, HH:mm. */
  chooseUntil: string
  /** What is offered of a day; without any, the delivery keeps its own windows. */
  chooseWindows: readonly Span[]
}

/** A day that is offered, with the window; null is as the delivery has it. */
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

/** The days that may be chosen now. */
export function choosableDays(rules: ChoiceRules, now: Date, days: Days): string[] {
  const today = days.dayOf(now)
  return Array.from({ length: rules.chooseDaysAhead }, (_, i) => days.addDays(today, i + 1)).filter((day) =>
    isOpen(rules, day, now, days),
  )
}

/** How the delivery stands. */
export interface Choosable {
  status: OrderStatus
  deliveryDate: string
  /** It failed, for good, and is not made again. */
  mayRepeat: boolean
  /** The customer was told that it won't come as planned. */
  postponed: boolean
}

/** Whether the customer may choose: the next attempt of what failed, or another day of what is not dispatched. */
export function mayChoose(order: Choosable, rules: ChoiceRules, now: Date, days: Days): boolean {
  if (rules.chooseDaysAhead === 0) return false
  if (order.status === 'FAILED') return order.mayRepeat
  if (order.status !== 'OPEN') return false
  const isPast = order.deliveryDate < days.dayOf(now)
  return order.postponed || isPast || isOpen(rules, order.deliveryDate, now, days)
}

/** The windows that lie within the hours of a day, cut to them. */
export const windowsWithin = (hours: Span | null, windows: readonly Span[]): Span[] =>
  windows.flatMap(({ start, end }) => {
    const cut = { start: later(start, hours?.start ?? start), end: earlier(end, hours?.end ?? end) }
    return cut.start < cut.end ? [cut] : []
  })

const later = (a: string, b: string): string => (a > b ? a : b)
const earlier = (a: string, b: string): string => (a < b ? a : b)

/** The delivery on that day alone, in that window. */
export function onOffer<Input extends OrderInput>(order: Input, { day, window }: Offer): Input {
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

export const sameOffer = (a: Offer, b: Offer): boolean =>
  a.day === b.day && a.window?.start === b.window?.start && a.window?.end === b.window?.end
