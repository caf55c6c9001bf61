// Progress of a business to its first plan, and its sample data.
import { selectOwn, updateOwn } from '../own.ts'
import { sql } from 'kysely'
import type { SampleData } from '../../domain/settings/sample-data.ts'
import { deleteOrders } from '../orders/orders.ts'
import type { Tx } from '../database.ts'

export interface FirstStepsState {
  depots: boolean
  vehicles: boolean
  drivers: boolean
  orders: boolean
  routes: boolean
  /** yyyy-MM-dd. */
  planDate: string | null
  hidden: boolean
  sample: boolean
}

export async function firstStepsState(tx: Tx, today: string): Promise<FirstStepsState | null> {
  const own = sql`business_uuid = ${tx.businessId}::uuid`
  const { rows } = await sql<FirstStepsState>`
    select exists (select from depots where ${own}) as depots,
           exists (select from vehicles where ${own} and active) as vehicles,
           exists (select from drivers where ${own} and active) as drivers,
           exists (select from orders where ${own}) as orders,
           exists (select from routes where ${own} and status <> 'CANCELLED') as routes,
           (select min(delivery_date)::text from orders where ${own} and status = 'OPEN' and delivery_date >= ${today}::date)
             as plan_date,
           first_steps_hidden as hidden, sample_data is not null as sample
    from businesses where ${own}`.execute(tx)
  return rows[0] ?? null
}

export async function setFirstStepsHidden(tx: Tx): Promise<void> {
  await updateOwn(tx, 'businesses').set({ firstStepsHidden: true }).execute()
}

/**
 * Returns the business's sample data, or null if there is none. Locks the business, so that the sample is loaded only
 * once and removed only once.
 */
export async function lockSample(tx: Tx): Promise<SampleData | null> {
  const row = await selectOwn(tx, 'businesses').select('sampleData').forNoKeyUpdate().executeTakeFirst()
  return row?.sampleData ?? null
}

export async function saveSample(tx: Tx, sample: SampleData | null): Promise<void> {
  await updateOwn(tx, 'businesses')
    .set({ sampleData: sample && JSON.stringify(sample) })
    .execute()
}

/** Returns the routes of the sample vehicles, sorted by ID. */
export async function routesOfSample(tx: Tx, { vehicleIds }: SampleData): Promise<string[]> {
  const rows = await selectOwn(tx, 'routes')
    .select('routeId')
    .where('vehicleId', 'in', vehicleIds)
    .orderBy('routeId')
    .execute()
  return rows.map(({ routeId }) => routeId)
}

/**
 * Deletes the sample's deliveries with their stops, and its routes, vehicles, drivers and depot. Keeps everything that the business's own deliveries and vehicles need. Kept vehicles become inactive. Returns the number of
 * kept vehicles, drivers and depots.
 */
export async function deleteSample(tx: Tx, { depotId, driverIds, vehicleIds, orderIds }: SampleData): Promise<number> {
  const own = sql`business_uuid = ${tx.businessId}::uuid`
  await deleteOrders(tx, orderIds)
  await sql`
    delete from routes r where ${own} and vehicle_uuid = any(${vehicleIds}::uuid[])
      and not exists (select from stops s where s.business_uuid = r.business_uuid and s.route_uuid = r.route_uuid)`.execute(
    tx,
  )
  await sql`
    delete from vehicles v where ${own} and vehicle_uuid = any(${vehicleIds}::uuid[])
      and not exists (select from routes r where r.business_uuid = v.business_uuid and r.vehicle_uuid = v.vehicle_uuid)`.execute(
    tx,
  )
  await sql`
    delete from drivers d where ${own} and driver_uuid = any(${driverIds}::uuid[])
      and not exists (select from routes r where r.business_uuid = d.business_uuid and r.driver_uuid = d.driver_uuid)
      and not exists (select from vehicles v where v.business_uuid = d.business_uuid and v.driver_uuid = d.driver_uuid)`.execute(
    tx,
  )
  await sql`
    update vehicles set active = false where ${own} and vehicle_uuid = any(${vehicleIds}::uuid[])`.execute(tx)
  const { numAffectedRows: depots = 0n } = await sql`
    delete from depots d where ${own} and depot_uuid = ${depotId}::uuid
      and not exists (select from vehicles v where v.business_uuid = d.business_uuid and v.depot_uuid = d.depot_uuid)`.execute(
    tx,
  )
  // Vehicles without a depot of their own still need a default depot.
  await sql`
    update depots set is_default = true
    where ${own} and depot_uuid = (select depot_uuid from depots where ${own} order by depot_uuid limit 1)
      and not exists (select from depots where ${own} and is_default)`.execute(tx)
  const { rows } = await sql<{ kept: number }>`
    select (select count(*) from vehicles where ${own} and vehicle_uuid = any(${vehicleIds}::uuid[]))::int
         + (select count(*) from drivers where ${own} and driver_uuid = any(${driverIds}::uuid[]))::int as kept`.execute(
    tx,
  )
  return (rows[0]?.kept ?? 0) + (depots === 0n ? 1 : 0)
}
