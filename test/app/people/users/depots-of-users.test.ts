// Tests over real HTTP what users see and change if they are restricted to depots (docs/roles.md#depots).
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { DayOut } from '../../../../src/contract/day.ts'
import type { ExceptionsOut } from '../../../../src/contract/exceptions.ts'
import type { FleetOut } from '../../../../src/contract/office/fleet.ts'
import type { OrdersOut } from '../../../../src/contract/office/orders.ts'
import type { UserOut } from '../../../../src/contract/office/users.ts'
import type { PlaybackOut } from '../../../../src/contract/office/playback.ts'
import { importDue } from '../../../../src/app/orders/imports/import-due.ts'
import type { UserRole } from '../../../../src/domain/users/permissions.ts'
import { expectAuditRow } from '../../../helpers/audit.ts'
import { VAN_BODY } from '../../../helpers/fleet.ts'
import { driverToken } from '../../../helpers/links.ts'
import { type Office, PASSWORD, signedIn, visitor } from '../../../helpers/office.ts'
import { orderBody } from '../../../helpers/orders.ts'
import { dateIn } from '../../../helpers/routes.ts'
import { type Client, startService } from '../../../helpers/service.ts'

const service = await startService()
const date = dateIn(service, 1)

interface Side {
  depotId: string
  vehicleId: string
  office: Office
}
interface Shop {
  shop: Client
  owner: Office
  north: Side
  south: Side
}

/**
 * A business with two depots, each with a vehicle, its driver, and a dispatcher who is restricted to it. North is the
 * default.
 */
async function twoDepots(role: UserRole = 'DISPATCHER'): Promise<Shop> {
  const shop = await service.business()
  const owner = await signedIn(service, shop.businessId)
  const side = async (name: string, lat: number): Promise<Side> => {
    const depot = await owner.post<{ depot_uuid: string }>('/depots', { name, address: null, lat, lng: -77.03 })
    const depotId = depot.body.data.depot_uuid
    const driver = { name: `${name} driver`, phone: null, email: null, active: true }
    const { body } = await owner.post<{ driver_uuid: string }>('/drivers', driver)
    const van = { ...VAN_BODY, name: `${name} van`, depot_uuid: depotId, driver_uuid: body.data.driver_uuid }
    const made = await owner.post<{ vehicle_uuid: string }>('/vehicles', van)
    const office = await signedIn(service, shop.businessId, role)
    const bound = await owner.post(`/users/${office.session?.user.user_uuid}/depots`, { depot_uuids: [depotId] })
    assert.equal(bound.status, 200, bound.body.message)
    return { depotId, vehicleId: made.body.data.vehicle_uuid, office }
  }
  return { shop, owner, north: await side('North', 38.95), south: await side('South', 38.85) }
}

/** Returns the response as text, because it is a file or a stream of lines. */
async function asIs(office: Office, path: string, body: string, type = 'application/json'): Promise<string> {
  const headers = { cookie: office.cookie, 'x-csrf-token': office.session?.csrf_token ?? '', 'content-type': type }
  return (await fetch(`${service.url}/office/api${path}`, { method: 'POST', headers, body })).text()
}

const dayOf = async (office: Office): Promise<DayOut> => (await office.get<DayOut>(`/day?date=${date}`)).body.data
const refsOf = async (office: Office): Promise<string[]> =>
  (await office.get<OrdersOut>('/orders')).body.data.orders.map(({ external_ref: ref }) => ref).toSorted()

async function addOrders(shop: Client, count: number): Promise<string[]> {
  const refs: string[] = []
  for (let i = 0; i < count; i++) {
    const body = orderBody({ delivery_date: date })
    assert.equal((await shop.post('/orders', body)).status, 201)
    refs.push(body.external_ref)
  }
  return refs
}

