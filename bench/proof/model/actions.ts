// Possible actions as data that fast-check draws and shrinks. An action is valid in every world: it identifies its
// subject by a number, and the world maps the number to an order, route or stop.
import fc from 'fast-check'
import { buildRoutes } from './build.ts'
import { addEndpoint, changeEndpoint, listEndpoints, removeEndpoint, type Sent } from './endpoints.ts'
import { addFlaw, type Fields, fields, FLAWS, inputOf, withChangedFields, withoutNulls } from './order-fields.ts'
import { cancelOrder, listOrders, putOrder, readOrder } from './orders.ts'
import {
  cancelRoute,
  dispatchRoute,
  listRoutes,
  type Outcome,
  readRoute,
  recordOutcome,
  undoOutcome,
} from './routes.ts'
import type { Step } from './step.ts'
import { applyDriverTap } from './taps.ts'
import { dayOf, holdsVehicle, isFinished, isRunning, type Route, type Stop, type World } from './world.ts'

const SLOTS = 9
const NOBODY = '00000000-0000-4000-8000-000000000000'

const slot = fc.nat(SLOTS)
const nth = fc.nat(11)

const pickRoute = fc.record({
  among: fc.constantFrom('PLANNED', 'RUNNING', 'RUNNING', 'ANY', 'NOBODY'),
  nth,
} as const)
const pickStop = fc.record({
  route: pickRoute,
  among: fc.constantFrom('OPEN', 'OPEN', 'FINISHED', 'ANY', 'NOBODY'),
  nth,
} as const)

const running = fc.record({ among: fc.constant('RUNNING'), nth } as const)
const runningStop = (among: 'OPEN' | 'FINISHED') =>
  fc.record({ route: running, among: fc.constant(among), nth } as const)

