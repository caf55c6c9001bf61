// GET /orders: the change feed (docs/spec/orders.md#change-feed).
import type { FeedQuery } from '../../contract/orders.ts'
import { type FeedFilter, type FeedPosition, feedHorizon, feedPage } from '../../store/orders/order-feed.ts'
import type { Context } from '../context.ts'
import { readCursor, writeCursor } from '../cursor.ts'
import { invalid } from '../errors.ts'
import { orderToWire } from './order-wire.ts'

const DEFAULT_LIMIT = 50

/** A cursor contains the filters and the last position. */
interface Cursor {
  filter: FeedFilter
  after: FeedPosition
}

export async function listOrders(ctx: Context, query: FeedQuery) {
  const cursor = query.cursor === undefined ? null : (readCursor(ctx, 'orders', query.cursor) as Cursor)
  const asked: FeedFilter = {
    since: query.since?.toISOString() ?? null,
    statuses: query.status ? [...new Set(query.status)].sort() : null,
    day: query.date ?? null,
    externalRef: query.external_ref ?? null,
  }
  if (cursor) refuseOtherFilters(cursor.filter, asked)
  const filter = cursor?.filter ?? asked
  const limit = query.limit ?? DEFAULT_LIMIT

  const horizon = await ctx.read((tx) => feedHorizon(tx))
  const { orders, next } =
    horizon === null
      ? { orders: [], next: null }
      : await ctx.read((tx) => feedPage(tx, filter, cursor?.after ?? null, horizon, limit))
  return {
    items: orders.map((order) => orderToWire(order, ctx)),
    // A filter by reference matches at most one delivery, so a cursor never carries the reference.
    nextCursor: filter.externalRef
      ? null
      : next && writeCursor(ctx, 'orders', { filter, after: next } satisfies Cursor),
  }
}

function refuseOtherFilters(kept: FeedFilter, asked: FeedFilter): void {
  const pairs = [
    ['since', kept.since, asked.since],
    ['status', kept.statuses?.join() ?? null, asked.statuses?.join() ?? null],
    ['date', kept.day, asked.day],
    ['external_ref', kept.externalRef ?? null, asked.externalRef],
  ] as const
  for (const [field, before, now] of pairs)
    if (now !== null && now !== before)
      throw invalid(field, 'differs from the filters of the cursor; send the cursor alone')
}
