// Delimited text of any delimiter and encoding in use, as rows and columns.
import Papa from 'papaparse'
import type { Sheet, SheetFault } from '../../app/ports/sheets.ts'
import { type Most, sheetOf } from './sheet-rows.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** Rows; blank ones would mislead the guess. */
const GUESSED_FROM = 20

export function readSheet(content: Uint8Array, most: Most): Sheet | SheetFault {
  const decoded = decode(content)
  if (decoded.text.includes('\0'))
    return { fault: 'This is not a text file. In a spreadsheet, save it as CSV and choose it again.' }
  const { meta } = Papa.parse(decoded.text, {
    delimitersToGuess: DELIMITERS,
    preview: GUESSED_FROM,
    skipEmptyLines: true,
  })
  const { data, errors } = Papa.parse<string[]>(decoded.text, { delimiter: meta.delimiter })
  const open = errors.find(({ code }) => code === 'MissingQuotes')
  if (open)
    return {
      fault: `Row ${(open.row ?? 0) + 1} begins a quotation that never ends. Close it and choose the file again.`,
    }
  const lines = data.map((cells, i) => ({ line: i + 1, cells }))
  return sheetOf(lines, most, { delimiter: meta.delimiter, encoding: decoded.encoding })
}

function decode(content: Uint8Array): { text: string; encoding: string } {
  const encoding = encodingOf(content)
  return { text: new TextDecoder(encoding).decode(content), encoding }
}

function encodingOf(content: Uint8Array): string {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Without a mark, every other byte of a table's first letters is zero.
  if (content.length > 3 && second === 0 && content[3] === 0 && first !== 0) return 'utf-16le'
  if (content.length > 3 && first === 0 && content[2] === 0 && second !== 0) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
