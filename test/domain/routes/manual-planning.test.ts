// Tests the warnings for a dispatcher: one for each rule of a vehicle or delivery that a route breaks.
import { US_FORMATS } from '../../../src/domain/formats.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderRules, VehicleRules } from '../../../src/domain/planning/rules.ts'
import {
  applyMove,
  carryRefusal,
  type HandPlan,
  type HandRoute,
  type ManualStop,
  joinRefusal,
  withReloadChange,
  withTrips,
} from '../../../src/domain/routes/manual-planning.ts'
import { lengthWarnings, loadWarnings, overload } from '../../../src/domain/routes/manual-warnings.ts'
import { isRefusal, type Refusal } from '../../../src/domain/refusal.ts'
import { render } from '../../../src/texts/text.ts'
import { inEnglish } from '../../helpers/in-english.ts'

const van = (rules: VehicleRules | null) => ({
  name: 'Van',
  temperatureClasses: ['DRY'] as const,
  capacityLbs: null,
  maxStops: null,
  rules,
})
const stop = (externalRef: string, rules: OrderRules | null, status: 'PENDING' | 'DELIVERED' = 'PENDING') => ({
  externalRef,
  rules,
  status,
  trip: 1,
  loadWeightLbs: null,
})
type Warned = Parameters<typeof loadWarnings>
const messages = (vehicle: Warned[0], stops: Warned[1], driver: Warned[2], formats: Warned[3] = US_FORMATS): string[] =>
  loadWarnings(vehicle, stops, driver, formats).map(({ code, message }) => `${code}: ${inEnglish(message)}`)

test('a load above the vehicle’s pieces or volume causes a warning, but an unknown load or limit does not', () => {
  const stops = [stop('A', { loadPieces: 8, loadCubicFeet: 30 }), stop('B', { loadPieces: 3 }), stop('C', null)]
  assert.deepEqual(messages(van(null), stops, null), [])
  assert.deepEqual(messages(van({ capacityPieces: 11, capacityCubicFeet: 30 }), stops, null), [])
  assert.deepEqual(messages(van({ capacityPieces: 10, capacityCubicFeet: 20 }), stops, null), [
    'CAPACITY: 1 piece more than Van carries (11 of 10 pieces)',
    'CAPACITY: 10 ft³ more than Van carries (30 of 20 ft³)',
  ])
  assert.deepEqual(messages(van({ capacityCubicFeet: 20 }), stops, null, { ...US_FORMATS, units: 'METRIC' }), [
    'CAPACITY: 0.283 m³ more than Van carries (0.85 of 0.566 m³)',
  ])
})

test('missing skills of the vehicle are listed by skill, and finished stops need none', () => {
  const lift = { requiredSkills: ['lift gate'] }
  const stops = ['A', 'B', 'C', 'D', 'E'].map((ref) => stop(ref, lift))
  assert.deepEqual(messages(van({ skills: ['lift gate'] }), stops, null), [])
  assert.deepEqual(messages(van(null), [...stops, stop('F', lift, 'DELIVERED')], null), [
    'SKILL: A, B, C and 2 more need lift gate, which Van lacks',
  ])
  assert.deepEqual(messages(van({ skills: ['helper'] }), [stop('A', { requiredSkills: ['helper', 'crane'] })], null), [
    'SKILL: A needs crane, which Van lacks',
  ])
})

test('a driver who is excluded or not required causes a warning', () => {
  const stops = [stop('A', { requiredDrivers: ['Ann Lee', 'Cy'] }), stop('B', { excludedDrivers: ['bo park'] })]
  assert.deepEqual(messages(van(null), stops, 'ann lee'), [])
  assert.deepEqual(messages(van(null), stops, 'Bo Park'), [
    'DRIVER: A needs Ann Lee or Cy as its driver',
    'DRIVER: B must not be driven by Bo Park',
  ])
  assert.deepEqual(messages(van(null), stops, null), ['DRIVER: A needs Ann Lee or Cy as its driver'])
})

