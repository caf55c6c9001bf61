// Figures of a plan that is still being searched: unassigned stops, distance and driving time.
import { type Problem, roadsOf } from './problem.ts'

export interface PlanFigures {
  /** Number of stops on no route. */
  unassigned: number
  /** Meters and seconds of driving, without the detours to reload. */
  distance: number
  driveSeconds: number
}

/** Returns the figures of `routes` (stop indexes by vehicle). */
export function planFiguresOf(problem: Problem, routes: readonly (readonly number[])[]): PlanFigures {
  const { locations, stops, vehicles } = problem
  const figures: PlanFigures = { unassigned: stops.length, distance: 0, driveSeconds: 0 }
  for (const [index, route] of routes.entries()) {
    const vehicle = vehicles[index]
    if (!vehicle || route.length === 0) continue
    figures.unassigned -= route.length
    const { distances, durations } = roadsOf(problem, vehicle)
    const chain = [vehicle.start, ...route.map((stop) => stops[stop]!.location)]
    if (vehicle.end !== null) chain.push(vehicle.end)
    for (let i = 1; i < chain.length; i++) {
      const leg = chain[i - 1]! * locations + chain[i]!
      figures.distance += distances[leg]!
      figures.driveSeconds += durations[leg]!
    }
  }
  return figures
}
