// Solving routes for given depots, vehicles and stops (docs/spec/optimize.md).
import { StreetHoursText } from './street.ts'
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { DISTANCE_SOURCES, ESTIMATE_REASONS } from '../domain/planning/distance-source.ts'
import { REASON_CODES } from '../engine/solution.ts'
import { breakFaults, Breaks } from './breaks.ts'
import { endpoint } from './endpoint.ts'
import {
  Day,
  DriverNames,
  spanEndsBeforeStart,
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
  requiredOr,
} from './fields.ts'
import { MAX_OPTIMIZE_STOPS, MAX_OPTIMIZE_VEHICLES } from './limits.ts'
import { goodsFaults, pickupFields } from './goods.ts'
import { MoreWindows, windowFaults } from './windows.ts'

const MAX_COUNT = 1e9
const object = {
  error: requiredOr(faultText('must be an object')),
}
const list = { error: requiredOr(faultText('must be a list')) }

const PlaceInput = z.strictObject({ lat: latitude(), lng: longitude() }, object)

const ReloadInput = z.strictObject(
  { lat: latitude(), lng: longitude(), minutes: number(0, 1_440), max_trips: integer(2, 20) },
  object,
)

const VehicleInput = z
  .strictObject(
    {
      id: text(1, 100),
      capacity_lbs: optional(number(0, MAX_COUNT)),
      capacity_pieces: optional(number(0, MAX_COUNT)),
      capacity_cubic_feet: optional(number(0, MAX_COUNT)),
      skills: optional(Skills),
      driver: optional(text(1, 200)).meta({ description: 'Name of the driver.' }),
      temperature_classes: optional(
        z
          .array(TemperatureClass, list)
          .min(1, faultText('must name at least one class'))
          .max(10, faultText('must name at most 10 classes')),
      ),
      shift_start: optional(TimeOfDay),
      shift_end: optional(TimeOfDay),
      max_stops: optional(integer(1, MAX_COUNT)),
      max_working_minutes: optional(number(1, 1_440)).meta({
        description: 'Maximum minutes from departure to return.',
      }),
      max_driving_minutes: optional(number(1, 1_440)),
      overtime: optional(
        z.strictObject({ after_minutes: number(0, 1_440), cost_per_hour: number(0, MAX_COUNT) }, object),
      ).meta({ description: 'Additional cost per hour of working time (departure to return) beyond after_minutes.' }),
      service_factor: optional(number(0.1, 10)).meta({
        description: 'Factor for the service times of the vehicle’s stops. Default: 1.',
      }),
      reload: optional(ReloadInput).meta({
        description:
          'Location where the vehicle may reload, minutes that a reload takes, and maximum number of loads including the first.',
      }),
      start: optional(PlaceInput),
      end: PlaceInput.nullish().meta({
        description: 'Location where the route ends. Default: the depot. Null: the last stop.',
      }),
      fixed_cost: optional(number(0, MAX_COUNT)),
      cost_per_mile: optional(number(0, MAX_COUNT)),
      cost_per_hour: optional(number(0, MAX_COUNT)),
      breaks: optional(Breaks),
    },
    object,
  )
  .meta({ id: 'OptimizeVehicle' })

const StopInput = z
  .strictObject(
    {
      id: text(1, 100),
      lat: latitude(),
      lng: longitude(),
      window_start: optional(TimeOfDay),
      window_end: optional(TimeOfDay),
      more_windows: optional(MoreWindows).meta({
        description: 'Further windows in chronological order, without overlap. They require window_end.',
      }),
      service_minutes: optional(number(0, 1_440)),
      street_hours: optional(StreetHoursText),
      ready_at: optional(TimeOfDay).meta({
        description: 'Earliest time at which the vehicle can leave the depot with this stop’s goods.',
      }),
      load_weight_lbs: optional(number(0, MAX_COUNT)),
      load_pieces: optional(number(0, MAX_COUNT)),
      load_cubic_feet: optional(number(0, MAX_COUNT)),
      required_skills: optional(Skills),
      required_drivers: optional(DriverNames).meta({
        description: 'Names of the only drivers who may serve the stop.',
      }),
      excluded_drivers: optional(DriverNames).meta({ description: 'Names of drivers who may not serve the stop.' }),
      preferred_drivers: optional(DriverNames).meta({ description: 'Names of drivers who should serve the stop.' }),
      ...pickupFields,
      temperature_class: optional(TemperatureClass),
      priority: optional(number(0, 100)).meta({
        description:
          'Priority if not all stops can be served. A plan with fewer unassigned stops of the highest priority is better, regardless of lower priorities. Default: 0.',
      }),
      locked: optional(
        z.strictObject({ vehicle_id: text(1, 100), sequence: optional(integer(1, MAX_OPTIMIZE_STOPS)) }, object),
      ),
    },
    object,
  )
  .meta({ id: 'OptimizeStop' })

