// Days and times as people read them, in the business's own zone: MM/dd/yyyy and 9:40 AM.
import { dayToWire } from '../contract/fields.ts'

const clocks = new Map<string, Intl.DateTimeFormat>()

export function timeInWords(instant: Date, timeZone: string): string {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  clocks.set(timeZone, clock)
  // Some versions of ICU put a narrow space before AM.
  return clock.format(instant).replace(/\s/u, ' ')
}

/** 9:40 AM of an HH:mm. */
export const timeOfDayInWords = (time: string): string => timeInWords(new Date(`1970-01-01T${time}:00Z`), 'UTC')

export const dayInWords = dayToWire

/** A time window, or null when any time will do. */
export function windowInWords(start: string | null, end: string | null): string | null {
  if (start && end) return `between ${timeOfDayInWords(start)} and ${timeOfDayInWords(end)}`
  if (start) return `from ${timeOfDayInWords(start)}`
  return end && `by ${timeOfDayInWords(end)}`
}
