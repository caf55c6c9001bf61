// Tests setup in the office over real HTTP: fleet, users and their links, settings, keys and endpoints, by role.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import type { KeyOut } from '../../../src/contract/office/integrations.ts'
import type { LinkOut, UserOut } from '../../../src/contract/office/users.ts'
import { expectAuditRow } from '../../helpers/audit.ts'
import { testClock } from '../../helpers/clock.ts'
import { PASSWORD, signedIn, visitor } from '../../helpers/office.ts'
import { startService } from '../../helpers/service.ts'

const clock = testClock()
const service = await startService({ replaced: { clock: clock.now }, env: { ALLOW_PRIVATE_WEBHOOKS: '1' } })

const owner = async () => {
  const shop = await service.business()
  return { shop, office: await signedIn(service, shop.businessId, 'OWNER') }
}

test('a depot, a driver and a vehicle are added and changed, and the change names its user', async () => {
  const { shop, office } = await owner()
  await office.post('/depots', { name: 'Depot', address: null, lat: 38.9, lng: -77 })
  await office.post('/drivers', { name: 'Dana', phone: '+12025550101', email: null, active: true })
  const { depots, drivers } = (await office.get<FleetOut>('/fleet')).body.data
  assert.equal(depots[0]?.is_default, true)
  const vehicle = {
    name: 'Van',
    capacity_lbs: 900,
    temperature_classes: ['DRY', 'FROZEN'],
    shift_start: '08:00',
    shift_end: '17:00',
    max_stops: null,
    driver_uuid: drivers[0]?.driver_uuid,
    depot_uuid: null,
    active: true,
  }
  const faulty = await office.post('/vehicles', { ...vehicle, shift_end: '07:00', name: '' })
  assert.deepEqual(faulty.body.details.fields, ['name', 'shift_end'])
  assert.equal((await office.post('/vehicles', vehicle)).status, 200)
  const made = (await office.get<FleetOut>('/fleet')).body.data.vehicles[0]
  const change = { ...vehicle, capacity_lbs: null, active: false, version: made?.version }
  assert.equal((await office.send('PATCH', `/vehicles/${made?.vehicle_uuid}`, change)).status, 200)
  const changed = (await office.get<FleetOut>('/fleet')).body.data.vehicles[0]
  assert.deepEqual(changed, { ...made, version: 2, capacity_lbs: null, active: false })
  await expectAuditRow(service, shop, 'vehicle.changed', {
    entityId: made?.vehicle_uuid,
    by: { kind: 'OFFICE', id: office.session?.user.user_uuid },
    detail: { changes: { capacityLbs: [900, null], active: [true, false] } },
  })
})

test('a driver’s phone number is of the business’s country or begins with +', async () => {
  const { office } = await owner()
  const driver = { name: 'Dana', phone: '(202) 555-0101', email: null, active: true }
  for (const phone of ['abc', '07700 900123', '555-0101']) {
    const refused = await office.post('/drivers', { ...driver, phone })
    assert.equal(refused.status, 400)
    assert.deepEqual(refused.body.details.fields, ['phone'])
  }
  assert.equal((await office.post('/drivers', driver)).status, 200)
  const [made] = (await office.get<FleetOut>('/fleet')).body.data.drivers
  const path = `/drivers/${made?.driver_uuid}`
  const refused = await office.send('PATCH', path, { ...driver, phone: 'abc', version: made?.version })
  assert.deepEqual([refused.status, refused.body.details.fields], [400, ['phone']])
  const changed = await office.send('PATCH', path, { ...driver, phone: '+44 7700 900123', version: made?.version })
  assert.equal(changed.status, 200)
})

