// Parses the notations that people and shops use in cells. Each function returns null if a cell is not valid.
import { inUnits } from '../formats.ts'
import { csvText } from './csv-line.ts'
import { type DecimalMark, numberIn, plainNumberIn } from './import-numbers.ts'
import { ID_CHECKS, type IdCheck } from '../routes/door-checks.ts'
import { type Language, LANGUAGES } from '../customer-words/language.ts'

const POUNDS_A_KILOGRAM = 1 / inUnits('METRIC', 'weight', 1)
const CUBIC_FEET_A_CUBIC_METER = 1 / inUnits('METRIC', 'volume', 1)

/** Spaces that are copied from web pages or documents and look like normal spaces. */
const ODD_SPACES = /[\u00a0\u2007\u202f]/g
/** A formula that programs write so that a spreadsheet keeps the text of a cell: ="02138". */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/

/** Returns the text that a cell shows, without the signs that keep spreadsheets from changing it. */
export function cellText(cell: string): string {
  const text = cell.replace(ODD_SPACES, ' ').trim()
  const [, kept] = TEXT_FORMULA.exec(text) ?? []
  return csvText(kept === undefined ? text : kept.replaceAll('""', '"')).trim()
}

/** Returns whether a spreadsheet has replaced a long number by its first digits: 5.00012E+12. */
export const isShortened = (cell: string): boolean => /^\d[.,]?\d*E\+\d+$/i.test(cell)

const NAMED_TIMES: Record<string, string> = { noon: '12:00', mittags: '12:00', midi: '12:00', mediodia: '12:00' }

/** Returns HH:mm for a time of day such as 9:00 AM, 9am, 09:00, 17:30:00, 9h30, 9 Uhr or noon. */
export function timeIn(cell: string): string | null {
  if (cell.length > MAX_TIME_CHARACTERS) return null
  const text = cell
    .trim()
    .toLowerCase()
    .replace(/\s*(?:uhr|hrs?|horas?|heures?)\.?$/, ':00')
    .replace(/(:\d{2}):00$/, '$1')
  const named = NAMED_TIMES[text]
  if (named) return named
  const [, hours = '', minutes = '', half] =
    /^(\d{1,2})(?:\s*[:.h]\s*(\d{2})?)?(?::\d{2})?\s*(?:([ap])\.?\s?m?\.?)?$/.exec(text) ?? []
  if (!hours || (!half && !/[:.h]/.test(text)) || /[:.]$/.test(text.replace(/[ap]\.?\s?m?\.?$/, '').trim())) return null
  const hour = Number(hours)
  if (Number(minutes) > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return null
  const of24 = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour
  return `${String(of24).padStart(2, '0')}:${minutes || '00'}`
}

/** The last minute of a day, at which a window that ends at midnight ends. */
const LAST_MINUTE = '23:59'

/** Like `timeIn`, for the end of a window: midnight is the end of the day. */
export function endTimeIn(cell: string): string | null {
  if (/^(?:24[:.h]?(?:00)?(?::00)?(?: uhr)?|midnight|minuit|medianoche|mitternacht)$/i.test(cell.trim()))
    return LAST_MINUTE
  const time = timeIn(cell)
  return time === '00:00' ? LAST_MINUTE : time
}

/** Maximum length of a date, a time or a window. Limits the work for hostile cells. */
export const MAX_TIME_CHARACTERS = 80
const BETWEEN = /-|–|—|\b(?:to|until|till|bis|hasta|and|et)\b|\s(?:a|y|à)\s/i
const BEFORE_WINDOW = /^(?:from|between|von|zwischen|ab|de|desde|entre)\s+(?=\d)/i

/** A half of the day or a unit at the end of a window, which also applies to its start: "9-11am" or "9 bis 11 Uhr". */
const AFTER_WINDOW = /(?:[ap]\.?m| ?(?:uhr|h))\.?$/i

/** Returns both ends of "9:00 AM - 12:00 PM". A start without a half of the day is before the end: "9 - 5 PM". */
export function windowIn(cell: string): { start: string; end: string } | null {
  if (cell.length > MAX_TIME_CHARACTERS) return null
  const [from = '', to = '', ...more] = cell.trim().replace(BEFORE_WINDOW, '').split(BETWEEN)
  const [after = ''] = AFTER_WINDOW.exec(to.trim()) ?? []
  const end = endTimeIn(to)
  const start =
    timeIn(from) ??
    (/^[ap]/i.test(after) ? [after, 'am', 'pm'] : [after])
      .map((half) => timeIn(`${from.trim()}${half}`))
      .find((time) => time && end && time < end)
  return more.length === 0 && start && end ? { start, end } : null
}

/** Returns the windows in the format of an order body. Null if the cell is empty or a window is not valid. */
export function windowsIn(cell: string): { window_start: string; window_end: string }[] | null {
  const windows = (listIn(cell) ?? []).map(windowIn)
  const read = windows.flatMap((window) => (window ? [{ window_start: window.start, window_end: window.end }] : []))
  return read.length > 0 && read.length === windows.length ? read : null
}

interface BreakIn {
  window_start: string
  window_end: string
  minutes: number
  paid: boolean
}

/**
 * Returns the breaks in the format of a vehicle body, for a cell such as
 * "11:30 AM - 1:00 PM 30 min, 3 PM - 4 PM 15 min unpaid". Null if one is not valid.
 */
export function breaksIn(cell: string): BreakIn[] | null {
  const listed = listIn(cell) ?? []
  const read = listed.flatMap((text) => breakIn(text) ?? [])
  return read.length === listed.length ? read : null
}

function breakIn(text: string): BreakIn | null {
  const words = text.trim().split(/\s+/)
  const pay = /^(un)?paid$/i.test(words.at(-1) ?? '') ? words.pop()?.toLowerCase() : 'paid'
  if (/^min(utes)?\.?$/i.test(words.at(-1) ?? '')) words.pop()
  const minutes = numberIn(words.pop() ?? '', null)
  const window = windowIn(words.join(' '))
  return window && minutes !== null
    ? { window_start: window.start, window_end: window.end, minutes, paid: pay === 'paid' }
    : null
}

/** Returns the elements between commas, semicolons or line breaks. Null if there are none. */
export function listIn(cell: string): string[] | null {
  const listed = cell
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)
  return listed.length > 0 ? listed : null
}

