// Tests zones in the office over real HTTP: they are drawn, changed, closed, imported from files and tested at a point,
// by each role.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import type { FileArea, ZoneTestOut } from '../../../src/contract/office/zones.ts'
import type { ZoneOut } from '../../../src/contract/zones.ts'
import { cornersOf, extentOf, SIMPLIFIED_FROM_CORNERS } from '../../../src/domain/zones/zone.ts'
import { testClock } from '../../helpers/clock.ts'
import { DISTRICTS, inventedZones, NEIGHBORHOODS, POSTAL_AREAS } from '../../helpers/invented-zones.ts'
import { type Office, signedIn } from '../../helpers/office.ts'
import { orderBody } from '../../helpers/orders.ts'
import { startService } from '../../helpers/service.ts'

// A Saturday.
const clock = testClock(new Date('2026-11-21T15:00:00Z'))
const service = await startService({
  replaced: {
    clock: clock.now,
    geocoder: {
      name: 'test',
      find: async (address) =>
        typeof address === 'string' && address.startsWith('1 Known')
          ? { found: true, point: { lat: 38.905, lng: -77.005 }, precision: 'PLACED', label: '1 Known St' }
          : { found: false },
    },
  },
})

const square = (west: number, south: number, size: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
})
const weekdays = { start: '09:00', end: '17:00' }
const zone = (fields: Record<string, unknown> = {}) => ({
  name: 'Downtown',
  geometry: square(-77.01, 38.9, 0.01),
  hours: [weekdays, weekdays, weekdays, weekdays, weekdays, null, null],
  capacity: null,
  cutoff_days: null,
  cutoff_time: null,
  active: true,
  closures: [],
  ...fields,
})
const owner = async () => {
  const shop = await service.business()
  return { shop, office: await signedIn(service, shop.businessId, 'OWNER') }
}
const list = async (office: Office): Promise<ZoneOut[]> => {
  const zones: ZoneOut[] = []
  for (let path = '/zones'; ; ) {
    const { body } = await office.get<ZoneOut[]>(path)
    const last = body.data.at(-1)
    if (!last) return zones
    zones.push(...body.data)
    path = `/zones?${new URLSearchParams({ after_name: last.name, after_uuid: last.zone_uuid }).toString()}`
  }
}
const added = async (office: Office, fields: Record<string, unknown> = {}) => {
  const { status, body } = await office.post<{ zone_uuid: string }>('/zones', zone(fields))
  assert.equal(status, 200, body.message)
  return body.data.zone_uuid
}
const tried = async (office: Office, at: Record<string, unknown>) =>
  (await office.post<ZoneTestOut>('/zones-test', at)).body.data

test('a zone is added, changed and removed, and its holes and parts stay as drawn', async () => {
  const { office } = await owner()
  const outer = square(-77.1, 38.8, 0.2).coordinates[0]
  const hole = square(-77.02, 38.88, 0.02).coordinates[0]
  const geometry = { type: 'MultiPolygon', coordinates: [[outer, hole], square(-76.8, 38.8, 0.1).coordinates] }
  const id = await added(office, { geometry, cutoff_days: 1, cutoff_time: '17:00', capacity: 40 })
  const [made] = await list(office)
  assert.deepEqual([made?.geometry, made?.capacity, made?.cutoff_time, made?.version], [geometry, 40, '17:00', 1])
  assert.ok((made?.square_miles ?? 0) > 140)
  const closures = [{ date: '11/26/2026', note: 'Thanksgiving' }]
  const change = { ...zone({ geometry, closures, name: 'Center', active: false }), version: 1 }
  assert.equal((await office.send('PATCH', `/zones/${id}`, change)).status, 200)
  const [changed] = await list(office)
  assert.deepEqual([changed?.name, changed?.active, changed?.closures], ['Center', false, closures])
  assert.equal((await office.send('DELETE', `/zones/${id}`, { version: 2 })).status, 200)
  assert.deepEqual(await list(office), [])
  assert.equal((await office.send('DELETE', `/zones/${id}`, { version: 3 })).status, 404)
})

test('each invalid field is named', async () => {
  const { office } = await owner()
  const hours = [{ start: '09:00', end: '09:00' }, ...Array.from({ length: 6 }, () => null)]
  for (const [fields, named] of [
    [{ name: ' ' }, 'name'],
    [{ geometry: { type: 'Point', coordinates: [0, 0] } }, 'geometry'],
    [{ geometry: square(-77, 38.9, 0) }, 'geometry'],
    [{ hours: hours.slice(1).concat([null]) }, 'hours'],
    [{ hours }, 'hours.0.end'],
    [{ capacity: -1 }, 'capacity'],
    [{ cutoff_days: 0.5 }, 'cutoff_days'],
    [{ cutoff_time: '25:00' }, 'cutoff_time'],
    [{ closures: [{ date: '02/30/2027', note: 'x' }] }, 'closures.0.date'],
    [{ closures: [0, 1].map(() => ({ date: '11/26/2026', note: 'x' })) }, 'closures.1.date'],
  ] as const) {
    const { status, body } = await office.post('/zones', zone(fields))
    assert.deepEqual([status, body.details.fields], [400, [named]], JSON.stringify(fields))
  }
})

