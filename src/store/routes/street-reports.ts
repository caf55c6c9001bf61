// Reports of drivers that the street of a stop is wrong on the map. A report is a tap of the kind STREET.
import { sql } from 'kysely'
import { addressKey } from '../../domain/addresses/us-address.ts'
import type { Address, Point } from '../../domain/orders/order.ts'
import type { OrderRules } from '../../domain/planning/rules.ts'
import type { Tx } from '../database.ts'
import { pointOf } from '../orders/order-rows.ts'

export interface StreetReport {
  routeId: string
  routeName: string
  day: string
  stopId: string
  orderId: string
  externalRef: string
  address: Address
  point: Point | null
  rules: OrderRules | null
  reason: string | null
  notes: string | null
  at: Date
}

type Row = Omit<StreetReport, 'address' | 'point'> & Address & { lat: number | null; lng: number | null }

const isOpen = sql`t.kind = 'STREET' and t.refused is null and t.resolved_at is null`

/**
 * Returns the reports about stops of the day's routes that the office has not answered, oldest first. If `andBefore` is set,
 * includes earlier days.
 */
export async function readStreetReports(
  tx: Tx,
  { date, andBefore }: { date: string; andBefore: boolean },
  limit: number,
): Promise<StreetReport[]> {
  const { rows } = await sql<Row>`
    select t.route_uuid, t.stop_uuid, t.reason, t.notes, t.counted_at as at, route.name as route_name,
      to_char(route.date, 'YYYY-MM-DD') as day, o.order_uuid, o.external_ref, o.line1, o.city, o.region, o.postal_code,
      o.lat, o.lng, o.rules
    from driver_taps t
    join routes route on route.business_uuid = t.business_uuid and route.route_uuid = t.route_uuid
    ${ordersOfTaps}
    where t.business_uuid = ${tx.businessId}::uuid and ${isOpen}
      and (route.date = ${date}::date or (${andBefore} and route.date < ${date}::date))
    order by t.received_at, t.claimed_at limit ${limit}`.execute(tx)
  return rows.map(({ line1, city, region, postalCode, lat, lng, ...row }) => ({
    ...row,
    address: { line1, city, region, postalCode },
    point: pointOf(lat, lng),
  }))
}

/** Joins the order of each tap's stop, which may have been removed from its route. */
const ordersOfTaps = sql`
    left join stops s on s.business_uuid = t.business_uuid and s.stop_uuid = t.stop_uuid
    left join removed_stops r on r.business_uuid = t.business_uuid and r.stop_uuid = t.stop_uuid
    join orders o on o.business_uuid = t.business_uuid and o.order_uuid = coalesce(s.order_uuid, r.order_uuid)`

/** Marks the reports about these stops as answered. Returns their number. */
export async function resolveStreetReports(tx: Tx, stopIds: readonly string[], now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update driver_taps t set resolved_at = ${now}::timestamptz
    where t.business_uuid = ${tx.businessId}::uuid and t.stop_uuid = any(${stopIds}::uuid[]) and ${isOpen}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Marks the reports about all stops at this address as answered. */
export async function resolveStreetReportsAt(tx: Tx, address: Address, now: Date): Promise<void> {
  const key = addressKey(address)
  const { rows } = await sql<Address & { stopId: string }>`
    select t.stop_uuid, o.line1, o.city, o.region, o.postal_code from driver_taps t ${ordersOfTaps}
    where t.business_uuid = ${tx.businessId}::uuid and ${isOpen}`.execute(tx)
  const stopIds = rows.flatMap((row) => (addressKey(row) === key ? [row.stopId] : []))
  if (stopIds.length > 0) await resolveStreetReports(tx, stopIds, now)
}
