// The engine's clock for a planned day: seconds since twelve hours before noon. After a clock change in the night, it
// agrees with the wall clock. Times in the engine's messages are therefore correct on days of 23 and 25 hours too.
import type { Calendar } from '../../calendar.ts'

export interface PlannedDay {
  /** Converts a wall-clock time, HH:mm, to seconds on the engine's clock. */
  secondsAt(time: string): number
  /** Converts seconds on the engine's clock to HH:mm, rounded down to the minute. */
  timeAt(seconds: number): string
}

/** A day of a business, whose times on the engine's clock correspond to instants. */
export interface DatedDay extends PlannedDay {
  instantAt(seconds: number): Date
  secondsOf(instant: Date): number
}

/** `day` is yyyy-MM-dd in the calendar's time zone. */
export function datedDay(calendar: Calendar, day: string): DatedDay {
  const origin = calendar.instantOf(day, '12:00').getTime() - 12 * 3_600_000
  const secondsOf = (instant: Date) => (instant.getTime() - origin) / 1000
  const instantAt = (seconds: number) => new Date(origin + Math.round(seconds * 1000))
  // Cached, because the stops of a day share a few times, and time zone conversion is slow.
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
