// Search of problems with few stops: a population of plans, each annealed from its own beginning. Children exchange
// routes of two plans and are annealed briefly (a memetic algorithm). A population that stagnates is replaced.
import { compareUnassigned } from '../unassigned.ts'
import * as arena from './arena.ts'
import { activeCount, drawStop } from './bank.ts'
import { crossRoutes } from './crossover.ts'
import type { SearchParams } from './params.ts'
import { routesOf } from './plan.ts'
import { randomBelow } from './random.ts'
import { insertAround } from './ruin-recreate.ts'
import type { Allowance } from './schedule.ts'
import type { Stopwatch } from './stopwatch.ts'
import type { Judged, Walk } from './walk.ts'

/** A plan of the population. */
interface Member extends Judged {
  routes: number[][]
}

/** Steps, or share of the time, that measure the speed of a search whose budget is a time. */
const MEASURED_STEPS = 2048
const MEASURED_SHARE = 0.02

/** Returns whether the budget covers a whole search of a problem that is small enough for a population. */
export const mayEvolve = ({ from, to }: Allowance, { evolveBelow }: SearchParams): boolean =>
  from === 0 && to === 1 && activeCount < evolveBelow

/** Returns the least number of steps with which the problem in the arena has a population. */
export function leastSteps({ evolveFrom, evolveTimedFrom }: SearchParams): number {
  const timed = !arena.byDistance || arena.problem.stops.some(({ windows }) => windows.length > 0)
  return (timed ? evolveTimedFrom : evolveFrom) * activeCount
}

/**
 * Returns the number of steps that the budget allows. If it is a time, takes the first hot steps and assumes their
 * speed.
 */
export function stepsAllowed(walk: Walk, watch: Stopwatch, { seconds, iterations }: Allowance): number {
  if (Number.isFinite(iterations)) return iterations
  const temperature = walk.temperatureAt(0)
  while (!watch.isOver()) {
    if (walk.steps >= MEASURED_STEPS || watch.spent >= MEASURED_SHARE * seconds) break
    walk.step(0, temperature)
  }
  return watch.spent > 0 ? (walk.steps * seconds) / watch.spent : Infinity
}

/** Searches until the budget of about `steps` steps is spent, or several populations ended with the best plan. */
export function evolve(walk: Walk, watch: Stopwatch, steps: number, params: SearchParams): void {
  const length = Math.ceil(Math.min(params.founderSteps * activeCount, params.founderShare * steps))
  const begun = walk.steps
  const ends: Member[] = []
  while (true) {
    const population: Member[] = []
    for (let i = 0; i < params.founders; i++) {
      // Later founders begin from scratch. With whole timelines, that takes too long: they heat the plan before.
      if (walk.steps > begun && !arena.usesTimeline) insertAround([])
      if (!cool(walk, watch, 0, length)) return
      enterPopulation(population, memberOf(walk), params.population)
    }
    // Every founder ended at the same plan.
    if (population.length === 1) return
    if (!breed(population, walk, watch, params)) return
    ends.push(population[0]!)
    if (ends.filter((each) => compare(each, walk.best) === 0).length >= params.agreeing) return
  }
}

/**
 * Anneals the plan in the arena from position `from` of the cooling to cold in `length` steps, in fewer near the end of
 * the budget. Returns false if the budget is spent.
 */
function cool(walk: Walk, watch: Stopwatch, from: number, length: number): boolean {
  walk.begin()
  const begun = walk.steps
  let done = from
  let temperature = walk.temperatureAt(done)
  while (walk.steps - begun < length) {
    if (watch.isOver()) return false
    if ((walk.steps - begun) % COOLED_EVERY === 0) {
      done = from + (1 - from) * Math.max((walk.steps - begun) / length, Math.min(1, watch.share()))
      temperature = walk.temperatureAt(done)
    }
    walk.step(done, temperature)
  }
  return true
}

/** Steps between two changes of the temperature. */
const COOLED_EVERY = 16

/**
 * Adds children to the population until `barren` in a row were not better than its worst plan. Returns false if the
 * budget is spent.
 */
function breed(population: Member[], walk: Walk, watch: Stopwatch, params: SearchParams): boolean {
  const length = Math.ceil(params.childSteps * activeCount)
  let barren = 0
  while (population.length > 1 && barren < params.barren) {
    // The better of two drawn plans is the base: the population is sorted.
    const base = Math.min(randomBelow(population.length), randomBelow(population.length))
    const other = (base + 1 + randomBelow(population.length - 1)) % population.length
    insertAround(crossRoutes(population[base]!.routes, population[other]!.routes, drawStop(), params.exchanged))
    if (!cool(walk, watch, params.childWarm, length)) return false
    barren = enterPopulation(population, memberOf(walk), params.population, base) ? 0 : barren + 1
  }
  return true
}

function memberOf({ found }: Walk): Member {
  return { routes: routesOf(found), unserved: found.unserved, cost: found.cost }
}

/**
 * Adds the plan to the sorted population. If that is full, a plan better than its base replaces the base, and a plan
 * better than the worst replaces the worst. Returns false if the population stays the same.
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

/** Orders plans from the best to the worst. 0 if they are equally good, and then almost always the same. */
function compare(a: Judged, b: Judged): number {
  const order = compareUnassigned(a.unserved, b.unserved)
  if (order !== 0) return order
  return Math.abs(a.cost - b.cost) < NEAR ? 0 : a.cost - b.cost
}

/** Cost differences below this are rounding errors. */
const NEAR = 1e-6
