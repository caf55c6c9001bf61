// The orders' table: a page of what matches, newest delivery day first.
import { FAR_FROM_ROAD, MOST_COUNTED, type OrdersOut, type TableFilters } from '../../../contract/office/orders.ts'
import { isFarFromRoad } from '../../../domain/costing.ts'
import { type OrderRead, readOrders } from '../../../store/orders.ts'
import {
  fewFound,
  searchTerm,
  tableCount,
  type TableFilter,
  tableKeys,
  type TablePosition,
} from '../../../store/orders-table.ts'
import type { Context } from '../../context.ts'
import { readCursor, writeCursor } from '../../cursor.ts'
import { orderToWire } from '../../orders/order-wire.ts'

const PAGE = 100
/** Words of more orders than this are common: the table's own order meets them soon. */
const MOST_AMONG = 2_000

export async function listOrders(ctx: Context, query: TableFilters & { cursor?: string }): Promise<OrdersOut> {
  const filter = await tableFilter(ctx, query)
  const after = query.cursor === undefined ? null : (readCursor(ctx, 'orders-table', query.cursor) as TablePosition)
  const { orders, last } = await tablePage(ctx, filter, after, PAGE)
  return {
    orders: orders.map((order) => ({ ...orderToWire(order, ctx), far_from_road: isFarFromRoad(order.roadMeters) })),
    next_cursor: last && writeCursor(ctx, 'orders-table', last),
    count: isOfWordsOnly(filter)
      ? Math.min(filter.among?.length ?? MOST_COUNTED, MOST_COUNTED)
      : await finding(ctx, filter, (tx) => tableCount(tx, ctx.businessId, filter, MOST_COUNTED)),
  }
}

export async function tableFilter(ctx: Context, query: TableFilters): Promise<TableFilter> {
  const typed = query.search?.trim()
  const term = typed ? await ctx.read((tx) => searchTerm(tx, ctx.businessId, typed)) : null
  const among = term ? await ctx.db.asSystem((tx) => fewFound(tx, ctx.businessId, term, MOST_AMONG)) : null
  return {
    statuses: query.status ? [...new Set(query.status)] : null,
    from: query.from ?? null,
    to: query.to ?? null,
    placements: query.placement?.filter((flag) => flag !== FAR_FROM_ROAD) ?? null,
    farFromRoad: query.placement?.includes(FAR_FROM_ROAD) ?? false,
    term: among ? null : term,
    among,
  }
}

/** How many such match is known from looking the words up: all that were found, or more than are counted. */
const isOfWordsOnly = ({ term, among, statuses, from, to, placements, farFromRoad }: TableFilter): boolean =>
  (term ?? among) !== null && !statuses && !from && !to && !placements?.length && !farFromRoad

/** A page, and its last place when more follow. */
export async function tablePage(
  ctx: Context,
  filter: TableFilter,
  after: TablePosition | null,
  size: number,
): Promise<{ orders: OrderRead[]; last: TablePosition | null }> {
  const keys = await finding(ctx, filter, (tx) => tableKeys(tx, ctx.businessId, filter, after, size + 1))
  const shown = keys.slice(0, size)
  const ids = shown.map(({ orderId }) => orderId)
  const orders = await ctx.read((tx) => readOrders(tx, ctx.businessId, ids))
  return { orders, last: keys.length > size ? (shown.at(-1) ?? null) : null }
}

/**
 * Row level security lets no index be searched by words, so the ids of a search are found as the system, which names
 * the business like every query; the rows themselves are always read as the business.
 */
const finding: <T>(ctx: Context, filter: TableFilter, work: Parameters<typeof ctx.read<T>>[0]) => Promise<T> = (
  ctx,
  filter,
  work,
) => (filter.term === null ? ctx.read(work) : ctx.db.asSystem(work))
