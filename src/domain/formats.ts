// A business's formats for measures, times of day and dates. Storage and API use fixed formats: pounds, miles, cubic
// feet, HH:mm and a single date format.

/** UK: miles with kilograms. */
export const UNITS = ['US', 'METRIC', 'UK'] as const
export type Units = (typeof UNITS)[number]
export const CLOCKS = ['H12', 'H24'] as const
export type Clock = (typeof CLOCKS)[number]
export const DATE_FORMATS = ['MONTH_FIRST', 'DAY_FIRST', 'YEAR_FIRST'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

export interface Formats {
  units: Units
  clock: Clock
  dateFormat: DateFormat
}

export const US_FORMATS: Formats = { units: 'US', clock: 'H12', dateFormat: 'MONTH_FIRST' }

export const METERS_A_MILE = 1_609.344
export const METERS_A_FOOT = 0.3048
export const KILOGRAMS_A_POUND = 0.45359237

export const MEASURES = ['weight', 'distance', 'volume', 'area', 'length'] as const
export type Measure = (typeof MEASURES)[number]

interface Unit {
  symbol: string
  /** Number of these units in one stored unit. */
  a: number
}

const POUND: Unit = { symbol: 'lb', a: 1 }
const KILOGRAM: Unit = { symbol: 'kg', a: KILOGRAMS_A_POUND }
const MILE: Unit = { symbol: 'mi', a: 1 }
const KILOMETER: Unit = { symbol: 'km', a: METERS_A_MILE / 1_000 }
const CUBIC_FOOT: Unit = { symbol: 'ft³', a: 1 }
const CUBIC_METER: Unit = { symbol: 'm³', a: METERS_A_FOOT ** 3 }
const FOOT: Unit = { symbol: 'ft', a: 1 }
const METER: Unit = { symbol: 'm', a: METERS_A_FOOT }
const SQUARE_MILE: Unit = { symbol: 'mi²', a: 1 }
const SQUARE_KILOMETER: Unit = { symbol: 'km²', a: KILOMETER.a ** 2 }

const UNIT_OF: Readonly<Record<Units, Readonly<Record<Measure, Unit>>>> = {
  US: { weight: POUND, distance: MILE, volume: CUBIC_FOOT, area: SQUARE_MILE, length: FOOT },
  METRIC: { weight: KILOGRAM, distance: KILOMETER, volume: CUBIC_METER, area: SQUARE_KILOMETER, length: METER },
  UK: { weight: KILOGRAM, distance: MILE, volume: CUBIC_METER, area: SQUARE_MILE, length: METER },
}

export const symbolOf = (units: Units, measure: Measure): string => UNIT_OF[units][measure].symbol

/** Converts a stored measure to the business's unit. */
export const inUnits = (units: Units, measure: Measure, stored: number): number => stored * UNIT_OF[units][measure].a

/** Precision of input fields: 3 decimals, which are grams, liters and meters. */
const TYPED = 1e3
/** Precision of stored values. It is high enough that an entered value reads back unchanged. */
const STORED = 1e6

/** Returns the initial value of an input field for a stored measure. */
export function fieldOf(units: Units, measure: Measure, stored: number): number {
  const { a } = UNIT_OF[units][measure]
  return a === 1 ? stored : Math.round(stored * a * TYPED) / TYPED
}

/** Returns the stored value of an input field. Returns `was` unchanged if the field still shows it. */
export function storedOf(units: Units, measure: Measure, typed: number, was: number | null = null): number {
  const { a } = UNIT_OF[units][measure]
  if (a === 1 || !Number.isFinite(typed)) return typed
  if (was !== null && fieldOf(units, measure, was) === typed) return was
  return Math.round((typed / a) * STORED) / STORED
}

/**
 * Returns the minimum and maximum number of decimals for a figure. A small weight or volume has more, so that it
 * doesn't become 0.
 */
export function decimalsOf(units: Units, measure: Measure, figure: number): { least: number; most: number } {
  const size = Math.abs(figure)
  if (measure === 'distance') return { least: 1, most: 1 }
  if (measure === 'weight') return { least: 0, most: units === 'US' || size >= 10 ? 0 : 1 }
  if (measure === 'length') return { least: 0, most: 2 }
  if (measure === 'volume') return { least: 0, most: size < 1 ? 3 : 2 }
  return { least: 0, most: size < 10 ? 1 : 0 }
}

const figures = new Map<string, Intl.NumberFormat>()

/**
 * Returns 12.3 mi or 1,200 lb, or 19.8 km or 544 kg, from the stored value. Figures are in the format of the locale.
 */
export const measureInWords = (units: Units, measure: Measure, stored: number, locale?: string): string =>
  `${measureFigure(units, measure, stored, locale)} ${symbolOf(units, measure)}`

/** Like `measureInWords`, but without the unit. */
export function measureFigure(units: Units, measure: Measure, stored: number, locale = 'en-US'): string {
  const figure = inUnits(units, measure, stored)
  const { least, most } = decimalsOf(units, measure, figure)
  const name = `${locale} ${least} ${most}`
  const format =
    figures.get(name) ?? new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most })
  figures.set(name, format)
  return format.format(figure)
}

/** Returns options for Intl. H12 uses the default of the locale, which may be a 24-hour clock. */
export const hoursOf = ({ clock }: Formats): Intl.DateTimeFormatOptions =>
  clock === 'H24' ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : { hour: 'numeric', minute: '2-digit' }

/**
 * Returns a locale with the business's date order. Only English has several orders. If the year comes first, figures
 * are the same in all languages.
 */
export function dateLocaleOf(locale: string, { dateFormat }: Formats, inFigures = true): string {
  if (dateFormat === 'YEAR_FIRST' && inFigures) return 'sv-SE'
  return dateFormat === 'DAY_FIRST' && locale.startsWith('en') ? 'en-GB' : locale
}

/** Returns 11/23/2026, 23/11/2026 or 2026-11-23 for a yyyy-MM-dd. */
export function dayInFigures(iso: string, { dateFormat }: Pick<Formats, 'dateFormat'>): string {
  const [year, month, day] = [iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10)]
  if (dateFormat === 'YEAR_FIRST') return `${year}-${month}-${day}`
  return dateFormat === 'DAY_FIRST' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`
}

/** Returns 9:40 AM or 09:40 for an HH:mm. */
export function timeOfDay(time: string, { clock }: Pick<Formats, 'clock'>): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const past = String(minutes).padStart(2, '0')
  if (clock === 'H24') return `${String(hours).padStart(2, '0')}:${past}`
  return `${hours % 12 || 12}:${past} ${hours < 12 ? 'AM' : 'PM'}`
}
