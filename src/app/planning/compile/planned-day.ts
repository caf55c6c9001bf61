// The engine's clock for a planned day: seconds from twelve hours before noon. From the night's clock change on it
// reads as the wall clock does, so times in the engine's messages are right on days of 23 and 25 hours too.
import type { Calendar } from '../../calendar.ts'

export interface PlannedDay {
  /** Seconds on the engine's clock of a wall-clock time, HH:mm. */
  secondsAt(time: string): number
  /** HH:mm of a moment on the engine's clock, cut to the minute. */
  timeAt(seconds: number): string
}

/** A day of a business, whose moments are instants too. */
export interface DatedDay extends PlannedDay {
  instantAt(seconds: number): Date
  secondsOf(instant: Date): number
}

/** `day` is yyyy-MM-dd in the calendar's zone. */
export function datedDay(calendar: Calendar, day: string): DatedDay {
  const origin = calendar.instantOf(day, '12:00').getTime() - 12 * 3_600_000
  const secondsOf = (instant: Date) => (instant.getTime() - origin) / 1000
  const instantAt = (seconds: number) => new Date(origin + Math.round(seconds * 1000))
  // A day's stops share a few times, and a wall clock is slow to ask.
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
  }
}

/** A day without a date: 24 hours of 60 minutes. */
export const anyDay: PlannedDay = {
  secondsAt: (time) => {
    const [hours, minutes] = time.split(':').map(Number)
    return ((hours ?? 0) * 60 + (minutes ?? 0)) * 60
  },
  timeAt: (seconds) => {
    const minutes = Math.floor(Math.round(seconds * 1000) / 60_000)
    return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
  },
}
