// A line of CSV that spreadsheets open as it is meant: a text that looks like a formula stays text.

export type CsvCell = string | number | null

/** With its line end (RFC 4180). A text beginning with = + - @ or a control gets an apostrophe before it. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(written).join(',')}\r\n`

function written(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n\t]|^[' ]| $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
