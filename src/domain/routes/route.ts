// States of a route and the actions that each state allows (docs/spec/routes.md#route-states).
import { text } from '../../texts/text.ts'
import { conflict, type Refusal } from '../refusal.ts'
import { ROUTE_STATUSES, type RouteStatus } from './route-status.ts'
import { FINISHED_STOP, type StopStatus } from './stop.ts'
import { stateInWords } from '../state-words.ts'

export type RouteAction = 'replan' | 'dispatch' | 'work' | 'cancel'

/** Actions that a route's state allows. A route is running if it allows work. */
export const ROUTE_GATE = {
  PLANNED: { replan: true, dispatch: true, work: false, cancel: true },
  DISPATCHED: { replan: false, dispatch: true, work: true, cancel: true },
  IN_PROGRESS: { replan: false, dispatch: true, work: true, cancel: true },
  COMPLETED: { replan: false, dispatch: false, work: false, cancel: false },
  CANCELLED: { replan: false, dispatch: false, work: false, cancel: false },
} as const satisfies Record<RouteStatus, Record<RouteAction, boolean>>

export const isRunning = (status: RouteStatus): boolean => ROUTE_GATE[status].work

/** Planned or running. */
export const OPEN_ROUTE_STATUSES = ROUTE_STATUSES.filter((status) => ROUTE_GATE[status].cancel)

/**
 * Returns whether the route's vehicle can't have another route on that day. A planned route without stops is waiting to
 * be filled and doesn't count.
 */
export const holdsVehicle = ({ status, stopCount }: { status: RouteStatus; stopCount: number }): boolean =>
  isRunning(status) || (status === 'PLANNED' && stopCount > 0)

const REFUSALS = {
  replan: (status) =>
    conflict(
      'ROUTE_RUNNING',
      text('The route is {state}; only a planned route can be planned again.', { state: stateInWords(status) }),
    ),
  dispatch: (status) =>
    conflict(
      'ROUTE_NOT_DISPATCHABLE',
      text('The route is {state} and can’t be sent.', { state: stateInWords(status) }),
    ),
  work: (status) =>
    conflict(
      'ROUTE_NOT_RUNNING',
      text('The route is {state}; stops are recorded only once it is sent, until it is completed.', {
        state: stateInWords(status),
      }),
    ),
  cancel: (status) =>
    conflict(
      'ROUTE_NOT_CANCELLABLE',
      text('The route is already {state} and can’t be canceled.', { state: stateInWords(status) }),
    ),
} satisfies Record<RouteAction, (status: RouteStatus) => Refusal>

/** Returns null if the state allows the action, else a refusal. */
export const routeRefusal = (status: RouteStatus, action: RouteAction): Refusal | null =>
  ROUTE_GATE[status][action] ? null : REFUSALS[action](status)

/**
 * Returns whether a dispatch changes the route ('dispatch') or has been made ('already'), or a refusal
 * (docs/spec/routes.md#dispatch).
 */
export function decideDispatch(
  route: { status: RouteStatus; shiftEndsAt: Date; stopCount: number },
  now: Date,
): 'dispatch' | 'already' | Refusal {
  const refusal = routeRefusal(route.status, 'dispatch')
  if (refusal) return refusal
  if (route.status !== 'PLANNED') return 'already'
  if (route.stopCount === 0) return conflict('ROUTE_EMPTY', 'The route has no stops to drive.')
  if (route.shiftEndsAt < now)
    return conflict('DRIVE_WINDOW_PASSED', 'The drive window of the route has passed; build it again for another day.')
  return 'dispatch'
}

/**
 * Returns the final status of a running route without open stops or pending outcomes: COMPLETED, or CANCELLED if it has
 * no stops at all. Null if the route continues or isn't running.
 */
export function endTimeOf(
  status: RouteStatus,
  stops: readonly { status: StopStatus; settlesAt: Date | null }[],
): 'COMPLETED' | 'CANCELLED' | null {
  if (!isRunning(status)) return null
  if (stops.length === 0) return 'CANCELLED'
  const open = stops.some((stop) => !FINISHED_STOP[stop.status] || stop.settlesAt !== null)
  return open ? null : 'COMPLETED'
}
