// Tests reading from a real streaming replica while it is recent enough.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { inProcess } from '../../bench/proof/in-process.ts'
import { startOwnDatabase } from '../../bench/proof/own-database.ts'
import { startStandby } from '../../bench/proof/standby.ts'
import { makeContext } from '../../src/app/context.ts'
import { type Database, openDatabase, type Tx } from '../../src/store/database.ts'
import { openReplica } from '../../src/store/replica.ts'
import { until } from '../helpers/until.ts'

const primary = await startOwnDatabase({ hasty: true })
const service = await inProcess(primary.url)
const standby = await startStandby(primary)
let jumped = 0
const now = () => performance.now() + jumped
// Opens standbys, and in some tests other databases.
const opened = (url: string) => openDatabase(url, 4, () => {}, { role: 'standby' })
const direct = opened(standby.url)
const { database, secondsBehind } = openReplica(opened(standby.url), opened(primary.url), { now, onError: () => {} })
after(async () => {
  await Promise.all([database.close(), direct.close()])
  await service.close()
  await standby.end()
  await primary.end()
})

const businessId = randomUUID()
/** Returns true if the transaction reads from the replica. */
const fromReplica = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ follows: boolean }>`select pg_is_in_recovery() as follows`.execute(tx)
  return rows[0]?.follows === true
}
const readers = (seconds: number) => database.asReader(businessId, seconds, fromReplica)
const write = () => database.query(`select pg_logical_emit_message(true, 'test', 'written')`, [])
const untilRecent = () => until('the replica is at most seconds behind', () => secondsBehind() < 5)

test('reads that may be seconds old use a recent replica, and all others the database', async () => {
  await untilRecent()
  assert.equal(await readers(5), true)
  assert.equal(await database.asBusiness(businessId, fromReplica), false)
  assert.equal(await readers(0), false, 'no replica is recent enough')
})

test('a replica that lags is skipped for newer reads, and used again after it caught up', async () => {
  await untilRecent()
  await direct.query('select pg_wal_replay_pause()', [])
  await until('the replica is paused', async () => {
    const [row] = await direct.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state', [])
    return row?.state === 'paused'
  })
  await write()
  const before = secondsBehind()
  jumped += 10_000
  // The replica has reported since then that it has not advanced.
  await until('the replica is behind', () => secondsBehind() > 10 && secondsBehind() < Infinity)
  assert.ok(secondsBehind() > before)
  assert.equal(await readers(5), false)
  assert.equal(await readers(60), true)
  await direct.query('select pg_wal_replay_resume()', [])
  await untilRecent()
  assert.equal(await readers(5), true)
})

test('a read that the replica cancels or leaves hanging is repeated on the database', async () => {
  await untilRecent()
  const cutShort = await database.asReader(businessId, 5, async (tx) => {
    const follows = await fromReplica(tx)
    if (follows) await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(tx)
    return follows
  })
  assert.equal(cutShort, false)
  let asked = 0
  const hanging = database.asReader(businessId, 60, async (tx) => {
    asked++
    const follows = await fromReplica(tx)
    if (follows) await sql`select pg_sleep(20)`.execute(tx)
    return follows
  })
  await until('the replica is queried', () => asked === 1)
  jumped += 6_000
  assert.equal(await hanging, false)
  assert.equal(asked, 2)
  // An error of the work itself does not count against the replica.
  await assert.rejects(
    database.asReader(businessId, 60, async () => Promise.reject(new Error('mine'))),
    /mine/,
  )
})

test('a database that does not follow this one is never read', async () => {
  const answeringAs = (replica: Database, system?: string) => {
    let answers = 0
    const query = async <T>(text: string, values: unknown[]): Promise<T[]> => {
      const rows = await replica.query<T>(text, values)
      answers++
      return rows.map((row) => ({ ...row, ...(system && { system }) }))
    }
    return { ...replica, query, answers: () => answers }
  }
  const others = [answeringAs(opened(primary.url)), answeringAs(opened(standby.url), 'of another cluster')]
  for (const other of others) {
    const { database, secondsBehind } = openReplica(other, opened(primary.url), { onError: () => {} })
    await until('the replica reported its position twice', () => other.answers() > 1)
    assert.equal(secondsBehind(), Infinity)
    assert.equal(await database.asReader(businessId, 3600, fromReplica), false)
    await database.close()
  }
})

test('use cases state how old their reads may be, health shows the replica, and all continues without it', async () => {
  const serving = await inProcess(primary.url, {}, { DATABASE_READ_URL: standby.url })
  const { app, api } = serving
  try {
    const ctx = makeContext(app, {
      businessId,
      timeZone: 'UTC',
      actor: { kind: 'SYSTEM', id: null },
      requestId: null,
      idempotency: null,
    })
    await until('reads use the replica', () => ctx.stale('seconds').read(fromReplica))
    assert.equal(await ctx.read(fromReplica), false)
    await ctx.write(async (tx) => {
      assert.equal(await ctx.joining(tx).stale('minute').read(fromReplica), false)
    })
    const replica = async () => {
      const health = (await (await fetch(`${api}/health`)).json()) as {
        data: { checks: { replica?: { status: string } } }
      }
      return health.data.checks.replica?.status
    }
    await until('health shows the replica', async () => (await replica()) === 'ok')
    await untilRecent()
    await direct.query('select pg_promote()', [])
    await until('the replica no longer follows', () => secondsBehind() === Infinity)
    await standby.end()
    assert.equal(await ctx.stale('minute').read(fromReplica), false)
    assert.equal(await readers(60), false)
  } finally {
    await serving.close()
  }
})
