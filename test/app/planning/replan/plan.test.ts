// The rules of re-planning on random days: loaded and locked stops and those in progress stay, whatever the solver
// finds best.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileProblem, placesOf } from '../../../../src/app/planning/compile/compile-problem.ts'
import { anyDay } from '../../../../src/app/planning/compile/planned-day.ts'
import { goalPlan, placesOfDay } from '../../../../src/app/planning/input/replan-input.ts'
import { restsOf } from '../../../../src/app/planning/replan/rests-of.ts'
import { ruleFaults } from '../../../../src/app/planning/replan/rule-faults.ts'
import { legsOf, timedVans } from '../../../../src/app/planning/replan/timed-van.ts'
import {
  type ReplanDay,
  type ReplanStop,
  currentRemainders,
  type ReplanVehicle,
} from '../../../../src/app/planning/input/vans.ts'
import type { Point } from '../../../../src/domain/orders/order.ts'
import { REPLAN_GOALS, type ReplanGoal } from '../../../../src/domain/routes/replan.ts'
import { check } from '../../../../src/engine/check.ts'
import { solve } from '../../../../src/engine/solve.ts'
import { seeded } from '../../../../bench/random.ts'

const HOUR = 3600

/** Locations are kilometers on a plane, driven at 10 m/s. */
function tableOf(points: readonly Point[]) {
  const distances = Float64Array.from(
    points.flatMap((a) => points.map((b) => 1000 * Math.hypot(a.lat - b.lat, a.lng - b.lng))),
  )
  return { distances, durations: distances.map((meters) => meters / 10) }
}

function solved(replan: ReplanDay, goal: ReplanGoal, seed = 1) {
  const { points, indexOf } = placesOf(placesOfDay(replan))
  const own = new Map([['CAR' as const, tableOf(points)]])
  const legOf = legsOf(replan, own, indexOf)
  const now = timedVans(replan, currentRemainders(replan), legOf)
  const plan = goalPlan(replan, goal, now)
  const problem = compileProblem(plan.input, indexOf, own)
  const solution = solve(problem, { iterations: 400, seed })
  assert.deepEqual(check(problem, solution), [])
  const rests = restsOf(plan, solution)
  return { now, rests, after: timedVans(replan, rests, legOf), solution, plan }
}

const stop = (orderId: string, over: Partial<ReplanStop> = {}): ReplanStop => ({
  orderId,
  externalRef: orderId,
  status: 'PENDING',
  locked: false,
  point: { lat: 0, lng: 0 },
  windowStart: null,
  windowEnd: null,
  serviceMinutes: 5,
  loadWeightLbs: 10,
  temperatureClass: 'DRY',
  ...over,
})

const van = (routeId: string, over: Partial<ReplanVehicle> = {}): ReplanVehicle => ({
  routeId,
  name: routeId,
  status: 'IN_PROGRESS',
  costing: 'CAR',
  capacityLbs: null,
  temperatureClasses: ['DRY'],
  maxStops: null,
  end: { lat: 0, lng: 0 },
  from: { lat: 0, lng: 0 },
  leaves: 9 * HOUR,
  shiftEnd: 18 * HOUR,
  homeBy: null,
  out: false,
  grown: new Map(),
  stopsBefore: 0,
  aboardLbs: 0,
  rest: [],
  ...over,
})

const dayOf = (vans: readonly ReplanVehicle[], newcomers: readonly ReplanStop[] = []): ReplanDay => ({
  day: anyDay,
  trafficFactor: 1,
  vans,
  newcomers,
})

