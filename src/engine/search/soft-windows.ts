// Windows that may be missed at a cost. Each stop has at most one.
import type { Problem } from '../problem.ts'
import { FAR, scaledDown, timeScale } from './matrices.ts'

/** Per stop: end of its window. `FAR`: it has none. Depots and reloads have no window. */
export let closesAt = new Int32Array(0)
/** Cost of a (scaled) second of lateness. */
export let lateRate = 0
/** Per route: current cost of its duration, lateness and balance. */
export let softCost = new Float64Array(0)

/** Loads the windows of the stops. */
export function loadSoftWindows({ stops, vehicles, objective }: Problem): void {
  const nodes = stops.length + 2 * vehicles.length + 1
  if (closesAt.length < nodes) closesAt = new Int32Array(nodes + 64)
  if (softCost.length < vehicles.length) softCost = new Float64Array(vehicles.length + 16)
  lateRate = objective.latenessCostPerSecond! / timeScale
  closesAt.fill(FAR)
  stops.forEach(({ windows }, stop) => (closesAt[stop] = windows.length > 0 ? scaledDown(windows[0]!.end) : FAR))
}
