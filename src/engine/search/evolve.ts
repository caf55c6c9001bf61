// Search of problems with few stops: a population of plans, each annealed from a different first plan. Children
// exchange routes of two plans and are annealed briefly (a memetic algorithm). A population that stagnates is replaced, and
// the best plans of all populations are crossed.
import { compareUnassigned } from '../unassigned.ts'
import * as arena from './arena.ts'
import { activeCount, drawStop, focusOn } from './bank.ts'
import { crossRoutes } from './crossover.ts'
import { openRoutes } from './empties.ts'
import type { SearchParams } from './params.ts'
import { ordersOf } from './plan.ts'
import { randomBelow } from './random.ts'
import { insertAround, insertUnrouted } from './ruin-recreate.ts'
import type { Allowance } from './schedule.ts'
import type { Stopwatch } from './stopwatch.ts'
import { putCrossedTrips, tripsOf } from './trips/crossover.ts'
import type { Judged, Walk } from './walk.ts'

/** A plan of the population. Its routes have `RELOAD` for each reload. */
interface Member extends Judged {
  routes: number[][]
}

/**
 * Limits of the steps that measure the search's speed if its budget is a time: a number of steps, or a share of the
 * time. The speed may grow by the factor `WARMER` afterwards, because a new process has not compiled the code yet.
 */
const MEASURED_STEPS = 2048
const MEASURED_SHARE = 0.02
const WARMER = 8

/** Returns whether the problem has few enough stops for a population, and the budget covers the whole cooling. */
export const mayEvolve = ({ from, to }: Allowance, { evolveBelow }: SearchParams): boolean =>
  from === 0 && to === 1 && activeCount < evolveBelow

/**
 * Returns whether the budget may have enough steps for a population. If the budget is a time, runs the first steps at the
 * hot temperature to measure their speed.
 */
function mayHaveSteps(walk: Walk, watch: Stopwatch, { seconds, iterations }: Allowance, least: number): boolean {
  if (Number.isFinite(iterations)) return iterations >= least
  const temperature = walk.temperatureAt(0)
  while (!watch.isOver()) {
    if (walk.steps >= MEASURED_STEPS || watch.spent >= MEASURED_SHARE * seconds) break
    walk.step(0, temperature)
  }
  return WARMER * walk.steps * seconds >= least * watch.spent
}

/**
 * Searches until the budget is spent, or several populations ended with the best plan. Returns false if the budget has
 * too few steps for a population. The caller then searches in another way for the rest of the budget.
 */
export function evolve(walk: Walk, watch: Stopwatch, budget: Allowance, params: SearchParams): boolean {
  const least = params.evolveFrom * activeCount
  const isTimed = !Number.isFinite(budget.iterations)
  if (!mayHaveSteps(walk, watch, budget, least)) return false
  const length = Math.ceil(Math.min(params.founderSteps * activeCount, params.founderShare * budget.iterations))
  const begun = walk.steps
  const ends: Member[] = []
  while (true) {
    const population: Member[] = []
    for (let i = 0; i < params.founders; i++) {
      // Each founder after the first begins with a newly built plan. Building takes too long if routes need whole
      // timelines, so a founder then heats the plan of the previous founder.
      const isFirst = walk.steps === begun
      const isNew = !isFirst && !arena.usesTimeline
      // Long searches otherwise rarely find a plan with fewer vehicles, although such a plan may cost less.
      openRoutes(isNew && i === 1 ? oneRouteFewer(population[0]!) : null)
      if (isNew) insertAround([])
      const before = watch.share()
      const goesOn = cool(walk, watch, 0, length, params.founderShare)
      openRoutes(null)
      if (!goesOn) return true
      if (isFirst && isTimed && walk.steps - begun < least * (watch.share() - before)) return false
      enterPopulation(population, memberOf(walk), params.population)
    }
    // All founders ended with equally good plans, so crossing them is useless.
    if (population.length === 1) return true
    if (!breed(population, walk, watch, params)) return true
    ends.push(population[0]!)
    if (ends.filter((each) => compare(each, walk.best) === 0).length >= params.agreeing) return true
    const bestOfEach: Member[] = []
    for (const end of ends) enterPopulation(bestOfEach, end, params.population)
    if (!breed(bestOfEach, walk, watch, params)) return true
  }
}

/**
 * Returns the used routes without one of them. Null if they can't carry all loads, or if vehicles differ or must all be
 * used.
 */
