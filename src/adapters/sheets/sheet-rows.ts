// Lines of cells as a sheet: the first names the columns, blank ones are left out, and too much is refused.
import type { Sheet, SheetFault } from '../../app/ports/sheets.ts'

const HEADER_CHARACTERS = 200

export interface Line {
  line: number
  cells: string[]
}

export interface Most {
  rows: number
  columns: number
}

const filled = ({ cells }: Line): number => cells.filter((cell) => cell.trim() !== '').length

/** People write above a table what it is, in one cell; no table of orders has one column. */
const belowTitle = (lines: readonly Line[]): readonly Line[] =>
  lines.slice(
    Math.max(
      0,
      lines.findIndex((line) => filled(line) > 1),
    ),
  )

export function sheetOf(
  lines: readonly Line[],
  most: Most,
  read: Pick<Sheet, 'delimiter' | 'encoding'>,
): Sheet | SheetFault {
  const [head, ...body] = belowTitle(lines.filter((line) => filled(line) > 0))
  if (!head || body.length === 0) return { fault: 'The file has no rows below its headers.' }
  if (body.length > most.rows)
    return { fault: `The file has ${body.length} rows; at most ${most.rows} go into one import. Split it.` }
  const columns = head.cells.length
  if (columns > most.columns)
    return { fault: `The file has ${columns} columns; at most ${most.columns} can be read. Remove what is not needed.` }
  return {
    headers: head.cells.map((cell) => cell.trim().slice(0, HEADER_CHARACTERS)),
    rows: body.map(({ line, cells }) => ({ line, cells: cells.slice(0, columns) })),
    ...read,
  }
}
