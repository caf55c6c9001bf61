// Names the limits on signs that keep vehicles of a plan from reaching its stops.
import { obstacleInWords } from '../../../domain/planning/obstacle.ts'
import { type Obstacle, roadVehicleKey } from '../../../domain/planning/road-vehicle.ts'
import { type Problem, roadsOf } from '../../../engine/problem.ts'
import type { Text } from '../../../texts/text.ts'
import type { Context } from '../../context.ts'
import type { PlanInput, PlanVehicle } from '../compile/plan-input.ts'
import { differentVehicles } from '../roads/tables-by-vehicle.ts'

/** Maximum wait for the obstacles. Without them, the reasons of unassigned stops name none. */
const BUDGET_MS = 2_000
/** Maximum stops and different vehicles for which obstacles are looked up. */
const MAX_STOPS = 100
const MAX_VEHICLES = 12

/**
 * Returns the problem with the obstacles on the way to those stops that vehicles can't reach, or can't return from. Returns the
 * problem unchanged if there are none, or if the provider doesn't know obstacles.
 */
export async function withObstacles(
  { distances, log }: Pick<Context, 'distances' | 'log'>,
  input: PlanInput,
  problem: Problem,
): Promise<Problem> {
  const own = distances?.own
  if (!own) return problem
  const signal = AbortSignal.timeout(BUDGET_MS)
  const found = new Map<number, (Text | null)[]>()
  try {
    for (const vehicles of alike(input.vehicles).slice(0, MAX_VEHICLES)) {
      const first = input.vehicles[vehicles[0] as number] as PlanVehicle
      const { there, back } = unreachableStops(problem, vehicles[0] as number)
      const [vehicle = first] = differentVehicles([first]).values()
      const pointOf = (stop: number) => (input.stops[stop] as PlanInput['stops'][number]).point
      const add = (stop: number, obstacle: Obstacle | null | undefined, way: 'THERE' | 'BACK'): void => {
        if (!obstacle) return
        const texts = found.get(stop) ?? input.vehicles.map(() => null)
        for (const each of vehicles) texts[each] = obstacleInWords(obstacle, { units: input.units ?? 'US' }, way)
        found.set(stop, texts)
      }
      const places = there.map(pointOf)
      const obstacles = places.length > 0 ? await own.obstacles(first.start, places, signal, vehicle) : []
      for (const [i, stop] of there.entries()) add(stop, obstacles[i], 'THERE')
      const { end } = first
      if (end)
        for (const stop of back) {
          const [obstacle] = await own.obstacles(pointOf(stop), [end], signal, vehicle)
          add(stop, obstacle, 'BACK')
        }
    }
  } catch (error) {
    log.warn({ err: error }, 'no obstacles for the reasons of unassigned stops')
  }
  if (found.size === 0) return problem
  return {
    ...problem,
    stops: problem.stops.map((stop, i) => {
      const obstacles = found.get(i)
      return obstacles?.some(Boolean) ? { ...stop, obstacles } : stop
    }),
  }
}

/** Groups the indexes of vehicles with the same roads, the same start and the same end. */
const alike = (vehicles: readonly PlanVehicle[]): number[][] => [
  ...Map.groupBy(vehicles.keys(), (i) => {
    const { start, end, ...vehicle } = vehicles[i] as PlanVehicle
    return `${roadVehicleKey(vehicle)} ${start.lat},${start.lng} ${end?.lat},${end?.lng}`
  }).values(),
]

/** Returns the stops that no road leads to, and those that no road leads back from. */
function unreachableStops(problem: Problem, index: number): { there: number[]; back: number[] } {
  const { start, end } = problem.vehicles[index] as Problem['vehicles'][number]
  const { durations } = roadsOf(problem, problem.vehicles[index] as Problem['vehicles'][number])
  const isOpen = (from: number, to: number): boolean => Number.isFinite(durations[from * problem.locations + to])
  const stops = [...problem.stops.keys()]
  const at = (stop: number): number => (problem.stops[stop] as Problem['stops'][number]).location
  const there = stops.filter((stop) => !isOpen(start, at(stop)))
  const back = stops.filter((stop) => isOpen(start, at(stop)) && end !== null && !isOpen(at(stop), end))
  return { there: there.slice(0, MAX_STOPS), back: back.slice(0, MAX_STOPS) }
}
