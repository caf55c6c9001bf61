// State of routes and their stops (docs/spec/routes.md).
import { type EmittedEvent, routeEvent, stopEvent } from './events.ts'
import { valueChecks } from './matching.ts'
import { reopen } from './orders.ts'
import { accepted, type Call, refusal, type Step } from './step.ts'
import {
  isOpen,
  instantOf,
  iso,
  isFinished,
  isRunning,
  locationKeyOf,
  type Route,
  routeShape,
  routeWithStopsShape,
  type Stop,
  stopShape,
  removeStop,
  type World,
} from './world.ts'

export type Outcome = 'DELIVERED' | 'FAILED' | 'SKIPPED'

/**
 * Ends a running route. Cancels it if it has no stops. Completes it if it has no open stops and no pending outcomes.
 * `released`: stops that just left the route.
 */
export function finishIfOver(world: World, route: Route, released: readonly Stop[] = []): EmittedEvent[] {
  if (!isRunning(route)) return []
  if (route.stops.length === 0) {
    route.status = 'CANCELLED'
    route.cancelledAt = world.now
    return [routeEvent('route.cancelled', route, released)]
  }
  if (route.stops.some((stop) => !isFinished(stop) || stop.settlesAt !== null)) return []
  route.status = 'COMPLETED'
  route.completedAt = world.now
  return [routeEvent('route.completed', route, released)]
}

const routeAt = (world: World, routeId: string): Route | undefined =>
  world.routes.find((route) => route.routeId === routeId)

export function readRoute(world: World, routeId: string): Step {
  const call: Call = { method: 'GET', path: `/routes/${routeId}` }
  const route = routeAt(world, routeId)
  return route
    ? accepted(call, () => ({ status: 200, data: routeWithStopsShape(route) }))
    : refusal(call, 404, 'NOT_FOUND')
}

export const listRoutes = (world: World, day: string): Step =>
  accepted({ method: 'GET', path: `/routes?date=${encodeURIComponent(day)}` }, () => ({
    status: 200,
    data: valueChecks.anyOrder(world.routes.filter((route) => route.day === day).map(routeShape), 'route_uuid'),
  }))

export function dispatchRoute(world: World, routeId: string): Step {
  const call: Call = { method: 'POST', path: `/routes/${routeId}/dispatch` }
  const route = routeAt(world, routeId)
  if (!route) return refusal(call, 404, 'NOT_FOUND')
  if (!isOpen(route)) return refusal(call, 409, 'ROUTE_NOT_DISPATCHABLE')
  if (route.status === 'PLANNED') {
    if (route.stops.length === 0) return refusal(call, 409, 'ROUTE_EMPTY')
    if (instantOf(world, route.day, route.vehicle.shiftEnd) < world.now)
      return refusal(call, 409, 'DRIVE_WINDOW_PASSED')
  }
  return accepted(call, () => {
    const told = route.status === 'PLANNED' ? commit(world, route) : []
    const data = {
      route: routeWithStopsShape(route),
      // The service under test only logs text messages, so it notifies no driver.
      driver_notified: false,
      warnings: valueChecks.count(1),
    }
    return { status: 200, data, told }
  })
}

function commit(world: World, route: Route): EmittedEvent[] {
  route.status = 'DISPATCHED'
  route.dispatchedAt = world.now
  for (const { order } of route.stops) order.status = 'SCHEDULED'
  return route.stops.map((stop) => stopEvent(world, 'stop.scheduled', route, stop, 'SCHEDULED'))
}

export function cancelRoute(world: World, routeId: string): Step {
  const call: Call = { method: 'POST', path: `/routes/${routeId}/cancel` }
  const route = routeAt(world, routeId)
  if (!route) return refusal(call, 404, 'NOT_FOUND')
  if (!isOpen(route)) return refusal(call, 409, 'ROUTE_NOT_CANCELLABLE')
  return accepted(call, () => {
    const dispatched = isRunning(route)
    const released = route.stops.filter((stop) => !isFinished(stop))
    route.status = 'CANCELLED'
    route.cancelledAt = world.now
    for (const stop of released) {
      reopen(stop.order)
      removeStop(route, stop)
    }
    const unassigned = released.map((stop) => stopEvent(world, 'order.unassigned', route, stop, 'OPEN'))
    const told = [...(dispatched ? unassigned : []), routeEvent('route.cancelled', route, released)]
    return { status: 200, data: routeWithStopsShape(route), told }
  })
}

