// Actions on the selected deliveries, on routes or unassigned, shared by the bar and the menu.
import type { DayOut, DayRoute, DayStop, DayVehicle, PoolOrder } from '../../../src/contract/day.ts'
import { words } from '../../words/locale.ts'
import { windowOf } from '../../ui/format.ts'
import { isOpen } from './day-data.ts'
import type { DayCommands } from './day-commands.ts'
import { unmovableReason } from './moves.ts'

export interface SelectionAction {
  key: string
  name: string
  /** Why the action is disabled. Null if it is enabled. */
  reason: string | null
  danger?: boolean
  run: () => void
}

interface OnRoute {
  route: DayRoute
  stop: DayStop
}

interface Selected {
  stops: OnRoute[]
  pool: PoolOrder[]
  /** Selected deliveries on routes or in the pool that may be moved. */
  movable: string[]
}

export function selectedIn(day: DayOut, ids: ReadonlySet<string>): Selected {
  const stops = day.routes.flatMap((route) =>
    route.stops.flatMap((stop) => (ids.has(stop.order_uuid) && stop.current ? [{ route, stop }] : [])),
  )
  const pool = day.pool.filter(({ order_uuid }) => ids.has(order_uuid))
  const free = stops.filter(({ route, stop }) => isOpen(route) && !stop.finished_at && unmovableReason(stop) === null)
  return { stops, pool, movable: [...pool, ...free.map(({ stop }) => stop)].map(({ order_uuid }) => order_uuid) }
}

/** Maximum number of deliveries in one proposal. */
export const MAX_FITTED_IN = 50

export function actionsOf(
  day: DayOut,
  ids: ReadonlySet<string>,
  deeds: DayCommands,
  role: string | null,
): SelectionAction[] {
  const { stops, pool, movable } = selectedIn(day, ids)
  const placed = pool.filter(({ lat }) => lat !== null)
  const unfinished = stops.filter(({ route, stop }) => isOpen(route) && !stop.finished_at)
  const locked = unfinished.length > 0 && unfinished.every(({ stop }) => stop.locked)
  const onRoutes = movable.filter((id) => stops.some(({ stop }) => stop.order_uuid === id))
  const none = movable.length === 0 ? words.selection.noneMovable : null
  return [
    {
      key: 'fit-in',
      name: words.day.fitIn,
      reason:
        role ??
        (!day.routes.some(isOpen)
          ? words.selection.noRoutes
          : placed.length === 0
            ? words.selection.onlyUnassigned
            : placed.length > MAX_FITTED_IN
              ? words.selection.atMost(MAX_FITTED_IN)
              : null),
      run: () => deeds.replan({ kind: 'FIT_IN', orders: placed }),
    },
    ...swapActions(stops, movable, deeds, role),
    {
      key: 'unassign',
      name: words.stop.remove,
      reason: role ?? (onRoutes.length === 0 ? words.selection.noneOnRoutes : null),
      run: () => deeds.move({ order_uuids: onRoutes, to: null }),
    },
    {
      key: 'lock',
      name: locked ? words.stop.unlock : words.stop.lock,
      reason: role ?? (unfinished.length === 0 ? words.selection.noneOnRoutes : null),
      run: () =>
        deeds.lock(
          unfinished.map(({ stop }) => stop.order_uuid),
          !locked,
        ),
    },
    { key: 'day', name: words.day.otherDay, reason: role ?? none, run: () => deeds.otherDay(movable) },
    {
      key: 'cancel',
      name: words.orders.cancelOrders,
      reason: role ?? none,
      danger: true,
      run: () => deeds.cancelOrders(movable),
    },
  ]
}