const OptionsInput = z.strictObject(
  {
    balance: optional(oneOf(['NONE', 'STOPS', 'TIME'])),
    lateness_cost_per_hour: optional(number(0, MAX_COUNT)).meta({
      description: 'Cost per hour that service starts after its window. If absent, windows are hard constraints.',
    }),
    other_driver_cost: optional(number(0, MAX_COUNT)).meta({
      description: 'Cost of each stop with preferred drivers that another driver serves. Default: 5.',
    }),
    time_limit_seconds: optional(number(0.1, 30)),
    seed: optional(integer(0, 2 ** 32 - 1)),
    iterations: optional(integer(1, 100_000_000)),
  },
  object,
)

/** Defaults of shift times. */
export const WHOLE_DAY = { start: '00:00', end: '23:59' } as const

export const OptimizeBody = z
  .strictObject(
    {
      date: optional(Day),
      depot: z.strictObject({ lat: latitude(), lng: longitude(), name: optional(text(0, 200)) }, object),
      vehicles: z
        .array(VehicleInput, list)
        .min(1, faultText('must have at least one vehicle'))
        .max(MAX_OPTIMIZE_VEHICLES, faultText('must have at most {most} vehicles', { most: MAX_OPTIMIZE_VEHICLES })),
      stops: z
        .array(StopInput, list)
        .min(1, faultText('must have at least one stop'))
        .max(MAX_OPTIMIZE_STOPS, faultText('must have at most {most} stops', { most: MAX_OPTIMIZE_STOPS })),
      options: optional(OptionsInput),
    },
    { error: faultText('must be a JSON object') },
  )
  .superRefine(({ vehicles, stops }, context) => {
    const fault = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    const vehicleIds = uniqueIds('vehicles', vehicles, fault)
    const stopIds = uniqueIds('stops', stops, fault)
    const givesTo = new Map<string, number>()
    for (const [v, vehicle] of vehicles.entries()) {
      if (spanEndsBeforeStart(vehicle.shift_start ?? WHOLE_DAY.start, vehicle.shift_end ?? WHOLE_DAY.end))
        fault(['vehicles', v, 'shift_end'], faultText('must be after shift_start'))
      breakFaults(vehicle.breaks, (path, message) => fault(['vehicles', v, ...path], message))
    }
    for (const [s, { locked, ...stop }] of stops.entries()) {
      if (locked && !vehicleIds.has(locked.vehicle_id))
        fault(['stops', s, 'locked', 'vehicle_id'], faultText('must be the id of one of the vehicles'))
      windowFaults(stop, (path, message) => fault(['stops', s, ...path], message))
      goodsFaults(stop, stop.id, (path, message) => fault(['stops', s, ...path], message))
      const { goods_from: from } = stop
      if (from === null || from === stop.id) continue
      const other = stops[stopIds.get(from) ?? -1]
      const taker = givesTo.get(from)
      const message =
        other === undefined
          ? faultText('must be the id of one of the stops')
          : other.goods_from !== null
            ? faultText('must be a stop whose own goods come from the depot')
            : taker !== undefined
              ? faultText('must be unique, but stops.{taker} has the same value', { taker })
              : null
      if (message) fault(['stops', s, 'goods_from'], message)
      else givesTo.set(from, s)
      const giver = other?.locked
      if (message || !locked || !giver) continue
      if (locked.vehicle_id !== giver.vehicle_id)
        fault(
          ['stops', s, 'locked', 'vehicle_id'],
          faultText('must be the vehicle of {from}, where its goods come from', { from }),
        )
      else if (locked.sequence !== null && giver.sequence !== null && locked.sequence <= giver.sequence)
        fault(
          ['stops', s, 'locked', 'sequence'],
          faultText('must be after the sequence of {from}, where its goods come from', { from }),
        )
    }
  })
  .meta({ id: 'OptimizeInput' })

export type OptimizeBody = z.output<typeof OptimizeBody>

function uniqueIds(
  name: string,
  listed: readonly { id: string }[],
  fault: (path: (string | number)[], message: string) => void,
): Map<string, number> {
  const first = new Map<string, number>()
  for (const [i, { id }] of listed.entries()) {
    const other = first.get(id)
    if (other === undefined) first.set(id, i)
    else fault([name, i, 'id'], faultText('must be unique, but {name}.{other} has the same value', { name, other }))
  }
  return first
}

const SnappedMeters = z.int().optional().meta({
  description:
    'Meters from the location to the road that it is planned on. Present if more than 100. Check the coordinates then, because the way between them is not part of the plan.',
})

