// The deliveries of a day that wait for a route.
import { sql } from 'kysely'
import { FAR_FROM_ROAD_METERS } from '../../domain/planning/costing.ts'
import type { Placement, TemperatureClass } from '../../domain/orders/order.ts'
import type { Tx } from '../database.ts'

export interface PoolRow {
  order_uuid: string
  external_ref: string
  customer_name: string
  line1: string
  city: string | null
  lat: number | null
  lng: number | null
  placement: Placement
  far_from_road: boolean
  window_start: string | null
  window_end: string | null
  temperature_class: TemperatureClass
  load_weight_lbs: number | null
}

/** The first of them, those without a place on the map before the others, and how many there are. */
export async function readPool(tx: Tx, day: string, limit: number): Promise<{ pool: PoolRow[]; pool_count: number }> {
  const query = tx
    .selectFrom('orders')
    .where('business_uuid', '=', tx.businessId)
    .where('status', '=', 'OPEN')
    .where('delivery_date', '=', day)
    .where('route_uuid', 'is', null)
  const pool = await query
    .select([
      'order_uuid',
      'external_ref',
      'customer_name',
      'line1',
      'city',
      'lat',
      'lng',
      'placement',
      sql<boolean>`coalesce(road_meters > ${FAR_FROM_ROAD_METERS}, false)`.as('far_from_road'),
      'window_start',
      'window_end',
      'temperature_class',
      'load_weight_lbs',
    ])
    .orderBy(sql`lat is not null`)
    .orderBy('external_ref')
    .limit(limit)
    .execute()
  const { count } = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { pool, pool_count: count }
}
