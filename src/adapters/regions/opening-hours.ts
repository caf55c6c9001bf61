// Reads hours in the format of the tag opening_hours (https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification).
// A plan has weekly hours, so holidays count as ordinary days, and seasons become hours that apply in some weeks.
import {
  hoursInBoth,
  hoursInEither,
  WEEK_MINUTES,
  type WeekHours,
  weekHours,
} from '../../domain/planning/week-hours.ts'
import type { ConditionHours, ReadHours } from '../../roads/read/conditions.ts'

/** A Monday whose week has no change of clocks in any time zone. */
const PLAIN_MONDAY = new Date(2024, 0, 8)
/** Number of weeks in which seasons and dates are evaluated. */
const WEEKS = 52

/** Parts of texts that may be hours: a time, a weekday, a week or a year, a month, or only hours without minutes. */
const HOURS_PARTS = [
  /\d{1,2}(?:[:.h]\d{2}| ?[ap]m)/i,
  /\b(?:mo|tu|we|th|fr|sa|su|ph|sh|24\/7|daily|easter|week [0-5]\d|20\d\d)\b/i,
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i,
  /^\d{1,2}-\d{1,2}(?:, ?\d{1,2}-\d{1,2})*$/,
]
const SUN = /sunrise|sunset|dawn|dusk/i
const HOLIDAYS = /\b(?:PH|SH)\b/
const DAYS = /\b(?:Mo|Tu|We|Th|Fr|Sa|Su|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/
/** Length above which a text is not hours in practice. */
const MAX_CHARACTERS = 255

/** Returns a reader that remembers each text. Seasons and dates are those of the year from `now` on. */
export async function openingHoursReader(now: Date): Promise<ReadHours> {
  const { default: OpeningHours } = await import('opening_hours')
  const known = new Map<string, ConditionHours | null>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const hours = hoursOf(text)
    known.set(text, hours)
    return hours
  }

  function hoursOf(text: string): ConditionHours | null {
    if (text.length > MAX_CHARACTERS) return null
    if (SUN.test(text)) return { certain: [], possible: [[0, WEEK_MINUTES]] }
    if (!HOURS_PARTS.some((part) => part.test(text))) return null
    const plain = withoutHolidays(text)
    if (plain === '') return null
    try {
      const opening = new OpeningHours(plain, null, 0)
      if (opening.isWeekStable()) return weekOf(opening, PLAIN_MONDAY)
      const weeks = Array.from({ length: WEEKS }, (_, week) => weekOf(opening, mondayOf(now, week)))
      return {
        certain: weeks.map(({ certain }) => certain).reduce(hoursInBoth),
        possible: weeks.map(({ possible }) => possible).reduce(hoursInEither),
      }
    } catch {
      return null
    }
  }
}

interface Opening {
  getOpenIntervals(from: Date, to: Date): [Date, Date, boolean, string | undefined][]
}

/** Returns the midnight at which the week of a date begins, or a later week. */
const mondayOf = (date: Date, weeksLater: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() - ((date.getDay() + 6) % 7) + 7 * weeksLater)

/** Returns the hours of one week. Hours that the text leaves open, for example with a comment, are possible hours. */
function weekOf(opening: Opening, monday: Date): ConditionHours {
  const end = new Date(monday.getFullYear(), monday.getMonth(), monday.getDate() + 7)
  const spans = opening.getOpenIntervals(monday, end)
  const minuteOf = (date: Date): number => {
    const days = Math.round((midnightInUtc(date) - midnightInUtc(monday)) / DAY_MS)
    return (days * 24 + date.getHours()) * 60 + date.getMinutes()
  }
  const hours = (some: typeof spans): WeekHours => weekHours(some.map(([from, to]) => [minuteOf(from), minuteOf(to)]))
  return { certain: hours(spans.filter(([, , isUnknown]) => !isUnknown)), possible: hours(spans) }
}

const DAY_MS = 24 * 3_600_000
const midnightInUtc = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())

/**
 * Returns the text without public holidays (PH) and school holidays (SH). Omits rules that are only about holidays, such as
 * "PH off", because they would otherwise apply to every day. Empty if nothing is left.
 */
const withoutHolidays = (text: string): string =>
  text
    .split(';')
    .flatMap((rule) => {
      if (!HOLIDAYS.test(rule)) return rule.trim()
      const left = rule.replace(/(?:,\s*)?\b(?:PH|SH)\b(?:\s*,)?/g, '').trim()
      return DAYS.test(left) ? left : []
    })
    .join('; ')
