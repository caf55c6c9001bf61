// Hours of streets that vehicles may use only at some hours, from OpenStreetMap.
import { minuteOf } from '../time-of-day.ts'
import type { OrderRules } from './rules.ts'
import { type Windowed, windowsOf } from './windows.ts'
import {
  areSameHours,
  hoursInBoth,
  hoursInEither,
  hoursOfDay,
  isAlways,
  type WeekHours,
  weekHours,
} from './week-hours.ts'

/** Way or node of OpenStreetMap with the tags that contain the hours. */
export interface HoursSource {
  type: 'way' | 'node'
  id: number
  text: string
}

/** Hours at which a location can be reached. */
export interface StreetHours {
  week: WeekHours
  /** The ways and nodes with these hours. Some are omitted if there are many. */
  sources: readonly HoursSource[]
}

/** Returns the hours of a location that can be reached over either of two streets. Null if these are all hours. */
export function eitherHours(one: StreetHours, other: StreetHours): StreetHours | null {
  const week = hoursInEither(one.week, other.week)
  if (isAlways(week)) return null
  const same = [one, other].find((each) => areSameHours(each.week, week))
  return same ?? { week, sources: [...one.sources, ...other.sources] }
}

/** Returns the day of the week of a day (yyyy-MM-dd). Monday is 0. */
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

const DAY_MINUTES = 24 * 60
/** Monday to Friday. */
const WORKING_DAYS = [0, 1, 2, 3, 4]

/**
 * Returns the spans of a day in which a delivery's street is open to it, in minutes from midnight. Null if at all hours. The
 * hours of the delivery's own rules, or otherwise of its address, replace those of the map. Monday is day 0. A day of null is any working day, so that only
 * hours of all working days count.
 */
export function streetSpans(
  rules: Pick<OrderRules, 'streetHours' | 'addressHours'> | null | undefined,
  hours: StreetHours | null | undefined,
  day: number | null,
): WeekHours | null {
  const own = rules?.streetHours ?? rules?.addressHours
  if (own !== undefined) return own === ALL_HOURS ? null : unlessWholeDay(spansIn(own))
  if (!hours) return null
  const days = day === null ? WORKING_DAYS : [day]
  return unlessWholeDay(days.map((each) => hoursOfDay(hours.week, each)).reduce(hoursInBoth))
}

function unlessWholeDay(spans: WeekHours): WeekHours | null {
  const [first] = spans
  return first && first[0] === 0 && first[1] === DAY_MINUTES ? null : spans
}

/** Hours of a street that is always open, in the rules of a delivery. */
const ALL_HOURS = '24/7'

/** Parses `06:00-11:00,18:00-20:00`. */
const spansIn = (text: string): WeekHours =>
  weekHours(
    text.split(',').map((span) => {
      const [start = '', end = ''] = span.split('-')
      return [minuteOf(start), minuteOf(end)] as const
    }),
  )

const SPANS = /^\d\d:\d\d-\d\d:\d\d(?:,\d\d:\d\d-\d\d:\d\d){0,9}$/

/** Returns the text in the form of the rule `streetHours`. Null if it is not valid. */
export function streetHoursIn(text: string): string | null {
  const plain = text.replace(/\s/g, '')
  if (plain === ALL_HOURS) return plain
  if (!SPANS.test(plain)) return null
  const times = plain.split(/[-,]/).map(minuteOf)
  const isValid = times.every((time, i) => time <= DAY_MINUTES && (i === 0 || time >= times[i - 1]!))
  const hasLength = times.every((time, i) => i % 2 === 0 || time > times[i - 1]!)
  return isValid && hasLength && !/:[6-9]/.test(plain) ? plain : null
}

interface Window {
  start: number
  end: number
}

/** Returns the parts of the windows that lie in the hours. Without windows, these are the hours. */
export function overlap(windows: readonly Window[], hours: readonly Window[]): readonly Window[] {
  if (windows.length === 0) return hours
  return windows.flatMap((window) =>
    hours.flatMap((open) => {
      const [start, end] = [Math.max(window.start, open.start), Math.min(window.end, open.end)]
      return start <= end ? [{ start, end }] : []
    }),
  )
}

/** Returns the spans as windows, in minutes from midnight. */
export const toWindows = (spans: WeekHours): Window[] => spans.map(([start, end]) => ({ start, end }))

/** Returns the windows of a stop in minutes from midnight. An open side is the start or the end of the day. */
export const windowMinutes = (of: Windowed): Window[] =>
  windowsOf(of).map(({ start, end }) => ({ start: minuteOf(start ?? '00:00'), end: minuteOf(end ?? '23:59') }))

/**
 * Returns since when the street of a stop has been closed at the `arrival`, if the vehicle would wait for no later opening.
 * Null if the stop can be served. All times are in minutes from midnight. `spans` are the hours of the street.
 */
export function closedSince(of: Windowed, spans: WeekHours, arrival: number): number | null {
  const isServed = inStreetHours(windowMinutes(of), toWindows(spans)).some(({ end }) => arrival <= end)
  if (isServed || spans.some(([start, end]) => start <= arrival && arrival <= end)) return null
  return spans.findLast(([, end]) => end < arrival)?.[1] ?? null
}

/**
 * Returns the windows of a stop on a route within the hours of its street. If they don't overlap, the hours count, because the
 * vehicle can't enter at other times. `hours` of null: the street is open at all hours.
 */
export function inStreetHours(windows: readonly Window[], hours: readonly Window[] | null): readonly Window[] {
  if (hours === null || hours.length === 0) return windows
  const both = overlap(windows, hours)
  return both.length > 0 ? both : hours
}