test('a driver has a language or uses that of the phone', async () => {
  const { shop, office } = await owner()
  const driver = { name: 'Dana', phone: null, email: null, active: true }
  const refused = await office.post('/drivers', { ...driver, language: 'ja' })
  assert.deepEqual([refused.status, refused.body.details.fields], [400, ['language']])
  await office.post('/drivers', { ...driver, language: 'es' })
  const read = async () => (await office.get<FleetOut>('/fleet')).body.data.drivers[0]
  const made = await read()
  assert.equal(made?.language, 'es')
  await office.send('PATCH', `/drivers/${made?.driver_uuid}`, { ...driver, language: null, version: made?.version })
  assert.equal((await read())?.language, null)
  await expectAuditRow(service, shop, 'driver.changed', {
    entityId: made?.driver_uuid,
    by: { kind: 'OFFICE', id: office.session?.user.user_uuid },
    detail: { changes: { language: ['es', null] } },
  })
})

test('the second of two changes to a depot, driver or vehicle is refused and has no effect', async () => {
  const { shop, office } = await owner()
  const depot = { name: 'Depot', address: null, lat: 38.9, lng: -77 }
  const driver = { name: 'Dana', phone: null, email: null, active: true }
  const vehicle = { name: 'Van', temperature_classes: ['DRY'], shift_start: '08:00', shift_end: '17:00', active: true }
  await office.post('/depots', depot)
  await office.post('/drivers', driver)
  await office.post('/vehicles', vehicle)
  const fleet = async () => (await office.get<FleetOut>('/fleet')).body.data
  const { depots, drivers, vehicles } = await fleet()
  const second = await signedIn(service, shop.businessId, 'DISPATCHER')
  for (const [path, body] of [
    [`/depots/${depots[0]?.depot_uuid}`, depot],
    [`/drivers/${drivers[0]?.driver_uuid}`, driver],
    [`/vehicles/${vehicles[0]?.vehicle_uuid}`, vehicle],
  ] as const) {
    const first = await office.send('PATCH', path, { ...body, name: 'First', version: 1 })
    assert.equal(first.status, 200, first.body.message)
    const late = await second.send('PATCH', path, { ...body, name: 'Late', version: 1 })
    assert.deepEqual([late.status, late.body.details.code], [409, 'CHANGED_MEANWHILE'], path)
    assert.equal(late.body.details.by, 'Test owner')
    assert.deepEqual((await second.send('PATCH', path, body)).body.details.fields, ['version'])
    const nowhere = path.replace(/[^/]+$/, service.app.newId())
    assert.equal((await second.send('PATCH', nowhere, { ...body, version: 1 })).status, 404)
  }
  const after = await fleet()
  assert.deepEqual(
    [after.depots, after.drivers, after.vehicles].map(([one]) => [one?.name, one?.version]),
    [1, 2, 3].map(() => ['First', 2]),
  )
  const again = await second.send('PATCH', `/drivers/${drivers[0]?.driver_uuid}`, { ...driver, version: 2 })
  assert.equal(again.status, 200, 'after reading the current version')
})

test('an invitation creates one user, once, and a new password ends all sessions and the second factor', async () => {
  const { office } = await owner()
  const { body } = await office.post<{ link: string }>('/users/invite', { email: 'new@office.test', role: 'VIEWER' })
  const token = body.data.link.split('/').at(-1)
  const guest = visitor(service)
  const link = await guest.post<LinkOut>('/welcome/read', { token })
  assert.deepEqual([link.body.data.email, link.body.data.joins], ['new@office.test', true])
  assert.equal((await guest.post('/welcome', { token, name: 'New', password: PASSWORD })).status, 200)
  await guest.open()
  assert.equal(guest.session?.user.role, 'VIEWER')
  assert.equal((await visitor(service).post('/welcome', { token, name: 'Again', password: PASSWORD })).status, 410)

  const user = (await office.get<UserOut[]>('/users')).body.data.find(({ email }) => email === 'new@office.test')
  const reset = await office.post<{ link: string }>(`/users/${user?.user_uuid}/reset-link`)
  const other = visitor(service)
  const input = { token: reset.body.data.link.split('/').at(-1), password: 'another password' }
  assert.equal((await other.post('/welcome', input)).status, 200)
  assert.equal((await guest.get('/session')).body.data, null)
  assert.equal((await guest.post('/sign-in', { email: 'new@office.test', password: PASSWORD })).status, 401)

  const late = await office.post<{ link: string }>('/users/invite', { email: 'late@office.test', role: 'VIEWER' })
  clock.advance(8 * 86_400)
  const over = { token: late.body.data.link.split('/').at(-1), name: 'Late', password: PASSWORD }
  assert.equal((await visitor(service).post('/welcome', over)).body.details.code, 'USER_LINK_OVER')
})

