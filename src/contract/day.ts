// A day as the office shows it: its routes, and the deliveries that wait for a route.
import { endpoint } from './endpoint.ts'
import { exampleRoute, exampleStop, ProblemOut, RouteOut, StopOut } from './routes.ts'
import { z } from 'zod'
import { PLACEMENTS } from '../domain/orders/order.ts'
import * as wire from './fields.ts'
import { Day, InstantOut, TemperatureClass, TimeOut, UuidOut } from './fields.ts'
import { OfficeUnassigned } from './build.ts'
import { Warning } from './warnings.ts'
import { MoreWindowsOut } from './windows.ts'
import { OrderOut } from './order.ts'
import { VehicleOut } from './vehicles.ts'

export const DayStop = StopOut.extend({
  temperature_class: TemperatureClass,
  load_weight_lbs: z.number().nullable(),
  placement: z.enum(PLACEMENTS),
  far_from_road: z.boolean(),
  /** The delivery's windows as instants of the route's day. Null means open on that side. */
  windows: z.array(z.object({ from: InstantOut.nullable(), to: InstantOut.nullable() })),
  /**
   * Minutes past the window, or past the closing of the street, at the planned, expected or actual time; 0 if in time.
   */
  late_minutes: z.number(),
  /** Why the street prevents the delivery. Present if the stop is expected when its street is closed. */
  street_fault: z.string().optional(),
  /** Whether the delivery is still on this route. A skipped delivery may be on another route by now. */
  current: z.boolean(),
  ...OrderOut.pick({
    load_pieces: true,
    load_cubic_feet: true,
    required_skills: true,
    required_drivers: true,
    excluded_drivers: true,
    pickup_weight_lbs: true,
    pickup_pieces: true,
    pickup_cubic_feet: true,
    goods_from: true,
  }).shape,
})
export type DayStop = z.output<typeof DayStop>

export const DayRoute = RouteOut.extend({
  /**
   * Version of everything in the route that a dispatcher can change. Requests for changes name the version that they
   * are based on.
   */
  version: z.string(),
  /**
   * Index of the vehicle among all vehicles, oldest first. Screens choose the route's color by it, so the color never
   * changes.
   */
  color: z.number(),
  shift_start: InstantOut,
  shift_end: InstantOut,
  capacity_lbs: z.number().nullable(),
  temperature_classes: z.array(TemperatureClass),
  max_stops: z.number().nullable(),
  /** Whether the vehicle may reload at the depot. */
  may_reload: z.boolean(),
  warnings: z.array(Warning),
  /** Last known location of the driver. Null unless the route is under way. */
  position: z.object({ lat: z.number(), lng: z.number(), at: InstantOut }).nullable(),
  /** Number of driver taps that were refused and wait for the office. */
  refused_taps: z.number(),
  /** Set if the office removed the last stop after dispatch: the route ends at this time unless it gets stops again. */
  ends_at: InstantOut.nullable(),
  /** Last contact with the driver's phone, if that is long ago; taps since then are unknown. Null otherwise. */
  silent_since: InstantOut.nullable(),
  /** Time until which the route waits because of a reported delay. Null if no delay applies. */
  held_until: InstantOut.nullable(),
  /** Problem with the vehicle that the driver reported. Null if there is none, or if the driver has continued since. */
  problem: ProblemOut.nullable(),
  stops: z.array(DayStop),
})
export type DayRoute = z.output<typeof DayRoute>

