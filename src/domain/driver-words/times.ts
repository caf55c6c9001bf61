// Times, distances, weights and choices as drivers read them: 9:40 AM or 09:40, 12.3 mi.
import { type Pause, placeOfHandOver } from '../routes/pauses.ts'
import type { DriverWords } from './words.ts'

/** Of an ISO instant, by the clock of the time zone. */
export const clock = ({ locale }: DriverWords, instant: string, timeZone: string): string =>
  new Date(instant)
    .toLocaleTimeString(locale, { timeZone, hour: 'numeric', minute: '2-digit' })
    // Some versions of ICU put a narrow space before AM.
    .replace(/\s/gu, ' ')

/** Monday, November 23, of a yyyy-MM-dd. */
export const dayInWords = ({ locale }: DriverWords, day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  })

/** Of an HH:mm. */
const timeOfDay = (words: DriverWords, time: string): string => clock(words, `1970-01-01T${time}:00Z`, 'UTC')

interface SaidPause {
  kind: Pause['kind']
  start: string
  end: string
  hand_over?: { from_route: string; name: string | null } | undefined
}

/** Break 12:00 PM – 12:30 PM; or back at the depot for the goods of that many stops. */
export function pauseInWords(
  words: DriverWords,
  { kind, start, end, hand_over: handOver }: SaidPause,
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

/** The time windows of a stop; null when any time will do. */
export function windowsInWords(words: DriverWords, windows: readonly Window[]): string | null {
  const each = windows.flatMap(({ start, end }) => {
    if (start && end) return `${timeOfDay(words, start)} – ${timeOfDay(words, end)}`
    if (start) return words.from(timeOfDay(words, start))
    return end ? words.by(timeOfDay(words, end)) : []
  })
  return each.length > 0 ? new Intl.ListFormat(words.locale, { type: 'disjunction' }).format(each) : null
}

export const miles = ({ locale }: DriverWords, distance: number): string => amount(locale, 'mile', 1).format(distance)

export const pounds = ({ locale }: DriverWords, weight: number): string => amount(locale, 'pound', 0).format(weight)

const amount = (locale: string, unit: string, digits: number): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })

/** A reason or place to choose, in the driver's language where it is one of ours; else as the business wrote it. */
export const choiceInWords = ({ choices }: DriverWords, name: string): string =>
  Object.hasOwn(choices, name) ? choices[name as keyof typeof choices] : name
