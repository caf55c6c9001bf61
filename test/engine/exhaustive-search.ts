// Finds the best plan of a small problem by trying all plans, so that tests can compare the solver with it.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { check } from '../../src/engine/check.ts'
import type { Break, Problem, Stop, Vehicle } from '../../src/engine/problem.ts'
import { solve } from '../../src/engine/solve.ts'
import { plane, stop, vehicle } from './problems.ts'

/** The least cost of the stops in this order, over all ways to split them into loads. Infinity if no way is feasible. */
export function costOf(problem: Problem, index: number, order: readonly number[]): number {
  if (order.length === 0) return 0
  const { reload } = problem.vehicles[index]!
  let best = Infinity
  for (let cuts = 0; cuts < 2 ** (order.length - 1); cuts++) {
    const before = order.map((_, i) => i > 0 && (cuts & (2 ** (i - 1))) !== 0)
    if (before.filter(Boolean).length > (reload?.max ?? 0)) continue
    best = Math.min(best, costOfSplit(problem, index, order, before))
  }
  return best
}

/**
 * Computes the cost of the stops in this order, with a reload before each marked stop, by definition. All relevant departures
 * and all positions of the breaks are tried, with each stop as early as possible.
 */
export function costOfSplit(
  problem: Problem,
  index: number,
  order: readonly number[],
  reloadBefore: readonly boolean[],
): number {
  const own = problem.vehicles[index]!
  const stops = order.map((each) => problem.stops[each]!)
  if (stops.length > own.maxStops) return Infinity
  if (stops.some(({ temperatureClass }) => !own.temperatureClasses.includes(temperatureClass))) return Infinity
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
    /** Load on board after `passed` stops of the route, for one trip. */
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
  const late = problem.objective.latenessCostPerSecond
  const readyFrom = (from: number) => {
    const next = reloadBefore.indexOf(true, from + 1)
    return Math.max(own.shiftStart, ...stops.slice(from, next < 0 ? undefined : next).map(({ ready = 0 }) => ready))
  }
  let [meters, drive] = [0, 0]
  /** Parts driven without a stop. The part before a reload waits for the load; then the vehicle is loaded. */
  const parts: { seconds: number; waits: number; stop: number }[] = []
  let at = own.start
  const add = (to: number, stop: number, waits: number, loading: number): void => {
    meters += leg(roads.distances, at, to)
    drive += leg(roads.durations, at, to)
    parts.push({ seconds: loading + leg(roads.durations, at, to), waits, stop })
    at = to
  }
  for (const [i, { location }] of stops.entries()) {
    if (reloadBefore[i]) add(own.reload!.location, -1, readyFrom(i), 0)
    add(location, i, -Infinity, reloadBefore[i] ? own.reload!.seconds : 0)
  }
  if (own.end !== null) add(own.end, -1, -Infinity, 0)
  else parts.push({ seconds: 0, waits: -Infinity, stop: -1 })
  if (drive > (own.maxDrive ?? Infinity) + 1e-6 || meters === Infinity) return Infinity
  const service = stops.map(({ serviceSeconds }) => serviceSeconds * (own.serviceFactor ?? 1))
  const others = asked.filter(({ preferred = [] }) => preferred.length > 0 && !preferred.includes(own.driver ?? '-'))
  const foreign = stops.filter(
    ({ preferredVehicles = [] }) => preferredVehicles.length > 0 && !preferredVehicles.includes(index),
  )
  const unliked =
    others.length * (problem.objective.otherDriverCost ?? 0) +
    foreign.length * (problem.objective.otherVehicleCost ?? 0)
  const latestOf = ({ windowEnd, seconds }: Break): number => windowEnd - seconds
  /**
   * A break is due unless the route departs in a later minute than the latest start of the break, or ends by this
   * latest start. If the first load is ready only after the latest start, any departure after the latest start avoids
   * the break.
   */
  const isDue = (rest: Break, departure: number, end: number): boolean =>
    (departure <= latestOf(rest) ||
      (readyFrom(0) <= latestOf(rest) && departure < 60 * Math.floor(latestOf(rest) / 60) + 60)) &&
    end > latestOf(rest) + 1e-6
  /** `on` is the part on or after which each break is taken. Null if it is not taken. */
  const finishOf = (
    departure: number,
    on: readonly (number | null)[],
    holds: readonly number[] = [],
  ): [number, number] => {
    const [started, left]: [number[], number[]] = [[], []]
    let [free, lateness, inTime] = [departure, 0, true]
    for (const [p, part] of parts.entries()) {
      let { seconds } = part
      for (const [b, { windowStart, windowEnd, seconds: rest }] of own.breaks.entries()) {
        if (on[b] !== p) continue
        const start = Math.max(free, windowStart)
        seconds -= Math.min(seconds, start - free)
        free = start + rest
        inTime &&= free <= windowEnd + 1e-6
      }
      free = Math.max(free + seconds, part.waits)
      const i = part.stop
      if (i < 0) continue
      const { windows } = stops[i]!
      free = Math.max(free, holds[i] ?? 0)
      const open = windows.find(({ end }) => free <= end + 1e-6)
      if (open) free = Math.max(free, open.start)
      else if (windows.length > 0) {
        if (late === null) return [Infinity, 0]
        lateness += free - windows.at(-1)!.end
      }
      started[i] = free
      free += service[i]!
      left[i] = free
    }
    // If goods would be on the way for too long, their pickup is delayed.
    for (const [i, { from }] of stops.entries()) {
      const pickup = from ? order.indexOf(from.stop) : i
      const over = started[i]! - left[pickup]! - (from?.maxSeconds ?? Infinity)
      if (!(over > 1e-6)) continue
      const held = holds.length > 0 ? [...holds] : order.map(() => 0)
      held[pickup] = started[pickup]! + over
      return held[pickup] > own.shiftEnd ? [Infinity, 0] : finishOf(departure, on, held)
    }
    const lacks = own.breaks.some((rest, b) => on[b] === null && isDue(rest, departure, free))
    return [!lacks && inTime ? free : Infinity, lateness]
  }
  let best = Infinity
  for (const on of restsOf(own.breaks.length, parts.length - 1)) {
    const unpaid = own.breaks.reduce(
      (sum, { seconds, unpaid: free }, b) => sum + (free && on[b] !== null ? seconds : 0),
      0,
    )
    for (const departure of departuresOf(on)) {
      if (departure < readyFrom(0)) continue
      const [finish, lateness] = finishOf(departure, on)
      const work = finish - departure
      if (finish > own.shiftEnd + 1e-6 || work > own.maxDuration + 1e-6) continue
      const { after, costPerSecond } = own.overtime ?? { after: 0, costPerSecond: 0 }
      const time = own.costPerSecond * (work - unpaid) + costPerSecond * Math.max(0, work - unpaid - after)
      best = Math.min(best, own.fixedCost + own.costPerMeter * meters + time + (late ?? 0) * lateness + unliked)
    }
  }
  return best

  /** Departures at which something starts to wait, to be late or to be infeasible, with the breaks on these parts. */
  function departuresOf(on: readonly (number | null)[]): Set<number> {
    const found = new Set<number>([readyFrom(0)])
    for (const rest of own.breaks) found.add(60 * Math.floor(latestOf(rest) / 60) + 60)
    if (own.costPerSecond === 0 && own.overtime === undefined && own.maxDuration === Infinity && late === null)
      return found
    let lead = 0
    for (const [p, part] of parts.entries()) {
      for (const [b, rest] of own.breaks.entries()) {
        if (on[b] !== p) continue
        for (const moment of [rest.windowStart, latestOf(rest)])
          found.add(moment - lead).add(moment - lead - part.seconds)
        lead += rest.seconds
      }
      lead += part.seconds
      if (part.waits > -Infinity) found.add(part.waits - lead)
      if (part.stop < 0) continue
      for (const { start, end } of stops[part.stop]!.windows) found.add(start - lead).add(end - lead)
      lead += service[part.stop]!
    }
    // Departures for which the route ends exactly at its maximum duration, or at the start of overtime.
    const bounds = [own.maxDuration, own.overtime?.after ?? Infinity].filter(Number.isFinite)
    const before = [...found]
    for (const bound of bounds)
      for (const departure of before) {
        const [finish] = finishOf(departure, on)
        if (finish < Infinity) found.add(finish - bound)
      }
    return found
  }
}

