// GET /orders: the change feed (brief: Endpoints; contract: Orders).
import type { Input } from '../../contract/endpoint.ts'
import type { listOrders as endpoint } from '../../contract/orders.ts'
import { type FeedFilter, type FeedPosition, feedHorizon, feedPage } from '../../store/orders.ts'
import type { Context } from '../context.ts'
import { invalid } from '../errors.ts'
import { orderToWire } from './order-wire.ts'

const DEFAULT_LIMIT = 50

/** A cursor is the filters and the last place, signed together with the business they belong to. */
interface Cursor {
  filter: FeedFilter
  after: FeedPosition
}

export async function listOrders(ctx: Context, { query }: Input<typeof endpoint>) {
  const cursor = query.cursor === undefined ? null : readCursor(ctx, query.cursor)
  const asked: FeedFilter = {
    since: query.since?.toISOString() ?? null,
    statuses: query.status ? [...new Set(query.status)].sort() : null,
    day: query.date ?? null,
  }
  if (cursor) refuseOtherFilters(cursor.filter, asked)
  const filter = cursor?.filter ?? asked
  const limit = query.limit ?? DEFAULT_LIMIT

  const horizon = await ctx.read((tx) => feedHorizon(tx, ctx.businessId))
  const { orders, next } = await ctx.read((tx) =>
    feedPage(tx, ctx.businessId, filter, cursor?.after ?? null, horizon, limit),
  )
  return {
    status: 200 as const,
    data: orders.map((order) => orderToWire(order, ctx)),
    next_cursor: next && writeCursor(ctx, { filter, after: next }),
  }
}

function refuseOtherFilters(kept: FeedFilter, asked: FeedFilter): void {
  const pairs = [
    ['since', kept.since, asked.since],
    ['status', kept.statuses?.join() ?? null, asked.statuses?.join() ?? null],
    ['date', kept.day, asked.day],
  ] as const
  for (const [field, before, now] of pairs)
    if (now !== null && now !== before)
      throw invalid(field, 'is not what the cursor was made with; send the cursor alone')
}

function writeCursor(ctx: Context, cursor: Cursor): string {
  const text = Buffer.from(JSON.stringify(cursor)).toString('base64url')
  return `${text}.${ctx.secrets.sign('cursor', `${ctx.businessId}:${text}`)}`
}

function readCursor(ctx: Context, cursor: string): Cursor {
  const [text = '', signature = ''] = cursor.split('.', 2)
  if (!ctx.secrets.verify('cursor', `${ctx.businessId}:${text}`, signature) || cursor.split('.').length !== 2)
    throw invalid('cursor', 'is not one of ours, or was altered; start again with since')
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor
}
