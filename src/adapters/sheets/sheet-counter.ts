// Counts the stored parts of a file while it is read.
import type { SheetLimits } from '../../app/ports/sheets.ts'
import { sheetRefusals } from './refused.ts'

export interface Counter {
  cell(): void
  /** Counts a stored text of a cell. Shared texts count each time, because rows are written out in full. */
  text(text: string): void
  /** Counts a stored row. */
  row(): void
}

/** Opens a counter. It throws a `SheetRefusal` as soon as a limit is exceeded. */
export function openCounter(limits: SheetLimits): Counter {
  // Twice the limit, because titles above the header also count as rows.
  const mostRows = 2 * limits.rows
  let [cells, characters, rows] = [0, 0, 0]
  return {
    cell: () => {
      if (++cells > limits.cells) throw sheetRefusals.cells(limits.cells)
    },
    text: ({ length }) => {
      if ((characters += length) > limits.characters) throw sheetRefusals.text(limits.characters)
    },
    row: () => {
      if (++rows > mostRows) throw sheetRefusals.rows(`more than ${mostRows}`, limits.rows)
    },
  }
}
