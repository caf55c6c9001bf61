// A day of a large business in a city: stops in neighborhoods, roads with a small difference between directions, mixed
// vehicles.
import type { Problem, Stop, Vehicle } from '../../src/engine/problem.ts'
import { seeded } from '../random.ts'

const HOUR = 3600
const METERS_PER_MILE = 1609.344
const SIZES = [0.6, 0.8, 1, 1.2, 1.4]
/** Temperature classes of a truck that carries everything. */
export const CLASSES = ['DRY', 'REFRIGERATED', 'FROZEN']
const CLASSES_OF_VEHICLES = [CLASSES.slice(0, 1), CLASSES.slice(0, 2), CLASSES]
/** Meters: maximum distance of neighborhoods from the depot, and typical distance of their stops from their center. */
const CITY = 15_000
const NEIGHBORHOOD = 1_500

/**
 * 2 of 5 stops have a window of 2 to 4 hours between 8 and 17, 1 of 4 needs cooling and 1 of 7 freezing. The vehicles
 * have 20 % more capacity than the load. Every third one makes at most 20 % more stops than the mean, and every second
 * one costs 1.2 per mile instead of 1. An hour costs 2 and hours are balanced gently, as in a build.
 */
export function createCityProblem(stopCount: number, vehicleCount: number, seed: number): Problem {
  const draw = seeded(seed * 104_729 + stopCount)
  const normal = () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
  const middles = Array.from({ length: Math.max(6, Math.round(stopCount / 40)) }, () => {
    const angle = 2 * Math.PI * draw()
    const out = CITY * Math.sqrt(draw())
    return [out * Math.cos(angle), out * Math.sin(angle)] as const
  })
  const places = new Float64Array(2 * (stopCount + 1))
  for (let at = 1; at <= stopCount; at++) {
    const [east, north] = middles[Math.floor(draw() * middles.length)]!
    const scattered = draw() < 0.3
    const angle = 2 * Math.PI * draw()
    const out = CITY * Math.sqrt(draw())
    places[2 * at] = scattered ? out * Math.cos(angle) : east + NEIGHBORHOOD * normal()
    places[2 * at + 1] = scattered ? out * Math.sin(angle) : north + NEIGHBORHOOD * normal()
  }
  const stops = Array.from({ length: stopCount }, (_, index) => stopAt(index + 1, draw))
  return {
    locations: stopCount + 1,
    ...roadTables(places, draw),
    places,
    stops,
    vehicles: vehiclesFor(stops, vehicleCount),
    objective: { useAllVehicles: false, balance: 'gentle', latenessCostPerSecond: null, change: null },
  }
}

function stopAt(location: number, draw: () => number): Stop {
  const kind = draw()
  const length = (2 + 2 * draw()) * HOUR
  const opens = Math.round((8 * HOUR + draw() * (9 * HOUR - length)) / 300) * 300
  return {
    id: String(location),
    location,
    windows: draw() < 0.4 ? [{ start: opens, end: Math.round(opens + length) }] : [],
    serviceSeconds: 300,
    load: [10 + Math.floor(100 * draw())],
    temperatureClass: kind < 0.6 ? 'DRY' : kind < 0.85 ? 'REFRIGERATED' : 'FROZEN',
    priority: 0,
    lock: null,
    forbiddenVehicles: [],
  }
}

/** Roads are a third longer than the straight line, up to 8 % more in one direction. Long legs are faster. */
function roadTables(places: Float64Array, draw: () => number): { durations: Float64Array; distances: Float64Array } {
  const side = places.length / 2
  const durations = new Float64Array(side * side)
  const distances = new Float64Array(side * side)
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      if (i === j) continue
      const straight = Math.hypot(places[2 * i]! - places[2 * j]!, places[2 * i + 1]! - places[2 * j + 1]!)
      const meters = 30 + straight * (1.3 + 0.08 * draw())
      distances[i * side + j] = Math.round(meters)
      durations[i * side + j] = Math.round(15 + meters / (6 + 8 * (meters / (meters + 4_000))))
    }
  }
  return { durations, distances }
}

function vehiclesFor(stops: readonly Stop[], count: number): Vehicle[] {
  const sizes = Array.from({ length: count }, (_, index) => SIZES[index % SIZES.length]!)
  const load = stops.reduce((sum, stop) => sum + stop.load[0]!, 0)
  const share = (load * 1.2) / sizes.reduce((sum, size) => sum + size, 0)
  return sizes.map((size, index) => ({
    id: String(index + 1),
    start: 0,
    end: 0,
    shiftStart: 8 * HOUR,
    shiftEnd: 17 * HOUR,
    capacity: [Math.round(share * size)],
    temperatureClasses: CLASSES_OF_VEHICLES[index % CLASSES_OF_VEHICLES.length]!,
    maxStops: index % 3 === 2 ? Math.ceil((1.2 * stops.length) / count) : Infinity,
    maxDuration: Infinity,
    fixedCost: 0,
    costPerMeter: (index % 2 === 0 ? 1 : 1.2) / METERS_PER_MILE,
    costPerSecond: 2 / HOUR,
    breaks: [],
    reload: null,
  }))
}
