// The day screen: what it shows, and what a dispatcher does there.
import { z } from 'zod'
import { FIX_KINDS } from '../../engine/solution.ts'
import { PLACEMENTS } from '../../domain/orders/order.ts'
import * as wire from '../fields.ts'
import {
  boolean,
  Day,
  Instant,
  InstantOut,
  integer,
  oneOf,
  optional,
  TemperatureClass,
  text,
  TimeOut,
  Uuid,
  UuidOut,
  uuids,
} from '../fields.ts'
import { MAX_BODY_BYTES } from '../limits.ts'
import * as api from '../routes.ts'
import {
  BuildBody,
  BuildOut,
  OutcomeBody,
  RouteOut,
  CancelledRouteOut,
  RouteWithStops,
  StopAnswer,
  StopOut,
  UnassignedOut,
  WaysOut,
} from '../routes.ts'
import { OUTCOMES } from '../../domain/routes/stop.ts'
import { Added, PlaceOut, PlacesOut } from '../stop-places.ts'
import { TakenWarnings, Warning } from '../warnings.ts'
import { MoreWindowsOut } from '../windows.ts'
import { OrderOut } from '../orders.ts'
import { endpoint } from '../endpoint.ts'
import { VehicleOut } from './fleet.ts'

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

export const FixOut = z.object({
  kind: z.enum(FIX_KINDS),
  /** The vehicle to change; null when it is the delivery. */
  vehicle_uuid: UuidOut.nullable(),
  /** Minutes, units of load or stops more, or the class or skill to add. */
  amount: z.union([z.number(), z.string()]),
})
export type FixOut = z.output<typeof FixOut>

/** A delivery left unassigned: as the API has it, with the fix as data. */
export const OfficeUnassigned = UnassignedOut.extend({ fix: FixOut.nullable() })
export type OfficeUnassigned = z.output<typeof OfficeUnassigned>

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

export const RouteFigures = z.object({
  stop_count: z.number(),
  distance_miles: z.number(),
  /** From leaving the depot to being back. */
  minutes: z.number(),
  late_stops: z.number(),
  load_weight_lbs: z.number(),
})
export type RouteFigures = z.output<typeof RouteFigures>

/** A route before and after a move, and what is unwise about it then. */
export const RouteEffect = z.object({
  route_uuid: UuidOut,
  name: z.string(),
  before: RouteFigures,
  after: RouteFigures,
  warnings: z.array(Warning),
})
export type RouteEffect = z.output<typeof RouteEffect>

export const MovesOut = z.object({
  routes: z.array(RouteEffect),
  added: Added,
})
export type MovesOut = z.output<typeof MovesOut>

export { PlaceOut, PlacesOut }

export const OfficeBuildOut = BuildOut.extend({ unassigned: z.array(OfficeUnassigned) })
export type OfficeBuildOut = z.output<typeof OfficeBuildOut>

export const BuildProgress = z.object({
  seconds: z.number(),
  unassigned: z.number(),
  distance_miles: z.number(),
  drive_minutes: z.number(),
})
export type BuildProgress = z.output<typeof BuildProgress>

const DateParam = z.strictObject({ date: Day })
const RouteId = z.object({ route_uuid: Uuid })
const StopId = z.object({ route_uuid: Uuid, stop_uuid: Uuid })
const Versions = z.record(z.string(), text(1, 64))

export const readDay = endpoint({
  method: 'GET',
  path: '/day',
  permission: 'readRoutes',
  query: DateParam,
  reply: DayOut,
  office: {},
})
export const readWays = endpoint({
  method: 'GET',
  path: '/day/ways',
  compresses: true,
  permission: 'readRoutes',
  query: DateParam,
  reply: WaysOut,
  office: {},
})
export const watchDay = endpoint({ method: 'GET', path: '/changes', permission: 'any', reply: 'EVENTS', office: {} })

export const build = endpoint({
  method: 'POST',
  path: '/build',
  permission: 'planRoutes',
  body: BuildBody,
  maxBytes: MAX_BODY_BYTES,
  reply: OfficeBuildOut,
  audit: ['route.built', 'route.replanned'],
  office: {
    step: 'ROUTES_BUILT',
    line: z.object({ progress: BuildProgress }),
  },
})

/** Every stop of a full day, each moved by itself. */
const MAX_MOVES_BYTES = 128 * 1024

/** By delivery, which load of its route each is part of then: where a change is taken back. */
const Trips = z.record(Uuid, integer(1, 100))

const MoveBody = z.strictObject({
  order_uuids: uuids(300),
  to: z.strictObject({ route_uuid: Uuid, position: integer(0, 10_000) }).nullable(),
})

export const moveStops = endpoint({
  method: 'POST',
  path: '/moves',
  permission: 'planRoutes',
  body: z
    .strictObject({
      moves: z.array(MoveBody).max(300, 'must be at most 300 moves'),
      /** After the moves: whether the vehicle loads again before the stop of a delivery. */
      load_again: z.object({ order_uuid: Uuid, again: boolean() }).optional(),
      /** Of every route that the moves touch: the version they were made on. */
      versions: Versions,
      trips: Trips.optional(),
      /** Only tells what it would cost. */
      preview: z.boolean(),
    })
    .refine(({ moves, load_again }) => moves.length > 0 || load_again, {
      path: ['moves'],
      message: 'must not be empty',
    }),
  maxBytes: MAX_MOVES_BYTES,
  reply: MovesOut,
  audit: ['route.changed_by_hand'],
  office: { step: 'ROUTES_CHANGED' },
})
export type MovesBody = z.output<typeof moveStops.body>