export const PoolOrder = z.object({
  order_uuid: UuidOut,
  external_ref: z.string(),
  customer_name: z.string(),
  line1: z.string(),
  city: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  placement: z.enum(PLACEMENTS),
  far_from_road: z.boolean(),
  /** Smallest zone that contains the location. */
  zone: z.string().nullable(),
  window_start: TimeOut.nullable(),
  window_end: TimeOut.nullable(),
  more_windows: MoreWindowsOut.optional(),
  ...OrderOut.pick({ delivery_from: true, delivery_by: true }).shape,
  temperature_class: TemperatureClass,
  load_weight_lbs: z.number().nullable(),
  /** Whether the delivery was added after the first dispatch of a route of the day that is still running. */
  since_dispatch: z.boolean(),
  /** Whether a change after this first dispatch removed the delivery from its route. */
  came_off: z.boolean(),
  /** Reason why the last build of the day left the delivery unassigned. Null if it has changed since. */
  left_off: OfficeUnassigned.nullable(),
})
export type PoolOrder = z.output<typeof PoolOrder>

export const DayVehicle = z.object({
  vehicle_uuid: UuidOut,
  name: z.string(),
  capacity_lbs: z.number().nullable(),
  temperature_classes: z.array(TemperatureClass),
  max_stops: z.number().nullable(),
  shift_start: TimeOut,
  shift_end: TimeOut,
  driver_uuid: UuidOut.nullable(),
  /** Optional rules of the vehicle. Present if set. */
  ...VehicleOut.pick({
    skills: true,
    capacity_pieces: true,
    capacity_cubic_feet: true,
    max_working_minutes: true,
    max_driving_minutes: true,
    reload_minutes: true,
  }).partial().shape,
})
export type DayVehicle = z.output<typeof DayVehicle>

export const DayOut = z.object({
  date: wire.DayOut,
  /** Current day of the business, MM/dd/yyyy. */
  today: wire.DayOut,
  undo_window_seconds: z.number(),
  routes: z.array(DayRoute),
  pool: z.array(PoolOrder),
  /** Total number of waiting deliveries. `pool` has only the first of them. */
  pool_count: z.number(),
  vehicles: z.array(DayVehicle),
  drivers: z.array(z.object({ driver_uuid: UuidOut, name: z.string() })),
  depots: z.array(z.object({ depot_uuid: UuidOut, name: z.string(), lat: z.number(), lng: z.number() })),
})
export type DayOut = z.output<typeof DayOut>

export const DateParam = z.strictObject({ date: Day })

export const readDay = endpoint({
  method: 'GET',
  path: '/day',
  permission: 'readRoutes',
  query: DateParam,
  reply: DayOut,
  office: {},
  key: {
    tag: 'Routes',
    operation: 'readDay',
    summary: 'Read a day',
    description:
      'Returns the routes of the day, each with its `version`, its warnings and the last location of its vehicle. `pool` has the deliveries that wait for a route. If the last build left a delivery unassigned, it has the reason. Requests that move deliveries name these versions.',
    examples: {
      reply: {
        date: '11/23/2026',
        today: '11/23/2026',
        undo_window_seconds: 120,
        routes: [],
        pool: [
          {
            order_uuid: exampleStop.order_uuid,
            external_ref: exampleStop.external_ref,
            customer_name: exampleStop.customer_name,
            line1: exampleStop.address.line1,
            city: exampleStop.address.city,
            lat: exampleStop.address.lat,
            lng: exampleStop.address.lng,
            placement: 'PLACED',
            far_from_road: false,
            zone: null,
            window_start: '09:00',
            window_end: '12:00',
            temperature_class: 'FROZEN',
            load_weight_lbs: 45,
            since_dispatch: false,
            came_off: false,
            left_off: null,
          },
        ],
        pool_count: 1,
        vehicles: [
          {
            vehicle_uuid: exampleRoute.vehicle.vehicle_uuid,
            name: 'Van 3',
            capacity_lbs: 2_000,
            temperature_classes: ['DRY', 'FROZEN'],
            max_stops: 40,
            shift_start: '08:00',
            shift_end: '17:00',
            driver_uuid: exampleRoute.driver.driver_uuid,
          },
        ],
        drivers: [exampleRoute.driver],
        depots: [{ depot_uuid: '019ab3e0-0000-7000-8000-000000000001', ...exampleRoute.depot }],
      },
    },
  },
})