export interface OutcomeBody {
  status: Outcome
  reason: string | null
  driver_notes: string | null
  /** Milliseconds since 1970. Null if not sent. */
  occurredAt: number | null
  arrivedAt: number | null
}

export function recordOutcome(world: World, routeId: string, stopId: string, said: OutcomeBody): Step {
  const { status, reason, driver_notes } = said
  const body = {
    status,
    ...(reason !== null && { reason }),
    ...(driver_notes !== null && { driver_notes }),
    ...(said.occurredAt !== null && { occurred_at: new Date(said.occurredAt).toISOString() }),
    ...(said.arrivedAt !== null && { arrived_at: new Date(said.arrivedAt).toISOString() }),
  }
  const call: Call = { method: 'POST', path: `/routes/${routeId}/stops/${stopId}/status`, body }
  if (status === 'FAILED' && reason === null) return refusal(call, 400, 'INVALID', ['reason'])
  const found = stopAt(world, call, routeId, stopId)
  if ('call' in found) return found
  const { route, stop } = found
  if (!isRunning(route)) return refusal(call, 409, 'ROUTE_NOT_RUNNING')
  if (isFinished(stop)) return refusal(call, 409, 'STOP_FINISHED')
  const occurredAt = said.occurredAt ?? world.now
  const wrong = wrongTime(world, route, occurredAt, said.arrivedAt)
  if (wrong) return refusal(call, 400, 'INVALID', [wrong])
  return accepted(call, () => {
    startRoute(route, occurredAt)
    Object.assign(stop, {
      status,
      arrivedAt: said.arrivedAt ?? stop.arrivedAt,
      finishedAt: occurredAt,
      deliveredAt: status === 'DELIVERED' ? occurredAt : null,
      reason,
      notes: driver_notes ?? stop.notes,
    })
    if (status === 'SKIPPED') release(stop)
    else stop.order.status = status
    const held = status !== 'SKIPPED' && world.undoSeconds > 0
    if (held) stop.settlesAt = world.now + world.undoSeconds * 1000
    const told = held ? [] : settleOutcomes(world, route, [stop])
    return { status: 200, data: { route: routeShape(route), stop: stopShape(stop) }, told }
  })
}

/** Reopens the order of a skipped stop, and removes it from the route. */
export function release(stop: Stop): void {
  stop.skippedAt = locationKeyOf(stop.order)
  reopen(stop.order)
  Object.assign(stop.order, { route: null, stop: null })
}

const MAX_CLOCK_AHEAD_MS = 2 * 60_000

function wrongTime(world: World, route: Route, occurredAt: number, arrivedAt: number | null): string | null {
  const dispatchedAt = route.dispatchedAt ?? world.now
  if (occurredAt > world.now + MAX_CLOCK_AHEAD_MS || occurredAt < dispatchedAt) return 'occurred_at'
  if (arrivedAt !== null && (arrivedAt > occurredAt || arrivedAt < dispatchedAt)) return 'arrived_at'
  return null
}

/** Starts the route at the first sign that the driver is on the road. */
export function startRoute(route: Route, at: number): void {
  if (route.status !== 'DISPATCHED') return
  route.status = 'IN_PROGRESS'
  route.startedAt = at
}

/** Settles the outcomes. Receivers get them now. */
export function settleOutcomes(world: World, route: Route, stops: readonly Stop[]): EmittedEvent[] {
  const told = stops.map((stop) => {
    stop.settlesAt = null
    return stopEvent(world, `stop.${stop.status.toLowerCase()}`, route, stop, stop.status)
  })
  const over = finishIfOver(world, route)
  const last = Math.max(...stops.map(({ finishedAt }) => finishedAt ?? world.now))
  return [...told, ...over, ...(route.status === 'IN_PROGRESS' ? headToNextStop(world, route, last) : [])]
}

