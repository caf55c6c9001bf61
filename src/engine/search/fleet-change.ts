// Annealing move: removes neighboring routes completely and rebuilds them on an empty vehicle of any kind. Needed for
// fixed costs, because no single stop pays for another vehicle.
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
   * Share of the tries that are made if the choice of vehicles decides the whole cost. Fewer tries if it decides less.
   */
  often: number
  /** Share of the cost that it decides if vehicles differ in their cost per meter and nearly all are unused. */
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

/** Returns true for a share of the tries. Reads the routes only if the draw can succeed. */
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
 * Puts one stop of `seed`'s route or a neighboring route alone on an empty vehicle, and the other removed stops at
 * their cheapest positions. Applies this if all stops find a position for less than `threshold` more.
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
