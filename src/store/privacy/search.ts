// Searches whole tables of a business for data that names a customer, one page of rows at a time along the primary key.
// No index finds a name in free text, and no other transaction waits for more than a page.
import { selectOwn } from '../own.ts'
import { type RawBuilder, sql } from 'kysely'
import { camel } from '../../domain/names.ts'
import type { AnyTx, Tx } from '../database.ts'
import { touchOrders } from '../orders/orders.ts'
import { columnsThat, type StoredTable } from '../tables/all.ts'
import { KINDS } from '../tables/table.ts'

const PAGE = 2_000

/** Returns the columns of the key after the business, with the types that their texts are cast to. */
const keyOf = ({ key, columns }: StoredTable): { name: string; type: string }[] =>
  key.slice(1).map((name) => ({ name, type: KINDS[columns.get(name)?.kind ?? 'text'][0] }))

/** Condition on rows, and a text of each matching row for a closer look. */
export interface Wanted {
  is: RawBuilder<boolean>
  text: RawBuilder<string>
}

export interface Found {
  /** Primary keys, without the business. */
  rows: { key: string[]; text: string }[]
  /** Key after which the next page begins. Null at the end. */
  last: string[] | null
}

/** Returns the matching rows in the next page of the business's rows. */
export async function foundAfter(
  tx: AnyTx,
  businessId: string,
  table: StoredTable,
  { is, text }: Wanted,
  after: readonly string[] | null,
): Promise<Found> {
  const key = keyOf(table)
  const columns = sql.join(key.map((one) => sql.ref(one.name)))
  const given = (values: readonly string[]) =>
    sql.join(key.map(({ type }, i) => sql`${values[i]}::text::${sql.raw(type)}`))
  const { rows } = await sql<{ key: string[]; text: string | null }>`
    with page as (
      select * from ${sql.table(table.name)}
      where business_uuid = ${businessId}::uuid ${after ? sql`and (${columns}) > (${given(after)})` : sql``}
      order by ${columns} limit ${PAGE})
    select array[${sql.join(key.map((one) => sql`${sql.ref(one.name)}::text`))}] as key,
      case when ${is} then ${text} end as text
    from page order by ${columns}`.execute(tx)
  return {
    rows: rows.flatMap((row) => (row.text === null ? [] : [{ key: row.key, text: row.text }])),
    last: rows.length === PAGE ? (rows.at(-1)?.key ?? null) : null,
  }
}

/** Condition on a row's primary key, without the business. */
export const isRow = (tx: Tx, table: StoredTable, row: readonly string[]) =>
  sql`business_uuid = ${tx.businessId}::uuid and ${sql.join(
    keyOf(table).map(({ name, type }, i) => sql`${sql.ref(name)} = ${row[i]}::text::${sql.raw(type)}`),
    sql` and `,
  )}`

/** Tables and their text columns from which names are removed. */
export const FREE_TEXT = columnsThat(({ holds }) => holds === 'TEXT' || holds === 'JSON')

/** Matches rows with text that matches the pattern in one of the columns. */
export function hasText(columns: readonly string[], pattern: string): Wanted {
  const text = sql<string>`concat_ws(' ', ${sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))})`
  return { is: sql`${text} ~* ${pattern}`, text }
}

/** Rewrites these rows without the text that the erasers remove. A changed order also moves to the end of the feed. */
export async function eraseInRows(
  tx: Tx,
  table: StoredTable,
  columns: readonly string[],
  keys: readonly (readonly string[])[],
  erase: { text: (text: string) => string; json: (value: unknown) => unknown },
): Promise<void> {
  for (const one of keys) {
    const at = isRow(tx, table, one)
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table.name)}
      where ${at} for update`.execute(tx)
    const row = rows[0]
    if (!row) continue
    const erased = columns.flatMap((column) => {
      const value = row[camel(column)]
      if (value === null || value === undefined) return []
      const [before, after] =
        table.columns.get(column)?.holds === 'TEXT'
          ? [value, erase.text(value as string)]
          : [JSON.stringify(value), JSON.stringify(erase.json(value))]
      return before === after ? [] : [sql`${sql.ref(column)} = ${after}`]
    })
    if (erased.length === 0) continue
    await sql`update ${sql.table(table.name)} set ${sql.join(erased)} where ${at}`.execute(tx)
    if (table.name === 'orders') await touchOrders(tx, one.slice(0, 1))
  }
}

export interface OtherCustomer {
  orderId: string
  externalRef: string
  customerName: string
  customerPhone: string | null
  customerEmail: string | null
  line1: string
}

/** Matches other deliveries that have one of these values. */
export const sharesValueOf = (
  orderIds: readonly string[],
  of: Record<'ends' | 'emails' | 'names' | 'lines' | 'refs', readonly string[]>,
): Wanted => ({
  text: sql`''`,
  is: sql`erased_at is null and order_uuid <> all(${orderIds}::uuid[])
  and (lower(customer_name) = any(${of.names}::text[]) or lower(line1) = any(${of.lines}::text[])
    or lower(customer_email) = any(${of.emails}::text[]) or external_ref = any(${of.refs}::text[])
    or right(regexp_replace(customer_phone, '\\D', '', 'g'), 7) = any(${of.ends}::text[]))`,
})

export async function otherCustomersAt(tx: Tx, orderIds: readonly string[]): Promise<OtherCustomer[]> {
  return selectOwn(tx, 'orders')
    .select(['orderId', 'externalRef', 'customerName', 'customerPhone', 'customerEmail', 'line1'])
    .where('orderId', 'in', orderIds)
    .execute()
}
