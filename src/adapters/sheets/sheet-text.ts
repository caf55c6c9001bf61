// Reads delimited text with any common delimiter and encoding as rows and columns.
import { text } from '../../texts/text.ts'
import Papa from 'papaparse'
import type { Sheet, SheetFault, SheetLimits } from '../../app/ports/sheets.ts'
import { SheetRefusal, sheetRefusals } from './refused.ts'
import { openCounter } from './sheet-counter.ts'
import { type Line, sheetOf } from './sheet-rows.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** Number of rows for guessing the delimiter. Blank rows don't count, because they would falsify the result. */
const GUESSED_FROM = 20
/** Maximum number of characters in these rows. */
const GUESSED_CHARACTERS = 1_000_000

export function readSheet(content: Uint8Array, limits: SheetLimits): Sheet | SheetFault {
  const { text: whole, encoding } = decode(content)
  if (whole.includes('\0'))
    return { fault: text('This is not a text file. In a spreadsheet, save it as CSV and choose it again.') }
  const { meta } = Papa.parse(whole.slice(0, GUESSED_CHARACTERS), {
    delimitersToGuess: DELIMITERS,
    preview: GUESSED_FROM,
    skipEmptyLines: true,
  })
  try {
    const lines = linesOf(whole, meta.delimiter, limits)
    return sheetOf(lines, limits, { delimiter: meta.delimiter, encoding })
  } catch (error) {
    if (error instanceof SheetRefusal) return { fault: error.said }
    throw error
  }
}

/** Returns the rows with text. */
function linesOf(whole: string, delimiter: string, limits: SheetLimits): Line[] {
  const counter = openCounter(limits)
  // Counts the cells of the whole text before any row is read, because a single row may contain all cells.
  for (const mark of [delimiter, '\n', '\r'])
    for (let at = whole.indexOf(mark); at >= 0; at = whole.indexOf(mark, at + 1))
      if (mark !== '\r' || whole[at + 1] !== '\n') counter.cell()
  refuseQuotations(whole, 2 * limits.cells)
  const lines: Line[] = []
  let line = 0
  Papa.parse<string[]>(whole, {
    delimiter,
    // The fast mode of the parser is off, because it splits the whole text before the first row can be counted.
    fastMode: false,
    step: ({ data, errors }) => {
      line++
      if (errors.some(({ code }) => code === 'MissingQuotes'))
        throw new SheetRefusal(
          text('Row {line} begins a quotation that never ends. Close it and choose the file again.', { line }),
        )
      if (data.every((cell) => cell.trim() === '')) return
      counter.row()
      lines.push({ line, cells: data })
    },
  })
  return lines
}

/** Limits quotation marks. A quoted cell has two of them, and each doubled or misplaced one costs memory. */
function refuseQuotations(text: string, most: number): void {
  let left = most
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1))
    if (left-- === 0) throw sheetRefusals.quotations(most)
}

function decode(content: Uint8Array): { text: string; encoding: string } {
  const encoding = encodingOf(content)
  return { text: new TextDecoder(encoding).decode(content), encoding }
}

function encodingOf(content: Uint8Array): string {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Without a byte order mark, every second byte of a table's first letters is zero.
  if (content.length > 3 && second === 0 && content[3] === 0 && first !== 0) return 'utf-16le'
  if (content.length > 3 && first === 0 && content[2] === 0 && second !== 0) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
