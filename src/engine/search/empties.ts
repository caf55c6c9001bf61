// Tracks the number of used routes and the first empty route of each kind, incrementally, so that no step scans all
// routes.
import * as arena from './arena.ts'

/** Number of routes with stops. */
export let used = 0
/** Number of routes that this search may use. */
export let open = 0
/** Routes sorted by kind, the index in `byKind` of each route, and the first index in `byKind` of each kind. */
let byKind = new Int32Array(0)
let standing = new Int32Array(0)
let begins = new Int32Array(0)
/** Per kind: index in `byKind` before which no route of the kind is both empty and open. */
let firstAt = new Int32Array(0)

/** Registers the routes of the problem in the arena, all empty. */
export function startEmpties(): void {
  const { routes, kinds, kind } = arena
  if (byKind.length < routes) {
    byKind = new Int32Array(routes + 16)
    standing = new Int32Array(routes + 16)
  }
  if (begins.length < kinds + 1) {
    begins = new Int32Array(kinds + 16)
    firstAt = new Int32Array(kinds + 16)
  }
  begins.fill(0)
  for (let route = 0; route < routes; route++) begins[kind[route]! + 1]!++
  for (let k = 0; k < kinds; k++) begins[k + 1]! += begins[k]!
  firstAt.set(begins)
  for (let route = 0; route < routes; route++) {
    standing[route] = firstAt[kind[route]!]!++
    byKind[standing[route]!] = route
  }
  resetFirstEmpties()
  used = 0
}

/** Opens only these routes to the search, or all if null. */
export function openRoutes(vehicles: readonly number[] | null): void {
  const { problem, maxStops, FAR } = arena
  problem.vehicles.forEach((vehicle, route) => {
    maxStops[route] = vehicles === null || vehicles.includes(route) ? Math.min(vehicle.maxStops, FAR) : 0
  })
  resetFirstEmpties()
}

function resetFirstEmpties(): void {
  const { routes, maxStops } = arena
  firstAt.set(begins)
  open = 0
  for (let route = 0; route < routes; route++) if (maxStops[route]! > 0) open++
}

/** Sets the route's number of stops. */
export function setCount(route: number, stopsOn: number): void {
  const { count, kind } = arena
  const before = count[route]!
  count[route] = stopsOn
  if (before === 0) {
    if (stopsOn > 0) used++
    return
  }
  if (stopsOn > 0) return
  used--
  const k = kind[route]!
  if (standing[route]! < firstAt[k]!) firstAt[k] = standing[route]!
}

/** Returns the first empty and open route of the kind. -1 if there is none. */
export function firstEmpty(k: number): number {
  const { count, maxStops } = arena
  const end = begins[k + 1]!
  let at = firstAt[k]!
  while (at < end && (count[byKind[at]!]! > 0 || maxStops[byKind[at]!]! < 1)) at++
  firstAt[k] = at
  return at < end ? byKind[at]! : -1
}
