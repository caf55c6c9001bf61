// Converts a solved plan to the response of POST /optimize.
import { render } from '../../../texts/text.ts'
import type { OptimizeOut } from '../../../contract/optimize.ts'
import type { Problem } from '../../../engine/problem.ts'
import type { SolvedRoute } from '../../../engine/solution.ts'
import type { PlannedDay } from '../compile/planned-day.ts'
import { endOf } from '../solve/plan-shape-metrics.ts'
import type { SolvedPlan } from '../solve/solve-plan.ts'
import { milesOf, minutesOf, roundToHundredths } from '../../../domain/planning/units.ts'
import { snappedMeters } from '../../../domain/planning/costing.ts'
import { sum } from '../../../domain/sum.ts'

export function answerOf({ problem, solution, roads }: SolvedPlan, day: PlannedDay, solveMs: number): OptimizeOut {
  const { routes, unassigned, cost } = solution
  const snappedTo = (location: number | null | undefined): number | null =>
    snappedMeters(roads.roadMeters?.[location ?? -1] ?? null)
  const ofStop = (stop: number) => {
    const meters = snappedTo(problem.stops[stop]?.location)
    return meters !== null && { snapped_meters: meters }
  }
  return {
    routes: routes.map((route) => {
      const vehicle = problem.vehicles[route.vehicle]
      const [start, end] = [snappedTo(vehicle?.start), snappedTo(vehicle?.end)]
      const { stops, ...own } = routeToWire(route, problem, day)
      return {
        ...own,
        ...(start !== null && { start_snapped_meters: start }),
        ...(end !== null && { end_snapped_meters: end }),
        stops: stops.map((stop, i) => ({ ...stop, ...ofStop(route.visits[i]?.stop ?? -1) })),
      }
    }),
    unassigned: unassigned.map(({ stop, reason, nearestFix }) => ({
      id: stopId(problem, stop),
      reason: { code: reason.code, message: render(reason.message) },
      nearest_fix: nearestFix && render(nearestFix.message),
      ...ofStop(stop),
    })),
    summary: {
      routes: routes.length,
      stops: sum(routes, ({ visits }) => visits.length),
      unassigned: unassigned.length,
      distance_miles: milesOf(sum(routes, ({ distance }) => distance)),
      drive_minutes: minutesOf(sum(routes, ({ driveSeconds }) => driveSeconds)),
      cost: roundToHundredths(cost),
      solve_ms: solveMs,
    },
    distance_source: roads.source,
    distances_estimated: roads.estimated,
    estimate_reason: roads.estimateReason,
  }
}

function routeToWire(route: SolvedRoute, problem: Problem, day: PlannedDay): OptimizeOut['routes'][number] {
  const vehicle = problem.vehicles[route.vehicle]
  const soft = problem.objective.latenessCostPerSecond !== null
  const unpaid = sum(route.breaks, (rest) => (vehicle?.breaks[rest.of]?.unpaid ? rest.end - rest.start : 0))
  const overtime = endOf(route) - route.departure - unpaid - (vehicle?.overtime?.after ?? Infinity)
  return {
    vehicle_id: vehicle?.id ?? '',
    departure: day.timeAt(route.departure),
    return: route.returnTime === null ? null : day.timeAt(route.returnTime),
    distance_miles: milesOf(route.distance),
    drive_minutes: minutesOf(route.driveSeconds),
    wait_minutes: minutesOf(route.waitSeconds),
    service_minutes: minutesOf(route.serviceSeconds),
    load_weight_lbs: roundToHundredths(route.load[0] ?? 0),
    ...(route.load[1] !== undefined && { load_pieces: roundToHundredths(route.load[1]) }),
    ...(route.load[2] !== undefined && { load_cubic_feet: roundToHundredths(route.load[2]) }),
    ...(overtime > 0 && { overtime_minutes: minutesOf(overtime) }),
    stops: route.visits.map((visit, i) => ({
      id: stopId(problem, visit.stop),
      sequence: i + 1,
      arrival: day.timeAt(visit.arrival),
      service_start: day.timeAt(visit.serviceStart),
      departure: day.timeAt(visit.departure),
      wait_minutes: minutesOf(visit.waitSeconds),
      distance_miles: milesOf(visit.distance),
      ...(vehicle?.reload && { trip: visit.trip }),
      ...(soft && { late_minutes: minutesOf(visit.lateSeconds) }),
    })),
    ...(route.breaks.length > 0 && {
      breaks: route.breaks.map(({ start, end }) => ({ start: day.timeAt(start), end: day.timeAt(end) })),
    }),
  }
}

const stopId = (problem: Problem, stop: number): string => problem.stops[stop]?.id ?? ''