test('all users see deliveries until they are on a route, then only users of its depot', async () => {
  const { shop, owner, north, south } = await twoDepots()
  const [first = '', second = ''] = await addOrders(shop, 2)
  assert.deepEqual(await refsOf(south.office), await refsOf(north.office))
  assert.deepEqual(
    (await north.office.get<FleetOut>('/fleet')).body.data.vehicles.map(({ name }) => name),
    ['North van'],
  )
  // A build uses only vehicles of the user's depots, whether or not the request names vehicles.
  const asked = { date, external_refs: [first] }
  const named = await asIs(north.office, '/build', JSON.stringify({ ...asked, vehicle_ids: [south.vehicleId] }))
  assert.match(named, /"statusCode":404/)
  assert.match(await asIs(north.office, '/build', JSON.stringify(asked)), /North van/)
  assert.deepEqual(await refsOf(north.office), [first, second].toSorted())
  assert.deepEqual(await refsOf(south.office), [second])
  assert.deepEqual((await dayOf(south.office)).routes, [])
  assert.equal((await dayOf(owner)).routes.length, 1)
  const [route] = (await dayOf(north.office)).routes
  const orderId = route?.stops[0]?.order_uuid
  assert.equal((await south.office.get(`/orders/${orderId}`)).status, 404)
  assert.equal((await south.office.post(`/routes/${route?.route_uuid}/dispatch`)).status, 404)
  assert.equal((await north.office.post(`/routes/${route?.route_uuid}/dispatch`)).status, 200)

  // The reference stays taken. The error doesn't reveal whose it is.
  const again = await south.office.post('/orders', {
    order: { ...orderBody({ delivery_date: date }), external_ref: first },
  })
  assert.deepEqual([again.status, again.body.details.code], [409, 'REFERENCE_TAKEN'])

  // If an unrestricted user moves the delivery to a route of the other depot, the delivery belongs to that depot at
  // once, and so does its history.
  assert.equal((await owner.post('/routes', { date, vehicle_uuid: south.vehicleId })).status, 200)
  const routes = (await dayOf(owner)).routes
  const to = routes.find(({ vehicle }) => vehicle.name === 'South van')
  const versions = Object.fromEntries(routes.map(({ route_uuid, version }) => [route_uuid, version]))
  const moves = [{ order_uuids: [orderId], to: { route_uuid: to?.route_uuid, position: 0 } }]
  const moved = await owner.post('/moves', { moves, versions, preview: false })
  assert.equal(moved.status, 200, moved.body.message)
  assert.deepEqual(await refsOf(north.office), [second])
  assert.deepEqual(await refsOf(south.office), [first, second].toSorted())
  const { body: played } = await north.office.get<PlaybackOut>(`/day/playback?date=${date}`)
  assert.ok(played.data.entries.length > 0)
  assert.ok(!JSON.stringify(played.data).includes(to?.route_uuid ?? '-'), 'its new route')
  assert.ok(!JSON.stringify(played.data.orders).includes(first))
  const builds = (await north.office.get<{ build_uuid: string }[]>(`/builds?date=${date}`)).body.data
  assert.equal(builds.length, 1)
  const kept = await north.office.get(`/builds/${builds[0]?.build_uuid}`)
  assert.ok(!JSON.stringify(kept.body.data).includes(first))
  assert.deepEqual((await south.office.get(`/builds?date=${date}`)).body.data, [])
})

test('users who are restricted to depots can’t change data that all depots share', async () => {
  const { shop, north, south } = await twoDepots()
  const depot = { name: 'East', address: null, lat: 38.9, lng: -77 }
  const rule = { external_ref: 'R', order: {}, schedule: {} }
  for (const refused of [
    await south.office.post('/depots', depot),
    await south.office.post('/recurring-orders', rule),
    await south.office.post('/sample-data'),
    await south.office.post('/side', { test: true }),
    await south.office.send('PATCH', '/traffic', { factors: Array.from({ length: 24 }, () => 1) }),
    await south.office.send('PATCH', `/depots/${south.depotId}`, { ...depot, version: 1, is_default: true }),
  ])
    assert.deepEqual([refused.status, refused.body.details?.code], [403, 'DEPOTS'], refused.body.message)
  const own = { ...depot, name: 'South, moved', version: 1 }
  assert.equal((await south.office.send('PATCH', `/depots/${south.depotId}`, own)).status, 200)
  assert.equal((await south.office.send('PATCH', `/depots/${north.depotId}`, own)).status, 404)
  // A vehicle without a depot starts from the default depot, which is North's.
  const van = { ...VAN_BODY, name: 'Second van' }
  assert.deepEqual((await south.office.post('/vehicles', van)).body.details.fields, ['depot_uuid'])
  assert.equal((await south.office.post('/vehicles', { ...van, depot_uuid: north.depotId })).status, 404)
  assert.equal((await south.office.post('/vehicles', { ...van, depot_uuid: south.depotId })).status, 200)
  assert.equal((await north.office.post('/vehicles', van)).status, 200)
  assert.equal((await north.office.get<FleetOut>('/fleet')).body.data.vehicles.length, 2)
  void shop
})

