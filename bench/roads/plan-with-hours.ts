// Plans a day of an inner city with and without the hours of its streets. Counts arrivals outside the hours, and drives through
// streets that are closed at the time.
import { compileProblem, placesOf } from '../../src/app/planning/compile/compile-problem.ts'
import type { PlanInput } from '../../src/app/planning/compile/plan-input.ts'
import { anyDay } from '../../src/app/planning/compile/planned-day.ts'
import type { Point } from '../../src/domain/orders/order.ts'
import { streetSpans } from '../../src/domain/planning/street-hours.ts'
import { check } from '../../src/engine/check.ts'
import { solve } from '../../src/engine/solve.ts'
import type { Drives } from '../../src/roads/drives.ts'

const STOPS = 200
const BEHIND_HOURS = 40
const VEHICLES = 8
const TUESDAY = 1
const ITERATIONS = 60_000
const SEEDS = [1, 2]
const METERS_A_MILE = 1_609.344

/** `places` are random locations of the city, among which the stops are chosen. */
export async function planWithHours(drives: Drives, places: readonly Point[], random: () => number): Promise<void> {
  const spansAt = (point: Point) => streetSpans(null, drives.hours(point), TUESDAY)
  const near = innerPlaces(drives, places, random)
  const behind = near.filter((point) => isClosedLong(spansAt(point))).slice(0, BEHIND_HOURS)
  const open = places.filter((point) => spansAt(point) === null).slice(0, STOPS - BEHIND_HOURS + 1)
  const [depot, ...others] = open
  if (!depot || behind.length < BEHIND_HOURS) throw new Error('the city has too few streets with hours')
  const input = inputOf(depot, [...behind, ...others])
  const { points, indexOf } = placesOf(input)
  const table = drives.table(points)
  const totals = { with: 0, without: 0 }
  for (const kind of ['without', 'with'] as const) {
    const { durations, distances, hours } = table
    const tables = new Map([['CAR', { durations, distances, ...(kind === 'with' && { hours }) }]] as const)
    for (const seed of SEEDS) {
      const problem = compileProblem(input, indexOf, tables)
      const solution = solve(problem, { iterations: ITERATIONS, seed })
      const faults = check(problem, solution)
      if (faults.length > 0) throw new Error(faults[0])
      const visits = solution.routes.flatMap((route) => route.visits)
      const outside = visits.filter(({ stop, serviceStart }) => {
        const spans = spansAt(input.stops[stop]!.point)
        return spans !== null && !spans.some(([start, end]) => start * 60 <= serviceStart && serviceStart <= end * 60)
      })
      const miles = solution.routes.reduce((sum, { distance }) => sum + distance, 0) / METERS_A_MILE
      totals[kind] += miles
      console.log(
        `plan of ${STOPS} stops, ${BEHIND_HOURS} behind hours, ${kind} hours, seed ${seed}: ` +
          `${outside.length} arrivals outside, ${solution.unassigned.length} unassigned, ${miles.toFixed(1)} miles`,
      )
    }
  }
  console.log(`  added distance: ${(100 * (totals.with / totals.without - 1)).toFixed(1)} %`)
}

/** Returns whether a street is open for at most half of the shift. */
function isClosedLong(spans: ReturnType<typeof streetSpans>): boolean {
  const [start, end] = [7 * 60, 18 * 60]
  const open = spans?.map((span) => Math.max(0, Math.min(span[1], end) - Math.max(span[0], start)))
  const minutes = open?.reduce((sum, each) => sum + each, 0) ?? Infinity
  return minutes > 0 && minutes <= (end - start) / 2
}

/** Returns locations in the middle of the city, by their mean. */
function innerPlaces(drives: Drives, places: readonly Point[], random: () => number): Point[] {
  const middle = (of: keyof Point): number => places.reduce((sum, place) => sum + place[of], 0) / places.length
  const [lat, lng] = [middle('lat'), middle('lng')]
  const away = (): number => (random() - 0.5) * 0.024
  const some = Array.from({ length: 20 * BEHIND_HOURS }, () => ({ lat: lat + away(), lng: lng + away() }))
  return some.filter((point) => drives.snap(point) !== null)
}

const inputOf = (depot: Point, points: readonly Point[]): PlanInput => ({
  day: { ...anyDay, weekday: TUESDAY },
  vehicles: Array.from({ length: VEHICLES }, (_, i) => ({
    id: `vehicle ${i + 1}`,
    start: depot,
    end: depot,
    shiftStart: '07:00',
    shiftEnd: '18:00',
    capacityLbs: null,
    temperatureClasses: ['DRY'],
    maxStops: Math.ceil(STOPS / VEHICLES) + 3,
    fixedCost: 0,
    costPerMile: 0.8,
    costPerHour: 0.01,
    costing: 'CAR',
    breaks: [],
  })),
  stops: points.map((point, i) => ({
    id: `stop ${i + 1}`,
    point,
    windowStart: null,
    windowEnd: null,
    serviceMinutes: 15,
    loadWeightLbs: null,
    temperatureClass: 'DRY',
    lock: null,
  })),
  objective: { useAllVehicles: false, balance: 'none', latenessCostPerSecond: null, change: null },
  trafficFactor: 1,
})
