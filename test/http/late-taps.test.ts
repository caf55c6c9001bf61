// Tests taps sent by an ended link: the server stores each once for the office, which records it as reported.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import type { DayOut } from '../../src/contract/day.ts'
import type { PersonData, PersonOut } from '../../src/contract/privacy.ts'
import type { ExceptionsOut } from '../../src/contract/exceptions.ts'
import type { UndoStepsOut } from '../../src/contract/office/undo.ts'
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

/** A newer link of the route, like after the office resends it. */
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

test('pictures that came late, and earlier signatures, are counted for their customer and exported', async () => {
  const { shop, route, token, stop } = await road(1)
  for (let i = 0; i < 2; i++) {
    const form = await photo()
    form.set('signature', form.get('photo')!, 'signature.png')
    form.delete('photo')
    form.set('signed_by', 'Test signer')
    const signed = await post(token, `stops/${stop(0)}/proof`, form)
    assert.equal(signed.status, 200, signed.body.message)
  }
  const customer = { external_ref: route.stops[0]?.external_ref }
  const exported = async () =>
    (await shop.post<PersonData>('/people/export', customer)).body.data.deliveries[0]?.photos ?? null
  const signed = await exported()
  assert.deepEqual([typeof signed?.signature_url, signed?.other_urls?.length], ['string', 1])
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  assert.equal((await post(token, `stops/${stop(0)}/proof`, await photo())).status, 410)
  const found = await shop.post<PersonOut>('/people/find', customer)
  assert.equal(found.body.data.photos_count, 3)
  const { photo_urls, signature_url, other_urls = [] } = (await exported()) ?? {}
  assert.deepEqual([photo_urls, signature_url, other_urls.length], [[], null, 3])
  for (const url of other_urls) assert.equal((await fetch(url.replace(app.publicUrl, service.url))).status, 200)
})

