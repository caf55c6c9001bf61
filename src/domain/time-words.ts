// Times of day as people read them, in the business's own zone: 9:40 AM.
import type { windowsOf } from './planning/windows.ts'

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

/** The time windows, or null when any time will do. */
export function windowInWords(windows: ReturnType<typeof windowsOf>): string | null {
  const each = windows.map(({ start, end }) => {
    if (start && end) return `between ${timeOfDayInWords(start)} and ${timeOfDayInWords(end)}`
    return start ? `from ${timeOfDayInWords(start)}` : `by ${timeOfDayInWords(end ?? '')}`
  })
  return each.length > 0 ? each.join(' or ') : null
}
