// Each constraint by itself against every plan there is: small problems whose best plan is found by trying all.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { check } from '../../src/engine/check.ts'
import type { Problem, Stop, Vehicle } from '../../src/engine/problem.ts'
import { solve } from '../../src/engine/solve.ts'
import { HOUR, otherRoads, plane, stop, vehicle } from './problems.ts'

/** The least cost of the stops in this order, split into loads in every way; Infinity when it can't be driven. */
function costOf(problem: Problem, index: number, order: readonly number[]): number {
  if (order.length === 0) return 0
  const { reload } = problem.vehicles[index]!
  let best = Infinity
  for (let cuts = 0; cuts < 2 ** (order.length - 1); cuts++) {
    const before = order.map((_, i) => i > 0 && (cuts & (2 ** (i - 1))) !== 0)
    if (before.filter(Boolean).length > (reload?.max ?? 0)) continue
    best = Math.min(best, costOfTrips(problem, index, order, before))
  }
  return best
}

/** As told by definition: at every departure that can matter, each stop as early as it can be. */
function costOfTrips(problem: Problem, index: number, order: readonly number[], reloadBefore: boolean[]): number {
  const own = problem.vehicles[index]!
  const stops = order.map((each) => problem.stops[each]!)
  if (stops.length > own.maxStops) return Infinity
  if (stops.some(({ skills }) => skills?.some((skill) => !own.skills?.includes(skill)))) return Infinity
  const asked = stops.flatMap(({ drivers }) => drivers ?? [])
  if (asked.some(({ required }) => required.length > 0 && !required.includes(own.driver ?? '-'))) return Infinity
  if (asked.some(({ excluded }) => excluded.includes(own.driver ?? '-'))) return Infinity
  const tripOf = order.map((_, i) => reloadBefore.slice(0, i + 1).filter(Boolean).length)
  for (const [i, { from }] of stops.entries()) {
    const gives = problem.stops.findIndex((each) => each.from?.stop === order[i])
    if (gives >= 0 && !order.includes(gives)) return Infinity
    const pickup = from ? order.indexOf(from.stop) : i
    if (pickup < 0 || pickup > i || tripOf[pickup] !== tripOf[i]) return Infinity
  }
  for (const [k, room] of own.capacity.entries()) {
    /** After so many stops of its trip. */
    const onBoard = (trip: number, passed: number): number =>
      order.reduce((sum, stop, i) => {
        if (tripOf[i] !== trip) return sum
        const { load, pickup, from } = problem.stops[stop]!
        const on = from ? order.indexOf(from.stop) < passed : true
        return sum + (on && i >= passed ? (load[k] ?? 0) : 0) + (i < passed ? (pickup?.[k] ?? 0) : 0)
      }, 0)
    for (const i of order.keys())
      if (onBoard(tripOf[i]!, i) > room || onBoard(tripOf[i]!, i + 1) > room) return Infinity
  }
  const roads = own.roads === undefined ? problem : problem.otherRoads![own.roads]!
  const leg = (matrix: Float64Array, from: number, to: number) => matrix[from * problem.locations + to]!
  let [meters, drive] = [0, 0]
  const legs: number[] = []
  let at = own.start
  for (const [i, to] of [...stops.map(({ location }) => location), own.end].entries()) {
    if (to === null) break
    const by = reloadBefore[i] ? [at, own.reload!.location, to] : [at, to]
    let seconds = 0
    for (let p = 1; p < by.length; p++) {
      meters += leg(roads.distances, by[p - 1]!, by[p]!)
      seconds += leg(roads.durations, by[p - 1]!, by[p]!)
    }
    drive += seconds
    legs.push(seconds + (reloadBefore[i] ? own.reload!.seconds : 0))
    at = to
  }
  if (drive > (own.maxDrive ?? Infinity) + 1e-6) return Infinity
  const service = stops.map(({ serviceSeconds }) => serviceSeconds * (own.serviceFactor ?? 1))
  const others = asked.filter(({ preferred = [] }) => preferred.length > 0 && !preferred.includes(own.driver ?? '-'))
  const foreign = stops.filter(
    ({ preferredVehicles = [] }) => preferredVehicles.length > 0 && !preferredVehicles.includes(index),
  )
  const unliked =
    others.length * (problem.objective.otherDriverCost ?? 0) +
    foreign.length * (problem.objective.otherVehicleCost ?? 0)
  const late = problem.objective.latenessCostPerSecond
  /** `on` is the leg that each break is taken on, or after; null is not taken. */
  const finishOf = (
    departure: number,
    on: readonly (number | null)[],
    holds: readonly number[] = [],
  ): [number, number] => {
    const [started, left]: [number[], number[]] = [[], []]
    let [free, lateness, inTime] = [departure, 0, true]
    const drive = (leg: number, seconds: number): void => {
      for (const [b, { windowStart, windowEnd, seconds: rest }] of own.breaks.entries()) {
        if (on[b] !== leg) continue
        const start = Math.max(free, windowStart)
        seconds -= Math.min(seconds, start - free)
        free = start + rest
        inTime &&= free <= windowEnd + 1e-6
      }
      free += seconds
    }
    for (const [i, { windows }] of stops.entries()) {
      drive(i, legs[i]!)
      if (reloadBefore[i]) {
        const way = leg(roads.durations, own.reload!.location, stops[i]!.location)
        free = Math.max(free, readyFrom(i) + own.reload!.seconds + way)
      }
      const open = windows.find(({ end }) => free <= end + 1e-6)
      if (open) free = Math.max(free, open.start)
      else if (windows.length > 0) {
        if (late === null) return [Infinity, 0]
        lateness += free - windows.at(-1)!.end
      }
      free = Math.max(free, holds[i] ?? 0)
      if (late === null && windows.length > 0 && !windows.some((w) => free >= w.start && free <= w.end + 1e-6)) {
        const later = windows.find(({ start }) => start > free)
        if (!later) return [Infinity, 0]
        free = later.start
      }
      started[i] = free
      free += service[i]!
      left[i] = free
    }
    // Goods that would be on the way for too long are picked up later.
    for (const [i, { from }] of stops.entries()) {
      const pickup = from ? order.indexOf(from.stop) : i
      const over = started[i]! - left[pickup]! - (from?.maxSeconds ?? Infinity)
      if (!(over > 1e-6)) continue
      const held = holds.length > 0 ? [...holds] : order.map(() => 0)
      held[pickup] = started[pickup]! + over
      return held[pickup] > own.shiftEnd ? [Infinity, 0] : finishOf(departure, on, held)
    }
    drive(stops.length, own.end === null ? 0 : legs.at(-1)!)
    const due = own.breaks.filter(({ windowEnd, seconds }, b) => {
      const latest = windowEnd - seconds
      return on[b] === null && departure <= latest && free > latest + 1e-6
    })
    return [due.length === 0 && inTime ? free : Infinity, lateness]
  }
  const readyFrom = (from: number) => {
    const next = reloadBefore.indexOf(true, from + 1)
    return Math.max(own.shiftStart, ...stops.slice(from, next < 0 ? undefined : next).map(({ ready = 0 }) => ready))
  }
  const departures = [readyFrom(0), ...own.breaks.map(({ windowEnd, seconds }) => windowEnd - seconds + 1)]
  let lead = 0
  for (const [i, { windows }] of stops.entries()) {
    lead += legs[i]!
    for (const { start, end } of windows) departures.push(start - lead, end - lead)
    lead += service[i]!
  }
  let best = Infinity
  for (const departure of departures) {
    if (departure < readyFrom(0)) continue
    for (const on of restsOf(own.breaks.length, stops.length)) {
      const [finish, lateness] = finishOf(departure, on)
      const work = finish - departure
      if (finish > own.shiftEnd + 1e-6 || work > own.maxDuration + 1e-6) continue
      const { after, costPerSecond } = own.overtime ?? { after: 0, costPerSecond: 0 }
      const time = own.costPerSecond * work + costPerSecond * Math.max(0, work - after)
      best = Math.min(best, own.fixedCost + own.costPerMeter * meters + time + (late ?? 0) * lateness + unliked)
    }
  }
  return best
}

