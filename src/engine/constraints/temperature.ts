// A stop needs a vehicle that carries its temperature class.
import { type Text, text } from '../../texts/text.ts'
import type { Constraint } from './constraint.ts'

export const temperature: Constraint = {
  code: 'TEMPERATURE',
  blocks: (problem, stop, vehicle) =>
    !problem.vehicles[vehicle]!.temperatureClasses.includes(problem.stops[stop]!.temperatureClass),
  message(problem, stop, vehicles) {
    const { temperatureClass } = problem.stops[stop]!
    // The engine doesn't translate class names, but the product's dictionary has translations of its own classes.
    const goods: Text = { sentence: temperatureClass.toLowerCase() }
    const carried = problem.vehicles.some((vehicle) => vehicle.temperatureClasses.includes(temperatureClass))
    if (!carried) return text('needs a vehicle that carries {goods} goods; none in this build does', { goods })
    return vehicles.length === 1
      ? text('needs a vehicle that carries {goods} goods; vehicle {vehicle}, which could otherwise take it, does not', {
          goods,
          vehicle: problem.vehicles[vehicles[0]!]!.id,
        })
      : text('needs a vehicle that carries {goods} goods; the vehicles that could otherwise take it do not', {
          goods,
        })
  },
}
