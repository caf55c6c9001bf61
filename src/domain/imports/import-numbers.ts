// Reads the numbers in a file's cells. 1.200 is 1.2 or 1200, depending on the other numbers of the file.

/** Mark before the decimals. The other mark groups thousands. */
export type DecimalMark = '.' | ','

const THREE_AFTER_A_MARK = /^-?[1-9]\d{0,2}[.,]\d{3}$/

/** Valid text before the decimal mark. */
const WHOLE_BEFORE = { '.': /^-?(\d*|\d{1,3}(,\d{3})+)$/, ',': /^-?(\d*|\d{1,3}(\.\d{3})+)$/ } as const

/** Removes spaces, currency signs, and apostrophes, which group thousands in Switzerland. */
const withoutSpacesAndCurrency = (cell: string): string => cell.trim().replace(/[\s$€£'’]/g, '')

/** Returns the decimal mark of an unambiguous number, else null. */
function decimalMarkIn(cell: string): DecimalMark | null {
  const text = withoutSpacesAndCurrency(cell)
  if (!/^-?[\d.,]+$/.test(text) || THREE_AFTER_A_MARK.test(text)) return null
  const marks = text.match(/[.,]/g) ?? []
  const [first] = marks
  const last = marks.at(-1)
  if (!first || !last) return null
  if (first === last && marks.length > 1) return first === '.' ? ',' : '.'
  return last === '.' ? '.' : ','
}

/** Returns the decimal mark of most numbers, or `usual` if the numbers give no evidence. */
export function decimalMarkOf(cells: Iterable<string>, usual: DecimalMark): DecimalMark {
  const count = { '.': 0, ',': 0 }
  for (const cell of cells) {
    const mark = decimalMarkIn(cell)
    if (mark) count[mark]++
  }
  if (count['.'] === count[',']) return usual
  return count['.'] > count[','] ? '.' : ','
}

/** Returns the decimal mark of a country (ISO 3166-1 code). */
export function defaultDecimalMark(country: string): DecimalMark {
  const { language, region } = new Intl.Locale('und', { region: country }).maximize()
  const [, mark] = new Intl.NumberFormat(`${language}-${region}`).format(1.5)
  return mark === ',' ? ',' : '.'
}

/**
 * Returns a number in any notation as 1234.5: for example from 1,234.5 or 1.234,5. Null if it is not a number. Three
 * digits after a single mark are decimals if `decimal` is that mark. They are thousands if `decimal` is the other mark,
 * or null for values that never have three decimals.
 */
export function plainNumberIn(cell: string, decimal: DecimalMark | null): string | null {
  const text = withoutSpacesAndCurrency(cell)
  if (THREE_AFTER_A_MARK.test(text) && (decimal === null || !text.includes(decimal))) return text.replace(/[.,]/, '')
  const mark = decimalMarkIn(text) ?? decimal ?? '.'
  const [whole = '', decimals = '', ...more] = text.split(mark)
  if (more.length > 0 || !WHOLE_BEFORE[mark].test(whole) || !/^\d*$/.test(decimals) || !/\d/.test(text)) return null
  const digits = whole.replace(/[.,]/g, '')
  return `${digits}${/\d/.test(digits) ? '' : '0'}${decimals && `.${decimals}`}`
}

/** Like `plainNumberIn`, but returns a number. */
export function numberIn(cell: string, decimal: DecimalMark | null): number | null {
  const plain = plainNumberIn(cell, decimal)
  return plain === null ? null : Number(plain)
}

/** Returns degrees. A mark always precedes decimals, because degrees have no thousands. */
export const degreesIn = (cell: string): number | null => numberIn(cell, cell.includes(',') ? ',' : '.')
