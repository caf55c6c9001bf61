// Recomputes the cost of a solution from the problem, for `check`. Shares no code with the search.
import type { Problem, Vehicle } from './problem.ts'
import type { SolvedRoute, Solution } from './solution.ts'

/** Returns the cost of the solution. NaN if a route has an unknown vehicle. */
export function costOf(problem: Problem, solution: Solution): number {
  const late = problem.objective.latenessCostPerSecond ?? 0
  let cost = 0
  for (const route of solution.routes) {
    const vehicle = problem.vehicles[route.vehicle]
    if (vehicle === undefined) return Number.NaN
    const end = route.returnTime ?? route.visits.at(-1)?.departure ?? route.departure
    const paid = end - route.departure - unpaidSeconds(vehicle, route)
    cost += vehicle.fixedCost + vehicle.costPerMeter * route.distance + vehicle.costPerSecond * paid
    const { overtime } = vehicle
    if (overtime && paid > overtime.after) cost += (paid - overtime.after) * overtime.costPerSecond
    cost += late * route.visits.reduce((sum, visit) => sum + visit.lateSeconds, 0)
    cost += changeOf(problem, route)
    for (const { stop } of route.visits) {
      const liked = problem.stops[stop]?.drivers?.preferred ?? []
      if (liked.length > 0 && !liked.some((name) => name === vehicle.driver))
        cost += problem.objective.otherDriverCost ?? 0
      const own = problem.stops[stop]?.preferredVehicles ?? []
      if (own.length > 0 && !own.some((index) => index === route.vehicle))
        cost += problem.objective.otherVehicleCost ?? 0
    }
  }
  return cost
}

function unpaidSeconds(vehicle: Vehicle, route: SolvedRoute): number {
  return route.breaks.reduce((sum, { start, end, of }) => sum + (vehicle.breaks[of]?.unpaid ? end - start : 0), 0)
}

/** Cost of stops that come from another vehicle, and of the fewest stops whose move restores the initial order. */
function changeOf(problem: Problem, route: SolvedRoute): number {
  const { change } = problem.objective
  if (change === null || problem.initial === undefined) return 0
  const plan = problem.initial.routes
  const kept = route.visits.map(({ stop }) => (plan[route.vehicle] ?? []).indexOf(stop)).filter((rank) => rank >= 0)
  const moved = route.visits.filter(({ stop }) =>
    plan.some((stops, vehicle) => vehicle !== route.vehicle && stops.includes(stop)),
  )
  const best: number[] = []
  kept.forEach((rank, i) => {
    best[i] = 1 + Math.max(0, ...kept.slice(0, i).map((before, j) => (before < rank ? best[j]! : 0)))
  })
  return moved.length * change.move + (kept.length - Math.max(0, ...best)) * change.order
}
