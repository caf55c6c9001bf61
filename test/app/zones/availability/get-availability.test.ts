import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noGeocoder } from '../../../../src/adapters/geocoders/no-geocoder.ts'
import type { Geocoder } from '../../../../src/app/ports/geocoder.ts'
import { closeZoneDay } from '../../../../src/app/zones/close-zone-day.ts'
import { createZone } from '../../../../src/app/zones/create-zone.ts'
import type { ZoneGeometry } from '../../../../src/domain/zones/zone.ts'
import { inventedZones, POSTAL_AREAS } from '../../../helpers/invented-zones.ts'
import { orderBody } from '../../../helpers/orders.ts'
import { type Client, startService } from '../../../helpers/service.ts'

let find: Geocoder['find'] = async () => ({ found: false })
const replaced = {
  clock: () => new Date('2026-11-20T15:00:00Z'), // a Friday, ten in the morning in New York
  geocoder: { name: 'stub', find: (...asked: Parameters<Geocoder['find']>) => find(...asked) },
}
const service = await startService({ replaced })

interface Available {
  served: boolean
  time_zone: string
  from: string
  days: number
  zones: {
    zone_uuid: string
    name: string
    days: {
      date: string
      open: boolean
      window_start?: string
      capacity_remaining?: number | null
      cutoff_at?: string | null
      reasons?: { code: string; message: string }[]
    }[]
  }[]
}

const hours = { start: '09:00', end: '17:00' }
const everyDay = Array.from({ length: 7 }, () => hours)
const square = (west: number, south: number, side: number): ZoneGeometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
      [west, south],
    ],
  ],
})
const noLimits = { hours: everyDay, capacity: null, cutoffDays: null, cutoffTime: null }
const zone = (shop: Client, zone: Partial<Parameters<typeof createZone>[2]> = {}) =>
  createZone(service.app, shop.businessId, { name: 'Zone', geometry: square(-77.1, 38.8, 0.2), ...noLimits, ...zone })
const HERE = 'lat=38.9&lng=-77.03'
const ask = (shop: Client, query: string) => shop.get<Available>(`/availability?${query}`)

test('200: the zones around the location, smallest area first, with open and closed days and reasons', async () => {
  const shop = await service.business()
  const { zoneId: wide } = await zone(shop, { name: 'Wide', geometry: square(-78, 38, 2) })
  const { zoneId: near } = await zone(shop, {
    name: 'Near',
    hours: [hours, hours, hours, hours, hours, null, null],
    cutoffDays: 1,
    cutoffTime: '17:00',
  })
  await zone(shop, { name: 'Elsewhere', geometry: square(-76, 38.8, 0.2) })
  await closeZoneDay(service.app, { zoneId: near, day: '2026-11-23', note: 'Stock-taking' })
  const { status, body } = await ask(shop, `${HERE}&days=4`)
  assert.equal(status, 200)
  const { served, time_zone, from, days, zones } = body.data
  assert.deepEqual([served, time_zone, from, days], [true, 'America/New_York', '2026-11-20', 4])
  assert.deepEqual(
    zones.map(({ zone_uuid }) => zone_uuid),
    [near, wide],
  )
  const open = { open: true, window_start: '09:00', window_end: '17:00', capacity: null, capacity_remaining: null }
  assert.deepEqual(zones[1]?.days[0], { date: '11/20/2026', ...open, cutoff_at: null })
  assert.deepEqual(
    zones[0]?.days.map(({ date, reasons }) => [date, reasons?.map(({ code }) => code).join()]),
    [
      ['11/20/2026', 'CUTOFF_PASSED'],
      ['11/21/2026', 'NOT_A_DELIVERY_DAY'],
      ['11/22/2026', 'NOT_A_DELIVERY_DAY'],
      ['11/23/2026', 'CLOSED'],
    ],
  )
  assert.match(zones[0]?.days[3]?.reasons?.[0]?.message ?? '', /Stock-taking/)
})

test('200: a location outside every zone has served false', async () => {
  const shop = await service.business()
  await zone(shop)
  const { status, body } = await ask(shop, 'lat=10&lng=10')
  assert.deepEqual([status, body.data.served, body.data.zones], [200, false, []])
})

test('200: zones of another business are absent', async () => {
  await zone(await service.business())
  assert.equal((await ask(await service.business(), HERE)).body.data.served, false)
})

