// Searches every value of every row of the database (as stored, decrypted and decompressed) and every file for the erased
// customer.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { deserialize } from 'node:v8'
import { zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { openSecrets } from '../../src/adapters/secrets.ts'
import { PERSON_TRACES } from './erase-person.ts'
import { PROOF_SECRET } from './server-process.ts'

export interface SearchResult {
  named: { where: string; businessId: string | null }[]
  values: number
  files: number
}

const secrets = openSecrets(PROOF_SECRET)

/** Returns the texts of a value: as stored, and decrypted or decompressed if possible. */
function readableTextsOf(value: unknown): string[] {
  if (value === null) return []
  if (!Buffer.isBuffer(value)) return [typeof value === 'string' ? value : JSON.stringify(value)]
  const texts = [value.toString('latin1'), value.toString('utf8')]
  for (const open of [() => secrets.decrypt(value), () => JSON.stringify(deserialize(zstdDecompressSync(value)))])
    try {
      texts.push(open())
    } catch {
      // The value is not in this format, so it has no such text.
    }
  return texts
}

/** Returns the values of all rows, and the files, that name the customer. */
export async function searchAll(url: string, dataDir: string, skip: readonly string[]): Promise<SearchResult> {
  const db = new pg.Client(url)
  await db.connect()
  const found: SearchResult = { named: [], values: 0, files: 0 }
  const { rows: tables } = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  for (const { name } of tables) {
    const { rows } = await db.query<Record<string, unknown>>(`select * from ${name}`)
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        const where = `${name.replace('public.', '')}.${column}`
        found.values++
        if (skip.includes(where)) continue
        if (readableTextsOf(value).some((text) => PERSON_TRACES.test(text)))
          found.named.push({ where, businessId: (row.business_uuid as string | undefined) ?? null })
      }
  }
  await db.end()
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    found.files++
    const file = path.join(entry.parentPath, entry.name)
    if (PERSON_TRACES.test(file) || PERSON_TRACES.test(readFileSync(file, 'latin1')))
      found.named.push({ where: file, businessId: null })
  }
  return found
}

/** Returns rows of other businesses, and rows of this business that don't belong to or name the erased customer. */
export async function rowsOfOthers(url: string, businessId: string): Promise<Map<string, string>> {
  const db = new pg.Client(url)
  await db.connect()
  const { rows: theirs } = await db.query<{ id: string }>(
    `with own as (select order_uuid from orders where external_ref like 'QX-%')
     select order_uuid as id from own union select stop_uuid from stops join own using (order_uuid)
     union select receipt_uuid from receipts join own using (order_uuid)`,
  )
  const of = new Set(theirs.map(({ id }) => id))
  const digests = new Map<string, string>()
  const digest = (rows: unknown[]) => createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  const { rows: tables } = await db.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'business_uuid' and t.table_type = 'BASE TABLE'
       and c.table_name not in ('rate_counts', 'api_requests')`,
  )
  for (const { name } of tables) {
    const { rows } = await db.query(`select t::text from ${name} t where business_uuid <> $1 order by 1`, [businessId])
    digests.set(name, digest(rows))
  }
  for (const [name, key] of Object.entries({ orders: 'order_uuid', stops: 'stop_uuid', receipts: 'receipt_uuid' })) {
    const { rows } = await db.query<{ key: string; row: string }>(
      `select t.${key} as key, t::text as row from ${name} t where business_uuid = $1`,
      [businessId],
    )
    for (const { key: id, row } of rows)
      if (!of.has(id) && !PERSON_TRACES.test(row)) digests.set(`${name} ${id}`, digest([row]))
  }
  await db.end()
  return digests
}