/** Every way to take breaks on legs: in their order, the first and the last not taken as it may be. */
function* restsOf(breaks: number, lastLeg: number, from = 0): Generator<(number | null)[]> {
  if (breaks === 0) yield []
  else {
    for (const rest of restsOf(breaks - 1, lastLeg, from)) yield [null, ...rest]
    for (let leg = from; leg <= lastLeg; leg++)
      for (const rest of restsOf(breaks - 1, lastLeg, leg)) yield [leg, ...rest]
  }
}

function* orders(stops: readonly number[]): Generator<number[]> {
  if (stops.length === 0) yield []
  for (const first of stops) for (const rest of orders(stops.filter((each) => each !== first))) yield [first, ...rest]
}

/** The fewest left off (by weight), and the least cost of that. */
function bestOf(problem: Problem): { left: number; cost: number } {
  const cheapest = problem.vehicles.map((_, v) =>
    Array.from({ length: 2 ** problem.stops.length }, (_, set) => {
      const chosen = problem.stops.map((_, i) => i).filter((i) => set & (2 ** i))
      return Math.min(...[...orders(chosen)].map((order) => costOf(problem, v, order)))
    }),
  )
  let best = { left: Infinity, cost: Infinity }
  const deal = (from: number, sets: number[], left: number): void => {
    if (from === problem.stops.length) {
      const cost = sets.reduce((sum, set, v) => sum + cheapest[v]![set]!, 0)
      if (cost < Infinity && (left < best.left || (left === best.left && cost < best.cost))) best = { left, cost }
      return
    }
    deal(from + 1, sets, left + 1 + problem.stops[from]!.priority)
    for (const v of sets.keys()) deal(from + 1, sets.with(v, sets[v]! + 2 ** from), left)
  }
  deal(
    0,
    problem.vehicles.map(() => 0),
    0,
  )
  return best
}

