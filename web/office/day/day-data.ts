// What every view derives from the day.
import type { DayOut, DayRoute, DayStop, PoolOrder } from '../../../src/contract/day.ts'
import { loadsOf } from '../../../src/domain/routes/trips.ts'
import type { HandOver } from '../../../src/domain/routes/pauses.ts'

/** Whatever is selected, as one text: ids in the order of `all`, separated by spaces. */
export const selectedOf = (all: readonly { order_uuid: string }[], selected: ReadonlySet<string>): string =>
  selected.size === 0 ? '' : all.flatMap(({ order_uuid }) => (selected.has(order_uuid) ? [order_uuid] : [])).join(' ')

/** A delivery wherever it is: on a route or in the pool. */
export interface Placed {
  orderId: string
  route: DayRoute | null
  stop: DayStop | null
  order: PoolOrder | null
}

export function findPlaced(day: DayOut, orderId: string): Placed | null {
  for (const route of day.routes) {
    const stop = route.stops.find((one) => one.order_uuid === orderId && one.current)
    if (stop) return { orderId, route, stop, order: null }
  }
  const order = day.pool.find((one) => one.order_uuid === orderId)
  return order ? { orderId, route: null, stop: null, order } : null
}

export const lateStops = (route: DayRoute): number => route.stops.filter((stop) => stop.late_minutes > 0).length
export const isOpen = (route: DayRoute): boolean => route.status !== 'CANCELLED' && route.status !== 'COMPLETED'

/** When it is there: as it was, else as expected, else as planned. */
export const timeAt = (stop: DayStop): string => stop.arrived_at ?? stop.finished_at ?? stop.eta ?? stop.planned_arrival

/** Where the goods of a load are taken over from another vehicle; null where they are not. */
function handOverOf({ pauses = [] }: DayRoute, load: number): HandOver | null {
  const taking = pauses.find(({ hand_over, trip }) => hand_over && trip === load)
  if (!taking?.hand_over) return null
  const { from_route: by, ...place } = taking.hand_over
  return { ...place, by, routeId: '', from: taking.start, minutes: 0 }
}

/** What the vehicle carries, load by load, in pounds. */
export const loadsOfRoute = (route: DayRoute): number[] =>
  loadsOf(route.stops.map((stop) => ({ ...stop, handOver: handOverOf(route, stop.trip) }))).map((stops) =>
    stops.reduce((sum, { load_weight_lbs: weight }) => sum + (weight ?? 0), 0),
  )
