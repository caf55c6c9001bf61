// Driver taps and driver locations.
import { insertOwn, selectOwn, updateOwn } from '../own.ts'
import { sql } from 'kysely'
import type { OrderStatus, Point } from '../../domain/orders/order.ts'
import type { DoorAnswers } from '../../domain/routes/door-checks.ts'
import type { ItemDifference } from '../../domain/routes/item-outcomes.ts'
import type { Scans } from '../../domain/routes/scanning.ts'
import type { StopStatus } from '../../domain/routes/stop.ts'
import type { RecordedTapKind } from '../../domain/routes/tap.ts'
import type { Tx } from '../database.ts'

export interface RecordedTap {
  routeId: string
  key: string
  kind: RecordedTapKind
  stopId: string | null
  claimedAt: Date
  countedAt: Date
  receivedAt: Date
  place: Point | null
  /** Accuracy of the location that the phone reported. */
  accuracyMeters: number | null
  /** Outcomes only: the reason for a failed delivery, and the driver's note. */
  reason: string | null
  notes: string | null
  leftWhere: string | null
  scans: Scans | null
  checks: DoorAnswers | null
  itemDifferences: ItemDifference[] | null
  refused: string | null
}

/** Returns whether a stored tap has counted or has been answered by the office. */
export async function isTapDone(tx: Tx, routeId: string, key: string): Promise<boolean> {
  const row = await selectOwn(tx, 'driverTaps', { routeId, tapKey: key })
    .select(['refused', 'resolvedAt'])
    .executeTakeFirst()
  return row !== undefined && (row.refused === null || row.resolvedAt !== null)
}

/**
 * Stores a tap. If it was already stored, updates only why it was refused. A tap that has counted stays counted.
 * Returns whether the tap is new.
 */
export async function storeTap(tx: Tx, tap: RecordedTap): Promise<boolean> {
  const row = await insertOwn(tx, 'driverTaps', {
    routeId: tap.routeId,
    tapKey: tap.key,
    kind: tap.kind,
    stopId: tap.stopId,
    claimedAt: tap.claimedAt,
    countedAt: tap.countedAt,
    receivedAt: tap.receivedAt,
    lat: tap.place?.lat ?? null,
    lng: tap.place?.lng ?? null,
    accuracyMeters: tap.accuracyMeters,
    reason: tap.reason,
    notes: tap.notes,
    leftWhere: tap.leftWhere,
    checks: tap.checks && JSON.stringify(tap.checks),
    scans: tap.scans && JSON.stringify(tap.scans),
    itemDifferences: tap.itemDifferences && JSON.stringify(tap.itemDifferences),
    refused: tap.refused,
  })
    .onConflict((conflict) =>
      conflict
        .columns(['businessId', 'routeId', 'tapKey'])
        .doUpdateSet({ refused: tap.refused })
        .where('driverTaps.refused', 'is not', null),
    )
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirst()
  return row?.isNew ?? false
}

/**
 * Marks the tap of a refused proof as accepted, because the phone has uploaded the same proof again with success.
 * Deletes the copies that were stored for the office. Returns the names of their files, which are then unreferenced.
 */
export async function countLateProof(tx: Tx, routeId: string, key: string): Promise<string[]> {
  const { rows } = await sql<{ fileName: string }>`
    with tap as (
      update driver_taps set refused = null where business_uuid = ${tx.businessId}::uuid
        and route_uuid = ${routeId}::uuid and tap_key = ${key} and kind in ('PHOTO', 'SIGNATURE'))
    delete from refused_proofs where business_uuid = ${tx.businessId}::uuid
      and route_uuid = ${routeId}::uuid and tap_key = ${key} returning file_name`.execute(tx)
  return rows.map(({ fileName }) => fileName)
}

/** Counts the route's refused taps, up to `most`. */
export async function countRefusedTaps(tx: Tx, routeId: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from driver_taps where business_uuid = ${tx.businessId}::uuid and route_uuid = ${routeId}::uuid
        and refused is not null limit ${most}) refused`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Counts the entered codes at the stop that are not in `codes`. */
export async function countWrongCodes(
  tx: Tx,
  stop: { routeId: string; stopId: string },
  codes: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from driver_taps
    where business_uuid = ${tx.businessId}::uuid and route_uuid = ${stop.routeId}::uuid and stop_uuid = ${stop.stopId}::uuid
      and checks -> 'code' ->> 'entered' <> all(${codes}::text[])`.execute(tx)
  return rows[0]?.count ?? 0
}

