// Times, distances, weights and choices in the driver's format: 9:40 AM or 09:40, 12.3 mi or 19.8 km.
import {
  dateLocaleOf,
  decimalsOf,
  hoursOf,
  inUnits,
  type Measure,
  measureInWords,
  symbolOf,
  US_FORMATS,
} from '../formats.ts'
import { type Pause, placeOfHandOver } from '../routes/pauses.ts'
import type { DriverWords } from './words.ts'

/** Formats an ISO instant as a time of day in the time zone. */
export const clock = ({ locale, formats = US_FORMATS }: DriverWords, instant: string, timeZone: string): string =>
  new Date(instant)
    .toLocaleTimeString(locale, { timeZone, ...hoursOf(formats) })
    // Some versions of ICU put a narrow space before AM. A normal space gives the same text on every phone.
    .replace(/\s/gu, ' ')

/** Returns "Monday, November 23" for a yyyy-MM-dd. */
export const dayInWords = ({ locale, formats = US_FORMATS }: DriverWords, day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(dateLocaleOf(locale, formats, false), {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  })

/** Formats an HH:mm. */
const timeOfDay = (words: DriverWords, time: string): string => clock(words, `1970-01-01T${time}:00Z`, 'UTC')

interface PauseToDescribe {
  kind: Pause['kind']
  start: string
  end: string
  hand_over?: { from_route: string; name: string | null } | undefined
}

/** Returns the text of a pause: "Break 12:00 PM – 12:30 PM", or a reload for this number of stops. */
export function pauseInWords(
  words: DriverWords,
  { kind, start, end, hand_over: handOver }: PauseToDescribe,
  loads: number,
  timeZone: string,
): string {
  const span = `${clock(words, start, timeZone)} – ${clock(words, end, timeZone)}`
  if (kind === 'BREAK') return words.pause(span)
  if (handOver) return words.handOver(loads, placeOfHandOver(handOver), span)
  return loads > 0 ? words.reload(loads, span) : words.reloadNothing(span)
}

interface Window {
  start: string | null
  end: string | null
}

/** Returns the time windows of a stop, or null if there are none. */
export const windowsInWords = (words: DriverWords, windows: readonly Window[]): string | null =>
  listInWords(words, windows, 'disjunction')

/** Returns when the street of a stop is open on the day of the route. Null if at all hours. */
export function streetInWords(
  words: DriverWords,
  hours: readonly { window_start: string; window_end: string }[] | undefined,
): string | null {
  if (!hours) return null
  const windows = hours.map(({ window_start: start, window_end: end }) => ({ start, end }))
  const open = listInWords(words, windows, 'conjunction')
  return open === null ? words.card.streetClosed : words.card.streetOpen(open)
}

function listInWords(words: DriverWords, windows: readonly Window[], type: Intl.ListFormatType): string | null {
  const each = windows.flatMap(({ start, end }) => {
    if (start && end) return `${timeOfDay(words, start)} – ${timeOfDay(words, end)}`
    if (start) return words.from(timeOfDay(words, start))
    return end ? words.by(timeOfDay(words, end)) : []
  })
  return each.length > 0 ? new Intl.ListFormat(words.locale, { type }).format(each) : null
}

export const distance = (words: DriverWords, miles: number): string => amount(words, 'distance', miles)

export const weight = (words: DriverWords, pounds: number): string => amount(words, 'weight', pounds)

export function volume(words: DriverWords, cubicFeet: number): string {
  const { locale, card, formats = US_FORMATS } = words
  return formats.units === 'US' ? card.cubicFeet(cubicFeet) : measureInWords(formats.units, 'volume', cubicFeet, locale)
}

const INTL_UNITS: Readonly<Record<string, string>> = { lb: 'pound', kg: 'kilogram', mi: 'mile', km: 'kilometer' }

function amount({ locale, formats = US_FORMATS }: DriverWords, measure: Measure, stored: number): string {
  const figure = inUnits(formats.units, measure, stored)
  const { least, most } = decimalsOf(formats.units, measure, figure)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: INTL_UNITS[symbolOf(formats.units, measure)],
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  }).format(figure)
}

/** Returns a reason or location in the driver's language if it is a default choice, else unchanged. */
export const choiceInWords = ({ choices }: DriverWords, name: string): string =>
  Object.hasOwn(choices, name) ? choices[name as keyof typeof choices] : name