/** Sets the stop that the driver heads to. Only one stop at a time is EN_ROUTE. */
export function headToStop(world: World, route: Route, stop: Stop, at: number): EmittedEvent[] {
  clearHeading(route)
  stop.status = 'EN_ROUTE'
  return [stopEvent(world, 'stop.en_route', route, stop, 'EN_ROUTE', { occurred_at: iso(at) })]
}

export function clearHeading(route: Route): void {
  for (const other of route.stops) if (other.status === 'EN_ROUTE') other.status = 'PENDING'
}

/** A driver who leaves a stop heads to the next stop, unless the driver is already heading to or standing at one. */
export function headToNextStop(world: World, route: Route, at: number): EmittedEvent[] {
  const open = route.stops.filter((stop) => !isFinished(stop))
  const [next] = open
  return next && open.every(({ status }) => status === 'PENDING') ? headToStop(world, route, next, at) : []
}

/** Settles the outcomes whose undo window has ended, route by route. */
export function settleDue(world: World): EmittedEvent[] {
  return world.routes.flatMap((route) => {
    const due = route.stops.filter((stop) => stop.settlesAt !== null && stop.settlesAt <= world.now)
    const inTurn = due.toSorted((a, b) => (a.settlesAt ?? 0) - (b.settlesAt ?? 0))
    return due.length > 0 ? settleOutcomes(world, route, inTurn) : []
  })
}

export function undoOutcome(world: World, routeId: string, stopId: string): Step {
  const call: Call = { method: 'POST', path: `/routes/${routeId}/stops/${stopId}/undo` }
  const found = stopAt(world, call, routeId, stopId)
  if ('call' in found) return found
  const { route, stop } = found
  if (!isRunning(route)) return refusal(call, 409, 'ROUTE_NOT_RUNNING')
  if (!isFinished(stop)) return refusal(call, 409, 'NOTHING_TO_UNDO')
  const { order } = stop
  if (stop.status === 'SKIPPED') {
    if (order.status !== 'OPEN' || order.route) return refusal(call, 409, 'ORDER_MOVED_ON', [])
    const misfits = unfitFields(route, stop)
    if (misfits.length > 0) return refusal(call, 409, 'ORDER_MOVED_ON', misfits)
  }
  return accepted(call, () => {
    const undone = stop.status
    const heard = stop.settlesAt === null
    // The outcome had set the next stop to EN_ROUTE. The undo reverts this.
    clearHeading(route)
    Object.assign(stop, {
      status: stop.arrivedAt === null ? 'PENDING' : 'ARRIVED',
      finishedAt: null,
      deliveredAt: null,
      reason: null,
      settlesAt: null,
      undoCount: stop.undoCount + 1,
    })
    Object.assign(order, { status: 'SCHEDULED', route, stop })
    const told = heard ? [stopEvent(world, 'stop.undone', route, stop, stop.status, { undone_status: undone })] : []
    return { status: 200, data: { route: routeShape(route), stop: stopShape(stop) }, told }
  })
}

/** Returns the changes of a skipped delivery that would have removed it from a PLANNED route. */
const unfitFields = ({ day, vehicle }: Route, { order, skippedAt }: Stop): string[] => [
  ...(order.input.delivery_date === day ? [] : ['delivery_date']),
  ...(locationKeyOf(order) === skippedAt ? [] : ['address']),
  ...(vehicle.temperatures.includes(order.temperature) ? [] : ['temperature_class']),
]

function stopAt(world: World, call: Call, routeId: string, stopId: string): { route: Route; stop: Stop } | Step {
  const route = routeAt(world, routeId)
  const stop = route?.stops.find((each) => each.stopId === stopId)
  return route && stop ? { route, stop } : refusal(call, 404, 'NOT_FOUND')
}
