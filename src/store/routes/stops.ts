// Stops as rows, and as readers see them, with the order of each stop.
import { updateOwn } from '../own.ts'
import type { OrderRules } from '../../domain/planning/rules.ts'
import { sql } from 'kysely'
import type { Address, OrderStatus, Placement, Point, TemperatureClass } from '../../domain/orders/order.ts'
import type { DoorChecks } from '../../domain/routes/door-checks.ts'
import type { ItemOutcome } from '../../domain/routes/item-outcomes.ts'
import type { Scans } from '../../domain/routes/scanning.ts'
import type { StopStatus } from '../../domain/routes/stop.ts'
import type { HandOver } from '../../domain/routes/pauses.ts'
import { hasAddressHours, withAddressHours } from '../addresses/address-street-hours.ts'
import type { Tx } from '../database.ts'
import { insertMany } from '../bulk-write.ts'
import { pointOf } from '../orders/order-rows.ts'
import { setAsideProofs } from './refused-proofs.ts'
import { DUE_IMMEDIATELY } from './routes.ts'
import type { ProofWithFault } from './proofs.ts'

export interface Stop {
  stopId: string
  routeId: string
  orderId: string
  sequence: number
  /** Number of the load that its goods are part of, starting at 1. */
  trip: number
  /** Hand-over of its goods from another vehicle. Null if there is none. */
  handOver: HandOver | null
  status: StopStatus
  locked: boolean
  serviceMinutes: number
  legMeters: number
  legSeconds: number
  plannedArrival: Date
  plannedDeparture: Date
  eta: Date | null
  /** Range that contains the arrival in 90 % of cases. Null before the dispatch. Written by `saveTimings`. */
  etaRange: TimeRange | null
  /** Range that was given to the customer. Written by `saveTold`. */
  told: TimeRange | null
  /** Time at which a notice last replaced the range that the customer has. Written by `saveTold`. */
  noticeAt: Date | null
  /**
   * First and last time at which the vehicle was near the stop while it was open. Written by `saveStay`. A trigger ends
   * it when the stop is finished or moved.
   */
  stay: TimeRange | null
  arrivedAt: Date | null
  finishedAt: Date | null
  deliveredAt: Date | null
  reason: string | null
  driverNotes: string | null
  /** Place where the goods were left. Null if they were handed over in person, or if the stop was not delivered. */
  leftWhere: string | null
  /** Scans at the door. */
  scans: Scans | null
  /** Set if the delivery is incomplete. */
  itemOutcomes: ItemOutcome[] | null
  /** Answers to the checks at the door that the order requires. */
  checks: DoorChecks | null
  settlesAt: Date | null
  undoCount: number
  /** Whether it was delivered within its window (app/routes/on-time.ts). */
  onTime: boolean | null
  /** Location of the order when the stop was skipped. Null if it was not skipped. */
  skippedPoint: Point | null
}

export interface TimeRange {
  from: Date
  to: Date
}

/** A stop with the data of its order. */
export interface StopRead extends Stop {
  externalRef: string
  /** Attempt number of the order. */
  attempt: number
  orderStatus: OrderStatus
  /** Whether the order is still on this stop. The order of a skipped stop may now be on another stop. */
  current: boolean
  customerName: string
  address: Address
  point: Point | null
  placement: Placement
  roadMeters: number | null
  windowStart: string | null
  windowEnd: string | null
  temperatureClass: TemperatureClass
  loadWeightLbs: number | null
  rules: OrderRules | null
  /** Oldest first. */
  proofs: ProofWithFault[]
}

const rangeOf = (from: Date | null, to: Date | null): TimeRange | null => (from && to ? { from, to } : null)

const readQuery = (tx: Tx) =>
  tx
    .selectFrom('stops as s')
    .innerJoin('orders as o', (on) =>
      on.onRef('o.businessId', '=', 's.businessId').onRef('o.orderId', '=', 's.orderId'),
    )
    .selectAll('s')
    .select([
      'o.externalRef',
      'o.attempt',
      'o.status as orderStatus',
      'o.stopId as orderStopId',
      'o.customerName',
      'o.line1',
      'o.city',
      'o.region',
      'o.postalCode',
      'o.lat',
      'o.lng',
      'o.placement',
      'o.roadMeters',
      'o.windowStart',
      'o.windowEnd',
      'o.rules',
      'o.temperatureClass',
      'o.loadWeightLbs',
      sql<ProofWithFault[] | null>`(
        select json_agg(json_build_object('proofId', p.proof_uuid, 'kind', p.kind, 'fileFault', p.file_fault,
          'item', case when p.item_name is not null then json_build_object('name', p.item_name, 'sku', p.item_sku) end)
          order by p.created_at, p.proof_uuid)
        from proofs p where p.business_uuid = s.business_uuid and p.stop_uuid = s.stop_uuid)`.as('proofs'),
      sql<boolean>`o.rules ->> 'goodsFrom' is not null and exists (
        select from orders g join routes r on r.business_uuid = g.business_uuid and r.route_uuid = g.route_uuid
        where g.business_uuid = s.business_uuid and g.external_ref = o.rules ->> 'goodsFrom'
          and g.status = 'DELIVERED' and r.status = 'COMPLETED' and r.route_uuid <> s.route_uuid)`.as('goodsAtDepot'),
      hasAddressHours(tx),
    ])
    .where('s.businessId', '=', tx.businessId)

