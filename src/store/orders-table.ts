// The office's table of orders: a page by its keys, newest delivery day first, and how many match, up to a bound.
import { type RawBuilder, sql } from 'kysely'
import { FAR_FROM_ROAD_METERS } from '../domain/costing.ts'
import { ORDER_STATUSES, type OrderStatus, type Placement } from '../domain/order.ts'
import type { Tx } from './database.ts'

export interface TableFilter {
  /** Null for any. */
  statuses: readonly OrderStatus[] | null
  /** First and last day, yyyy-MM-dd. */
  from: string | null
  to: string | null
  /** One of these, or, where asked for, far from any road. */
  placements: readonly Placement[] | null
  farFromRoad: boolean
  /** From `searchTerm`, for words that many orders have; `among` for those of few. */
  term: string | null
  among: readonly string[] | null
}

export interface TablePosition {
  day: string
  orderId: string
}

/** What someone typed as a search term: each word begins a word of the order, or all of it is in its phone number. */
export async function searchTerm(tx: Tx, businessId: string, typed: string): Promise<string | null> {
  const { rows } = await sql<{ words: string[] }>`select search_words(${typed}) as words`.execute(tx)
  const words = rows[0]?.words ?? []
  if (words.length === 0) return null
  // As the index has them: each with the end of its business's id before it.
  const own = (word: string): string => `'${businessId.slice(-12)}${word}':*`
  const all = words.map(own).join(' & ')
  const digits = typed.replace(/\D/g, '').slice(-10)
  return /^[\d\s()+.-]+$/.test(typed) && digits.length >= 4 ? `(${all}) | ${own(digits)}` : all
}

/** The orders that a term finds, by its index alone; null when they are more than `most`. */
export async function fewFound(tx: Tx, businessId: string, term: string, most: number): Promise<string[] | null> {
  const { rows } = await sql<{ order_uuid: string }>`
    with found as materialized (
      select o.business_uuid, o.order_uuid from orders o where ${hasWords(term)} limit ${sql.lit(most + 1)})
    select order_uuid from found where business_uuid = ${sql.lit(businessId)}::uuid
    union all
    select null from found having count(*) > ${sql.lit(most)}`.execute(tx)
  return rows.some((row) => row.order_uuid === null) ? null : rows.map((row) => row.order_uuid)
}

/**
 * The keys of a page. Each status is read along its own index and the few rows are merged. Values are written into
 * the statement: the best way through it depends on how common the searched words are, and a prepared plan is blind
 * to that.
 */
export async function tableKeys(
  tx: Tx,
  businessId: string,
  filter: TableFilter,
  after: TablePosition | null,
  limit: number,
): Promise<TablePosition[]> {
  const from = after
    ? sql`and (o.delivery_date, o.order_uuid) < (${sql.lit(after.day)}::date, ${sql.lit(after.orderId)}::uuid)`
    : sql``
  const parts = inParts(filter).map(
    (status) => sql`
      (select o.delivery_date, o.order_uuid from orders o where ${matching(businessId, filter, status)} ${from}
       order by o.delivery_date desc, o.order_uuid desc limit ${sql.lit(limit)})`,
  )
  const { rows } = await sql<{ delivery_date: string; order_uuid: string }>`
    select delivery_date, order_uuid from (${sql.join(parts, sql` union all `)}) k
    order by k.delivery_date desc, k.order_uuid desc limit ${sql.lit(limit)}`.execute(tx)
  return rows.map((row) => ({ day: row.delivery_date, orderId: row.order_uuid }))
}

/** How many match, counted no further than `most`. */
export async function tableCount(tx: Tx, businessId: string, filter: TableFilter, most: number): Promise<number> {
  const parts = inParts(filter).map(
    (status) => sql`(select 1 from orders o where ${matching(businessId, filter, status)} limit ${sql.lit(most)})`,
  )
  const { rows } = await sql<{ count: number }>`
    select least(count(*), ${sql.lit(most)})::integer as count
    from (${sql.join(parts, sql` union all `)}) k`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The statuses to read one by one; of any status, common words are met soonest along the days and the few are named. */
const inParts = ({ statuses, term, among }: TableFilter): readonly (OrderStatus | null)[] =>
  statuses ?? (term || among ? [null] : ORDER_STATUSES)

function matching(businessId: string, filter: TableFilter, status: OrderStatus | null): RawBuilder<unknown> {
  const { from, to, term, among } = filter
  const conditions = [
    sql`o.business_uuid = ${sql.lit(businessId)}::uuid`,
    ...(status ? [sql`o.status = ${sql.lit(status)}`] : []),
    ...(from ? [sql`o.delivery_date >= ${sql.lit(from)}::date`] : []),
    ...(to ? [sql`o.delivery_date <= ${sql.lit(to)}::date`] : []),
    ...atPlaces(filter),
    ...(term ? [hasWords(term)] : []),
    ...(among ? [sql`o.order_uuid = any(${sql.lit(`{${among.join()}}`)}::uuid[])`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

/** In the words of the indexes on them. */
function atPlaces({ placements, farFromRoad }: TableFilter): RawBuilder<unknown>[] {
  const far = sql`o.road_meters > ${sql.lit(FAR_FROM_ROAD_METERS)}`
  if (!placements?.length) return farFromRoad ? [far] : []
  const placed = sql`o.placement in (${sql.join(placements.map((placement) => sql.lit(placement)))})`
  if (farFromRoad) return [sql`(${placed} or ${far})`]
  return placements.includes('PLACED') ? [placed] : [placed, sql`o.placement <> 'PLACED'`]
}

const hasWords = (term: string): RawBuilder<unknown> =>
  sql`own_words(o.business_uuid, order_words(o.external_ref, o.customer_name, o.line1, o.postal_code,
    o.customer_phone)) @@ ${sql.lit(term)}::tsquery`