/** Swaps the selected stops of two routes. They go to the end of the other route. */
function swapActions(
  stops: readonly OnRoute[],
  movable: readonly string[],
  deeds: DayCommands,
  role: string | null,
): SelectionAction[] {
  const routes = [...new Set(stops.map(({ route }) => route))]
  const [a, b] = routes
  if (!a || !b || routes.length > 2) return []
  const of = (route: DayRoute): string[] =>
    stops.flatMap((one) => (one.route === route && movable.includes(one.stop.order_uuid) ? one.stop.order_uuid : []))
  const [ofA, ofB] = [of(a), of(b)]
  return [
    {
      key: 'swap',
      name: words.selection.swap(a.name, b.name),
      reason: role ?? (ofA.length === 0 || ofB.length === 0 ? words.selection.noneMovable : null),
      run: () =>
        deeds.moveAll([
          { order_uuids: ofA, to: { route_uuid: b.route_uuid, position: b.stops.length } },
          { order_uuids: ofB, to: { route_uuid: a.route_uuid, position: a.stops.length - ofA.length } },
        ]),
    },
  ]
}

/** Splits the delivery's route at its stop. Returns an empty list for the first stop of a route. */
export function splitActions(day: DayOut, orderId: string, deeds: DayCommands, role: string | null): SelectionAction[] {
  const route = day.routes.find(({ stops }) => stops.some((stop) => stop.order_uuid === orderId && stop.current))
  const stop = route?.stops.find(({ order_uuid }) => order_uuid === orderId)
  if (!route || !stop || !isOpen(route) || route.stops[0] === stop) return []
  return [
    {
      key: 'split',
      name: words.regroup.splitHere,
      reason: role ?? (stop.finished_at ? words.day.alreadyThere : unmovableReason(stop)),
      run: () => deeds.regroup({ kind: 'SPLIT', route, from: orderId }),
    },
  ]
}

/** Targets of a move: each open route, and each vehicle without a route. */
export function moveTargets(
  day: DayOut,
  ids: ReadonlySet<string>,
  deeds: DayCommands,
): { key: string; name: string; run: () => void }[] {
  const { movable } = selectedIn(day, ids)
  const moved = new Set(movable)
  // Skip a route that already holds all selected deliveries.
  const open = day.routes.filter(
    (route) => isOpen(route) && movable.some((id) => !route.stops.some(({ order_uuid }) => order_uuid === id)),
  )
  return [
    ...open.map((route) => ({
      key: route.route_uuid,
      name: route.name,
      run: () => {
        const position = route.stops.filter(({ order_uuid: id }) => !moved.has(id)).length
        deeds.move({ order_uuids: movable, to: { route_uuid: route.route_uuid, position } })
      },
    })),
    ...freeVehicles(day).map((vehicle) => ({
      key: vehicle.vehicle_uuid,
      name: words.selection.newRoute(vehicle.name),
      run: () => deeds.moveToVehicle(vehicle, movable),
    })),
  ]
}

export const freeVehicles = (day: DayOut): DayVehicle[] =>
  day.vehicles.filter(
    ({ vehicle_uuid }) => !day.routes.some((route) => isOpen(route) && route.vehicle.vehicle_uuid === vehicle_uuid),
  )

/** Offers to select more deliveries: the route of a delivery, the rest of that route, or all with the same window. */
export function widerSelections(day: DayOut, orderId: string): { key: string; name: string; ids: string[] }[] {
  const route = day.routes.find(({ stops }) =>
    stops.some(({ order_uuid, current }) => order_uuid === orderId && current),
  )
  const all = [...day.pool, ...day.routes.flatMap(({ stops }) => stops.filter(({ current }) => current))]
  const own = all.find(({ order_uuid }) => order_uuid === orderId)
  const window = own ? windowOf(own) : null
  const at = route?.stops.findIndex(({ order_uuid }) => order_uuid === orderId) ?? -1
  const idsOf = (some: readonly { order_uuid: string }[]) => some.map(({ order_uuid }) => order_uuid)
  return [
    ...(route
      ? [
          { key: 'route', name: words.selection.wholeRoute(route.name), ids: idsOf(route.stops) },
          { key: 'after', name: words.selection.fromHere, ids: idsOf(route.stops.slice(at)) },
        ]
      : []),
    ...(window
      ? [
          {
            key: 'window',
            name: words.selection.sameWindow(window),
            ids: idsOf(all.filter((one) => windowOf(one) === window)),
          },
        ]
      : []),
  ]
}