/** All ways to take breaks on legs in their order. The first and the last breaks may be skipped. */
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

/** Numbers of unassigned stops per priority, the highest priority first. */
export function leftOffBy(problem: Problem, unassigned: readonly number[]): number[] {
  const priorities = [...new Set(problem.stops.map(({ priority }) => priority))].sort((a, b) => b - a)
  return priorities.map((own) => unassigned.filter((stop) => problem.stops[stop]!.priority === own).length)
}

/** The fewest unassigned stops, with higher priorities first, and the least cost for them. */
function bestOf(problem: Problem): { left: number[]; cost: number } {
  const cheapest = problem.vehicles.map((_, v) =>
    Array.from({ length: 2 ** problem.stops.length }, (_, set) => {
      const chosen = problem.stops.map((_, i) => i).filter((i) => set & (2 ** i))
      return Math.min(...[...orders(chosen)].map((order) => costOf(problem, v, order)))
    }),
  )
  let best: { left: number[]; cost: number } | null = null
  const deal = (from: number, sets: number[], off: number[]): void => {
    if (from === problem.stops.length) {
      const cost = sets.reduce((sum, set, v) => sum + cheapest[v]![set]!, 0)
      const left = leftOffBy(problem, off)
      const at = best === null ? 0 : left.findIndex((count, i) => count !== best!.left[i])
      const fewer = best === null || (at >= 0 && left[at]! < best.left[at]!)
      if (cost < Infinity && (fewer || (at < 0 && cost < best!.cost))) best = { left, cost }
      return
    }
    deal(from + 1, sets, [...off, from])
    for (const v of sets.keys()) deal(from + 1, sets.with(v, sets[v]! + 2 ** from), off)
  }
  deal(
    0,
    problem.vehicles.map(() => 0),
    [],
  )
  return best!
}

