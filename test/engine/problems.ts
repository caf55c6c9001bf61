// Small problems for the engine's tests: a plane in meters, driven at 10 m/s, with the depot at location 0.
import type { Problem, Roads, Stop, Vehicle } from '../../src/engine/problem.ts'

export const HOUR = 3600

export function stop(id: string, over: Partial<Stop> = {}): Stop {
  return {
    id,
    location: 0,
    windows: [],
    serviceSeconds: 300,
    load: [null],
    temperatureClass: 'DRY',
    priority: 0,
    lock: null,
    forbiddenVehicles: [],
    ...over,
  }
}

export function vehicle(id: string, over: Partial<Vehicle> = {}): Vehicle {
  return {
    id,
    start: 0,
    end: 0,
    shiftStart: 8 * HOUR,
    shiftEnd: 17 * HOUR,
    capacity: [Infinity],
    temperatureClasses: ['DRY'],
    maxStops: Infinity,
    maxDuration: Infinity,
    fixedCost: 0,
    costPerMeter: 0.001,
    costPerSecond: 0,
    breaks: [],
    reload: null,
    ...over,
  }
}

/** A problem with the depot at the origin, location 0. Stop `i` is at `points[i]`. */
export function plane(
  points: readonly (readonly [number, number])[],
  stops: readonly Stop[],
  vehicles: readonly Vehicle[],
  objective: Partial<Problem['objective']> = {},
): Problem {
  const places = [[0, 0] as const, ...points]
  const side = places.length
  const distances = new Float64Array(side * side)
  for (const [i, a] of places.entries()) {
    for (const [j, b] of places.entries()) distances[i * side + j] = Math.hypot(a[0] - b[0], a[1] - b[1])
  }
  return {
    locations: side,
    distances,
    durations: distances.map((meters) => meters / 10),
    vehicles,
    places: Float64Array.from(places.flat()),
    stops: stops.map((each, index) => ({ ...each, location: index + 1 })),
    objective: { useAllVehicles: false, balance: 'none', latenessCostPerSecond: null, change: null, ...objective },
  }
}

/** Alternative roads between the same locations: each leg faster, slower or longer by an odd factor, or closed. */
export function otherRoads(
  problem: Problem,
  salt: number,
  closed: (from: number, to: number) => boolean = () => false,
): Roads {
  const side = problem.locations
  const odd = (cell: number): number => (cell * 7 + salt * 5) % 11
  const shut = (cell: number): boolean => closed(Math.floor(cell / side), cell % side)
  const changed = (legs: Float64Array, by: number) =>
    legs.map((leg, cell) => (shut(cell) ? Infinity : leg * (0.4 + odd(cell + by) / 5)))
  return { durations: changed(problem.durations, 0), distances: changed(problem.distances, 4) }
}
