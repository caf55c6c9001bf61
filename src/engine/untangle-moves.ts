// Generates changes of one or two routes that may untangle a plan: around two crossing legs, or around a stop inside
// another route's area.
import { type Problem, roadsOf } from './problem.ts'
import { doLegsCross, hullOf, isInside } from './shape.ts'

/** The complete new routes of the vehicles that change. */
export type RouteChange = readonly { vehicle: number; route: number[] }[]

/** Yields changes of two routes, or of one route if `one` equals `two`, most promising first. */
export function* changesAround(
  problem: Problem,
  places: Float64Array,
  routes: readonly (readonly number[])[],
  one: number,
  two: number,
): Generator<RouteChange> {
  const [routeOne, routeTwo] = [routes[one]!, routes[two]!]
  const at = (stop: number): number => problem.stops[stop]!.location
  for (let i = 0; i + 1 < routeOne.length; i++)
    for (let j = one === two ? i + 2 : 0; j + 1 < routeTwo.length; j++) {
      if (!doLegsCross(places, at(routeOne[i]!), at(routeOne[i + 1]!), at(routeTwo[j]!), at(routeTwo[j + 1]!))) continue
      if (one === two) yield* changesWithinRoute(one, routeOne, i, j)
      else
        yield* changesBetweenRoutes(
          problem,
          { vehicle: one, route: routeOne, leg: i },
          { vehicle: two, route: routeTwo, leg: j },
        )
    }
  if (one === two) return
  for (const [own, other] of [
    [one, two],
    [two, one],
  ] as const) {
    const [route, into] = [routes[own]!, routes[other]!]
    const hull = hullOf(places, into.map(at))
    for (const [i, stop] of route.entries()) {
      if (!isInside(places, at(stop), hull)) continue
      yield* movesOf(problem, own, route, i, 1, other, into)
      yield* movesOf(problem, own, route, i, 2, other, into)
      for (let j = 0; j < into.length; j++) yield* swapOf(problem, own, route, i, other, into, j)
    }
  }
}

interface CrossingLeg {
  vehicle: number
  route: readonly number[]
  leg: number
}

/**
 * Yields changes for two crossing legs of one route: reversal of the part between them (2-opt), and moves of one stop
 * next to the crossing (Or-opt).
 */
function* changesWithinRoute(vehicle: number, route: readonly number[], i: number, j: number): Generator<RouteChange> {
  yield [{ vehicle, route: [...route.slice(0, i + 1), ...route.slice(i + 1, j + 1).reverse(), ...route.slice(j + 1)] }]
  for (const from of [i, i + 1, j, j + 1]) {
    const without = route.toSpliced(from, 1)
    for (let to = 0; to <= without.length; to++)
      if (to !== from) yield [{ vehicle, route: without.toSpliced(to, 0, route[from]!) }]
  }
}

/**
 * Yields changes for crossing legs of two routes: exchange of tails (2-opt*), moves of up to 3 consecutive stops to the
 * other route, and swaps of one stop each. The moved stops are next to the crossing.
 */
function* changesBetweenRoutes(problem: Problem, a: CrossingLeg, b: CrossingLeg): Generator<RouteChange> {
  const [i, j] = [a.leg + 1, b.leg + 1]
  yield [
    { vehicle: a.vehicle, route: [...a.route.slice(0, i), ...b.route.slice(j)] },
    { vehicle: b.vehicle, route: [...b.route.slice(0, j), ...a.route.slice(i)] },
  ]
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    for (const size of [1, 2, 3])
      for (let first = from.leg - size + 1; first <= from.leg + 1; first++)
        if (first >= 0) yield* movesOf(problem, from.vehicle, from.route, first, size, to.vehicle, to.route)
  }
  for (const own of [i - 1, i])
    for (let other = 0; other < b.route.length; other++)
      yield* swapOf(problem, a.vehicle, a.route, own, b.vehicle, b.route, other)
  for (const own of [j - 1, j])
    for (let other = 0; other < a.route.length; other++)
      yield* swapOf(problem, b.vehicle, b.route, own, a.vehicle, a.route, other)
}

/** Moves `size` stops from index `first` to the other route's cheapest positions by distance, in either direction. */
function* movesOf(
  problem: Problem,
  from: number,
  route: readonly number[],
  first: number,
  size: number,
  to: number,
  other: readonly number[],
): Generator<RouteChange> {
  if (first + size > route.length || route.length === size) return
  const moved = route.slice(first, first + size)
  const left = route.toSpliced(first, size)
  for (const string of size === 1 ? [moved] : [moved, moved.toReversed()])
    for (const place of cheapestPositions(problem, to, other, string))
      yield [
        { vehicle: from, route: left },
        { vehicle: to, route: other.toSpliced(place, 0, ...string) },
      ]
}

/** Swaps two stops between routes, each inserted at its cheapest position by distance. */
function* swapOf(
  problem: Problem,
  one: number,
  routeOne: readonly number[],
  i: number,
  two: number,
  routeTwo: readonly number[],
  j: number,
): Generator<RouteChange> {
  const [a, b] = [routeOne[i]!, routeTwo[j]!]
  const [leftOne, leftTwo] = [routeOne.toSpliced(i, 1), routeTwo.toSpliced(j, 1)]
  const [toOne] = cheapestPositions(problem, one, leftOne, [b])
  const [toTwo] = cheapestPositions(problem, two, leftTwo, [a])
  if (toOne === undefined || toTwo === undefined) return
  yield [
    { vehicle: one, route: leftOne.toSpliced(toOne, 0, b) },
    { vehicle: two, route: leftTwo.toSpliced(toTwo, 0, a) },
  ]
}

const PLACES = 2

/** Returns the `PLACES` positions of the route where the string adds the least distance. */
function cheapestPositions(
  problem: Problem,
  vehicle: number,
  route: readonly number[],
  string: readonly number[],
): number[] {
  const { locations, stops, vehicles } = problem
  const { start, end } = vehicles[vehicle]!
  const { distances } = roadsOf(problem, vehicles[vehicle]!)
  const at = (stop: number): number => stops[stop]!.location
  const leg = (from: number, to: number | null): number => (to === null ? 0 : distances[from * locations + to]!)
  const [head, last] = [at(string[0]!), at(string.at(-1)!)]
  const places: { place: number; meters: number }[] = []
  for (let place = 0; place <= route.length; place++) {
    const before = place === 0 ? start : at(route[place - 1]!)
    const after = place === route.length ? end : at(route[place]!)
    places.push({ place, meters: leg(before, head) + leg(last, after) - leg(before, after) })
  }
  return places
    .sort((a, b) => a.meters - b.meters)
    .slice(0, PLACES)
    .map(({ place }) => place)
}
