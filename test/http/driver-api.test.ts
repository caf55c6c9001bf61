// Tests how the server handles taps as phones send them: late, twice, out of order, or with a wrong clock.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import { showDriverLink } from '../../src/app/driving/show-driver-link.ts'
import { AppError } from '../../src/app/errors.ts'
import { DriverRoute } from '../../src/contract/driver.ts'
import type { DayOut } from '../../src/contract/day.ts'
import type { OrderDetailOut } from '../../src/contract/order-actions.ts'
import type { RefusedTapsOut } from '../../src/contract/office/taps.ts'
import type { RouteWithStops } from '../../src/contract/routes.ts'
import { expectAuditRow } from '../helpers/audit.ts'
import { settleOutcomesJob } from '../../src/jobs/settle-outcomes.ts'
import { testClock } from '../helpers/clock.ts'
import { addEndpoint, pendingEvents } from '../helpers/events.ts'
import { driverToken } from '../helpers/links.ts'
import { fits } from '../helpers/matching.ts'
import { signedIn } from '../helpers/office.ts'
import { dispatchedRoute, takeOff } from '../helpers/routes.ts'
import { type Client, type JsonBody, startService } from '../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

interface Phone {
  shop: Client
  route: RouteWithStops
  tap(tap: Record<string, unknown>, key?: string): Promise<{ status: number; body: JsonBody<DriverRoute> }>
  send(path: string, body: unknown): Promise<Response>
  post(path: string, form: FormData): Promise<Response>
  stop(index: number): string
}

