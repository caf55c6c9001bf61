// Drives of vehicles with their own size and period, compared with a plain search that knows the vehicle.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type PlainRoads, plainRoads } from '../../bench/roads/plain-drives.ts'
import { pricesOf } from '../../bench/roads/prices.ts'
import { COSTINGS } from '../../src/domain/planning/costing.ts'
import type { Point } from '../../src/domain/orders/order.ts'
import type { RoadVehicle } from '../../src/domain/planning/road-vehicle.ts'
import { type WeekHours, weekHours } from '../../src/domain/planning/week-hours.ts'
import { buildRoadFile } from '../../src/roads/build.ts'
import { openDrives } from '../../src/roads/drives.ts'
import { spotsOf } from '../../src/roads/ends.ts'
import type { ReadHours } from '../../src/roads/read/conditions.ts'
import type { Tags } from '../../src/roads/read/tags.ts'
import { randomMapWith } from './random-map.ts'
import { joined, roadMap } from './road-map.ts'
import type { HourlyAccess } from '../../src/roads/read/access-hours.ts'
import { vehicleAccess } from '../../src/roads/read/vehicle-access.ts'
import { YES } from '../../src/roads/read/access-level.ts'
import { Requirements } from '../../src/roads/requirements.ts'
import { PROFILES } from '../../src/roads/profile.ts'

const DAY = 24 * 60

/** Reads spans of whole hours that are the same each day. */
const readHours: ReadHours = (text) => {
  const [, from, to] = /^(\d\d):00-(\d\d):00$/.exec(text) ?? []
  if (from === undefined) return null
  const [start, end] = [Number(from) * 60, Number(to) * 60]
  const spans: WeekHours =
    start < end
      ? [[start, end]]
      : [
          [0, end],
          [start, DAY],
        ]
  const week = weekHours(
    [0, 1, 2, 3, 4, 5, 6].flatMap((day) => spans.map(([a, b]) => [day * DAY + a, day * DAY + b] as const)),
  )
  return { certain: week, possible: week }
}

const STREETS: readonly Tags[] = [
  { maxheight: '3' },
  { maxheight: '2.2', 'maxheight:conditional': 'none @ (weight < 3)' },
  { maxweight: '3.5' },
  { maxweight: '3.5', 'maxweight:conditional': 'none @ delivery' },
  { maxweight: '2', access: 'private' },
  { 'maxheight:forward': '2' },
  { 'hgv:conditional': 'no @ (weight > 7.5)' },
  { 'hgv:conditional': 'destination @ (weight > 7.5)' },
  { 'vehicle:conditional': 'destination @ (weight > 3.5)' },
  { 'vehicle:conditional': 'no @ (weight > 3 AND length > 6)' },
  { highway: 'secondary', 'motor_vehicle:conditional': 'no @ (22:00-06:00)' },
  { highway: 'secondary', 'motor_vehicle:conditional': 'delivery @ (08:00-10:00)' },
  { highway: 'primary', 'vehicle:conditional': 'no @ (16:00-18:00 AND weight > 3)' },
  { highway: 'residential', 'motor_vehicle:conditional': 'no @ (16:00-18:00)' },
]
const CORNERS: readonly Tags[] = [
  { barrier: 'height_restrictor', maxheight: '2.5' },
  { maxweight: '3.5' },
  { maxweight: '3.5', 'maxweight:conditional': 'none @ destination' },
  { barrier: 'bollard', 'vehicle:conditional': 'yes @ (width < 2)' },
]
const maps = randomMapWith(STREETS, CORNERS)

const somewhere = fc.record({ east: fc.integer({ min: -20, max: 380 }), north: fc.integer({ min: -20, max: 380 }) })
const places = fc
  .array(somewhere, { minLength: 2, maxLength: 8 })
  .map((all) => all.map(({ east, north }): Point => ({ lat: 40 + north * 9e-6, lng: -100 + east * 9e-6 })))

const sizes = fc.record(
  {
    heightMeters: fc.constantFrom(1.9, 2, 2.2, 2.5, 3, 3.2),
    widthMeters: fc.constantFrom(1.9, 2, 2.4),
    lengthMeters: fc.constantFrom(5, 6, 6.5, 9),
    weightTonnes: fc.constantFrom(1, 2, 2.9, 3, 3.5, 5, 7.5),
  },
  { requiredKeys: [] },
)
/** Day, first hour and number of hours. */
const periods = fc.option(fc.tuple(fc.nat(6), fc.nat(23), fc.integer({ min: 1, max: 26 })))

