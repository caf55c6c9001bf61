// Days and times of day as text, in the business's time zone: Monday, November 23; 9:40 AM. The business's formats set
// the clock and the date order.
import { en } from './customer-words/en.ts'
import type { CustomerWords } from './customer-words/words.ts'
import { dateLocaleOf, hoursOf, US_FORMATS } from './formats.ts'
import type { windowsOf } from './planning/windows.ts'

const known = new Map<string, Intl.DateTimeFormat>()

function formatIn(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = locale + JSON.stringify(options)
  const format = known.get(name) ?? new Intl.DateTimeFormat(locale, options)
  known.set(name, format)
  return format
}

/** Returns the time of day of an instant in the time zone, for example 9:40 AM. */
export const timeInWords = (
  instant: Date,
  timeZone: string,
  { locale, formats = US_FORMATS }: Pick<CustomerWords, 'locale' | 'formats'> = en,
): string =>
  formatIn(locale, { timeZone, ...hoursOf(formats) })
    .format(instant)
    // Some versions of ICU put a narrow space before AM. A normal space gives the same text everywhere.
    .replace(/\s/gu, ' ')

/** A part of a time of day. `small`: AM or PM, which may be set smaller. */
export interface TimePart {
  text: string
  small: boolean
}

/** Returns the parts of 9:40 AM, of 9 AM for a whole hour, or of 09:40. */
export const timeParts = (
  at: Date,
  timeZone: string,
  words: Pick<CustomerWords, 'locale' | 'formats'>,
): readonly TimePart[] => partsOf([at], timeZone, words, (format) => format.formatToParts(at))

/** Returns the parts of 9:40 – 10:15 AM, of 10 AM – 12 PM for whole hours, or of 09:40 – 10:15. */
export const timeRangeParts = (
  from: Date,
  to: Date,
  timeZone: string,
  words: Pick<CustomerWords, 'locale' | 'formats'>,
): readonly TimePart[] => partsOf([from, to], timeZone, words, (format) => format.formatRangeToParts(from, to))

function partsOf(
  instants: readonly Date[],
  timeZone: string,
  { locale, formats = US_FORMATS }: Pick<CustomerWords, 'locale' | 'formats'>,
  split: (format: Intl.DateTimeFormat) => readonly { type: string; value: string }[],
): readonly TimePart[] {
  const format = formatIn(locale, { timeZone, ...hoursOf(formats) })
  const each = instants.map((instant) => format.formatToParts(instant))
  const ofDay = (type: string, value?: string) => (parts: readonly Intl.DateTimeFormatPart[]) =>
    parts.some((part) => part.type === type && (value === undefined || part.value === value))
  const short = each.every(ofDay('dayPeriod')) && each.every(ofDay('minute', '00'))
  return split(short ? formatIn(locale, { timeZone, hour: 'numeric' }) : format).map(({ type, value }) => ({
    text: value.replace(/\s/gu, ' '),
    small: type === 'dayPeriod',
  }))
}

/** Returns the name of a time zone, such as Eastern Time. */
export const zoneInWords = (now: Date, timeZone: string, { locale }: Pick<CustomerWords, 'locale'>): string =>
  formatIn(locale, { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

const LONG = { timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' } as const
const SHORT = { timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' } as const

const atMidnight = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** Returns "Monday, November 23" for a yyyy-MM-dd. */
export const dateInWords = (day: string, { locale, formats = US_FORMATS }: CustomerWords = en): string =>
  formatIn(dateLocaleOf(locale, formats, false), LONG).format(atMidnight(day))

/** Returns "11/23/2026", or the format of the language or the business. */
export const shortDate = (day: string, { locale, formats = US_FORMATS }: CustomerWords): string =>
  formatIn(dateLocaleOf(locale, formats), SHORT).format(atMidnight(day))

/** Returns "9:40 AM" for an HH:mm. */
export const timeOfDayInWords = (time: string, words: Pick<CustomerWords, 'locale' | 'formats'> = en): string =>
  timeInWords(new Date(`1970-01-01T${time}:00Z`), 'UTC', words)

/** Returns the time windows as text, or null if there are none. */
export function windowInWords(windows: ReturnType<typeof windowsOf>, words: CustomerWords = en): string | null {
  const time = (of: string) => timeOfDayInWords(of, words)
  const each = windows.map(({ start, end }) => {
    if (start && end) return words.between(time(start), time(end))
    return start ? words.from(time(start)) : words.by(time(end ?? ''))
  })
  return each.length > 0 ? each.join(` ${words.or} `) : null
}