const coordinate = fc.integer({ min: -9000, max: 9000 })
export const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 4, maxLength: 4 })
export const ofEach = <T>(one: fc.Arbitrary<T>, count: number) => fc.array(one, { minLength: count, maxLength: count })

/** Asserts that the solution leaves as few stops unassigned as the best plan, at the same cost. */
export function againstBest(problem: Problem): void {
  const solution = solve(problem, { iterations: 400, seed: 3 })
  assert.deepEqual(check(problem, solution), [])
  const best = bestOf(problem)
  const left = leftOffBy(
    problem,
    solution.unassigned.map((each) => each.stop),
  )
  assert.deepEqual(left, best.left)
  assert.ok(Math.abs(solution.cost - best.cost) < 1e-3 * Math.max(1, best.cost), `${solution.cost} ${best.cost}`)
}

interface Runs {
  stops?: number
  vehicles?: number
  numRuns?: number
  seed?: number
}

/** Checks problems with four stops and two vehicles of this kind, unless `runs` sets other numbers. */
export function againstEveryPlan(
  stopOf: fc.Arbitrary<Partial<Stop>>,
  vehicleOf: fc.Arbitrary<Partial<Vehicle>>,
  objective: Partial<Problem['objective']> = {},
  roads: (problem: Problem) => Problem['otherRoads'] = () => [],
  { stops: count = 4, vehicles: fleet = 2, numRuns = 40, seed = 21 }: Runs = {},
): void {
  const places = fc.array(fc.tuple(coordinate, coordinate), { minLength: count, maxLength: count })
  fc.assert(
    fc.property(places, ofEach(stopOf, count), ofEach(vehicleOf, fleet), (places, stops, vehicles) => {
      const plain = plane(
        places,
        stops.map((over, i) => stop(`s${i}`, over)),
        vehicles.map((over, i) => vehicle(`v${i}`, over)),
        objective,
      )
      againstBest({ ...plain, otherRoads: roads(plain) ?? [] })
    }),
    { numRuns, seed },
  )
}
