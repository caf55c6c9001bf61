// Vehicles: shift, capacity, depot and driver.
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { WEEKDAYS } from '../domain/orders/recurrence.ts'
import type { Measure } from '../domain/formats.ts'
import { COSTINGS } from '../domain/planning/costing.ts'
import { inBothUnits, MAX_MEASURES } from '../domain/planning/vehicle-size.ts'
import { BreakOut, breakFaults, Breaks } from './breaks.ts'
import {
  boolean,
  withDefault,
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
} from './fields.ts'
import { seen, versioned, list, listed, depot, driver } from './fleet.ts'

const VehiclePlaceOut = z.object({ address: z.string().nullable(), lat: z.number(), lng: z.number() })

/** `version` has the same meaning as in DepotOut. */
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
  height_feet: z.number().nullable(),
  width_feet: z.number().nullable(),
  length_feet: z.number().nullable(),
  gross_weight_lbs: z.number().nullable(),
  axle_load_lbs: z.number().nullable(),
  skills: z.array(z.string()),
  /** Maximum minutes from departure to return, and maximum minutes of driving. */
  max_working_minutes: z.number().nullable(),
  max_driving_minutes: z.number().nullable(),
  overtime_after_minutes: z.number().nullable(),
  overtime_factor: z.number().nullable(),
  service_factor: z.number().nullable(),
  /** Minutes that a reload at the depot takes. Null: no reloads. */
  reload_minutes: z.number().nullable(),
  max_reloads: z.number().nullable(),
  breaks: z.array(BreakOut),
  /** Start and end of the vehicle's routes. Null: the depot. */
  start: VehiclePlaceOut.nullable(),
  end: VehiclePlaceOut.nullable(),
  /** Whether routes end at their last stop. */
  open_end: z.boolean(),
  /** Zones that belong to the vehicle on these weekdays. */
  areas: z.array(z.object({ zone_uuid: UuidOut, weekdays: z.array(z.enum(WEEKDAYS)) })),
  driver_uuid: UuidOut.nullable(),
  depot_uuid: UuidOut.nullable(),
  active: z.boolean(),
})
export type VehicleOut = z.output<typeof VehicleOut>

const VehiclePlace = z.strictObject(
  { address: optional(text(0, 500)), lat: latitude(), lng: longitude() },
  { error: faultText('must be an object') },
)

const TemperatureClasses = z
  .array(TemperatureClass)
  .min(1, faultText('must name at least one'))
  .max(10, faultText('must name at most {most}', { most: 10 }))

/** A measure with bounds whose messages are in US and metric units. */
const measured = (measure: Measure, min: number, max: number) =>
  number(min, max, [inBothUnits(measure, min), inBothUnits(measure, max)])

/** Size and weight of the loaded vehicle. */
export const VehicleBounds = {
  height_feet: measured('length', 1, MAX_MEASURES.heightFeet),
  width_feet: measured('length', 1, MAX_MEASURES.widthFeet),
  length_feet: measured('length', 1, MAX_MEASURES.lengthFeet),
  gross_weight_lbs: measured('weight', 10, MAX_MEASURES.grossWeightLbs),
  axle_load_lbs: measured('weight', 10, MAX_MEASURES.axleLoadLbs),
}

