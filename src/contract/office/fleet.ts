// Data of the fleet screen, and the links of driver pages.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { DriverPageOut, DriverId, DriverOut, DepotOut } from '../fleet.ts'
import { VehicleOut } from '../vehicles.ts'

export const FleetOut = z.object({
  depots: z.array(DepotOut),
  drivers: z.array(DriverOut),
  vehicles: z.array(VehicleOut),
})
export type FleetOut = z.output<typeof FleetOut>

export const readFleet = endpoint({
  method: 'GET',
  path: '/fleet',
  permission: 'readFleet',
  reply: FleetOut,
  office: {},
})

export const showHome = endpoint({
  method: 'POST',
  path: '/drivers/{driver_uuid}/page',
  permission: 'changeDrivers',
  params: DriverId,
  reply: DriverPageOut,
  audit: ['driver.home_shown'],
  office: {},
})

/** The previous link stops working. */
export const renewHome = endpoint({
  method: 'POST',
  path: '/drivers/{driver_uuid}/page/renew',
  permission: 'changeDrivers',
  params: DriverId,
  reply: DriverPageOut,
  audit: ['driver.home_renewed'],
  office: {},
})
