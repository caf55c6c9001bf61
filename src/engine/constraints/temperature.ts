// A stop rides only on a vehicle that carries its temperature class.
import type { Constraint } from './constraint.ts'

export const temperature: Constraint = {
  code: 'TEMPERATURE',
  blocks: (problem, stop, vehicle) =>
    !problem.vehicles[vehicle]!.temperatureClasses.includes(problem.stops[stop]!.temperatureClass),
  message(problem, stop, vehicles) {
    const { temperatureClass } = problem.stops[stop]!
    const goods = temperatureClass.toLowerCase()
    const carried = problem.vehicles.some((vehicle) => vehicle.temperatureClasses.includes(temperatureClass))
    if (!carried) return `needs a vehicle that carries ${goods} goods; none in this build does`
    const named = vehicles.length === 1 ? `vehicle ${problem.vehicles[vehicles[0]!]!.id} does not` : 'these do not'
    return `needs a vehicle that carries ${goods} goods; of those that could otherwise take it, ${named}`
  },
}
