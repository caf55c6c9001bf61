// A depot, vehicles and drivers for a test's business.
import type { App } from '../../src/app/context.ts'
import type { Costing } from '../../src/domain/planning/costing.ts'

interface VehicleOptions {
  name?: string
  capacityLbs?: number | null
  temperatureClasses?: string[]
  shift?: [string, string]
  maxStops?: number | null
  driverId?: string | null
  active?: boolean
  costing?: Costing
}

export const addDepot = (app: App, businessId: string, at = { lat: 38.9, lng: -77.03 }): Promise<string> =>
  app.db.asBusiness(businessId, async (tx) => {
    const depotId = app.newId()
    const { is_default } = await tx
      .selectFrom('depots')
      .select((eb) => eb.fn.countAll<number>().as('is_default'))
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('depots')
      .values({
        business_uuid: businessId,
        depot_uuid: depotId,
        name: 'Test depot',
        address: null,
        ...at,
        is_default: is_default === 0,
      })
      .execute()
    return depotId
  })

export const addVehicle = (app: App, businessId: string, options: VehicleOptions = {}): Promise<string> =>
  app.db.asBusiness(businessId, async (tx) => {
    const vehicleId = app.newId()
    await tx
      .insertInto('vehicles')
      .values({
        business_uuid: businessId,
        vehicle_uuid: vehicleId,
        name: options.name ?? 'Test van',
        capacity_lbs: options.capacityLbs ?? null,
        temperature_classes: options.temperatureClasses ?? ['DRY'],
        ...(options.shift && { shift_start: options.shift[0], shift_end: options.shift[1] }),
        max_stops: options.maxStops ?? null,
        driver_uuid: options.driverId ?? null,
        depot_uuid: null,
        active: options.active ?? true,
        costing: options.costing ?? 'CAR',
      })
      .execute()
    return vehicleId
  })

export const addDriver = (app: App, businessId: string, phone: string | null = '+12025550100'): Promise<string> =>
  app.db.asBusiness(businessId, async (tx) => {
    const driverId = app.newId()
    await tx
      .insertInto('drivers')
      .values({ business_uuid: businessId, driver_uuid: driverId, name: 'Test driver', phone, email: null })
      .execute()
    return driverId
  })
