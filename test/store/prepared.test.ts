import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase, type Tx } from '../../src/store/database.ts'
import { testDatabase } from '../helpers/database.ts'

const BUSINESS = '019ab3f0-6c1a-7a51-9d1e-6f6f0a1b2c3d'

test('a statement prepared before a migration runs again after it', async () => {
  const { url, drop } = await testDatabase()
  const db = openDatabase(url, 2, () => {})
  try {
    await db.query('create table t (a integer); grant select on t to roundsman_app; insert into t values (1)', [])
    const read = () =>
      db.asBusiness(BUSINESS, async (tx: Tx) => (await sql`select * from t where a = ${1}`.execute(tx)).rows)
    assert.deepEqual(await read(), [{ a: 1 }])
    await db.query('alter table t add column b integer default 2', [])
    assert.deepEqual(await read(), [{ a: 1, b: 2 }])
  } finally {
    await db.close()
    await drop()
  }
})

test('an endless number of statements does not fill a connection', async () => {
  const { url, drop } = await testDatabase()
  const db = openDatabase(url, 2, () => {})
  try {
    const prepared = await db.asBusiness(BUSINESS, async (tx) => {
      for (let i = 0; i < 600; i++) await sql`select ${i}::integer as ${sql.ref(`c${i}`)}`.execute(tx)
      const { rows } = await sql<{ count: number }>`select count(*) from pg_prepared_statements`.execute(tx)
      return rows[0]?.count
    })
    assert.equal(prepared, 500)
  } finally {
    await db.close()
    await drop()
  }
})

test('a statement with a list of values is planned for the values each time', async () => {
  const { url, drop } = await testDatabase()
  const db = openDatabase(url, 2, () => {})
  try {
    const prepared = await db.asBusiness(BUSINESS, async (tx) => {
      await tx.selectFrom('orders').select('status').where('orderId', 'in', [BUSINESS, BUSINESS]).execute()
      await tx.selectFrom('orders').select('status').where('orderId', '=', BUSINESS).execute()
      const { rows } = await sql<{ count: number }>`select count(*) from pg_prepared_statements`.execute(tx)
      return rows[0]?.count
    })
    assert.equal(prepared, 1)
  } finally {
    await db.close()
    await drop()
  }
})
