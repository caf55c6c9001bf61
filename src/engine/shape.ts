// Measures of a plan's shape on a map: legs that cross, and stops inside another route's area. Legs from and to the
// depot don't count, because all routes meet there.
import type { Problem } from './problem.ts'

type Places = NonNullable<Problem['places']>
type Leg = readonly [from: number, to: number]

export interface Shape {
  /** Pairs of crossing legs between stops, within one route or between two. */
  crossings: number
  /** Number of stops inside the convex hull of another route's stops. Each stop counts once. */
  inside: number
}

/** Returns the measures of `routes` (stop indexes by vehicle). Unassigned stops don't count. */
export function shapeOf(
  problem: Pick<Problem, 'stops'>,
  places: Places,
  routes: readonly (readonly number[])[],
): Shape {
  const at = routes.map((route) => route.map((stop) => problem.stops[stop]!.location))
  const legs = at.flatMap(legsOf)
  const hulls = at.map((route) => hullOf(places, route))
  const inside = at.flatMap((route, own) =>
    route.filter((place) => hulls.some((hull, other) => other !== own && isInside(places, place, hull))),
  )
  return { crossings: crossingCount(places, legs, legs) / 2, inside: inside.length }
}

/** Returns the legs between consecutive locations, in driving order. */
export const legsOf = (route: readonly number[]): Leg[] => route.slice(1).map((to, i) => [route[i]!, to] as const)

/** Returns the number of pairs of a leg of `legs` and a leg of `others` that cross. */
export function crossingCount(places: Places, legs: readonly Leg[], others: readonly Leg[]): number {
  let found = 0
  for (const [a, b] of legs) for (const [c, d] of others) if (doLegsCross(places, a, b, c, d)) found++
  return found
}

/** Returns whether the legs `a` to `b` and `c` to `d` cross. Legs that only meet at an end don't cross. */
export function doLegsCross(places: Places, a: number, b: number, c: number, d: number): boolean {
  const left = turn(places, a, b, c)
  const right = turn(places, a, b, d)
  if (left === 0 || right === 0 || left > 0 === right > 0) return false
  const ahead = turn(places, c, d, a)
  const behind = turn(places, c, d, b)
  return ahead !== 0 && behind !== 0 && ahead > 0 !== behind > 0
}

/** Orientation of the path `a`, `b`, `c`: positive for a left turn, negative for a right turn, 0 if straight. */
function turn(places: Places, a: number, b: number, c: number): number {
  const x = places[2 * a]!
  const y = places[2 * a + 1]!
  return (places[2 * b]! - x) * (places[2 * c + 1]! - y) - (places[2 * b + 1]! - y) * (places[2 * c]! - x)
}

/** Returns whether the location is strictly inside the hull. False on its border. */
export const isInside = (places: Places, place: number, hull: readonly number[]): boolean =>
  hull.length > 2 && hull.every((corner, i) => turn(places, corner, hull[(i + 1) % hull.length]!, place) > 0)

/** Returns the convex hull of the locations, counterclockwise (Andrew's monotone chain). */
export function hullOf(places: Places, locations: readonly number[]): number[] {
  const sorted = [...new Set(locations)].sort(
    (a, b) => places[2 * a]! - places[2 * b]! || places[2 * a + 1]! - places[2 * b + 1]!,
  )
  const half = (chain: readonly number[]): number[] => {
    const corners: number[] = []
    for (const place of chain) {
      while (corners.length > 1 && turn(places, corners.at(-2)!, corners.at(-1)!, place) <= 0) corners.pop()
      corners.push(place)
    }
    return corners.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}