test('every drive of a vehicle equals the result of a plain search that knows its size and period', () => {
  fc.assert(
    fc.property(
      maps,
      places,
      fc.constantFrom(...COSTINGS),
      sizes,
      periods,
      (description, points, costing, size, when) => {
        const map = roadMap(description, readHours)
        const drives = map.drives(costing)
        const [day, hour, length] = when ?? [0, 6, 14]
        const period = { from: day * DAY + hour * 60, to: day * DAY + (hour + length) * 60 }
        const vehicle: RoadVehicle = { costing, size, ...(when && { period }) }
        const { heightMeters, widthMeters, lengthMeters, weightTonnes } = size
        const plain = plainRoads(map.raw, costing, pricesOf(map.network(costing), map.segments.decimeters), {
          hours: Array.from({ length: Math.min(24, length) }, (_, i) => (hour + i) % 24),
          size: {
            ...(heightMeters !== undefined && { height: heightMeters }),
            ...(widthMeters !== undefined && { width: widthMeters }),
            ...(lengthMeters !== undefined && { length: lengthMeters }),
            ...(weightTonnes !== undefined && { weight: weightTonnes }),
          },
        })
        fc.pre(plain !== null)
        assert.equal(plain.pieces, map.segments.count)
        const { durations, distances } = drives.table(points, vehicle)
        const growing = drives.growingTable(vehicle)
        growing.add(points, Infinity)
        assert.deepEqual(growing.table(points).durations, durations)
        const snapped = points.map((point) => drives.snap(point))
        for (const [i, from] of snapped.entries()) {
          const plainTo: ReturnType<PlainRoads['from']> | null = from && plain.from(spotsOf(from))
          for (const [j, to] of snapped.entries()) {
            if (i === j || !plainTo || !to) continue
            const at = i * points.length + j
            const [centiseconds, decimeters]: readonly [number, number] = plainTo(spotsOf(to)) ?? [Infinity, Infinity]
            assert.deepEqual([durations[at], distances[at]], [centiseconds / 100, decimeters / 10], `${i} to ${j}`)
            const drive = drives.drive(points[i]!, points[j]!, vehicle)
            assert.deepEqual([drive?.seconds ?? Infinity, drive?.meters ?? Infinity], [durations[at], distances[at]])
          }
        }
      },
    ),
    { numRuns: 100 },
  )
})

/** Returns a map of a lane with these tags between two streets. */
const lane = (tags: Tags, nodeTags: Record<string, Tags> = {}, detour: Record<string, string> = {}) =>
  roadMap(
    {
      nodes: { a0: [0, 0], a: [1, 0], m: [2, 0], b: [3, 0], b0: [4, 0], d: [2, 9] },
      nodeTags,
      ways: { west: 'a0 a', lane: { along: 'a m b', tags: { name: 'Mill Lane', ...tags } }, east: 'b b0', ...detour },
    },
    readHours,
  )
const obstacleOf = (map: ReturnType<typeof lane>, vehicle: RoadVehicle) =>
  map.drives(vehicle.costing).obstacle(map.between('a0', 'a'), map.between('b', 'b0'), vehicle)
const SIZE = { heightMeters: 3.8, weightTonnes: 12 }

test('the obstacle of a drive is the limit of the first road that the vehicle may not use', () => {
  const truck: RoadVehicle = { costing: 'TRUCK', size: SIZE }
  const way = { street: 'Mill Lane', source: { type: 'way' as const, id: 2 } }
  const cases: [Tags, object][] = [
    [{ maxheight: '3.2' }, { kind: 'HEIGHT', limit: 3.2, ...way }],
    [{ maxweight: '7.5' }, { kind: 'WEIGHT', limit: 7.5, ...way }],
    [{ maxaxleload: '5 t' }, { kind: 'AXLE_LOAD', limit: 5, ...way }],
    [{ 'hgv:conditional': 'no @ (weight >= 12)' }, { kind: 'WEIGHT', limit: 12, ...way }],
    [{ 'hgv:conditional': 'no @ (weight > 7.5 AND length > 8)' }, { kind: 'LENGTH', limit: 8, ...way }],
  ]
  for (const [tags, expected] of cases) {
    assert.deepEqual(obstacleOf(lane(tags), truck), expected, JSON.stringify(tags))
    const small = {
      costing: 'TRUCK',
      size: { heightMeters: 2.5, weightTonnes: 3, axleTonnes: 2, lengthMeters: 6 },
    } as const
    assert.equal(obstacleOf(lane(tags), small), null)
  }
  const gate = lane({}, { m: { barrier: 'height_restrictor', maxheight: '2.5' } })
  assert.deepEqual(obstacleOf(gate, truck), {
    kind: 'HEIGHT',
    limit: 2.5,
    street: null,
    source: { type: 'node', id: 3 },
  })
})

