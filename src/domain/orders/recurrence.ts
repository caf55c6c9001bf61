// Days of a recurring order, from its rule and exceptions (docs/spec/recurring-orders.md#dates). Days are yyyy-MM-dd
// without a time zone; the caller determines the current day.

export const UNITS = ['DAY', 'WEEK', 'MONTH'] as const
export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** Treatment of a date on which no zone around the location is open. */
export const CLOSED_DAYS = ['KEEP', 'NEXT_OPEN_DAY'] as const

export interface Schedule {
  /** Interval in units, counted from the start. */
  every: number
  unit: (typeof UNITS)[number]
  /** For WEEK, which begins on Monday: at least one. Otherwise empty. */
  weekdays: readonly Weekday[]
  /** For MONTH: 1 to 31, or the last day if the month is shorter. Otherwise null. */
  dayOfMonth: number | null
  start: string
  /** Last day on which a date may fall. */
  end: string | null
  /** Total number of dates. */
  count: number | null
  closedDays: (typeof CLOSED_DAYS)[number]
}

/** Change to a single date of the rule. */
export interface DateException {
  date: string
  skipped: boolean
  movedTo: string | null
}

/** A date of the rule, and the day of its order. */
export interface Occurrence {
  date: string
  day: string
}

/** Yields the dates of the rule in the given range of days, inclusive, in order. */
export function* datesBetween(schedule: Schedule, from: string, to: string): Generator<string> {
  const { start, end, count } = schedule
  const [first, after] = [numberOf(start), numberOf(from)]
  const until = Math.min(numberOf(end ?? to), numberOf(to))
  let left = count ?? Number.POSITIVE_INFINITY
  // If the number of dates is limited, dates before the range also count.
  for (let step = count === null ? stepBefore(schedule, from) : 0; left > 0; step++)
    for (const date of datesOfStep(schedule, step)) {
      if (date > until) return
      if (date < first || left === 0) continue
      left--
      if (date >= after) yield dayOf(date)
    }
}

/** Returns whether the rule has that date, regardless of exceptions. */
export const isDateOf = (schedule: Schedule, date: string): boolean => !datesBetween(schedule, date, date).next().done

/** Returns the first dates of the rule from a day on, up to `count`. */
export const nextDates = (schedule: Schedule, from: string, count: number): string[] =>
  datesBetween(schedule, from, LAST_DAY).take(count).toArray()

/**
 * Returns the occurrences for the days from `today` to `horizon`, and the first later day with an occurrence. `next` is
 * null if there is none. A date that was moved to another day belongs to that day.
 */
export function occurrences(
  schedule: Schedule,
  exceptions: readonly DateException[],
  today: string,
  horizon: string,
): { due: Occurrence[]; next: string | null } {
  const special = new Set(exceptions.map(({ date }) => date))
  const moved = exceptions.flatMap(({ date, movedTo }) =>
    movedTo !== null && movedTo >= today && isDateOf(schedule, date) ? [{ date, day: movedTo }] : [],
  )
  const plain = [...datesBetween(schedule, today, horizon)].filter((date) => !special.has(date))
  // Reads one more date than there are exceptions, so that at least one is not an exception.
  const following = nextDates(schedule, dayAfter(horizon), special.size + 1).find((date) => !special.has(date))
  const later = [...moved.flatMap(({ day }) => (day > horizon ? [day] : [])), ...(following ? [following] : [])]
  return {
    due: [...moved.filter(({ day }) => day <= horizon), ...plain.map((date) => ({ date, day: date }))].sort(byDay),
    next: later.sort()[0] ?? null,
  }
}

const byDay = (a: Occurrence, b: Occurrence): number => (`${a.day} ${a.date}` < `${b.day} ${b.date}` ? -1 : 1)

/** Last day that yyyy-MM-dd can represent. */
const LAST_DAY = '9999-12-31'
const DAY_MS = 86_400_000

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const dayOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)
const dayAfter = (day: string): string => dayOf(numberOf(day) + 1)

/** Maximum length of each unit in days. */
const MAX_LENGTH = { DAY: 1, WEEK: 7, MONTH: 31 }

/**
 * Returns a step, counted from 0, whose dates are all before the day. Returns 0 if there is no such step.
 */
const stepBefore = ({ start, every, unit }: Schedule, day: string): number =>
  Math.max(0, Math.floor((numberOf(day) - numberOf(start)) / (every * MAX_LENGTH[unit])) - 1)

/** Returns the dates of one step as day numbers. */
function datesOfStep({ every, unit, weekdays, dayOfMonth, start }: Schedule, step: number): number[] {
  const first = numberOf(start)
  if (unit === 'DAY') return [first + step * every]
  if (unit === 'WEEK') {
    // January 1, 1970 was a Thursday.
    const monday = first - ((first + 3) % 7)
    return WEEKDAYS.flatMap((weekday, i) => (weekdays.includes(weekday) ? [monday + step * every * 7 + i] : []))
  }
  const [year = 0, month = 1] = start.split('-').map(Number)
  const months = month - 1 + step * every
  const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate()
  return [Date.UTC(year, months, Math.min(dayOfMonth ?? 1, lastDay)) / DAY_MS]
}
