// Simulated annealing over ruin and recreate, with 2-opt* moves between (Christiaens & Vanden Berghe 2020).
import * as arena from './arena.ts'
import { findNeighbours, meanNear } from './neighbours.ts'
import { newRemembered, putKnownRoutes, remember, type Remembered, routesOf } from './plan.ts'
import { below, seedRandom, uniform } from './random.ts'
import { recreate, startRecreate } from './recreate.ts'
import { total } from './cost.ts'
import { clearRoutes } from './route.ts'
import { beginStep, restoreStep, takeHomeless } from './step.ts'
import { assign } from './times.ts'
import { type Allowance, createSchedule } from './schedule.ts'
import { prepareExchanges } from './exchange.ts'
import { ruin } from './ruin.ts'
import { trySwapStar } from './swap-star.ts'
import { tryTwoOptStar } from './two-opt-star.ts'
import { tryVehicleSwap } from './vehicle-swap.ts'

/** When to end, and whom to tell. */
export interface Budget extends Allowance {
  now: () => number
  stop: () => boolean
  onBest: (best: Remembered, iterations: number) => void
}

/** First and last temperature, in mean costs of a near leg. */
const HOT = 2
const COLD = 0.1
/** Candidates a stop is inserted beside. */
const NEIGHBOURS = 60
/** Unserved stops tried again in one step. */
const RETRIED = 12
/** Steps between two looks at the clock; every step where one needs whole timelines. */
const CLOCK_EVERY = 64
/** The search ends when so many coolings in a row and so much of the time it may take brought nothing; or so many more. */
const PATIENCE = 2
const PATIENCE_OF_TIME = 0.2
const MOST_PATIENCE = 12
/** 2-opt* moves tried after each step; fewer where one needs whole timelines. */
const TAIL_TRIES = 10
const GENERAL_TAIL_TRIES = 1
/** swap* moves tried after each step. */
const SWAP_TRIES = 4
const GENERAL_SWAP_TRIES = 1

let pending = new Int32Array(0)
let bank = new Int32Array(0)
let bankCount = 0
let oldBank = new Int32Array(0)
let absences = new Float64Array(0)
/** The stops this search is about. */
let active = new Int32Array(0)
let activeCount = 0
let yardstick = 1
let openingBonus = 0
let penalty = 0

/** Prepares the search of the problem in the arena. */
export function startSearch(seed: number): void {
  const { stops } = arena
  seedRandom(seed)
  findNeighbours(NEIGHBOURS)
  measure()
  if (pending.length < stops + 1) {
    pending = new Int32Array(2 * stops + 64)
    bank = new Int32Array(2 * stops + 64)
    oldBank = new Int32Array(2 * stops + 64)
    absences = new Float64Array(2 * stops + 64)
  }
  absences.fill(0)
  startRecreate(openingBonus)
  prepareExchanges()
  clearRoutes()
}

/** Lets the search begin with what is on the arena's routes, and those of `wanted` that are on none inserted. */
export function insertRest(wanted: readonly number[], hasTime: () => boolean): void {
  takeHomeless(pending, 0)
  let length = 0
  for (const stop of wanted) if (arena.routeOf[stop]! < 0) pending[length++] = stop
  beginStep()
  bankCount = recreate(pending, length, hasTime)
  bank.set(pending.subarray(0, bankCount))
  bankCount = takeHomeless(bank, bankCount)
  if (active.length < wanted.length) active = new Int32Array(2 * wanted.length)
  activeCount = wanted.length
  active.set(wanted)
}

/** The yardsticks: what a near leg costs, and weights for what must come before cost. */
function measure(): void {
  const { routes, distanceRate, timeRate, fixedCost, stops, service } = arena
  let perMeter = 0
  let perTick = 0
  let dearest = 0
  for (let route = 0; route < routes; route++) {
    perMeter += distanceRate[route]! / routes
    perTick += timeRate[route]! / routes
    dearest = Math.max(dearest, fixedCost[route]!)
  }
  let legTicks = 0
  for (let stop = 0; stop < stops; stop++) legTicks += service[stop]! / stops
  const { mean, most } = trips()
  const leg = Math.max(meanNear, mean / 50)
  legTicks += leg * (arena.timeScale / arena.distanceScale) * 0.1
  yardstick = leg * perMeter + legTicks * perTick
  if (yardstick <= 0) yardstick = 1
  openingBonus = 100 * yardstick + 2 * (dearest + most * perMeter)
  penalty = 10 * openingBonus
  const { balance } = arena.problem.objective
  arena.setBalance(
    balance === 'stops' ? yardstick : 0,
    balance === 'time' ? yardstick / Math.max(1, legTicks * legTicks) : 0,
  )
}

/** Mean and longest distance of a trip to one stop and back. */
function trips(): { mean: number; most: number } {
  const { stops, routes, places, place, distance, FAR } = arena
  const start = place[stops]!
  const end = place[stops + routes]!
  let sum = 0
  let most = 0
  for (let stop = 0; stop < stops; stop++) {
    const trip = distance[start * places + stop]! + distance[stop * places + end]!
    if (trip >= FAR) continue
    sum += trip
    if (trip > most) most = trip
  }
  return { mean: sum / Math.max(1, stops), most }
}

/** Weight of the stops left off. */
function unservedWeight(): number {
  let sum = 0
  for (let i = 0; i < bankCount; i++) sum += arena.weight[bank[i]!]!
  return sum
}

function absenceSum(list: Int32Array, length: number): number {
  let sum = 0
  for (let i = 0; i < length; i++) sum += absences[list[i]!]!
  return sum
}