test('the second of two edits to a zone is refused and has no effect', async () => {
  const { shop, office } = await owner()
  const id = await added(office)
  const second = await signedIn(service, shop.businessId, 'OWNER')
  assert.equal((await second.send('PATCH', `/zones/${id}`, { ...zone({ capacity: 7 }), version: 1 })).status, 200)
  const late = await office.send('PATCH', `/zones/${id}`, { ...zone({ capacity: 9 }), version: 1 })
  assert.deepEqual([late.status, late.body.details.code], [409, 'CHANGED_MEANWHILE'])
  assert.equal((await office.send('DELETE', `/zones/${id}`, { version: 1 })).status, 409)
  assert.equal((await list(office))[0]?.capacity, 7)
})

test('only owners change zones of their business, and every role may read and test them', async () => {
  const { shop, office } = await owner()
  const { office: stranger } = await owner()
  const id = await added(office)
  for (const role of ['DISPATCHER', 'VIEWER'] as const) {
    const other = await signedIn(service, shop.businessId, role)
    assert.equal((await list(other)).length, 1)
    assert.equal((await other.post('/zones', zone())).status, 403)
    assert.equal((await other.send('DELETE', `/zones/${id}`, { version: 1 })).status, 403)
    assert.equal((await tried(other, { lat: 38.905, lng: -77.005 })).availability.served, true)
  }
  assert.equal((await stranger.send('PATCH', `/zones/${id}`, { ...zone(), version: 1 })).status, 404)
  assert.equal((await stranger.send('DELETE', `/zones/${id}`, { version: 1 })).status, 404)
})

test('a point is tested by the rules of availability, with the offered days and the reasons for the others', async () => {
  const { shop, office } = await owner()
  await added(office, { capacity: 1, cutoff_days: 2, cutoff_time: '09:00' })
  await shop.post(
    '/orders',
    orderBody({ delivery_date: '11/24/2026', address: { line1: 'x', lat: 38.905, lng: -77.005 } }),
  )
  const { body } = await shop.get('/availability?lat=38.905&lng=-77.005')
  const answer = await tried(office, { lat: 38.905, lng: -77.005 })
  assert.deepEqual(answer.availability, body.data)
  const days = answer.availability.zones[0]?.days ?? []
  const codes = days.slice(0, 4).map((day) => (day.open ? 'OPEN' : day.reasons.map(({ code }) => code).join()))
  assert.deepEqual(codes, [
    'NOT_A_DELIVERY_DAY,CUTOFF_PASSED',
    'NOT_A_DELIVERY_DAY,CUTOFF_PASSED',
    'CUTOFF_PASSED',
    'FULL',
  ])

  const byAddress = await tried(office, { address: '1 Known St, Washington' })
  assert.deepEqual([byAddress.place?.label, byAddress.availability.served], ['1 Known St', true])
  assert.equal((await office.post('/zones-test', { address: 'nowhere' })).body.details.code, 'ADDRESS_NOT_FOUND')
  assert.deepEqual((await office.post('/zones-test', {})).body.details.fields, ['address'])
})

test('a point outside gets the nearest zone and the inactive zones around it', async () => {
  const { office } = await owner()
  assert.deepEqual((await tried(office, { lat: 38.905, lng: -77.005 })).nearest, null)
  await added(office)
  await added(office, { name: 'Off', active: false, geometry: square(-78, 38, 0.2) })
  const { availability, nearest, not_in_use } = await tried(office, { lat: 38.1, lng: -77.9 })
  assert.deepEqual([availability.served, nearest?.name, not_in_use], [false, 'Downtown', ['Off']])
  const beside = await tried(office, { lat: 38.905, lng: -77.02 })
  assert.ok(Math.abs((beside.nearest?.miles ?? 0) - 0.54) < 0.01, String(beside.nearest?.miles))
})

const rules = { hours: zone().hours, capacity: 20, cutoff_days: 1, cutoff_time: '12:00', active: true }

