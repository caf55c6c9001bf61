// Receipts of outcomes: each outcome has exactly one, written in the same transaction, in one chain per business
// (docs/spec/receipts.md).
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import { sql } from 'kysely'
import pg from 'pg'
import {
  ensureReceiptKey,
  publicReceiptKeys,
  rotateReceiptKey,
} from '../../../../src/app/customers/receipts/receipt-key.ts'
import { checkFile, type TrustedKey } from '../../../../src/app/customers/receipts/verify-receipts.ts'
import type { ReceiptLine, ReceiptOut } from '../../../../src/contract/receipts.ts'
import { cleanUpJob } from '../../../../src/jobs/clean-up.ts'
import { sealReceiptsJob } from '../../../../src/jobs/seal-receipts.ts'
import { settleOutcomesJob } from '../../../../src/jobs/settle-outcomes.ts'
import { testClock } from '../../../helpers/clock.ts'
import { signedIn } from '../../../helpers/office.ts'
import { fileOf, onTheRoad, pathOf, receiptsOf, stopOf } from '../../../helpers/receipts.ts'
import { type Client, startService } from '../../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
  .jpeg()
  .toBuffer()

const line = ({ file }: ReceiptOut): ReceiptLine => JSON.parse(file) as ReceiptLine
const signed = (receipt: ReceiptOut) => line(receipt).signed
const trusted = async (): Promise<Map<string, TrustedKey>> =>
  new Map((await publicReceiptKeys(app)).keys.map((key) => [key.kid, key]))
const faultsOf = async (receipts: readonly ReceiptOut[]) => checkFile(fileOf(receipts), await trusted()).faults
const setUndoWindow = (shop: Client, seconds: number) =>
  app.db.asBusiness(shop.businessId, (tx) => tx.updateTable('businesses').set({ undoWindowSeconds: seconds }).execute())

