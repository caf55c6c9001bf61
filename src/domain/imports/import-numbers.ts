// Reads the numbers in a file's cells. 1.200 is one and a fifth or twelve hundred: which of them is told by the whole file.

/** What stands before the decimals; the other of the two groups thousands. */
export type DecimalMark = '.' | ','

const THREE_AFTER_A_MARK = /^-?[1-9]\d{0,2}[.,]\d{3}$/

/** Before that mark. */
const WHOLE_BEFORE = { '.': /^-?(\d*|\d{1,3}(,\d{3})+)$/, ',': /^-?(\d*|\d{1,3}(\.\d{3})+)$/ } as const

/** Without blanks, currencies and the apostrophe that groups thousands in Switzerland. */
const bare = (cell: string): string => cell.trim().replace(/[\s$€£'’]/g, '')

/** The mark before decimals of a number that can be read in one way alone. */
function markShown(cell: string): DecimalMark | null {
  const text = bare(cell)
  if (!/^-?[\d.,]+$/.test(text) || THREE_AFTER_A_MARK.test(text)) return null
  const marks = text.match(/[.,]/g) ?? []
  const [first] = marks
  const last = marks.at(-1)
  if (!first || !last) return null
  if (first === last && marks.length > 1) return first === '.' ? ',' : '.'
  return last === '.' ? '.' : ','
}

/** The mark that most of the numbers have; the usual one where none tells. */
export function decimalMarkOf(cells: Iterable<string>, usual: DecimalMark): DecimalMark {
  const count = { '.': 0, ',': 0 }
  for (const cell of cells) {
    const mark = markShown(cell)
    if (mark) count[mark]++
  }
  if (count['.'] === count[',']) return usual
  return count['.'] > count[','] ? '.' : ','
}

/** As numbers are written in the country, by its ISO 3166-1 code. */
export function usualMarkIn(country: string): DecimalMark {
  const { language, region } = new Intl.Locale('und', { region: country }).maximize()
  const [, mark] = new Intl.NumberFormat(`${language}-${region}`).format(1.5)
  return mark === ',' ? ',' : '.'
}

/**
 * A number however it is written, as 1234.5: of 1,234.5 and 1.234,5, 93,0 and 93.0; null of what is none. Three digits
 * behind a single mark are decimals where `decimal` is that mark, and thousands where it is the other or, of what has no
 * three decimals, null.
 */
export function plainNumberIn(cell: string, decimal: DecimalMark | null): string | null {
  const text = bare(cell)
  if (THREE_AFTER_A_MARK.test(text) && (decimal === null || !text.includes(decimal))) return text.replace(/[.,]/, '')
  const mark = markShown(text) ?? decimal ?? '.'
  const [whole = '', decimals = '', ...more] = text.split(mark)
  if (more.length > 0 || !WHOLE_BEFORE[mark].test(whole) || !/^\d*$/.test(decimals) || !/\d/.test(text)) return null
  const digits = whole.replace(/[.,]/g, '')
  return `${digits}${/\d/.test(digits) ? '' : '0'}${decimals && `.${decimals}`}`
}

export function numberIn(cell: string, decimal: DecimalMark | null): number | null {
  const plain = plainNumberIn(cell, decimal)
  return plain === null ? null : Number(plain)
}

/** Degrees: a mark is one before decimals, and nothing groups thousands. */
export const degreesIn = (cell: string): number | null => numberIn(cell, cell.includes(',') ? ',' : '.')
