// Days, and times of day in the business's own zone, as people read them: Monday, November 23; 9:40 AM.
import { en } from './customer-words/en.ts'
import type { CustomerWords } from './customer-words/words.ts'
import type { windowsOf } from './planning/windows.ts'

const clocks = new Map<string, Intl.DateTimeFormat>()

export function timeInWords(instant: Date, timeZone: string, { locale }: CustomerWords = en): string {
  const name = `${locale} ${timeZone}`
  const clock = clocks.get(name) ?? new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit' })
  clocks.set(name, clock)
  // Some versions of ICU put a narrow space before AM.
  return clock.format(instant).replace(/\s/gu, ' ')
}

const dates = new Map<string, Intl.DateTimeFormat>()

function dateFormat(locale: string, style: 'long' | 'short'): Intl.DateTimeFormat {
  const name = `${locale} ${style}`
  const parts = { long: { weekday: 'long', month: 'long', day: 'numeric' } as const, short: SHORT }[style]
  const format = dates.get(name) ?? new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...parts })
  dates.set(name, format)
  return format
}

const SHORT = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

const atMidnight = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** Monday, November 23, of a yyyy-MM-dd. */
export const dateInWords = (day: string, { locale }: CustomerWords = en): string =>
  dateFormat(locale, 'long').format(atMidnight(day))

/** 11/23/2026, or as the language has it. */
export const shortDate = (day: string, { locale }: CustomerWords): string =>
  dateFormat(locale, 'short').format(atMidnight(day))

/** 9:40 AM of an HH:mm. */
export const timeOfDayInWords = (time: string, words: CustomerWords = en): string =>
  timeInWords(new Date(`1970-01-01T${time}:00Z`), 'UTC', words)

/** The time windows, or null when any time will do. */
export function windowInWords(windows: ReturnType<typeof windowsOf>, words: CustomerWords = en): string | null {
  const time = (of: string) => timeOfDayInWords(of, words)
  const each = windows.map(({ start, end }) => {
    if (start && end) return words.between(time(start), time(end))
    return start ? words.from(time(start)) : words.by(time(end ?? ''))
  })
  return each.length > 0 ? each.join(` ${words.or} `) : null
}