const OptimizeOut = z
  .object({
    routes: z.array(
      z.object({
        vehicle_id: z.string(),
        departure: TimeOut,
        return: TimeOut.nullable().meta({ description: 'Null if the route has an open end.' }),
        distance_miles: z.number(),
        drive_minutes: z.number(),
        wait_minutes: z.number(),
        service_minutes: z.number(),
        load_weight_lbs: z.number().meta({ description: 'Sum of the known weights in pounds.' }),
        load_pieces: z.number().optional().meta({
          description:
            'Total number of pieces. Present if a vehicle has a limit for pieces. The same applies to load_cubic_feet.',
        }),
        load_cubic_feet: z.number().optional(),
        overtime_minutes: z
          .number()
          .optional()
          .meta({ description: 'Minutes of overtime. Present if the vehicle has overtime.' }),
        start_snapped_meters: SnappedMeters,
        end_snapped_meters: SnappedMeters,
        stops: z.array(
          z.object({
            id: z.string(),
            sequence: z.int(),
            arrival: TimeOut.meta({ description: 'Arrival time, before any waiting.' }),
            service_start: TimeOut,
            departure: TimeOut,
            wait_minutes: z.number(),
            distance_miles: z.number().meta({ description: 'Miles from the previous location.' }),
            trip: z
              .int()
              .optional()
              .meta({ description: 'Load number of a vehicle that may reload, 1 for the first load.' }),
            late_minutes: z.number().optional().meta({
              description: 'Minutes that service starts after its window. Present if lateness_cost_per_hour is sent.',
            }),
            snapped_meters: SnappedMeters,
          }),
        ),
        breaks: z.array(z.object({ start: TimeOut, end: TimeOut })).optional(),
      }),
    ),
    unassigned: z.array(
      z.object({
        id: z.string(),
        reason: z.object({ code: z.enum(REASON_CODES), message: z.string() }),
        nearest_fix: z
          .string()
          .nullable()
          .meta({ description: 'The smallest change that was verified to make the stop fit.' }),
        snapped_meters: SnappedMeters,
      }),
    ),
    summary: z.object({
      routes: z.int(),
      stops: z.int().meta({ description: 'Number of stops on routes.' }),
      unassigned: z.int(),
      distance_miles: z.number(),
      drive_minutes: z.number(),
      cost: z.number(),
      solve_ms: z.int(),
    }),
    distance_source: z.enum(DISTANCE_SOURCES),
    distances_estimated: z.boolean(),
    estimate_reason: z.enum(ESTIMATE_REASONS).nullable(),
  })
  .meta({ id: 'OptimizeAnswer' })

export type OptimizeOut = z.output<typeof OptimizeOut>

export const optimize = endpoint({
  method: 'POST',
  path: '/optimize',
  compresses: true,
  body: OptimizeBody,
  reply: OptimizeOut,
  permission: 'planRoutes',
  key: {
    operation: 'optimize',
    tag: 'Engine',
    summary: 'Solve routes for any depot, vehicles and stops',
    description:
      'Solves routes without storing anything; no Idempotency-Key is needed. Temperature classes, skills, capacities, time windows, shifts, max_working_minutes, max_driving_minutes, max_stops and locks are hard constraints. With lateness_cost_per_hour, windows aren’t. Stops that don’t fit are unassigned, each with its reason. If no vehicle has fixed_cost, cost_per_mile or cost_per_hour, a mile costs 1. Distances are straight-line estimates if there are more than 61 distinct locations (5,000 in added regions), or if no road-distance provider responds. Legs to locations outside every added region are estimates, too. The response shows this. With `iterations` and a `seed`, the same body gives the same routes, unless the search reaches its limit of 30 seconds first.',
    success: { 200: 'The routes, and every unassigned stop with its reason.' },
    limits: () => ['solves'],
    idempotent: false,
    examples: {
      body: {
        date: '11/23/2026',
        depot: { lat: 38.9072, lng: -77.0369, name: 'Depot' },
        vehicles: [
          {
            id: 'van-1',
            capacity_lbs: 900,
            temperature_classes: ['DRY', 'FROZEN'],
            shift_start: '08:00',
            shift_end: '16:00',
            breaks: [{ window_start: '11:30', window_end: '13:00', minutes: 30 }],
          },
        ],
        stops: [
          { id: 'a', lat: 38.9126, lng: -77.0286, window_start: '09:00', window_end: '11:00', load_weight_lbs: 45 },
          { id: 'b', lat: 38.9296, lng: -77.0498, temperature_class: 'REFRIGERATED' },
        ],
        options: { iterations: 2_000, seed: 1 },
      },
      reply: {
        routes: [
          {
            vehicle_id: 'van-1',
            departure: '08:56',
            return: '09:08',
            distance_miles: 1.51,
            drive_minutes: 6.24,
            wait_minutes: 0,
            service_minutes: 5,
            load_weight_lbs: 45,
            stops: [
              {
                id: 'a',
                sequence: 1,
                arrival: '09:00',
                service_start: '09:00',
                departure: '09:05',
                wait_minutes: 0,
                distance_miles: 0.76,
              },
            ],
          },
        ],
        unassigned: [
          {
            id: 'b',
            reason: {
              code: 'TEMPERATURE',
              message: 'needs a vehicle that carries refrigerated goods; none in this build does',
            },
            nearest_fix: 'let vehicle van-1 carry refrigerated goods',
          },
        ],
        summary: {
          routes: 1,
          stops: 1,
          unassigned: 1,
          distance_miles: 1.51,
          drive_minutes: 6.24,
          cost: 1.51,
          solve_ms: 12,
        },
        distance_source: 'straight_line',
        distances_estimated: true,
        estimate_reason: 'NO_PROVIDER',
      },
    },
  },
})
