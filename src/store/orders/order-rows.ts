// Types and mappings of order rows.
import { selectOwn } from '../own.ts'
import type { AllowedDays, Order, Point } from '../../domain/orders/order.ts'
import type { RouteStatus } from '../../domain/routes/route-status.ts'
import type { DoorChecks } from '../../domain/routes/door-checks.ts'
import type { ItemOutcome } from '../../domain/routes/item-outcomes.ts'
import type { StopStatus } from '../../domain/routes/stop.ts'
import type { Tx } from '../database.ts'

export interface KeptOrder extends Order {
  createdAt: Date
  changedAt: Date
  /** Meters to the nearest road. Null if the order is near a road or the distance is unknown. */
  roadMeters: number | null
}

/** An order with its route and stop. The API, the office and the pages read this shape. */
export interface OrderRead extends KeptOrder {
  route: { routeId: string; name: string; status: RouteStatus } | null
  stop: {
    stopId: string
    status: StopStatus
    deliveredAt: Date | null
    plannedArrival: Date
    eta: Date | null
    etaRange: { from: Date; to: Date } | null
    arrivedAt: Date | null
    reason: string | null
    leftWhere: string | null
    itemOutcomes: ItemOutcome[] | null
    checks: DoorChecks | null
    settlesAt: Date | null
  } | null
}

export const readQuery = (tx: Tx) =>
  tx
    .selectFrom('orders as o')
    .leftJoin('routes as r', (on) => on.onRef('r.businessId', '=', 'o.businessId').onRef('r.routeId', '=', 'o.routeId'))
    .leftJoin('stops as s', (on) => on.onRef('s.businessId', '=', 'o.businessId').onRef('s.stopId', '=', 'o.stopId'))
    .selectAll('o')
    .select([
      'r.name as routeName',
      'r.status as routeStatus',
      's.status as stopStatus',
      's.deliveredAt',
      's.plannedArrival',
      's.eta',
      's.etaFrom',
      's.etaTo',
      's.arrivedAt',
      's.reason',
      's.leftWhere',
      's.itemOutcomes',
      's.checks',
      's.settlesAt',
    ])
    .where('o.businessId', '=', tx.businessId)

export type OrderRow = Awaited<ReturnType<ReturnType<typeof orderQuery>['executeTakeFirstOrThrow']>>
export type ReadRow = Awaited<ReturnType<ReturnType<typeof readQuery>['executeTakeFirstOrThrow']>>

export const orderQuery = (tx: Tx) => selectOwn(tx, 'orders').selectAll()

/** Includes columns that only the database needs. Each reader names the columns that it shows. */
export const orderOf = (row: OrderRow): KeptOrder => ({
  ...row,
  address: { line1: row.line1, city: row.city, region: row.region, postalCode: row.postalCode },
  allowedDays: allowedDaysOf(row),
  givenPoint: pointOf(row.givenLat, row.givenLng),
  point: pointOf(row.lat, row.lng),
})

export const allowedDaysOf = (row: { firstDay: string | null; lastDay: string | null }): AllowedDays | null =>
  row.firstDay && row.lastDay ? { first: row.firstDay, last: row.lastDay } : null

export const pointOf = (lat: number | null, lng: number | null): Point | null =>
  lat === null || lng === null ? null : { lat, lng }

export function readOf(row: ReadRow): OrderRead {
  const { routeId, routeName, routeStatus, stopId, stopStatus, plannedArrival } = row
  const { deliveredAt, eta, etaFrom, etaTo, arrivedAt, reason, leftWhere, itemOutcomes, checks, settlesAt } = row
  return {
    ...orderOf(row),
    route: routeId && routeName && routeStatus ? { routeId, name: routeName, status: routeStatus } : null,
    stop:
      stopId && stopStatus && plannedArrival
        ? {
            stopId,
            status: stopStatus,
            deliveredAt,
            plannedArrival,
            eta,
            etaRange: etaFrom && etaTo ? { from: etaFrom, to: etaTo } : null,
            arrivedAt,
            reason,
            leftWhere,
            itemOutcomes,
            checks,
            settlesAt,
          }
        : null,
  }
}
