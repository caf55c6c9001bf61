// Routes on the wire (docs/spec/routes.md).
import { z } from 'zod'
import { DISTANCE_SOURCES } from '../domain/planning/distance-source.ts'
import { PAUSE_KINDS } from '../domain/routes/pauses.ts'
import { ROUTE_STATUSES } from '../domain/routes/route-status.ts'
import { STOP_STATUSES } from '../domain/routes/stop.ts'
import { endpoint } from './endpoint.ts'
import { Day, DayOut, InstantOut, TimeOut, Uuid, UuidOut } from './fields.ts'
import { AddressOut, ChecksOut, ItemOutcomesOut, FileFaultsOut, ItemPhotosOut } from './order.ts'
import { TakenWarnings } from './warnings.ts'
import { MoreWindowsOut } from './windows.ts'

export const StopOut = z
  .object({
    stop_uuid: UuidOut,
    external_ref: z.string(),
    order_uuid: UuidOut,
    sequence: z.number(),
    status: z.enum(STOP_STATUSES),
    locked: z.boolean(),
    planned_arrival: InstantOut,
    eta: InstantOut.nullable(),
    window_start: TimeOut.nullable(),
    window_end: TimeOut.nullable(),
    more_windows: MoreWindowsOut.optional().meta({ description: 'Further windows, where it has some.' }),
    service_minutes: z.number(),
    trip: z.int().meta({ description: 'Which load of the route it is part of: 1 is the first.' }),
    arrived_at: InstantOut.nullable(),
    delivered_at: InstantOut.nullable(),
    finished_at: InstantOut.nullable(),
    reason: z.string().nullable(),
    driver_notes: z.string().nullable(),
    left_where: z.string().nullable(),
    item_outcomes: ItemOutcomesOut,
    scanned: z
      .object({ codes: z.array(z.string()), reason: z.string().nullable() })
      .optional()
      .meta({ description: 'What the driver scanned there, and why not all; only where something was said of it.' }),
    checks: ChecksOut,
    settles_at: InstantOut.nullable(),
    undo_count: z.number(),
    address: AddressOut,
    customer_name: z.string(),
    proof: z
      .object({
        photo_urls: z.array(z.string()),
        signature_url: z.string().nullable(),
        item_photos: ItemPhotosOut,
        file_faults: FileFaultsOut,
        urls_expire_at: InstantOut,
      })
      .nullable(),
    tracking_url: z.string(),
  })
  .meta({ id: 'Stop' })
export type StopOut = z.output<typeof StopOut>

/** What a driver found before the start. */
export const LoadCheckOut = z.object({
  trip: z.int().meta({ description: 'Which load of the route: 1 is the first.' }),
  checked_at: InstantOut,
  scanned: z.number(),
  by_hand: z.number().meta({ description: 'Pieces that were ticked.' }),
  missing: z.array(z.object({ code: z.string(), external_ref: z.string().nullable() })),
  order_uuids: z
    .array(UuidOut)
    .meta({ description: 'Its deliveries. One that came on the route later is not checked.' }),
  reason: z.string().nullable().meta({ description: 'Why the driver went on without them.' }),
})
export type LoadCheckOut = z.output<typeof LoadCheckOut>

const PlaceOut = z.object({ name: z.string(), lat: z.number(), lng: z.number() })
/** `name` is null where the other vehicle stands. */
export const HandOverPlace = z.object({
  from_route: z.string(),
  name: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
})

export const PauseOut = z.object({
  kind: z.enum(PAUSE_KINDS),
  start: InstantOut,
  end: InstantOut,
  before_sequence: z.number().nullable().meta({ description: 'Of the stop that follows; null on the way home.' }),
  trip: z.int().optional().meta({ description: 'Of a RELOAD: the trip that it loads for, 2 for the second load.' }),
  hand_over: HandOverPlace.optional().meta({
    description: 'Of a RELOAD at which goods are taken over from another vehicle: from which route, and where.',
  }),
  paid: z.boolean(),
  late_minutes: z.number().meta({ description: 'Past the end of its window.' }),
})
export type PauseOut = z.output<typeof PauseOut>