/** Vans anywhere, at any point of their day, some late, some in trouble. */
function randomDay(seed: number): ReplanDay {
  const draw = seeded(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T
  const somewhere = (): Point => ({ lat: 20 * draw(), lng: 20 * draw() })
  let count = 0
  const any = (locked: boolean): ReplanStop => {
    const opens = 9 + Math.floor(8 * draw())
    const window =
      draw() < 0.5 ? { windowStart: `${String(opens).padStart(2, '0')}:00`, windowEnd: `${opens + 2}:00` } : {}
    return stop(`order ${++count}`, {
      point: somewhere(),
      locked,
      loadWeightLbs: draw() < 0.2 ? null : 5 + 20 * draw(),
      temperatureClass: pick(['DRY', 'DRY', 'DRY', 'FROZEN']),
      ...window,
    })
  }
  const vans = Array.from({ length: 2 + Math.floor(3 * draw()) }, (_, i) => {
    const rest = Array.from({ length: Math.floor(8 * draw()) }, () => any(draw() < 0.15))
    const grown =
      rest.length > 0 && draw() < 0.2 ? new Map([[(rest[0] as ReplanStop).orderId, { loadBefore: 1 }]]) : new Map()
    return van(`van ${i}`, {
      status: pick(['PLANNED', 'DISPATCHED', 'IN_PROGRESS', 'IN_PROGRESS']),
      temperatureClasses: ['DRY', 'FROZEN'],
      capacityLbs: draw() < 0.5 ? 60 + 100 * draw() : null,
      maxStops: draw() < 0.3 ? 6 : null,
      from: somewhere(),
      leaves: (8 + 6 * draw()) * HOUR,
      shiftEnd: (13 + 5 * draw()) * HOUR,
      homeBy: draw() < 0.15 ? 14 * HOUR : null,
      out: draw() < 0.15,
      stopsBefore: Math.floor(4 * draw()),
      aboardLbs: draw() < 0.3 ? 20 : 0,
      grown,
      rest,
      ...(draw() < 0.4 && { rules: { maxWorkingMinutes: 60 + 400 * draw(), maxDrivingMinutes: 20 + 200 * draw() } }),
      left: draw() < 0.5 ? { at: 7 * HOUR, driveSeconds: HOUR * draw() } : null,
    })
  })
  return dayOf(
    vans,
    Array.from({ length: Math.floor(4 * draw()) }, () => any(false)),
  )
}

test('on random days loaded and locked stops stay on their van, and no stop is lost or doubled, for every goal', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const replan = randomDay(seed)
    for (const goal of REPLAN_GOALS) {
      const { rests } = solved(replan, goal, seed)
      assert.deepEqual(ruleFaults(replan, rests), [], `seed ${seed}, ${goal}`)
      for (const one of replan.vans)
        for (const [routeId, rest] of rests)
          for (const { orderId } of rest) {
            const own = one.rest.find((each) => each.orderId === orderId)
            if (!own || routeId === one.routeId) continue
            assert.ok(one.status !== 'IN_PROGRESS', `seed ${seed}: ${orderId} was loaded on ${one.name}`)
            assert.ok(!own.locked, `seed ${seed}: ${orderId} was locked to ${one.name}`)
          }
    }
  }
})

test('without new orders, FEWEST_CHANGES makes no stop later', () => {
  for (let seed = 61; seed <= 80; seed++) {
    const replan = randomDay(seed)
    if (replan.vans.some(({ out, homeBy, grown }) => out || homeBy !== null || grown.size > 0)) continue
    const { now, after } = solved({ ...replan, newcomers: [] }, 'FEWEST_CHANGES', seed)
    for (const timed of after.values())
      for (const { orderId, lateSeconds } of timed.visits) {
        const before = [...now.values()].flatMap(({ visits }) => visits).find((visit) => visit.orderId === orderId)
        assert.ok(lateSeconds <= (before?.lateSeconds ?? 0) + 1.5, `seed ${seed}: ${orderId}`)
      }
  }
})

test('the search and the times of its plan both include the pace of the business', () => {
  const pace = { driveFactor: 1, stopSeconds: 120, serviceFactor: 2 }
  const rest = [stop('near', { point: { lat: 1, lng: 0 } }), stop('far', { point: { lat: 2, lng: 0 } })]
  const plain = solved(dayOf([van('v', { rest })]), 'FEWEST_CHANGES')
  const paced = solved({ ...dayOf([van('v', { rest, pace })]), pace }, 'FEWEST_CHANGES')
  // Each visit takes twice its 300 s, and 120 s of parking.
  assert.equal((paced.after.get('v')?.end ?? 0) - (plain.after.get('v')?.end ?? 0), 2 * 420)
  const secondArrival = ({ solution }: typeof plain) => solution.routes[0]?.visits[1]?.arrival ?? 0
  assert.equal(secondArrival(paced) - secondArrival(plain), 420)
})

