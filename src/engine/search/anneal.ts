// Simulated annealing over ruin and recreate, with small moves in between (SISR, Christiaens & Vanden Berghe 2020).
import * as arena from './arena.ts'
import { activeCount, bankUnrouted, prepareBank } from './bank.ts'
import { evolve, mayEvolve } from './evolve.ts'
import { prepareExchanges } from './exchange.ts'
import { findNeighbors } from './neighbors.ts'
import type { SearchParams } from './params.ts'
import { putRemembered, type RememberedPlan } from './plan.ts'
import { seedRandom } from './random.ts'
import { startRecreate } from './recreate.ts'
import { clearRoutes } from './route.ts'
import { prepareRuinRecreate } from './ruin-recreate.ts'
import { type Allowance, createPatience, createSchedule } from './schedule.ts'
import { beginStep } from './step.ts'
import { Stopwatch } from './stopwatch.ts'
import { prepareTrips } from './trips/prepare.ts'
import { isBetter, type Judged, Walk } from './walk.ts'
import { measureYardsticks } from './yardsticks.ts'

/** Limits and callbacks of a search. */
export interface Budget extends Allowance {
  now: () => number
  stop: () => boolean
  onBest: (best: RememberedPlan, iterations: number) => void
}

let params: SearchParams

/** Prepares the search of the problem in the arena. */
export function startSearch(seed: number, given: SearchParams): void {
  params = given
  seedRandom(seed)
  findNeighbors(params.neighbors)
  measureYardsticks()
  prepareRuinRecreate()
  prepareBank()
  startRecreate(params)
  prepareExchanges()
  if (arena.tracksTrips) prepareTrips()
  clearRoutes()
}

/**
 * Searches until the budget is spent, or until recent attempts found nothing better. Returns the best plan found and
 * the number of steps. Problems with few stops and a budget of many steps use a population of plans, all others one
 * annealing.
 */
export function anneal(budget: Budget): { best: RememberedPlan; iterations: number } {
  const walk = new Walk(params, budget.onBest)
  const watch = new Stopwatch(budget, walk, params)
  if (activeCount > 0) {
    const evolved = mayEvolve(budget, params) && evolve(walk, watch, budget, params)
    if (!evolved) coolRepeatedly(walk, watch, budget)
  }
  return { best: walk.best, iterations: walk.steps }
}

/** Cools once, then repeatedly from the best plan, until the budget is spent or recent coolings did not improve it. */
function coolRepeatedly(walk: Walk, watch: Stopwatch, budget: Budget): void {
  const schedule = createSchedule(budget, activeCount, params)
  const inVain = createPatience(budget, params)
  let before: Judged = { unserved: [Infinity], cost: Infinity }
  let done = 0
  let temperature = walk.temperatureAt(0)
  while (!watch.isOver()) {
    if (watch.wasRead) {
      done = schedule.at(watch.spent, walk.steps)
      if (done >= 1) {
        // The cooling is over. Continue from the best plan, warm again, while recent coolings improved it.
        const { unserved, cost } = walk.best
        if (inVain(isBetter(unserved, cost, before), watch.spent) || budget.to < 1) return
        before = { unserved, cost }
        restoreRemembered(walk.best)
        walk.begin()
        schedule.again(watch.spent, walk.steps)
        done = schedule.at(watch.spent, walk.steps)
      }
      temperature = walk.temperatureAt(done)
    }
    walk.step(done, temperature)
  }
}

/** Continues the search from a remembered plan. */
function restoreRemembered(seen: RememberedPlan): void {
  beginStep()
  putRemembered(seen)
  bankUnrouted()
}
