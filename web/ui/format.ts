// Formats dates, times and measures in the business's formats. Default: 11/19/2026, 9:40 AM, miles and pounds.
import type { FormatsOut } from '../../src/contract/formats.ts'
import type { PauseOut } from '../../src/contract/routes.ts'
import {
  dateLocaleOf,
  dayInFigures,
  fieldOf,
  type Formats,
  hoursOf,
  type Measure,
  measureFigure,
  measureInWords,
  storedOf,
  symbolOf,
  timeOfDay,
  US_FORMATS,
} from '../../src/domain/formats.ts'
import { placeOfHandOver } from '../../src/domain/routes/pauses.ts'
import { stopsOfTrip } from '../../src/domain/routes/trips.ts'
import { locale, words } from '../words/locale.ts'

/** Formats of the signed-in business. */
let formats: Formats = US_FORMATS

export function setFormats(ours: Pick<FormatsOut, 'units' | 'clock' | 'date_format'>): void {
  formats = { units: ours.units, clock: ours.clock, dateFormat: ours.date_format }
}

export const currentFormats = (): Formats => formats

const known = new Map<string, Intl.DateTimeFormat>()

/** A locale for each date order of the settings. */
const DATE_LOCALES = { MONTH_FIRST: 'en-US', DAY_FIRST: 'en-GB', YEAR_FIRST: 'sv-SE' } as const

/**
 * Returns a cached format. The default locale follows the business's date order, because digits are the same in every language.
 * For texts such as weekdays, pass the page's locale.
 */
function formatIn(
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  inLocale: string = options.year ? DATE_LOCALES[formats.dateFormat] : 'en-US',
): Intl.DateTimeFormat {
  const key = inLocale + timeZone + JSON.stringify(options)
  const format = known.get(key) ?? new Intl.DateTimeFormat(inLocale, { timeZone, ...options })
  known.set(key, format)
  return format
}

/** Example: 9:40 AM */
export const timeOf = (instant: string | Date, timeZone: string): string =>
  formatIn(timeZone, hoursOf(formats)).format(new Date(instant))

/** Example: 11/19/2026 */
export const dateOf = (instant: string, timeZone: string): string => formatIn(timeZone, DATE).format(new Date(instant))

/** Example: 11/19/2026, 9:40 AM */
export const timeAndDay = (instant: string, timeZone: string): string =>
  `${dateOf(instant, timeZone)}, ${timeOf(instant, timeZone)}`

/** Example: 11/19/2026, 9:40:05 AM */
export const timeToSecond = (instant: string, timeZone: string): string => {
  const time = formatIn(timeZone, { ...hoursOf(formats), second: '2-digit' }).format(new Date(instant))
  return `${dateOf(instant, timeZone)}, ${time}`
}

const DATE = { month: '2-digit', day: '2-digit', year: 'numeric' } as const

