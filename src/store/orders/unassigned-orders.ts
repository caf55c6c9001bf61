// Unassigned deliveries of a day.
import { selectOwn } from '../own.ts'
import { sql } from 'kysely'
import { FAR_FROM_ROAD_METERS } from '../../domain/planning/costing.ts'
import type { OrderRules } from '../../domain/planning/rules.ts'
import type { AllowedDays, Placement, TemperatureClass } from '../../domain/orders/order.ts'
import type { Tx } from '../database.ts'
import { allowedDaysOf } from './order-rows.ts'

export interface PoolRow {
  orderId: string
  externalRef: string
  customerName: string
  line1: string
  city: string | null
  lat: number | null
  lng: number | null
  placement: Placement
  farFromRoad: boolean
  allowedDays: AllowedDays | null
  windowStart: string | null
  windowEnd: string | null
  rules: OrderRules | null
  temperatureClass: TemperatureClass
  loadWeightLbs: number | null
  /** Created after the first dispatch of a route that is still running that day. */
  sinceDispatch: boolean
  /** A change after that dispatch removed it from its route. */
  cameOff: boolean
  changedAt: Date
}

/** Returns the first unassigned deliveries, those without a location first, and their total number. */
export async function readPool(tx: Tx, day: string, limit: number): Promise<{ pool: PoolRow[]; poolCount: number }> {
  const query = selectOwn(tx, 'orders', { status: 'OPEN', deliveryDate: day }).where('routeId', 'is', null)
  const firstSent = sql`(
    select min(r.dispatched_at) from routes r
    where r.business_uuid = ${tx.businessId}::uuid and r.date = ${day}::date
      and r.status in ('DISPATCHED', 'IN_PROGRESS'))`
  const pool = await query
    .select([
      'orderId',
      'externalRef',
      'customerName',
      'line1',
      'city',
      'lat',
      'lng',
      'placement',
      sql<boolean>`coalesce(road_meters > ${FAR_FROM_ROAD_METERS}, false)`.as('farFromRoad'),
      'firstDay',
      'lastDay',
      'windowStart',
      'windowEnd',
      'rules',
      'temperatureClass',
      'loadWeightLbs',
      'changedAt',
      sql<boolean>`coalesce(orders.created_at > ${firstSent}, false)`.as('sinceDispatch'),
      sql<boolean>`coalesce(orders.came_off_at > ${firstSent}, false)`.as('cameOff'),
    ])
    .orderBy(sql`lat is not null`)
    .orderBy('externalRef')
    .limit(limit)
    .execute()
  const { count } = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return {
    pool: pool.map(({ firstDay, lastDay, ...row }) => ({ ...row, allowedDays: allowedDaysOf({ firstDay, lastDay }) })),
    poolCount: count,
  }
}
