// Lists the pieces to load at the depots on a day, for each load of each route. The pieces of the last stop come first.
import { dayToWire } from '../../contract/fields.ts'
import type { LoadsOut } from '../../contract/office/loads.ts'
import { piecesOf } from '../../domain/orders/pieces.ts'
import { isOutcome } from '../../domain/routes/stop.ts'
import { type OrderDetails, readRoutesDetails } from '../../store/routes/order-details.ts'
import { readRoutes, type RouteRead } from '../../store/routes/routes.ts'
import { readStops, type StopRead } from '../../store/routes/stops.ts'
import type { Context } from '../context.ts'
import { loadCheckToWire } from './route-wire.ts'

export const readLoads = (ctx: Context, day: string): Promise<LoadsOut> =>
  ctx.read(async (tx) => {
    const routes = (await readRoutes(tx, { day })).filter(({ status }) => status !== 'CANCELLED')
    const ids = routes.map(({ routeId }) => routeId)
    const entries = await readRoutesDetails(tx, ids)
    const stops = Map.groupBy(await readStops(tx, ids), ({ routeId }) => routeId)
    return {
      date: dayToWire(day),
      routes: routes
        .map((route) => ({
          route_uuid: route.routeId,
          name: route.name,
          status: route.status,
          vehicle: route.vehicleName,
          driver: route.driverName,
          planned_start: route.plannedStart?.toISOString() ?? null,
          loads: loadsOf(route, stops.get(route.routeId) ?? [], entries),
        }))
        .filter(({ loads }) => loads.length > 0),
    }
  })

function loadsOf({ loadChecks }: RouteRead, stops: readonly StopRead[], entries: ReadonlyMap<string, OrderDetails>) {
  const loaded = stops.filter((stop) => !isOutcome(stop.status) && !stop.handOver && !stop.rules?.goodsFrom)
  return [...Map.groupBy(loaded, ({ trip }) => trip)]
    .sort(([a], [b]) => a - b)
    .map(([trip, load]) => {
      const check = loadChecks.find((one) => one.trip === trip)
      return {
        trip,
        check: check ? loadCheckToWire(check) : null,
        stops: load
          .toSorted((a, b) => b.sequence - a.sequence)
          .map((stop) => ({
            stop_uuid: stop.stopId,
            order_uuid: stop.orderId,
            sequence: stop.sequence,
            external_ref: stop.externalRef,
            temperature_class: stop.temperatureClass,
            pieces: piecesOf({ ...stop, items: entries.get(stop.stopId)?.items ?? null }),
          })),
      }
    })
}