/** Converts the local time of a datetime-local input to an instant in this time zone. */
export function instantOfLocalTime(local: string, timeZone: string): string {
  const wanted = Date.parse(`${local}Z`)
  const clock = formatIn(timeZone, {
    ...DATE,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const shown = (at: number): number => {
    const part = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const [year = 0, month = 1, day = 1] = [part.get('year'), part.get('month'), part.get('day')]
    return Date.UTC(year, month - 1, day, part.get('hour'), part.get('minute'), part.get('second'))
  }
  // The offset at the first guess is correct except near a change of the offset.
  const guess = wanted + (wanted - shown(wanted))
  return new Date(guess + (wanted - shown(guess))).toISOString()
}

/** Converts HH:mm, for example to 9:40 AM. */
export const clockTime = (time: string): string => timeOfDay(time, formats)

/** Converts MM/dd/yyyy to the business's date format. */
export const dayText = (day: string): string => dayInFigures(dayToIso(day), formats)

/** Converts MM/dd/yyyy to a date without year: 11/19 or 19/11. */
export function shortDay(day: string): string {
  const [month = '', date = ''] = day.split('/')
  return { MONTH_FIRST: `${month}/${date}`, DAY_FIRST: `${date}/${month}`, YEAR_FIRST: `${month}-${date}` }[
    formats.dateFormat
  ]
}

/** Examples: just now, 4 min ago, 2 h 5 min ago */
export function ago(instant: string, now = Date.now()): string {
  const past = (now - new Date(instant).getTime()) / 60_000
  return past < 1 ? words.format.justNow : words.format.ago(minutes(past))
}

/** Describes a delivery window. Null if there is none. */
export function windowOf({ window_start: start, window_end: end, more_windows: more = [] }: Windows): string | null {
  if (!start)
    return end ? [words.format.by(clockTime(end)), ...more.map(spanOf)].join(` ${words.format.either} `) : null
  return end
    ? [{ window_start: start, window_end: end }, ...more].map(spanOf).join(` ${words.format.either} `)
    : words.format.from(clockTime(start))
}

/** Example: Break 12:00 – 12:30 PM */
export const pauseWords = (
  { kind, start, end, trip, hand_over: handOver }: PauseOut,
  timeZone: string,
  stops: Parameters<typeof stopsOfTrip>[0],
): string => {
  const span = `${timeOf(start, timeZone)} – ${timeOf(end, timeZone)}`
  const goods = words.common.stopsCounted(stopsOfTrip(stops, trip))
  if (handOver) return words.format.takeOver(goods, placeOfHandOver(handOver), span)
  return kind === 'BREAK' ? words.format.pause(span) : words.format.reload(goods, span)
}

interface Windows {
  window_start: string | null
  window_end: string | null
  more_windows?: { window_start: string; window_end: string }[] | undefined
}

const spanOf = ({ window_start: start, window_end: end }: { window_start: string; window_end: string }): string =>
  `${clockTime(start)} – ${clockTime(end)}`

/** Converts MM/dd/yyyy to a weekday, such as Thu. */
export function weekdayOf(day: string): string {
  const [month = 1, date = 1, year = 1970] = day.split('/').map(Number)
  return formatIn('UTC', { weekday: 'short' }, locale()).format(Date.UTC(year, month - 1, date))
}

/** Weekday by number: 0 is Mon, 6 is Sun. */
export const shortWeekday = (day: number): string =>
  formatIn('UTC', { weekday: 'short' }, locale()).format(Date.UTC(1970, 0, 5 + day))

/** Converts MM/dd/yyyy to a long date, such as December 3, 2026. */
export function longDay(day: string): string {
  const [month = 1, date = 1, year = 1970] = day.split('/').map(Number)
  const inLocale = dateLocaleOf(locale(), formats, false)
  return formatIn('UTC', { dateStyle: 'long' }, inLocale).format(Date.UTC(year, month - 1, date))
}

/** Converts MM/dd/yyyy to a short date with its weekday, such as Wed, Nov 25. */
export function namedDay(day: string): string {
  const [month = 1, date = 1, year = 1970] = day.split('/').map(Number)
  const inLocale = dateLocaleOf(locale(), formats, false)
  return formatIn('UTC', { weekday: 'short', month: 'short', day: 'numeric' }, inLocale).format(
    Date.UTC(year, month - 1, date),
  )
}

/** Converts yyyy-MM to a name, such as November 2026. */
export const monthName = (month: string): string =>
  formatIn('UTC', { month: 'long', year: 'numeric' }, locale()).format(Date.parse(`${month}-01`))

/** Adds days to a date, MM/dd/yyyy. */
export function addDays(day: string, days: number): string {
  const [month = 1, date = 1, year = 1970] = day.split('/').map(Number)
  return isoToDay(new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10))
}

export const dayToIso = (day: string): string => `${day.slice(6)}-${day.slice(0, 2)}-${day.slice(3, 5)}`
export const isoToDay = (iso: string): string => `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)}`

/** Converts a date of a URL to MM/dd/yyyy. Null if the date doesn't exist. */
export function dayOfIso(iso: string | null): string | null {
  if (!iso || !/^\d{4}-\d{2}-\d{2}$/.test(iso)) return null
  const at = Date.parse(iso)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso ? null : isoToDay(iso)
}

/** Formats a stored measure with its unit. */
export const measureText = (measure: Measure, value: number): string =>
  measureInWords(formats.units, measure, value, locale())

/** Formats miles: 12.3 mi or 19.8 km. */
export const miles = (value: number): string => measureInWords(formats.units, 'distance', value, locale())
/** Formats pounds: 1,200 lb or 544 kg. */
export const pounds = (value: number): string => measureInWords(formats.units, 'weight', value, locale())
export const cubicFeet = (value: number): string => measureInWords(formats.units, 'volume', value, locale())
export const squareMiles = (value: number): string => measureInWords(formats.units, 'area', value, locale())

/** The number without its unit, which is in the heading. */
export const figureOf = (measure: Measure, stored: number): string =>
  measureFigure(formats.units, measure, stored, locale())

/** Unit symbol for labels, such as lb, kg, mi or km. */
export const unitOf = (measure: Measure): string => symbolOf(formats.units, measure)

/** Initial value of a field for a stored measure. */
export const inputValueOf = (measure: Measure, stored: number | null | undefined): number | null =>
  stored === null || stored === undefined ? null : fieldOf(formats.units, measure, stored)

/**
 * Converts the value of a field to the stored unit. Text that is not a number is returned unchanged. An unchanged value keeps
 * the exact stored one.
 */
export const storedValueOf = <T extends number | string | null>(
  measure: Measure,
  typed: T,
  was: number | null | undefined = null,
): T | number => (typeof typed === 'number' ? storedOf(formats.units, measure, typed, was) : typed)

/** Formats 0.5 as 50%. */
export const percent = (share: number): string => `${Math.round(100 * share)}%`

/** Examples: 45 min, 3 h 10 min */
export function minutes(value: number): string {
  const whole = Math.round(value)
  if (Math.abs(whole) < 60) return `${whole} min`
  return `${Math.trunc(whole / 60)} h ${Math.abs(whole % 60)} min`
}

/** Adds the sign: +4.2 mi, −3 min. */
export const signed = (value: number, text: (value: number) => string): string =>
  `${value < 0 ? '−' : '+'}${text(Math.abs(value))}`

/** Example: 2,500 */
export const countText = (count: number): string => count.toLocaleString(locale())

/** Example: Ann, Ben, and Cleo */
export const listed = (names: readonly string[]): string => new Intl.ListFormat(locale()).format(names)

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString(locale())} ${count === 1 ? one : many}`