/**
 * Returns the phone's location at the last tap of each kind at the stop, keyed by kind. Uses only locations that are
 * accurate to `worstMeters`.
 */
export async function phoneLocationsAtTaps(
  tx: Tx,
  stop: { routeId: string; stopId: string },
  kinds: readonly RecordedTapKind[],
  worstMeters: number,
): Promise<Map<RecordedTapKind, Point>> {
  const { rows } = await sql<{ kind: RecordedTapKind } & Point>`
    select distinct on (kind) kind, lat, lng from driver_taps
    where business_uuid = ${tx.businessId}::uuid and route_uuid = ${stop.routeId}::uuid
      and stop_uuid = ${stop.stopId}::uuid and kind = any(${kinds}) and refused is null
      and lat is not null and lng is not null and accuracy_meters <= ${worstMeters}
    order by kind, counted_at desc`.execute(tx)
  return new Map(rows.map(({ kind, lat, lng }) => [kind, { lat, lng }]))
}

/** Returns the order of a stop, also if the stop has been removed from its route. Null if the stop is unknown. */
export async function orderOfStop(tx: Tx, stopId: string): Promise<string | null> {
  const { rows } = await sql<{ orderId: string }>`
    select order_uuid from stops where business_uuid = ${tx.businessId}::uuid and stop_uuid = ${stopId}::uuid
    union all
    select order_uuid from removed_stops where business_uuid = ${tx.businessId}::uuid and stop_uuid = ${stopId}::uuid
    limit 1`.execute(tx)
  return rows[0]?.orderId ?? null
}

