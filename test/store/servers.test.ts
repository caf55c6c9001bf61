// Tests a database address with several servers. Work goes to the server that accepts writes, even after a failover.
// The test uses a real primary and its standby, each behind a relay that can be cut.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { inProcess } from '../../bench/proof/in-process.ts'
import { type OwnDatabase, startOwnDatabase } from '../../bench/proof/own-database.ts'
import { type Relay, startRelay } from '../../bench/proof/relay.ts'
import { newShop } from '../../bench/proof/shops.ts'
import { startStandby } from '../../bench/proof/standby.ts'
import { connect } from '../../src/cli/connect.ts'
import { readConfig } from '../../src/config.ts'
import { CommitOutcomeUnknown, isUnreachable, openDatabase } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrate.ts'
import { configsOf } from '../../src/store/servers.ts'
import { until } from '../helpers/until.ts'

const config = readConfig({ DATABASE_URL: 'postgres://u@127.0.0.1:1,127.0.0.1:2/d', APP_SECRET: 'x'.repeat(32) })
// Connecting to these two ports fails, which takes a while. The last test awaits the error.
const none = connect(config, 'borrow', { info() {}, error() {} }).catch((error: unknown) => error)
const primary = await startOwnDatabase({ hasty: true })
await migrate(primary.url)
const standby = await startStandby(primary)
const relayTo = ({ url }: OwnDatabase) => startRelay({ path: `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432` })
const [toPrimary, toStandby] = [await relayTo(primary), await relayTo(standby)]
const user = new URL(primary.url).username
const address = (...relays: Relay[]) =>
  `postgres://${user}@${relays.map(({ port }) => `127.0.0.1:${port}`).join(',')}${new URL(primary.url).pathname}?target_session_attrs=read-write`
const both = address(toStandby, toPrimary)
const service = await inProcess(both, {}, { ROLE: 'web' })
after(async () => {
  await service.close()
  for (const relay of [toPrimary, toStandby]) relay.close()
  await standby.end()
  await primary.end()
})

const follows = 'select pg_is_in_recovery() as follows'
const shop = await newShop(service.app)
async function write(path: string, key: string, body: unknown) {
  const response = await fetch(`${service.api}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.apiKey}`, 'idempotency-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { details, ...answer } = (await response.json()) as { message: string; details?: { code: string } }
  const { status, headers } = response
  return { status, code: details?.code, answer, replayed: headers.get('idempotent-replayed'), headers }
}
const order = () => ({
  external_ref: randomUUID(),
  customer_name: 'Test customer',
  address: { line1: '1 Test Street', lat: 38.9, lng: -77 },
  delivery_date: '12/01/2030',
})

test('an address lists servers like in libpq', () => {
  const hosts = configsOf('postgres://u:p%40w@a:1,[::1]:2,c/db?x=1').map(({ connectionString }) => connectionString)
  assert.deepEqual(hosts, [
    'postgres://u:p%40w@a:1/db?x=1',
    'postgres://u:p%40w@[::1]:2/db?x=1',
    'postgres://u:p%40w@c/db?x=1',
  ])
  assert.equal(configsOf('postgres:///db?host=/a,b').length, 1)
})

test('the primary is found in any position, a standby serves reads, and a standby alone is not a database', async () => {
  assert.deepEqual(await migrate(both), [])
  const reading = openDatabase(address(toPrimary, toStandby), 2, () => {}, { role: 'standby' })
  const alone = openDatabase(address(toStandby), 2, () => {})
  try {
    assert.deepEqual(await service.app.db.query(follows, []), [{ follows: false }])
    assert.deepEqual(await reading.query(follows, []), [{ follows: true }])
    await assert.rejects(alone.query(follows, []), isUnreachable)
  } finally {
    await Promise.all([reading.close(), alone.close()])
  }
})

test('a write refused by a standby, or a query of its empty tables, means an unreachable database', async () => {
  const reading = openDatabase(address(toStandby), 2, () => {}, { role: 'standby' })
  try {
    await assert.rejects(reading.query('delete from job_ticks', []), isUnreachable)
    await assert.rejects(reading.query('select from rate_buckets', []), isUnreachable)
  } finally {
    await reading.close()
  }
})

test('a commit without a response is looked up, and if that fails, its retry has the result', async () => {
  // Without this flush, the lost commits would be those of the call log.
  await service.app.callLog.flush()
  toPrimary.loseCommits(1)
  const found = await write('/orders', 'found', order())
  assert.deepEqual([found.status, found.replayed], [201, 'true'])
  await service.app.callLog.flush()
  toPrimary.loseCommits(2)
  const body = order()
  const unknown = await write('/orders', 'unknown', body)
  assert.deepEqual([unknown.status, unknown.code], [503, 'DATABASE_UNREACHABLE'])
  assert.match(unknown.answer.message, /may or may not be saved/)
  const retried = await write('/orders', 'unknown', body)
  assert.deepEqual([retried.status, retried.replayed], [201, 'true'])
})

test('work that hangs with the primary is given up, and all continues on the promoted standby', async () => {
  const { db } = service.app
  const { businessId } = shop
  const body = order()
  const before = await write('/orders', 'before', body)
  const promoting = openDatabase(standby.url, 1, () => {}, { role: 'standby' })
  const [position] = await db.query<{ log: string }>('select pg_current_wal_insert_lsn()::text as log', [])
  await until('the standby has the write', async () => {
    const [row] = await promoting.query<{ has: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as has', [
      position?.log,
    ])
    return row?.has === true
  })
  const hanging = db.asWriter(businessId, async (tx) => {
    await toPrimary.set('silent')
    await toPrimary.set('refuse')
    await tx.updateTable('businesses').set({ name: 'Another' }).where('businessId', '=', businessId).execute()
  })
  let isGivenUp = false
  const ended = assert
    .rejects(hanging, (error) => isUnreachable(error) && !(error instanceof CommitOutcomeUnknown))
    .then(() => (isGivenUp = true))
  await promoting.query('select pg_promote()', [])
  await promoting.close()
  // The server does not know of the failover yet. The next connection checks for it.
  const others = await Promise.all(Array.from({ length: 8 }, (_, i) => write('/orders', `other-${i}`, order())))
  assert.ok(others.every(({ status }) => status === 201 || status === 503))
  assert.deepEqual(await db.query(follows, []), [{ follows: false }])
  const after = await write('/orders', 'before', body)
  assert.deepEqual([after.status, after.replayed, after.answer], [201, 'true', before.answer])
  assert.equal((await write('/orders', 'after', order())).status, 201)
  assert.ok(isGivenUp, 'the hanging transaction was not given up')
  await ended
})

test('health shows that no server accepts writes, and writes get 503 with Retry-After', async () => {
  await toStandby.set('cut')
  const { status, headers, code } = await write('/orders', 'nobody', order())
  assert.deepEqual([status, code, headers.get('retry-after')], [503, 'DATABASE_UNREACHABLE', '5'])
  const health = (await (await fetch(`${service.api}/health`)).json()) as {
    details: { checks: { database: { detail: string } } }
  }
  assert.equal(health.details.checks.database.detail, 'None of its servers takes writes right now.')
  await toStandby.set('open')
  assert.equal((await write('/orders', 'nobody', order())).status, 201)
})

test('a start without any server lists the addresses that it tried', async () => {
  assert.match(String(await none), /DATABASE_URL: none of 127.0.0.1:1, 127.0.0.1:2 responds and accepts writes\./)
})