test('rule violations are found: a loaded stop on another van, a lost stop, locked stops in reverse order', () => {
  const [a, b, c] = [stop('a'), stop('b', { locked: true }), stop('c', { locked: true })]
  const replan = dayOf([van('one', { rest: [a, b, c] }), van('two', { status: 'DISPATCHED' })])
  assert.deepEqual(ruleFaults(replan, currentRemainders(replan)), [])
  assert.match(
    ruleFaults(
      replan,
      new Map([
        ['one', [b, c]],
        ['two', [a]],
      ]),
    ).join(),
    /a is LOADED on one/,
  )
  assert.match(
    ruleFaults(
      replan,
      new Map([
        ['one', [a, c]],
        ['two', [b]],
      ]),
    ).join(),
    /b is LOCKED on one/,
  )
  assert.match(ruleFaults(replan, new Map([['one', [b, c]]])).join(), /a comes off one for nothing/)
  assert.match(ruleFaults(replan, new Map([['one', [a, c, b]]])).join(), /locked stops of one/)
  assert.match(ruleFaults(replan, new Map([['one', [a, b, c, a]]])).join(), /twice/)
})

test('an urgent order goes on the route that passes it, and the order of the other stops stays', () => {
  const at = (lat: number, lng: number, orderId: string) => stop(orderId, { point: { lat, lng } })
  const replan = dayOf(
    [
      van('north', { end: { lat: 20, lng: 0 }, rest: [at(5, 0, 'n1'), at(10, 0, 'n2'), at(15, 0, 'n3')] }),
      van('south', { rest: [at(-5, 0, 's1'), at(-10, 0, 's2')] }),
    ],
    [at(12, 0.1, 'urgent')],
  )
  const { rests } = solved(replan, 'FEWEST_CHANGES')
  assert.deepEqual(
    rests.get('north')?.map(({ orderId }) => orderId),
    ['n1', 'n2', 'urgent', 'n3'],
  )
  assert.deepEqual(
    rests.get('south')?.map(({ orderId }) => orderId),
    ['s1', 's2'],
  )
})

test('the unloaded stops of a broken-down van go to others, the loaded ones to no van', () => {
  const near = (orderId: string, locked = false) => stop(orderId, { point: { lat: 3, lng: 3 }, locked })
  for (const [status, given] of [
    ['DISPATCHED', ['a', 'b']],
    ['IN_PROGRESS', []],
  ] as const) {
    const replan = dayOf([
      van('out', { status, out: true, rest: [near('a'), near('b'), near('c', true)] }),
      van('other'),
    ])
    const { rests } = solved(replan, 'FEWEST_CHANGES')
    assert.deepEqual([...(rests.get('other') ?? [])].map(({ orderId }) => orderId).sort(), [...given])
  }
})

test('a route that continues never loses a stop to make room for several stops of a broken-down van', () => {
  const small = ['a', 'b', 'c'].map((orderId) => stop(orderId, { loadWeightLbs: 40 }))
  const full = van('full', { status: 'DISPATCHED', capacityLbs: 130, rest: [stop('heavy', { loadWeightLbs: 120 })] })
  const { rests, solution } = solved(
    dayOf([van('out', { status: 'DISPATCHED', out: true, rest: small }), full]),
    'LEAST_DRIVING',
  )
  assert.deepEqual(
    rests.get('full')?.map(({ orderId }) => orderId),
    ['heavy'],
  )
  assert.deepEqual(
    solution.unassigned.map(({ reason }) => reason.code),
    ['NO_ROOM', 'NO_ROOM', 'NO_ROOM'],
  )
})

test("a driver who goes home is back in time; stops that don't fit become unassigned if loaded, otherwise change vans", () => {
  const far = (orderId: string, lat: number) => stop(orderId, { point: { lat, lng: 0 } })
  const rest = [far('a', 5), far('b', 60)]
  const loaded = solved(dayOf([van('home', { homeBy: 10 * HOUR, rest }), van('other')]), 'FEWEST_CHANGES')
  assert.deepEqual(
    loaded.rests.get('home')?.map(({ orderId }) => orderId),
    ['a'],
  )
  assert.deepEqual(loaded.rests.get('other'), [])
  assert.equal(loaded.solution.unassigned[0]?.reason.code, 'SHIFT')
  const waiting = solved(
    dayOf([van('home', { status: 'DISPATCHED', homeBy: 10 * HOUR, rest }), van('other')]),
    'FEWEST_CHANGES',
  )
  assert.deepEqual(
    waiting.rests.get('other')?.map(({ orderId }) => orderId),
    ['b'],
  )
})

