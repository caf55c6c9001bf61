// Counts what is kept of a file while it is read.
import type { SheetLimits } from '../../app/ports/sheets.ts'
import { refused } from './refused.ts'

export interface Counter {
  cell(): void
  /** A cell's text that is kept. Shared texts count each time, because rows are written out in full. */
  text(text: string): void
  /** A row that is kept. */
  row(): void
}

/** Throws a `Refused` at the first excess. */
export function openCounter(limits: SheetLimits): Counter {
  // Titles above the header are rows, too.
  const mostRows = 2 * limits.rows
  let [cells, characters, rows] = [0, 0, 0]
  return {
    cell: () => {
      if (++cells > limits.cells) throw refused.cells(limits.cells)
    },
    text: ({ length }) => {
      if ((characters += length) > limits.characters) throw refused.text(limits.characters)
    },
    row: () => {
      if (++rows > mostRows) throw refused.rows(`more than ${mostRows}`, limits.rows)
    },
  }
}
