// Recurring orders, one or a page (docs/spec/recurring-orders.md).
import type { RecurringQuery } from '../../../contract/recurring-orders.ts'
import type { RecurringOrderOut } from '../../../contract/recurring-order.ts'
import { findRecurring, recurringPage } from '../../../store/orders/recurring-orders.ts'
import type { Context } from '../../context.ts'
import { type Page, readCursor, writeCursor } from '../../cursor.ts'
import { missing } from '../../errors.ts'
import { recurringToWire } from './recurring-wire.ts'

const DEFAULT_LIMIT = 50
const LIST = 'recurring orders'

interface Cursor {
  after: string
}

export const readRecurring = (ctx: Context, recurringOrderId: string): Promise<RecurringOrderOut> =>
  ctx.read(async (tx) => {
    const recurring = await findRecurring(tx, recurringOrderId)
    const [shown] = recurring ? await recurringToWire(ctx, tx, [recurring]) : []
    if (!shown) throw missing('recurring order with that id')
    return shown
  })

export async function listRecurring(ctx: Context, query: RecurringQuery): Promise<Page<RecurringOrderOut>> {
  const after = query.cursor === undefined ? null : (readCursor(ctx, LIST, query.cursor) as Cursor).after
  const limit = query.limit ?? DEFAULT_LIMIT
  return ctx.read(async (tx) => {
    // Read one row more than requested, to learn whether there is a next page.
    const found = await recurringPage(tx, after, limit + 1)
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    return {
      items: await recurringToWire(ctx, tx, page),
      nextCursor: last ? writeCursor(ctx, LIST, { after: last.recurringOrderId } satisfies Cursor) : null,
    }
  })
}
