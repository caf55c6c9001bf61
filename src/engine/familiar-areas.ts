// Post-optimization: swaps whole routes between vehicles so that drivers get the areas that they know, if that costs
// nothing.
import type { Problem } from './problem.ts'
import { type Figures, routeFigures, createCompatibilityCheck } from './whole-route.ts'

const NEAR = 1e-6

/**
 * Returns the same routes, assigned to other vehicles if `problem.usual` scores higher there. Each swap keeps all
 * constraints and increases no total (meters, driving time, working time, cost).
 */
export function assignFamiliarAreas(
  problem: Problem,
  routes: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const { usual, objective, vehicles } = problem
  if (!usual || objective.change !== null || objective.latenessCostPerSecond !== null) return routes
  const now = [...routes]
  const mayRide = createCompatibilityCheck(problem)
  const figures = now.map((route, vehicle) => routeFigures(problem, vehicle, route))
  const free = now.map((route) => route.every((stop) => problem.stops[stop]!.lock === null))
  const knows = (vehicle: number, route: readonly number[]): number =>
    route.reduce((sum, stop) => sum + usual[vehicle]![stop]!, 0)
  const on = (vehicle: number, route: readonly number[]): Figures | null =>
    route.every((stop) => mayRide(stop, vehicle)) ? routeFigures(problem, vehicle, route) : null

  for (let swapped = true; swapped; ) {
    swapped = false
    for (let one = 0; one < vehicles.length; one++)
      for (let two = one + 1; two < vehicles.length; two++) {
        const [a, b] = [now[one]!, now[two]!]
        if (!free[one] || !free[two] || knows(one, b) + knows(two, a) <= knows(one, a) + knows(two, b) + NEAR) continue
        const [nowOne, nowTwo, thenOne, thenTwo] = [figures[one], figures[two], on(one, b), on(two, a)]
        if (!nowOne || !nowTwo || !thenOne || !thenTwo) continue
        const dearer = (figure: keyof Figures): boolean =>
          thenOne[figure] + thenTwo[figure] > nowOne[figure] + nowTwo[figure] + NEAR
        if (dearer('meters') || dearer('seconds') || dearer('worked') || dearer('cost')) continue
        ;[now[one], now[two], figures[one], figures[two]] = [b, a, thenOne, thenTwo]
        swapped = true
      }
  }
  return now
}