export const Vehicle = z
  .strictObject({
    name: text(1, 200),
    capacity_lbs: optional(number(0, 1e9)),
    temperature_classes: withDefault(TemperatureClasses, ['DRY']),
    shift_start: withDefault(TimeOfDay, '00:00'),
    shift_end: withDefault(TimeOfDay, '23:59'),
    max_stops: optional(integer(1, 10_000)),
    /** Kind of vehicle for road routing. Default: a car. */
    costing: optional(oneOf(COSTINGS)),
    capacity_pieces: optional(number(0, 1e9)),
    capacity_cubic_feet: optional(number(0, 1e9)),
    height_feet: optional(VehicleBounds.height_feet),
    width_feet: optional(VehicleBounds.width_feet),
    length_feet: optional(VehicleBounds.length_feet),
    gross_weight_lbs: optional(VehicleBounds.gross_weight_lbs),
    axle_load_lbs: optional(VehicleBounds.axle_load_lbs),
    skills: optional(Skills),
    max_working_minutes: optional(number(1, 1_440)),
    max_driving_minutes: optional(number(1, 1_440)),
    overtime_after_minutes: optional(number(0, 1_440)),
    /** Weight of an hour of overtime, in ordinary hours. Default: 1.5. */
    overtime_factor: optional(number(1, 10)),
    /** Factor for service times of this vehicle. */
    service_factor: optional(number(0.1, 10)),
    /** Minutes that a reload at the depot takes. If absent, the vehicle doesn't reload. */
    reload_minutes: optional(number(0, 240)),
    /** Maximum reloads per shift. Default: 1. */
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
                .array(oneOf(WEEKDAYS), { error: faultText('must be a list of weekdays') })
                .min(1, faultText('must name at least one weekday'))
                .max(7, faultText('must name at most {most}', { most: 7 })),
            },
            { error: faultText('must be an object') },
          ),
          { error: faultText('must be a list') },
        )
        .max(100, faultText('must name at most 100 zones')),
    ),
    driver_uuid: optional(Uuid),
    depot_uuid: optional(Uuid),
    active: withDefault(boolean(), true),
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
        gross_weight_lbs,
        axle_load_lbs,
      },
      context,
    ) => {
      if (axle_load_lbs !== null && gross_weight_lbs !== null && axle_load_lbs > gross_weight_lbs)
        context.addIssue({
          code: 'custom',
          path: ['axle_load_lbs'],
          message: faultText('must be at most the gross weight'),
        })
      if (max_reloads !== null && reload_minutes === null)
        context.addIssue({
          code: 'custom',
          path: ['reload_minutes'],
          message: faultText('is required for reloads'),
        })
      if (end && open_end)
        context.addIssue({
          code: 'custom',
          path: ['end'],
          message: faultText('is not allowed with open_end, because routes end either there or at the last stop'),
        })
      breakFaults(breaks, (path, message) => context.addIssue({ code: 'custom', path, message }))
      if (overtime_factor !== null && overtime_after_minutes === null)
        context.addIssue({
          code: 'custom',
          path: ['overtime_after_minutes'],
          message: faultText('is required to count overtime'),
        })
      if (shift_end <= shift_start)
        context.addIssue({
          code: 'custom',
          path: ['shift_end'],
          message: faultText('must be later than the start of the shift'),
        })
    },
  )

const VehicleId = z.object({ vehicle_uuid: Uuid })
const newVehicle = {
  name: 'Van 3',
  capacity_lbs: 2_000,
  temperature_classes: ['DRY', 'FROZEN'] as const,
  shift_start: '08:00',
  shift_end: '17:00',
  max_stops: 40,
  skills: ['lift gate'],
  breaks: [{ window_start: '12:00', window_end: '14:00', minutes: 30 }],
  active: true,
}
const vehicleBody = { ...newVehicle, driver_uuid: driver.driver_uuid, depot_uuid: depot.depot_uuid }
const vehicle = {
  vehicle_uuid: '019ab3e0-0000-7000-8000-000000000003',
  version: 1,
  ...vehicleBody,
  costing: 'CAR',
  capacity_pieces: null,
  capacity_cubic_feet: null,
  height_feet: 8.5,
  width_feet: null,
  length_feet: null,
  gross_weight_lbs: 9_500,
  axle_load_lbs: null,
  max_working_minutes: null,
  max_driving_minutes: null,
  overtime_after_minutes: null,
  overtime_factor: null,
  service_factor: null,
  reload_minutes: null,
  max_reloads: null,
  breaks: [{ window_start: '12:00', window_end: '14:00', minutes: 30, paid: true }],
  start: null,
  end: null,
  open_end: false,
  areas: [],
}

export const listVehicles = endpoint({
  ...list,
  path: '/vehicles',
  reply: z.array(VehicleOut.meta({ id: 'Vehicle' })),
  key: {
    ...listed,
    operation: 'listVehicles',
    summary: 'List vehicles',
    examples: { reply: [vehicle] },
  },
})
export const createVehicle = endpoint({
  method: 'POST',
  path: '/vehicles',
  permission: 'changeFleet',
  body: Vehicle,
  reply: z.object({ vehicle_uuid: UuidOut }),
  audit: ['vehicle.created'],
  office: {},
  key: {
    tag: 'Fleet',
    operation: 'createVehicle',
    summary: 'Add a vehicle',
    description: 'Adds a vehicle with its shift, its usual driver and its depot.',
    success: { 201: 'Added.' },
    errors: { 404: 'No such driver, depot or zone.' },
    // Without IDs, so that the example can be sent to any server.
    examples: { body: newVehicle, reply: { vehicle_uuid: vehicle.vehicle_uuid } },
  },
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
  key: {
    tag: 'Fleet',
    operation: 'updateVehicle',
    summary: 'Change a vehicle',
    description: versioned,
    errors: { 404: 'No such vehicle, driver, depot or zone.', 409: 'The vehicle has changed since that version.' },
    examples: { body: { ...vehicleBody, version: 1 }, reply: null },
  },
})
export type VehicleBody = z.output<typeof Vehicle>
