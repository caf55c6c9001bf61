// The day screen: what it shows, and what a dispatcher does there.
import { z } from 'zod'
import type { Warning } from '../../domain/routes/by-hand.ts'
import type { Placement, TemperatureClass } from '../../domain/orders/order.ts'
import { Day, integer, oneOf, optional, Instant, text, Uuid, uuids } from '../fields.ts'
import { MAX_BODY_BYTES } from '../limits.ts'
import {
  BuildBody,
  OutcomeBody,
  type RouteOut,
  type RouteWithStops,
  type StopOut,
  type UnassignedOut,
} from '../routes.ts'
import { OUTCOMES } from '../../domain/routes/stop.ts'
import { officeEndpoint } from './endpoint.ts'

export interface DayStop extends StopOut {
  temperature_class: TemperatureClass
  load_weight_lbs: number | null
  placement: Placement
  far_from_road: boolean
  /** Its window as instants of the route's day. */
  window_from: string | null
  window_to: string | null
  /** Minutes past its window at the time planned, expected or real; 0 when in time. */
  late_minutes: number
  /** A skipped delivery may be elsewhere by now. */
  current: boolean
}

export interface DayRoute extends RouteOut {
  /** Changes with everything a dispatcher may change; a change names the version it was made on. */
  version: string
  shift_start: string
  shift_end: string
  capacity_lbs: number | null
  temperature_classes: TemperatureClass[]
  max_stops: number | null
  warnings: Warning[]
  /** Where the driver was last seen, while the route is under way. */
  position: { lat: number; lng: number; at: string } | null
  stops: DayStop[]
}

export interface PoolOrder {
  order_uuid: string
  external_ref: string
  customer_name: string
  line1: string
  city: string | null
  lat: number | null
  lng: number | null
  placement: Placement
  far_from_road: boolean
  /** The smallest zone it lies in. */
  zone: string | null
  window_start: string | null
  window_end: string | null
  temperature_class: TemperatureClass
  load_weight_lbs: number | null
}

export interface DayVehicle {
  vehicle_uuid: string
  name: string
  capacity_lbs: number | null
  temperature_classes: TemperatureClass[]
  max_stops: number | null
  shift_start: string
  shift_end: string
  driver_uuid: string | null
}

export interface DayOut {
  date: string
  /** The business's day now, MM/dd/yyyy. */
  today: string
  undo_window_seconds: number
  routes: DayRoute[]
  pool: PoolOrder[]
  /** How many wait altogether; the pool holds the first of them. */
  pool_count: number
  vehicles: DayVehicle[]
  drivers: { driver_uuid: string; name: string }[]
  depots: { depot_uuid: string; name: string; lat: number; lng: number }[]
}

/** A route before and after a move, and what is unwise about it then. */
export interface RouteEffect {
  route_uuid: string
  name: string
  before: RouteFigures
  after: RouteFigures
  warnings: Warning[]
}

export interface RouteFigures {
  stop_count: number
  distance_miles: number
  /** From leaving the depot to being back. */
  minutes: number
  late_stops: number
  load_weight_lbs: number
}

export interface MovesOut {
  routes: RouteEffect[]
  added: { distance_miles: number; minutes: number; late_stops: number }
}

/** The best place for a delivery on one route, no other stop moved. */
export interface PlaceOut {
  route_uuid: string
  name: string
  /** As in a move: how many of the route's stops come before it. */
  position: number
  /** The address it comes after; null when it comes first. */
  after: string | null
  arrival: string
  late_minutes: number
  added: MovesOut['added']
  warnings: Warning[]
}

export interface PlacesOut {
  /** One a route, best first: fewest stops late, then the least of miles and minutes. */
  places: PlaceOut[]
  refused: { route_uuid: string; name: string; message: string }[]
}

/** A build as the office is answered: as the API, with the fixes as data. */
export type OfficeUnassigned = UnassignedOut & { fix: FixOut | null }

export interface FixOut {
  kind: 'WINDOW' | 'CAPACITY' | 'SHIFT' | 'TEMPERATURE' | 'MAX_STOPS'
  /** The vehicle to change; null when it is the delivery. */
  vehicle_uuid: string | null
  /** Minutes, pounds or stops more, or the class to add. */
  amount: number | string
}