test('boundaries of a city are imported completely, and importing the same file again changes nothing', async () => {
  const { office } = await owner()
  let total = 0
  for (const grid of [DISTRICTS, NEIGHBORHOODS, POSTAL_AREAS]) {
    const geojson = inventedZones(grid)
    const count = geojson.features.length
    const send = (preview: boolean) => office.post<FileArea[]>('/zones-from-file', { geojson, rules, preview })
    const looked = await send(true)
    assert.equal(looked.status, 200, looked.body.message)
    assert.deepEqual(results(looked.body.data), { CREATED: count })
    assert.equal((await list(office)).length, total)
    assert.deepEqual(results((await send(false)).body.data), { CREATED: count })
    assert.deepEqual(results((await send(false)).body.data), { UNCHANGED: count })
    total += count
    const zones = await list(office)
    assert.equal(zones.length, total)
    for (const { properties, geometry } of geojson.features) {
      const kept = zones.find(({ name }) => name === properties.name)
      if (cornersOf(geometry) <= SIMPLIFIED_FROM_CORNERS) assert.deepEqual(kept?.geometry, geometry, properties.name)
      const difference = (kept?.square_miles ?? 0) / (extentOf(geometry).area / 2_589_988.11) - 1
      assert.ok(Math.abs(difference) < 0.01, `${properties.name}: ${difference}`)
    }
  }
})

test('faults of a file are named by area, the other areas are imported, and a known name gets its new area', async () => {
  const { office } = await owner()
  const id = await added(office, { name: 'A', capacity: 3 })
  const feature = (properties: unknown, geometry: unknown) => ({ type: 'Feature', properties, geometry })
  const geojson = {
    type: 'FeatureCollection',
    features: [
      feature({ name: 'A' }, square(-76, 38, 0.1)),
      feature(
        { NAME: 'B' },
        {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 1],
          ],
        },
      ),
      feature({ ZIP: 20001 }, square(-75, 38, 0.1)),
      feature(null, square(-75, 38, 95)),
      feature({ name: 'A' }, square(-74, 38, 0.1)),
    ],
  }
  const { body } = await office.post<FileArea[]>('/zones-from-file', { geojson, rules, preview: false })
  assert.deepEqual(
    body.data.map(({ number, name, result }) => [number, name, result]),
    [
      [1, 'A', 'REPLACED'],
      [2, 'B', 'BAD'],
      [3, '20001', 'CREATED'],
      [4, 'Zone 4', 'BAD'],
      [5, 'A', 'BAD'],
    ],
  )
  assert.match(body.data[1]?.fault ?? '', /Polygon or a MultiPolygon/)
  assert.match(body.data[3]?.fault ?? '', /must be at most 90/)
  const zones = await list(office)
  assert.deepEqual(
    zones.map(({ name }) => name),
    ['20001', 'A'],
  )
  const replaced = zones.find(({ zone_uuid }) => zone_uuid === id)
  assert.deepEqual([replaced?.capacity, replaced?.geometry.coordinates], [3, square(-76, 38, 0.1).coordinates])
  const none = await office.post('/zones-from-file', {
    geojson: { type: 'FeatureCollection', features: [] },
    rules,
    preview: true,
  })
  assert.deepEqual(none.body.details.fields, ['geojson'])
})

/** A star with this number of corners, all of them needed. */
const star = (corners: number) => {
  const ring = Array.from({ length: corners }, (_, i) => {
    const angle = (i / corners) * 2 * Math.PI
    const reach = i % 2 === 0 ? 0.4 : 0.3
    return [-77 + reach * Math.cos(angle), 39 + reach * Math.sin(angle)]
  })
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
}

/** Stores this number of corners for the zone. */
async function pretend(zoneId: string, corners: number): Promise<void> {
  const database = new pg.Client({ connectionString: service.databaseUrl })
  await database.connect()
  await database.query('update zones set corners = $2 where zone_uuid = $1', [zoneId, corners])
  await database.end()
}

test('a change above the corner budget of all zones is refused with the figures', async () => {
  const { office } = await owner()
  await added(office, { name: 'A' })
  await pretend(await added(office, { name: 'B' }), 190_000)
  const third = await office.post('/zones', zone({ name: 'C', geometry: star(9_998) }))
  assert.deepEqual([third.status, third.body.details.code], [422, 'ZONES_TOO_LARGE'])
  assert.deepEqual([third.body.details.fields, third.body.details.corners], [['geometry'], 200_002])
  assert.match(third.body.message, /200,002 corners; at most 200,000/)
  const features = [{ type: 'Feature', properties: { name: 'A' }, geometry: star(9_998) }, square(-76, 38, 0.1)]
  const sent = { geojson: { type: 'FeatureCollection', features }, rules, preview: false }
  const imported = await office.post('/zones-from-file', sent)
  assert.deepEqual([imported.status, imported.body.details.fields], [422, ['geojson']])
  const before = await list(office)
  assert.deepEqual(
    before.map(({ name, corners, version }) => [name, corners, version]),
    [
      ['A', 4, 1],
      ['B', 190_000, 1],
    ],
  )
  assert.equal((await office.post('/zones', zone({ name: 'C', geometry: star(9_996) }))).status, 200)
})

