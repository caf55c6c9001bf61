// The engine's clock for a planned day, in seconds since twelve hours before noon. That is usually midnight. If the
// clocks change during the night, the engine's clock still agrees with the wall clock during the day. Therefore the
// times in the engine's messages are also correct on days of 23 and 25 hours.
import { weekdayOf } from '../../../domain/planning/street-hours.ts'
import type { Calendar } from '../../calendar.ts'

export interface PlannedDay {
  /** Converts a wall-clock time, HH:mm, to seconds on the engine's clock. */
  secondsAt(time: string): number
  /** Converts seconds on the engine's clock to HH:mm, rounded down to the minute. */
  timeAt(seconds: number): string
  /** Day of the week, Monday is 0, or null if the plan has no date. */
  weekday: number | null
}

/** A planned day with a date, so that its seconds can be converted to instants. */
export interface DatedDay extends PlannedDay {
  instantAt(seconds: number): Date
  secondsOf(instant: Date): number
}

/** Returns the planned day. `day` is yyyy-MM-dd in the calendar's time zone. */
export function datedDay(calendar: Calendar, day: string): DatedDay {
  const origin = calendar.instantOf(day, '12:00').getTime() - 12 * 3_600_000
  const secondsOf = (instant: Date) => (instant.getTime() - origin) / 1000
  const instantAt = (seconds: number) => new Date(origin + Math.round(seconds * 1000))
  // Cache the results, because a day has only a few different times, and time zone conversion is slow.
  const known = new Map<string, number>()
  const secondsAt = (time: string): number => {
    const seconds = known.get(time) ?? secondsOf(calendar.instantOf(day, time))
    known.set(time, seconds)
    return seconds
  }
  return {
    secondsAt,
    instantAt,
    secondsOf,
    timeAt: (seconds) => calendar.timeOf(instantAt(seconds)),
    weekday: weekdayOf(day),
  }
}

/** A planned day without a date, which has 24 hours. Used if the request has no date. */
export const anyDay: PlannedDay = {
  secondsAt: (time) => {
    const [hours, minutes] = time.split(':').map(Number)
    return ((hours ?? 0) * 60 + (minutes ?? 0)) * 60
  },
  weekday: null,
  timeAt: (seconds) => {
    const minutes = Math.floor(Math.round(seconds * 1000) / 60_000)
    return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
  },
}
