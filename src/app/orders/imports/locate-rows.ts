// Locates the valid rows of a file before the import, as the import would.
import type { UnplacedRow } from '../../../contract/office/imports.ts'
import { newPoint, type Order, sameJson } from '../../../domain/orders/order.ts'
import type { Context } from '../../context.ts'
import type { BookedRow } from '../../ports/sheets.ts'
import { geocodeAll, type GeocodeResult } from '../geocode-order.ts'

/** Maximum rows that are located before an import. The import itself locates the others. */
const MAX_LOCATED = 2_000

export interface Located {
  /** The rows, with the locations that were found. */
  rows: BookedRow[]
  /** Rows that have no location. */
  unplaced: UnplacedRow[]
}

/** Locates rows without coordinates of their own. `known` are the existing orders, keyed by reference. */
export async function locateRows(
  ctx: Context,
  rows: readonly BookedRow[],
  known: ReadonlyMap<string, Order>,
): Promise<Located> {
  const results = new Map<BookedRow, GeocodeResult>()
  const asked: BookedRow[] = []
  for (const row of rows) {
    const current = known.get(row.externalRef)
    if (current ? newPoint(current, row.point) : row.point) continue
    // The same rule as for the import: an unchanged address keeps the location of its order.
    if (current && sameJson(row.address, current.address)) results.set(row, current)
    else if (asked.length < MAX_LOCATED) asked.push(row)
  }
  const answers = await geocodeAll(
    ctx,
    asked.map(({ address }) => address),
  )
  for (const [i, row] of asked.entries()) {
    const answer = answers[i]
    if (answer) results.set(row, answer)
  }
  return {
    rows: rows.map((row) => {
      const { point = row.point, placement } = results.get(row) ?? {}
      return { ...row, point, isLost: placement === 'UNPLACED' || placement === 'AMBIGUOUS' }
    }),
    unplaced: rows.flatMap((row) => {
      const { placement, candidates } = results.get(row) ?? {}
      if (placement !== 'UNPLACED' && placement !== 'AMBIGUOUS') return []
      const { postalCode: postal_code, ...address } = row.address
      return [
        {
          line: row.line,
          name: row.name,
          address: { ...address, postal_code },
          candidates: candidates?.map((one) => ({ ...one })) ?? [],
        },
      ]
    }),
  }
}