type ReadRow = Awaited<ReturnType<ReturnType<typeof readQuery>['executeTakeFirstOrThrow']>>

const readOf = (row: ReadRow): StopRead => ({
  stopId: row.stopId,
  routeId: row.routeId,
  orderId: row.orderId,
  sequence: row.sequence,
  trip: row.trip,
  handOver: row.handOver,
  status: row.status,
  locked: row.locked,
  serviceMinutes: row.serviceMinutes,
  legMeters: row.legMeters,
  legSeconds: row.legSeconds,
  plannedArrival: row.plannedArrival,
  plannedDeparture: row.plannedDeparture,
  eta: row.eta,
  etaRange: rangeOf(row.etaFrom, row.etaTo),
  told: rangeOf(row.toldFrom, row.toldTo),
  noticeAt: row.noticeAt,
  stay: rangeOf(row.nearFrom, row.nearUntil),
  arrivedAt: row.arrivedAt,
  finishedAt: row.finishedAt,
  deliveredAt: row.deliveredAt,
  reason: row.reason,
  driverNotes: row.driverNotes,
  leftWhere: row.leftWhere,
  scans: row.scans,
  itemOutcomes: row.itemOutcomes,
  checks: row.checks,
  settlesAt: row.settlesAt,
  undoCount: row.undoCount,
  onTime: row.onTime,
  skippedPoint: pointOf(row.skippedLat, row.skippedLng),
  externalRef: row.externalRef,
  attempt: row.attempt,
  orderStatus: row.orderStatus,
  current: row.orderStopId === row.stopId,
  customerName: row.customerName,
  address: { line1: row.line1, city: row.city, region: row.region, postalCode: row.postalCode },
  point: pointOf(row.lat, row.lng),
  placement: row.placement,
  roadMeters: row.roadMeters,
  windowStart: row.windowStart,
  windowEnd: row.windowEnd,
  temperatureClass: row.temperatureClass,
  loadWeightLbs: row.loadWeightLbs,
  rules: row.goodsAtDepot ? withoutGiver(row.rules ?? {}) : row.rules,
  proofs: row.proofs ?? [],
})

/**
 * Removes the rules that tie the goods to another delivery. After that delivery is made and its route has completed,
 * the goods are at the depot like all others.
 */
function withoutGiver({ goodsFrom: _from, maxRideMinutes: _ride, ...rules }: OrderRules): OrderRules | null {
  return Object.keys(rules).length > 0 ? rules : null
}

/** Returns the stops of routes in driving order. The caller must hold the route's lock to change them. */
export async function readStops(tx: Tx, routeIds: readonly string[]): Promise<StopRead[]> {
  if (routeIds.length === 0) return []
  const rows = await readQuery(tx)
    .where('s.routeId', 'in', routeIds)
    .orderBy('s.routeId')
    .orderBy('s.sequence')
    .execute()
  return (await withAddressHours(tx, rows)).map(readOf)
}

/** Returns the routes of a day that hand goods over to other routes, or have done so. */
export async function routesHandingOver(tx: Tx, day: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('stops as s')
    .innerJoin('routes as r', (on) =>
      on.onRef('r.businessId', '=', 's.businessId').onRef('r.routeId', '=', 's.routeId'),
    )
    .select(sql<string>`s.hand_over ->> 'routeId'`.as('from'))
    .distinct()
    .where('r.businessId', '=', tx.businessId)
    .where('r.date', '=', day)
    .where('s.handOver', 'is not', null)
    .execute()
  return new Set(rows.map(({ from }) => from))
}

/** Returns the stops of other routes of the day whose goods come from this route, in driving order per route. */
export async function stopsTakingOver(tx: Tx, route: { routeId: string; day: string }): Promise<StopRead[]> {
  const rows = await readQuery(tx)
    .where('s.routeId', 'in', (eb) =>
      eb.selectFrom('routes').select('routeId').where('businessId', '=', tx.businessId).where('date', '=', route.day),
    )
    .where(sql<string>`s.hand_over ->> 'routeId'`, '=', route.routeId)
    .orderBy('s.routeId')
    .orderBy('s.sequence')
    .execute()
  return (await withAddressHours(tx, rows)).map(readOf)
}

export async function readStop(tx: Tx, routeId: string, stopId: string): Promise<StopRead | null> {
  const rows = await readQuery(tx).where('s.routeId', '=', routeId).where('s.stopId', '=', stopId).execute()
  const [row] = await withAddressHours(tx, rows)
  return row ? readOf(row) : null
}

/** Returns the orders that are still on these stops. */
export const currentOrders = (stops: readonly StopRead[]): string[] =>
  stops.filter((stop) => stop.current).map((stop) => stop.orderId)