const POUNDS_BY_UNIT: Record<string, number> = {
  lb: 1,
  lbs: 1,
  pound: 1,
  pounds: 1,
  oz: 1 / 16,
  kg: POUNDS_A_KILOGRAM,
  kgs: POUNDS_A_KILOGRAM,
  kilo: POUNDS_A_KILOGRAM,
  kilos: POUNDS_A_KILOGRAM,
  kilogram: POUNDS_A_KILOGRAM,
  kilograms: POUNDS_A_KILOGRAM,
  g: POUNDS_A_KILOGRAM / 1_000,
  gram: POUNDS_A_KILOGRAM / 1_000,
  grams: POUNDS_A_KILOGRAM / 1_000,
}

const FEET_BY_UNIT: Record<string, number> = {
  ft3: 1,
  cuft: 1,
  cft: 1,
  cubicfoot: 1,
  cubicfeet: 1,
  m3: CUBIC_FEET_A_CUBIC_METER,
  cbm: CUBIC_FEET_A_CUBIC_METER,
  cubicmeter: CUBIC_FEET_A_CUBIC_METER,
  cubicmeters: CUBIC_FEET_A_CUBIC_METER,
  cubicmetre: CUBIC_FEET_A_CUBIC_METER,
  cubicmetres: CUBIC_FEET_A_CUBIC_METER,
  l: CUBIC_FEET_A_CUBIC_METER / 1_000,
  liter: CUBIC_FEET_A_CUBIC_METER / 1_000,
  liters: CUBIC_FEET_A_CUBIC_METER / 1_000,
  litre: CUBIC_FEET_A_CUBIC_METER / 1_000,
  litres: CUBIC_FEET_A_CUBIC_METER / 1_000,
}

export type Sized = 'weight' | 'volume'
const BY_UNIT = { weight: POUNDS_BY_UNIT, volume: FEET_BY_UNIT } as const

/** Returns pounds for a weight with a unit, or in `unit` if it has none. Null if the weight is not valid. */
export const poundsIn = (cell: string, unit: string, decimal: DecimalMark): number | null =>
  amountIn('weight', cell, unit, decimal)

/** Like `poundsIn`, but returns cubic feet for a volume. */
export const cubicFeetIn = (cell: string, unit: string, decimal: DecimalMark): number | null =>
  amountIn('volume', cell, unit, decimal)

function amountIn(sized: Sized, cell: string, unit: string, decimal: DecimalMark): number | null {
  const text = cell.trim()
  const letters = text.search(/\p{L}/u)
  const [amount, own] = letters < 0 ? [text, ''] : [text.slice(0, letters), text.slice(letters)]
  const number = numberIn(amount, decimal)
  const name = unitName(own || unit)
  const factor = Object.hasOwn(BY_UNIT[sized], name) ? BY_UNIT[sized][name] : undefined
  return number === null || factor === undefined ? null : Math.round(number * factor * STORED) / STORED
}

/** Precision that reproduces the entered value in every unit. */
const STORED = 1e6

const unitName = (unit: string): string => unit.toLowerCase().replaceAll('³', '3').replace(/[\s.]/g, '')

/** Returns the unit in a header such as "Weight (kg)" or "wt_lbs". Null if there is none. */
export function unitInHeader(sized: Sized, header: string): string | null {
  const words = header.replaceAll('³', '3').split(/[^\p{L}\p{N}]+/u)
  for (const [i, word] of words.entries())
    for (const name of [word + (words[i + 1] ?? ''), word].map(unitName))
      if (Object.hasOwn(BY_UNIT[sized], name)) return name
  return null
}

/** Returns es for es, ES or es-MX. Null if the customer pages don't support the language. */
export const languageIn = (text: string): Language | null =>
  LANGUAGES.find((language) => language === text.trim().toLowerCase().split(/[-_]/)[0]) ?? null

/** An abbreviated currency with its marks, such as Rs. or S/., or another sign outside of a number. */
const CURRENCY = /\p{L}[\p{L}./]*|[^\d.,()−-]/gu

/**
 * Returns 12.50 for $12.50, 12,50 € or Fr. 12.50, and 1012.50 for 1,012.50 USD: exact, as text. Returns null for a
 * negative amount, also for one in parentheses.
 */
export function moneyIn(cell: string, decimal: DecimalMark): string | null {
  const plain = plainNumberIn(cell.replace(CURRENCY, ''), decimal)
  return plain?.startsWith('-') ? null : plain
}

/** Returns AGE_18 for 18, 18+ or age 18, and ID for id. */
export function idCheckIn(cell: string): IdCheck | null {
  const text = cell.trim().toUpperCase()
  const [age] = /\d+/.exec(text) ?? []
  return ID_CHECKS.find((check) => check === text || check === `AGE_${age}`) ?? null
}

/** Returns true for yes, y, true, 1 or x, and false for no, n, false or 0. */
export function yesIn(cell: string): boolean | null {
  const text = cell.trim().toLowerCase()
  if (['yes', 'y', 'true', '1', 'x'].includes(text)) return true
  return ['no', 'n', 'false', '0'].includes(text) ? false : null
}
