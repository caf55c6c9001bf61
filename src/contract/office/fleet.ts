// Setting up: depots, drivers and vehicles.
import { z } from 'zod'
import { LANGUAGES } from '../../domain/customer-words/language.ts'
import { WEEKDAYS } from '../../domain/orders/recurrence.ts'
import { COSTINGS } from '../../domain/planning/costing.ts'
import { BreakOut, breakFaults, Breaks } from '../breaks.ts'
import {
  boolean,
  defaulting,
  integer,
  latitude,
  longitude,
  number,
  oneOf,
  optional,
  Skills,
  TemperatureClass,
  text,
  TimeOfDay,
  TimeOut,
  Uuid,
  UuidOut,
} from '../fields.ts'
import { endpoint } from '../endpoint.ts'
import { Email } from './sign-in.ts'

/** `version` names this state of the record; a change says which one it was made on. */
export const DepotOut = z.object({
  depot_uuid: UuidOut,
  version: z.number(),
  name: z.string(),
  address: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
  is_default: z.boolean(),
})
export type DepotOut = z.output<typeof DepotOut>

/** `version` as a depot's. */
export const DriverOut = z.object({
  driver_uuid: UuidOut,
  version: z.number(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Of what the driver reads; null leaves it to the phone. */
  language: z.enum(LANGUAGES).nullable(),
  /** Why no text would reach the driver. */
  no_text: z.string().nullable(),
  active: z.boolean(),
})
export type DriverOut = z.output<typeof DriverOut>

const VehiclePlaceOut = z.object({ address: z.string().nullable(), lat: z.number(), lng: z.number() })

/** `version` as a depot's. */
export const VehicleOut = z.object({
  vehicle_uuid: UuidOut,
  version: z.number(),
  name: z.string(),
  capacity_lbs: z.number().nullable(),
  temperature_classes: z.array(TemperatureClass),
  shift_start: TimeOut,
  shift_end: TimeOut,
  max_stops: z.number().nullable(),
  costing: z.enum(COSTINGS),
  capacity_pieces: z.number().nullable(),
  capacity_cubic_feet: z.number().nullable(),
  skills: z.array(z.string()),
  /** From departure to return, and at the wheel. */
  max_working_minutes: z.number().nullable(),
  max_driving_minutes: z.number().nullable(),
  overtime_after_minutes: z.number().nullable(),
  overtime_factor: z.number().nullable(),
  service_factor: z.number().nullable(),
  /** How long loading again at the depot takes; null: all is loaded at the start. */
  reload_minutes: z.number().nullable(),
  max_reloads: z.number().nullable(),
  breaks: z.array(BreakOut),
  /** Where its routes start and end; null is the depot. */
  start: VehiclePlaceOut.nullable(),
  end: VehiclePlaceOut.nullable(),
  /** They end at their last stop. */
  open_end: z.boolean(),
  /** Zones that are its own on these weekdays. */
  areas: z.array(z.object({ zone_uuid: UuidOut, weekdays: z.array(z.enum(WEEKDAYS)) })),
  driver_uuid: UuidOut.nullable(),
  depot_uuid: UuidOut.nullable(),
  active: z.boolean(),
})
export type VehicleOut = z.output<typeof VehicleOut>

export const FleetOut = z.object({
  depots: z.array(DepotOut),
  drivers: z.array(DriverOut),
  vehicles: z.array(VehicleOut),
})
export type FleetOut = z.output<typeof FleetOut>

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
  language: optional(oneOf(LANGUAGES)),
  active: defaulting(boolean(), true),
})

const VehiclePlace = z.strictObject(
  { address: optional(text(0, 500)), lat: latitude(), lng: longitude() },
  { error: 'must be an object' },
)

const TemperatureClasses = z.array(TemperatureClass).min(1, 'must name at least one').max(10, 'must name at most 10')