const putAction = fc.record({ do: fc.constant('put'), slot, fields, bare: fc.boolean() } as const)
const changeAction = fc.record({
  do: fc.constant('change'),
  slot,
  fields,
  changed: fc.constantFrom<(keyof Fields)[]>(
    [],
    ['instructions'],
    ['items'],
    ['metadata', 'sms_consent', 'email_consent'],
    ['customer_name', 'customer_phone'],
    ['day'],
    ['temperature_class'],
    ['load_weight_lbs'],
    ['window', 'service_minutes'],
    ['place'],
    ['line1', 'customer_email'],
  ),
} as const)
const flawedAction = fc.record({ do: fc.constant('flawed'), slot, fields, flaw: fc.constantFrom(...FLAWS) } as const)
const cancel = fc.record({ do: fc.constant('cancel'), slot } as const)
const read = fc.record({ do: fc.constant('read'), slot } as const)
const list = fc.record({
  do: fc.constant('list'),
  statuses: fc.subarray(['OPEN', 'SCHEDULED', 'DELIVERED', 'FAILED', 'CANCELLED']),
  day: fc.constantFrom(null, 0, 1),
} as const)
const build = fc.record({
  do: fc.constant('build'),
  day: fc.constantFrom(0, 0, 1, -1),
  refs: fc.constantFrom('ALL', 'ALL', 'OPEN', 'SOME', 'ANY', 'TWICE', 'NOBODY'),
  slots: fc.array(slot, { minLength: 1, maxLength: 6 }),
  vehicles: fc.constantFrom('ALL', 'ALL', 'FREE', 'PLANNED', 'SOME', 'NOBODY'),
  nth,
} as const)
const dispatch = fc.record({ do: fc.constant('dispatch'), route: pickRoute } as const)
const dispatchPlanned = fc.record({
  do: fc.constant('dispatch'),
  route: fc.record({ among: fc.constant('PLANNED'), nth } as const),
} as const)
const cancelARoute = fc.record({ do: fc.constant('cancel-route'), route: pickRoute } as const)
const readARoute = fc.record({ do: fc.constant('read-route'), route: pickRoute } as const)
const listDay = fc.record({ do: fc.constant('list-routes'), day: fc.constantFrom(0, 1) } as const)
const outcome = fc.record({
  do: fc.constant('outcome'),
  stop: pickStop,
  status: fc.constantFrom<Outcome>('DELIVERED', 'DELIVERED', 'FAILED', 'SKIPPED'),
  reason: fc.constantFrom('Nobody home.', 'Nobody home.', null),
  notes: fc.constantFrom(null, 'Left at the door.'),
  /** Seconds from now to `occurred_at`. Null: not sent. */
  occurred: fc.constantFrom(null, null, null, 0, -20, -86_400, 90, 121),
  /** Seconds from `occurred` to `arrived_at`. Null: not sent. */
  arrived: fc.constantFrom(null, null, null, -5, 0, 5),
} as const)
const deliver = fc.record({
  do: fc.constant('outcome'),
  stop: runningStop('OPEN'),
  status: fc.constantFrom<Outcome>('DELIVERED', 'FAILED', 'SKIPPED'),
  reason: fc.constant('Nobody home.'),
  notes: fc.constant(null),
  occurred: fc.constant(null),
  arrived: fc.constantFrom(null, 0),
} as const)
const undo = fc.record({ do: fc.constant('undo'), stop: pickStop } as const)
const undoDone = fc.record({ do: fc.constant('undo'), stop: runningStop('FINISHED') } as const)
const TAPS = ['START', 'HEAD', 'HEAD', 'ARRIVE', 'ARRIVE', 'OUTCOME', 'OUTCOME', 'OUTCOME', 'UNDO'] as const
const driverTap = fc.record({
  do: fc.constant('tap'),
  kind: fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...TAPS) }, { weight: 1, arbitrary: fc.constant('END') }),
  stop: fc.oneof(
    { weight: 3, arbitrary: runningStop('OPEN') },
    { weight: 1, arbitrary: runningStop('FINISHED') },
    { weight: 1, arbitrary: pickStop },
  ),
  /** Seconds from now to the time of the tap by the phone's clock, which may be wrong by days. */
  at: fc.constantFrom(0, 0, -10, -864_000, 864_000),
  status: fc.constantFrom<Outcome>('DELIVERED', 'DELIVERED', 'FAILED', 'SKIPPED'),
  reason: fc.constantFrom('Nobody home.', 'Nobody home.', 'Nobody home.', null),
} as const)
const EVENTS = ['stop.delivered', 'stop.undone', 'stop.en_route', 'order.unassigned', 'route.completed']
const addAnEndpoint = fc.record({
  do: fc.constant('add-endpoint'),
  host: fc.constantFrom('192.0.32.7', '192.0.32.7:8443', '10.0.0.1', '127.1', '[::1]', '192.0.32.7:80'),
  events: fc.subarray(EVENTS),
  nobody: fc.constantFrom(false, false, false, true),
} as const)
const changeAnEndpoint = fc.record({
  do: fc.constant('change-endpoint'),
  nth,
  body: fc.constantFrom<Sent[]>({}, { active: false }, { active: true }, { events: [] }, { events: ['stop.skipped'] }),
} as const)
const removeAnEndpoint = fc.record({ do: fc.constant('remove-endpoint'), nth } as const)
const listEndpointsAction = fc.record({ do: fc.constant('list-endpoints') } as const)
const wait = fc.record({
  do: fc.constant('wait'),
  seconds: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(1, 30, 59, 60, 61, 120, 121, 900) },
    { weight: 2, arbitrary: fc.constantFrom(3_600, 43_200) },
  ),
  settle: fc.constantFrom(true, true, false),
} as const)
/** Repeats an acknowledged write: unchanged, or with another body under the same key. */
const repeatAction = fc.record({
  do: fc.constant('again'),
  nth,
  body: fc.constantFrom('SAME', 'SAME', 'OTHER'),
} as const)

/** Mostly actions that advance the day: deliveries are created, planned, dispatched and worked. */
export const actions = fc.oneof(
  { weight: 14, arbitrary: putAction },
  { weight: 8, arbitrary: changeAction },
  { weight: 1, arbitrary: flawedAction },
  { weight: 2, arbitrary: cancel },
  { weight: 1, arbitrary: read },
  { weight: 1, arbitrary: list },
  { weight: 7, arbitrary: build },
  { weight: 1, arbitrary: dispatch },
  { weight: 6, arbitrary: dispatchPlanned },
  { weight: 1, arbitrary: cancelARoute },
  { weight: 2, arbitrary: readARoute },
  { weight: 1, arbitrary: listDay },
  { weight: 3, arbitrary: outcome },
  { weight: 8, arbitrary: deliver },
  { weight: 1, arbitrary: undo },
  { weight: 5, arbitrary: undoDone },
  { weight: 10, arbitrary: driverTap },
  { weight: 1, arbitrary: addAnEndpoint },
  { weight: 1, arbitrary: changeAnEndpoint },
  { weight: 1, arbitrary: removeAnEndpoint },
  { weight: 1, arbitrary: listEndpointsAction },
  { weight: 6, arbitrary: wait },
  { weight: 4, arbitrary: repeatAction },
)
export type Action = typeof actions extends fc.Arbitrary<infer T> ? T : never
export type Request = Exclude<Action, { do: 'wait' | 'again' }>