export interface BuildProgress {
  seconds: number
  unassigned: number
  distance_miles: number
  drive_minutes: number
}

const DateParam = z.strictObject({ date: z.string().pipe(Day) })
const RouteId = z.object({ route_uuid: Uuid })
const StopId = z.object({ route_uuid: Uuid, stop_uuid: Uuid })
const Versions = z.record(z.string(), text(1, 64))

export const readDay = officeEndpoint({ method: 'GET', path: '/day', role: 'VIEWER', query: DateParam })
/** Answers `WaysOut`. */
export const readWays = officeEndpoint({ method: 'GET', path: '/day/ways', role: 'VIEWER', query: DateParam })
export const watchDay = officeEndpoint({ method: 'GET', path: '/changes', role: 'VIEWER' })

export const build = officeEndpoint({
  method: 'POST',
  path: '/build',
  role: 'DISPATCHER',
  body: BuildBody,
  maxBytes: MAX_BODY_BYTES,
})

/** Every stop of a full day, each moved by itself. */
const MAX_MOVES_BYTES = 128 * 1024

const MoveBody = z.strictObject({
  order_uuids: uuids(300),
  to: z.strictObject({ route_uuid: Uuid, position: integer(0, 10_000) }).nullable(),
})

export const moveStops = officeEndpoint({
  method: 'POST',
  path: '/moves',
  role: 'DISPATCHER',
  body: z.strictObject({
    moves: z.array(MoveBody).min(1).max(300),
    /** Of every route that the moves touch: the version they were made on. */
    versions: Versions,
    /** Only tells what it would cost. */
    preview: z.boolean(),
  }),
  maxBytes: MAX_MOVES_BYTES,
})
export type MovesBody = z.output<typeof moveStops.body>

export const offerPlaces = officeEndpoint({
  method: 'GET',
  path: '/orders/{order_uuid}/places',
  role: 'VIEWER',
  params: z.object({ order_uuid: Uuid }),
})

export const lockStops = officeEndpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/lock',
  role: 'DISPATCHER',
  params: RouteId,
  body: z.strictObject({ stop_uuids: uuids(1_000), locked: z.boolean() }),
})

export const reverseRoute = officeEndpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/reverse',
  role: 'DISPATCHER',
  params: RouteId,
  body: z.strictObject({ version: text(1, 64) }),
})

/** `no_text` is why the driver was not texted. */
export interface ReassignOut {
  route: RouteWithStops
  no_text: string | null
}

export interface DispatchOut {
  warnings: string[]
}

/** `no_text` as after reassigning. */
export interface ResentOut {
  driver: string
  no_text: string | null
}

export const reassignRoute = officeEndpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/reassign',
  role: 'DISPATCHER',
  params: RouteId,
  body: z.strictObject({ driver_uuid: Uuid.nullable() }),
})

export const changeVehicle = officeEndpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/vehicle',
  role: 'DISPATCHER',
  params: RouteId,
  body: z.strictObject({ vehicle_uuid: Uuid, version: text(1, 64) }),
})

export const openRoute = officeEndpoint({
  method: 'POST',
  path: '/routes',
  role: 'DISPATCHER',
  body: z.strictObject({ date: Day, vehicle_uuid: Uuid }),
})

export const dispatchRoute = officeEndpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/dispatch',
  role: 'DISPATCHER',
  params: RouteId,
})

export const resendLink = officeEndpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/resend-link',
  role: 'DISPATCHER',
  params: RouteId,
})

export const cancelRoute = officeEndpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/cancel',
  role: 'DISPATCHER',
  params: RouteId,
})

export const recordOutcome = officeEndpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/stops/{stop_uuid}/status',
  role: 'DISPATCHER',
  params: StopId,
  body: OutcomeBody,
})

export const undoOutcome = officeEndpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/stops/{stop_uuid}/undo',
  role: 'DISPATCHER',
  params: StopId,
})

export const correctStop = officeEndpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/stops/{stop_uuid}/correct',
  role: 'DISPATCHER',
  params: StopId,
  body: z.strictObject({
    status: oneOf(OUTCOMES),
    reason: optional(text(1, 500)),
    driver_notes: optional(text(0, 2_000)),
    occurred_at: optional(Instant),
  }),
})