const Vehicle = z
  .strictObject({
    name: text(1, 200),
    capacity_lbs: optional(number(0, 1e9)),
    temperature_classes: defaulting(TemperatureClasses, ['DRY']),
    shift_start: defaulting(TimeOfDay, '00:00'),
    shift_end: defaulting(TimeOfDay, '23:59'),
    max_stops: optional(integer(1, 10_000)),
    /** What its roads are driven with; a car unless said. */
    costing: optional(oneOf(COSTINGS)),
    capacity_pieces: optional(number(0, 1e9)),
    capacity_cubic_feet: optional(number(0, 1e9)),
    skills: optional(Skills),
    max_working_minutes: optional(number(1, 1_440)),
    max_driving_minutes: optional(number(1, 1_440)),
    overtime_after_minutes: optional(number(0, 1_440)),
    /** As many ordinary hours an hour of overtime weighs; 1.5 unless said. */
    overtime_factor: optional(number(1, 10)),
    /** What service times are multiplied by on it. */
    service_factor: optional(number(0.1, 10)),
    /** It may come back to its depot to load again, which takes so long. */
    reload_minutes: optional(number(0, 240)),
    /** How often a shift; once unless said. */
    max_reloads: optional(integer(1, 5)),
    breaks: optional(Breaks),
    start: optional(VehiclePlace),
    end: optional(VehiclePlace),
    open_end: optional(boolean()),
    areas: optional(
      z
        .array(
          z.strictObject(
            {
              zone_uuid: Uuid,
              weekdays: z
                .array(oneOf(WEEKDAYS), { error: 'must be a list of weekdays' })
                .min(1, 'must name at least one weekday')
                .max(7, 'must name at most 7'),
            },
            { error: 'must be an object' },
          ),
          { error: 'must be a list' },
        )
        .max(100, 'must name at most 100 zones'),
    ),
    driver_uuid: optional(Uuid),
    depot_uuid: optional(Uuid),
    active: defaulting(boolean(), true),
  })
  .superRefine(
    (
      {
        shift_start,
        shift_end,
        overtime_after_minutes,
        overtime_factor,
        reload_minutes,
        max_reloads,
        breaks,
        end,
        open_end,
      },
      context,
    ) => {
      if (max_reloads !== null && reload_minutes === null)
        context.addIssue({
          code: 'custom',
          path: ['reload_minutes'],
          message: 'is missing: how long loading again takes',
        })
      if (end && open_end)
        context.addIssue({
          code: 'custom',
          path: ['end'],
          message: 'goes without open_end: routes end there or at the last stop',
        })
      breakFaults(breaks, (path, message) => context.addIssue({ code: 'custom', path, message }))
      if (overtime_factor !== null && overtime_after_minutes === null)
        context.addIssue({
          code: 'custom',
          path: ['overtime_after_minutes'],
          message: 'is missing: overtime counts from then on',
        })
      if (shift_end <= shift_start)
        context.addIssue({ code: 'custom', path: ['shift_end'], message: 'must be later than the start of the shift' })
    },
  )
export type VehicleBody = z.output<typeof Vehicle>

const DepotId = z.object({ depot_uuid: Uuid })
const DriverId = z.object({ driver_uuid: Uuid })
const VehicleId = z.object({ vehicle_uuid: Uuid })
// A change says all of it: what is not said must not be put back unnoticed to what a new record has.
const seen = { version: integer(1, 2 ** 31 - 1) }

export const readFleet = endpoint({
  method: 'GET',
  path: '/fleet',
  permission: 'readFleet',
  reply: FleetOut,
  office: {},
})
export const createDepot = endpoint({
  method: 'POST',
  path: '/depots',
  permission: 'changeFleet',
  body: Depot,
  reply: z.object({ depot_uuid: UuidOut }),
  audit: ['depot.created'],
  office: {
    wholeBusiness: true,
  },
})
export const updateDepot = endpoint({
  method: 'PATCH',
  path: '/depots/{depot_uuid}',
  permission: 'changeFleet',
  params: DepotId,
  body: Depot.safeExtend(seen),
  reply: z.null(),
  audit: ['depot.changed'],
  office: {},
})
export const createDriver = endpoint({
  method: 'POST',
  path: '/drivers',
  permission: 'changeDrivers',
  body: Driver,
  reply: z.object({ driver_uuid: UuidOut }),
  audit: ['driver.created'],
  office: {},
})
export const updateDriver = endpoint({
  method: 'PATCH',
  path: '/drivers/{driver_uuid}',
  permission: 'changeDrivers',
  params: DriverId,
  body: Driver.safeExtend({ ...seen, active: boolean() }),
  reply: z.null(),
  audit: ['driver.changed'],
  office: {},
})
export const createVehicle = endpoint({
  method: 'POST',
  path: '/vehicles',
  permission: 'changeFleet',
  body: Vehicle,
  reply: z.object({ vehicle_uuid: UuidOut }),
  audit: ['vehicle.created'],
  office: {},
})
export const updateVehicle = endpoint({
  method: 'PATCH',
  path: '/vehicles/{vehicle_uuid}',
  permission: 'changeFleet',
  params: VehicleId,
  body: Vehicle.safeExtend({
    ...seen,
    temperature_classes: TemperatureClasses,
    shift_start: TimeOfDay,
    shift_end: TimeOfDay,
    active: boolean(),
  }),
  reply: z.null(),
  audit: ['vehicle.changed'],
  office: {},
})

/** Of the driver's own page; `no_text` is why no text would reach the driver. */
const HomeOut = z.object({ url: z.string(), driver: z.string(), no_text: z.string().nullable() })

export const showHome = endpoint({
  method: 'POST',
  path: '/drivers/{driver_uuid}/page',
  permission: 'changeDrivers',
  params: DriverId,
  reply: HomeOut,
  audit: ['driver.home_shown'],
  office: {},
})

export const textHome = endpoint({
  method: 'POST',
  path: '/drivers/{driver_uuid}/page/text',
  permission: 'assignDrivers',
  params: DriverId,
  reply: HomeOut,
  audit: ['driver.home_texted'],
  office: {},
})

/** The link before stops working. */
export const renewHome = endpoint({
  method: 'POST',
  path: '/drivers/{driver_uuid}/page/renew',
  permission: 'changeDrivers',
  params: DriverId,
  reply: HomeOut,
  audit: ['driver.home_renewed'],
  office: {},
})
