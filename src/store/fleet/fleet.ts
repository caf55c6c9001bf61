// Vehicles, drivers and depots.
import type { Costing } from '../../domain/planning/costing.ts'
import type { TemperatureClass } from '../../domain/orders/order.ts'
import type { Tx } from '../database.ts'

export interface Vehicle {
  vehicleId: string
  name: string
  capacityLbs: number | null
  temperatureClasses: TemperatureClass[]
  shiftStart: string
  shiftEnd: string
  maxStops: number | null
  costing: Costing
  driverId: string | null
  depotId: string | null
  active: boolean
}

export interface Depot {
  depotId: string
  name: string
  address: string | null
  lat: number
  lng: number
  isDefault: boolean
}

export interface Driver {
  driverId: string
  name: string
  phone: string | null
  email: string | null
}

/** Which state of a row this is: a change is made on the one that was seen. */
export interface Versioned {
  version: number
}

/** Two that would each give a vehicle its route of a day come one after the other. */
export async function lockVehicles(tx: Tx, vehicleIds: readonly string[]): Promise<void> {
  if (vehicleIds.length === 0) return
  await tx
    .selectFrom('vehicles')
    .select('vehicle_uuid')
    .where('business_uuid', '=', tx.businessId)
    .where('vehicle_uuid', 'in', vehicleIds)
    .orderBy('vehicle_uuid')
    .forNoKeyUpdate()
    .execute()
}

export async function readVehicles(
  tx: Tx,
  which: { vehicleIds: readonly string[] } | 'active' | 'all',
): Promise<(Vehicle & Versioned)[]> {
  if (typeof which === 'object' && which.vehicleIds.length === 0) return []
  const query = tx.selectFrom('vehicles').selectAll().where('business_uuid', '=', tx.businessId)
  const rows = await (which === 'all'
    ? query
    : which === 'active'
      ? query.where('active', '=', true)
      : query.where('vehicle_uuid', 'in', which.vehicleIds)
  )
    .orderBy('name')
    .orderBy('vehicle_uuid')
    .execute()
  return rows.map((row) => ({
    vehicleId: row.vehicle_uuid,
    version: row.version,
    name: row.name,
    capacityLbs: row.capacity_lbs,
    temperatureClasses: row.temperature_classes as TemperatureClass[],
    shiftStart: row.shift_start,
    shiftEnd: row.shift_end,
    maxStops: row.max_stops,
    costing: row.costing,
    driverId: row.driver_uuid,
    depotId: row.depot_uuid,
    active: row.active,
  }))
}

export async function readDepots(tx: Tx): Promise<(Depot & Versioned)[]> {
  const rows = await tx.selectFrom('depots').selectAll().where('business_uuid', '=', tx.businessId).execute()
  return rows.map((row) => ({
    depotId: row.depot_uuid,
    version: row.version,
    name: row.name,
    address: row.address,
    lat: row.lat,
    lng: row.lng,
    isDefault: row.is_default,
  }))
}

export async function findDriver(tx: Tx, driverId: string): Promise<Driver | null> {
  const row = await tx
    .selectFrom('drivers')
    .selectAll()
    .where('business_uuid', '=', tx.businessId)
    .where('driver_uuid', '=', driverId)
    .executeTakeFirst()
  return row ? { driverId: row.driver_uuid, name: row.name, phone: row.phone, email: row.email } : null
}

export async function insertVehicle(tx: Tx, vehicle: Vehicle): Promise<void> {
  await tx
    .insertInto('vehicles')
    .values({ business_uuid: tx.businessId, vehicle_uuid: vehicle.vehicleId, ...columnsOf(vehicle) })
    .execute()
}

const columnsOf = (vehicle: Vehicle) => ({
  name: vehicle.name,
  capacity_lbs: vehicle.capacityLbs,
  temperature_classes: vehicle.temperatureClasses,
  shift_start: vehicle.shiftStart,
  shift_end: vehicle.shiftEnd,
  max_stops: vehicle.maxStops,
  costing: vehicle.costing,
  driver_uuid: vehicle.driverId,
  depot_uuid: vehicle.depotId,
  active: vehicle.active,
})

export async function insertDepot(tx: Tx, depot: Depot): Promise<void> {
  await tx
    .insertInto('depots')
    .values({
      business_uuid: tx.businessId,
      depot_uuid: depot.depotId,
      name: depot.name,
      address: depot.address,
      lat: depot.lat,
      lng: depot.lng,
      is_default: depot.isDefault,
    })
    .execute()
}

export async function insertDriver(tx: Tx, driver: Driver): Promise<void> {
  await tx
    .insertInto('drivers')
    .values({
      business_uuid: tx.businessId,
      driver_uuid: driver.driverId,
      name: driver.name,
      phone: driver.phone,
      email: driver.email,
    })
    .execute()
}

/** By name, those who left included. */
export async function readDrivers(tx: Tx): Promise<(Driver & Versioned & { active: boolean })[]> {
  const rows = await tx
    .selectFrom('drivers')
    .selectAll()
    .where('business_uuid', '=', tx.businessId)
    .orderBy('name')
    .execute()
  return rows.map((row) => ({
    driverId: row.driver_uuid,
    version: row.version,
    name: row.name,
    phone: row.phone,
    email: row.email,
    active: row.active,
  }))
}

/** False when there is no such vehicle, or it is no longer of that version. */
export async function saveVehicle(tx: Tx, vehicle: Vehicle & Versioned): Promise<boolean> {
  const saved = await tx
    .updateTable('vehicles')
    .set({ ...columnsOf(vehicle), version: vehicle.version + 1 })
    .where('business_uuid', '=', tx.businessId)
    .where('vehicle_uuid', '=', vehicle.vehicleId)
    .where('version', '=', vehicle.version)
    .returning('vehicle_uuid')
    .executeTakeFirst()
  return saved !== undefined
}

/** False when there is no such driver, or it is no longer of that version. */
export async function saveDriver(tx: Tx, driver: Driver & Versioned & { active: boolean }): Promise<boolean> {
  const saved = await tx
    .updateTable('drivers')
    .set({
      name: driver.name,
      phone: driver.phone,
      email: driver.email,
      active: driver.active,
      version: driver.version + 1,
    })
    .where('business_uuid', '=', tx.businessId)
    .where('driver_uuid', '=', driver.driverId)
    .where('version', '=', driver.version)
    .returning('driver_uuid')
    .executeTakeFirst()
  return saved !== undefined
}

/** False when there is no such depot, or it is no longer of that version. */
export async function saveDepot(tx: Tx, depot: Omit<Depot, 'isDefault'> & Versioned): Promise<boolean> {
  const saved = await tx
    .updateTable('depots')
    .set({ name: depot.name, address: depot.address, lat: depot.lat, lng: depot.lng, version: depot.version + 1 })
    .where('business_uuid', '=', tx.businessId)
    .where('depot_uuid', '=', depot.depotId)
    .where('version', '=', depot.version)
    .returning('depot_uuid')
    .executeTakeFirst()
  return saved !== undefined
}

/** Vehicles that name no depot start there from then on. */
export async function makeDefaultDepot(tx: Tx, depotId: string): Promise<void> {
  const ofBusiness = tx.updateTable('depots').where('business_uuid', '=', tx.businessId)
  await ofBusiness.set({ is_default: false }).where('is_default', '=', true).execute()
  await ofBusiness.set({ is_default: true }).where('depot_uuid', '=', depotId).execute()
}
