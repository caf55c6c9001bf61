// The driver's taps, sent with the link of the route (docs/spec/routes.md#stop-states).
import type { EmittedEvent } from './events.ts'
import {
  startRoute,
  headToStop,
  clearHeading,
  headToNextStop,
  type Outcome,
  recordOutcome,
  release,
  settleOutcomes,
  undoOutcome,
} from './routes.ts'
import { accepted, type Accepted, type Call, refusal, type Step } from './step.ts'
import { iso, isFinished, isRunning, type Route, routeShape, stopShape, type World } from './world.ts'

export interface Tap {
  kind: 'START' | 'HEAD' | 'ARRIVE' | 'OUTCOME' | 'UNDO' | 'END'
  stopId: string
  /** Time by the phone's clock, which may be wrong. */
  at: number
  status: Outcome
  reason: string | null
}

/** The link of a completed route stays valid for a day. */
const LINK_VALID_AFTER_END_MS = 86_400_000

export function applyDriverTap(world: World, route: Route, said: Tap): Step {
  const { kind, stopId } = said
  const body = {
    kind,
    at: iso(said.at),
    ...(kind !== 'START' && kind !== 'END' && { stop_uuid: stopId }),
    ...(kind === 'OUTCOME' && { status: said.status, reason: said.reason }),
  }
  const call: Call = { method: 'POST', path: '/taps', driverOf: route.routeId, body }
  // Always invalid, so it is refused in any state of the route.
  if (kind === 'OUTCOME' && said.status === 'FAILED' && !said.reason) return refusal(call, 400, 'INVALID', ['reason'])
  const over = route.completedAt !== null && route.completedAt + LINK_VALID_AFTER_END_MS <= world.now
  if (route.status === 'CANCELLED' || over) return refusal(call, 410, 'LINK_ENDED')

  const at = Math.min(Math.max(said.at, route.dispatchedAt ?? world.now), world.now)
  const stop = route.stops.find((each) => each.stopId === stopId)
  const done = (told: EmittedEvent[]): Accepted => ({ status: 200, data: runShape(route), told })
  if (kind === 'OUTCOME') {
    const { status, reason } = said
    const outcome = { status, reason, driver_notes: null, occurredAt: at, arrivedAt: null }
    const step = recordOutcome(world, route.routeId, stopId, outcome)
    if (step.refused) return { ...step, call }
    return accepted(call, () => done([...acceptStep(step), ...headToNextStop(world, route, at)]))
  }
  if (kind === 'UNDO') {
    const step = undoOutcome(world, route.routeId, stopId)
    return step.refused ? { ...step, call } : accepted(call, () => done(acceptStep(step)))
  }
  if (kind !== 'START' && kind !== 'END' && !stop) return refusal(call, 404, 'NOT_FOUND')
  if (!isRunning(route)) return refusal(call, 409, 'ROUTE_NOT_RUNNING')
  if (kind === 'HEAD' && stop) {
    if (isFinished(stop) || stop.status === 'ARRIVED') return refusal(call, 409, 'STOP_FINISHED')
    return accepted(call, () => {
      if (stop.status === 'EN_ROUTE') return done([])
      startRoute(route, at)
      return done(headToStop(world, route, stop, at))
    })
  }
  if (kind === 'ARRIVE' && stop) {
    if (isFinished(stop)) return refusal(call, 409, 'STOP_FINISHED')
    return accepted(call, () => {
      if (stop.status !== 'ARRIVED') {
        clearHeading(route)
        startRoute(route, at)
        Object.assign(stop, { status: 'ARRIVED', arrivedAt: stop.arrivedAt ?? at })
      }
      return done([])
    })
  }
  return accepted(call, () => {
    const starts = route.status === 'DISPATCHED'
    startRoute(route, at)
    if (kind === 'END') return done(endRoute(world, route, at))
    return done(starts ? headToNextStop(world, route, at) : [])
  })
}

const acceptStep = (step: Step): EmittedEvent[] => step.accept({}).told ?? []

function endRoute(world: World, route: Route, at: number): EmittedEvent[] {
  const skipped = route.stops.filter((stop) => !isFinished(stop))
  for (const stop of skipped) {
    Object.assign(stop, { status: 'SKIPPED', finishedAt: at })
    release(stop)
  }
  return settleOutcomes(world, route, skipped)
}

const runShape = (route: Route) => ({
  route: routeShape(route),
  stops: route.stops.map((stop) => {
    const { proof: _proof, tracking_url: _url, ...shape } = stopShape(stop)
    return shape
  }),
})
