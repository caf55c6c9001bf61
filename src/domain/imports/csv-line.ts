// A line of CSV that spreadsheets open as it is meant: a text that looks like a formula stays text.

export type CsvCell = string | number | null

/** What a spreadsheet may take for the beginning of a formula; full-width signs count (OWASP: CSV Injection). */
const FORMULA_START = /^[=+\-@＝＋－＠\t\r\n]/

/** With its line end (RFC 4180). A text that might begin a formula gets an apostrophe before it. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(written).join(',')}\r\n`

function written(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell
  return /[",\r\n\t]|^[' ]| $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
