// Days on a real road table with equal vehicles and time windows, like the days of one depot.
import type { Problem, Stop, Vehicle } from '../../src/engine/problem.ts'
import { readRoadTable } from '../distances/road-table.ts'
import { seeded } from '../random.ts'

const HOUR = 3600
const METERS_PER_MILE = 1609.344
const STOPS_OF_VEHICLE = 20

interface RoadDay {
  stops: number
  /** Share of the stops with a window of 2 to 4 hours between 8 and 17. */
  windows: number
  /** Cost per hour of a vehicle. A mile costs 1. */
  hour: number
  seed: number
}

/**
 * Creates a day on the road table in `file`. The depot is the first location. Each other location has one stop, and
 * random locations have a second one if there are more stops. A stop has 10 to 110 pounds and takes 5 minutes.
 */
export function createRoadDay(file: string, { stops: count, windows, hour, seed }: RoadDay): Problem {
  const { points, durations, distances } = readRoadTable(file)
  const draw = seeded(seed * 104_729 + count)
  const others = points.slice(1).map((_, i) => i + 1)
  const places = [...shuffled(others, draw), ...shuffled(others, draw)].slice(0, count)
  if (places.length < count) throw new Error(`the road table has locations for at most ${places.length} stops`)
  const stops = places.map((location, index): Stop => {
    const length = (2 + 2 * draw()) * HOUR
    const opens = Math.round((8 * HOUR + draw() * (9 * HOUR - length)) / 300) * 300
    return {
      id: String(index + 1),
      location,
      windows: draw() < windows ? [{ start: opens, end: Math.round(opens + length) }] : [],
      serviceSeconds: 300,
      load: [10 + Math.floor(100 * draw())],
      temperatureClass: 'DRY',
      priority: 0,
      lock: null,
      forbiddenVehicles: [],
    }
  })
  const load = stops.reduce((sum, stop) => sum + stop.load[0]!, 0)
  const vehicles = Array.from({ length: Math.ceil((1.3 * count) / STOPS_OF_VEHICLE) + 2 }, (_, index) =>
    vehicleAt(index, Math.ceil((load * STOPS_OF_VEHICLE) / count), hour),
  )
  const objective = { useAllVehicles: false, balance: 'none', latenessCostPerSecond: null, change: null } as const
  return { locations: points.length, durations, distances, vehicles, stops, objective }
}

function shuffled(given: readonly number[], draw: () => number): number[] {
  const all = [...given]
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(draw() * (i + 1))
    ;[all[i], all[j]] = [all[j]!, all[i]!]
  }
  return all
}

const vehicleAt = (index: number, capacity: number, hour: number): Vehicle => ({
  id: String(index + 1),
  start: 0,
  end: 0,
  shiftStart: 8 * HOUR,
  shiftEnd: 17 * HOUR,
  capacity: [capacity],
  temperatureClasses: ['DRY'],
  maxStops: Infinity,
  maxDuration: Infinity,
  fixedCost: 0,
  costPerMeter: 1 / METERS_PER_MILE,
  costPerSecond: hour / HOUR,
  breaks: [],
  reload: null,
})
