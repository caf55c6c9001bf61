// Writes CSV that spreadsheets don't interpret as formulas, in any locale, and that an import reads back unchanged.
//
// Spreadsheets split at commas, semicolons or tabs, depending on their locale. If a file with commas is split at
// semicolons, its quotation marks have no effect, so cells also end within an original cell. Therefore an apostrophe is
// inserted before each sign that begins a formula (OWASP: CSV Injection) and that can come first in a cell in any of
// these readings.

export type CsvCell = string | number | null

/** Includes full-width signs. */
const FORMULA_SIGNS = new Set('=+-@＝＋－＠')
const SEPARATORS = new Set(';\t\r\n|')
/** Characters that spreadsheets skip, or that open a quotation. */
const SKIPPED = /[\s"\u200B-\u200F\u2060\uFEFF]/
/** Starts of cells before which `csvLine` adds an apostrophe. `csvText` removes the apostrophe again. */
const STARTS_WITH_TAB = /^'*[\t\r\n]/
const STARTS_WITH_APOSTROPHE = /^'+[\d\s]/
const ADDED_AT_START = /^'(?='*[\d\s])/

/** Returns a line with its line end (RFC 4180). Numbers stay numbers. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`

function cellText(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const marked = atFormulaSigns(cell, (before) => `${before}'`)
  const text = STARTS_WITH_TAB.test(marked) || STARTS_WITH_APOSTROPHE.test(marked) ? `'${marked}` : marked
  return /[",\r\n\t]|^[' ]| $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Returns the original text of a cell that `csvLine` wrote. In other files, removes apostrophes before a possible
 * number or formula.
 */
export const csvText = (cell: string): string =>
  atFormulaSigns(cell.replace(ADDED_AT_START, ''), (before) => (before.endsWith("'") ? before.slice(0, -1) : before))

/** Applies `change` to the text before each sign that may begin a formula. */
function atFormulaSigns(text: string, change: (before: string) => string): string {
  let [done, piece, mayBegin] = ['', '', true]
  for (const character of text) {
    if (mayBegin && FORMULA_SIGNS.has(character)) {
      done += change(piece)
      piece = ''
    }
    mayBegin = SEPARATORS.has(character) || (mayBegin && (character === "'" || SKIPPED.test(character)))
    piece += character
  }
  return done + piece
}
