// Reads the dates in a file's cells. 03/12/2026 is March 12 or December 3, depending on the other dates of the file.

import type { Formats } from '../formats.ts'
import { MAX_TIME_CHARACTERS } from './import-cells.ts'

export const DATE_ORDERS = ['MONTH_FIRST', 'DAY_FIRST'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Reason for the order in which dates are read. */
export const DATE_ORDER_BASES = [
  /** At least one date of the file is valid only in this order. */
  'PROVEN',
  /** Some dates are valid only in this order, others only in the other order. The more frequent order counts. */
  'CONTRADICTED',
  'CHOSEN',
  /** Like the previous file with these columns. */
  'REMEMBERED',
  /** The file gives no evidence, so the format of the business applies. */
  'ASSUMED',
] as const
export type DateOrderBasis = (typeof DATE_ORDER_BASES)[number]

/**
 * Returns the order for dates that end with the year. A business that writes the year first also writes the month
 * before the day.
 */
export const defaultDateOrder = ({ dateFormat }: Pick<Formats, 'dateFormat'>): DateOrder =>
  dateFormat === 'DAY_FIRST' ? 'DAY_FIRST' : 'MONTH_FIRST'

export interface DatesRead {
  order: DateOrder
  basis: DateOrderBasis
  /** An example date: valid in one order only if the order is proven, else valid in both. */
  example: string
  /** MM/dd/yyyy. Null if the date is not valid in that order. */
  monthFirst: string | null
  dayFirst: string | null
}

/** Returns the order in which the file's dates are read. Null if both orders read every date alike. */
export function dateOrderOf(
  cells: Iterable<string>,
  { chosen, remembered, usual }: { chosen: DateOrder | null; remembered: DateOrder | null; usual: DateOrder },
): DatesRead | null {
  const count = { MONTH_FIRST: 0, DAY_FIRST: 0 }
  const examples: Partial<Record<DateOrder | 'OPEN', Omit<DatesRead, 'order' | 'basis'>>> = {}
  for (const cell of cells) {
    const [monthFirst, dayFirst] = [numericDate(cell, 'MONTH_FIRST'), numericDate(cell, 'DAY_FIRST')]
    if (monthFirst === dayFirst) continue
    const reading = monthFirst && dayFirst ? 'OPEN' : monthFirst ? 'MONTH_FIRST' : 'DAY_FIRST'
    if (reading !== 'OPEN') count[reading]++
    examples[reading] ??= { example: cell.trim(), monthFirst, dayFirst }
  }
  const proven = count.DAY_FIRST > count.MONTH_FIRST ? 'DAY_FIRST' : 'MONTH_FIRST'
  const open = examples.OPEN ?? examples[proven]
  if (!open) return null
  if (chosen) return { order: chosen, basis: 'CHOSEN', ...open }
  const shown = examples[proven]
  if (shown) return { order: proven, basis: count.DAY_FIRST && count.MONTH_FIRST ? 'CONTRADICTED' : 'PROVEN', ...shown }
  return remembered ? { order: remembered, basis: 'REMEMBERED', ...open } : { order: usual, basis: 'ASSUMED', ...open }
}

/** Beginnings of the months' names in English, Spanish, French and German, without accents. */
const MONTHS = (
  'jan|ene|janv feb|fev|febr mar|marz|mars|maerz|mrz apr|abr|avr may|mai jun|juin jul|juil aug|ago|aout sep|sept ' +
  'oct|okt nov dec|dic|dez'
)
  .split(' ')
  .map((names) => names.split('|'))
/** A weekday before a date. */
const WEEKDAY =
  /^(?:mon|tue|wed|thu|fri|sat|sun|lun|mar|mie|jue|vie|sab|dom|mer|jeu|ven|sam|dim|mo|di|mi|do|fr|sa|so)[a-z]{0,10}\.?,?\s+/

/**
 * Returns MM/dd/yyyy for a date in a common notation, or null. A time after the date is ignored, but an instant in UTC is
 * the local day in `timeZone`. Midnight UTC is the date itself, because programs write a date without a time so.
 */
export function dateIn(cell: string, order: DateOrder, timeZone: string | null = null): string | null {
  if (cell.length > MAX_TIME_CHARACTERS) return null
  const text = plainText(cell)
  return readDate(text, order, timeZone) ?? readDate(text.replace(WEEKDAY, ''), order, timeZone)
}

function readDate(text: string, order: DateOrder, timeZone: string | null): string | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ].*)?$/.exec(text)
  if (iso) return (timeZone !== null && localDay(text, timeZone)) || written(iso[1], iso[2], iso[3])
  const monthFirst = /^([a-z]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:[, ].*)?$/.exec(text)
  if (monthFirst) return written(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2])
  const dayFirst = /^(\d{1,2})(?:\.|er)?[ -](?:de )?([a-z]{3,10})\.?,?(?: del?)?[ -](\d{4})(?:[, ].*)?$/.exec(text)
  return dayFirst ? written(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]) : numericDate(text, order)
}

/** Reads a numeric date that ends with the year. */
function numericDate(cell: string, order: DateOrder): string | null {
  const text = plainText(cell).replace(WEEKDAY, '')
  const [, first, second, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:,? .*)?$/.exec(text) ?? []
  return order === 'MONTH_FIRST' ? written(year, first, second) : written(year, second, first)
}

/** Returns the local day of an instant such as 2026-11-30T23:00:00.000Z. Null if it isn't one, or is midnight UTC. */
function localDay(text: string, timeZone: string): string | null {
  const [, time] = /^\d{4}-\d{2}-\d{2}[t ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(?:z|[+]00:?00)$/.exec(text) ?? []
  const at = new Date(text.replace(' ', 't').toUpperCase())
  if (!time || /^00:00(?::00)?$/.test(time) || Number.isNaN(at.getTime())) return null
  return at.toLocaleDateString('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
}

/** Returns a cell in lower case without accents. */
const plainText = (cell: string): string => cell.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

const monthOf = (name = ''): string =>
  String(MONTHS.findIndex((names) => names.some((start) => name.startsWith(start))) + 1)

function written(year = '', month = '', day = ''): string | null {
  const full = year.length === 2 ? `20${year}` : year
  const [m, d] = [month.padStart(2, '0'), day.padStart(2, '0')]
  const date = new Date(`${full}-${m}-${d}T00:00:00Z`)
  const exists = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(d)
  return exists ? `${m}/${d}/${full}` : null
}