const routeShape = {
  route_uuid: UuidOut,
  name: z.string(),
  status: z.enum(ROUTE_STATUSES),
  date: DayOut,
  vehicle: z.object({ vehicle_uuid: UuidOut, name: z.string() }),
  driver: z.object({ driver_uuid: UuidOut, name: z.string() }).nullable(),
  depot: PlaceOut,
  start: PlaceOut.optional().meta({ description: 'Where it starts, if not at the depot.' }),
  end: PlaceOut.nullable()
    .optional()
    .meta({ description: 'Where it ends, if not at the depot; null is at the last stop.' }),
  planned_start: InstantOut.nullable(),
  planned_end: InstantOut.nullable(),
  started_at: InstantOut.nullable(),
  completed_at: InstantOut.nullable(),
  distance_miles: z.number(),
  drive_minutes: z.number(),
  load_weight_lbs: z.number(),
  stop_count: z.number(),
  distance_source: z.enum(DISTANCE_SOURCES),
  distances_estimated: z.boolean(),
  pauses: z.array(PauseOut).optional().meta({
    description: 'Breaks, and coming back to the depot to load again, by their time, where the route has some.',
  }),
  load_checks: z.array(LoadCheckOut).optional().meta({
    description: 'What the driver found of each load before the start, where it was checked.',
  }),
}

export const RouteOut = z.object(routeShape).meta({ id: 'Route' })
export const RouteWithStops = z.object({ ...routeShape, stops: z.array(StopOut) }).meta({ id: 'RouteWithStops' })
export type RouteOut = z.output<typeof RouteOut>

/** The way a route takes along the roads, for maps. */
export const RouteWays = z.object({
  route_uuid: UuidOut,
  /** The stops in driving order as they were when it was read. */
  stop_uuids: z.array(UuidOut),
  /** From the start through the stops, and the depot where it loads again, to the end, each an encoded polyline of 5 digits; null is not known or none. */
  legs: z.array(z.string().nullable()),
})
export type RouteWays = z.output<typeof RouteWays>

export const WaysOut = z.object({
  routes: z.array(RouteWays),
  /** Some are still being asked for. */
  pending: z.boolean(),
  /** Whose roads they are, to be shown with them. */
  attribution: z.string().nullable(),
})
export type WaysOut = z.output<typeof WaysOut>

export type RouteWithStops = z.output<typeof RouteWithStops>

export const RouteId = z.object({ route_uuid: Uuid })
export const StopId = z.object({ route_uuid: Uuid, stop_uuid: Uuid })
export const StopAnswer = z.object({ route: RouteOut, stop: StopOut })

export const exampleStop = {
  stop_uuid: '019ab3f4-1c02-7d2f-8a55-0b6a3f1c9e77',
  external_ref: '000481-A',
  order_uuid: '019ab3f0-6c1a-7a51-9d1e-6f6f0a1b2c3d',
  sequence: 1,
  status: 'PENDING',
  locked: false,
  planned_arrival: '2026-11-23T14:00:00.000Z',
  eta: null,
  window_start: '09:00',
  window_end: '12:00',
  service_minutes: 5,
  trip: 1,
  arrived_at: null,
  delivered_at: null,
  finished_at: null,
  reason: null,
  driver_notes: null,
  left_where: null,
  settles_at: null,
  undo_count: 0,
  address: {
    line1: '1201 R St NW',
    city: 'Washington',
    region: 'DC',
    postal_code: '20009',
    lat: 38.9126,
    lng: -77.0286,
  },
  customer_name: 'Sample Customer',
  proof: null,
  tracking_url: 'https://routes.example.com/t/Zk3…',
} as const

