// Cost of a leg to a neighbor: the unit of the temperature, and the base of bonuses that must outweigh any cost.
import * as arena from './arena.ts'
import { meanNear } from './neighbors.ts'

/**
 * Weight of each kind of balance. 'gentle' only avoids routes that are far shorter than the others
 * (docs/decisions/017-gentle-balance.md).
 */
const BALANCE = { none: 0, stops: 1, time: 1, gentle: 0.05 }

/** Cost of a mean leg to a near neighbor, including driving time and service. */
export let yardstick = 1
/** Bonus for one more used vehicle if the objective requires every usable vehicle. Exceeds the cost of any trip. */
export let openingBonus = 0

/** Computes both values for the problem in the arena, and sets its balance weights. */
export function measureYardsticks(): void {
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
  const { balance } = arena.problem.objective
  const square = BALANCE[balance] * yardstick
  if (balance === 'stops') arena.setBalance(square, 0)
  else arena.setBalance(0, square / Math.max(1, legTicks * legTicks))
}

/** Mean and maximum distance of a trip from the first vehicle's start to one stop and to its end. */
function trips(): { mean: number; most: number } {
  const { stops, routes, place, row, distance, distanceTo, FAR } = arena
  const start = place[stops]!
  const end = place[stops + routes]!
  let sum = 0
  let most = 0
  for (let stop = 0; stop < stops; stop++) {
    const trip = distanceTo[row[stop]! + start]! + distance[row[stop]! + end]!
    if (trip >= FAR) continue
    sum += trip
    if (trip > most) most = trip
  }
  return { mean: sum / Math.max(1, stops), most }
}
