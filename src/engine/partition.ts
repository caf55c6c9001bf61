// Divides the routes of a plan among threads. Neighboring routes stay together. Different values of `pole` give
// different groups.
import type { Problem } from './problem.ts'
import type { Part } from './session.ts'

/**
 * Splits `routes` into `count` parts with similar numbers of stops. Sorts the used routes by their distance from one
 * used route, and cuts the sorted list. `pole` (0 inclusive to 1 exclusive) selects this route. Distributes empty
 * vehicles and unassigned stops round robin, but a locked stop goes to the part with its vehicle.
 */
export function partition(
  problem: Problem,
  routes: readonly (readonly number[])[],
  count: number,
  pole: number,
): Part[] {
  const used = routes.map((_, vehicle) => vehicle).filter((vehicle) => routes[vehicle]!.length > 0)
  const middle = (vehicle: number) => problem.stops[routes[vehicle]![routes[vehicle]!.length >> 1]!]!.location
  const first = used[Math.floor(pole * used.length)]
  const from = first === undefined ? 0 : middle(first)
  const far = (vehicle: number) => problem.distances[from * problem.locations + middle(vehicle)]!
  const line = used.toSorted((a, b) => far(a) - far(b))
  const total = routes.reduce((sum, route) => sum + route.length, 0)
  const vehicles: number[][] = Array.from({ length: count }, () => [])
  let passed = 0
  for (const vehicle of line) {
    vehicles[Math.min(count - 1, Math.floor((passed * count) / Math.max(1, total)))]!.push(vehicle)
    passed += routes[vehicle]!.length
  }
  const offset = Math.floor(pole * 997)
  routes.forEach((route, vehicle) => {
    if (route.length === 0) vehicles[(vehicle + offset) % count]!.push(vehicle)
  })
  const served = new Set(routes.flat())
  const unserved = problem.stops.map((_, stop) => stop).filter((stop) => !served.has(stop))
  return vehicles.map((mine, index) => ({
    routes,
    vehicles: mine,
    unserved: unserved.filter((stop) => {
      const { lock } = problem.stops[stop]!
      return lock === null ? (stop + offset) % count === index : mine.includes(lock.vehicle)
    }),
  }))
}