const coordinate = fc.integer({ min: -9000, max: 9000 })
const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 4, maxLength: 4 })
const ofEach = <T>(one: fc.Arbitrary<T>, count: number) => fc.array(one, { minLength: count, maxLength: count })

/** As little is left off, and as cheaply, as in the best of all plans. */
function againstBest(problem: Problem): void {
  const solution = solve(problem, { iterations: 400, seed: 3 })
  assert.deepEqual(check(problem, solution), [])
  const left = solution.unassigned.reduce((sum, each) => sum + 1 + problem.stops[each.stop]!.priority, 0)
  const best = bestOf(problem)
  assert.equal(left, best.left)
  assert.ok(Math.abs(solution.cost - best.cost) < 1e-3 * Math.max(1, best.cost), `${solution.cost} ${best.cost}`)
}

/** Four stops and two vehicles of this kind. */
function againstEveryPlan(
  stopOf: fc.Arbitrary<Partial<Stop>>,
  vehicleOf: fc.Arbitrary<Partial<Vehicle>>,
  objective: Partial<Problem['objective']> = {},
  roads: (problem: Problem) => Problem['otherRoads'] = () => [],
): void {
  fc.assert(
    fc.property(points, ofEach(stopOf, 4), ofEach(vehicleOf, 2), (places, stops, vehicles) => {
      const plain = plane(
        places,
        stops.map((over, i) => stop(`s${i}`, over)),
        vehicles.map((over, i) => vehicle(`v${i}`, over)),
        objective,
      )
      againstBest({ ...plain, otherRoads: roads(plain) ?? [] })
    }),
    { numRuns: 40, seed: 21 },
  )
}

const plain = fc.constant({})
const hours = (from: number, to: number) => ({ start: from * HOUR, end: to * HOUR })

test("several kinds of roads: each route is as long and takes as long as on its own vehicle's", () => {
  const keptOff = (from: number, to: number) => from !== to && (from === 2 || to === 2)
  const kinds = (problem: Problem) => [otherRoads(problem, 1), otherRoads(problem, 2, keptOff)]
  const roads = fc.oneof(fc.constant({}), fc.constant({ roads: 0 }), fc.constant({ roads: 1 }))
  const wanted = fc.record({ windows: fc.constantFrom([], [hours(8, 9)], [hours(8.5, 9.5)]) })
  const fleet = (over: Partial<Vehicle>, some: fc.Arbitrary<Partial<Vehicle>> = plain) =>
    fc.tuple(roads, some).map(([own, more]): Partial<Vehicle> => ({ shiftEnd: 10 * HOUR, ...over, ...more, ...own }))
  againstEveryPlan(wanted, fleet({}), {}, kinds)
  againstEveryPlan(wanted, fleet({ costPerSecond: 0.002, fixedCost: 3 }), {}, kinds)
  const back = { location: 0, seconds: 300, max: 1 }
  againstEveryPlan(
    fc.record({ load: fc.constantFrom([4], [6]) }),
    fleet({ capacity: [10] }, fc.constantFrom({ maxDrive: HOUR }, { end: null }, { reload: back })),
    {},
    kinds,
  )
})

test('skills: a stop rides only where all it requires is', () => {
  againstEveryPlan(
    fc.record({ skills: fc.subarray(['lift gate', 'helper']) }),
    fc.record({ skills: fc.subarray(['lift gate', 'helper']), maxStops: fc.constantFrom(2, 3) }),
  )
})

