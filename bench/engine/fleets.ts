// Mixed fleets on a real matrix: vehicles differ in capacity, temperature classes, number of stops and cost. One
// problem per seed.
import type { Problem, Stop, Vehicle } from '../../src/engine/problem.ts'
import { readRoadTable } from '../distances/road-table.ts'
import { seeded } from '../random.ts'

const HOUR = 3600
const METERS_PER_MILE = 1609.344
const SIZES = [0.6, 0.8, 1, 1.2, 1.4]
const CLASSES = [['DRY'], ['DRY', 'REFRIGERATED'], ['DRY', 'REFRIGERATED', 'FROZEN']]
const VEHICLES = 12
/** Priority of mandatory stops. Optional stops have priority 0. */
export const MANDATORY = 50

export interface FleetOptions {
  /** Capacity of the whole fleet as a multiple of the load of all stops. */
  room: number
  /** Share of optional stops. */
  optional: number
  /** Cost per hour of a vehicle, and kind of balance. 2 and 'gentle' are the values of a build. */
  hour: number
  balance: Problem['objective']['balance']
}

/**
 * Twelve vehicles at the first location of `file`, and a stop at each other location. Shares of the stops: DRY 0.6,
 * REFRIGERATED 0.25, FROZEN 0.15. Each has 10 to 110 pounds and takes 5 minutes. Half of them have a window of 2 to 4
 * hours between 8 and 17. Every third vehicle makes at most 20 stops, and every second one costs 1.2 per mile instead
 * of 1.
 */
export function createMixedFleetProblem(
  file: string,
  seed: number,
  { room, optional, hour, balance }: FleetOptions,
): Problem {
  const { points, durations, distances } = readRoadTable(file)
  const draw = seeded(seed)
  const stops = points.slice(1).map((_, index): Stop => {
    const kind = draw()
    const length = (2 + 2 * draw()) * HOUR
    const opens = Math.round((8 * HOUR + draw() * (9 * HOUR - length)) / 300) * 300
    return {
      id: String(index + 1),
      location: index + 1,
      windows: draw() < 0.5 ? [{ start: opens, end: Math.round(opens + length) }] : [],
      serviceSeconds: 300,
      load: [10 + Math.floor(100 * draw())],
      temperatureClass: kind < 0.6 ? 'DRY' : kind < 0.85 ? 'REFRIGERATED' : 'FROZEN',
      priority: draw() < optional ? 0 : MANDATORY,
      lock: null,
      forbiddenVehicles: [],
    }
  })
  const sizes = Array.from({ length: VEHICLES }, (_, index) => SIZES[index % SIZES.length]!)
  const total = stops.reduce((sum, stop) => sum + stop.load[0]!, 0)
  const share = (total * room) / sizes.reduce((sum, size) => sum + size, 0)
  const vehicles = sizes.map(
    (size, index): Vehicle => ({
      id: String(index + 1),
      start: 0,
      end: 0,
      shiftStart: 8 * HOUR,
      shiftEnd: 17 * HOUR,
      capacity: [Math.round(share * size)],
      temperatureClasses: CLASSES[index % CLASSES.length]!,
      maxStops: index % 3 === 2 ? 20 : Infinity,
      maxDuration: Infinity,
      fixedCost: 0,
      costPerMeter: (index % 2 === 0 ? 1 : 1.2) / METERS_PER_MILE,
      costPerSecond: hour / HOUR,
      breaks: [],
      reload: null,
    }),
  )
  return {
    locations: points.length,
    durations,
    distances,
    vehicles,
    stops,
    objective: { useAllVehicles: false, balance, latenessCostPerSecond: null, change: null },
  }
}
