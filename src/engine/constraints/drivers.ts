// A stop may require one of some drivers, and exclude others.
import type { Problem } from '../problem.ts'
import type { Constraint } from './constraint.ts'

/** Whether the vehicle's driver is one that the stop requires, if it requires any. */
export function hasRequired(problem: Problem, stop: number, vehicle: number): boolean {
  const { drivers } = problem.stops[stop]!
  const { driver } = problem.vehicles[vehicle]!
  return !drivers?.required.length || (driver !== undefined && drivers.required.includes(driver))
}

/** Whether the vehicle's driver is one that the stop excludes. */
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
    if (required.length > 0 && wanted.length === 0) return `requires and excludes ${required.join(' and ')}`
    if (wanted.length === 0) {
      const named = [...new Set(vehicles.map((vehicle) => problem.vehicles[vehicle]!.driver))]
      return `must not be driven by ${named.join(' or ')}; nobody else drives a vehicle that could take it`
    }
    const drives = problem.vehicles.some(({ driver }) => driver !== undefined && wanted.includes(driver))
    const lacks = drives ? 'who drives no vehicle that could otherwise take it' : 'who drives no vehicle in this build'
    return `needs ${wanted.join(' or ')} as its driver, ${lacks}`
  },
}
