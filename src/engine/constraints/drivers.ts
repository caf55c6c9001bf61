// Constraint: a stop may require one of several drivers, and may exclude drivers.
import { joinedByAnd, joinedByOr, text } from '../../texts/text.ts'
import type { Problem } from '../problem.ts'
import type { Constraint } from './constraint.ts'

/** Returns whether the vehicle's driver is one of the required drivers. True if the stop requires none. */
export function hasRequired(problem: Problem, stop: number, vehicle: number): boolean {
  const { drivers } = problem.stops[stop]!
  const { driver } = problem.vehicles[vehicle]!
  return !drivers?.required.length || (driver !== undefined && drivers.required.includes(driver))
}

/** Returns whether the stop excludes the vehicle's driver. */
export function hasExcluded(problem: Problem, stop: number, vehicle: number): boolean {
  const { driver } = problem.vehicles[vehicle]!
  return driver !== undefined && problem.stops[stop]!.drivers?.excluded.includes(driver) === true
}

export const drivers: Constraint = {
  code: 'DRIVER',
  blocks: (problem, stop, vehicle) => !hasRequired(problem, stop, vehicle) || hasExcluded(problem, stop, vehicle),
  message(problem, stop, vehicles) {
    const { required, excluded } = problem.stops[stop]!.drivers!
    const wanted = required.filter((name) => !excluded.includes(name))
    if (required.length > 0 && wanted.length === 0)
      return text('requires and excludes {drivers}', { drivers: joinedByAnd(required) })
    if (wanted.length === 0) {
      const named = [...new Set(vehicles.map((vehicle) => problem.vehicles[vehicle]!.driver))]
      return text('must not be driven by {drivers}; nobody else drives a vehicle that could take it', {
        drivers: joinedByOr(named.map((name) => name ?? '')),
      })
    }
    const drives = problem.vehicles.some(({ driver }) => driver !== undefined && wanted.includes(driver))
    return drives
      ? text('needs {drivers} as its driver, who drives no vehicle that could otherwise take it', {
          drivers: joinedByOr(wanted),
        })
      : text('needs {drivers} as its driver, who drives no vehicle in this build', { drivers: joinedByOr(wanted) })
  },
}