function oneRouteFewer({ routes }: Member): number[] | null {
  const { kinds, useAll } = arena
  const { stops, vehicles } = arena.problem
  const fewer = [...routes.keys()].filter((route) => routes[route]!.length > 0).slice(1)
  const hasRoom = vehicles[0]!.capacity.every(
    (most, dimension) => stops.reduce((sum, { load }) => sum + (load[dimension] ?? 0), 0) <= most * fewer.length,
  )
  return kinds === 1 && !useAll && hasRoom ? fewer : null
}

/**
 * Anneals the plan in the arena in `length` steps, from position `from` of the cooling (0 hot, 1 cold) to cold. Cools
 * faster if these steps need more than the share `most` of the time budget. Returns false if the budget is spent.
 */
function cool(walk: Walk, watch: Stopwatch, from: number, length: number, most: number): boolean {
  walk.begin()
  const begun = walk.steps
  const begunAt = watch.share()
  let done = from
  let temperature = walk.temperatureAt(done)
  while (walk.steps - begun < length && done < 1) {
    if (watch.isOver()) return false
    if ((walk.steps - begun) % COOLED_EVERY === 0) {
      const part = Math.max((walk.steps - begun) / length, (watch.share() - begunAt) / most)
      done = Math.min(1, from + (1 - from) * part)
      temperature = walk.temperatureAt(done)
    }
    walk.step(done, temperature)
  }
  return true
}

/** Steps between two changes of the temperature. */
const COOLED_EVERY = 16

/**
 * Adds children to the population until `params.barren` children in a row did not enter it. Returns false if the budget
 * is spent.
 */
function breed(population: Member[], walk: Walk, watch: Stopwatch, params: SearchParams): boolean {
  let barren = 0
  while (population.length > 1 && barren < params.barren) {
    // The population is sorted, so the lower of two drawn indexes is the better plan. It is the base of the child.
    const base = Math.min(randomBelow(population.length), randomBelow(population.length))
    const other = (base + 1 + randomBelow(population.length - 1)) % population.length
    putCross(population[base]!.routes, population[other]!.routes, params.exchanged)
    const changed = stopsOfNewTrips(population[base]!.routes)
    if (changed.length === 0) {
      barren++
      continue
    }
    focusOn(changed)
    const goesOn = cool(walk, watch, params.childWarm, Math.ceil(params.childSteps * changed.length), 1)
    focusOn([])
    if (!goesOn) return false
    barren = enterPopulation(population, memberOf(walk), params.population, base) ? 0 : barren + 1
  }
  return true
}

/** Puts a cross of the two plans into the arena, with all stops for which there is room. */
function putCross(base: number[][], other: number[][], share: number): void {
  if (!arena.tracksTrips) return insertAround(crossRoutes(base, other, drawStop(), share))
  putCrossedTrips(base, other, drawStop(), share)
  insertUnrouted()
}

/** Returns the stops of the trips in the arena that are not among the trips of these routes. */
function stopsOfNewTrips(before: readonly (readonly number[])[]): number[] {
  const known = new Set(before.flatMap(tripsOf).map(String))
  return ordersOf(arena.next)
    .flatMap(tripsOf)
    .filter((trip) => !known.has(String(trip)))
    .flat()
}

function memberOf({ found }: Walk): Member {
  return { routes: ordersOf(found.next), unserved: found.unserved, cost: found.cost }
}

/**
 * Adds the plan to the sorted population unless the population has an equally good plan. If the population is full, the
 * plan replaces its parent at index `base` if it is better, else the worst plan if it is better than that. Returns
 * false if the population stays the same.
 */
function enterPopulation(population: Member[], plan: Member, size: number, base = 0): boolean {
  if (population.some((each) => compare(each, plan) === 0)) return false
  if (population.length >= size) {
    if (compare(plan, population.at(-1)!) > 0) return false
    population.splice(compare(plan, population[base]!) < 0 ? base : size - 1, 1)
  }
  population.push(plan)
  population.sort(compare)
  return true
}

/** Orders plans from the best to the worst. 0 if they are equally good; such plans are almost always identical. */
function compare(a: Judged, b: Judged): number {
  const order = compareUnassigned(a.unserved, b.unserved)
  if (order !== 0) return order
  return Math.abs(a.cost - b.cost) < NEAR ? 0 : a.cost - b.cost
}

/** Cost differences below this are rounding errors. */
const NEAR = 1e-6
