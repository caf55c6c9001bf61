// What a database spread over machines by business asks of the tables (docs/scaling.md): a unique key or a reference
// without the business would have to be looked up on every machine.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '../helpers/database.ts'

/** Unique over all businesses, and why: each must become a look-up of its own where tables are spread. */
const UNIQUE_OVER_ALL: Record<string, string> = {
  api_keys_hash_key: 'whose key it is, is what the look-up asks',
  sessions_token_hash_key: 'whose session it is, is what the look-up asks',
  user_links_token_hash_key: 'whose link it is, is what the look-up asks',
  users_email: 'one signs in by email address, before any business is known',
  orders_tracking_hash_key: "whose delivery a customer's link shows, is what the look-up asks",
  orders_by_previous_link: 'as the link that took its place',
  routes_link_hash_key: "whose route a driver's link shows, is what the look-up asks",
  routes_by_previous_link: 'as the link that took its place',
  driver_homes_by_hash: 'whose page a link shows, is what the look-up asks',
  ended_links_hash_key: 'whose link it was, is what the look-up asks',
  passkeys_by_credential: 'whose passkey signs in, is what the look-up asks',
  proofs_by_id: 'a signed address names the proof alone',
  refused_proofs_by_id: 'a signed address names the proof alone',
  receipts_by_id: 'links are made anew by the receipt alone when the secret is rotated',
  receipts_by_link: 'whose receipt a link shows, is what the look-up asks',
  receipts_by_previous_link: 'as the link that took its place',
  businesses_test_side: 'whose test side it is, is what a session and a key being made ask',
  businesses_logo: 'a signed address names the picture alone',
}

interface Named {
  name: string
  on: string
}

describe('tenant tables', () => {
  let db: pg.Client
  let drop: () => Promise<void>

  before(async () => {
    const database = await testDatabase()
    drop = database.drop
    db = new pg.Client(database.url)
    await db.connect()
  })
  after(async () => {
    await db.end()
    await drop()
  })

  test('carry the business in every unique key, but for what is looked up before the business is known', async () => {
    const { rows } = await db.query<Named>(
      `select i.relname as name, t.relname as on
       from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
       join pg_attribute b on b.attrelid = t.oid and b.attname = 'business_uuid'
       where x.indisunique and t.relnamespace = 'public'::regnamespace and not b.attnum = any(x.indkey)`,
    )
    assert.deepEqual(rows.map(({ name }) => name).sort(), Object.keys(UNIQUE_OVER_ALL).sort())
  })

  test('carry the business in every reference to one another', async () => {
    const { rows: all } = await db.query<Named & { carried: boolean }>(
      `select c.conname as name, t.relname as on, b.attnum = any(c.conkey) and r.attnum = any(c.confkey) as carried
       from pg_constraint c join pg_class t on t.oid = c.conrelid
       join pg_attribute b on b.attrelid = c.conrelid and b.attname = 'business_uuid'
       join pg_attribute r on r.attrelid = c.confrelid and r.attname = 'business_uuid'
       where c.contype = 'f'`,
    )
    assert.ok(all.length > 20, `${all.length} references`)
    assert.deepEqual(
      all.filter(({ carried }) => !carried).map(({ name }) => name),
      [],
    )
  })

  test('have the business first in the primary key', async () => {
    const { rows } = await db.query<Named & { first: string }>(
      `select t.relname as on, (select attname from pg_attribute where attrelid = t.oid and attnum = c.conkey[1]) as first
       from pg_constraint c join pg_class t on t.oid = c.conrelid
       join pg_attribute b on b.attrelid = t.oid and b.attname = 'business_uuid'
       where c.contype = 'p'`,
    )
    assert.ok(rows.length > 25, `${rows.length} tables`)
    assert.deepEqual(
      rows.filter(({ first }) => first !== 'business_uuid'),
      [],
    )
  })
})
