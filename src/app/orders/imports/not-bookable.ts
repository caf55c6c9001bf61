// Finds readable rows of a file that the import would refuse: rows for a past day, and rows that no zone delivers to.
import type { ImportFault } from '../../../contract/office/imports.ts'
import { type Order, sameJson } from '../../../domain/orders/order.ts'
import type { Tx } from '../../../store/database.ts'
import { findOrders } from '../../../store/orders/orders.ts'
import { hasZones } from '../../../store/zones/zones.ts'
import { refuseUnbookable } from '../../zones/availability/booking.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { BookedRow } from '../../ports/sheets.ts'

const BATCH_SIZE = 1_000
/**
 * Maximum rows that the preview checks against zones. The import itself checks the remaining rows, and rows without
 * coordinates.
 */
const MAX_JUDGED = 2_000

/** Returns the existing orders of the rows, keyed by reference. */
export async function ordersOfRows(ctx: Context, rows: readonly BookedRow[]): Promise<ReadonlyMap<string, Order>> {
  const refs = rows.map(({ externalRef }) => externalRef)
  const known = new Map<string, Order>()
  await ctx.read(async (tx) => {
    for (let at = 0; at < refs.length; at += BATCH_SIZE)
      for (const order of await findOrders(tx, refs.slice(at, at + BATCH_SIZE))) known.set(order.externalRef, order)
  })
  return known
}

export const rowsNotBookable = (
  ctx: Context,
  rows: readonly BookedRow[],
  known: ReadonlyMap<string, Order>,
): Promise<{ refused: ImportFault[]; lookedUp: number }> =>
  ctx.read(async (tx) => {
    const zones = await hasZones(tx)
    const today = ctx.calendar.dayOf(ctx.now)
    const refused: ImportFault[] = []
    let judged = 0
    let lookedUp = 0
    for (const row of rows) {
      const current = known.get(row.externalRef) ?? null
      if (keepsDayAndPlace(row, current)) continue
      const inZones = zones && row.day >= today && !row.isLost
      if (inZones && (!row.point || judged === MAX_JUDGED)) lookedUp++
      else {
        if (inZones) judged++
        const message = await bookingRefusal(ctx, tx, row, current)
        const isPast = row.day < today
        if (message)
          refused.push({
            line: row.line,
            name: row.name,
            field: isPast ? 'delivery_date' : null,
            column: null,
            value: isPast ? row.day : '',
            message,
          })
      }
    }
    return { refused, lookedUp }
  })

/** Returns true if the row changes neither the day nor the location of an existing order. Such a row is not checked. */
const keepsDayAndPlace = ({ day, point }: BookedRow, current: Order | null): boolean =>
  current?.deliveryDate === day && (!point || sameJson(current.point, point))

async function bookingRefusal(
  ctx: Context,
  tx: Tx,
  { day, point }: BookedRow,
  current: Order | null,
): Promise<string | null> {
  try {
    await refuseUnbookable(ctx, tx, current, { deliveryDate: day, point })
    return null
  } catch (error) {
    if (error instanceof AppError) return ctx.say(error.text)
    throw error
  }
}