test('the last owner can’t be removed, and a removed user is signed out', async () => {
  const { shop, office } = await owner()
  const own = office.session?.user.user_uuid
  assert.equal((await office.send('DELETE', `/users/${own}`)).body.details.code, 'LAST_OWNER')
  assert.equal((await office.send('PATCH', `/users/${own}`, { role: 'VIEWER' })).body.details.code, 'LAST_OWNER')
  assert.deepEqual((await office.send('PATCH', `/users/${own}`, { role: 'PILOT' })).body.details.fields, ['role'])
  const second = await signedIn(service, shop.businessId, 'DISPATCHER')
  const id = second.session?.user.user_uuid
  assert.equal((await office.send('PATCH', `/users/${id}`, { role: 'OWNER' })).status, 200)
  assert.equal((await second.send('DELETE', `/users/${own}`)).status, 200)
  assert.equal((await office.get('/session')).body.data, null)
  assert.deepEqual(
    (await second.get<UserOut[]>('/users')).body.data.map(({ user_uuid }) => user_uuid),
    [id],
  )
})

test('a key works until it is revoked, and only an owner of its business revokes it', async () => {
  const { office } = await owner()
  const { office: stranger } = await owner()
  const { body } = await office.post<{ key_uuid: string; api_key: string }>('/keys', { name: 'Shop' })
  const call = () =>
    fetch(`${service.url}/api/v1/orders`, { headers: { authorization: `Bearer ${body.data.api_key}` } })
  assert.equal((await call()).status, 200)
  assert.equal((await stranger.post(`/keys/${body.data.key_uuid}/revoke`)).status, 404)
  assert.equal((await call()).status, 200)
  await office.post(`/keys/${body.data.key_uuid}/revoke`)
  assert.equal((await call()).status, 401)
  const keys = (await office.get<KeyOut[]>('/keys')).body.data
  const key = keys.find(({ name }) => name === 'Shop')
  assert.equal(key?.prefix, body.data.api_key.slice(0, 18))
  assert.ok(key?.revoked_at)
  assert.doesNotMatch(JSON.stringify(keys), new RegExp(body.data.api_key))
})

test('owners add, test, pause and remove a webhook endpoint, but dispatchers can’t', async () => {
  const { shop, office } = await owner()
  const at = '/webhooks/subscriptions'
  const made = await office.post<{ endpoint_uuid: string; secret: string }>(at, { url: 'http://127.0.0.1:9999/hook' })
  assert.equal(made.status, 200, made.body.message)
  assert.match(made.body.data.secret, /^whsec_/)
  const own = `${at}/${made.body.data.endpoint_uuid}`
  assert.equal((await office.post(`${own}/test`)).status, 200)
  const { deliveries } = (
    await office.get<{ deliveries: { event: string }[] }>(
      `/webhook-deliveries?endpoint=${made.body.data.endpoint_uuid}`,
    )
  ).body.data
  assert.deepEqual(
    deliveries.map(({ event }) => event),
    ['endpoint.test'],
  )
  assert.equal((await office.send('PATCH', own, { active: false })).body.data.active, false)
  const dispatcher = await signedIn(service, shop.businessId, 'DISPATCHER')
  assert.equal((await dispatcher.get(at)).status, 403)
  assert.equal((await office.send('DELETE', own)).status, 200)
  assert.deepEqual((await office.get(at)).body.data, [])
})
