// The current routes of a plan during a refinement, in which parts of the plan are solved again on tables of their own.
import type { Problem } from '../../../engine/problem.ts'
import type { Solution, SolvedRoute, Unassigned } from '../../../engine/solution.ts'

export interface RoutesOnRoads {
  stopsOf: (vehicle: number) => number[]
  /** Stops that were assigned before and that a part left unassigned. */
  leftOff: () => number[]
  /**
   * Replaces the routes of the part's vehicles by its result. `stops` maps the part's stops to the stops of the plan.
   */
  takeOver: (vehicles: readonly number[], stops: readonly number[], answer: Solution) => void
  routes: () => SolvedRoute[]
  unassigned: () => Unassigned[]
}

export function routesOnRoads(solution: Pick<Solution, 'routes' | 'unassigned'>): RoutesOnRoads {
  const solved = new Map(solution.routes.map((route) => [route.vehicle, route]))
  const off = new Map<number, Unassigned>()
  return {
    stopsOf: (vehicle) => (solved.get(vehicle)?.visits ?? []).map(({ stop }) => stop),
    leftOff: () => [...off.keys()],
    takeOver(vehicles, stops, answer) {
      const whole = (stop: number): number => stops[stop] as number
      for (const stop of stops) off.delete(stop)
      for (const one of answer.unassigned) off.set(whole(one.stop), { ...one, stop: whole(one.stop) })
      for (const [i, vehicle] of vehicles.entries()) {
        solved.delete(vehicle)
        const route = answer.routes.find((one) => one.vehicle === i)
        if (!route) continue
        const visits = route.visits.map((visit) => ({ ...visit, stop: whole(visit.stop) }))
        solved.set(vehicle, { ...route, vehicle, visits })
      }
    },
    routes: () => [...solved.values()].sort((a, b) => a.vehicle - b.vehicle),
    unassigned: () => [...solution.unassigned, ...off.values()],
  }
}

/** Returns the distinct locations that these vehicles and stops need, as indexes of the problem's locations. */
export const placesAmong = (problem: Problem, vehicles: readonly number[], stops: readonly number[]): number[] => [
  ...new Set([
    ...vehicles.flatMap((vehicle) => {
      const { start, end, reload, collects = [] } = problem.vehicles[vehicle] as Problem['vehicles'][number]
      return [start, end, reload?.location, ...collects.map((collect) => collect?.location)].filter(
        (place) => typeof place === 'number',
      )
    }),
    ...stops.map((stop) => (problem.stops[stop] as Problem['stops'][number]).location),
  ]),
]
