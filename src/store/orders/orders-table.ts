// The office's orders table. Reads pages by key, newest delivery day first, and counts matches up to a limit.
import { type RawBuilder, sql } from 'kysely'
import { FAR_FROM_ROAD_METERS } from '../../domain/planning/costing.ts'
import { ORDER_STATUSES, type OrderStatus, type Placement } from '../../domain/orders/order.ts'
import type { OrderSort } from '../../domain/orders/table-sort.ts'
import type { AnyTx, SystemTx, Tx } from '../database.ts'

export interface TableFilter {
  /** Null: any status. */
  statuses: readonly OrderStatus[] | null
  /** First and last day, yyyy-MM-dd. */
  from: string | null
  to: string | null
  /** Any of these placements. If `farFromRoad` is set, also orders far from any road. */
  placements: readonly Placement[] | null
  farFromRoad: boolean
  /** Part of the route's name. Null: orders on no route. */
  route?: string | null | undefined
  /** Result of `searchTerm`. */
  term: string | null
  /**
   * Limits the orders to those on routes of these vehicles and those on no route, for users who see only these
   * vehicles.
   */
  vehicleIds?: readonly string[] | null
}

export interface TablePosition {
  day: string
  orderId: string
}

/** Placeholder in a term for the prefix that the index has before each word. It occurs in no word. */
const PREFIX = '~'

/**
 * Converts typed text to a search term. An order matches if each typed word begins one of its words, or if its phone
 * number contains the typed number. Null if the text has no words.
 */
export async function searchTerm(tx: Tx, typed: string): Promise<string | null> {
  const { rows } = await sql<{ words: string[] }>`select search_words(${typed}) as words`.execute(tx)
  const words = rows[0]?.words ?? []
  if (words.length === 0) return null
  const begun = (word: string): string => `'${PREFIX}${word}':*`
  const all = words.map(begun).join(' & ')
  const digits = typed.replace(/\D/g, '').slice(-10)
  return /^[\d\s()+.-]+$/.test(typed) && digits.length >= 4 ? `(${all}) | ${begun(digits)}` : all
}

/**
 * A word with more orders than this in one part of the index is common. Then a walk along the days finds a page faster.
 */
const MAX_IN_A_PART = 2_000

/**
 * Returns the keys of a page of search results. `count` is the number of matches found on the way, and `all` is true if
 * these are all matches. Reads the parts of the index one by one, newest first, until the page is full. From the first
 * part in which the words are common, walks along the days instead. System role only, because row-level security
 * prevents the use of the word index.
 */
export async function searchKeys(
  tx: SystemTx,
  businessId: string,
  filter: TableFilter & { term: string },
  after: TablePosition | null,
  limit: number,
): Promise<{ keys: TablePosition[]; count: number; all: boolean }> {
  const until = [filter.to, after?.day ?? null].filter((day) => day !== null).sort()[0] ?? 'infinity'
  const own = sql`business_uuid = ${sql.lit(businessId)}::uuid
    ${filter.from ? sql`and delivery_date >= ${sql.lit(filter.from)}::date` : sql``}`
  const { rows } = await sql<FoundRow>`
    with recursive parts as (
      select ${sql.lit(until)}::date as until, null::date as common_from, 0::bigint as total, '{}'::date[] as days,
        '{}'::uuid[] as ids
      union all
      select words_since(newest.day) - 1, case when found.is_common then newest.day end, p.total + found.total,
        found.days, found.ids
      from parts p
      cross join lateral (
        select max(delivery_date) as day from orders where ${own} and delivery_date <= p.until) newest
      cross join lateral (
        select count(*) > ${sql.lit(MAX_IN_A_PART)} as is_common, count(*) filter (where fits) as total,
          coalesce(array_agg(delivery_date) filter (where fits), '{}') as days,
          coalesce(array_agg(order_uuid) filter (where fits), '{}') as ids
        from (
          select o.delivery_date, o.order_uuid, ${matching(businessId, filter)} ${isAfterPosition(after)} as fits
          from (
            select * from orders
            where words_after(words_of(business_uuid, delivery_date), external_ref, customer_name, line1, postal_code,
              customer_phone) @@ replace(${sql.lit(filter.term)}, ${sql.lit(PREFIX)},
                words_of(${sql.lit(businessId)}::uuid, newest.day))::tsquery
            limit ${sql.lit(MAX_IN_A_PART + 1)}) o) hits) found
      where newest.day is not null and p.common_from is null and p.total < ${sql.lit(limit)})
    select page.day, page.id, known.total, known.common_from,
      common_from is null and not exists (select from orders where ${own} and delivery_date <= known.until) as is_all
    from (select max(total) as total, max(common_from) as common_from, min(until) as until from parts) known
    left join lateral (
      select k.day, k.id from parts p, unnest(p.days, p.ids) k (day, id)
      where p.common_from is null
      order by k.day desc, k.id desc limit ${sql.lit(limit)}) page on true`.execute(tx)
  const keys = rows.flatMap(({ day, id }) => (day && id ? [{ day, orderId: id }] : []))
  const { total, commonFrom, isAll } = rows[0] ?? { total: 0, commonFrom: null, isAll: true }
  if (commonFrom && keys.length < limit) {
    keys.push(...(await tableKeys(tx, businessId, { ...filter, to: commonFrom }, after, limit - keys.length)))
    if (keys.length < limit) return { keys, count: keys.length, all: true }
  }
  return { keys, count: Math.max(total, keys.length), all: isAll }
}

