// Neighbouring routes are taken out whole and rebuilt on an empty vehicle of any kind: what fixed costs need, since no
// single stop pays for another vehicle. An annealing move.
import * as arena from './arena.ts'
import { drawStop } from './bank.ts'
import { total } from './cost.ts'
import { drawThreshold, type Move } from './move.ts'
import { below, uniform } from './random.ts'
import { openWith, recreate } from './recreate.ts'
import { ruinRoutes } from './ruin.ts'
import { beginStep, restoreStep, takeHomeless } from './step.ts'

interface Reach {
  /** Share of the tries that are made where the choice of vehicles decides all of the cost; fewer as it decides less. */
  often: number
  /** What it decides where vehicles differ in what a meter costs and nearly all are unused. */
  byRate: number
  /** So many routes at most, and so many stops on them. */
  routes: number
  stops: number
}

let taken = new Int32Array(0)

/** The move. */
export const fleetChange = (reach: Reach): Move => ({
  name: 'fleet change',
  applies: () => arena.kinds > 1 && !arena.useAll && (arena.mixedRates || fixedCosts()),
  attempt: (temperature) => drawn(reach) && tryFleetChange(drawStop(), drawThreshold(temperature), reach),
})

function fixedCosts(): boolean {
  return arena.fixedCost.subarray(0, arena.routes).some((cost) => cost > 0)
}

/** One try in some: looks at the routes only where that may let it be made. */
function drawn(reach: Reach): boolean {
  const draw = uniform() / reach.often
  return draw < 1 && draw < weight(reach)
}

/** How much of the cost the choice of vehicles decides: none where no other is left to choose. */
function weight({ byRate }: Reach): number {
  const { routes, count, fixedCost, maxStops } = arena
  let fixed = 0
  let unused = 0
  for (let route = 0; route < routes; route++) {
    if (count[route]! > 0) fixed += fixedCost[route]!
    else if (maxStops[route]! > 0) unused++
  }
  if (unused === 0) return 0
  return Math.max(fixed / total[0]!, arena.mixedRates ? (byRate * unused) / routes : 0)
}

/**
 * Puts a stop of the route of `seed` and some routes near it alone on an empty vehicle, and the rest where they cost
 * least, when all find a place and that costs less than `threshold` more.
 */
export function tryFleetChange(seed: number, threshold: number, reach: Reach): boolean {
  if (arena.routeOf[seed]! < 0) return false
  if (taken.length < arena.stops + 1) taken = new Int32Array(2 * arena.stops + 64)
  const was = total[0]!
  beginStep()
  const length = ruinRoutes(seed, taken, 1 + below(reach.routes), reach.stops)
  const last = length - 1
  if (length > 0 && openWith(taken[0]!)) {
    taken[0] = taken[last]!
    const left = recreate(taken, last, { most: was + threshold })
    if (left === 0 && takeHomeless(taken, 0) === 0 && total[0]! - was < threshold) return true
  }
  restoreStep()
  total[0] = was
  return false
}