async function phone(stops: number): Promise<Phone> {
  const { shop, route } = await dispatchedRoute(service, stops)
  await addEndpoint(app, shop.businessId)
  const token = await driverToken(service, shop.businessId, route.route_uuid)
  const send = (path: string, body: unknown, key: string = randomUUID()) =>
    fetch(`${service.url}/d/${token}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    })
  return {
    shop,
    route,
    send,
    post: (path, form) =>
      fetch(`${service.url}/d/${token}/${path}`, {
        method: 'POST',
        headers: { 'idempotency-key': randomUUID() },
        body: form,
      }),
    stop: (index) => route.stops[index]?.stop_uuid ?? '',
    tap: async (tap, key) => {
      const response = await send('taps', { at: clock.now().toISOString(), ...tap }, key)
      const body = (await response.json()) as JsonBody<DriverRoute>
      // Parsing drops members that the literal does not describe.
      if (response.ok) assert.deepEqual(body.data, fits('the run', DriverRoute, body.data))
      return { status: response.status, body }
    },
  }
}
const photoBytes = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#a86' } })
    .jpeg()
    .toBuffer()
const statuses = ({ body }: { body: JsonBody<DriverRoute> }) => body.data.stops.map(({ status }) => status)
const taps = (shop: Client) =>
  app.db.asBusiness(shop.businessId, (tx) => tx.selectFrom('driverTaps').selectAll().orderBy('receivedAt').execute())

test('after start, arrival and delivery, the driver is on the way to the next stop, and the receiver gets the events', async () => {
  const driver = await phone(3)
  assert.equal((await driver.tap({ kind: 'START' })).body.data.route.status, 'IN_PROGRESS')
  assert.deepEqual(statuses(await driver.tap({ kind: 'HEAD', stop_uuid: driver.stop(0) })), [
    'EN_ROUTE',
    'PENDING',
    'PENDING',
  ])
  await driver.tap({ kind: 'ARRIVE', stop_uuid: driver.stop(0) })
  const after = await driver.tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: driver.stop(0) })
  assert.deepEqual(statuses(after), ['DELIVERED', 'EN_ROUTE', 'PENDING'])
  const events = (await pendingEvents(app, driver.shop.businessId)).map(({ event }) => event)
  assert.deepEqual(events, ['stop.en_route', 'stop.en_route'])
  const ended = await driver.tap({ kind: 'END' })
  assert.deepEqual(statuses(ended), ['DELIVERED', 'SKIPPED', 'SKIPPED'])
  assert.equal(ended.body.data.route.status, 'IN_PROGRESS', 'until the first undo window ends')
})

test('an arrival that is undone is on the way there, and to no other stop', async () => {
  const driver = await phone(2)
  await driver.tap({ kind: 'ARRIVE', stop_uuid: driver.stop(0) })
  assert.deepEqual(statuses(await driver.tap({ kind: 'HEAD', stop_uuid: driver.stop(1) })), ['ARRIVED', 'EN_ROUTE'])
  assert.deepEqual(statuses(await driver.tap({ kind: 'UNDO', stop_uuid: driver.stop(0) })), ['EN_ROUTE', 'PENDING'])
})

test('the place where a delivery was left is stored, published and corrected, and an undo of the outcome removes it', async () => {
  const driver = await phone(2)
  const { shop, route } = driver
  const [first] = route.stops
  const tap = { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: driver.stop(0), left_where: 'Back door' }
  const left = async () =>
    (await shop.get<RouteWithStops>(`/routes/${route.route_uuid}`)).body.data.stops.map(({ left_where }) => left_where)
  const refused = await driver.tap({ ...tap, status: 'FAILED', reason: 'Nobody there' })
  assert.deepEqual([refused.status, refused.body.details.fields], [400, ['left_where']])
  await driver.tap(tap)
  assert.deepEqual(await left(), ['Back door', null])
  await driver.tap({ kind: 'UNDO', stop_uuid: driver.stop(0) })
  assert.deepEqual(await left(), [null, null])
  await driver.tap(tap)
  clock.advance(121)
  await settleOutcomesJob.run(app)
  const tracking = await fetch(service.url + new URL(first?.tracking_url ?? '').pathname)
  assert.match(await tracking.text(), /Left where: Back door\./)

  const stop = `/routes/${route.route_uuid}/stops/${driver.stop(0)}`
  const office = await signedIn(service, shop.businessId, 'DISPATCHER')
  const corrected = await office.post(`${stop}/correct`, { status: 'DELIVERED', left_where: 'Reception' })
  assert.equal(corrected.status, 200)
  assert.deepEqual(await left(), ['Reception', null])
  const told = (await pendingEvents(app, shop.businessId))
    .filter(({ event }) => event === 'stop.delivered' || event === 'stop.corrected')
    .map(({ facts }) => [facts.left_where, facts.corrected_fields])
  assert.deepEqual(told, [
    ['Back door', null],
    ['Reception', ['left_where']],
  ])
  const csv = await fetch(`${service.url}/office/api/orders.csv`, { headers: { cookie: office.cookie } })
  assert.match(await csv.text(), /Left where,Not as ordered\r?\n[^]*,Reception,\r?\n/)
})

test('starting heads to the first stop; arriving elsewhere, undoing and taking off correct the next stop', async () => {
  const driver = await phone(4)
  const heading = ['EN_ROUTE', 'PENDING', 'PENDING', 'PENDING']
  assert.deepEqual(statuses(await driver.tap({ kind: 'START' })), heading)
  assert.deepEqual(statuses(await driver.tap({ kind: 'ARRIVE', stop_uuid: driver.stop(2) })), [
    'PENDING',
    'PENDING',
    'ARRIVED',
    'PENDING',
  ])
  const after = await driver.tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: driver.stop(2) })
  assert.deepEqual(statuses(after), ['EN_ROUTE', 'PENDING', 'DELIVERED', 'PENDING'])
  const undone = await driver.tap({ kind: 'UNDO', stop_uuid: driver.stop(2) })
  assert.deepEqual(statuses(undone), ['PENDING', 'PENDING', 'ARRIVED', 'PENDING'])
  await driver.tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: driver.stop(2) })
  await takeOff(service, driver.shop, driver.route, 0)
  const { body } = await driver.shop.get<RouteWithStops>(`/routes/${driver.route.route_uuid}`)
  assert.deepEqual(
    body.data.stops.map(({ status }) => status),
    ['EN_ROUTE', 'DELIVERED', 'PENDING'],
  )
})

test('the same tap sent five times concurrently counts once', async () => {
  const driver = await phone(2)
  const key = randomUUID()
  const tap = { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: driver.stop(0), at: clock.now().toISOString() }
  const answers = await Promise.all(Array.from({ length: 5 }, () => driver.tap(tap, key)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(5).fill(200),
  )
  assert.equal((await taps(driver.shop)).length, 1)
  const events = (await pendingEvents(app, driver.shop.businessId)).map(({ event }) => event)
  assert.deepEqual(events, ['stop.en_route'])
})

test('a tap from a phone with a clock a day off counts between dispatch and now, and both times are stored', async () => {
  const driver = await phone(2)
  clock.advance(600)
  for (const [index, days] of [-1, 1].entries()) {
    clock.advance(1)
    const at = new Date(clock.now().getTime() + days * 86_400_000).toISOString()
    const { status, body } = await driver.tap({
      kind: 'OUTCOME',
      status: 'DELIVERED',
      stop_uuid: driver.stop(index),
      at,
    })
    assert.equal(status, 200, body.message)
    const finished = new Date(body.data.stops[index]?.finished_at ?? 0)
    assert.ok(finished <= clock.now() && clock.now().getTime() - finished.getTime() <= 602_000)
    assert.equal((await taps(driver.shop))[index]?.claimedAt.toISOString(), at)
  }
})

test('taps and photos count at their true times if the phone knows the error of its clock', async () => {
  const driver = await phone(2)
  clock.advance(600)
  await driver.tap({ kind: 'START' })
  clock.advance(600)
  // The phone's clock is two hours slow, and the phone sends five minutes later.
  const slow = 2 * 3_600_000
  const happened = clock.now().getTime()
  clock.advance(300)
  const claim = { at: new Date(happened - slow).toISOString(), clock_skew_ms: slow }
  const form = new FormData()
  form.set('photo', new Blob([await photoBytes()], { type: 'image/jpeg' }), 'photo.jpg')
  form.set('taken_at', claim.at)
  form.set('clock_skew_ms', String(slow))
  assert.equal((await driver.post(`stops/${driver.stop(0)}/proof`, form)).status, 200)
  const { body } = await driver.tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: driver.stop(0), ...claim })
  assert.equal(new Date(body.data.stops[0]?.finished_at ?? '').getTime(), happened)
  const kept = (await taps(driver.shop)).find(({ kind }) => kind === 'DELIVERED')
  assert.deepEqual([kept?.claimedAt.toISOString(), kept?.countedAt.getTime()], [claim.at, happened])
  const proof = await app.db.asBusiness(driver.shop.businessId, (tx) =>
    tx.selectFrom('proofs').select(['takenAt', 'claimedAt']).executeTakeFirstOrThrow(),
  )
  assert.deepEqual([proof.claimedAt?.toISOString(), proof.takenAt.getTime()], [claim.at, happened])
})

test('an undone arrival puts the driver on the way again', async () => {
  const driver = await phone(2)
  await driver.tap({ kind: 'START' })
  await driver.tap({ kind: 'ARRIVE', stop_uuid: driver.stop(0) })
  const { status, body } = await driver.tap({ kind: 'UNDO', stop_uuid: driver.stop(0) })
  assert.equal(status, 200, body.message)
  assert.deepEqual([body.data.stops[0]?.status, body.data.stops[0]?.arrived_at], ['EN_ROUTE', null])
  await expectAuditRow(service, driver.shop, 'stop.arrival_undone', {
    entityId: driver.stop(0),
    by: { kind: 'DRIVER' },
  })
  const refused = await driver.shop.post(`/routes/${driver.route.route_uuid}/stops/${driver.stop(0)}/undo`)
  assert.equal(refused.status, 409, 'the API can undo only outcomes')
})

test('a tap counts if the server’s clock is behind that of the dispatching server', async () => {
  const driver = await phone(1)
  const dispatched = clock.now().toISOString()
  clock.advance(-600)
  try {
    const tap = { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: driver.stop(0), at: clock.now().toISOString() }
    const { status, body } = await driver.tap(tap)
    assert.equal(status, 200, body.message)
    assert.equal(body.data.stops[0]?.finished_at, dispatched)
  } finally {
    clock.advance(600)
  }
})

test('outcomes that arrive hours late and out of order keep their own times', async () => {
  const driver = await phone(2)
  const dispatched = clock.now().getTime()
  clock.advance(5 * 3600)
  const at = (minutes: number) => new Date(dispatched + minutes * 60_000).toISOString()
  await driver.tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: driver.stop(1), at: at(90) })
  const { body } = await driver.tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: driver.stop(0), at: at(30) })
  assert.deepEqual(
    body.data.stops.map(({ finished_at }) => finished_at),
    [at(30), at(90)],
  )
})

test('a tap that can’t count is refused with a reason and still stored', async () => {
  const driver = await phone(2)
  const other = await phone(1)
  const strange = await driver.tap({ kind: 'ARRIVE', stop_uuid: other.stop(0) })
  assert.equal(strange.status, 404)
  clock.advance(1)
  await driver.tap({ kind: 'OUTCOME', status: 'FAILED', reason: 'Nobody there', stop_uuid: driver.stop(0) })
  clock.advance(1)
  const twice = await driver.tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: driver.stop(0) })
  assert.equal(twice.status, 409)
  assert.equal(twice.body.details.code, 'STOP_FINISHED')
  assert.deepEqual(
    (await taps(driver.shop)).map(({ kind, refused }) => [kind, refused]),
    [
      ['ARRIVE', 'NOT_FOUND'],
      ['FAILED', null],
      ['DELIVERED', 'STOP_FINISHED'],
    ],
  )
  assert.equal((await driver.tap({ kind: 'JUMP' })).status, 400)
  const mute = await driver.tap({ kind: 'OUTCOME', status: 'FAILED', stop_uuid: driver.stop(1) })
  assert.equal(mute.status, 400)
  assert.deepEqual(mute.body.details.fields, ['reason'])
  await driver.shop.post(`/routes/${driver.route.route_uuid}/cancel`)
  const ended = await driver.tap({ kind: 'ARRIVE', stop_uuid: driver.stop(1) })
  assert.equal(ended.status, 410)
  assert.equal(ended.body.details.code, 'LINK_ENDED')
  await assert.rejects(
    showDriverLink(app, driver.route.route_uuid),
    (error) => error instanceof AppError && error.code === 'ROUTE_NOT_RUNNING',
  )
})

test('a tap by an ended link, or for a stop that came off, is stored for the office', async () => {
  const driver = await phone(3)
  const office = await signedIn(service, driver.shop.businessId, 'VIEWER')
  const [gone, , last] = driver.route.stops
  const key = randomUUID()
  const counted = { kind: 'ARRIVE', stop_uuid: driver.stop(1), at: clock.now().toISOString() }
  await driver.tap(counted, key)
  await takeOff(service, driver.shop, driver.route, 0)
  clock.advance(1)
  assert.equal((await driver.tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: driver.stop(0) })).status, 404)
  await driver.shop.post(`/routes/${driver.route.route_uuid}/cancel`)
  clock.advance(1)
  const again = await driver.tap(counted, key)
  assert.equal(again.status, 410)
  assert.equal(again.body.details.counted, true, 'the tap counted before the link ended')
  const late = { kind: 'OUTCOME', status: 'FAILED', reason: 'Nobody there', stop_uuid: driver.stop(2) }
  const lateKey = randomUUID()
  for (let i = 0; i < 2; i++) assert.equal((await driver.tap(late, lateKey)).status, 410)
  clock.advance(1)
  const form = new FormData()
  form.append('photo', new Blob(['a picture']), 'photo.jpg')
  const photo = await driver.post(`stops/${driver.stop(2)}/proof`, form)
  assert.equal(photo.status, 410)

  const { body } = await office.get<RefusedTapsOut>(`/routes/${driver.route.route_uuid}/refused-taps`)
  assert.deepEqual(
    body.data.taps.map(({ kind, refused, line1, reason }) => [kind, refused, line1, reason]),
    [
      ['PHOTO', 'LINK_ENDED', last?.address.line1, null],
      ['FAILED', 'LINK_ENDED', last?.address.line1, 'Nobody there'],
      ['DELIVERED', 'NOT_FOUND', gone?.address.line1, null],
    ],
  )
  const order = await office.get<OrderDetailOut>(`/orders/${last?.order_uuid}`)
  assert.equal(order.body.data.history.filter(({ action }) => action === 'driver.tap_refused').length, 2)
  const other = await signedIn(service, (await service.business()).businessId, 'VIEWER')
  assert.equal((await other.get(`/routes/${driver.route.route_uuid}/refused-taps`)).status, 404)
})

const photoForm = async () => {
  const form = new FormData()
  form.set('photo', new Blob([await photoBytes()], { type: 'image/jpeg' }), 'photo.jpg')
  form.set('taken_at', clock.now().toISOString())
  return form
}

test('a delivery that was made while the office took the stop off becomes an outcome with its photo', async () => {
  const driver = await phone(3)
  const office = await signedIn(service, driver.shop.businessId, 'DISPATCHER')
  const path = `/routes/${driver.route.route_uuid}/refused-taps`
  await driver.tap({ kind: 'START' })
  await takeOff(service, driver.shop, driver.route, 1)
  clock.advance(60)
  const happened = clock.now().toISOString()
  const form = await photoForm()
  assert.equal((await driver.post(`stops/${driver.stop(1)}/proof`, form)).status, 404)
  const tap = {
    kind: 'OUTCOME',
    status: 'DELIVERED',
    stop_uuid: driver.stop(1),
    driver_notes: 'Rang twice',
    left_where: 'Neighbor',
  }
  assert.equal((await driver.tap(tap)).status, 404)
  clock.advance(600)

  const day = async () => (await office.get<DayOut>(`/day?date=${driver.route.date}`)).body.data.routes[0]
  assert.equal((await day())?.refused_taps, 2)
  const { body } = await office.get<RefusedTapsOut>(path)
  assert.deepEqual(
    body.data.pictures.map(({ stop_uuid, kind }) => [stop_uuid, kind]),
    [[driver.stop(1), 'PHOTO']],
  )
  const picture = await fetch(service.url + body.data.pictures[0]?.url)
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg'])

  const viewer = await signedIn(service, driver.shop.businessId, 'VIEWER')
  assert.equal((await viewer.post(`${path}/record`, { stop_uuid: driver.stop(1) })).status, 403)
  assert.equal((await office.post(`${path}/record`, { stop_uuid: driver.stop(1) })).status, 200)
  const stop = (await day())?.stops.find(({ order_uuid }) => order_uuid === driver.route.stops[1]?.order_uuid)
  assert.deepEqual(
    [stop?.status, stop?.finished_at, stop?.driver_notes, stop?.left_where, stop?.proof?.photo_urls.length],
    ['DELIVERED', happened, 'Rang twice', 'Neighbor', 1],
  )
  await expectAuditRow(service, driver.shop, 'stop.outcome', { entityId: stop?.stop_uuid, by: { kind: 'OFFICE' } })
  assert.equal((await day())?.refused_taps, 0)
  const order = await office.get<OrderDetailOut>(`/orders/${stop?.order_uuid}`)
  assert.equal(order.body.data.order.status, 'DELIVERED')
  const events = (await pendingEvents(app, driver.shop.businessId)).map(({ event }) => event)
  assert.equal(events.at(-1), 'stop.delivered')
  assert.equal((await office.post(`${path}/record`, { stop_uuid: driver.stop(1) })).status, 404, 'once')
})

test('late taps of a route that was canceled can be recorded or dismissed', async () => {
  const driver = await phone(2)
  const office = await signedIn(service, driver.shop.businessId, 'DISPATCHER')
  const path = `/routes/${driver.route.route_uuid}/refused-taps`
  await driver.tap({ kind: 'START' })
  await driver.shop.post(`/routes/${driver.route.route_uuid}/cancel`)
  for (const index of [0, 1]) {
    assert.equal((await driver.post(`stops/${driver.stop(index)}/proof`, await photoForm())).status, 410)
    const tap = { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: driver.stop(index) }
    assert.equal((await driver.tap(tap)).status, 410)
  }
  assert.equal((await office.post(`${path}/record`, { stop_uuid: driver.stop(0) })).status, 200)
  const before = (await office.get<RefusedTapsOut>(path)).body.data
  assert.deepEqual([before.taps.length, before.pictures.length], [2, 1])
  assert.equal((await office.post(`${path}/dismiss`, { stop_uuid: driver.stop(1) })).status, 200)
  await expectAuditRow(service, driver.shop, 'driver.taps_dismissed', {
    entityId: driver.route.route_uuid,
    by: { kind: 'OFFICE' },
  })
  assert.deepEqual((await office.get<RefusedTapsOut>(path)).body.data, { taps: [], pictures: [] })
})

test('a stop with another outcome by now is corrected, and gets the photo of the late tap', async () => {
  const driver = await phone(2)
  const office = await signedIn(service, driver.shop.businessId, 'DISPATCHER')
  await app.db.asBusiness(driver.shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ undoWindowSeconds: 0 }).execute(),
  )
  await driver.tap({ kind: 'OUTCOME', status: 'FAILED', reason: 'Nobody there', stop_uuid: driver.stop(0) })
  clock.advance(60)
  assert.equal((await driver.post(`stops/${driver.stop(0)}/proof`, await photoForm())).status, 409)
  const key = randomUUID()
  for (let i = 0; i < 2; i++) {
    const tap = { kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: driver.stop(0), at: clock.now().toISOString() }
    assert.equal((await driver.tap(tap, key)).status, 409)
  }
  const path = `/routes/${driver.route.route_uuid}/refused-taps`
  assert.equal((await office.post(`${path}/record`, { stop_uuid: driver.stop(0) })).status, 200)
  const { body } = await driver.shop.get<RouteWithStops>(`/routes/${driver.route.route_uuid}`)
  assert.deepEqual([body.data.stops[0]?.status, body.data.stops[0]?.proof?.photo_urls.length], ['DELIVERED', 1])
})

test('an undo within the undo window opens the stop again', async () => {
  const driver = await phone(1)
  await driver.tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: driver.stop(0) })
  assert.deepEqual(statuses(await driver.tap({ kind: 'UNDO', stop_uuid: driver.stop(0) })), ['PENDING'])
  assert.deepEqual(await pendingEvents(app, driver.shop.businessId), [])
})

test('the driver’s position moves the later arrivals only on a route in progress', async () => {
  const driver = await phone(1)
  const [stop] = driver.route.stops
  assert.ok(stop)
  const position = { lat: stop.address.lat, lng: stop.address.lng }
  const eta = async () =>
    new Date((await driver.shop.get<RouteWithStops>(`/routes/${driver.route.route_uuid}`)).body.data.stops[0]?.eta ?? 0)
  const planned = await eta()
  assert.equal((await driver.send('position', position)).status, 200)
  assert.deepEqual(await eta(), planned, 'not before the start')
  await driver.tap({ kind: 'START' })
  await driver.send('position', position)
  const ahead = (await eta()).getTime() - clock.now().getTime()
  assert.ok(ahead > 0 && ahead < 5 * 60_000, `${ahead} ms`)
})

test('a driver reorders the remaining stops if the business allows that', async () => {
  const driver = await phone(3)
  const [first, second, third] = [driver.stop(0), driver.stop(1), driver.stop(2)]
  const reorder = (stop_uuids: string[]) => driver.tap({ kind: 'REORDER', stop_uuids })
  assert.equal((await reorder([third, first, second])).body.details.code, 'REORDER_NOT_ALLOWED')
  await app.db.asBusiness(driver.shop.businessId, (tx) =>
    tx.updateTable('businesses').set({ driversMayReorder: true }).execute(),
  )
  await driver.tap({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid: second })
  const { body } = await reorder([third, first])
  assert.deepEqual(
    body.data.stops.map(({ stop_uuid, sequence }) => [stop_uuid, sequence]),
    [
      [second, 1],
      [third, 2],
      [first, 3],
    ],
  )
  const etas = body.data.stops.slice(1).map(({ eta }) => eta ?? '')
  assert.deepEqual(etas, [...etas].sort(), 'the arrivals follow the new order')
  assert.equal((await reorder([third, first, second])).body.details.code, 'ROUTE_CHANGED')
  assert.equal((await reorder([third, third])).body.details.code, 'ROUTE_CHANGED')
})
