// The orders table: a page of matching orders, latest delivery day first, or sorted by another column.
import { MAX_COUNTED, type OrdersOut, type TableFilters, type TableQuery } from '../../contract/office/orders.ts'
import { FAR_FROM_ROAD, NO_ROUTE } from '../../domain/orders/order-filters.ts'
import { sortedBy } from '../../domain/orders/table-sort.ts'
import { isFarFromRoad } from '../../domain/planning/costing.ts'
import { readVehicles } from '../../store/fleet/fleet.ts'
import { readOrders } from '../../store/orders/orders.ts'
import type { OrderRead } from '../../store/orders/order-rows.ts'
import {
  keyOfReference,
  searchKeys,
  searchTerm,
  valuesIn,
  tableCount,
  type TableFilter,
  tableKeys,
  type TablePosition,
} from '../../store/orders/orders-table.ts'
import type { Context } from '../context.ts'
import { readCursor, writeCursor } from '../cursor.ts'
import { orderToWire } from './order-wire.ts'

const PAGE = 50

/**
 * Cursor of the table. The first page counts the matches, and begins with the order that has exactly the searched
 * reference (`head`). The cursor carries both values, so that later pages don't count again and don't repeat that
 * order.
 */
type TableCursor = TablePosition & Pick<OrdersOut, 'count' | 'counted_all'> & { head: string | null }

export async function listOrders(ctx: Context, query: TableQuery): Promise<OrdersOut> {
  const filter = await tableFilter(ctx, query)
  const { sort = 'date', direction = sort === 'date' ? 'desc' : 'asc' } = query
  if (sort !== 'date' || direction !== 'desc') return listSorted(ctx, query, filter, { sort, direction })
  const after = query.cursor === undefined ? null : (readCursor(ctx, 'orders-table', query.cursor) as TableCursor)
  const { orders, last, ...page } = await tablePage(ctx, filter, after, PAGE, after ? 0 : MAX_COUNTED)
  const first = after ? [] : await ordersWithReference(ctx, filter, query.search)
  const { count, counted_all, head } = after ?? {
    count: page.count,
    counted_all: page.all,
    head: first[0]?.orderId ?? null,
  }
  return {
    orders: [...first, ...orders.filter(({ orderId }) => orderId !== head)].map((order) => rowOf(ctx, order)),
    next_cursor: last && writeCursor(ctx, 'orders-table', { ...last, count, counted_all, head } satisfies TableCursor),
    count,
    counted_all,
  }
}

/**
 * Returns a page in the order of another column. Sorts only the latest `MAX_COUNTED` orders, because the database has
 * no index for sorting all orders by such a column.
 */
async function listSorted(
  ctx: Context,
  query: TableQuery,
  filter: TableFilter,
  by: Required<Pick<TableQuery, 'sort' | 'direction'>>,
): Promise<OrdersOut> {
  const { skip } = query.cursor === undefined ? { skip: 0 } : (readCursor(ctx, 'orders-sorted', query.cursor) as Sorted)
  const { keys, count, all } = await pageKeys(ctx, filter, null, MAX_COUNTED, MAX_COUNTED)
  const orders = await ctx.read(async (tx) => {
    const values = await valuesIn(
      tx,
      keys.map(({ orderId }) => orderId),
      by.sort,
    )
    const ids = sortedBy(values, by.direction)
      .slice(skip, skip + PAGE)
      .map(({ orderId }) => orderId)
    const read = await readOrders(tx, ids)
    return ids.flatMap((id) => read.find(({ orderId }) => orderId === id) ?? [])
  })
  const next = skip + PAGE
  return {
    orders: orders.map((order) => rowOf(ctx, order)),
    next_cursor: next < keys.length ? writeCursor(ctx, 'orders-sorted', { skip: next } satisfies Sorted) : null,
    count: Math.max(count, keys.length),
    counted_all: all,
  }
}

interface Sorted {
  skip: number
}

const rowOf = (ctx: Context, order: OrderRead): OrdersOut['orders'][number] => ({
  ...orderToWire(order, ctx),
  far_from_road: isFarFromRoad(order.roadMeters),
})

/**
 * Returns the order with exactly this reference, if the user searched for it. The table shows it first, although other
 * references may begin with the same text.
 */
const ordersWithReference = (ctx: Context, filter: TableFilter, typed?: string): Promise<OrderRead[]> =>
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
    route: query.route === NO_ROUTE ? null : query.route?.trim() || undefined,
    term: typed ? await ctx.read((tx) => searchTerm(tx, typed)) : null,
  }
}

/**
 * Returns a page and the number of matches. `last` is the page's last position, or null if no orders follow. If `all`
 * is false, there are more matches, because counting stopped at `most`.
 */
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

/**
 * Returns the keys of a page. A search for words runs as the system role, outside row-level security. Therefore its
 * query names the business, and the visible vehicles if the user is restricted to depots. The orders themselves are
 * always read as the business.
 */
async function pageKeys(
  ctx: Context,
  { term, ...filter }: TableFilter,
  after: TablePosition | null,
  limit: number,
  most: number,
): Promise<{ keys: TablePosition[]; count: number; all: boolean }> {
  const { businessId } = ctx
  if (term !== null) {
    const vehicleIds = ctx.depots && (await ctx.read((tx) => readVehicles(tx, 'all'))).map((one) => one.vehicleId)
    return ctx.db.asSystem((tx) => searchKeys(tx, businessId, { ...filter, vehicleIds, term }, after, limit))
  }
  return ctx.read(async (tx) => {
    const [keys, count] = await Promise.all([
      tableKeys(tx, businessId, { ...filter, term }, after, limit),
      most > 0 ? tableCount(tx, { ...filter, term }, most) : 0,
    ])
    return { keys, count, all: count < most }
  })
}