export const offerPlaces = endpoint({
  method: 'GET',
  path: '/orders/{order_uuid}/places',
  permission: 'readRoutes',
  params: z.object({ order_uuid: Uuid }),
  reply: PlacesOut,
  office: {},
})

export const lockStops = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/lock',
  permission: 'planRoutes',
  params: RouteId,
  body: z.strictObject({ stop_uuids: uuids(1_000), locked: z.boolean() }),
  reply: RouteWithStops,
  audit: ['stops.locked', 'stops.unlocked'],
  office: { step: 'ROUTES_CHANGED' },
})

/** Those that are on routes, of several routes in one step. */
export const lockOrders = endpoint({
  method: 'POST',
  path: '/locks',
  permission: 'planRoutes',
  body: z.strictObject({ order_uuids: uuids(1_000), locked: z.boolean() }),
  reply: z.null(),
  audit: ['stops.locked', 'stops.unlocked'],
  office: { step: 'ROUTES_CHANGED' },
})

export const reverseRoute = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/reverse',
  permission: 'planRoutes',
  params: RouteId,
  body: z.strictObject({ version: text(1, 64) }),
  reply: RouteWithStops,
  audit: ['route.reversed'],
  office: { step: 'ROUTES_CHANGED' },
})

/** `no_text` is why the driver was not texted. */
export const ReassignOut = z.object({ route: RouteWithStops, no_text: z.string().nullable(), warnings: TakenWarnings })
export type ReassignOut = z.output<typeof ReassignOut>

export const DispatchOut = z.object({ warnings: z.array(z.string()) })
export type DispatchOut = z.output<typeof DispatchOut>

/** `no_text` as after reassigning. */
export const ResentOut = z.object({ driver: z.string(), no_text: z.string().nullable() })
export type ResentOut = z.output<typeof ResentOut>

export const reassignRoute = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/reassign',
  permission: 'assignDrivers',
  params: RouteId,
  body: z.strictObject({ driver_uuid: Uuid.nullable() }),
  reply: ReassignOut,
  audit: ['route.reassigned'],
  office: { step: 'ROUTES_CHANGED' },
})

export const changeVehicle = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/vehicle',
  permission: 'planRoutes',
  params: RouteId,
  body: z.strictObject({ vehicle_uuid: Uuid, version: text(1, 64), trips: Trips.optional() }),
  reply: RouteWithStops,
  audit: ['route.vehicle_changed'],
  office: { step: 'ROUTES_CHANGED' },
})

export const openRoute = endpoint({
  method: 'POST',
  path: '/routes',
  permission: 'planRoutes',
  body: z.strictObject({ date: Day, vehicle_uuid: Uuid }),
  reply: RouteWithStops,
  audit: ['route.opened'],
  office: {},
})

export const dispatchRoute = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/dispatch',
  permission: 'dispatchRoutes',
  params: RouteId,
  reply: api.dispatchRoute.reply,
  audit: ['route.dispatched'],
  office: {},
})

export const resendLink = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/resend-link',
  permission: 'assignDrivers',
  params: RouteId,
  reply: ResentOut,
  audit: ['route.link-renewed'],
  office: {},
})

/** `driver` is null where the route has none; `no_text` is why the driver was not texted. */
export const LinkOut = z.object({ url: z.string(), driver: z.string().nullable(), no_text: z.string().nullable() })

export const showLink = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/driver-link',
  permission: 'assignDrivers',
  params: RouteId,
  reply: LinkOut,
  audit: ['route.link-shown'],
  office: {},
})

export const cancelRoute = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/cancel',
  permission: 'dispatchRoutes',
  params: RouteId,
  reply: CancelledRouteOut,
  audit: ['route.cancelled'],
  office: {},
})

export const recordOutcome = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/stops/{stop_uuid}/status',
  permission: 'dispatchRoutes',
  params: StopId,
  body: OutcomeBody,
  reply: StopAnswer,
  audit: ['stop.outcome'],
  office: {},
})

export const undoOutcome = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/stops/{stop_uuid}/undo',
  permission: 'dispatchRoutes',
  params: StopId,
  reply: StopAnswer,
  audit: ['stop.undone'],
  office: {},
})

export const correctStop = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/stops/{stop_uuid}/correct',
  permission: 'dispatchRoutes',
  params: StopId,
  body: z
    .strictObject({
      status: oneOf(OUTCOMES),
      reason: optional(text(1, 500)),
      driver_notes: optional(text(0, 2_000)),
      left_where: api.LeftWhere,
      /** All that was not as ordered; without, it stays as it was told. */
      items: api.ItemDifferences,
      occurred_at: optional(Instant),
    })
    .refine(({ status, items }) => items === null || status === 'DELIVERED', {
      path: ['items'],
      message: 'goes with DELIVERED',
    }),
  reply: StopAnswer,
  audit: ['stop.corrected'],
  office: {},
})