test('a lane that is closed to heavy through traffic is open to a heavy truck with a stop on it', () => {
  const tags = { maxweight: '7.5', 'maxweight:conditional': 'none @ delivery' }
  const map = lane(tags, {}, { around: 'a0 d b0' })
  const [west, onLane, east] = [map.between('a0', 'a'), map.between('a', 'm'), map.between('b', 'b0')]
  const metersTo = (to: Point, weightTonnes: number, on = map): number | undefined =>
    on.drives('TRUCK').drive(west, to, { costing: 'TRUCK', size: { weightTonnes } })?.meters
  assert.ok(metersTo(onLane, 12)! < 150)
  assert.ok(metersTo(east, 7.5)! < 400)
  assert.ok(metersTo(east, 7.6)! > 1_500, 'around')
  assert.ok(metersTo(east, 12, lane(tags))! < 400, 'streets beyond the lane that no other road leads to')
})

test('a light truck with an unknown axle load uses a street with an axle limit above its gross weight', () => {
  const map = lane({ maxaxleload: '5' }, {}, { around: 'a0 d b0' })
  const [west, east] = [map.between('a0', 'a'), map.between('b', 'b0')]
  const metersWith = (size: RoadVehicle['size']): number | undefined =>
    map.drives('TRUCK').drive(west, east, { costing: 'TRUCK', ...(size && { size }) })?.meters
  assert.ok(metersWith({ weightTonnes: 3.5 })! < 400)
  assert.ok(metersWith({ weightTonnes: 5 })! < 400)
  assert.ok(metersWith({ weightTonnes: 7.5 })! > 1_500, 'around')
  assert.ok(metersWith(undefined)! > 1_500, 'around')
})

test('limits that no road of the kind of vehicle has do not change its drives', () => {
  const lines = ['a', 'b', 'c', 'd', 'e', 'f']
  const crossings = lines.flatMap((row, y) => lines.map((column, x) => [row + column, [x, y] as const] as const))
  const across = lines.map((row) => [row, lines.map((column) => row + column).join(' ')] as const)
  const along = lines.map((column) => [`to ${column}`, lines.map((row) => row + column).join(' ')] as const)
  const truckless = { along: 'ea eb ec ed ee ef', tags: { 'hgv:conditional': 'no @ (weight > 2)' } }
  const map = roadMap({
    nodes: Object.fromEntries(crossings),
    ways: { ...Object.fromEntries([...across, ...along]), e: truckless },
  })
  const points = lines.flatMap((row) => [map.between(`${row}a`, `${row}b`), map.between(`${row}e`, `${row}f`)])
  const cars = map.drives('CAR')
  const heavy: RoadVehicle = { costing: 'CAR', size: { weightTonnes: 3 } }
  for (const from of points)
    for (const to of points) assert.deepEqual(cars.drive(from, to, heavy), cars.drive(from, to))
})

test('a vehicle above the maximum size is refused, because limits above it are not read', () => {
  const map = lane({})
  const from = map.between('a0', 'a')
  assert.throws(() => map.drives().drive(from, from, { costing: 'CAR', size: { heightMeters: 5.1 } }), RangeError)
})

test('a file of version 4 has no limits, and the same drives for all sizes', () => {
  const map = lane({})
  const file = joined(buildRoadFile(map.roads, map.segments, 'TRUCK'))
  new DataView(file.buffer).setUint32(8, 4, true)
  const drives = openDrives(file.buffer)
  const [from, to] = [map.between('a0', 'a'), map.between('b', 'b0')]
  const vehicle: RoadVehicle = { costing: 'TRUCK', size: SIZE, period: { from: 0, to: 60 } }
  assert.deepEqual(drives.table([from, to], vehicle), map.drives('TRUCK').table([from, to]))
  assert.equal(drives.obstacle(from, to, vehicle), null)
})

test('sizes are not evaluated if there are too many at all moments of the week', () => {
  const values = Array.from({ length: 30 }, (_, i) => [
    ['weightTonnes', i + 1] as const,
    ['heightMeters', 2 + i / 20] as const,
  ]).flat()
  const evaluatedAt = (moments: number): number => {
    let evaluated = 0
    const accessOf = (): HourlyAccess => (evaluated++, { access: YES, hours: null })
    vehicleAccess(PROFILES.TRUCK, values, accessOf, new Requirements(), { isHourly: false, moments })
    return evaluated
  }
  assert.equal(evaluatedAt(1), 1 + 61 * 61)
  assert.equal(evaluatedAt(100), 1)
})
