// Days and times in printed documents: 11/23/2026 9:40 AM, or in the formats of the business.
import { calendarOf } from '../app/calendar.ts'
import { dayInFigures, type Formats } from '../domain/formats.ts'
import { timeInWords } from '../domain/time-words.ts'

export interface Written extends Formats {
  timeZone: string
}

export const timeIn = (instant: Date, formats: Written, locale: string): string =>
  timeInWords(instant, formats.timeZone, { locale, formats })

export const momentIn = (instant: Date, formats: Written, locale: string): string =>
  `${dayInFigures(calendarOf(formats.timeZone).dayOf(instant), formats)} ${timeIn(instant, formats, locale)}`
