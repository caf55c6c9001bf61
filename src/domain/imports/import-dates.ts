// Reads the dates in a file's cells. 03/12/2026 is March 12 or December 3: which of them is told by the whole file.

import type { Formats } from '../formats.ts'

export const DATE_ORDERS = ['MONTH_FIRST', 'DAY_FIRST'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Why the dates are read in that order. */
export const DATE_ORDER_BASES = [
  /** A date of the file can be read only so. */
  'PROVEN',
  /** Some can be read only so, others only the other way: the more frequent counts. */
  'CONTRADICTED',
  'CHOSEN',
  /** As the last file with these columns. */
  'REMEMBERED',
  /** Nothing tells: as the business writes dates. */
  'ASSUMED',
] as const
export type DateOrderBasis = (typeof DATE_ORDER_BASES)[number]

/** Of a date that ends with its year, where a business begins with it the month comes first, too. */
export const usualOrder = ({ dateFormat }: Pick<Formats, 'dateFormat'>): DateOrder =>
  dateFormat === 'DAY_FIRST' ? 'DAY_FIRST' : 'MONTH_FIRST'

export interface DatesRead {
  order: DateOrder
  basis: DateOrderBasis
  /** A date that shows it: one with a single reading when it is proven, one with two while it is open. */
  example: string
  /** MM/dd/yyyy; null where that reading is no date. */
  monthFirst: string | null
  dayFirst: string | null
}

/** The order in which the file's dates are read; null when both orders read every date alike. */
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

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** MM/dd/yyyy of a date as people and shops write it, or null; a time after it does not matter. */
export function dateIn(cell: string, order: DateOrder): string | null {
  const text = dateText(cell)
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  if (iso) return written(iso[1], iso[2], iso[3])
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text)
  if (monthFirst) return written(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2])
  const dayFirst = /^(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/i.exec(text)
  return dayFirst ? written(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]) : numericDate(cell, order)
}

/** Of a date in figures that ends with its year. */
function numericDate(cell: string, order: DateOrder): string | null {
  const [, first, second, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:,? .*)?$/.exec(dateText(cell)) ?? []
  return order === 'MONTH_FIRST' ? written(year, first, second) : written(year, second, first)
}

const dateText = (cell: string): string => cell.trim().replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i, '')

const monthOf = (name = ''): string => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1)

function written(year = '', month = '', day = ''): string | null {
  const full = year.length === 2 ? `20${year}` : year
  const [m, d] = [month.padStart(2, '0'), day.padStart(2, '0')]
  const date = new Date(`${full}-${m}-${d}T00:00:00Z`)
  const exists = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(d)
  return exists ? `${m}/${d}/${full}` : null
}
