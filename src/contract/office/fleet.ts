// Setting up: depots, drivers and vehicles.
import { z } from 'zod'
import { COSTINGS, type Costing } from '../../domain/planning/costing.ts'
import type { TemperatureClass as Temperature } from '../../domain/orders/order.ts'
import {
  boolean,
  integer,
  latitude,
  longitude,
  number,
  oneOf,
  optional,
  TemperatureClass,
  text,
  TimeOfDay,
  Uuid,
} from '../fields.ts'
import { officeEndpoint } from './endpoint.ts'
import { Email } from './sign-in.ts'

export interface FleetOut {
  depots: DepotOut[]
  drivers: DriverOut[]
  vehicles: VehicleOut[]
}

/** `version` names this state of the record; a change says which one it was made on. */
export interface DepotOut {
  depot_uuid: string
  version: number
  name: string
  address: string | null
  lat: number
  lng: number
  is_default: boolean
}

/** `version` as a depot's. */
export interface DriverOut {
  driver_uuid: string
  version: number
  name: string
  phone: string | null
  email: string | null
  /** Why no text would reach the driver. */
  no_text: string | null
  active: boolean
}

/** `version` as a depot's. */
export interface VehicleOut {
  vehicle_uuid: string
  version: number
  name: string
  capacity_lbs: number | null
  temperature_classes: Temperature[]
  shift_start: string
  shift_end: string
  max_stops: number | null
  costing: Costing
  driver_uuid: string | null
  depot_uuid: string | null
  active: boolean
}

const Depot = z.strictObject({
  name: text(1, 200),
  address: optional(text(0, 500)),
  lat: latitude(),
  lng: longitude(),
  /** True makes it the default in place of the one before. */
  is_default: optional(boolean()),
})

export type DepotBody = z.output<typeof Depot>

const Driver = z.strictObject({
  name: text(1, 200),
  phone: optional(text(0, 50)),
  email: optional(Email),
  active: boolean(),
})

const Vehicle = z
  .strictObject({
    name: text(1, 200),
    capacity_lbs: optional(number(0, 1e9)),
    temperature_classes: z.array(TemperatureClass).min(1, 'must name at least one').max(10, 'must name at most 10'),
    shift_start: TimeOfDay,
    shift_end: TimeOfDay,
    max_stops: optional(integer(1, 10_000)),
    /** What its roads are driven with; a car unless said. */
    costing: optional(oneOf(COSTINGS)),
    driver_uuid: optional(Uuid),
    depot_uuid: optional(Uuid),
    active: boolean(),
  })
  .superRefine(({ shift_start, shift_end }, context) => {
    if (shift_end <= shift_start)
      context.addIssue({ code: 'custom', path: ['shift_end'], message: 'must be after shift_start' })
  })
export type VehicleBody = z.output<typeof Vehicle>

const Id = z.object({ id: Uuid })
const seen = { version: integer(1, 2 ** 31 - 1) }
const dispatcher = { role: 'DISPATCHER' } as const

export const readFleet = officeEndpoint({ method: 'GET', path: '/fleet', role: 'VIEWER' })
export const createDepot = officeEndpoint({ ...dispatcher, method: 'POST', path: '/depots', body: Depot })
export const updateDepot = officeEndpoint({
  ...dispatcher,
  method: 'PATCH',
  path: '/depots/{id}',
  params: Id,
  body: Depot.safeExtend(seen),
})
export const createDriver = officeEndpoint({ ...dispatcher, method: 'POST', path: '/drivers', body: Driver })
export const updateDriver = officeEndpoint({
  ...dispatcher,
  method: 'PATCH',
  path: '/drivers/{id}',
  params: Id,
  body: Driver.safeExtend(seen),
})
export const createVehicle = officeEndpoint({ ...dispatcher, method: 'POST', path: '/vehicles', body: Vehicle })
export const updateVehicle = officeEndpoint({
  ...dispatcher,
  method: 'PATCH',
  path: '/vehicles/{id}',
  params: Id,
  body: Vehicle.safeExtend(seen),
})