test('exceeded limits of working and driving time, and overtime, cause warnings', () => {
  const rules = { maxWorkingMinutes: 480, maxDrivingMinutes: 240, overtimeAfterMinutes: 420 }
  const codes = (workMinutes: number, driveMinutes: number) =>
    lengthWarnings(rules, { workMinutes, driveMinutes }).map(({ code, message }) => `${code}: ${inEnglish(message)}`)
  assert.deepEqual(codes(420.5, 240), [])
  assert.deepEqual(codes(500, 250), [
    'WORKING_TIME: 20 min longer out than allowed',
    'DRIVING_TIME: 10 min longer at the wheel than allowed',
    'OVERTIME: 80 min of overtime',
  ])
  assert.deepEqual(lengthWarnings(null, { workMinutes: 5_000, driveMinutes: 5_000 }), [])
})

const planned = (orderId: string, more: Partial<ManualStop> = {}): ManualStop => ({
  orderId,
  externalRef: orderId,
  status: 'PENDING',
  trip: 1,
  locked: false,
  temperatureClass: 'DRY',
  loadWeightLbs: null,
  rules: null,
  placed: true,
  day: '2026-11-23',
  ...more,
})
const route = (routeId: string, stops: ManualStop[], more: Partial<HandRoute> = {}): HandRoute => ({
  routeId,
  name: `Route ${routeId}`,
  status: 'PLANNED',
  day: '2026-11-23',
  vehicle: van(null),
  stops,
  ...more,
})
const plan = (routes: HandRoute[], pool: ManualStop[] = []): HandPlan => ({ routes, pool })
const shown = (result: HandPlan | Refusal): string =>
  isRefusal(result)
    ? `${result.code}: ${render(result.message)}`
    : [...result.routes.map(({ stops }) => stops), result.pool]
        .map((stops) => stops.map(({ orderId, trip }) => orderId + (trip > 1 ? trip : '')).join(' '))
        .join(' | ')
const move = (from: HandPlan, orderIds: string[], to: [routeId: string, position: number] | null) =>
  shown(applyMove(from, { orderIds, to: to && { routeId: to[0], position: to[1] } }))
const FROM_OTHER = {
  routeId: '9',
  by: 'Van 9',
  name: null,
  lat: 47,
  lng: -122,
  from: '2026-11-23T12:00:00Z',
  minutes: 5,
}

test('stops move between routes and the pool, to the position among the other stops', () => {
  const before = plan(
    [route('1', [planned('a'), planned('b'), planned('c')]), route('2', [planned('d')])],
    [planned('e')],
  )
  assert.equal(move(before, ['c', 'e'], ['2', 0]), 'a b | c e d | ')
  assert.equal(move(before, ['a'], ['1', 1]), 'b a c | d | e')
  assert.equal(move(before, ['a'], ['1', 99]), 'b c a | d | e')
  assert.equal(move(before, ['d', 'a'], null), 'b c |  | e d a')
})

test('no stop is put before a stop that is finished or under way', () => {
  const running = route(
    '1',
    [planned('a', { status: 'DELIVERED' }), planned('b', { status: 'EN_ROUTE' }), planned('c')],
    {
      status: 'IN_PROGRESS',
    },
  )
  assert.equal(move(plan([running], [planned('e')]), ['e'], ['1', 0]), 'a b e c | ')
})

test('a stop joins the load at its new position, and keeps its own load on a route that has started', () => {
  const stops = [planned('a'), planned('b', { trip: 2 }), planned('c', { trip: 2 })]
  const pool = [planned('e', { trip: 7 })]
  assert.equal(move(plan([route('1', stops)], pool), ['e'], ['1', 1]), 'a e b2 c2 | ')
  assert.equal(move(plan([route('1', stops)], pool), ['e'], ['1', 3]), 'a b2 c2 e2 | ')
  assert.equal(move(plan([route('1', stops)]), ['c'], ['1', 0]), 'c a b2 | ')
  assert.equal(move(plan([route('1', stops, { status: 'IN_PROGRESS' })]), ['c'], ['1', 0]), 'c2 a b2 | ')
})

