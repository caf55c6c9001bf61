import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { COSTINGS } from '../../../../src/domain/planning/costing.ts'
import {
  MAX_TABLES,
  periodOf,
  planVehicles,
  routeVehicle,
  withFewTables,
} from '../../../../src/app/planning/roads/road-vehicles.ts'
import type { RoadDistances } from '../../../../src/app/ports/roads.ts'
import {
  MEASURES,
  type RoadVehicle,
  roadVehicleKey,
  wholeSizeOf,
} from '../../../../src/domain/planning/road-vehicle.ts'
import { termsOf, termsOnVehicle } from '../../../../src/domain/routes/terms.ts'

const HOUR = 60
const DAY = 24 * HOUR
const shift = (shiftStart: string, shiftEnd: string) => ({ shiftStart, shiftEnd })
const provider = (knows: Partial<RoadDistances>): RoadDistances => ({
  name: 'valhalla',
  ...knows,
  table: () => assert.fail(),
  ways: () => assert.fail(),
})
const all = provider({ costings: COSTINGS, knowsSizes: true, knowsPeriods: true })

test('the period of a plan is from the earliest start to the latest end, in whole hours of the weekday', () => {
  assert.deepEqual(periodOf(0, [shift('08:15', '16:45')]), { from: 8 * HOUR, to: 17 * HOUR })
  assert.deepEqual(periodOf(2, [shift('08:00', '12:00'), shift('14:00', '22:30')]), {
    from: 2 * DAY + 8 * HOUR,
    to: 2 * DAY + 23 * HOUR,
  })
  assert.deepEqual(periodOf(6, [shift('00:00', '23:00')]), { from: 6 * DAY, to: 6 * DAY + 23 * HOUR })
  assert.deepEqual([periodOf(null, [shift('08:00', '17:00')]), periodOf(0, [])], [undefined, undefined])
})

test('a vehicle whose shift is the whole day drives from 6 AM to 8 PM', () => {
  const wholeDay = shift('00:00', '23:59')
  assert.deepEqual(periodOf(0, [wholeDay]), { from: 6 * HOUR, to: 20 * HOUR })
  assert.deepEqual(periodOf(0, [wholeDay, shift('04:00', '12:00')]), { from: 4 * HOUR, to: 20 * HOUR })
})

test('vehicles of a plan have their own sizes and one period, as far as the provider distinguishes them', () => {
  const size = { heightMeters: 3.048 }
  const vehicles = [
    { costing: 'TRUCK' as const, size, ...shift('08:00', '17:00') },
    { costing: 'CAR' as const, size: undefined, ...shift('06:00', '12:00') },
  ]
  const period = { from: DAY + 6 * HOUR, to: DAY + 17 * HOUR }
  assert.deepEqual(planVehicles(all, 1, vehicles), [
    { costing: 'TRUCK', size, period },
    { costing: 'CAR', period },
  ])
  const ofProvider = (knows: Partial<RoadDistances>) => planVehicles(provider(knows), 1, vehicles)[0]
  assert.deepEqual(ofProvider({ costings: COSTINGS, knowsSizes: true }), { costing: 'TRUCK', size })
  assert.deepEqual(ofProvider({ costings: COSTINGS }), { costing: 'TRUCK' })
  assert.deepEqual(ofProvider({}), { costing: 'CAR' })
  assert.deepEqual(planVehicles(null, 1, vehicles)[0], { costing: 'CAR' })
})

test('a route keeps the size of its vehicle, and drives in its own shift', () => {
  const terms = termsOf({ heightFeet: 10, openEnd: true })
  const route = { costing: 'TRUCK', terms, day: '2026-12-01', ...shift('08:00', '17:00') } as const
  const tuesday = { from: DAY + 8 * HOUR, to: DAY + 17 * HOUR }
  assert.deepEqual(routeVehicle(all, route), { costing: 'TRUCK', size: { heightMeters: 3.048 }, period: tuesday })
  assert.deepEqual(routeVehicle(null, route), { costing: 'TRUCK' })
  const moved = (rules: Parameters<typeof termsOf>[0]) => termsOnVehicle(terms, rules)
  assert.deepEqual(moved({ widthFeet: 10 }), { end: null, size: { widthMeters: 3.048 } })
  assert.deepEqual(moved({ reloadMinutes: 5 }), { end: null }, 'the other rules of the route stay')
  assert.equal(termsOnVehicle(termsOf({ heightFeet: 10 }), null), null)
})

const measure = fc.double({ min: 0.5, max: 40, noNaN: true })
const sized: fc.Arbitrary<RoadVehicle> = fc.record(
  {
    costing: fc.constantFrom('CAR', 'TRUCK'),
    size: fc.record(
      { heightMeters: measure, widthMeters: measure, weightTonnes: measure, axleTonnes: measure },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['costing'] },
)
test('many sizes are merged into few of which none is smaller than the vehicle', () => {
  fc.assert(
    fc.property(fc.array(sized, { maxLength: 30 }), (vehicles) => {
      const few = withFewTables(vehicles)
      assert.equal(few.length, vehicles.length)
      assert.ok(new Set(few.map(roadVehicleKey)).size <= MAX_TABLES)
      for (const [i, vehicle] of vehicles.entries()) {
        const on = few[i] as RoadVehicle
        assert.equal(on.costing, vehicle.costing)
        for (const name of MEASURES) assert.ok(wholeSizeOf(on)[name] >= wholeSizeOf(vehicle)[name])
      }
    }),
  )
})

test('a plan with thousands of stops has fewer tables', () => {
  const trucks = [2.6, 3, 3.2, 3.6, 4.2].map((heightMeters) => ({
    costing: 'TRUCK' as const,
    size: { heightMeters },
    ...shift('08:00', '17:00'),
  }))
  const tables = (stops: number) => new Set(planVehicles(all, 1, trucks, stops).map(roadVehicleKey)).size
  assert.deepEqual([tables(1_200), tables(1_201)], [5, 3])
})

test('the most similar sizes are merged first', () => {
  const truck = (heightMeters: number): RoadVehicle => ({ costing: 'TRUCK', size: { heightMeters } })
  const vehicles = [3, 3.1, 3.9, 2.5].map(truck)
  assert.deepEqual(withFewTables(vehicles, 3), [3.1, 3.1, 3.9, 2.5].map(truck))
  assert.deepEqual(withFewTables(vehicles, 4), vehicles)
  const apart: RoadVehicle[] = [{ costing: 'CAR' }, { costing: 'TRUCK' }]
  assert.deepEqual(withFewTables(apart, 1), apart, 'different kinds keep their tables')
})
