// Finds everything that depends on the application's secret, for its rotation: sealed columns and hashes of links.
// Works across businesses as the owner of the tables. Each update applies only if the value has not changed since it
// was read.
import type { Database } from '../database.ts'
import { columnsThat } from '../tables/all.ts'

interface SealedColumn {
  table: string
  key: readonly string[]
  column: string
}

export const SEALED: readonly SealedColumn[] = columnsThat(({ isSealed }) => isSealed).flatMap(([table, columns]) =>
  columns.map((column) => ({ table: table.name, key: table.key, column })),
)

const BATCH = 500

interface SealedRow {
  key: string[]
  sealed: Buffer
}

/**
 * Seals every value of the column again with `reseal`, which returns null to keep a value. Returns the number of
 * changed values.
 */
export async function resealColumn(
  db: Database,
  { table, key, column }: SealedColumn,
  reseal: (sealed: Buffer) => Buffer | null,
): Promise<number> {
  const keyTexts = key.map((name) => `${name}::text`).join(', ')
  const givenKey = key.map((_, i) => `$${i + 1}`).join(', ')
  let changed = 0
  for (let after: string[] | null = null; ; ) {
    const rows: SealedRow[] = await db.query<SealedRow>(
      `select array[${keyTexts}] as key, ${column} as sealed from ${table}
       where ${column} is not null ${after ? `and (${key.join(', ')}) > (${givenKey})` : ''}
       order by ${key.join(', ')} limit ${BATCH}`,
      after ?? [],
    )
    for (const row of rows) {
      const sealed = reseal(row.sealed)
      if (!sealed) continue
      const where = key.map((name, i) => `${name} = $${i + 3}`).join(' and ')
      await db.query(`update ${table} set ${column} = $2 where ${column} = $1 and ${where}`, [
        row.sealed,
        sealed,
        ...row.key,
      ])
      changed++
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return changed
    after = last.key
  }
}

interface Linked {
  table: 'orders' | 'routes' | 'driver_homes' | 'receipts'
  id: string
  hash: string
  previous: string
  nonce: string
}

const LINKED: readonly Linked[] = [
  { table: 'orders', id: 'order_uuid', hash: 'tracking_hash', previous: 'previous_tracking_hash', nonce: `''` },
  { table: 'routes', id: 'route_uuid', hash: 'link_hash', previous: 'previous_link_hash', nonce: 'link_nonce::text' },
  { table: 'driver_homes', id: 'home_uuid', hash: 'hash', previous: 'previous_hash', nonce: `''` },
  { table: 'receipts', id: 'receipt_uuid', hash: 'link_hash', previous: 'previous_link_hash', nonce: `''` },
]

/**
 * Sets the hash of every link to the result of `hashOf`. The previous hash still opens the link. Returns the number of
 * changed links.
 */
export async function relink(
  db: Database,
  hashOf: (table: Linked['table'], id: string, nonce: string) => Buffer,
): Promise<number> {
  let changed = 0
  for (const { table, id, hash, previous, nonce } of LINKED) {
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const rows: { id: string; hash: Buffer; nonce: string }[] = await db.query(
        `select ${id} as id, ${hash} as hash, ${nonce} as nonce from ${table}
         where ${id} > $1 and ${hash} is not null order by ${id} limit ${BATCH}`,
        [after],
      )
      const stale = rows
        .map((row) => ({ ...row, now: hashOf(table, row.id, row.nonce) }))
        .filter((row) => !row.now.equals(row.hash))
      await db.query(
        `update ${table} t set ${previous} = t.${hash}, ${hash} = k.now
         from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as k (id, before, now)
         where t.${id} = k.id and t.${hash} = k.before`,
        [stale.map((row) => row.id), stale.map((row) => row.hash), stale.map((row) => row.now)],
      )
      changed += stale.length
      const last = rows.at(-1)
      if (!last || rows.length < BATCH) break
      after = last.id
    }
  }
  return changed
}

/**
 * Makes the previous hashes of links invalid. The previous links of routes then count as ended. Returns their number.
 */
export async function endPreviousLinks(db: Database): Promise<number> {
  const orders = `with old as (
      select order_uuid from orders where previous_tracking_hash is not null limit ${BATCH}
    ), ended as (
      update orders o set previous_tracking_hash = null from old where o.order_uuid = old.order_uuid returning 1
    ) select count(*)::integer as count from ended`
  const routes = `with old as (
      select business_uuid, route_uuid, previous_link_hash as hash from routes
      where previous_link_hash is not null limit ${BATCH} for update
    ), told as (
      insert into ended_links (business_uuid, route_uuid, hash) select * from old on conflict do nothing
    ), ended as (
      update routes r set previous_link_hash = null from old where r.route_uuid = old.route_uuid returning 1
    ) select count(*)::integer as count from ended`
  const homes = `with old as (
      select home_uuid from driver_homes where previous_hash is not null limit ${BATCH}
    ), ended as (
      update driver_homes h set previous_hash = null from old where h.home_uuid = old.home_uuid returning 1
    ) select count(*)::integer as count from ended`
  const receipts = `with old as (
      select receipt_uuid from receipts where previous_link_hash is not null limit ${BATCH}
    ), ended as (
      update receipts r set previous_link_hash = null from old where r.receipt_uuid = old.receipt_uuid returning 1
    ) select count(*)::integer as count from ended`
  let ended = 0
  for (const statement of [orders, routes, homes, receipts])
    for (let count = BATCH; count === BATCH; ended += count) {
      const [row] = await db.query<{ count: number }>(statement, [])
      count = row?.count ?? 0
    }
  return ended
}