test('capacity counts the day’s orders inside the zone that are not canceled, in every zone that contains them', async () => {
  const shop = await service.business()
  const ring = square(-77.1, 38.8, 0.2)
  const hole = (square(-77.04, 38.89, 0.02).coordinates as [number, number][][])[0] ?? []
  await zone(shop, { name: 'Near', capacity: 2 })
  await zone(shop, { name: 'Wide', geometry: square(-78, 38, 2), capacity: 10 })
  await zone(shop, {
    name: 'Ring',
    geometry: { ...ring, coordinates: [...ring.coordinates, hole] } as ZoneGeometry,
    capacity: 0,
  })
  const order = (members: Record<string, unknown>) =>
    shop.post('/orders', orderBody({ delivery_date: '11/23/2026', ...members }))
  const address = (lat: number, lng: number) => ({ address: { line1: '1 Test St', lat, lng } })
  await order({ external_ref: 'near', ...address(38.9, -77.03) })
  await order({ external_ref: 'wide', ...address(38.1, -77.9) })
  await order({ external_ref: 'off', ...address(10, 10) })
  await order({ ...address(38.9, -77.03), delivery_date: '11/24/2026' })
  await order({ external_ref: 'gone', ...address(38.9, -77.03) })
  await shop.post('/orders/gone/cancel')
  const remaining = async () => {
    const { zones } = (await ask(shop, 'lat=38.85&lng=-77.08&from=2026-11-23&days=1')).body.data
    return Object.fromEntries(
      zones.map(({ name, days }) => [name, days[0]?.capacity_remaining ?? days[0]?.reasons?.[0]?.code]),
    )
  }
  assert.deepEqual(await remaining(), { Ring: 'FULL', Near: 1, Wide: 8 })
  await order({ external_ref: 'last', ...address(38.9, -77.03) })
  assert.deepEqual(await remaining(), { Ring: 'FULL', Near: 'FULL', Wide: 7 })
  await shop.post('/orders/last/cancel')
  assert.deepEqual(await remaining(), { Ring: 'FULL', Near: 1, Wide: 8 })
})

test('from is never earlier than today; days is 14 by default, 1 to 30', async () => {
  const shop = await service.business()
  await zone(shop)
  const dates = async (query: string) => {
    const { from, days, zones } = (await ask(shop, `${HERE}${query}`)).body.data
    assert.equal(zones[0]?.days.length, days)
    return [from, zones[0]?.days[0]?.date, zones[0]?.days.at(-1)?.date]
  }
  assert.deepEqual(await dates(''), ['2026-11-20', '11/20/2026', '12/03/2026'])
  assert.deepEqual(await dates('&from=2020-01-01'), ['2026-11-20', '11/20/2026', '12/03/2026'])
  assert.deepEqual(await dates('&from=2026-12-24&days=30'), ['2026-12-24', '12/24/2026', '01/22/2027'])
  assert.deepEqual(await dates('&days=1'), ['2026-11-20', '11/20/2026', '11/20/2026'])
})

test('days of 23 and 25 hours are single days, and their cutoffs are right', async () => {
  const shop = await service.business()
  await zone(shop, { cutoffDays: 1, cutoffTime: '12:00' })
  const { days = [] } = (await ask(shop, `${HERE}&from=2027-03-13&days=3`)).body.data.zones[0] ?? {}
  assert.deepEqual(
    days.map(({ date, cutoff_at }) => [date, cutoff_at]),
    [
      ['03/13/2027', '2027-03-12T17:00:00.000Z'],
      ['03/14/2027', '2027-03-13T17:00:00.000Z'],
      ['03/15/2027', '2027-03-14T16:00:00.000Z'],
    ],
  )
})

test('today is the day in the time zone of the business', async () => {
  const { from } = (await ask(await service.business({ timeZone: 'Pacific/Kiritimati' }), HERE)).body.data
  assert.equal(from, '2026-11-21')
})

test('400: neither location nor address, half a location, and everything malformed, each named', async () => {
  const shop = await service.business()
  const faults: Record<string, string[]> = {
    '': ['lat', 'lng', 'address'],
    'lat=38.9': ['lng'],
    'lng=-77&address=Washington': ['lat'],
    'lat=91&lng=-77': ['lat'],
    'lat=here&lng=-77': ['lat'],
    'lat=&lng=-77': ['lat'],
    'lat=1e1&lng=NaN': ['lat', 'lng'],
    'lat=38.9&lat=38.8&lng=-77': ['lat'],
    'address=': ['address'],
    'address=%20': ['address'],
    [`address=${'x'.repeat(501)}`]: ['address'],
    [`${HERE}&from=11/23/2026`]: ['from'],
    [`${HERE}&from=2026-02-30`]: ['from'],
    [`${HERE}&from=9999-12-31`]: ['from'],
    [`${HERE}&days=0`]: ['days'],
    [`${HERE}&days=31`]: ['days'],
    [`${HERE}&days=1.5`]: ['days'],
    [`${HERE}&zone=x`]: ['zone'],
  }
  for (const [query, fields] of Object.entries(faults)) {
    const { status, body } = await ask(shop, query)
    assert.deepEqual([status, body.details.fields], [400, fields], query)
    assert.ok(body.message.startsWith(fields[0] ?? ''), body.message)
  }
})

