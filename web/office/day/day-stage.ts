// How far a day is, and what a dispatcher should look at before its routes are sent.
import type { Placement } from '../../../src/domain/orders/order.ts'
import type { DayOut, DayRoute, DayStop, PoolOrder } from '../../../src/contract/day.ts'

export const STAGES = ['BUILD', 'REVIEW', 'SEND', 'LIVE'] as const
export type Stage = (typeof STAGES)[number]

export interface Progress {
  stage: Stage
  /** Whether all routes of the day have ended. */
  isDone: boolean
  issues: Issue[]
  /** Planned routes with stops. */
  toSend: DayRoute[]
  /** Planned routes with stops and without an issue. */
  ready: DayRoute[]
  /** Unassigned deliveries with a location. */
  placed: PoolOrder[]
}

/** A problem of the plan, with the deliveries or the route that it is about. */
export type Issue =
  | { kind: 'LATE'; route: DayRoute; stops: DayStop[] }
  | { kind: 'NO_DRIVER'; route: DayRoute }
  | { kind: 'NO_LOCATION' | 'SEVERAL_LOCATIONS'; orders: PoolOrder[] }

export function progressOf(day: DayOut): Progress {
  const routes = day.routes.filter(({ status, stop_count }) => status !== 'CANCELLED' && stop_count > 0)
  const toSend = routes.filter(({ status }) => status === 'PLANNED')
  const issues = issuesOf(day, toSend)
  const troubled = new Set(issues.map((issue) => ('route' in issue ? issue.route : null)))
  const placed = day.pool.filter(({ lat }) => lat !== null)
  return {
    stage: stageOf(day, routes, issues),
    isDone: routes.length > 0 && routes.every(({ status }) => status === 'COMPLETED'),
    issues,
    toSend,
    ready: toSend.filter((route) => !troubled.has(route)),
    placed,
  }
}

function stageOf(day: DayOut, routes: readonly DayRoute[], issues: readonly Issue[]): Stage {
  if (routes.some(({ status }) => status !== 'PLANNED')) return 'LIVE'
  // A build has a reason for each delivery that it leaves unassigned. Other deliveries with a location are still to be planned.
  const untried = day.pool.some(({ lat, left_off }) => lat !== null && left_off === null)
  if (routes.length === 0 || untried || day.pool_count > day.pool.length) return 'BUILD'
  return issues.length > 0 ? 'REVIEW' : 'SEND'
}

function issuesOf({ pool, drivers }: DayOut, toSend: readonly DayRoute[]): Issue[] {
  const late = toSend
    .map((route) => ({ kind: 'LATE' as const, route, stops: route.stops.filter((stop) => stop.late_minutes > 0) }))
    .filter(({ stops }) => stops.length > 0)
  const ordersOf = (kind: 'NO_LOCATION' | 'SEVERAL_LOCATIONS', placement: Placement) => {
    const orders = pool.filter((order) => order.placement === placement)
    return orders.length > 0 ? [{ kind, orders }] : []
  }
  // A business without drivers passes the links on itself.
  const alone = drivers.length > 0 ? toSend.filter(({ driver }) => driver === null) : []
  return [
    ...late,
    ...ordersOf('SEVERAL_LOCATIONS', 'AMBIGUOUS'),
    ...ordersOf('NO_LOCATION', 'UNPLACED'),
    ...alone.map((route) => ({ kind: 'NO_DRIVER' as const, route })),
  ]
}
