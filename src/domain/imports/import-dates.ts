// Reads the dates in a file's cells. 03/12/2026 is March 12 or December 3, depending on the other dates of the file.

import type { Formats } from '../formats.ts'

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

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Returns MM/dd/yyyy for a date in a common notation, or null. A time after the date is ignored. */
export function dateIn(cell: string, order: DateOrder): string | null {
  const text = dateText(cell)
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  if (iso) return written(iso[1], iso[2], iso[3])
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text)
  if (monthFirst) return written(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2])
  const dayFirst = /^(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/i.exec(text)
  return dayFirst ? written(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]) : numericDate(cell, order)
}

/** Reads a numeric date that ends with the year. */
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
