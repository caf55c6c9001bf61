// A solved plan as POST /optimize answers it.
import type { OptimizeOut } from '../../contract/optimize.ts'
import type { Problem } from '../../engine/problem.ts'
import type { SolvedRoute } from '../../engine/solution.ts'
import type { PlannedDay } from '../planning/planned-day.ts'
import type { SolvedPlan } from '../planning/solve-plan.ts'
import { milesOf, minutesOf, round } from '../planning/units.ts'

export function answerOf({ problem, solution, table }: SolvedPlan, day: PlannedDay, solveMs: number): OptimizeOut {
  const { routes, unassigned, cost } = solution
  return {
    routes: routes.map((route) => routeToWire(route, problem, day)),
    unassigned: unassigned.map(({ stop, reason, nearestFix }) => ({
      id: stopId(problem, stop),
      reason,
      nearest_fix: nearestFix?.message ?? null,
    })),
    summary: {
      routes: routes.length,
      stops: sum(routes, ({ visits }) => visits.length),
      unassigned: unassigned.length,
      distance_miles: milesOf(sum(routes, ({ distance }) => distance)),
      drive_minutes: minutesOf(sum(routes, ({ driveSeconds }) => driveSeconds)),
      cost: round(cost),
      solve_ms: solveMs,
    },
    distance_source: table.source,
    distances_estimated: table.estimated,
    estimate_reason: table.estimateReason,
  }
}

function routeToWire(route: SolvedRoute, problem: Problem, day: PlannedDay): OptimizeOut['routes'][number] {
  return {
    vehicle_id: problem.vehicles[route.vehicle]?.id ?? '',
    departure: day.timeAt(route.departure),
    return: route.returnTime === null ? null : day.timeAt(route.returnTime),
    distance_miles: milesOf(route.distance),
    drive_minutes: minutesOf(route.driveSeconds),
    wait_minutes: minutesOf(route.waitSeconds),
    service_minutes: minutesOf(route.serviceSeconds),
    load_weight_lbs: round(route.load[0] ?? 0),
    stops: route.visits.map((visit, i) => ({
      id: stopId(problem, visit.stop),
      sequence: i + 1,
      arrival: day.timeAt(visit.arrival),
      service_start: day.timeAt(visit.serviceStart),
      departure: day.timeAt(visit.departure),
      wait_minutes: minutesOf(visit.waitSeconds),
      distance_miles: milesOf(visit.distance),
    })),
    ...(route.breaks.length > 0 && {
      breaks: route.breaks.map(({ start, end }) => ({ start: day.timeAt(start), end: day.timeAt(end) })),
    }),
  }
}

const stopId = (problem: Problem, stop: number): string => problem.stops[stop]?.id ?? ''

const sum = <T>(list: readonly T[], of: (item: T) => number): number =>
  list.reduce((total, item) => total + of(item), 0)
