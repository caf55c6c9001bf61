// Values that several views derive from the day.
import type { DayOut, DayRoute, DayStop, PoolOrder } from '../../../src/contract/day.ts'
import { loadsOf } from '../../../src/domain/routes/trips.ts'
import type { HandOver } from '../../../src/domain/routes/pauses.ts'

/**
 * Selected IDs as one string, in the order of `all`, separated by spaces. The string stays equal while the selection is
 * equal, so that memoized views don't render again.
 */
export const joinSelectedIds = (all: readonly { order_uuid: string }[], selected: ReadonlySet<string>): string =>
  selected.size === 0 ? '' : all.flatMap(({ order_uuid }) => (selected.has(order_uuid) ? [order_uuid] : [])).join(' ')

/** A delivery of the day, on a route or in the pool. */
export interface DayDelivery {
  orderId: string
  route: DayRoute | null
  stop: DayStop | null
  order: PoolOrder | null
}

export function findStopInDay(day: DayOut, orderId: string): DayDelivery | null {
  for (const route of day.routes) {
    const stop = route.stops.find((one) => one.order_uuid === orderId && one.current)
    if (stop) return { orderId, route, stop, order: null }
  }
  const order = day.pool.find((one) => one.order_uuid === orderId)
  return order ? { orderId, route: null, stop: null, order } : null
}

export const lateStops = (route: DayRoute): number => route.stops.filter((stop) => stop.late_minutes > 0).length
/** Late stops that are still pending, so that another order can help. */
export const pendingLateStopCount = ({ stops }: DayRoute): number =>
  stops.filter(({ status, late_minutes }) => status === 'PENDING' && late_minutes > 0).length
export const isOpen = (route: DayRoute): boolean => route.status !== 'CANCELLED' && route.status !== 'COMPLETED'

/** Time of the stop: actual arrival, else completion, else ETA, else planned arrival. */
export const stopTime = (stop: DayStop): string =>
  stop.arrived_at ?? stop.finished_at ?? stop.eta ?? stop.planned_arrival

/** Returns the hand-over that supplies a load with goods of another vehicle. Null if there is none. */
function handOverForLoad({ pauses = [] }: DayRoute, load: number): HandOver | null {
  const taking = pauses.find(({ hand_over, trip }) => hand_over && trip === load)
  if (!taking?.hand_over) return null
  const { from_route: by, ...place } = taking.hand_over
  return { ...place, by, routeId: '', from: taking.start, minutes: 0 }
}

/** Weight of each load of the vehicle, in pounds. */
export const loadWeights = (route: DayRoute): number[] =>
  loadsOf(route.stops.map((stop) => ({ ...stop, handOver: handOverForLoad(route, stop.trip) }))).map((stops) =>
    stops.reduce((sum, { load_weight_lbs: weight }) => sum + (weight ?? 0), 0),
  )
