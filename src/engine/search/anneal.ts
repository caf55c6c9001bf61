// Simulated annealing over ruin and recreate, with small moves in between (SISR, Christiaens & Vanden Berghe 2020).
import { compareUnassigned, type UnassignedProfits } from '../unassigned.ts'
import * as arena from './arena.ts'
import {
  activeCount,
  beginDrawing,
  bankCount,
  bankLeft,
  bankUnrouted,
  countAbsences,
  countUnassigned,
  drawBanked,
  drawRetried,
  drawStop,
  fillBank,
  hasFewerAbsences,
  keepBank,
  prepareBank,
  restoreBank,
} from './bank.ts'
import { total } from './cost.ts'
import { open, used } from './empties.ts'
import { prepareExchanges } from './exchange.ts'
import { drawThreshold } from './move.ts'
import { findNeighbors } from './neighbors.ts'
import type { SearchParams } from './params.ts'
import { newRemembered, putKnownRoutes, remember, type Remembered, routesOf } from './plan.ts'
import { below, seedRandom } from './random.ts'
import { recreate, startRecreate } from './recreate.ts'
import { clearRoutes } from './route.ts'
import { ruin, ruinBelow } from './ruin.ts'
import { type Allowance, createSchedule } from './schedule.ts'
import { beginStep, restoreStep } from './step.ts'
import { measure, openingBonus, yardstick } from './yardsticks.ts'

/** Limits and callbacks of a search. */
export interface Budget extends Allowance {
  now: () => number
  stop: () => boolean
  onBest: (best: Remembered, iterations: number) => void
}

let pending = new Int32Array(0)
let params: SearchParams

/** Prepares the search of the problem in the arena. */
export function startSearch(seed: number, given: SearchParams): void {
  const { stops } = arena
  params = given
  seedRandom(seed)
  findNeighbors(params.neighbors)
  measure()
  if (pending.length < stops + 1) pending = new Int32Array(2 * stops + 64)
  prepareBank()
  startRecreate(openingBonus, params)
  prepareExchanges()
  clearRoutes()
}

/**
 * Inserts the stops of `wanted` that are on no route, and makes `wanted` the stops of the search. Once `hasTime`
 * returns false, takes the first feasible positions.
 */
export function insertRest(wanted: readonly number[], hasTime: () => boolean): void {
  let length = 0
  for (const stop of wanted) if (arena.routeOf[stop]! < 0) pending[length++] = stop
  beginStep()
  recreate(pending, length, { byRank: arena.rankCount > 1, hasTime })
  fillBank(wanted)
}

const timeCosts = (): boolean =>
  arena.balanceTime > 0 || arena.timeRate.subarray(0, arena.routes).some((rate) => rate > 0)

/** Cost of the routes in the arena, plus a penalty per unused vehicle if the objective requires every vehicle. */
function costNow(): number {
  if (!arena.useAll) return total[0]!
  return total[0]! + (open - used) * openingBonus
}

/**
 * Anneals until the budget is spent, or several coolings find nothing better. Returns the best plan found and the
 * number of steps.
 */
export function anneal(budget: Budget): { best: Remembered; iterations: number } {
  const best = newRemembered()
  const started = budget.now()
  let cost = costNow()
  let [unserved, newUnserved] = [new Int32Array(arena.rankCount), new Int32Array(arena.rankCount)]
  countUnassigned(unserved)
  let iterations = 0
  let done = 0
  const unit = yardstick * (timeCosts() ? params.timedHeat : 1)
  let temperature = params.hot * unit
  remember(best, unserved, cost)
  budget.onBest(best, 0)
  const moves = params.moves
    .filter(({ move }) => move.applies())
    .map(({ move, tries, generalTries }) => ({ move, tries: arena.usesTimeline ? generalTries : tries }))
  const clockEvery = arena.usesTimeline ? 1 : params.clockEvery
  const schedule = createSchedule(budget, activeCount, params)
  let before: Judged = { unserved: [Infinity], cost: Infinity }
  let fruitless = 0
  let gainedAt = 0
  const patience = Number.isFinite(budget.iterations) ? 0 : params.patienceOfTime * budget.seconds
  while (activeCount > 0 && iterations < budget.iterations) {
    if (iterations % clockEvery === 0) {
      const spent = budget.now() - started
      if (spent >= budget.seconds || budget.stop()) break
      done = schedule.at(spent, iterations)
      if (done >= 1) {
        // The cooling is over. Continue from the best plan, warm again, while recent coolings improved it.
        const gained = isBetter(best.unserved, best.cost, before)
        fruitless = gained ? 0 : fruitless + 1
        if (gained) gainedAt = spent
        const inVain = fruitless >= (spent - gainedAt >= patience ? params.patience : params.mostPatience)
        if (budget.to < 1 || inVain) break
        before = { unserved: best.unserved, cost: best.cost }
        goBackTo(best)
        cost = costNow()
        countUnassigned(unserved)
        schedule.again(spent, iterations)
        done = schedule.at(spent, iterations)
      }
      temperature = unit * params.hot * (params.cold / params.hot) ** done
    }
    iterations++
    const wasCost = total[0]!
    keepBank()
    beginDrawing(params)
    const threshold = drawThreshold(temperature)
    // A plan with fewer unassigned stops or more used vehicles may cost any amount.
    const limited = bankCount === 0 && !arena.useAll
    step(limited ? wasCost + threshold : Infinity)
    countUnassigned(newUnserved)
    const newCost = costNow()
    const order = compareUnassigned(newUnserved, unserved)
    const rarer = order === 0 && bankCount > 0 && done < 0.4 && hasFewerAbsences()
    const taken = order < 0 || rarer || (order === 0 && newCost - cost < threshold)
    if (!limited) countAbsences()
    if (taken) {
      cost = newCost
      ;[unserved, newUnserved] = [newUnserved, unserved]
    } else {
      restoreBank(restoreStep)
      total[0] = wasCost
    }
    for (const { move, tries } of moves) {
      for (let i = 0; i < tries; i++) if (move.attempt(temperature)) cost = costNow()
    }
    if (isBetter(unserved, cost, best)) {
      remember(best, unserved, cost)
      budget.onBest(best, iterations)
    }
  }
  return { best, iterations }
}

type Judged = Pick<Remembered, 'unserved' | 'cost'>

function isBetter(unserved: UnassignedProfits, cost: number, than: Judged): boolean {
  const order = compareUnassigned(unserved, than.unserved)
  return order < 0 || (order === 0 && cost < than.cost - 1e-7)
}

/** Continues the search from a remembered plan. */
function goBackTo(seen: Remembered): void {
  beginStep()
  putKnownRoutes(
    routesOf(seen),
    Array.from({ length: arena.routes }, (_, route) => route),
  )
  bankUnrouted()
}

/** Runs one ruin and recreate. Stops early, with stops unassigned, if the plan would cost more than `most`. */
function step(most: number): void {
  beginStep()
  const meanSize = used > 0 ? Math.max(1, (activeCount - bankCount) / used) : 1
  const retried = drawRetried(params.retried, pending)
  const banked = bankCount > 0 && below(2) === 0
  // With several ranks, the highest must find room even if lower ranks fill every route.
  if (banked && arena.rankCount > 1 && below(2) === 0) {
    const length = ruinBelow(pending[below(retried)]!, pending, retried)
    bankLeft(retried, pending, recreate(pending, length, { byRank: true }))
    return
  }
  const length = ruin(banked ? drawBanked() : drawStop(), pending, retried, meanSize, params)
  bankLeft(retried, pending, recreate(pending, length, { most }))
}