/** Inserts stops of the business, pipelined. */
export const insertStops = (tx: Tx, stops: readonly Stop[]): void =>
  insertMany(
    tx,
    'stops',
    stops.map((stop) => ({
      businessId: tx.businessId,
      stopId: stop.stopId,
      routeId: stop.routeId,
      orderId: stop.orderId,
      ...changeable(stop),
      scans: stop.scans,
      itemOutcomes: stop.itemOutcomes,
      checks: stop.checks,
    })),
  )

export async function saveStop(tx: Tx, stop: Stop): Promise<void> {
  await updateOwn(tx, 'stops', { stopId: stop.stopId }).set(changeable(stop)).execute()
}

const changeable = (stop: Stop) => ({
  sequence: stop.sequence,
  trip: stop.trip,
  status: stop.status,
  locked: stop.locked,
  serviceMinutes: stop.serviceMinutes,
  legMeters: stop.legMeters,
  legSeconds: stop.legSeconds,
  plannedArrival: stop.plannedArrival,
  plannedDeparture: stop.plannedDeparture,
  eta: stop.eta,
  etaFrom: stop.etaRange?.from ?? null,
  etaTo: stop.etaRange?.to ?? null,
  toldFrom: stop.told?.from ?? null,
  toldTo: stop.told?.to ?? null,
  noticeAt: stop.noticeAt,
  arrivedAt: stop.arrivedAt,
  finishedAt: stop.finishedAt,
  deliveredAt: stop.deliveredAt,
  reason: stop.reason,
  driverNotes: stop.driverNotes,
  leftWhere: stop.leftWhere,
  scans: stop.scans && JSON.stringify(stop.scans),
  itemOutcomes: stop.itemOutcomes && JSON.stringify(stop.itemOutcomes),
  checks: stop.checks && JSON.stringify(stop.checks),
  settlesAt: stop.settlesAt,
  undoCount: stop.undoCount,
  onTime: stop.onTime,
  skippedLat: stop.skippedPoint?.lat ?? null,
  skippedLng: stop.skippedPoint?.lng ?? null,
})

/**
 * Removes stops from their routes. Keeps their proofs. If the route was dispatched, also keeps which order each stop
 * had.
 */
export async function deleteStops(tx: Tx, stopIds: readonly string[]): Promise<void> {
  if (stopIds.length === 0) return
  await setAsideProofs(tx, stopIds)
  await sql`
    with gone as (
      delete from stops where business_uuid = ${tx.businessId}::uuid and stop_uuid = any(${stopIds}::uuid[])
      returning business_uuid, stop_uuid, order_uuid, route_uuid)
    insert into removed_stops (business_uuid, stop_uuid, order_uuid)
    select g.business_uuid, g.stop_uuid, g.order_uuid
    from gone g join routes r on r.business_uuid = g.business_uuid and r.route_uuid = g.route_uuid
    where r.dispatched_at is not null
    on conflict do nothing`.execute(tx)
}

/**
 * Puts the stops on the route in this order and into these loads. A stop that comes from another route becomes pending.
 */
export async function placeStops(
  tx: Tx,
  routeId: string,
  stops: readonly Pick<Stop, 'stopId' | 'trip' | 'handOver'>[],
): Promise<void> {
  const handOvers = stops.map(({ handOver }) => handOver && JSON.stringify(handOver))
  await sql`
    update stops s set sequence = k.place, trip = k.trip, hand_over = k.hand_over, route_uuid = ${routeId}::uuid,
                       status = case when s.route_uuid = ${routeId}::uuid then s.status else 'PENDING' end
    from unnest(${stops.map(({ stopId }) => stopId)}::uuid[], ${stops.map(({ trip }) => trip)}::int[],
                ${handOvers}::jsonb[])
         with ordinality as k (id, trip, hand_over, place)
    where s.business_uuid = ${tx.businessId}::uuid and s.stop_uuid = k.id`.execute(tx)
  await updateOwn(tx, 'routes', { routeId }).set({ waysDueAt: DUE_IMMEDIATELY }).execute()
}

export async function lockStopsInPlace(
  tx: Tx,
  routeId: string,
  stopIds: readonly string[],
  locked: boolean,
): Promise<void> {
  await updateOwn(tx, 'stops', { routeId }).set({ locked }).where('stopId', 'in', stopIds).execute()
}

/**
 * Returns the orders that have a stop on a dispatched route. It may be a stop that the order has left, but not a
 * deleted one.
 */
export async function ordersOnDispatchedRoutes(tx: Tx, orderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ orderId: string }>`
    select distinct s.order_uuid from stops s
    join routes r on r.business_uuid = s.business_uuid and r.route_uuid = s.route_uuid
    where s.business_uuid = ${tx.businessId}::uuid and s.order_uuid = any(${orderIds}::uuid[])
      and r.dispatched_at is not null`.execute(tx)
  return new Set(rows.map(({ orderId }) => orderId))
}