test('an import runs as the user who started it, and is visible to users of those depots', async () => {
  const { shop, owner, north, south } = await twoDepots()
  const [taken = ''] = await addOrders(shop, 1)
  assert.equal((await shop.post('/routes/build', { date, vehicle_ids: [north.vehicleId] })).status, 201)
  const file = `Reference,Customer,Address,Latitude,Longitude,Date\n${taken},Changed,9 Test Street,38.9,-77,${date}\nIMPORTED,New,9 Test Street,38.9,-77,${date}\n`
  const uploaded = JSON.parse(
    await asIs(south.office, '/imports?name=orders.csv', file, 'application/octet-stream'),
  ) as { data: { file: { import_uuid: string; mapping: unknown } } }
  const id = uploaded.data.file.import_uuid
  const started = await south.office.post(`/imports/${id}/start`, { mapping: uploaded.data.file.mapping })
  assert.equal(started.status, 200, started.body.message)
  while (await importDue(service.app));
  const done = await south.office.get<{ counts: Record<string, number> }>(`/imports/${id}`)
  assert.deepEqual([done.body.data.counts.created, done.body.data.counts.refused], [1, 1])
  assert.equal((await north.office.get(`/imports/${id}`)).status, 404)
  assert.equal((await owner.get(`/imports/${id}`)).status, 200)
  const { body } = await shop.get<{ customer_name: string }>(`/orders/${taken}`)
  assert.notEqual(body.data.customer_name, 'Changed')
})

test('an owner chooses the depots of a user, even in the invitation; the audit log has their names', async () => {
  const { shop, owner, north, south } = await twoDepots()
  const invited = await owner.post<{ link: string }>('/users/invite', {
    email: `new-${shop.businessId}@office.test`,
    role: 'VIEWER',
    depot_uuids: [south.depotId],
  })
  assert.equal(invited.status, 200, invited.body.message)
  const guest = visitor(service)
  await guest.post('/welcome', { token: invited.body.data.link.split('/').at(-1), name: 'New', password: PASSWORD })
  await guest.open()
  assert.deepEqual(guest.session?.user.depot_uuids, [south.depotId])
  assert.deepEqual(
    (await guest.get<FleetOut>('/fleet')).body.data.depots.map(({ name }) => name),
    ['South'],
  )
  const userId = guest.session?.user.user_uuid
  const at = `/users/${userId}/depots`

  assert.equal((await owner.post(at, { depot_uuids: [service.app.newId()] })).status, 404)
  assert.deepEqual((await owner.post(at, { depot_uuids: [] })).body.details.fields, ['depot_uuids'])
  const themselves = `/users/${owner.session?.user.user_uuid}/depots`
  assert.deepEqual((await owner.post(themselves, { depot_uuids: [north.depotId] })).body.details.fields, [
    'depot_uuids',
  ])
  assert.equal((await north.office.post(at, { depot_uuids: null })).body.details.code, 'ROLE')

  assert.equal((await owner.post(at, { depot_uuids: [north.depotId, south.depotId] })).status, 200)
  await expectAuditRow(service, shop, 'user.depots_changed', {
    entityId: userId,
    by: { kind: 'OFFICE', id: owner.session?.user.user_uuid },
    detail: { changes: { depots: ['South', 'North, South'] } },
  })
  assert.equal((await guest.get<FleetOut>('/fleet')).body.data.depots.length, 2)

  // An owner works for all depots. A user who is no longer an owner works for the previous depots.
  await owner.send('PATCH', `/users/${userId}`, { role: 'OWNER' })
  await guest.open()
  assert.equal(guest.session?.user.depot_uuids, null)
  await owner.send('PATCH', `/users/${userId}`, { role: 'DISPATCHER' })
  await guest.open()
  assert.deepEqual(guest.session?.user.depot_uuids, [north.depotId, south.depotId])

  assert.equal((await owner.post(at, { depot_uuids: null })).status, 200)
  const listed = (await owner.get<UserOut[]>('/users')).body.data
  assert.deepEqual(listed.find(({ user_uuid }) => user_uuid === userId)?.depot_uuids, null)
})

