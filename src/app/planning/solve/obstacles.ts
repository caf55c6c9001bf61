// Names the limits on signs that keep vehicles of a plan from reaching its stops.
import { obstacleInWords } from '../../../domain/planning/obstacle.ts'
import { roadVehicleKey } from '../../../domain/planning/road-vehicle.ts'
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
 * Returns the problem with the obstacles on the way to those stops that vehicles can't reach. Returns it unchanged if there are
 * none, or if the provider doesn't know obstacles.
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
      const stops = unreachableStops(problem, vehicles[0] as number).slice(0, MAX_STOPS)
      if (stops.length === 0) continue
      const [vehicle = first] = differentVehicles([first]).values()
      const places = stops.map((stop) => (input.stops[stop] as PlanInput['stops'][number]).point)
      const obstacles = await own.obstacles(first.start, places, signal, vehicle)
      for (const [i, stop] of stops.entries()) {
        const obstacle = obstacles[i]
        const texts = found.get(stop) ?? input.vehicles.map(() => null)
        if (obstacle)
          for (const each of vehicles) texts[each] = obstacleInWords(obstacle, { units: input.units ?? 'US' })
        found.set(stop, texts)
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

/** Groups the indexes of vehicles with the same roads and the same start. */
const alike = (vehicles: readonly PlanVehicle[]): number[][] => [
  ...Map.groupBy(vehicles.keys(), (i) => {
    const { start, ...vehicle } = vehicles[i] as PlanVehicle
    return `${roadVehicleKey(vehicle)} ${start.lat},${start.lng}`
  }).values(),
]

function unreachableStops(problem: Problem, index: number): number[] {
  const vehicle = problem.vehicles[index] as Problem['vehicles'][number]
  const { durations } = roadsOf(problem, vehicle)
  return problem.stops.flatMap(({ location }, stop) =>
    Number.isFinite(durations[vehicle.start * problem.locations + location]) ? [] : [stop],
  )
}
