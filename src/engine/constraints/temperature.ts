// A stop rides only on a vehicle that carries its temperature class.
import type { Constraint } from './constraint.ts'

export const temperature: Constraint = {
  code: 'TEMPERATURE',
  blocks: (problem, stop, vehicle) =>
    !problem.vehicles[vehicle]!.temperatureClasses.includes(problem.stops[stop]!.temperatureClass),
  message(problem, stop, vehicles) {
    const needed = problem.stops[stop]!.temperatureClass
    const carried = problem.vehicles.some((vehicle) => vehicle.temperatureClasses.includes(needed))
    if (!carried) return `needs ${needed}; no vehicle in this build carries it`
    const named = vehicles.length === 1 ? `vehicle ${problem.vehicles[vehicles[0]!]!.id} does not` : 'these do not'
    return `needs ${needed}; of the vehicles that could otherwise take it, ${named} carry it`
  },
}
