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
const HOLIDAYS = /\b(?:PH|SH)\b(?:[ ,]+(?:PH|SH)\b)*/g
/** The end of a rule that excludes holidays, such as ", PH off". */
const CLOSED_ON_HOLIDAYS = /,? ?\b(?:PH (?:off|closed)|except PH)$/
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

  function hoursOf(given: string): ConditionHours | null {
    if (given.length > MAX_CHARACTERS) return null
    const text = withUsualNames(given)
    if (SUN.test(text)) return { certain: [], possible: [[0, WEEK_MINUTES]] }
    if (!HOURS_PARTS.some((part) => part.test(text))) return null
    const plain = joinedByDays(withoutHolidays(text))
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
 * "PH 10:00-12:00", because they would otherwise apply to every day. Empty if nothing is left.
 */
const withoutHolidays = (text: string): string =>
  text
    .split(';')
    .flatMap((given) => {
      const rule = given.replace(/\s+/g, ' ').replace(HOLIDAYS, 'PH').trim().replace(CLOSED_ON_HOLIDAYS, '')
      if (!rule.includes('PH')) return rule || []
      const left = rule
        .replace(/, ?PH\b/g, '')
        .replace(/\bPH\b,?/g, '')
        .trim()
      return DAYS.test(left) ? left : []
    })
    .join('; ')

const DAY_NAMES = /\b(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?\b/gi
const MONTH_NAMES =
  /\b(jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)\b/gi

/** Replaces the English names of days and months, and times such as `7h30` or `9h`. */
const withUsualNames = (text: string): string =>
  text
    .replace(DAY_NAMES, (name) => name.slice(0, 1).toUpperCase() + name.slice(1, 2).toLowerCase())
    .replace(MONTH_NAMES, (_, month: string) => month.slice(0, 1).toUpperCase() + month.slice(1).toLowerCase())
    .replace(/\b(\d{1,2})h(\d{2})?\b/gi, (_, hour: string, minutes = '00') => `${hour}:${minutes}`)

const TIME = /\d{1,2}(?:[:.]\d{2}| ?[ap]m)/i

/**
 * Joins successive rules for the same days, such as `Mo-Fr 07:00-09:00; Mo-Fr 16:00-18:00`. The format lets the last of
 * two rules for a day replace the first, but a mapper wrote the first rule because it applies.
 */
function joinedByDays(text: string): string {
  const rules: { days: string | null; rule: string }[] = []
  for (const rule of text.split(';').map((one) => one.trim())) {
    const at = rule.search(TIME)
    const times = at < 0 ? '' : rule.slice(at)
    // A rule with more than times, such as a comment, is not joined.
    const days = /^[-\d:.,\sapm]+$/i.test(times) ? rule.slice(0, at) : null
    const last = rules.at(-1)
    if (last && days !== null && last.days === days) last.rule += `,${times}`
    else rules.push({ days, rule })
  }
  return rules.map(({ rule }) => rule).join('; ')
}