test('drivers: one of those required, none of those excluded', () => {
  const names = (maxLength: number) => fc.subarray(['Ann', 'Bo'], { maxLength })
  againstEveryPlan(
    fc.record({ drivers: fc.record({ required: names(2), excluded: names(1) }) }),
    fc.oneof(fc.record({ driver: fc.constantFrom('Ann', 'Bo') }), fc.constant({})),
  )
})

test('preferred drivers: another costs so much, and is taken where the detour would cost more', () => {
  againstEveryPlan(
    fc.record({
      drivers: fc.record({
        required: fc.constant([]),
        excluded: fc.subarray(['Cy']),
        preferred: fc.subarray(['Ann', 'Bo', 'Cy']),
      }),
      windows: fc.constantFrom([], [], [hours(8, 8.5)]),
    }),
    fc.oneof(
      fc.record({ driver: fc.constantFrom('Ann', 'Bo', 'Cy'), maxStops: fc.constantFrom(3, 4) }),
      fc.constant({}),
    ),
    { otherDriverCost: 5 },
  )
})

test('preferred vehicles: another costs so much, and is taken where the detour would cost more', () => {
  againstEveryPlan(
    fc.record({ preferredVehicles: fc.constantFrom([], [0], [1]), windows: fc.constantFrom([], [hours(8, 8.5)]) }),
    fc.record({ maxStops: fc.constantFrom(3, 4) }),
    { otherVehicleCost: 5 },
  )
})

test('several windows: service starts in one of them', () => {
  const windows = fc.subarray([hours(8, 8.2), hours(8.5, 8.8), hours(9.5, 10)], { minLength: 1 })
  againstEveryPlan(fc.record({ windows }), fc.constant({ shiftEnd: 10 * HOUR }))
})

test('a longest time at the wheel', () => {
  againstEveryPlan(plain, fc.record({ maxDrive: fc.integer({ min: 900, max: 3600 }) }))
})

test('a longest time out', () => {
  againstEveryPlan(
    fc.record({ windows: fc.constantFrom([], [hours(9, 10)], [hours(11, 12)]) }),
    fc.record({ maxDuration: fc.integer({ min: 1200, max: 5400 }) }),
  )
})

test('overtime costs what it costs', () => {
  againstEveryPlan(
    fc.record({ serviceSeconds: fc.constantFrom(300, 1800) }),
    fc.record({
      overtime: fc.record({ after: fc.integer({ min: 0, max: 5400 }), costPerSecond: fc.constantFrom(0.01, 0.002) }),
      costPerSecond: fc.constantFrom(0, 0.001),
    }),
  )
})

test('service takes longer on one vehicle than on another', () => {
  againstEveryPlan(
    fc.record({ serviceSeconds: fc.constantFrom(900, 1800), windows: fc.constantFrom([], [hours(8.5, 9)]) }),
    fc.record({ serviceFactor: fc.constantFrom(0.5, 1, 2), shiftEnd: fc.constantFrom(9.5 * HOUR, 10 * HOUR) }),
  )
})

test('pounds, pieces and cubic feet each bind', () => {
  const load = fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 9 }), fc.option(fc.nat(20)))
  againstEveryPlan(
    fc.record({ load }),
    fc.record({ capacity: fc.constantFrom([60, 10, 30], [100, 5, 20], [40, 20, 40]) }),
  )
})

test('another load', () => {
  againstEveryPlan(
    fc.record({ load: fc.tuple(fc.constantFrom(30, 60, 90)) }),
    fc.record({
      capacity: fc.constant([100]),
      reload: fc.constantFrom(null, { location: 0, seconds: 900, max: 1 }, { location: 1, seconds: 60, max: 2 }),
    }),
  )
})

test('late where lateness has a price', () => {
  againstEveryPlan(
    fc.record({ windows: fc.constantFrom([hours(8, 8.1)], [hours(8.2, 8.3)], []), serviceSeconds: fc.constant(900) }),
    fc.record({ maxStops: fc.constantFrom(3, 4) }),
    { latenessCostPerSecond: 0.01 },
  )
})

test('breaks: each taken whole in its window, between stops, unless the route is not out then', () => {
  const rest = (from: number, to: number, minutes: number) => ({
    windowStart: from * HOUR,
    windowEnd: to * HOUR,
    seconds: minutes * 60,
  })
  againstEveryPlan(
    fc.record({
      serviceSeconds: fc.constantFrom(300, 2400),
      windows: fc.constantFrom([], [], [hours(8, 8.4)], [hours(8.5, 9.2)]),
    }),
    fc.record({
      breaks: fc.constantFrom([], [rest(8.2, 9, 30)], [rest(8.5, 9.5, 45)], [rest(8.1, 8.6, 15), rest(9, 9.5, 15)]),
      shiftEnd: fc.constantFrom(9.5 * HOUR, 11 * HOUR),
    }),
  )
})