test('goods that another vehicle has are a load of their own until they are aboard', () => {
  const from = (more: Partial<ManualStop>) => plan([route('1', [planned('a')])], [planned('e', more)])
  assert.equal(move(from({ handOver: FROM_OTHER }), ['e'], ['1', 1]), 'a e2 | ')
  assert.equal(move(from({ handOver: FROM_OTHER, aboard: true }), ['e'], ['1', 1]), 'a e | ')
  assert.equal(move(from({ handOver: { ...FROM_OTHER, routeId: '1' } }), ['e'], ['1', 1]), 'a e | ')
  const own = plan([route('1', [planned('a'), planned('e', { handOver: FROM_OTHER, trip: 3 })])])
  const moved = applyMove(own, { orderIds: ['e'], to: { routeId: '1', position: 0 } })
  assert.equal(shown(moved), 'e3 a | ')
  assert.deepEqual(!isRefusal(moved) && moved.routes[0]?.stops[0]?.handOver, FROM_OTHER)
  assert.equal(move(own, ['a'], ['1', 1]), 'e3 a | ')
})

test('an impossible move is refused with its reason', () => {
  const target = route('2', [])
  const refused = (more: Partial<ManualStop>, from: Partial<HandRoute> = {}, to: Partial<HandRoute> = {}) =>
    move(plan([route('1', [planned('a', more)], from), { ...target, ...to }]), ['a'], ['2', 0])
  assert.equal(refused({}), ' | a | ')
  assert.equal(refused({}, { status: 'COMPLETED' }), 'ROUTE_OVER: Route 1 is completed; its stops stay as they are.')
  assert.equal(refused({ status: 'DELIVERED' }), 'STOP_FINISHED: a is delivered and stays on Route 1.')
  assert.equal(refused({ status: 'ARRIVED' }), 'STOP_FINISHED: a is arrived and stays on Route 1.')
  assert.equal(refused({ locked: true }), 'STOP_LOCKED: a is locked; unlock it to move it.')
  assert.equal(refused({}, {}, { status: 'CANCELLED' }), 'ROUTE_OVER: Route 2 is canceled and takes no more stops.')
  assert.equal(refused({ placed: false }), 'UNPLACED: a is not on the map yet; give it a place first.')
  assert.equal(refused({ day: '2026-11-24' }), 'OTHER_DAY: a is to be delivered on another day.')
  assert.match(
    refused({ temperatureClass: 'FROZEN' }),
    /^TEMPERATURE: a needs a vehicle that carries frozen goods; Van /,
  )
  const here = plan([target], [planned('a')])
  assert.match(move(here, ['b'], ['2', 0]), /^STOP_GONE/)
  assert.match(move(here, ['a'], ['3', 0]), /^ROUTE_UNKNOWN/)
  const unplaced = plan([route('2', [planned('a', { placed: false }), planned('b')])])
  assert.equal(move(unplaced, ['a'], ['2', 1]), 'b a | ', 'a stop of the route needs nothing new')
  assert.equal(joinRefusal(target, planned('a')), null)
  assert.equal(carryRefusal(target.vehicle, []), null)
  const two = plan([target], [planned('a'), planned('b', { placed: false })])
  assert.match(move(two, ['a', 'b'], ['2', 0]), /^UNPLACED: b /)
})

test('a reload serves its stop and the later stops of the same load, and can be removed', () => {
  const reload = (from: HandRoute, orderId: string, again = true) =>
    shown(withReloadChange(plan([from]), { orderId, again }))
  const stops = [planned('a'), planned('b'), planned('c')]
  const one = route('1', stops, { maxReloads: 1 })
  assert.equal(reload(one, 'b'), 'a b2 c2 | ')
  assert.equal(reload(one, 'b', false), 'a b c | ', 'there is no reload')
  const again = route('1', [planned('a'), planned('b', { trip: 2 }), planned('c', { trip: 2 })], { maxReloads: 2 })
  assert.equal(reload(again, 'b'), 'a b2 c2 | ', 'there is one already')
  assert.equal(reload(again, 'c'), 'a b2 c3 | ')
  assert.equal(reload(again, 'b', false), 'a b c | ')
  assert.equal(reload({ ...again, maxReloads: 1 }, 'c'), 'NO_RELOAD: Route 1 may load again once at most.')
  assert.equal(reload(route('1', stops), 'b'), 'NO_RELOAD: Route 1 may load again 0 times at most.')
  assert.equal(reload(one, 'a'), 'NO_RELOAD: a is the first stop: its goods are loaded at the start.')
  const handed = route('1', [planned('h', { handOver: FROM_OTHER, trip: 2 }), ...stops], { maxReloads: 1 })
  assert.match(reload(handed, 'h'), /^NO_RELOAD: The goods of h are taken over/)
  assert.match(reload(handed, 'a'), /^NO_RELOAD: a is the first stop/)
  assert.equal(reload(handed, 'b'), 'h2 a b3 c3 | ')
  const locked = route('1', [planned('a'), planned('b', { locked: true })], { maxReloads: 1 })
  assert.equal(reload(locked, 'b'), 'a b2 | ', 'a locked stop may be loaded later')
  const heading = route('1', [planned('a'), planned('b', { status: 'EN_ROUTE' })], { maxReloads: 1 })
  assert.equal(reload(heading, 'b'), 'STOP_FINISHED: The driver heads to b already.')
  assert.match(reload({ ...one, status: 'COMPLETED' }, 'b'), /^ROUTE_OVER/)
  assert.match(reload(one, 'x'), /^STOP_GONE/)
  const between = route('1', [planned('a'), planned('b'), planned('c', { trip: 2 })], { maxReloads: 2 })
  assert.equal(reload(between, 'b'), 'a b3 c2 | ', 'a stop of another load keeps it')
})

