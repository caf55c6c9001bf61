// One step of ruin and recreate (SISR, Christiaens & Vanden Berghe 2020), and the insertion of all stops on no route.
import * as arena from './arena.ts'
import {
  activeCount,
  activeStops,
  bankCount,
  returnToBank,
  drawBanked,
  drawForRetry,
  drawStop,
  fillBank,
} from './bank.ts'
import { used } from './empties.ts'
import type { SearchParams } from './params.ts'
import { randomBelow } from './random.ts'
import { recreate } from './recreate.ts'
import { clearRoutes, setSequence, recomputeRoute } from './route.ts'
import { ruin, ruinBelow } from './ruin.ts'
import { beginStep } from './step.ts'

let pending = new Int32Array(0)

/** Grows the array for the problem in the arena. */
export function prepareRuinRecreate(): void {
  const { stops } = arena
  if (pending.length < stops + 1) pending = new Int32Array(2 * stops + 64)
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

/**
 * Replaces the routes in the arena by these, which may be parts of routes. Drops stops that make a route infeasible,
 * and inserts them and the other stops of the search that are on no route.
 */
export function insertAround(plan: readonly (readonly number[])[]): void {
  const wanted = activeStops()
  clearRoutes()
  for (const [route, sequence] of plan.entries()) {
    if (sequence.length === 0) continue
    setSequence(route, sequence, 0, sequence.length)
    if (arena.usesTimeline) recomputeRoute(route)
  }
  insertRest(wanted, () => true)
}

/** Inserts the stops of the search that are on no route. */
export function insertUnrouted(): void {
  insertRest(activeStops(), () => true)
}

/** Runs one ruin and recreate. Stops early, with stops unassigned, if the plan would cost more than `most`. */
export function ruinAndRecreate(most: number, params: SearchParams): void {
  beginStep()
  const meanSize = used > 0 ? Math.max(1, (activeCount - bankCount) / used) : 1
  const retried = drawForRetry(params.retried, pending)
  const banked = bankCount > 0 && randomBelow(2) === 0
  // If stops have several ranks, some steps remove only stops of lower ranks. Otherwise a stop of a higher rank would
  // find no room if lower ranks fill every route.
  if (banked && arena.rankCount > 1 && randomBelow(2) === 0) {
    const length = ruinBelow(pending[randomBelow(retried)]!, pending, retried)
    returnToBank(retried, pending, recreate(pending, length, { byRank: true }))
    return
  }
  const length = ruin(banked ? drawBanked() : drawStop(), pending, retried, meanSize, params)
  returnToBank(retried, pending, recreate(pending, length, { most }))
}
