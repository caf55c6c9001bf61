// A connection lost while it holds a lock counts as an unreachable database, not as a bug.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { isTimedOut, isUnreachable, openDatabase } from '../../src/store/database.ts'
import { startRelay } from '../../bench/proof/relay.ts'
import { testDatabase } from '../helpers/database.ts'

test('a lock holder whose connection is lost fails as unreachable', async () => {
  const { url, drop } = await testDatabase()
  let lost = () => {}
  const noticed = new Promise<void>((resolve) => (lost = resolve))
  const db = openDatabase(url, 2, () => lost())
  try {
    const held = db.holding(async (locks) => {
      assert.ok(await locks.tryTake('one'))
      await db.query(
        `select pg_terminate_backend(pid) from pg_locks
         where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
        [],
      )
      await noticed
      return locks.tryTake('another')
    })
    await assert.rejects(held, (error) => isUnreachable(error))
  } finally {
    await db.close()
    await drop()
  }
})

test('a missing socket is an unreachable database, but a missing file is not', async () => {
  const db = openDatabase({ host: '/nowhere', user: 'none', database: 'none' }, 1, () => {})
  await assert.rejects(db.query('select 1', []), isUnreachable)
  await db.close()
  await assert.rejects(readFile('/nowhere/file'), (error) => !isUnreachable(error))
})

test('an idle connection that is lost is reported once, and the next one works', async () => {
  const { url, drop } = await testDatabase()
  const told: string[][] = []
  let lost = () => {}
  const noticed = new Promise<void>((resolve) => (lost = resolve))
  const db = openDatabase(url, 1, (error) => {
    told.push(Object.keys(error))
    lost()
  })
  const other = new pg.Client(url)
  await other.connect()
  try {
    const [mine] = await db.query<{ pid: number }>('select pg_backend_pid() as pid', [])
    await other.query('select pg_terminate_backend($1)', [mine?.pid])
    await noticed
    const [next] = await db.query<{ pid: number }>('select pg_backend_pid() as pid', [])
    assert.notEqual(next?.pid, mine?.pid)
    assert.equal(told.length, 1)
    assert.ok(!told[0]?.includes('client'))
  } finally {
    await other.end()
    await db.close()
    await drop()
  }
})

test('a silent statement or transaction ends, and so does waiting for a silent server', async () => {
  const { url, drop } = await testDatabase()
  const client = new pg.Client(url)
  const target = client.host.startsWith('/')
    ? { path: `${client.host}/.s.PGSQL.${client.port}` }
    : { host: client.host, port: client.port }
  const relay = await startRelay(target)
  const by = new URL(url)
  const at = `postgres://${by.username}${by.password && `:${by.password}`}@127.0.0.1:${relay.port}${by.pathname}`
  const db = openDatabase(at, 2, () => {}, { longestMs: 300, silentMs: 200 })
  try {
    await assert.rejects(db.query('select pg_sleep(20)', []), isTimedOut)
    await assert.rejects(
      db.asSystem(async (tx) => {
        await sql`select 1`.execute(tx)
        await new Promise((over) => setTimeout(over, 600))
        await sql`select 1`.execute(tx)
      }),
      isUnreachable,
    )
    await db.query('select 1', [])
    await relay.set('silent')
    await assert.rejects(db.query('select 1', []), isUnreachable)
  } finally {
    relay.close()
    await db.close()
    await drop()
  }
})