test('a reload on one route leaves the other routes unchanged', () => {
  const before = plan([route('1', [planned('a'), planned('b')], { maxReloads: 1 }), route('2', [planned('c')])])
  assert.equal(shown(withReloadChange(before, { orderId: 'b', again: true })), 'a b2 | c | ')
})

test('picked-up goods count against the capacity in each measure', () => {
  const rules = { pickupWeightLbs: 30, pickupPieces: 3, pickupCubicFeet: 20 }
  const small = { ...van({ capacityPieces: 2, capacityCubicFeet: 10 }), capacityLbs: 20 }
  assert.equal(overload(small, [planned('a', { rules })]), 2)
})

test('given trips replace those of their stops, and other stops keep theirs', () => {
  const before = plan([route('1', [planned('a'), planned('b', { trip: 2 })])], [planned('c')])
  assert.equal(shown(withTrips(before, { a: 3 })), 'a3 b2 | c')
})

test('an overload is a share of the capacity, summed over measures and loads', () => {
  const vehicle = { ...van({ capacityPieces: 4 }), capacityLbs: 100 }
  const heavy = (orderId: string, trip: number, loadWeightLbs: number, loadPieces?: number) =>
    planned(orderId, { trip, loadWeightLbs, rules: loadPieces === undefined ? null : { loadPieces } })
  assert.equal(overload(vehicle, [heavy('a', 1, 100, 4)]), 0)
  assert.equal(overload(vehicle, [heavy('a', 1, 150, 6)]), 1)
  assert.equal(overload(vehicle, [heavy('a', 1, 150), heavy('b', 2, 125)]), 0.75)
  assert.equal(overload({ ...vehicle, capacityLbs: 0 }, [heavy('a', 1, 3)]), 3)
  assert.deepEqual(messages(vehicle, [heavy('a', 1, 50), heavy('b', 2, 125)], null), [
    'CAPACITY: Load 2: 25 lb more than Van carries (125 of 100 lb)',
  ])
})

test('too many stops, and goods that are not picked up before their delivery, cause warnings', () => {
  const few = { ...van(null), maxStops: 1 }
  assert.deepEqual(messages(few, [stop('A', null)], null), [])
  assert.deepEqual(messages(few, [stop('A', null), stop('B', null)], null), ['MAX_STOPS: 2 stops; Van takes at most 1'])
  const taker = stop('B', { goodsFrom: 'A' })
  assert.deepEqual(messages(van(null), [stop('A', null), taker], null), [])
  assert.deepEqual(messages(van(null), [taker, stop('A', null)], null), [
    'PAIR: B has its goods from A, which comes after it',
  ])
  assert.deepEqual(messages(van(null), [taker], null), ['PAIR: B has its goods from A, which is not on this route'])
  assert.deepEqual(messages(van(null), [stop('B', { goodsFrom: 'A' }, 'DELIVERED')], null), [])
})

test('unpaid breaks are not overtime', () => {
  const rules = { overtimeAfterMinutes: 420 }
  const route = { workMinutes: 450, driveMinutes: 0 }
  assert.deepEqual(lengthWarnings(rules, { ...route, unpaidMinutes: 30 }), [])
  assert.equal(lengthWarnings(rules, { ...route, unpaidMinutes: 20 }).length, 1)
})
