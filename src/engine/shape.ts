// What a plan looks like on a map: legs that cross, and stops in the middle of another route's. Legs from and to the
// depot are left out, since all routes meet there.
import type { Problem } from './problem.ts'

type Places = NonNullable<Problem['places']>
type Leg = readonly [from: number, to: number]

export interface Shape {
  /** Pairs of legs between stops that cross, of one route or of two. */
  crossings: number
  /** Stops inside the area of another route, the convex hull of its stops. */
  inside: number
}

/** Stop indexes by vehicle; a stop on no route counts nowhere. */
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
  return { crossings: crossings(places, legs, legs) / 2, inside: inside.length }
}

/** The legs between the locations, in driving order. */
export const legsOf = (route: readonly number[]): Leg[] => route.slice(1).map((to, i) => [route[i]!, to] as const)

/** How many legs of the one list cross legs of the other. */
export function crossings(places: Places, legs: readonly Leg[], others: readonly Leg[]): number {
  let found = 0
  for (const [a, b] of legs) for (const [c, d] of others) if (cross(places, a, b, c, d)) found++
  return found
}

/** Whether the legs from `a` to `b` and from `c` to `d` cross; meeting at an end is not crossing. */
export function cross(places: Places, a: number, b: number, c: number, d: number): boolean {
  const left = turn(places, a, b, c)
  const right = turn(places, a, b, d)
  if (left === 0 || right === 0 || left > 0 === right > 0) return false
  const ahead = turn(places, c, d, a)
  const behind = turn(places, c, d, b)
  return ahead !== 0 && behind !== 0 && ahead > 0 !== behind > 0
}

/** Above zero where the way from `a` by `b` to `c` turns left, below where it turns right. */
function turn(places: Places, a: number, b: number, c: number): number {
  const x = places[2 * a]!
  const y = places[2 * a + 1]!
  return (places[2 * b]! - x) * (places[2 * c + 1]! - y) - (places[2 * b + 1]! - y) * (places[2 * c]! - x)
}

/** Whether the location is inside the corners, not on their border. */
export const isInside = (places: Places, place: number, hull: readonly number[]): boolean =>
  hull.length > 2 && hull.every((corner, i) => turn(places, corner, hull[(i + 1) % hull.length]!, place) > 0)

/** The corners around the locations, counterclockwise (Andrew's monotone chain). */
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
