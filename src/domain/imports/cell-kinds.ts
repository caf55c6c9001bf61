// Recognizes the kind of a cell's content, so that the meaning of its column can be guessed.
import { US_STATES } from '../addresses/us-address.ts'
import { PLACEMENTS } from '../orders/order.ts'
import { endTimeIn, timeIn, windowIn } from './import-cells.ts'
import type { ImportField } from './import-columns.ts'
import { dateIn } from './import-dates.ts'
import { degreesIn, numberIn } from './import-numbers.ts'

type Test = (cell: string) => boolean

/** Returns whether a cell is a date in either order. */
export const isDate: Test = (cell) => dateIn(cell, 'MONTH_FIRST') !== null || dateIn(cell, 'DAY_FIRST') !== null
const isTime: Test = (cell) => timeIn(cell) !== null
const isWindow: Test = (cell) => windowIn(cell) !== null
const isNumber: Test = (cell) => numberIn(cell.replace(/\p{L}.*$/su, ''), null) !== null
const isDegrees: Test = (cell) => {
  const degrees = degreesIn(cell)
  return degrees !== null && Math.abs(degrees) <= 180
}
/** Maximum length of an address and of an email. Limits the work for hostile cells. */
const MAX_CHARACTERS = 500
export const isEmail: Test = (cell) => cell.length <= MAX_CHARACTERS && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell)

/** How the cells of a field look. Fields of free text are absent. */
export const CELLS_OF_FIELD: Partial<Record<ImportField, Test>> = {
  customer_email: isEmail,
  lat: isDegrees,
  lng: isDegrees,
  placement: (cell) => PLACEMENTS.some((one) => one === cell),
  delivery_date: isDate,
  delivery_by: isDate,
  window: isWindow,
  window_start: isTime,
  window_end: (cell) => endTimeIn(cell) !== null,
  ready_at: isTime,
  weight: isNumber,
  load_pieces: isNumber,
  load_cubic_feet: isNumber,
  priority: isNumber,
  pickup_pieces: isNumber,
  collect_amount: isNumber,
  item_quantity: isNumber,
}

/** Returns whether a text ends with a state of the US, or with a state and a postal code. */
function endsWithState(text: string): boolean {
  const rest = text
    .replace(/[\s,]{1,3}\d{5}(?:-\d{4})?$/, '')
    .replace(/\.$/, '')
    .toLowerCase()
  return US_STATES.some((state) => {
    const name = state.toLowerCase()
    return rest.endsWith(name) && /[\s,]/.test(rest.at(-name.length - 1) ?? '')
  })
}

/** Returns whether at least two letters follow the first digit. */
const hasWordAfterNumber = (text: string): boolean =>
  (text.slice(text.search(/\d/) + 1).match(/\p{L}/gu)?.length ?? 0) >= 2

const COUNTRY_AT_END =
  /[\s,]+(?:usa?|united states|deutschland|germany|france|francia|españa|spain|schweiz|suisse|österreich)\.?$/i
const UNIT_WORD =
  /^(?:#|apt|apartment|unit|suite|ste|floor|fl|etage|stock|og|eg|piso|puerta|bât|bat|bis|room|rm|\d+(?:st|nd|rd|th)?\b)/i
/** A postal code of five digits, or of four digits before the town. Group 1 is the text before it. */
const POSTAL_CODE = /^(.*?)[\s,]+(?:[A-Z]{1,2}-)?(?:\d{5}(?:-\d{4})?|\d{4}(?=\s+\p{L}))(?:\s+\p{L}[^\d]*)?$/su

/**
 * Returns whether a cell is an address with its town or postal code, and not only a street: "12 Main St, Springfield",
 * "12 main st springfield il", "Hauptstr. 5, 10115 Berlin".
 */
export function isWholeAddress(cell: string): boolean {
  if (cell.length > MAX_CHARACTERS) return false
  const text = cell.trim().replace(COUNTRY_AT_END, '')
  if (!/\d/.test(text) || !/\p{L}{2}/u.test(text)) return false
  const words = text.split(/[\s,]+/)
  if (words.length >= 4 && endsWithState(text) && hasWordAfterNumber(text)) return true
  const [, before = ''] = POSTAL_CODE.exec(text) ?? []
  if (/\d/.test(before) && /\p{L}{2}/u.test(before)) return true
  const parts = text.split(/[,\n]/).map((part) => part.trim())
  const town = parts.at(-1) ?? ''
  return (
    parts.length > 1 &&
    /^[\p{L}\s.'’-]{3,}$/u.test(town) &&
    !UNIT_WORD.test(town) &&
    parts.slice(0, -1).some((part) => /\d/.test(part) && /\p{L}{2}/u.test(part))
  )
}

/** Returns whether at least half of the filled cells pass. Without filled cells, returns `empty`. */
export function mostAre(cells: readonly string[], test: Test, empty: boolean): boolean {
  const filled = cells.filter((cell) => cell !== '')
  return filled.length === 0 ? empty : filled.filter(test).length * 2 >= filled.length
}
