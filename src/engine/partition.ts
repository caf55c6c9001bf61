// Shares the routes of a plan out between threads: neighbouring routes stay together, differently each time.
import type { Problem } from './problem.ts'
import type { Part } from './session.ts'

/**
 * Splits `routes` into `count` parts of about as many stops. Routes are lined up by how far they are from the route of
 * `pole` (a number from 0 to below 1 that picks one) and cut; empty vehicles and stops left off are dealt around.
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
