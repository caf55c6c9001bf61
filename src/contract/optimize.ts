// Solving routes for any depot, vehicles and stops (docs/spec/optimize.md).
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { DISTANCE_SOURCES, ESTIMATE_REASONS } from '../domain/planning/distance-source.ts'
import { REASON_CODES } from '../engine/solution.ts'
import { breakFaults, Breaks } from './breaks.ts'
import { endpoint } from './endpoint.ts'
import {
  Day,
  DriverNames,
  endsTooSoon,
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

const MOST = 1e9
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
      capacity_lbs: optional(number(0, MOST)),
      capacity_pieces: optional(number(0, MOST)),
      capacity_cubic_feet: optional(number(0, MOST)),
      skills: optional(Skills),
      driver: optional(text(1, 200)).meta({ description: 'The name of who drives it.' }),
      temperature_classes: optional(
        z
          .array(TemperatureClass, list)
          .min(1, faultText('must name at least one class'))
          .max(10, faultText('must name at most 10 classes')),
      ),
      shift_start: optional(TimeOfDay),
      shift_end: optional(TimeOfDay),
      max_stops: optional(integer(1, MOST)),
      max_working_minutes: optional(number(1, 1_440)).meta({ description: 'The longest from departure to return.' }),
      max_driving_minutes: optional(number(1, 1_440)),
      overtime: optional(
        z.strictObject({ after_minutes: number(0, 1_440), cost_per_hour: number(0, MOST) }, object),
      ).meta({ description: 'What working longer, from departure to return, costs more.' }),
      service_factor: optional(number(0.1, 10)).meta({
        description: 'What the service times of its stops are multiplied by. Default: 1.',
      }),
      reload: optional(ReloadInput).meta({
        description:
          'Where it may return for another load, how long that takes, and how many loads it may take in all.',
      }),
      start: optional(PlaceInput),
      end: PlaceInput.nullish().meta({
        description: 'Where the route ends. Default: the depot; null: at the last stop.',
      }),
      fixed_cost: optional(number(0, MOST)),
      cost_per_mile: optional(number(0, MOST)),
      cost_per_hour: optional(number(0, MOST)),
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
        description: 'Further windows, in order, each after the one before. They need window_end.',
      }),
      service_minutes: optional(number(0, 1_440)),
      ready_at: optional(TimeOfDay).meta({ description: 'Its vehicle leaves with it no sooner.' }),
      load_weight_lbs: optional(number(0, MOST)),
      load_pieces: optional(number(0, MOST)),
      load_cubic_feet: optional(number(0, MOST)),
      required_skills: optional(Skills),
      required_drivers: optional(DriverNames).meta({ description: 'One of them must drive it.' }),
      excluded_drivers: optional(DriverNames).meta({ description: 'None of them may drive it.' }),
      preferred_drivers: optional(DriverNames).meta({ description: 'One of them should drive it.' }),
      ...pickupFields,
      temperature_class: optional(TemperatureClass),
      priority: optional(number(0, 100)).meta({
        description:
          'If not all stops can be served, a plan that leaves off fewer of the highest priority is better, whatever it leaves off below. Default: 0.',
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
    lateness_cost_per_hour: optional(number(0, MOST)).meta({
      description: 'With it, windows may be missed: each hour that service starts late costs this much.',
    }),
    other_driver_cost: optional(number(0, MOST)).meta({
      description: 'What each stop costs that none of the drivers it prefers drives. Default: 5.',
    }),
    time_limit_seconds: optional(number(0.1, 30)),
    seed: optional(integer(0, 2 ** 32 - 1)),
    iterations: optional(integer(1, 100_000_000)),
  },
  object,
)

/** Shift times absent on the wire. */
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
      if (endsTooSoon(vehicle.shift_start ?? WHOLE_DAY.start, vehicle.shift_end ?? WHOLE_DAY.end))
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
              ? faultText('must be unique: stops.{taker} has it too', { taker })
              : null
      if (message) fault(['stops', s, 'goods_from'], message)
      else givesTo.set(from, s)
      const giver = other?.locked
      if (message || !locked || !giver) continue
      if (locked.vehicle_id !== giver.vehicle_id)
        fault(
          ['stops', s, 'locked', 'vehicle_id'],
          faultText('must be that of {from}, which its goods come from', { from }),
        )
      else if (locked.sequence !== null && giver.sequence !== null && locked.sequence <= giver.sequence)
        fault(
          ['stops', s, 'locked', 'sequence'],
          faultText('must be after that of {from}, which its goods come from', { from }),
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
    else fault([name, i, 'id'], faultText('must be unique: {name}.{other} has it too', { name, other }))
  }
  return first
}

const SnappedMeters = z.int().optional().meta({
  description:
    'Meters from the place to the road that it is planned on. Present if more than 100: check the coordinates, since the way between is not part of the plan.',
})

const OptimizeOut = z
  .object({
    routes: z.array(
      z.object({
        vehicle_id: z.string(),
        departure: TimeOut,
        return: TimeOut.nullable().meta({ description: 'Null with an open end.' }),
        distance_miles: z.number(),
        drive_minutes: z.number(),
        wait_minutes: z.number(),
        service_minutes: z.number(),
        load_weight_lbs: z.number().meta({ description: 'Sum of the known weights.' }),
        load_pieces: z
          .number()
          .optional()
          .meta({ description: 'Where some vehicle holds only so many. Cubic feet likewise.' }),
        load_cubic_feet: z.number().optional(),
        overtime_minutes: z.number().optional().meta({ description: 'Where there is overtime.' }),
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
            distance_miles: z.number().meta({ description: 'From the previous location.' }),
            trip: z.int().optional().meta({ description: 'Which load of a vehicle that may reload, 1 for the first.' }),
            late_minutes: z
              .number()
              .optional()
              .meta({ description: 'How late service starts, where that is allowed.' }),
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
          .meta({ description: 'The smallest change that was verified to make it fit.' }),
        snapped_meters: SnappedMeters,
      }),
    ),
    summary: z.object({
      routes: z.int(),
      stops: z.int().meta({ description: 'On routes.' }),
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
      'Stateless: nothing is stored, and no Idempotency-Key is needed. Temperature classes, skills, capacities, time windows, shifts, the longest working and driving times, max_stops and locks are hard constraints (windows not with lateness_cost_per_hour); stops that do not fit are unassigned, each with its reason. With none of fixed_cost, cost_per_mile and cost_per_hour given for any vehicle, a mile costs 1. Over 61 distinct places (5,000 on added regions), or without a road-distance provider that answers, distances are straight-line estimates, and the answer says so. So are legs to places outside every added region. With `iterations` and a `seed` the same body gives the same routes, unless the search reaches its limit of 30 seconds first.',
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