test('a user of a removed depot loses access to its data', async () => {
  const { shop, owner, south } = await twoDepots()
  await addOrders(shop, 1)
  const { body } = await owner.post('/sample-data')
  assert.ok(body.data)
  const sample = (await owner.get<FleetOut>('/fleet')).body.data.depots.find(({ name }) => name === 'Sample depot')
  const at = `/users/${south.office.session?.user.user_uuid}/depots`
  assert.equal((await owner.post(at, { depot_uuids: [sample?.depot_uuid] })).status, 200)
  assert.ok((await south.office.get<FleetOut>('/fleet')).body.data.vehicles.length > 0)
  assert.equal((await owner.send('DELETE', '/sample-data')).status, 200)
  const { data } = (await south.office.get<FleetOut>('/fleet')).body
  assert.deepEqual([data.depots, data.vehicles], [[], []])
})

test('late taps are visible to and recorded by only the depot of their route', async () => {
  const { shop, owner, north, south } = await twoDepots()
  const [first = '', second = ''] = await addOrders(shop, 2)
  const asked = { date, external_refs: [first, second] }
  assert.match(await asIs(north.office, '/build', JSON.stringify(asked)), /North van/)
  const [route] = (await dayOf(north.office)).routes
  const path = `/routes/${route?.route_uuid}`
  assert.equal((await north.office.post(`${path}/dispatch`)).status, 200)
  const token = await driverToken(service, shop.businessId, route?.route_uuid ?? '')
  assert.equal((await shop.post(`${path}/cancel`)).status, 200)
  for (const { stop_uuid } of route?.stops ?? []) {
    const late = await fetch(`${service.url}/d/${token}/taps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ kind: 'OUTCOME', status: 'DELIVERED', stop_uuid, at: new Date().toISOString() }),
    })
    assert.equal(late.status, 410)
  }
  const seen = async (office: Office) =>
    (await office.get<ExceptionsOut>(`/exceptions?date=${date}`)).body.data.late_taps.map(
      (one) => one.external_ref ?? '',
    )
  assert.deepEqual((await seen(north.office)).toSorted(), [first, second].toSorted())
  assert.deepEqual([await seen(south.office), (await seen(owner)).length], [[], 2])
  const record = (office: Office, ref: string) =>
    office.post(`${path}/refused-taps/record`, {
      stop_uuid: route?.stops.find(({ external_ref }) => external_ref === ref)?.stop_uuid,
    })
  assert.equal((await record(south.office, first)).status, 404)
  assert.equal((await south.office.get(`${path}/refused-taps`)).status, 404)
  assert.equal((await record(north.office, first)).status, 200)
  assert.deepEqual(await refsOf(north.office), [first, second].toSorted())

  // The delivery is on a route of the other depot since. Only users of both depots can remove it from there.
  const others = { date, external_refs: [second] }
  assert.match(await asIs(south.office, '/build', JSON.stringify(others)), /South van/)
  const refused = await record(north.office, second)
  assert.deepEqual([refused.status, refused.body.details.code], [409, 'ORDER_MOVED_ON'])
  assert.match(refused.body.message, /on a route of another depot now/)
  assert.equal((await record(owner, second)).status, 200)
  assert.deepEqual(await seen(owner), [])
  assert.deepEqual(
    (await dayOf(south.office)).routes.flatMap(({ stops }) => stops),
    [],
  )
})