interface FoundRow {
  day: string | null
  id: string | null
  total: number
  commonFrom: string | null
  isAll: boolean
}

/**
 * Returns the keys of a page. Reads each status along its own index, then merges the few rows. Values are literals,
 * because the best plan depends on how many rows the filters leave, and a prepared plan ignores the values.
 */
export async function tableKeys(
  tx: AnyTx,
  businessId: string,
  filter: TableFilter,
  after: TablePosition | null,
  limit: number,
): Promise<TablePosition[]> {
  const parts = statusesToReadApart(filter).map(
    (statuses) => sql`
      (select o.delivery_date, o.order_uuid from orders o
       where ${matching(businessId, { ...filter, statuses })} ${hasWords(filter)} ${isAfterPosition(after)}
       order by o.delivery_date desc, o.order_uuid desc limit ${sql.lit(limit)})`,
  )
  const { rows } = await sql<{ deliveryDate: string; orderId: string }>`
    select delivery_date, order_uuid from (${sql.join(parts, sql` union all `)}) k
    order by k.delivery_date desc, k.order_uuid desc limit ${sql.lit(limit)}`.execute(tx)
  return rows.map((row) => ({ day: row.deliveryDate, orderId: row.orderId }))
}

/** Returns the ID of the matching order with exactly this reference, as typed or in capitals. Null if there is none. */
export async function keyOfReference(tx: Tx, filter: TableFilter, reference: string): Promise<string | null> {
  const { rows } = await sql<{ orderId: string }>`
    select o.order_uuid as order_id from orders o
    where ${matching(tx.businessId, filter)} and o.external_ref in (${reference}, ${reference.toUpperCase()})
    order by o.external_ref = ${reference} desc limit 1`.execute(tx)
  return rows[0]?.orderId ?? null
}

