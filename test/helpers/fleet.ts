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

/** A van as the office sends it. A test overrides the members that it is about. */
export const VAN_BODY = {
  name: 'Van',
  capacity_lbs: null,
  temperature_classes: ['DRY'],
  shift_start: '08:00',
  shift_end: '17:00',
  max_stops: null,
  driver_uuid: null as string | null,
  depot_uuid: null,
  active: true,
}

export const addDepot = (app: App, businessId: string, at = { lat: 38.9, lng: -77.03 }): Promise<string> =>
  app.db.asBusiness(businessId, async (tx) => {
    const depotId = app.newId()
    const { count } = await tx
      .selectFrom('depots')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('depots')
      .values({
        businessId,
        depotId,
        name: 'Test depot',
        address: null,
        ...at,
        isDefault: count === 0,
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
        businessId,
        vehicleId,
        name: options.name ?? 'Test van',
        capacityLbs: options.capacityLbs ?? null,
        temperatureClasses: options.temperatureClasses ?? ['DRY'],
        ...(options.shift && { shiftStart: options.shift[0], shiftEnd: options.shift[1] }),
        maxStops: options.maxStops ?? null,
        driverId: options.driverId ?? null,
        depotId: null,
        active: options.active ?? true,
        costing: options.costing ?? 'CAR',
      })
      .execute()
    return vehicleId
  })

export const addDriver = (
  app: App,
  businessId: string,
  phone: string | null = '+12025550100',
  name = 'Test driver',
): Promise<string> =>
  app.db.asBusiness(businessId, async (tx) => {
    const driverId = app.newId()
    await tx.insertInto('drivers').values({ businessId, driverId, name, phone, email: null }).execute()
    return driverId
  })