export const exampleRoute = {
  route_uuid: '019ab3f4-1bfe-7b3c-9c2e-5d1a2b3c4d5e',
  name: 'Van 3',
  status: 'PLANNED',
  date: '11/23/2026',
  vehicle: { vehicle_uuid: '019ab3e0-0000-7000-8000-000000000003', name: 'Van 3' },
  driver: { driver_uuid: '019ab3e0-0000-7000-8000-0000000000d1', name: 'Sample Driver' },
  depot: { name: 'Main depot', lat: 38.9, lng: -77.0 },
  planned_start: '2026-11-23T13:48:10.000Z',
  planned_end: '2026-11-23T14:20:31.000Z',
  started_at: null,
  completed_at: null,
  distance_miles: 5.2,
  drive_minutes: 24.1,
  load_weight_lbs: 45,
  stop_count: 1,
  distance_source: 'osrm',
  distances_estimated: false,
} as const

export const listRoutes = endpoint({
  method: 'GET',
  path: '/routes',
  compresses: true,
  query: z.strictObject({ date: Day }),
  reply: z.array(RouteOut),
  permission: 'readRoutes',
  key: {
    operation: 'listRoutes',
    tag: 'Routes',
    summary: 'The routes of a day',
    description: 'Every route of the day in the business time zone, without stops.',
    success: { 200: 'The routes of that date.' },
    examples: { reply: [exampleRoute] },
  },
})

export const getRoute = endpoint({
  method: 'GET',
  path: '/routes/{route_uuid}',
  params: RouteId,
  reply: RouteWithStops,
  permission: 'readRoutes',
  key: {
    operation: 'getRoute',
    tag: 'Routes',
    summary: 'Read one route',
    description: 'The route with its stops in driving order.',
    success: { 200: 'The route.' },
    errors: { 404: 'No route with that uuid.' },
    examples: { reply: { ...exampleRoute, stops: [exampleStop] } },
  },
})

export const dispatchRoute = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/dispatch',
  params: RouteId,
  reply: z.object({ route: RouteWithStops, driver_notified: z.boolean(), warnings: z.array(z.string()) }),
  permission: 'dispatchRoutes',
  audit: ['route.dispatched'],
  office: {},
  key: {
    operation: 'dispatchRoute',
    tag: 'Routes',
    summary: 'Send a route to its driver',
    description:
      'Commits the plan: its deliveries become SCHEDULED and the driver is texted the link, which is never returned here. driver_notified is true when a text to the driver goes out; when it is false, warnings says why: no driver, no phone number, one that can’t be texted or that answered STOP, or no text message provider. Dispatching again changes nothing and sends nothing twice. No body.',
    success: { 200: 'Dispatched.' },
    errors: {
      404: 'No route with that uuid.',
      409: 'Cancelled or completed, no stops, or its drive window has passed.',
    },
    examples: {
      reply: {
        route: { ...exampleRoute, status: 'DISPATCHED', stops: [exampleStop] },
        driver_notified: true,
        warnings: [],
      },
    },
  },
})

export const CancelledRouteOut = RouteWithStops.extend({ warnings: TakenWarnings }).meta({ id: 'CancelledRoute' })

export const cancelRoute = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/cancel',
  params: RouteId,
  reply: CancelledRouteOut,
  permission: 'dispatchRoutes',
  audit: ['route.cancelled'],
  office: {},
  key: {
    operation: 'cancelRoute',
    tag: 'Routes',
    summary: 'Cancel a route',
    description:
      'Unfinished stops come off and their deliveries return to OPEN; finished stops stay. The driver link stops working; customers are not messaged. No body.',
    success: { 200: 'Cancelled.' },
    errors: { 404: 'No route with that uuid.', 409: 'Completed or already cancelled.' },
    examples: { reply: { ...exampleRoute, status: 'CANCELLED', stop_count: 0, stops: [] } },
  },
})
