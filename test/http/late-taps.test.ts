// What a phone sends by a link that has ended: kept for the office once, recorded by it as reported, and never counted twice.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import type { ExceptionsOut } from '../../src/contract/office/exceptions.ts'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { MAX_REFUSED_PROOFS } from '../../src/contract/limits.ts'
import { expectAuditRow } from '../helpers/audit.ts'
import { testClock } from '../helpers/clock.ts'
import { addEndpoint, pendingEvents } from '../helpers/events.ts'
import { driverToken } from '../helpers/links.ts'
import { signedIn } from '../helpers/office.ts'
import { dispatchedRoute } from '../helpers/routes.ts'
import { type Client, type JsonBody, startService } from '../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

const post = async (token: string, path: string, body: unknown, key: string = randomUUID()) => {
  const isForm = body instanceof FormData
  const response = await fetch(`${service.url}/d/${token}/${path}`, {
    method: 'POST',
    headers: { 'idempotency-key': key, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as JsonBody<never> }
}
const at = () => clock.now().toISOString()
const photo = async (takenAt = at()) => {
  const form = new FormData()
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a86' } })
    .jpeg()
    .toBuffer()
  form.set('photo', new Blob([picture], { type: 'image/jpeg' }), 'photo.jpg')
  form.set('taken_at', takenAt)
  return form
}

async function road(stops: number) {
  const { shop, route } = await dispatchedRoute(service, stops)
  await addEndpoint(app, shop.businessId)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const late = async (date: string = route.date) =>
    (await office.get<ExceptionsOut>(`/exceptions?date=${date}`)).body.data.late_taps
  const record = (stopId: string) =>
    office.post(`/routes/${route.route_uuid}/refused-taps/record`, { stop_uuid: stopId })
  const read = async () => (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data
  const stop = (index: number) => route.stops[index]?.stop_uuid ?? ''
  return { shop, route, token, office, late, record, read, stop }
}

/** A newer link of the route, as the office resends it. */
async function resent(shop: Client, routeId: string): Promise<string> {
  const driver = await app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('drivers').set({ phone: '+12025550144' }).returning('driverId').executeTakeFirstOrThrow(),
  )
  await app.db.asBusiness(shop.businessId, (tx) =>
    tx.updateTable('routes').set({ driverId: driver.driverId }).where('routeId', '=', routeId).execute(),
  )
  assert.equal((await shop.post(`/routes/${routeId}/resend-link`)).status, 200)
  return driverToken(service, shop.businessId, routeId)
}

test('late taps of a cancelled route are listed with their photos, oldest first, and recorded as reported in one call', async () => {
  const { shop, route, token, late, record, read, stop } = await road(3)
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  assert.deepEqual(await late(), [])
  const arrived = at()
  assert.equal((await post(token, 'taps', { kind: 'ARRIVE', stop_uuid: stop(0), at: arrived })).status, 410)
  clock.advance(60)
  assert.equal((await post(token, `stops/${stop(0)}/proof`, await photo())).status, 410)
  clock.advance(1)
  const done = at()
  const failed = { kind: 'OUTCOME', status: 'FAILED', reason: 'Nobody there', stop_uuid: stop(1), at: done }
  await post(token, 'taps', { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: stop(0), at: done, driver_notes: 'Ok' })
  clock.advance(1)
  await post(token, 'taps', failed)
  clock.advance(1)
  await post(token, 'taps', { kind: 'OUTCOME', status: 'SKIPPED', reason: 'No time', stop_uuid: stop(2), at: at() })

  const listed = await late()
  assert.deepEqual(
    listed.map(({ stop_uuid, order_status, reported, taps, pictures, route_name }) => [
      [stop_uuid, order_status, reported, route_name],
      taps.map(({ kind, refused }) => `${kind} ${refused}`),
      pictures.length,
    ]),
    [
      [
        [stop(0), 'OPEN', 'DELIVERED', route.name],
        ['ARRIVE LINK_ENDED', 'PHOTO LINK_ENDED', 'DELIVERED LINK_ENDED'],
        1,
      ],
      [[stop(1), 'OPEN', 'FAILED', route.name], ['FAILED LINK_ENDED'], 0],
      [[stop(2), 'OPEN', 'SKIPPED', route.name], ['SKIPPED LINK_ENDED'], 0],
    ],
  )
  const byKey = (await shop.get<ExceptionsOut>(`/exceptions?date=${route.date}`)).body.data.late_taps
  assert.equal(byKey.length, 3)
  const { pathname, search } = new URL(byKey[0]?.pictures[0]?.url ?? '')
  assert.equal((await fetch(service.url + pathname + search)).status, 200)

  for (const index of [0, 1, 2]) assert.equal((await record(stop(index))).status, 200)
  assert.deepEqual(await late(), [])
  const { stops } = await read()
  assert.deepEqual(
    stops.map((one) => [
      one.external_ref,
      one.status,
      one.reason,
      one.arrived_at,
      one.finished_at,
      one.proof?.photo_urls.length,
    ]),
    [
      [route.stops[0]?.external_ref, 'DELIVERED', null, arrived, done, 1],
      [route.stops[1]?.external_ref, 'FAILED', 'Nobody there', null, done, undefined],
    ],
  )
  const orders = await Promise.all(
    route.stops.map(async ({ external_ref }) => (await shop.get<{ status: string }>(`/orders/${external_ref}`)).body),
  )
  assert.deepEqual(
    orders.map(({ data }) => data.status),
    ['DELIVERED', 'FAILED', 'OPEN'],
  )
  const events = (await pendingEvents(app, shop.businessId)).map(({ event }) => event)
  assert.deepEqual(events.slice(-2), ['stop.delivered', 'stop.failed'])
  await expectAuditRow(service, shop, 'stop.outcome', { entityId: stops[1]?.stop_uuid, by: { kind: 'OFFICE' } })
  const receipts = await app.db.asBusiness(shop.businessId, (tx) => tx.selectFrom('receipts').selectAll().execute())
  assert.equal(receipts.length, 2)
})

test('after a newer link was sent, what the old one had delivered late counts by the new one, once, and leaves the list', async () => {
  const { shop, route, token, late, read, stop } = await road(2)
  const newer = await resent(shop, route.route_uuid)
  const [picture, tap] = [randomUUID(), randomUUID()]
  const taken = at()
  const delivered = { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: stop(0), at: at() }
  assert.equal((await post(token, `stops/${stop(0)}/proof`, await photo(taken), picture)).status, 410)
  assert.equal((await post(token, 'taps', delivered, tap)).status, 410)
  assert.deepEqual([(await late())[0]?.taps.length, (await late())[0]?.pictures.length], [2, 1])

  assert.equal((await post(newer, `stops/${stop(0)}/proof`, await photo(taken), picture)).status, 200)
  assert.equal((await post(newer, 'taps', delivered, tap)).status, 200)
  assert.deepEqual(await late(), [], 'they count, so nobody has to judge them')
  for (const link of [newer, token]) {
    const again = await post(link, 'taps', delivered, tap)
    const shot = await post(link, `stops/${stop(0)}/proof`, await photo(taken), picture)
    assert.deepEqual([again.status, shot.status], link === newer ? [200, 200] : [410, 410])
    if (link === token) assert.deepEqual([again.body.details.counted, shot.body.details.counted], [true, true])
  }
  assert.deepEqual(await late(), [])
  const [first] = (await read()).stops
  assert.deepEqual([first?.status, first?.proof?.photo_urls.length], ['DELIVERED', 1])
  const files = await app.db.asBusiness(shop.businessId, async (tx) => ({
    refused: await tx.selectFrom('refusedProofs').select('proofId').execute(),
    unnamed: await tx.selectFrom('unnamedFiles').selectAll().execute(),
  }))
  assert.deepEqual([files.refused.length, files.unnamed.length], [0, 1], 'the second copy of the picture is removed')
})

test('what the office has answered is not counted again when it is sent by a newer link', async () => {
  const { shop, route, token, office, late, read, stop } = await road(2)
  const newer = await resent(shop, route.route_uuid)
  const tap = randomUUID()
  const delivered = { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: stop(0), at: at() }
  await post(token, 'taps', delivered, tap)
  await office.post(`/routes/${route.route_uuid}/refused-taps/dismiss`, { stop_uuid: stop(0) })
  assert.equal((await post(newer, 'taps', delivered, tap)).status, 200, 'the phone need not send it again')
  assert.deepEqual([(await read()).stops[0]?.status, await late()], ['PENDING', []])
})

test('late taps of an earlier day are on the list of today; an ended link reads nothing', async () => {
  const { shop, route, token, late, stop } = await road(1)
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  clock.advance(4 * 86_400)
  const answer = await post(token, 'taps', { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: stop(0), at: at() })
  assert.deepEqual(
    [answer.status, Object.keys(answer.body.details).sort()],
    [410, ['code', 'ended', 'languages', 'phone']],
  )
  const day = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  assert.equal((await late(day.format(clock.now()))).length, 1)
  assert.equal((await late(day.format(new Date(clock.now().getTime() - 86_400_000)))).length, 0)
  for (const path of ['run', 'parcels', 'ways', 'manifest.webmanifest'])
    assert.equal((await fetch(`${service.url}/d/${token}/${path}`)).status, 410, path)
})

test('a delivery that somebody else made since: the office sees both, and nothing is doubled', async () => {
  const { shop, route, token, late, record, stop } = await road(1)
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  const { body } = await shop.post<{ routes: { route_uuid: string; stops: { stop_uuid: string }[] }[] }>(
    '/routes/build',
    { date: route.date },
  )
  const [again] = body.data.routes
  await shop.post(`/routes/${again?.route_uuid}/dispatch`)
  const path = `/routes/${again?.route_uuid}/stops/${again?.stops[0]?.stop_uuid}/status`
  assert.equal((await shop.post(path, { status: 'DELIVERED' })).status, 200)
  await post(token, 'taps', { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: stop(0), at: at() })
  assert.deepEqual(
    (await late()).map(({ reported, order_status }) => [reported, order_status]),
    [['DELIVERED', 'DELIVERED']],
  )
  const refused = await record(stop(0))
  assert.deepEqual([refused.status, refused.body.details.code], [409, 'ORDER_MOVED_ON'])
})

test('an ended link can leave only so many pictures', async () => {
  const { shop, route, token, late, stop } = await road(1)
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  await app.db.asBusiness(shop.businessId, async (tx) => {
    const row = { routeId: route.route_uuid, stopId: stop(0), kind: 'PHOTO' as const, contentType: 'image/jpeg' }
    const rest = {
      sha256: Buffer.alloc(32),
      signedBy: null,
      takenAt: app.clock(),
      claimedAt: null,
      lat: null,
      lng: null,
    }
    const rows = Array.from({ length: MAX_REFUSED_PROOFS }, () => {
      const proofId = app.newId()
      return { businessId: shop.businessId, proofId, fileName: proofId, ...row, ...rest }
    })
    await tx.insertInto('refusedProofs').values(rows).execute()
  })
  assert.equal((await post(token, `stops/${stop(0)}/proof`, await photo())).status, 410)
  const [listed] = await late()
  assert.deepEqual([listed?.taps.length, listed?.pictures.length], [1, MAX_REFUSED_PROOFS])
})