test('an outcome gets a receipt when it settles, with time, location and pictures; personal data is outside the signed part', async () => {
  const { shop, route, outcome, settle } = await onTheRoad(service, clock, 2)
  const form = new FormData()
  form.append('photo', new Blob([new Uint8Array(photo)]), 'photo.jpg')
  const sent = await fetch(`${service.url}/api/v1${pathOf(route, 0)}/proof`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.apiKey}`, 'idempotency-key': randomUUID() },
    body: form,
  })
  assert.equal(sent.status, 201)
  await outcome(0)
  const tappedAt = clock.now().toISOString()
  await sealReceiptsJob.run(app)
  assert.deepEqual(await receiptsOf(shop), [], 'no receipt during the undo window')
  await settle()
  const receipts = await receiptsOf(shop)
  const [receipt] = receipts
  assert.ok(receipt && receipts.length === 1)
  const { signed: said, disclosed } = line(receipt)
  const stop = route.stops[0]
  assert.deepEqual(
    [said.sequence, said.previous, said.corrects, said.outcome, said.order_uuid, said.stop_uuid, said.test],
    [1, null, null, 'DELIVERED', stop?.order_uuid, stop?.stop_uuid, false],
  )
  assert.deepEqual([said.occurred_at, said.phone_time, said.received_at], [tappedAt, tappedAt, tappedAt])
  assert.equal(disclosed.order_reference?.value, stop?.external_ref)
  assert.deepEqual(disclosed.place?.value, { lat: 38.9126, lng: -77.0286, accuracy_meters: 12 })
  const { body } = await shop.get<{ stops: { stop_uuid: string; proof: { photo_urls: string[] } | null }[] }>(
    `/routes/${route.route_uuid}`,
  )
  const url = body.data.stops.find(({ stop_uuid }) => stop_uuid === stop?.stop_uuid)?.proof?.photo_urls[0] ?? ''
  const served = await fetch(url.replace('http://roundsman.test', service.url))
  const digest = createHash('sha256')
    .update(Buffer.from(await served.arrayBuffer()))
    .digest('hex')
  assert.deepEqual([said.photos, said.signatures], [[digest], []], 'the digests of the served pictures')
  assert.doesNotMatch(JSON.stringify(said), new RegExp(stop?.external_ref ?? '', 'i'))
  assert.deepEqual(await faultsOf(receipts), [])
  assert.deepEqual((await shop.get(`/receipts/${receipt.receipt_uuid}`)).body.data, receipt)
  assert.deepEqual(await receiptsOf(shop, `&order_uuid=${stop?.order_uuid}`), receipts)
  assert.deepEqual(await receiptsOf(shop, `&stop_uuid=${stopOf(route, 1)}`), [])
})

test('without an undo window, the receipt still contains the tap; an outcome by the API has no phone time', async () => {
  const { shop, route, outcome, settle } = await onTheRoad(service, clock, 2)
  await setUndoWindow(shop, 0)
  await outcome(0)
  assert.equal(
    (await shop.post(`${pathOf(route, 1)}/status`, { status: 'FAILED', reason: 'Nobody there' })).status,
    200,
  )
  await settle()
  const [tapped, reported] = (await receiptsOf(shop)).map(line)
  assert.deepEqual(tapped?.disclosed.place?.value, { lat: 38.9126, lng: -77.0286, accuracy_meters: 12 })
  assert.ok(tapped?.signed.phone_time)
  assert.deepEqual([reported?.signed.outcome, reported?.signed.phone_time], ['FAILED', null])
  assert.deepEqual([reported?.disclosed.place, reported?.signed.digests.place], [undefined, undefined])
})

test('undoing or correcting an outcome issues a receipt that refers to it; a skip alone gets none', async () => {
  const { shop, route, outcome, settle } = await onTheRoad(service, clock, 3)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  assert.equal((await shop.post(`${pathOf(route, 1)}/status`, { status: 'SKIPPED' })).status, 200)
  await outcome(0)
  await settle()
  assert.equal((await shop.post(`${pathOf(route, 0)}/undo`)).status, 200)
  await outcome(0)
  await settle()
  const notes = await office.post(`${pathOf(route, 0)}/correct`, { status: 'DELIVERED', driver_notes: 'By the gate' })
  assert.equal(notes.status, 200, notes.body.message)
  const failed = await office.post(`${pathOf(route, 0)}/correct`, { status: 'FAILED', reason: 'Nobody there' })
  assert.equal(failed.status, 200, failed.body.message)
  await settle()
  const receipts = await receiptsOf(shop)
  assert.deepEqual(
    receipts.map(({ outcome: of, sequence }) => `${sequence} ${of}`),
    ['1 DELIVERED', '2 UNDONE', '3 DELIVERED', '4 FAILED'],
  )
  assert.deepEqual(
    receipts.map(({ corrects }) => corrects),
    [null, ...receipts.slice(0, 3).map(({ receipt_uuid }) => receipt_uuid)],
  )
  assert.deepEqual(await faultsOf(receipts), [])
})

test('a picture that the office adds later gets its own receipt', async () => {
  const { shop, route, token, outcome, settle } = await onTheRoad(service, clock, 2)
  await outcome(0)
  await settle()
  const form = new FormData()
  form.append('photo', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg')
  form.append('taken_at', clock.now().toISOString())
  const late = await fetch(`${service.url}/d/${token}/stops/${stopOf(route, 0)}/proof`, {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID() },
    body: form,
  })
  assert.equal(late.status, 409)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const path = `/routes/${route.route_uuid}/refused-taps/record`
  assert.equal((await office.post(path, { stop_uuid: stopOf(route, 0) })).status, 200)
  await settle()
  const [before, after, ...more] = await receiptsOf(shop)
  assert.ok(before && after && more.length === 0)
  assert.deepEqual([signed(before).photos.length, signed(after).photos.length], [0, 1])
  assert.deepEqual([after.outcome, after.corrects], ['DELIVERED', before.receipt_uuid])
  assert.equal(signed(after).phone_time, signed(before).phone_time, 'both receipts contain the same tap')
})

test('a receipt of the test side is marked as a test', async () => {
  const { shop, route, settle } = await onTheRoad(service, clock, 1)
  await app.db.query('update businesses set test_of = $2 where business_uuid = $1', [shop.businessId, randomUUID()])
  assert.equal((await shop.post(`${pathOf(route, 0)}/status`, { status: 'DELIVERED' })).status, 200)
  await settle()
  const [receipt] = await receiptsOf(shop)
  assert.equal(receipt && signed(receipt).test, true)
})

test('a removed, swapped, inserted or backdated receipt is detected, and a contradiction between files', async () => {
  const { shop, outcome, settle } = await onTheRoad(service, clock, 4)
  for (const index of [0, 1, 2, 3]) {
    await outcome(index)
    await settle()
  }
  const chain = await receiptsOf(shop)
  const [a, b, c, d] = chain
  assert.ok(a && b && c && d)
  assert.deepEqual(await faultsOf(chain), [])
  assert.deepEqual(await faultsOf([b, c]), [], 'a part of a chain is valid, too')
  assert.match((await faultsOf([a, c, d])).join(), /number 3 follows number 1/)
  assert.match((await faultsOf([a, c, b, d])).join(), /missing or swapped/)
  const other = await onTheRoad(service, clock, 2)
  for (const index of [0, 1]) await other.outcome(index)
  await other.settle()
  const [, foreign] = await receiptsOf(other.shop)
  assert.ok(foreign)
  assert.match((await faultsOf([a, foreign, c])).join(), /another business/)
})

test('the key holder can sign anything, but not insert it between two published receipts', async () => {
  const { shop, outcome, settle } = await onTheRoad(service, clock, 3)
  for (const index of [0, 1, 2]) {
    await outcome(index)
    await settle()
  }
  const before = await receiptsOf(shop)
  // Simulates an operator who controls the database and forges the second receipt: it is sealed again at its position,
  // with another time.
  const row = await app.db.asBusiness(shop.businessId, async (tx) => {
    const { content } = await tx
      .selectFrom('receipts')
      .select('content')
      .where('sequence', '=', 2)
      .executeTakeFirstOrThrow()
    const { issuer: _i, kid: _k, sequence: _s, previous: _p, issued_at: _at, ...unsealed } = JSON.parse(content)
    const forged = JSON.stringify({ ...unsealed, occurred_at: '2026-01-01T00:00:00.000Z' })
    await sql`update receipts set content = ${forged}, sequence = null, digest = null, signature = null, kid = null
      where business_uuid = ${tx.businessId}::uuid and sequence = 2`.execute(tx)
    const first = before[0]
    await sql`update receipt_chains set sequence = 1, digest = ${createHash('sha256')
      .update(JSON.stringify(signed(first as ReceiptOut)))
      .digest()}
      where business_uuid = ${tx.businessId}::uuid`.execute(tx)
    return forged
  })
  assert.ok(row)
  while (await sealReceiptsJob.run(app));
  const after = await receiptsOf(shop)
  assert.equal(signed(after[1] as ReceiptOut).occurred_at, '2026-01-01T00:00:00.000Z')
  assert.match((await faultsOf(after)).join(), /does not follow the receipt before it/)
})

test('each of 1,000 changed bytes of a receipt is detected', async () => {
  const { shop, outcome, settle } = await onTheRoad(service, clock, 1)
  await outcome(0)
  await settle()
  const file = fileOf(await receiptsOf(shop))
  const keys = await trusted()
  assert.deepEqual(checkFile(file, keys).faults, [])
  assert.deepEqual(checkFile(file, null).faults, [])
  assert.deepEqual(checkFile(file.subarray(0, -1), keys).faults, [], 'the last line feed may be missing')
  const held = Array.from({ length: 1_000 }, (_, i) => {
    const changed = Buffer.from(file)
    const at = Math.floor((i * file.length) / 1_000)
    const byte = changed[at] ?? 0
    // Every other change flips the case of a letter or makes a similar digit, which some parsers treat as equal.
    changed[at] = i % 2 ? byte ^ 0x20 : (byte + 1 + (i % 200)) % 256
    return [keys, null].some((trust) => checkFile(changed, trust).faults.length === 0) ? `${i} at ${at}` : null
  })
  assert.deepEqual(
    held.filter((one) => one !== null),
    [],
  )
  for (const put of [file.toString().replace('{', '{ '), `${file.toString()}\n`, `\ufeff${file.toString()}`, ''])
    assert.notDeepEqual(checkFile(Buffer.from(put), keys).faults, [])
})

test('after a key rotation, earlier receipts stay valid and the old key can’t sign', async () => {
  const { shop, outcome, settle } = await onTheRoad(service, clock, 2)
  await outcome(0)
  await settle()
  const { kid, retired } = await rotateReceiptKey(app)
  clock.advance(60)
  await outcome(1)
  await settle()
  const receipts = await receiptsOf(shop)
  assert.deepEqual(
    receipts.map((receipt) => signed(receipt).kid),
    [retired, kid],
  )
  assert.deepEqual(await faultsOf(receipts), [])
  const { keys } = await publicReceiptKeys(app)
  assert.equal(keys.find((key) => key.kid === kid)?.retired_at, null)
  const old = keys.find((key) => key.kid === retired)
  assert.ok(old?.retired_at)
  const [row] = await app.db.query<{ privateKey: Buffer | null }>(
    'select private_key from receipt_keys where kid = $1',
    [retired],
  )
  assert.equal(row?.privateKey, null, 'the retired private key is deleted')
  const earlier = new Map([[old.kid, { ...old, retired_at: '2026-01-01T00:00:00.000Z' }]])
  assert.match(checkFile(fileOf(receipts.slice(0, 1)), earlier).faults.join(), /after its key was retired/)
  assert.match(checkFile(fileOf(receipts.slice(1)), earlier).faults.join(), /not among the given keys/)
})

test('an outcome and its receipt exist only together, even if a job dies', async (t) => {
  const { shop, outcome, route } = await onTheRoad(service, clock, 3)
  for (const index of [0, 1, 2]) await outcome(index)
  clock.advance(121)
  const count = async () =>
    app.db.asBusiness(shop.businessId, async (tx) => {
      const { rows } = await sql<{ settled: number; receipts: number; sealed: number }>`
        select (select count(*)::int from stops where settles_at is null and status = 'DELIVERED') as settled,
          (select count(*)::int from receipts) as receipts,
          (select count(*)::int from receipts where sequence is not null) as sealed`.execute(tx)
      return rows[0]
    })
  const refuse = (table: string, column: string) =>
    app.db.query(
      `create function die() returns trigger language plpgsql as $$ begin raise 'died'; end $$;
       create trigger die before insert or update ${column} on ${table} for each row execute function die()`,
      [],
    )
  const live = (table: string) => app.db.query(`drop trigger die on ${table}; drop function die()`, [])
  t.mock.method(app.log, 'error', () => {})
  // First the settlement fails at its last statement, then the sealing does.
  await refuse('receipts', 'of content')
  await settleOutcomesJob.run(app)
  assert.deepEqual(await count(), { settled: 0, receipts: 0, sealed: 0 })
  await live('receipts')
  clock.advance(5)
  await settleOutcomesJob.run(app)
  assert.deepEqual(await count(), { settled: 3, receipts: 3, sealed: 0 })
  await refuse('receipt_chains', 'of sequence')
  await sealReceiptsJob.run(app)
  assert.deepEqual(await count(), { settled: 3, receipts: 3, sealed: 0 })
  await live('receipt_chains')
  clock.advance(5)
  await Promise.all([sealReceiptsJob.run(app), sealReceiptsJob.run(app), sealReceiptsJob.run(app)])
  while (await sealReceiptsJob.run(app));
  const receipts = await receiptsOf(shop)
  assert.deepEqual(await count(), { settled: 3, receipts: 3, sealed: 3 })
  assert.deepEqual(receipts.map(({ stop_uuid }) => stop_uuid).sort(), route.stops.map((s) => s.stop_uuid).sort())
  assert.deepEqual(await faultsOf(receipts), [])
})

test('a chain is skipped while another process seals it', async (t) => {
  const { shop, outcome, settle } = await onTheRoad(service, clock, 2)
  await outcome(0)
  await settle()
  await outcome(1)
  clock.advance(121)
  await settleOutcomesJob.run(app)
  const other = new pg.Client(service.databaseUrl)
  await other.connect()
  const faults = t.mock.method(app.log, 'error', () => {})
  try {
    await other.query('begin')
    await other.query('select from receipt_chains where business_uuid = $1 for update', [shop.businessId])
    await sealReceiptsJob.run(app)
    assert.deepEqual([faults.mock.callCount(), (await receiptsOf(shop)).length], [0, 1])
  } finally {
    await other.end()
  }
  await sealReceiptsJob.run(app)
  assert.deepEqual(await faultsOf(await receiptsOf(shop)), [])
  assert.equal((await receiptsOf(shop)).length, 2)
})

test('a business sees only its own receipts; a dry run issues none', async () => {
  const [one, two] = [await onTheRoad(service, clock, 1), await onTheRoad(service, clock, 1)]
  await setUndoWindow(one.shop, 0)
  const asked = await one.shop.post(
    `${pathOf(one.route, 0)}/status?dry_run=true`,
    { status: 'DELIVERED' },
    {
      'idempotency-key': '',
    },
  )
  assert.equal(asked.status, 200, asked.body.message)
  await one.settle()
  assert.deepEqual(await receiptsOf(one.shop), [])
  for (const { outcome } of [one, two]) await outcome(0)
  await two.settle()
  const [ours, theirs] = [await receiptsOf(one.shop), await receiptsOf(two.shop)]
  assert.deepEqual([ours.length, theirs.length, ours[0]?.sequence, theirs[0]?.sequence], [1, 1, 1, 1])
  assert.equal((await one.shop.get(`/receipts/${theirs[0]?.receipt_uuid}`)).status, 404)
  assert.deepEqual(await receiptsOf(one.shop, `&stop_uuid=${theirs[0]?.stop_uuid}`), [])
  const seen = await app.db.asBusiness(one.shop.businessId, (tx) => tx.selectFrom('receipts').selectAll().execute())
  assert.equal(seen.length, 1)
})

test('personal data in receipts is erased with the order, the location by its own period; the chain stays valid', async () => {
  const { shop, outcome, settle, route } = await onTheRoad(service, clock, 1)
  await outcome(0)
  await settle()
  const keep = async (days: Record<string, number>) => {
    const office = await signedIn(service, shop.businessId, 'OWNER')
    const { version } = (await office.get<{ version: number }>('/settings')).body.data
    assert.equal((await office.send('PATCH', '/settings', { version, ...days })).status, 200)
    while (await cleanUpJob.run(app));
  }
  const [before] = await receiptsOf(shop)
  clock.advance(40 * 86_400)
  await keep({ keep_positions_days: 30 })
  const [without] = await receiptsOf(shop)
  assert.ok(before && without)
  assert.deepEqual([line(without).disclosed.place, line(without).signed], [undefined, line(before).signed])
  assert.equal(line(without).disclosed.order_reference?.value, route.stops[0]?.external_ref)
  assert.deepEqual(await faultsOf([without]), [])
  await keep({ keep_orders_days: 30 })
  const [erased] = await receiptsOf(shop)
  assert.ok(erased)
  assert.deepEqual([line(erased).disclosed, line(erased).signed], [{}, line(before).signed])
  assert.deepEqual(await faultsOf([erased]), [])
  assert.deepEqual(await faultsOf([before]), [], 'an earlier copy can still disclose the reference')
  const altered = line(before)
  if (altered.disclosed.order_reference) altered.disclosed.order_reference.value = 'another'
  assert.match(
    (await faultsOf([{ ...before, file: JSON.stringify(altered) }])).join(),
    /order_reference does not match/,
  )
})

test('an existing key is kept', async () => {
  await ensureReceiptKey(app)
  const keys = await trusted()
  await Promise.all([ensureReceiptKey(app), ensureReceiptKey(app)])
  assert.deepEqual(await trusted(), keys)
})