test('late taps of a canceled route are listed with their photos, oldest first, and recorded as reported in one call', async () => {
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

test('late taps by an old link count once if the phone sends them again by a newer link, and leave the list', async () => {
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
  assert.deepEqual(await late(), [], 'counted taps leave the list')
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

test('a late tap that the office has dismissed does not count if a newer link sends it again', async () => {
  const { shop, route, token, office, late, read, stop } = await road(2)
  const newer = await resent(shop, route.route_uuid)
  const tap = randomUUID()
  const delivered = { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: stop(0), at: at() }
  await post(token, 'taps', delivered, tap)
  await office.post(`/routes/${route.route_uuid}/refused-taps/dismiss`, { stop_uuid: stop(0) })
  assert.equal((await post(newer, 'taps', delivered, tap)).status, 200, 'the phone need not send it again')
  assert.deepEqual([(await read()).stops[0]?.status, await late()], ['PENDING', []])
})

test('late taps of an earlier day are on today’s list, and an ended link reads nothing', async () => {
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

/** Builds and dispatches the open deliveries of the day again. */
async function plannedAgain({ shop, route }: Awaited<ReturnType<typeof road>>) {
  const built = await shop.post<{ routes: RouteWithStops[] }>('/routes/build', { date: route.date })
  const [again] = built.body.data.routes
  assert.ok(again)
  assert.equal((await shop.post(`/routes/${again.route_uuid}/dispatch`)).status, 200)
  const read = async () => (await shop.get<RouteWithStops>(`/routes/${again.route_uuid}`)).body.data
  const status = (ref: string | undefined, body: unknown) => {
    const stop = again.stops.find(({ external_ref }) => external_ref === ref)
    return shop.post(`/routes/${again.route_uuid}/stops/${stop?.stop_uuid}/status`, body)
  }
  return { again, read, status }
}

test('a timely photo remains when its stop comes off, and returns with Undo or with the late outcome', async () => {
  const { shop, route, token, office, late, record, read, stop } = await road(2)
  assert.equal((await post(token, `stops/${stop(0)}/proof`, await photo())).status, 200)
  const photos = async () => (await read()).stops.map(({ proof }) => proof?.photo_urls.length ?? 0)
  const day = (await office.get<DayOut>(`/day?date=${route.date}`)).body.data
  const versions = Object.fromEntries(day.routes.map(({ route_uuid, version }) => [route_uuid, version]))
  const moves = [{ order_uuids: [route.stops[0]?.order_uuid], to: null }]
  assert.equal((await office.post('/moves', { moves, versions, preview: false })).status, 200)
  assert.deepEqual(await photos(), [0])
  const [step] = (await office.get<UndoStepsOut>('/undo-steps')).body.data.steps
  assert.equal((await office.post(`/undo-steps/${step?.step_uuid}/undo`)).status, 200)
  assert.deepEqual(await photos(), [1, 0])

  await shop.post(`/routes/${route.route_uuid}/cancel`)
  await post(token, 'taps', { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: stop(0), at: at() })
  assert.deepEqual(
    (await late()).map(({ pictures }) => pictures.length),
    [1],
  )
  assert.equal((await record(stop(0))).status, 200)
  assert.deepEqual(await photos(), [1])
})

test('recording a late outcome takes the delivery off its new route in the same call', async () => {
  const made = await road(2)
  const { shop, route, token, late, record, read, stop } = made
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  const { again, read: other } = await plannedAgain(made)
  assert.equal((await post(token, `stops/${stop(0)}/proof`, await photo())).status, 410)
  clock.advance(1)
  await post(token, 'taps', { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: stop(0), at: at() })
  assert.equal((await record(stop(0))).status, 200)
  const ref = route.stops[0]?.external_ref
  assert.deepEqual(
    (await read()).stops.map((one) => [one.external_ref, one.status, one.proof?.photo_urls.length]),
    [[ref, 'DELIVERED', 1]],
  )
  assert.deepEqual(
    (await other()).stops.map(({ external_ref }) => external_ref),
    [route.stops[1]?.external_ref],
  )
  const events = await pendingEvents(app, shop.businessId)
  const told = events.filter(({ facts }) => facts.external_ref === ref).slice(-2)
  assert.deepEqual(
    told.map(({ event, facts }) => [event, facts.route_uuid]),
    [
      ['order.unassigned', again.route_uuid],
      ['stop.delivered', route.route_uuid],
    ],
  )
  await expectAuditRow(service, shop, 'route.changed_by_hand', { entityId: again.route_uuid, by: { kind: 'OFFICE' } })

  // A photo that arrives later still belongs to the recorded outcome.
  assert.equal((await post(token, `stops/${stop(0)}/proof`, await photo())).status, 410)
  assert.equal((await late()).length, 1)
  assert.equal((await record(stop(0))).status, 200)
  assert.equal((await read()).stops[0]?.proof?.photo_urls.length, 2)
  assert.deepEqual(await late(), [])
})

test('the response names the next action if an outcome can’t be recorded in one call', async () => {
  const made = await road(3)
  const { shop, route, token, late, record, stop } = made
  const [first, second, third] = route.stops.map(({ external_ref }) => external_ref)
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  assert.equal((await shop.post(`/orders/${third}/cancel`)).status, 200)
  const { again, status } = await plannedAgain(made)
  assert.equal((await status(first, { status: 'FAILED', reason: 'Nobody there' })).status, 200)
  const newer = await driverToken(service, shop.businessId, again.route_uuid)
  const there = again.stops.find(({ external_ref }) => external_ref === second)?.stop_uuid
  assert.equal((await post(newer, 'taps', { kind: 'ARRIVE', stop_uuid: there, at: at() })).status, 200)
  for (const index of [0, 1, 2])
    await post(token, 'taps', { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: stop(index), at: at() })
  const said: [number, string, string][] = []
  for (const index of [0, 1, 2]) {
    const { status: code, body } = await record(stop(index))
    said.push([code, body.details?.code ?? '', body.message])
  }
  const { name } = again
  assert.deepEqual(said, [
    [
      409,
      'ORDER_MOVED_ON',
      `This delivery is failed on ${name}. If the driver of ${route.name} is right, correct the outcome there; then dismiss this.`,
    ],
    [409, 'ORDER_MOVED_ON', `The driver of ${name} is at this delivery now. Call that driver first.`],
    [
      409,
      'ORDER_MOVED_ON',
      'This delivery was canceled, so it gets no outcome. Tell whoever ordered it that the driver reported it as delivered; then dismiss this.',
    ],
  ])
  assert.equal((await late()).length, 3, 'nothing leaves the list')
})

test('a late note remains after a late undo', async () => {
  const { shop, route, token, record, read, stop } = await road(1)
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  const said = [
    { kind: 'OUTCOME', status: 'FAILED', reason: 'Nobody there', driver_notes: 'Bell is broken' },
    { kind: 'UNDO' },
    { kind: 'OUTCOME', status: 'DELIVERED' },
  ]
  for (const tap of said) {
    await post(token, 'taps', { ...tap, stop_uuid: stop(0), at: at() })
    clock.advance(1)
  }
  assert.equal((await record(stop(0))).status, 200)
  const [first] = (await read()).stops
  assert.deepEqual([first?.status, first?.driver_notes, first?.reason], ['DELIVERED', 'Bell is broken', null])
})

test('an ended link can store only a limited number of pictures', async () => {
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

test('an erased customer is removed from late taps and pictures, whether they came before or after the erasure', async () => {
  const { shop, route, token, late, record, stop } = await road(1)
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  const said = { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: stop(0), driver_notes: 'Dorothea took it', at: at() }
  assert.equal((await post(token, `stops/${stop(0)}/proof`, await photo())).status, 410)
  assert.equal((await post(token, 'taps', said)).status, 410)
  const [before] = await late()
  const { pathname, search } = new URL(before?.pictures[0]?.url ?? '', service.url)
  assert.deepEqual(
    [before?.taps.at(-1)?.notes, (await fetch(service.url + pathname + search)).status],
    ['Dorothea took it', 200],
  )
  const erased = await shop.post('/people/erase', { external_ref: route.stops[0]?.external_ref })
  assert.equal(erased.status, 200, erased.body.message)
  clock.advance(3 * 86_400)
  assert.equal((await post(token, `stops/${stop(0)}/proof`, await photo())).status, 410)
  assert.equal((await post(token, 'taps', { ...said, kind: 'OUTCOME' })).status, 410)
  const kept = await app.db.asBusiness(shop.businessId, async (tx) => ({
    taps: await tx.selectFrom('driverTaps').selectAll().execute(),
    pictures: await tx.selectFrom('refusedProofs').selectAll().execute(),
  }))
  assert.equal(kept.taps.length, 4)
  assert.deepEqual([JSON.stringify(kept.taps).includes('Dorothea'), kept.pictures], [false, []])
  assert.equal((await fetch(service.url + pathname + search)).status, 404)
  assert.match((await record(stop(0))).body.message, /was canceled/)
})