/** Returns whether the customer of the stop has been erased. The stop may have been removed from its route. */
export async function isErasedAt(tx: Tx, stopId: string): Promise<boolean> {
  const orderId = await orderOfStop(tx, stopId)
  if (orderId === null) return false
  const row = await selectOwn(tx, 'orders', { orderId })
    .select('orderId')
    .where('erasedAt', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export interface RefusedTap {
  kind: RecordedTapKind
  stopId: string | null
  claimedAt: Date
  receivedAt: Date
  reason: string | null
  notes: string | null
  refused: string
  orderId: string | null
  externalRef: string | null
  line1: string | null
}

const MAX_REFUSED = 200

/** Returns the refused taps of a route that the office has not answered, newest first, at most 200. */
export async function refusedTaps(tx: Tx, routeId: string): Promise<RefusedTap[]> {
  const { rows } = await sql<RefusedTap>`
    select t.kind, t.stop_uuid, t.claimed_at, t.received_at, t.reason, t.notes, t.refused,
      o.order_uuid, o.external_ref, o.line1
    from driver_taps t
    left join stops s on s.business_uuid = t.business_uuid and s.stop_uuid = t.stop_uuid
    left join removed_stops r on r.business_uuid = t.business_uuid and r.stop_uuid = t.stop_uuid
    left join orders o on o.business_uuid = t.business_uuid and o.order_uuid = coalesce(s.order_uuid, r.order_uuid)
    where t.business_uuid = ${tx.businessId}::uuid and t.route_uuid = ${routeId}::uuid and t.refused is not null
      and t.resolved_at is null
    order by t.received_at desc limit ${MAX_REFUSED}`.execute(tx)
  return rows
}

export interface LateTapOfDay extends RefusedTap {
  routeId: string
  routeName: string
  day: string
  orderStatus: OrderStatus | null
  stopStatus: StopStatus | null
}

/**
 * Returns the refused taps of the day's routes that the office has not answered, oldest first. If `andBefore` is set,
 * includes earlier days.
 */
export async function lateTapsOn(tx: Tx, day: string, andBefore: boolean, limit: number): Promise<LateTapOfDay[]> {
  const { rows } = await sql<LateTapOfDay>`
    select t.kind, t.stop_uuid, t.claimed_at, t.received_at, t.reason, t.notes, t.refused, t.route_uuid,
      route.name as route_name, to_char(route.date, 'YYYY-MM-DD') as day, s.status as stop_status,
      o.order_uuid, o.external_ref, o.line1, o.status as order_status
    from driver_taps t
    join routes route on route.business_uuid = t.business_uuid and route.route_uuid = t.route_uuid
    left join stops s on s.business_uuid = t.business_uuid and s.stop_uuid = t.stop_uuid
    left join removed_stops r on r.business_uuid = t.business_uuid and r.stop_uuid = t.stop_uuid
    left join orders o on o.business_uuid = t.business_uuid and o.order_uuid = coalesce(s.order_uuid, r.order_uuid)
    where t.business_uuid = ${tx.businessId}::uuid and t.refused is not null and t.resolved_at is null
      and (route.date = ${day}::date or (${andBefore} and route.date < ${day}::date))
    order by t.received_at, t.claimed_at limit ${limit}`.execute(tx)
  return rows
}

/** Counts the refused taps of each route that the office has not answered. Routes without any are missing. */
export async function countUnansweredRefused(tx: Tx, routeIds: readonly string[]): Promise<Map<string, number>> {
  if (routeIds.length === 0) return new Map()
  const { rows } = await sql<{ routeId: string; count: number }>`
    select route_uuid, count(*)::int as count from driver_taps
    where business_uuid = ${tx.businessId}::uuid and route_uuid = any(${routeIds}::uuid[])
      and refused is not null and resolved_at is null
    group by route_uuid`.execute(tx)
  return new Map(rows.map(({ routeId, count }) => [routeId, count]))
}

interface AtStop {
  routeId: string
  stopId: string
}

export type LateTap = Pick<
  RecordedTap,
  'kind' | 'countedAt' | 'reason' | 'notes' | 'leftWhere' | 'scans' | 'checks' | 'itemDifferences'
>

/** Returns the refused taps at the stop that the office has not answered, in the order in which they were received. */
export async function lateTapsAt(tx: Tx, stop: AtStop): Promise<LateTap[]> {
  const { rows } = await sql<LateTap>`
    select kind, counted_at, reason, notes, left_where, scans, checks, item_differences from driver_taps
    where business_uuid = ${tx.businessId}::uuid and route_uuid = ${stop.routeId}::uuid
      and stop_uuid = ${stop.stopId}::uuid and refused is not null and resolved_at is null
    order by received_at, claimed_at`.execute(tx)
  return rows
}

/**
 * Marks refused taps as answered by the office: those of the stop or, if `stopId` is null, those without a stop.
 * Returns their number.
 */
export async function resolveRefused(
  tx: Tx,
  { routeId, stopId }: { routeId: string; stopId: string | null },
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update driver_taps set resolved_at = ${now}::timestamptz
    where business_uuid = ${tx.businessId}::uuid and route_uuid = ${routeId}::uuid
      and stop_uuid is not distinct from ${stopId}::uuid and refused is not null and resolved_at is null`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Shortest movement that counts. A phone that stands still reports smaller movements. */
const MIN_METERS = 25
const EARTH_METERS = 6_371_008.8

/** Saves the driver's location, and adds the distance from the previous location to the driven meters. */
export async function savePosition(tx: Tx, routeId: string, seen: { point: Point; at: Date }): Promise<void> {
  await updateOwn(tx, 'routes', { routeId })
    .set({
      positionLat: seen.point.lat,
      positionLng: seen.point.lng,
      positionAt: seen.at,
      drivenMeters: sql<number>`
        case when position_at is null then 0 else (
          select coalesce(driven_meters, 0) + case when meters >= ${MIN_METERS} then meters else 0 end
          from (select 2 * ${EARTH_METERS}::float8 * asin(least(1, sqrt(
            sin(radians(${seen.point.lat}::float8 - position_lat) / 2) ^ 2 + cos(radians(position_lat))
            * cos(radians(${seen.point.lat}::float8)) * sin(radians(${seen.point.lng}::float8 - position_lng) / 2) ^ 2)))
            as meters) moved) end`,
    })
    .execute()
}

/** The driver's last report about a problem with the vehicle. `reason` is null if the problem is solved. */
export interface ReportedProblem {
  routeId: string
  at: Date
  reason: string | null
  notes: string | null
}

/** Returns the last such report of each route, keyed by route ID. Refused taps don't count. */
export async function reportedProblems(tx: Tx, routeIds: readonly string[]): Promise<Map<string, ReportedProblem>> {
  if (routeIds.length === 0) return new Map()
  const { rows } = await sql<ReportedProblem>`
    select distinct on (route_uuid) route_uuid, counted_at as at, reason, notes from driver_taps
    where business_uuid = ${tx.businessId}::uuid and route_uuid = any(${routeIds}::uuid[])
      and kind = 'PROBLEM' and refused is null
    order by route_uuid, counted_at desc, received_at desc`.execute(tx)
  return new Map(rows.map((row) => [row.routeId, row]))
}