/** Cost of the routes in the arena, with what unused vehicles count for. */
function costNow(): number {
  if (!arena.useAll) return total[0]!
  let unused = 0
  const { routes, count, maxStops } = arena
  for (let route = 0; route < routes; route++) if (count[route] === 0 && maxStops[route]! > 0) unused++
  return total[0]! + unused * openingBonus
}

/** Anneals until the budget is spent, or nothing better is found for long; the best seen and the steps it took. */
export function anneal(budget: Budget): { best: Remembered; iterations: number } {
  const best = newRemembered()
  const started = budget.now()
  let cost = costNow()
  let unserved = unservedWeight()
  let iterations = 0
  let done = 0
  let temperature = HOT * yardstick
  remember(best, unserved, cost)
  budget.onBest(best, 0)
  const tailTries = arena.general ? GENERAL_TAIL_TRIES : TAIL_TRIES
  const swapTries = arena.general ? GENERAL_SWAP_TRIES : SWAP_TRIES
  const clockEvery = arena.general ? 1 : CLOCK_EVERY
  const schedule = createSchedule(budget, activeCount)
  let before = { unserved: Infinity, cost: Infinity }
  let fruitless = 0
  let gainedAt = 0
  const patience = Number.isFinite(budget.iterations) ? 0 : PATIENCE_OF_TIME * budget.seconds
  while (activeCount > 0 && iterations < budget.iterations) {
    if (iterations % clockEvery === 0) {
      const spent = budget.now() - started
      if (spent >= budget.seconds || budget.stop()) break
      done = schedule.at(spent, iterations)
      if (done >= 1) {
        // Cold: the search goes on from the best, warm again, as long as that brings something now and then.
        const gained = isBetter(best.unserved, best.cost, before)
        fruitless = gained ? 0 : fruitless + 1
        if (gained) gainedAt = spent
        const inVain = fruitless >= (spent - gainedAt >= patience ? PATIENCE : MOST_PATIENCE)
        if (budget.to < 1 || inVain) break
        before = { unserved: best.unserved, cost: best.cost }
        goBackTo(best)
        cost = costNow()
        unserved = unservedWeight()
        schedule.again(spent, iterations)
        done = schedule.at(spent, iterations)
      }
      temperature = yardstick * HOT * (COLD / HOT) ** done
    }
    iterations++
    const wasCost = total[0]!
    const wasBank = bankCount
    oldBank.set(bank.subarray(0, bankCount))
    step()
    const newUnserved = unservedWeight()
    const newCost = costNow()
    const fewer = newUnserved < unserved || (unserved > 0 && done < 0.4 && newUnserved === unserved && rarer(wasBank))
    const worse = newCost - cost + penalty * (newUnserved - unserved)
    const taken = fewer || worse < -temperature * Math.log(1 - uniform())
    for (let i = 0; i < bankCount; i++) absences[bank[i]!]!++
    if (taken) {
      cost = newCost
      unserved = newUnserved
    } else {
      for (let i = 0; i < bankCount; i++) assign(bank[i]!, -1)
      restoreStep()
      total[0] = wasCost
      bankCount = wasBank
      bank.set(oldBank.subarray(0, wasBank))
      for (let i = 0; i < wasBank; i++) assign(bank[i]!, -1)
    }
    for (let tries = 0; tries < tailTries; tries++) {
      if (tryTwoOptStar(active[below(activeCount)]!, -temperature * Math.log(1 - uniform()))) cost = costNow()
    }
    for (let tries = 0; tries < swapTries; tries++) {
      if (trySwapStar(active[below(activeCount)]!, -temperature * Math.log(1 - uniform()))) cost = costNow()
    }
    if (arena.kinds > 1 && tryVehicleSwap(-temperature * Math.log(1 - uniform()))) cost = costNow()
    if (isBetter(unserved, cost, best)) {
      remember(best, unserved, cost)
      budget.onBest(best, iterations)
    }
  }
  return { best, iterations }
}

function isBetter(unserved: number, cost: number, than: { unserved: number; cost: number }): boolean {
  return unserved < than.unserved || (unserved === than.unserved && cost < than.cost - 1e-7)
}

/** Lets the search go on from a solution it has seen. */
function goBackTo(seen: Remembered): void {
  beginStep()
  putKnownRoutes(
    routesOf(seen),
    Array.from({ length: arena.routes }, (_, route) => route),
  )
  bankCount = 0
  for (let i = 0; i < activeCount; i++) if (arena.routeOf[active[i]!]! < 0) bank[bankCount++] = active[i]!
}

/** The stops left off now have been so less often than those before. */
function rarer(wasBank: number): boolean {
  return absenceSum(bank, bankCount) < absenceSum(oldBank, wasBank)
}

/** One ruin and recreate. */
function step(): void {
  const { routes, count } = arena
  beginStep()
  let used = 0
  for (let route = 0; route < routes; route++) if (count[route]! > 0) used++
  const meanSize = used > 0 ? Math.max(1, (activeCount - bankCount) / used) : 1
  let length = 0
  const retried = Math.min(bankCount, RETRIED)
  for (let i = 0; i < retried; i++) {
    const at = i + below(bankCount - i)
    const stop = bank[at]!
    bank[at] = bank[i]!
    bank[i] = stop
    pending[length++] = stop
  }
  const seed = bankCount > 0 && below(2) === 0 ? bank[below(bankCount)]! : active[below(activeCount)]!
  length = ruin(seed, pending, length, meanSize)
  const left = recreate(pending, length)
  bank.copyWithin(0, retried, bankCount)
  bankCount += left - retried
  for (let i = 0; i < left; i++) bank[bankCount - left + i] = pending[i]!
  bankCount = takeHomeless(bank, bankCount)
}
