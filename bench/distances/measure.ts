// Measures the error of estimated distances, and the cost of routes planned with them on the real roads.
import { type Calibration, calibratedLeg } from '../../src/domain/planning/calibration.ts'
import type { Point } from '../../src/domain/orders/order.ts'
import type { Problem } from '../../src/engine/problem.ts'
import { solve } from '../../src/engine/solve.ts'
import type { RoadTable } from './road-table.ts'

/** Returns a table of estimated durations and distances between all points. */
export function estimatedTable(points: readonly Point[], calibration: Calibration | null): RoadTable {
  const legs = points.flatMap((from) => points.map((to) => calibratedLeg(calibration, from, to)))
  return {
    points: [...points],
    durations: Float64Array.from(legs, ({ seconds }) => seconds),
    distances: Float64Array.from(legs, ({ meters }) => meters),
  }
}

/** Returns the median and the 90th percentile of the relative error per leg. */
export function legErrors(estimate: Float64Array, real: Float64Array): { median: number; ninetieth: number } {
  const errors = [...real]
    .flatMap((leg, i) => (leg > 0 && Number.isFinite(leg) ? [Math.abs((estimate[i] as number) - leg) / leg] : []))
    .sort((a, b) => a - b)
  const at = (share: number) => errors[Math.floor(share * (errors.length - 1))] ?? 0
  return { median: at(0.5), ninetieth: at(0.9) }
}

export interface DrivenPlan {
  stops: number
  /** Driving time of the routes: according to the plan, and on the real roads. */
  plannedMinutes: number
  realMinutes: number
  realMiles: number
}

/** Plans routes with the table `plan`, and measures them with the table `real`. The first point is the depot. */
export function planAndDrive(plan: RoadTable, real: RoadTable, vehicles: number, seed: number): DrivenPlan {
  const solution = solve(problemOn(plan, vehicles), { iterations: 30_000, seed })
  const side = plan.points.length
  let seconds = 0
  let meters = 0
  for (const route of solution.routes) {
    const chain = [0, ...route.visits.map(({ stop }) => stop + 1), 0]
    for (const [i, to] of chain.slice(1).entries()) {
      const at = (chain[i] as number) * side + to
      seconds += real.durations[at] as number
      meters += real.distances[at] as number
    }
  }
  return {
    stops: solution.routes.reduce((sum, route) => sum + route.visits.length, 0),
    plannedMinutes: solution.routes.reduce((sum, route) => sum + route.driveSeconds, 0) / 60,
    realMinutes: seconds / 60,
    realMiles: meters / 1_609.344,
  }
}

function problemOn({ points, durations, distances }: RoadTable, vehicles: number): Problem {
  const side = points.length
  return {
    locations: side,
    durations,
    distances,
    vehicles: Array.from({ length: vehicles }, (_, i) => ({
      id: `vehicle ${i + 1}`,
      start: 0,
      end: 0,
      shiftStart: 8 * 3_600,
      shiftEnd: 18 * 3_600,
      capacity: [Infinity],
      temperatureClasses: ['DRY'],
      maxStops: Math.ceil((side - 1) / vehicles) + 3,
      maxDuration: Infinity,
      fixedCost: 0,
      costPerMeter: 0.0005,
      costPerSecond: 0.01,
      breaks: [],
      reload: null,
    })),
    stops: Array.from({ length: side - 1 }, (_, i) => ({
      id: `stop ${i + 1}`,
      location: i + 1,
      windows: [],
      serviceSeconds: 240,
      load: [null],
      temperatureClass: 'DRY',
      priority: 0,
      lock: null,
      forbiddenVehicles: [],
    })),
    objective: { useAllVehicles: true, balance: 'none', latenessCostPerSecond: null, change: null },
  }
}
