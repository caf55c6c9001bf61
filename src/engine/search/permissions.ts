// Finds the vehicles that may serve each stop, and groups of interchangeable vehicles.
import type { Problem, Stop, Vehicle } from '../problem.ts'

/** Per stop: its group. Stops of one group may be served by the same vehicles. */
export let group = new Int32Array(0)
/** 1 at `allowed[group * routes + route]` if the vehicle may serve the group. */
export let allowed = new Uint8Array(0)
export let allAllowed = true
/** Per route: its kind. Vehicles of one kind are interchangeable. */
export let kind = new Int32Array(0)
export let kinds = 0

/** Groups the stops by their requirements, and the vehicles by their properties. */
export function loadPermissions(problem: Problem): void {
  const routes = problem.vehicles.length
  if (group.length < problem.stops.length) group = new Int32Array(problem.stops.length)
  if (kind.length < routes) kind = new Int32Array(routes + 16)
  const groups = new Map<string, number>()
  const members: number[] = []
  problem.stops.forEach((stop, index) => {
    const key = JSON.stringify([
      stop.temperatureClass,
      stop.lock?.vehicle ?? null,
      stop.forbiddenVehicles.toSorted((a, b) => a - b),
      stop.skills?.toSorted() ?? [],
      stop.drivers ?? null,
    ])
    let found = groups.get(key)
    if (found === undefined) {
      found = groups.size
      groups.set(key, found)
      members.push(index)
    }
    group[index] = found
  })
  allowed = new Uint8Array(groups.size * routes)
  allAllowed = true
  members.forEach((member, index) => {
    const stop = problem.stops[member]!
    problem.vehicles.forEach((vehicle, route) => {
      const may =
        vehicle.temperatureClasses.includes(stop.temperatureClass) &&
        !stop.forbiddenVehicles.includes(route) &&
        mayDrive(stop, vehicle) &&
        (stop.skills ?? []).every((skill) => vehicle.skills?.includes(skill)) &&
        (stop.lock === null || stop.lock.vehicle === route)
      allowed[index * routes + route] = may ? 1 : 0
      if (!may) allAllowed = false
    })
  })
  loadKinds(problem, groups.size)
}

function mayDrive({ drivers }: Stop, { driver }: Vehicle): boolean {
  if (drivers === undefined) return true
  if (driver === undefined) return drivers.required.length === 0
  return (drivers.required.length === 0 || drivers.required.includes(driver)) && !drivers.excluded.includes(driver)
}

/** Vehicles with equal properties form a kind, so that only one empty vehicle per kind has to be tried. */
function loadKinds(problem: Problem, groups: number): void {
  const named = new Map<string, number>()
  const routes = problem.vehicles.length
  const single =
    problem.initial !== undefined || problem.stops.some(({ preferredVehicles = [] }) => preferredVehicles.length > 0)
  problem.vehicles.forEach((vehicle, route) => {
    const { id: _, ...rest } = vehicle
    const permissions = Array.from({ length: groups }, (_, index) => allowed[index * routes + route]).join('')
    const text = JSON.stringify(rest, (_, value: unknown) => (value === Infinity ? 'any' : value))
    const key = single ? `${route}` : `${text}|${permissions}`
    if (!named.has(key)) named.set(key, named.size)
    kind[route] = named.get(key)!
  })
  kinds = named.size
}
