// Checks whether deliveries fit into the current plan of a day.
import { nextTurn } from '../../../domain/next-turn.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { Reason } from '../../../engine/reasons.ts'
import { canBeDriven, insertStop } from '../../../engine/trial.ts'
import type { Context } from '../../context.ts'
import { compileProblem, placesOf } from '../../planning/compile/compile-problem.ts'
import type { PlanInput } from '../../planning/compile/plan-input.ts'
import type { Delivery } from '../../planning/input/plan-parts.ts'
import { trialInput } from '../../planning/input/trial-input.ts'
import { trialRoads } from '../../planning/roads/trial-roads.ts'

/** Result of a check. `fits` is null if the check can't decide. */
export type Feasibility = { fits: true | null } | { fits: false; reason: Reason }

/** Maximum positions to try for each open delivery. */
const TRIES = 60

const UNKNOWN: Feasibility = { fits: null }

/** Checks for each trial individually whether it fits into the day's plan. Returns results in the order of `trials`. */
export async function feasibleOn(ctx: Context, day: string, trials: readonly Delivery[]): Promise<Feasibility[]> {
  const unknown = trials.map(() => UNKNOWN)
  const input = trials.length > 0 ? await trialInput(ctx, day, trials) : null
  if (!input) return unknown
  const { points, indexOf } = placesOf(input)
  const wanted = legsOfTrial(input, indexOf, points.length)
  const tables = await trialRoads(ctx, day, input.vehicles, points, wanted)
  const problem = compileProblem(input, indexOf, tables)
  const routes = problem.vehicles.map((_, vehicle) => [...(problem.initial?.routes[vehicle] ?? [])])
  if (!canBeDriven(problem, routes)) return unknown
  const planned = new Set(routes.flat())
  const asked = problem.stops.length - trials.length
  // Insert the open deliveries first, because they were ordered before. If one of them finds no room by insertion, only
  // a build can decide, so the result is unknown.
  for (let stop = 0; stop < asked; stop++) {
    if (planned.has(stop)) continue
    if (insertStop(problem, stop, routes, TRIES)?.code === 'NO_ROOM') return unknown
    // Let other requests run in between, because inserting up to three hundred deliveries takes long.
    await nextTurn()
  }
  return trials.map((_, i) => {
    const reason = insertStop(problem, asked + i, [...routes])
    return reason ? { fits: false, reason } : { fits: true }
  })
}

/**
 * Returns a function that selects the legs that the check needs: along the routes, and to and from each delivery to
 * insert.
 */
function legsOfTrial(input: PlanInput, indexOf: (point: Point) => number, places: number) {
  const { vehicles, stops, initial } = input
  const at = stops.map(({ point }) => indexOf(point))
  const planned = new Set(initial?.routes.flat())
  const newcomers = new Set(at.filter((_, stop) => !planned.has(stop)))
  const along = new Set<number>()
  for (const [vehicle, route] of (initial?.routes ?? []).entries()) {
    const { start, end, reload } = vehicles[vehicle] ?? { start: null, end: null }
    // Add the legs to and from the depot, because a vehicle may reload between any two stops.
    for (const stop of reload ? route : []) {
      const [place, depot] = [at[stop] as number, indexOf((reload as { point: Point }).point)]
      along.add(place * places + depot).add(depot * places + place)
    }
    const chain = [start && indexOf(start), ...route.map((stop) => at[stop] ?? null), end && indexOf(end)]
    chain.forEach((to, i) => {
      const from = chain[i - 1] ?? null
      if (from === null || to === null) return
      along.add(from * places + to).add(to * places + from)
    })
  }
  return (i: number, j: number) => newcomers.has(i) || newcomers.has(j) || along.has(i * places + j)
}