/**
 * References of the deliveries that actions name by their index. An index gets a new reference once its delivery can't change
 * anymore.
 */
export type Refs = string[]

/** Returns the request of the action with its expected result. Null if no order, route or stop for the action exists yet. */
export function stepOf(world: World, refs: Refs, action: Request): Step | null {
  const refAt = (at: number) => refs[at] ?? `slot-${at}`
  switch (action.do) {
    case 'put': {
      const ref = currentReference(world, refs, action.slot)
      const input = inputOf(world, ref, action.fields)
      return putOrder(world, input, action.bare ? withoutNulls(input) : input, [])
    }
    case 'change': {
      const ref = refAt(action.slot)
      const before = world.orders.get(ref)?.input
      const next = inputOf(world, ref, action.fields)
      const input = before ? withChangedFields(before, next, action.changed) : next
      return putOrder(world, input, input, [])
    }
    case 'flawed': {
      const ref = refAt(action.slot)
      const { body, wrong } = addFlaw(inputOf(world, ref, action.fields), action.flaw)
      return putOrder(world, inputOf(world, ref, action.fields), body, wrong)
    }
    case 'cancel':
      return cancelOrder(world, refAt(action.slot))
    case 'read':
      return readOrder(world, refAt(action.slot))
    case 'list':
      return listOrders(world, action.statuses, action.day === null ? null : dayOf(world, world.now, action.day))
    case 'build':
      return buildRoutes(world, {
        date: dayOf(world, world.now, action.day),
        ...refsOf(world, action, refAt),
        ...vehiclesOf(world, action),
      })
    case 'dispatch':
      return dispatchRoute(world, routeOf(world, action.route)?.routeId ?? NOBODY)
    case 'cancel-route':
      return cancelRoute(world, routeOf(world, action.route)?.routeId ?? NOBODY)
    case 'read-route':
      return readRoute(world, routeOf(world, action.route)?.routeId ?? NOBODY)
    case 'list-routes':
      return listRoutes(world, dayOf(world, world.now, action.day))
    case 'outcome':
    case 'undo':
    case 'tap':
      return hasNoRunningRoute(world, action.stop.route) ? stepTowardRunningRoute(world) : stepAtStop(world, action)
    case 'add-endpoint':
      return addedEndpoint(world, action)
    case 'change-endpoint':
      return changeEndpoint(world, endpointOf(world, action.nth), action.body)
    case 'remove-endpoint':
      return removeEndpoint(world, endpointOf(world, action.nth))
    case 'list-endpoints':
      return listEndpoints(world)
  }
}

/** Returns the request of an action at a stop. Null if its route has no driver's link yet. */
function stepAtStop(world: World, action: Extract<Request, { do: 'outcome' | 'undo' | 'tap' }>): Step | null {
  const { routeId, stopId } = stopOf(world, action.stop)
  switch (action.do) {
    case 'outcome': {
      const occurredAt = action.occurred === null ? null : world.now + action.occurred * 1000
      const arrivedAt = action.arrived === null ? null : (occurredAt ?? world.now) + action.arrived * 1000
      const said = { status: action.status, reason: action.reason, driver_notes: action.notes, occurredAt, arrivedAt }
      return recordOutcome(world, routeId, stopId, said)
    }
    case 'undo':
      return undoOutcome(world, routeId, stopId)
    case 'tap': {
      const route = world.routes.find((each) => each.routeId === routeId)
      // Without a link, no driver can tap.
      if (!route || route.dispatchedAt === null) return null
      return applyDriverTap(world, route, { ...action, stopId, at: world.now + action.at * 1000 })
    }
  }
}

function addedEndpoint(world: World, action: Extract<Request, { do: 'add-endpoint' }>): Step {
  const wrong = action.host.startsWith('192.0.32.7') && !action.host.endsWith(':80') ? [] : ['url']
  const events = [...action.events, ...(action.nobody ? ['stop.nobody'] : [])]
  const url = `https://${action.host}/${world.tag}`
  return addEndpoint(world, { url, events }, action.nobody ? [`events.${action.events.length}`] : wrong)
}

