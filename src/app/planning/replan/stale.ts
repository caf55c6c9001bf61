// What has changed since a proposal was made, in words.
import type { BuildOrder } from '../../../store/orders/orders-to-build.ts'
import type { ReplanBasis } from '../../../domain/routes/replan-plan.ts'
import type { Route } from '../../../store/routes/routes.ts'
import type { StopRead } from '../../../store/routes/stops.ts'
import { stateInWords } from '../../../domain/state-words.ts'

export interface ChangeSince {
  route_uuid: string | null
  external_ref: string | null
  /** Reads on before "since …": "T-12 is delivered". */
  message: string
}

/** Of the routes and orders given, as they are now. */
export function whatChanged(
  basis: ReplanBasis,
  routes: readonly { route: Route; stops: readonly StopRead[] }[],
  orders: readonly Pick<BuildOrder, 'orderId' | 'externalRef' | 'changedAt'>[],
): ChangeSince[] {
  const onRoutes = routes.flatMap(({ route, stops }) => {
    const was = basis.routes.find(({ routeId }) => routeId === route.routeId)
    return was ? changesOf(was, route, stops) : []
  })
  const named = new Set(onRoutes.map(({ external_ref }) => external_ref))
  const byThemselves = orders.flatMap(({ orderId, externalRef, changedAt }): ChangeSince[] =>
    basis.orders[orderId]?.changedAt === changedAt || named.has(externalRef)
      ? []
      : [{ route_uuid: null, external_ref: externalRef, message: `the delivery ${externalRef} has changed` }],
  )
  return [...onRoutes, ...byThemselves]
}

function changesOf(was: ReplanBasis['routes'][number], route: Route, stops: readonly StopRead[]): ChangeSince[] {
  const said = (message: string, external_ref: string | null = null): ChangeSince => ({
    route_uuid: route.routeId,
    external_ref,
    message,
  })
  const before = new Map(was.stops.map((stop) => [stop.stopId, stop]))
  const changes = [
    ...(was.status === route.status ? [] : [said(`${was.name} is ${stateInWords(route.status)}`)]),
    ...(was.vehicleId === route.vehicleId ? [] : [said(`${was.name} has another vehicle`)]),
    ...(was.driverId === route.driverId ? [] : [said(`${was.name} has another driver`)]),
    ...stops.flatMap(({ stopId, externalRef, status, locked }) => {
      const old = before.get(stopId)
      if (!old) return [said(`${externalRef} is on ${was.name}`, externalRef)]
      if (old.status !== status) return [said(`${externalRef} on ${was.name} is ${stateInWords(status)}`, externalRef)]
      return old.locked === locked
        ? []
        : [said(`${externalRef} on ${was.name} is ${locked ? 'locked' : 'unlocked'}`, externalRef)]
    }),
    ...was.stops.flatMap(({ stopId, externalRef }) =>
      stops.some((stop) => stop.stopId === stopId) ? [] : [said(`${externalRef} is off ${was.name}`, externalRef)],
    ),
  ]
  const reordered = was.stops.map(({ stopId }) => stopId).join() !== stops.map(({ stopId }) => stopId).join()
  return changes.length === 0 && reordered ? [said(`the stops of ${was.name} have another order`)] : changes
}
