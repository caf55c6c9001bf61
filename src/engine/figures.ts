// What can be said of a plan while it is still being made: how much is left off, how far and how long it drives.
import { type Problem, roadsOf } from './problem.ts'

export interface PlanFigures {
  /** Stops on no route. */
  unassigned: number
  /** Meters and seconds of driving, reloads left out. */
  distance: number
  driveSeconds: number
}

export function figuresOf(problem: Problem, routes: readonly (readonly number[])[]): PlanFigures {
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