const hasNoRunningRoute = ({ routes }: World, { among }: RoutePick): boolean =>
  among === 'RUNNING' && !routes.some(isRunning)

/** Returns the next step toward a running route, if none is running. */
function stepTowardRunningRoute(world: World): Step {
  const planned = world.routes.find(({ status, stops }) => status === 'PLANNED' && stops.length > 0)
  if (planned) return dispatchRoute(world, planned.routeId)
  const open = [...world.orders.values()].filter(({ status, route }) => status === 'OPEN' && !route)
  return buildRoutes(world, { date: open.at(-1)?.input.delivery_date ?? dayOf(world, world.now) })
}

function currentReference(world: World, refs: Refs, at: number): string {
  const ref = refs[at] ?? `slot-${at}`
  const status = world.orders.get(ref)?.status
  const final = status !== undefined && status !== 'OPEN' && status !== 'SCHEDULED'
  return (refs[at] = final ? `${ref}'` : ref)
}

const pick = <T>(from: readonly T[], nth: number): T | undefined => from[nth % Math.max(1, from.length)]

type RoutePick = { among: 'PLANNED' | 'RUNNING' | 'ANY' | 'NOBODY'; nth: number }
type StopPick = { route: RoutePick; among: 'OPEN' | 'FINISHED' | 'ANY' | 'NOBODY'; nth: number }

function routeOf({ routes }: World, { among, nth }: RoutePick): Route | undefined {
  if (among === 'NOBODY') return undefined
  const wanted = routes.filter((route) =>
    among === 'PLANNED' ? route.status === 'PLANNED' : among === 'ANY' || isRunning(route),
  )
  // Newest first, because old routes have ended.
  return pick(wanted.length > 0 ? wanted.toReversed() : routes.toReversed(), nth)
}

function stopOf(world: World, { route: which, among, nth }: StopPick): { routeId: string; stopId: string } {
  const route = routeOf(world, which)
  const wanted = (stop: Stop) => (among === 'FINISHED' ? isFinished(stop) : among === 'ANY' || !isFinished(stop))
  const stop = among === 'NOBODY' ? undefined : pick(route?.stops.filter(wanted) ?? [], nth)
  return { routeId: route?.routeId ?? NOBODY, stopId: (stop ?? pick(route?.stops ?? [], nth))?.stopId ?? NOBODY }
}

/** Returns an existing endpoint, sometimes an unknown one. */
const endpointOf = ({ endpoints }: World, nth: number): string =>
  (nth === 11 ? undefined : pick(endpoints, nth))?.endpointId ?? NOBODY

type BuildAction = Extract<Action, { do: 'build' }>

function refsOf(world: World, { refs, slots, day }: BuildAction, refAt: (at: number) => string) {
  const chosen = [...new Set(slots)].map(refAt)
  const date = dayOf(world, world.now, day)
  const open = [...world.orders.values()].filter(
    ({ status, input }) => status === 'OPEN' && input.delivery_date === date,
  )
  const openRefs = open.map(({ input }) => input.external_ref)
  switch (refs) {
    case 'ALL':
      return {}
    case 'OPEN':
      return openRefs.length > 0 ? { external_refs: openRefs } : {}
    case 'SOME': {
      const some = openRefs.filter((ref) => chosen.includes(ref))
      return some.length > 0 ? { external_refs: some } : {}
    }
    case 'ANY':
      return { external_refs: chosen }
    case 'TWICE':
      return { external_refs: [...chosen, ...chosen.slice(0, 1)] }
    case 'NOBODY':
      return { external_refs: [...openRefs, 'nobody'] }
  }
}

function vehiclesOf(world: World, { vehicles, day, nth }: BuildAction) {
  const date = dayOf(world, world.now, day)
  const holding = world.routes.filter((route) => route.day === date && holdsVehicle(route))
  const planned = holding.filter(({ status }) => status === 'PLANNED').map(({ vehicle }) => vehicle)
  const free = world.vehicles.filter((vehicle) => !holding.some((route) => route.vehicle === vehicle))
  const ids = (from: { vehicleId: string }[]) => (from.length > 0 ? { vehicle_ids: from.map((v) => v.vehicleId) } : {})
  switch (vehicles) {
    case 'ALL':
      return {}
    case 'FREE':
      return ids(free)
    case 'PLANNED':
      return ids(planned)
    case 'SOME':
      return ids(world.vehicles.slice(0, 1 + (nth % world.vehicles.length)))
    case 'NOBODY':
      return { vehicle_ids: [NOBODY] }
  }
}