/** Counts the matching orders, up to `most`. */
export async function tableCount(tx: Tx, filter: TableFilter, most: number): Promise<number> {
  const parts = statusesToReadApart(filter).map(
    (statuses) => sql`
      (select 1 from orders o where ${matching(tx.businessId, { ...filter, statuses })} ${hasWords(filter)}
       limit ${sql.lit(most)})`,
  )
  const { rows } = await sql<{ count: number }>`
    select least(count(*), ${sql.lit(most)})::integer as count
    from (${sql.join(parts, sql` union all `)}) k`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Returns the statuses to read separately. If any status matches, common words are found fastest along the days. */
const statusesToReadApart = ({ statuses, term }: TableFilter): readonly (readonly [OrderStatus] | null)[] =>
  (statuses ?? (term ? null : ORDER_STATUSES))?.map((status) => [status]) ?? [null]

/** Returns all conditions of the filter except its words. */
function matching(businessId: string, filter: TableFilter): RawBuilder<unknown> {
  const { statuses, from, to } = filter
  const conditions = [
    sql`o.business_uuid = ${sql.lit(businessId)}::uuid`,
    ...(statuses ? [sql`o.status in (${sql.join(statuses.map((status) => sql.lit(status)))})`] : []),
    ...(from ? [sql`o.delivery_date >= ${sql.lit(from)}::date`] : []),
    ...(to ? [sql`o.delivery_date <= ${sql.lit(to)}::date`] : []),
    ...placementConditions(filter),
    ...onRoute(businessId, filter),
    ...onVehicles(businessId, filter),
  ]
  return sql.join(conditions, sql` and `)
}

function onRoute(businessId: string, { route }: TableFilter): RawBuilder<unknown>[] {
  if (route === undefined) return []
  if (route === null) return [sql`o.route_uuid is null`]
  return [
    sql`exists (select from routes r where r.business_uuid = ${sql.lit(businessId)}::uuid and r.route_uuid = o.route_uuid
      and position(lower(${sql.lit(route)}) in lower(r.name)) > 0)`,
  ]
}

function onVehicles(businessId: string, { vehicleIds }: TableFilter): RawBuilder<unknown>[] {
  if (!vehicleIds) return []
  return [
    sql`(o.route_uuid is null or exists (select from routes v where v.business_uuid = ${sql.lit(businessId)}::uuid
      and v.route_uuid = o.route_uuid and v.vehicle_uuid = any(${sql.lit(`{${vehicleIds.join(',')}}`)}::uuid[])))`,
  ]
}

const SORTED_BY: Record<OrderSort, RawBuilder<unknown>> = {
  date: sql`o.delivery_date::text`,
  reference: sql`o.external_ref`,
  customer: sql`o.customer_name`,
  address: sql`o.line1`,
  window: sql`o.window_start::text`,
  status: sql`o.status`,
  route: sql`r.name`,
}

/** Returns one column's values for these orders, newest day first. */
export async function valuesIn(
  tx: Tx,
  orderIds: readonly string[],
  sort: OrderSort,
): Promise<{ orderId: string; value: string | null }[]> {
  const { rows } = await sql<{ orderId: string; value: string | null }>`
    select o.order_uuid as order_id, ${SORTED_BY[sort]} as value from orders o
    left join routes r on r.business_uuid = o.business_uuid and r.route_uuid = o.route_uuid
    where o.business_uuid = ${tx.businessId} and o.order_uuid = any(${[...orderIds]}::uuid[])
    order by o.delivery_date desc, o.order_uuid desc`.execute(tx)
  return rows
}

const isAfterPosition = (after: TablePosition | null): RawBuilder<unknown> =>
  after
    ? sql`and (o.delivery_date, o.order_uuid) < (${sql.lit(after.day)}::date, ${sql.lit(after.orderId)}::uuid)`
    : sql``

/** Uses the same expressions as the indexes on these columns. */
function placementConditions({ placements, farFromRoad }: TableFilter): RawBuilder<unknown>[] {
  const far = sql`o.road_meters > ${sql.lit(FAR_FROM_ROAD_METERS)}`
  if (!placements?.length) return farFromRoad ? [far] : []
  const placed = sql`o.placement in (${sql.join(placements.map((placement) => sql.lit(placement)))})`
  if (farFromRoad) return [sql`(${placed} or ${far})`]
  return placements.includes('PLACED') ? [placed] : [placed, sql`o.placement <> 'PLACED'`]
}

/** Matches the words without the word index. */
const hasWords = ({ term }: TableFilter): RawBuilder<unknown> =>
  term
    ? sql`and words_after('', o.external_ref, o.customer_name, o.line1, o.postal_code, o.customer_phone)
        @@ ${sql.lit(term.replaceAll(PREFIX, ''))}::tsquery`
    : sql``
