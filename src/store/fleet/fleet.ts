// Vehicles, drivers and depots.
import { insertOwn, selectOwn, updateOwn } from '../own.ts'
import { byName } from '../../domain/by-name.ts'
import type { Language } from '../../domain/customer-words/language.ts'
import type { Costing } from '../../domain/planning/costing.ts'
import type { VehicleRules } from '../../domain/planning/rules.ts'
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
  rules: VehicleRules | null
  driverId: string | null
  depotId: string | null
  active: boolean
}

export interface Depot {
  depotId: string
  name: string
  address: string | null
  /** Place for goods that drivers bring back. Null: not stated. */
  returnsPlace: string | null
  lat: number
  lng: number
  isDefault: boolean
}

export interface Driver {
  driverId: string
  name: string
  phone: string | null
  email: string | null
  /** Language of the texts for the driver. Null: the phone's language. */
  language: Language | null
}

/** Version of a row, for optimistic locking. */
export interface Versioned {
  version: number
}

/**
 * Locks vehicles in the order of their IDs. Transactions that would each create the vehicle's route of a day run one
 * after the other.
 */
export async function lockVehicles(tx: Tx, vehicleIds: readonly string[]): Promise<void> {
  if (vehicleIds.length === 0) return
  await selectOwn(tx, 'vehicles')
    .select('vehicleId')
    .where('vehicleId', 'in', vehicleIds)
    .orderBy('vehicleId')
    .forNoKeyUpdate()
    .execute()
}

export async function readVehicles(
  tx: Tx,
  which: { vehicleIds: readonly string[] } | 'active' | 'all',
): Promise<(Vehicle & Versioned)[]> {
  if (typeof which === 'object' && which.vehicleIds.length === 0) return []
  const query = selectOwn(tx, 'vehicles').selectAll()
  const rows = await (which === 'all'
    ? query
    : which === 'active'
      ? query.where('active', '=', true)
      : query.where('vehicleId', 'in', which.vehicleIds)
  )
    .orderBy('vehicleId')
    .execute()
  return rows.toSorted(byName).map((row) => ({
    vehicleId: row.vehicleId,
    version: row.version,
    name: row.name,
    capacityLbs: row.capacityLbs,
    temperatureClasses: row.temperatureClasses as TemperatureClass[],
    shiftStart: row.shiftStart,
    shiftEnd: row.shiftEnd,
    maxStops: row.maxStops,
    costing: row.costing,
    rules: row.rules,
    driverId: row.driverId,
    depotId: row.depotId,
    active: row.active,
  }))
}

export async function readDepots(tx: Tx): Promise<(Depot & Versioned)[]> {
  const columns = ['depotId', 'version', 'name', 'address', 'returnsPlace', 'lat', 'lng', 'isDefault'] as const
  return selectOwn(tx, 'depots').select(columns).execute()
}

const DRIVER = ['driverId', 'name', 'phone', 'email', 'language'] as const

export async function findDriver(tx: Tx, driverId: string): Promise<Driver | null> {
  return (await selectOwn(tx, 'drivers', { driverId }).select(DRIVER).executeTakeFirst()) ?? null
}

/** Returns the driver, locked until the end of the transaction. Null if the driver doesn't exist. */
export async function lockDriver(tx: Tx, driverId: string): Promise<(Driver & Versioned & { active: boolean }) | null> {
  const row = await selectOwn(tx, 'drivers', { driverId })
    .select([...DRIVER, 'version', 'active'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function insertVehicle(tx: Tx, vehicle: Vehicle): Promise<void> {
  await insertOwn(tx, 'vehicles', { vehicleId: vehicle.vehicleId, ...columnsOf(vehicle) }).execute()
}

const columnsOf = (vehicle: Vehicle) => ({
  name: vehicle.name,
  capacityLbs: vehicle.capacityLbs,
  temperatureClasses: vehicle.temperatureClasses,
  shiftStart: vehicle.shiftStart,
  shiftEnd: vehicle.shiftEnd,
  maxStops: vehicle.maxStops,
  costing: vehicle.costing,
  rules: vehicle.rules === null ? null : JSON.stringify(vehicle.rules),
  driverId: vehicle.driverId,
  depotId: vehicle.depotId,
  active: vehicle.active,
})

export async function insertDepot(tx: Tx, depot: Depot): Promise<void> {
  await insertOwn(tx, 'depots', {
    depotId: depot.depotId,
    name: depot.name,
    address: depot.address,
    returnsPlace: depot.returnsPlace,
    lat: depot.lat,
    lng: depot.lng,
    isDefault: depot.isDefault,
  }).execute()
}

export async function insertDriver(tx: Tx, driver: Driver): Promise<void> {
  await insertOwn(tx, 'drivers', {
    driverId: driver.driverId,
    name: driver.name,
    phone: driver.phone,
    email: driver.email,
    language: driver.language,
  }).execute()
}

/** Returns all drivers by name, including inactive ones. */
export async function readDrivers(tx: Tx): Promise<(Driver & Versioned & { active: boolean })[]> {
  const rows = await selectOwn(tx, 'drivers')
    .select([...DRIVER, 'version', 'active'])
    .orderBy('driverId')
    .execute()
  return rows.toSorted(byName)
}

/** Saves a vehicle. Returns false if it doesn't exist or its version has changed. */
export async function saveVehicle(tx: Tx, vehicle: Vehicle & Versioned): Promise<boolean> {
  const saved = await updateOwn(tx, 'vehicles', { vehicleId: vehicle.vehicleId, version: vehicle.version })
    .set({ ...columnsOf(vehicle), version: vehicle.version + 1 })
    .returning('vehicleId')
    .executeTakeFirst()
  return saved !== undefined
}

/** Saves a driver. Returns false if the driver doesn't exist or the version has changed. */
export async function saveDriver(tx: Tx, driver: Driver & Versioned & { active: boolean }): Promise<boolean> {
  const saved = await updateOwn(tx, 'drivers', { driverId: driver.driverId, version: driver.version })
    .set({
      name: driver.name,
      phone: driver.phone,
      email: driver.email,
      language: driver.language,
      active: driver.active,
      version: driver.version + 1,
    })
    .returning('driverId')
    .executeTakeFirst()
  return saved !== undefined
}

/** Saves a depot. Returns false if it doesn't exist or its version has changed. */
export async function saveDepot(tx: Tx, depot: Omit<Depot, 'isDefault'> & Versioned): Promise<boolean> {
  const saved = await updateOwn(tx, 'depots', { depotId: depot.depotId, version: depot.version })
    .set({
      name: depot.name,
      address: depot.address,
      returnsPlace: depot.returnsPlace,
      lat: depot.lat,
      lng: depot.lng,
      version: depot.version + 1,
    })
    .returning('depotId')
    .executeTakeFirst()
  return saved !== undefined
}

/** Makes this the default depot, where vehicles without a depot start. */
export async function makeDefaultDepot(tx: Tx, depotId: string): Promise<void> {
  const ofBusiness = updateOwn(tx, 'depots')
  await ofBusiness.set({ isDefault: false }).where('isDefault', '=', true).execute()
  await ofBusiness.set({ isDefault: true }).where('depotId', '=', depotId).execute()
}
