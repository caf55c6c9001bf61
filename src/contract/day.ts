// A day as the office sees it: its routes, and the deliveries that wait for one.
import { endpoint } from './endpoint.ts'
import { exampleRoute, exampleStop, RouteOut, StopOut } from './routes.ts'
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
  /** Its windows as instants of the route's day; a side that is null is open. */
  windows: z.array(z.object({ from: InstantOut.nullable(), to: InstantOut.nullable() })),
  /** Minutes past its window at the time planned, expected or real; 0 when in time. */
  late_minutes: z.number(),
  /** A skipped delivery may be elsewhere by now. */
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
  /** Changes with everything a dispatcher may change; a change names the version it was made on. */
  version: z.string(),
  /** Which of the screens' colors is its vehicle's: its number among all, oldest first, so that it keeps it. */
  color: z.number(),
  shift_start: InstantOut,
  shift_end: InstantOut,
  capacity_lbs: z.number().nullable(),
  temperature_classes: z.array(TemperatureClass),
  max_stops: z.number().nullable(),
  /** Its vehicle may load again at the depot. */
  may_reload: z.boolean(),
  warnings: z.array(Warning),
  /** Where the driver was last seen, while the route is under way. */
  position: z.object({ lat: z.number(), lng: z.number(), at: InstantOut }).nullable(),
  /** How many taps of its driver did not count and wait for the office. */
  refused_taps: z.number(),
  /** The office left nothing to do on it after it was sent: it ends then, unless it has stops again. */
  ends_at: InstantOut.nullable(),
  /** Since when the driver's phone has not been heard of, if that is long: what it did since is not known. */
  silent_since: InstantOut.nullable(),
  /** It goes on no earlier, by a delay that was entered and still counts. */
  held_until: InstantOut.nullable(),
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
  /** The smallest zone it lies in. */
  zone: z.string().nullable(),
  window_start: TimeOut.nullable(),
  window_end: TimeOut.nullable(),
  more_windows: MoreWindowsOut.optional(),
  ...OrderOut.pick({ delivery_from: true, delivery_by: true }).shape,
  temperature_class: TemperatureClass,
  load_weight_lbs: z.number().nullable(),
  /** It came after a route of the day that is under way was sent. */
  since_dispatch: z.boolean(),
  /** A change of it since then took it off its route. */
  came_off: z.boolean(),
  /** Why the last build of the day left it off, unless it has changed since. */
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
  /** Only where stated. */
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
  /** The business's day now, MM/dd/yyyy. */
  today: wire.DayOut,
  undo_window_seconds: z.number(),
  routes: z.array(DayRoute),
  pool: z.array(PoolOrder),
  /** How many wait altogether; the pool holds the first of them. */
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
    summary: 'A day as the office sees it',
    description:
      'Every route with its `version`, warnings and the last position of its vehicle, and the deliveries that wait for a route, each with why the last build left it off. Moves name the versions that they were made on.',
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
