// Converts lines of cells to a sheet. The first line contains the headers, blank lines are omitted, and sheets above
// the limits are rejected.
import { text } from '../../texts/text.ts'
import type { Sheet, SheetFault, SheetLimits } from '../../app/ports/sheets.ts'
import { sheetRefusals } from './refused.ts'

const HEADER_CHARACTERS = 200

export interface Line {
  line: number
  cells: string[]
}

const filledCellCount = ({ cells }: Line): number => cells.filter((cell) => cell.trim() !== '').length

/** Users often write a title in one cell above a table. No table of orders has only one column. */
const linesBelowTitle = (lines: readonly Line[]): readonly Line[] =>
  lines.slice(
    Math.max(
      0,
      lines.findIndex((line) => filledCellCount(line) > 1),
    ),
  )

/** Returns the sheet below its titles, or the fault if it has no table or exceeds a limit of `most`. */
export function sheetOf(
  lines: readonly Line[],
  most: Pick<SheetLimits, 'rows' | 'columns'>,
  read: Pick<Sheet, 'delimiter' | 'encoding'>,
): Sheet | SheetFault {
  const [head, ...body] = linesBelowTitle(lines.filter((line) => filledCellCount(line) > 0))
  if (!head || body.length === 0) return { fault: text('The file has no rows below its headers.') }
  if (body.length > most.rows) return { fault: sheetRefusals.rows(body.length, most.rows).said }
  const columns = head.cells.length
  if (columns > most.columns) return { fault: sheetRefusals.columns(columns, most.columns).said }
  return {
    headers: head.cells.map((cell) => cell.trim().slice(0, HEADER_CHARACTERS)),
    rows: body.map(({ line, cells }) => ({ line, cells: cells.slice(0, columns) })),
    ...read,
  }
}
