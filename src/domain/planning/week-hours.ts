// Hours of a week, such as the hours in which a street is open to deliveries.

/** Spans in minutes from Monday 00:00, each without its end. Sorted, disjoint and not adjacent. */
export type WeekHours = readonly (readonly [start: number, end: number])[]

const DAY_MINUTES = 24 * 60
export const WEEK_MINUTES = 7 * DAY_MINUTES
export const ALWAYS: WeekHours = [[0, WEEK_MINUTES]]

/** Returns the spans in the form of `WeekHours`. The spans may overlap and are in any order. */
export function weekHours(spans: WeekHours): WeekHours {
  const merged: [start: number, end: number][] = []
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (start >= end) continue
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

export const isAlways = ([first, ...others]: WeekHours): boolean =>
  first !== undefined && others.length === 0 && first[0] === 0 && first[1] === WEEK_MINUTES

export const hoursInEither = (a: WeekHours, b: WeekHours): WeekHours => weekHours([...a, ...b])

export const hoursInBoth = (a: WeekHours, b: WeekHours): WeekHours =>
  weekHours(a.flatMap(([from, to]) => b.map(([start, end]) => [Math.max(from, start), Math.min(to, end)] as const)))

export const isWithin = (hours: WeekHours, minute: number): boolean =>
  hours.some(([start, end]) => start <= minute && minute < end)

/** Returns whether `hours` contain all of the other hours. */
export const containsHours = (hours: WeekHours, others: WeekHours): boolean =>
  others.every(([from, to]) => hours.some(([start, end]) => start <= from && to <= end))

export const areSameHours = (a: WeekHours, b: WeekHours): boolean => containsHours(a, b) && containsHours(b, a)

/** Returns the spans of one day in minutes from its midnight. Monday is day 0. */
export const hoursOfDay = (hours: WeekHours, day: number): WeekHours =>
  hoursInBoth(hours, [[day * DAY_MINUTES, (day + 1) * DAY_MINUTES]]).map(([start, end]) => [
    start - day * DAY_MINUTES,
    end - day * DAY_MINUTES,
  ])