test('a route that is already past its shift or over its limits keeps every stop', () => {
  const rest = Array.from({ length: 5 }, (_, i) => stop(`s${i}`, { point: { lat: 4 * i, lng: 4 } }))
  const replan = dayOf(
    [van('late', { leaves: 17.5 * HOUR, capacityLbs: 20, aboardLbs: 15, maxStops: 3, stopsBefore: 2, rest })],
    [stop('urgent', { point: { lat: 1, lng: 1 } })],
  )
  const { rests, solution, plan } = solved(replan, 'FEWEST_CHANGES')
  assert.equal(rests.get('late')?.length, 5)
  assert.deepEqual(
    solution.unassigned.map(({ stop }) => plan.stops[stop]?.orderId),
    ['urgent'],
  )
})

test('maximum working and driving times count from the start of the route, and never remove a stop', () => {
  const urgent = stop('urgent', { point: { lat: 30, lng: 0 } })
  const rest = [stop('a', { point: { lat: 5, lng: 0 } })]
  const left = { at: 6 * HOUR, driveSeconds: 2 * HOUR }
  const servedBy = (own: Partial<ReplanVehicle>, other: Partial<ReplanVehicle>) => {
    const vans = [van('own', { rest, ...own }), van('other', { from: { lat: -20, lng: 0 }, ...other })]
    const { rests, solution, after } = solved(dayOf(vans, [urgent]), 'FEWEST_CHANGES')
    const by = [...rests].find(([, of]) => of.some(({ orderId }) => orderId === 'urgent'))?.[0] ?? null
    assert.ok(rests.get('own')?.some(({ orderId }) => orderId === 'a'))
    return { by, reasons: solution.unassigned.map(({ reason }) => reason.code), after }
  }
  // The drive to the urgent stop and back takes 100 minutes, the service five.
  assert.equal(servedBy({ left }, { left }).by, 'own')
  const out = (minutes: number): Partial<ReplanVehicle> => ({ left, rules: { maxWorkingMinutes: minutes } })
  assert.equal(servedBy(out(3 * 60 + 115), {}).by, 'own')
  assert.equal(servedBy(out(3 * 60 + 105), {}).by, 'other')
  const wheel = (minutes: number): Partial<ReplanVehicle> => ({ left, rules: { maxDrivingMinutes: minutes } })
  assert.equal(servedBy(wheel(2 * 60 + 101), {}).by, 'own')
  assert.equal(servedBy(wheel(2 * 60 + 99), {}).by, 'other')
  // Both vans have exceeded their limits of driving time long ago. They keep their stops, and the urgent stop stays
  // unassigned.
  assert.deepEqual(servedBy(wheel(60), wheel(60)).reasons, ['DRIVING_TIME'])
  // A van that has not left may wait at the depot, which is not working time.
  const waiting: Partial<ReplanVehicle> = { status: 'DISPATCHED', rules: { maxWorkingMinutes: 115 } }
  assert.equal(servedBy(waiting, {}).by, 'own')
  assert.equal(servedBy({ ...waiting, rules: { maxWorkingMinutes: 105 } }, {}).by, 'other')
  const overtime = { overtimeAfterMinutes: 3 * 60, overtimeFactor: 5 }
  assert.equal(servedBy({ left, rules: overtime }, { from: { lat: -2, lng: 0 }, left }).by, 'other')
})

test('only WINDOWS_KEPT reduces existing lateness', () => {
  const rest = [
    stop('far', { point: { lat: 30, lng: 0 } }),
    stop('due', { point: { lat: 1, lng: 0 }, windowStart: '09:00', windowEnd: '10:00' }),
  ]
  const replan = dayOf([van('one', { leaves: 9 * HOUR, rest })])
  const { now, rests } = solved(replan, 'FEWEST_CHANGES')
  assert.ok((now.get('one')?.lateSeconds ?? 0) > 0)
  assert.deepEqual(
    rests.get('one')?.map(({ orderId }) => orderId),
    ['far', 'due'],
  )
  const kept = solved(replan, 'WINDOWS_KEPT')
  assert.deepEqual(
    kept.rests.get('one')?.map(({ orderId }) => orderId),
    ['due', 'far'],
  )
  assert.equal(kept.after.get('one')?.lateSeconds, 0)
})
