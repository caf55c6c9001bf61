// Findings and comparisons of a report, from its figures.
import type { Figures, ReportOut } from '../../../src/contract/reports.ts'
import { addDays, dayToIso } from '../../ui/format.ts'

type Day = ReportOut['days'][number]

/** A value this far from the others needs attention: 10 points, or 10 % of the plan. */
const NOTABLE = 0.1
/** Minimum number of deliveries with a window, below which a day or driver is not singled out. */
const FEW = 5
/** Up to this number of days is shown by day, and more by week. */
const MAX_SINGLE_DAYS = 14

/** Share of the deliveries with a window that were on time. Null if there are none. */
type Punctuality = Pick<Figures, 'windowed' | 'on_time'>

export const onTimeOf = ({ windowed, on_time }: Punctuality): number | null =>
  windowed > 0 ? on_time / windowed : null

/** Returns whether the share on time is at least the goal in percent. */
export const meetsGoal = ({ windowed, on_time }: Punctuality, goal: number): boolean => 100 * on_time >= goal * windowed

export const daysIn = (from: string, to: string): number =>
  (Date.parse(dayToIso(to)) - Date.parse(dayToIso(from))) / 86_400_000 + 1

/** The period of the same length that ends on the day before `from`. */
export const periodBefore = (from: string, to: string): { from: string; to: string } => ({
  from: addDays(from, -daysIn(from, to)),
  to: addDays(from, -1),
})

/**
 * Returns the entry with the lowest share on time if it is 10 points below the share of all. Null if no entry needs
 * attention.
 */
export function lowestOnTime<T extends Punctuality>(entries: readonly T[], totals: Punctuality): T | null {
  const all = onTimeOf(totals)
  const lowest = entries
    .filter(({ windowed }) => windowed >= FEW)
    .sort((a, b) => (onTimeOf(a) ?? 1) - (onTimeOf(b) ?? 1))[0]
  return lowest && all !== null && all - (onTimeOf(lowest) ?? 1) >= NOTABLE ? lowest : null
}

/** Part by which the actual value exceeds the plan: 0.04 is 4 % more. Null if nothing was planned. */
export const overPlan = (planned: number, actual: number): number | null => (planned > 0 ? actual / planned - 1 : null)

export const needsAttention = (over: number | null): boolean => over !== null && over >= NOTABLE

export interface Span {
  /** First day of the span. */
  day: string
  planned: number
  actual: number
}

/** Planned and actual values by day, or by week from Monday if the period is longer. Spans without a plan are left out. */
export function spansOf(
  days: readonly Day[],
  read: (day: Day) => { planned: number; actual: number; routes: number },
): Span[] {
  const spans: Span[] = []
  for (const day of days) {
    const { planned, actual, routes } = read(day)
    const last = spans.at(-1)
    if (last && days.length > MAX_SINGLE_DAYS && !isMonday(day.date)) {
      last.planned += routes > 0 ? planned : 0
      last.actual += routes > 0 ? actual : 0
    } else spans.push({ day: day.date, planned: routes > 0 ? planned : 0, actual: routes > 0 ? actual : 0 })
  }
  return spans.filter(({ planned }) => planned > 0)
}

const isMonday = (day: string): boolean => new Date(`${dayToIso(day)}T00:00:00Z`).getUTCDay() === 1

/** Round values for at least two and about `count` lines of a plot, from the first below `low` to the first above `high`. */
export function ticks(low: number, high: number, count = 4): number[] {
  const rough = (high - low || 1) / count
  const unit = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((by) => by * unit).find((by) => by >= rough * 0.9) ?? rough
  const first = Math.floor(low / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9))
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}
