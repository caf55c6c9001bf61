// On which days a recurring order falls, by its rule and the exceptions to it (docs/spec/recurring-orders.md#dates).
// Days are yyyy-MM-dd and have no time zone: which of them is today is the caller's to say.

export const UNITS = ['DAY', 'WEEK', 'MONTH'] as const
export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** What becomes of a date on which no zone around the place is open. */
export const CLOSED_DAYS = ['KEEP', 'NEXT_OPEN_DAY'] as const

export interface Schedule {
  /** Every so many units, counted from the start. */
  every: number
  unit: (typeof UNITS)[number]
  /** Of a WEEK, which begins on Monday; at least one. Else empty. */
  weekdays: readonly Weekday[]
  /** Of a MONTH, 1 to 31; its last day where it is shorter. Else null. */
  dayOfMonth: number | null
  start: string
  /** The last day that may be one of the dates. */
  end: string | null
  /** So many dates in all. */
  count: number | null
  closedDays: (typeof CLOSED_DAYS)[number]
}

/** What is more to a date than the rule says. */
export interface DateException {
  date: string
  skipped: boolean
  movedTo: string | null
}

/** A date of the rule, and the day that its order is for. */
export interface Occurrence {
  date: string
  day: string
}

/** The dates of the rule from one day to another, in order. */
export function* datesBetween(schedule: Schedule, from: string, to: string): Generator<string> {
  const { start, end, count } = schedule
  const [first, after] = [numberOf(start), numberOf(from)]
  const until = Math.min(numberOf(end ?? to), numberOf(to))
  let left = count ?? Number.POSITIVE_INFINITY
  // Where dates are counted, those before count, too.
  for (let step = count === null ? stepBefore(schedule, from) : 0; left > 0; step++)
    for (const date of datesOfStep(schedule, step)) {
      if (date > until) return
      if (date < first || left === 0) continue
      left--
      if (date >= after) yield dayOf(date)
    }
}

/** Whether the rule, exceptions aside, has that date. */
export const isDateOf = (schedule: Schedule, date: string): boolean => !datesBetween(schedule, date, date).next().done

/** The first dates of the rule from a day on. */
export const nextDates = (schedule: Schedule, from: string, count: number): string[] =>
  datesBetween(schedule, from, LAST_DAY).take(count).toArray()

/**
 * What of the rule is for the days from `today` to `horizon`, and the first day after it with something more; null when
 * nothing more comes. A date moved to another day is for that day.
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
  // One more than there are exceptions: one of them is none.
  const following = nextDates(schedule, dayAfter(horizon), special.size + 1).find((date) => !special.has(date))
  const later = [...moved.flatMap(({ day }) => (day > horizon ? [day] : [])), ...(following ? [following] : [])]
  return {
    due: [...moved.filter(({ day }) => day <= horizon), ...plain.map((date) => ({ date, day: date }))].sort(byDay),
    next: later.sort()[0] ?? null,
  }
}

const byDay = (a: Occurrence, b: Occurrence): number => (`${a.day} ${a.date}` < `${b.day} ${b.date}` ? -1 : 1)

/** The last day that can be written. */
const LAST_DAY = '9999-12-31'
const DAY_MS = 86_400_000

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const dayOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)
const dayAfter = (day: string): string => dayOf(numberOf(day) + 1)

/** At most as many days as a unit has. */
const LONGEST = { DAY: 1, WEEK: 7, MONTH: 31 }

/** A step, of those from 0 on, that has no date on the day or after it but where there are none before. */
const stepBefore = ({ start, every, unit }: Schedule, day: string): number =>
  Math.max(0, Math.floor((numberOf(day) - numberOf(start)) / (every * LONGEST[unit])) - 1)

/** As day numbers. */
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
