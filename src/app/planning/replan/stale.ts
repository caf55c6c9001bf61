// Lists changes since a proposal was made, because of which it can't be accepted.
import { type Text, text } from '../../../texts/text.ts'
import type { BuildOrder } from '../../../store/orders/orders-to-build.ts'
import type { ReplanBasis } from '../../../domain/routes/replan-plan.ts'
import type { Route } from '../../../store/routes/routes.ts'
import type { StopRead } from '../../../store/routes/stops.ts'
import { stateInWords } from '../../../domain/state-words.ts'

export interface ChangeSince {
  route_uuid: string | null
  external_ref: string | null
  /** First part of a sentence that ends with "since …", for example "T-12 is delivered". */
  message: Text
}

/** Compares the current state of these routes and orders with the basis of the proposal. */
export function changedSince(
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
      : [
          {
            route_uuid: null,
            external_ref: externalRef,
            message: text('The delivery {delivery} has changed', { delivery: externalRef }),
          },
        ],
  )
  return [...onRoutes, ...byThemselves]
}

function changesOf(was: ReplanBasis['routes'][number], route: Route, stops: readonly StopRead[]): ChangeSince[] {
  const said = (message: Text, external_ref: string | null = null): ChangeSince => ({
    route_uuid: route.routeId,
    external_ref,
    message,
  })
  const before = new Map(was.stops.map((stop) => [stop.stopId, stop]))
  const changes = [
    ...(was.status === route.status
      ? []
      : [said(text('{route} is {state}', { route: was.name, state: stateInWords(route.status) }))]),
    ...(was.vehicleId === route.vehicleId ? [] : [said(text('{route} has another vehicle', { route: was.name }))]),
    ...(was.driverId === route.driverId ? [] : [said(text('{route} has another driver', { route: was.name }))]),
    ...stops.flatMap(({ stopId, externalRef, status, locked }) => {
      const old = before.get(stopId)
      const at = { delivery: externalRef, route: was.name }
      if (!old) return [said(text('{delivery} is on {route}', at), externalRef)]
      if (old.status !== status)
        return [said(text('{delivery} on {route} is {state}', { ...at, state: stateInWords(status) }), externalRef)]
      return old.locked === locked
        ? []
        : [
            said(
              locked ? text('{delivery} on {route} is locked', at) : text('{delivery} on {route} is unlocked', at),
              externalRef,
            ),
          ]
    }),
    ...was.stops.flatMap(({ stopId, externalRef }) =>
      stops.some((stop) => stop.stopId === stopId)
        ? []
        : [said(text('{delivery} is off {route}', { delivery: externalRef, route: was.name }), externalRef)],
    ),
  ]
  const reordered = was.stops.map(({ stopId }) => stopId).join() !== stops.map(({ stopId }) => stopId).join()
  return changes.length === 0 && reordered
    ? [said(text('The stops of {route} have another order', { route: was.name }))]
    : changes
}