test('401: without a key', async () => {
  assert.equal((await fetch(`${service.url}/api/v1/availability?${HERE}`)).status, 401)
})

test('an address is geocoded, unless a location is sent', async () => {
  const shop = await service.business()
  await zone(shop)
  const asked: unknown[] = []
  find = async (address) => {
    asked.push(address)
    return { found: true, point: { lat: 38.9, lng: -77.03 }, precision: 'PLACED', label: '' }
  }
  assert.equal((await ask(shop, 'address=1201%20R%20St')).body.data.served, true)
  assert.equal((await ask(shop, 'lat=0&lng=0&address=1201%20R%20St')).body.data.served, false)
  assert.deepEqual(asked, ['1201 R St'])
})

test('GET /places geocodes an address and returns its location and label', async () => {
  const shop = await service.business()
  const place = { point: { lat: 38.9, lng: -77.03 }, precision: 'APPROXIMATE', label: 'R St NW' } as const
  find = async () => ({ found: true, ...place })
  const found = await shop.get('/places?address=1201%20R%20St')
  assert.deepEqual(found.body.data, { ...place.point, label: place.label, precision: place.precision })
  assert.deepEqual((await shop.get('/places?address=%20')).body.details.fields, ['address'])
  find = async () => ({ found: false })
  assert.equal((await shop.get('/places?address=nowhere')).body.details.code, 'ADDRESS_NOT_FOUND')
})

test('422: the address is not found', async () => {
  find = async () => ({ found: false })
  const { status, body } = await ask(await service.business(), 'address=nowhere')
  assert.deepEqual([status, body.details.code], [422, 'ADDRESS_NOT_FOUND'])
})

test('503: the geocoder is down, hangs or is not configured', async (t) => {
  const shop = await service.business()
  find = () => Promise.reject(new Error('down'))
  const down = await ask(shop, 'address=1201%20R%20St')
  assert.deepEqual([down.status, down.body.details.code], [503, 'GEOCODER_DOWN'])
  assert.ok(Number(down.headers.get('retry-after')) > 0)
  const real = AbortSignal.timeout.bind(AbortSignal)
  const timeout = t.mock.method(AbortSignal, 'timeout', (ms: number) => real(ms < 5_000 ? 20 : ms))
  find = (_address, signal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  assert.equal((await ask(shop, 'address=1201%20R%20St')).status, 503)
  timeout.mock.restore()
  const without = await startService({ replaced: { geocoder: noGeocoder } })
  const none = await ask(await without.business(), 'address=1201%20R%20St')
  assert.deepEqual([none.status, none.body.details.code], [503, 'GEOCODER_NOT_CONFIGURED'])
  assert.equal(none.headers.get('retry-after'), null, 'waiting does not help')
})

test('429: more than 120 checks per minute, including at most 30 geocodings', async () => {
  const limited = await startService({ replaced, env: { RATE_LIMIT_SCALE: '1' } })
  const shop = await limited.business()
  find = async () => ({ found: false })
  for (let i = 0; i < 30; i++) assert.equal((await ask(shop, 'address=nowhere')).status, 422)
  const lookup = await ask(shop, 'address=nowhere')
  assert.deepEqual([lookup.status, lookup.headers.get('ratelimit-limit')], [429, '30'])
  assert.ok(Number(lookup.headers.get('retry-after')) > 0)
  assert.equal((await ask(shop, `${HERE}&address=nowhere`)).status, 200, 'a location needs no geocoding')
  let passed = 1
  while ((await ask(shop, HERE)).status === 200) passed++
  assert.ok(passed >= 88 && passed <= 90, `${passed} more checks passed`)
})

test('with areas that tile a city, a location belongs to its area, also in an exclave', async () => {
  const shop = await service.business()
  const { features } = inventedZones(POSTAL_AREAS)
  for (const { properties, geometry } of features) await zone(shop, { name: properties.name, geometry, capacity: 5 })
  const exclave = features[1]?.geometry.coordinates.at(-1)?.[0]?.[0]
  assert.ok(Array.isArray(exclave))
  const [lng, lat] = middleOf(features[1]?.geometry.coordinates.at(-1)?.[0] as [number, number][])
  for (const [point, name] of [
    ['lat=38.9126&lng=-77.0286', 'Area 13'],
    [`lat=${lat}&lng=${lng}`, 'Area 2'],
  ]) {
    const { zones } = (await ask(shop, point ?? '')).body.data
    assert.deepEqual(
      zones.map((found) => found.name),
      [name],
    )
  }
})

const middleOf = (ring: readonly [number, number][]): [lng: number, lat: number] => [
  ring.reduce((sum, [lng]) => sum + lng, 0) / ring.length,
  ring.reduce((sum, [, lat]) => sum + lat, 0) / ring.length,
]
