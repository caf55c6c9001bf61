// The orders' table: a page of what matches, newest delivery day first.
import { FAR_FROM_ROAD, MOST_COUNTED, type OrdersOut, type TableFilters } from '../../contract/office/orders.ts'
import { isFarFromRoad } from '../../domain/planning/costing.ts'
import { type OrderRead, readOrders } from '../../store/orders/orders.ts'
import {
  keyOfReference,
  searchKeys,
  searchTerm,
  tableCount,
  type TableFilter,
  tableKeys,
  type TablePosition,
} from '../../store/orders/orders-table.ts'
import type { Context } from '../context.ts'
import { readCursor, writeCursor } from '../cursor.ts'
import { orderToWire } from './order-wire.ts'

const PAGE = 50

/** What matches is counted for the first page, and what has just this reference heads it; the others are told. */
type TableCursor = TablePosition & Pick<OrdersOut, 'count' | 'counted_all'> & { head: string | null }

export async function listOrders(ctx: Context, query: TableFilters & { cursor?: string }): Promise<OrdersOut> {
  const filter = await tableFilter(ctx, query)
  const after = query.cursor === undefined ? null : (readCursor(ctx, 'orders-table', query.cursor) as TableCursor)
  const { orders, last, ...page } = await tablePage(ctx, filter, after, PAGE, after ? 0 : MOST_COUNTED)
  const first = after ? [] : await ofReference(ctx, filter, query.search)
  const { count, counted_all, head } = after ?? {
    count: page.count,
    counted_all: page.all,
    head: first[0]?.orderId ?? null,
  }
  return {
    orders: [...first, ...orders.filter(({ orderId }) => orderId !== head)].map((order) => ({
      ...orderToWire(order, ctx),
      far_from_road: isFarFromRoad(order.roadMeters),
    })),
    next_cursor: last && writeCursor(ctx, 'orders-table', { ...last, count, counted_all, head } satisfies TableCursor),
    count,
    counted_all,
  }
}

/** Who types a whole reference means that order, whatever else begins like it. */
const ofReference = (ctx: Context, filter: TableFilter, typed?: string): Promise<OrderRead[]> =>
  ctx.read(async (tx) => {
    const key = filter.term && typed ? await keyOfReference(tx, filter, typed.trim()) : null
    return key ? readOrders(tx, [key]) : []
  })

export async function tableFilter(ctx: Context, query: TableFilters): Promise<TableFilter> {
  const typed = query.search?.trim()
  return {
    statuses: query.status ? [...new Set(query.status)] : null,
    from: query.from ?? null,
    to: query.to ?? null,
    placements: query.placement?.filter((flag) => flag !== FAR_FROM_ROAD) ?? null,
    farFromRoad: query.placement?.includes(FAR_FROM_ROAD) ?? false,
    term: typed ? await ctx.read((tx) => searchTerm(tx, typed)) : null,
  }
}

/** A page, its last place when more follow, and how many match: `all`, or as many as were counted, up to `most`. */
export async function tablePage(
  ctx: Context,
  filter: TableFilter,
  after: TablePosition | null,
  size: number,
  most: number,
): Promise<{ orders: OrderRead[]; last: TablePosition | null; count: number; all: boolean }> {
  const { keys, ...counted } = await pageKeys(ctx, filter, after, size + 1, most)
  const shown = keys.slice(0, size)
  const ids = shown.map(({ orderId }) => orderId)
  const orders = await ctx.read((tx) => readOrders(tx, ids))
  return { orders, last: keys.length > size ? (shown.at(-1) ?? null) : null, ...counted }
}

/** Words are found as the system, which names the business like every query; the rows are always read as the business. */
function pageKeys(
  ctx: Context,
  { term, ...filter }: TableFilter,
  after: TablePosition | null,
  limit: number,
  most: number,
): Promise<{ keys: TablePosition[]; count: number; all: boolean }> {
  const { businessId } = ctx
  if (term !== null) return ctx.db.asSystem((tx) => searchKeys(tx, businessId, { ...filter, term }, after, limit))
  return ctx.read(async (tx) => {
    const [keys, count] = await Promise.all([
      tableKeys(tx, businessId, { ...filter, term }, after, limit),
      most > 0 ? tableCount(tx, { ...filter, term }, most) : 0,
    ])
    return { keys, count, all: count < most }
  })
}