test('two concurrent saves can’t exceed the budget together', async () => {
  const { office } = await owner()
  await pretend(await added(office), 199_000)
  const both = await Promise.all(['B', 'C'].map((name) => office.post('/zones', zone({ name, geometry: star(600) }))))
  assert.deepEqual(
    both.map(({ status }) => status).sort((a, b) => a - b),
    [200, 422],
  )
})

test('a business above the budget can change its zones if they do not grow', async () => {
  const { office } = await owner()
  const id = await added(office, { geometry: star(600) })
  await pretend(id, 300_000)
  assert.equal((await office.post('/zones', zone({ name: 'B' }))).status, 422)
  const smaller = { ...zone({ geometry: star(500) }), version: 1 }
  assert.equal((await office.send('PATCH', `/zones/${id}`, smaller)).status, 200)
  assert.equal((await office.post('/zones', zone({ name: 'B' }))).status, 200)
})

test('the list comes in parts, and every zone is in one of them', async () => {
  const { office } = await owner()
  const names = Array.from({ length: 120 }, (_, i) => `Zone ${i % 40}`)
  const features = names.slice(0, 40).map((name) => ({ properties: { name }, geometry: square(-76, 38, 0.1) }))
  for (let i = 0; i < 3; i++) {
    const geojson = {
      features: features.map((one) => ({ ...one, properties: { name: `${one.properties.name} ${i}` } })),
    }
    assert.equal((await office.post('/zones-from-file', { geojson, rules, preview: false })).status, 200)
  }
  await added(office, { name: 'Zone 1', geometry: star(15_000) })
  await added(office, { name: 'Zone 1', geometry: star(15_002) })
  const zones = await list(office)
  assert.equal(new Set(zones.map(({ zone_uuid }) => zone_uuid)).size, 122)
  assert.deepEqual(
    zones.filter(({ corners }) => corners > 4).map(({ geometry }) => (geometry.coordinates[0] as unknown[]).length),
    [15_001, 15_003],
  )
  const [first] = [(await office.get<ZoneOut[]>('/zones')).body.data]
  assert.ok(first.length < 100, `${first.length} zones in the first part`)
  assert.deepEqual((await office.get('/zones?after_name=A')).body.details.fields, ['after_uuid'])
})

test('faults of a large body are named like those of a small one', async () => {
  const { office } = await owner()
  const bad = star(20_000)
  ;(bad.coordinates[0] as unknown[])[7] = [-77, 95]
  const far = await office.post('/zones', zone({ geometry: bad }))
  assert.match(far.body.message, /geometry coordinates\.0\.7\.1 must be at most 90/)
  const nameless = await office.post('/zones', zone({ geometry: star(20_000), name: '', hours: 3 }))
  assert.deepEqual([nameless.status, nameless.body.details.fields], [400, ['name', 'hours']])
  const many = await office.post('/zones', zone({ geometry: star(100_002) }))
  assert.match(many.body.message, /more than 100,000 corners/)
  const beside = await office.post('/zones', { ...zone({ geometry: star(10) }), note: 'x'.repeat(1_100_000) })
  assert.equal(beside.status, 413)
})

test('deeply nested members next to the areas are refused, on the event loop and in a thread', async () => {
  const { office } = await owner()
  for (const levels of [40, 14_000, 200_000]) {
    const response = await fetch(`${service.url}/office/api/zones`, {
      method: 'POST',
      headers: {
        cookie: office.cookie,
        'x-csrf-token': office.session?.csrf_token ?? '',
        'content-type': 'application/json',
      },
      body: `{"geometry":null,"note":${'['.repeat(levels)}${']'.repeat(levels)}}`,
    })
    const { message, details } = (await response.json()) as { message: string; details: { code: string } }
    assert.deepEqual([response.status, details.code], [400, 'INVALID_JSON'])
    assert.match(message, /is nested deeper than 32 levels/)
  }
})

test('a changed area applies from then on', async () => {
  const { shop, office } = await owner()
  const id = await added(office)
  const served = async () => {
    const { body } = await shop.get<{ served: boolean }>('/availability?lat=38.905&lng=-77.005')
    return body.data.served
  }
  assert.equal(await served(), true)
  const moved = { ...zone({ geometry: square(-76, 38.9, 0.01) }), version: 1 }
  assert.equal((await office.send('PATCH', `/zones/${id}`, moved)).status, 200)
  assert.equal(await served(), false)
})

const results = (areas: readonly FileArea[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(areas, ({ result }) => result)).map(([key, all]) => [key, all?.length]),
  )
