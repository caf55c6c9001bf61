// Annealing move: removes neighboring routes completely and rebuilds them with an empty vehicle of any kind. Needed if
// vehicles have fixed costs, because the move of a single stop saves less than the fixed cost of another vehicle.
import * as arena from './arena.ts'
import { drawStop } from './bank.ts'
import { total } from './cost.ts'
import { drawThreshold, type Move } from './move.ts'
import { randomBelow, randomUniform } from './random.ts'
import { openWith, recreate } from './recreate.ts'
import { ruinRoutes } from './ruin.ts'
import { beginStep, restoreStep, collectLostStops } from './step.ts'

interface Reach {
  /**
   * Probability that an attempt is made if the choice of vehicles decides the whole cost. If it decides only a share of
   * the cost, the probability is that share of `often`.
   */
  often: number
  /**
   * Share of the cost that the choice of vehicles is assumed to decide if vehicles differ in their cost per meter and
   * nearly all are unused.
   */
  byRate: number
  /** Maximum number of routes, and maximum number of stops on them. */
  routes: number
  stops: number
}

let taken = new Int32Array(0)

/** Creates the move. */
export const fleetChange = (reach: Reach): Move => ({
  name: 'fleet change',
  applies: () => arena.kinds > 1 && !arena.useAll && (arena.mixedRates || fixedCosts()),
  attempt: (temperature) => drawTry(reach) && tryFleetChange(drawStop(), drawThreshold(temperature), reach),
})

function fixedCosts(): boolean {
  return arena.fixedCost.subarray(0, arena.routes).some((cost) => cost > 0)
}

/** Draws whether to make an attempt. Computes the weight, which reads all routes, only if the draw can succeed. */
function drawTry(reach: Reach): boolean {
  const draw = randomUniform() / reach.often
  return draw < 1 && draw < weight(reach)
}

/** Returns the share of the cost that the choice of vehicles decides. 0 if no vehicle is unused. */
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
 * Removes the routes near `seed`, puts one of their stops alone on an empty vehicle, and inserts the other stops at
 * their cheapest positions. Keeps the change if all stops find a position and the cost grows by less than `threshold`.
 */
export function tryFleetChange(seed: number, threshold: number, reach: Reach): boolean {
  if (arena.routeOf[seed]! < 0) return false
  if (taken.length < arena.stops + 1) taken = new Int32Array(2 * arena.stops + 64)
  const was = total[0]!
  beginStep()
  const length = ruinRoutes(seed, taken, 1 + randomBelow(reach.routes), reach.stops)
  const last = length - 1
  if (length > 0 && openWith(taken[0]!)) {
    taken[0] = taken[last]!
    const left = recreate(taken, last, { most: was + threshold })
    if (left === 0 && collectLostStops(taken, 0) === 0 && total[0]! - was < threshold) return true
  }
  restoreStep()
  total[0] = was
  return false
}
