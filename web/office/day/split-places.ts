// Geometry of the choices to split or merge routes, in a straight line. The server computes the real cost.
import type { DayRoute, DayStop } from '../../../src/contract/day.ts'
import { startOf } from '../../../src/domain/routes/terms.ts'

interface Point {
  lat: number
  lng: number
}

/** Distance in degrees of latitude, precise enough to compare places of one day. */
function apart(a: Point, b: Point): number {
  const width = Math.cos((a.lat * Math.PI) / 180)
  return Math.hypot(a.lat - b.lat, (a.lng - b.lng) * width)
}

const pointOf = ({ address: { lat, lng } }: DayStop): Point | null =>
  lat === null || lng === null ? null : { lat, lng }

function centerOf(stops: readonly DayStop[]): Point | null {
  const points = stops.flatMap((stop) => pointOf(stop) ?? [])
  if (points.length === 0) return null
  const mean = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  return { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) }
}

/** Sorts the routes by the distance of their stops from these stops. Routes without stops come first. */
export function nearestFirst(routes: readonly DayRoute[], stops: readonly DayStop[]): DayRoute[] {
  const here = centerOf(stops)
  const far = (route: DayRoute): number => {
    const there = centerOf(route.stops)
    return here && there ? apart(here, there) : 0
  }
  return routes.toSorted((a, b) => far(a) - far(b))
}

/** Returns the stops before which a split adds the least distance, best first. */
export function bestCuts(route: DayRoute, allowed: readonly string[], count: number): string[] {
  const depot = startOf(route)
  return route.stops
    .flatMap((stop, i) => {
      const [here, before] = [pointOf(stop), route.stops[i - 1]]
      const last = before ? pointOf(before) : null
      if (!here || !last || !allowed.includes(stop.order_uuid)) return []
      return [{ id: stop.order_uuid, added: apart(last, depot) + apart(depot, here) - apart(last, here) }]
    })
    .sort((a, b) => a.added - b.added)
    .slice(0, count)
    .map(({ id }) => id)
}
