// A search that can run in parts: on one thread from hot to cold, or on several threads that divide the routes among
// them.
import { explain } from './explain.ts'
import { numberAlongChain } from './numbering.ts'
import { pairsOf } from './pairs.ts'
import type { Problem } from './problem.ts'
import { isServable } from './reasons.ts'
import { anneal, startSearch } from './search/anneal.ts'
import * as arena from './search/arena.ts'
import { openRoutes } from './search/empties.ts'
import type { SearchParams } from './search/params.ts'
import { DEFAULT_PARAMS } from './search/default-params.ts'
import { putKnownRoutes, putRoutes, routesNow, routesOf } from './search/plan.ts'
import { insertRest } from './search/ruin-recreate.ts'
import { timedRoutes } from './search/trips/plan.ts'
import type { Solution } from './solution.ts'
import { untangleRoutes } from './untangle.ts'
import { assignFamiliarAreas } from './familiar-areas.ts'
import { validate } from './validate.ts'
import { withoutBreaks } from './without-breaks.ts'

export interface Run {
  /**
   * Routes to continue from, and the part of the plan that this run may change. Null: all routes, from
   * `problem.initial` or, if that is absent, from scratch.
   */
  part: Part | null
  /** Section of the cooling that this run covers, from 0 (hot) to 1 (cold). */
  from: number
  to: number
  seconds: number
  iterations: number
  now: () => number
  stop: () => boolean
  onBest: (cost: number, plan: () => number[][], iterations: number) => void
}

/**
 * Part of a plan that one run may change: the routes of `vehicles`, and unassigned stops that it may insert into them.
 */
export interface Part {
  /** Stop indexes by vehicle, for all vehicles. */
  routes: readonly (readonly number[])[]
  vehicles: readonly number[]
  unserved: readonly number[]
}

export interface RunResult {
  /** Current routes of the annealing by vehicle, and the best found. Routes of vehicles outside the part are empty. */
  current: number[][]
  best: number[][]
  /** Number of unassigned stops of the best plan by rank (`unassigned.ts`), and its cost. */
  unserved: readonly number[]
  cost: number
  iterations: number
}

export interface Session {
  run(run: Run): RunResult
  /** Returns the solution for these routes: times, reasons, cost. */
  answer(routes: readonly (readonly number[])[], iterations: number): Solution
}

/** Share of the budget after which the construction of the first plan takes the first feasible positions. */
const CONSTRUCTION = 0.3

/**
 * Share of the budget for the problem without breaks, if that is searched first, and position between hot (0) and cold
 * (1) from which its plan is then annealed.
 */
const WITHOUT_BREAKS = 0.6
const WITH_BREAKS_FROM = 0.6

const isWhole = ({ part, from, to }: Run): boolean => part === null && from === 0 && to === 1

/**
 * Opens a search for a problem. Each thread holds one search at a time, because its state is in module variables.
 * Throws `InvalidProblem` if the problem contradicts itself.
 */
export function openSession(problem: Problem, seed: number, params: SearchParams = DEFAULT_PARAMS): Session {
  validate(problem)
  const answer: Session['answer'] = (routes, iterations) =>
    explain(problem, assignFamiliarAreas(problem, untangleRoutes(problem, routes)), iterations)
  const { problem: numbered, inward, outward } = numberAlongChain(problem)
  const barred = Uint8Array.from(numbered.stops, (_, stop) => (isServable(numbered, stop) ? 0 : 1))
  const pairs = pairsOf(numbered.stops)
  /** Returns whether the search moves this stop. Pickups follow their deliveries. */
  const moves = (stop: number): boolean => barred[stop] === 0 && (pairs === null || pairs.deliveryOf[stop]! < 0)
  const servable = numbered.stops.map((_, stop) => stop).filter(moves)
  const none = problem.vehicles.map(() => [])
  if (problem.vehicles.length === 0 || servable.length === 0)
    return { run: () => ({ current: none, best: none, unserved: [], cost: 0, iterations: 0 }), answer }
  arena.loadArena(numbered)
  startSearch(seed, params)
  /** Routes of several trips leave the search without their reloads. */
  const finished = (routes: number[][]): number[][] => (arena.tracksTrips ? timedRoutes(routes) : routes)
  const search = (run: Run, start = numbered.initial?.routes): RunResult => {
    const began = run.now()
    const { part } = run
    openRoutes(part?.vehicles ?? null)
    let wanted = servable
    if (part !== null) {
      const routes = inward(part.routes)
      const [unserved] = inward([part.unserved])
      putKnownRoutes(routes, part.vehicles)
      wanted = [...part.vehicles.flatMap((v) => routes[v]!), ...unserved!].filter(moves)
    } else if (start !== undefined) putRoutes(start, barred)
    insertRest(wanted, () => run.now() - began < run.seconds * CONSTRUCTION)
    const { best, iterations } = anneal({
      ...run,
      seconds: Math.max(0, run.seconds - (run.now() - began)),
      onBest: (found, steps) => run.onBest(found.cost, () => outward(finished(routesOf(found))), steps),
    })
    const [current, found] = [outward(finished(routesNow())), outward(finished(routesOf(best)))]
    return { current, best: found, unserved: best.unserved, cost: best.cost, iterations }
  }
  /** Searches the problem without breaks first, unless that needs timelines of whole routes, too. */
  const searchTwice = (run: Run, simpler: Problem): RunResult => {
    const began = run.now()
    const session = openSession(simpler, seed, params)
    const found = arena.usesTimeline
      ? null
      : session.run({
          ...run,
          seconds: WITHOUT_BREAKS * run.seconds,
          iterations: Math.floor(WITHOUT_BREAKS * run.iterations),
          onBest: () => {},
        })
    arena.loadArena(numbered)
    startSearch(seed, params)
    if (found === null) return search(run)
    const rest = {
      ...run,
      from: WITH_BREAKS_FROM,
      seconds: Math.max(0, run.seconds - (run.now() - began)),
      iterations: run.iterations - found.iterations,
      onBest: (cost: number, plan: () => number[][], steps: number) => run.onBest(cost, plan, found.iterations + steps),
    }
    const result = search(rest, inward(found.best))
    return { ...result, iterations: found.iterations + result.iterations }
  }
  return {
    run(run) {
      const simpler = isWhole(run) && arena.usesTimeline ? withoutBreaks(problem) : null
      return simpler === null ? search(run) : searchTwice(run, simpler)
    },
    answer,
  }
}