test('an unpaid break costs nothing and is no overtime', () => {
  const place = [[600, 0]] as const
  const lunch = { windowStart: 8 * HOUR, windowEnd: 9 * HOUR, seconds: 1800 }
  const out = (unpaid: boolean) => {
    const problem = plane(
      place,
      [stop('s', { serviceSeconds: 7200 })],
      [
        vehicle('v', {
          costPerSecond: 0.01,
          overtime: { after: 3600, costPerSecond: 0.1 },
          breaks: [{ ...lunch, ...(unpaid && { unpaid }) }],
        }),
      ],
    )
    const solution = solve(problem, { iterations: 50, seed: 1 })
    assert.deepEqual(check(problem, solution), [])
    assert.deepEqual(
      solution.routes[0]!.breaks.map(({ of }) => of),
      [0],
    )
    return solution.cost
  }
  assert.ok(Math.abs(out(false) - out(true) - 1800 * (0.01 + 0.1)) < 1e-6)
})

test('a load leaves once all of it is ready, the first and another', () => {
  const wanted = fc.record({
    ready: fc.constantFrom(0, 0, 8.5 * HOUR, 9 * HOUR),
    windows: fc.constantFrom([], [], [hours(8, 9)], [hours(9, 9.5)]),
    load: fc.constantFrom([4], [6]),
  })
  againstEveryPlan(wanted, fc.record({ shiftEnd: fc.constantFrom(9.5 * HOUR, 11 * HOUR) }))
  const back = { location: 0, seconds: 300, max: 1 }
  const vans = fc.record({ capacity: fc.constant([10]), reload: fc.constantFrom(null, back) })
  againstEveryPlan(wanted, vans)
})

test('what is picked up stays on board to the end of its trip, and what is on board never exceeds the capacity', () => {
  const wanted = fc.record({
    load: fc.tuple(fc.constantFrom(0, 3, 6)),
    pickup: fc.tuple(fc.constantFrom(0, 4, 8)),
    windows: fc.constantFrom([], [], [hours(8, 8.5)]),
  })
  const back = { location: 0, seconds: 300, max: 1 }
  againstEveryPlan(wanted, fc.record({ capacity: fc.constantFrom([10], [8]) }))
  againstEveryPlan(wanted, fc.record({ capacity: fc.constant([9]), reload: fc.constantFrom(null, back) }))
})

test('goods from another stop: the same trip, after it, within their time, or neither is served', () => {
  const load = fc.tuple(fc.constantFrom(3, 6, 12))
  const windows = fc.constantFrom([], [], [hours(8, 8.5)], [hours(9, 9.5)])
  const maxSeconds = fc.constantFrom(600, 1500, 4000)
  const from = fc.oneof(
    fc.record({ stop: fc.constant(0) }),
    fc.record({ stop: fc.constant(0), maxSeconds }),
    fc.record({ stop: fc.constant(0), maxSeconds }),
  )
  const others = fc.record({ load: fc.tuple(fc.constantFrom(3, 6)), windows, priority: fc.constantFrom(0, 2) })
  const back = { location: 0, seconds: 300, max: 1 }
  const vans: fc.Arbitrary<Partial<Vehicle>>[] = [
    fc.record({ capacity: fc.constantFrom([10], [12]), maxStops: fc.constantFrom(2, 3, 4) }),
    fc.record({ capacity: fc.constant([9]), reload: fc.constantFrom(null, back), costPerSecond: fc.constant(0.001) }),
  ]
  for (const van of vans) {
    fc.assert(
      fc.property(
        points,
        fc.tuple(
          others,
          fc.record({ load, windows, from }),
          others,
          fc.oneof(others, fc.record({ load, windows, from: fc.record({ stop: fc.constant(2), maxSeconds }) })),
        ),
        ofEach(van, 2),
        (places, stops, vehicles) => {
          const problem = plane(
            places,
            stops.map((over, i) => stop(`s${i}`, over)),
            vehicles.map((over, i) => vehicle(`v${i}`, over)),
          )
          againstBest(problem)
        },
      ),
      { numRuns: 60, seed: 21 },
    )
  }
})
