// Converts between instants, days and times of day in a business's time zone. Handles days of 23 and 25 hours.
import { Temporal } from 'temporal-polyfill'

export interface Calendar {
  /** IANA time zone. */
  timeZone: string
  /** The day of an instant, yyyy-MM-dd. */
  dayOf(instant: Date): string
  /** The time of day of an instant, HH:mm, truncated to the minute. */
  timeOf(instant: Date): string
  /** The hour of the day of an instant, 0 to 23. */
  hourOf(instant: Date): number
  /**
   * The instant of a wall-clock time. A time that a clock change skips moves later by the skipped period. A time that
   * occurs twice is its first occurrence.
   */
  instantOf(day: string, time: string): Date
  /** Midnight, or the first moment of the day if the time zone skips midnight. */
  startOfDay(day: string): Date
  addDays(day: string, days: number): string
  /** 1 for Monday to 7 for Sunday. */
  weekdayOf(day: string): number
}

const calendars = new Map<string, Calendar>()

/** A day of 1,000 stops converts the same few times thousands of times, so results are cached. */
const MAX_CACHED = 10_000

/** Returns the calendar of an IANA time zone. Calendars are cached per time zone. */
export function calendarOf(timeZone: string): Calendar {
  const known = calendars.get(timeZone)
  if (known) return known
  const instants = new Map<string, number>()
  const zoned = (instant: Date) =>
    Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone)
  const calendar: Calendar = {
    timeZone,
    dayOf: (instant) => zoned(instant).toPlainDate().toString(),
    timeOf: (instant) => zoned(instant).toPlainTime().toString({ smallestUnit: 'minute' }),
    hourOf: (instant) => zoned(instant).hour,
    instantOf: (day, time) => {
      const key = `${day} ${time}`
      const known = instants.get(key)
      if (known !== undefined) return new Date(known)
      if (instants.size >= MAX_CACHED) instants.clear()
      const ms = instantIn(timeZone, day, time)
      instants.set(key, ms)
      return new Date(ms)
    },
    startOfDay: (day) => new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds),
    addDays: (day, days) => Temporal.PlainDate.from(day).add({ days }).toString(),
    weekdayOf: (day) => Temporal.PlainDate.from(day).dayOfWeek,
  }
  calendars.set(timeZone, calendar)
  return calendar
}

const instantIn = (timeZone: string, day: string, time: string): number =>
  Temporal.PlainDate.from(day)
    .toPlainDateTime(Temporal.PlainTime.from(time))
    .toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds

/** Returns whether the platform supports this IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}
