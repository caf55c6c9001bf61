// Routes in the API (docs/spec/routes.md).
import { z } from 'zod'
import { DISTANCE_SOURCES } from '../domain/planning/distance-source.ts'
import { BREAK_RECORDS, PAUSE_KINDS } from '../domain/routes/pauses.ts'
import { ROUTE_STATUSES } from '../domain/routes/route-status.ts'
import { STOP_STATUSES } from '../domain/routes/stop.ts'
import { endpoint } from './endpoint.ts'
import { Day, DayOut, InstantOut, TimeOut, Uuid, UuidOut } from './fields.ts'
import { AddressOut, ChecksOut, ItemOutcomesOut, FileFaultsOut, ItemPhotosOut } from './order.ts'
import { TakenWarnings } from './warnings.ts'
import { optionalStreet } from './street.ts'
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
    eta_from: InstantOut.nullable().optional().meta({
      description:
        'Start of the range that is designed to contain the arrival in 90 % of cases. Null if no arrival is expected.',
    }),
    eta_to: InstantOut.nullable().optional().meta({ description: 'End of that range.' }),
    window_start: TimeOut.nullable(),
    window_end: TimeOut.nullable(),
    more_windows: MoreWindowsOut.optional().meta({ description: 'Further windows. Present if the delivery has any.' }),
    street: optionalStreet().meta({
      description:
        'Present in GET /routes/{route_uuid} if the street of the stop is open to the vehicle only at some hours of the day. Plans keep these hours.',
    }),
    service_minutes: z.number(),
    trip: z.int().meta({ description: 'Load number of the route, 1 for the first load.' }),
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
      .meta({
        description:
          'Codes that the driver scanned at the stop, and the reason if not all pieces were scanned. Present if the driver scanned or gave a reason.',
      }),
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

/** Result of a driver's load check before the start. */
export const LoadCheckOut = z.object({
  trip: z.int().meta({ description: 'Load number of the route, 1 for the first load.' }),
  checked_at: InstantOut,
  scanned: z.number(),
  by_hand: z.number().meta({ description: 'Number of pieces that were ticked by hand.' }),
  missing: z.array(z.object({ code: z.string(), external_ref: z.string().nullable() })),
  order_uuids: z
    .array(UuidOut)
    .meta({ description: 'Deliveries that were checked. Deliveries added to the route later are not checked.' }),
  reason: z.string().nullable().meta({ description: 'Why the driver left without the missing pieces.' }),
})
export type LoadCheckOut = z.output<typeof LoadCheckOut>

const PlaceOut = z.object({ name: z.string(), lat: z.number(), lng: z.number() })
/** Hand-over location. `name` is null if it is where the other vehicle stands. */
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
  before_sequence: z
    .number()
    .nullable()
    .meta({ description: 'Sequence of the following stop. Null on the way back to the end of the route.' }),
  trip: z.int().optional().meta({ description: 'Load number of a RELOAD: 2 for the second load.' }),
  hand_over: HandOverPlace.optional().meta({
    description: 'Present if goods are taken over from another vehicle at a RELOAD: the other route and the location.',
  }),
  paid: z.boolean(),
  recorded: z.enum(BREAK_RECORDS).optional().meta({
    description:
      'Present for a break that the driver recorded, with its actual times. RUNNING: not over, the end is the expected one. ENDED: over.',
  }),
  late_minutes: z.number().meta({ description: 'Minutes after the end of the pause’s window.' }),
})
export type PauseOut = z.output<typeof PauseOut>

/** Problem with the vehicle that the driver reported, until the driver reaches or finishes a stop. */
export const ProblemOut = z.object({
  reason: z.string(),
  notes: z.string().nullable(),
  at: InstantOut,
})
export type ProblemOut = z.output<typeof ProblemOut>

const routeShape = {
  route_uuid: UuidOut,
  name: z.string(),
  status: z.enum(ROUTE_STATUSES),
  date: DayOut,
  vehicle: z.object({ vehicle_uuid: UuidOut, name: z.string() }),
  driver: z.object({ driver_uuid: UuidOut, name: z.string() }).nullable(),
  depot: PlaceOut,
  start: PlaceOut.optional().meta({ description: 'Start of the route. Present if not at the depot.' }),
  end: PlaceOut.nullable()
    .optional()
    .meta({ description: 'End of the route. Present if not at the depot. Null: at the last stop.' }),
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
    description: 'Breaks and reloads at the depot in chronological order. Present if there are any.',
  }),
  load_checks: z.array(LoadCheckOut).optional().meta({
    description: 'The driver’s check of each load before the start. Present if there was a check.',
  }),
}

export const RouteOut = z.object(routeShape).meta({ id: 'Route' })
export const RouteWithStops = z.object({ ...routeShape, stops: z.array(StopOut) }).meta({ id: 'RouteWithStops' })
export type RouteOut = z.output<typeof RouteOut>

/** Geometry of a route along the roads, for maps. */
export const RouteWays = z.object({
  route_uuid: UuidOut,
  /** Stops in driving order at the time of reading. */
  stop_uuids: z.array(UuidOut),
  /**
   * Legs from the start through the stops and reloads to the end, each an encoded polyline of 5 digits. Null if unknown
   * or empty.
   */
  legs: z.array(z.string().nullable()),
})
export type RouteWays = z.output<typeof RouteWays>

export const WaysOut = z.object({
  routes: z.array(RouteWays),
  /** True while some legs are still being computed. */
  pending: z.boolean(),
  /** Attribution of the road data, which must be shown with the geometry. */
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
  eta_from: null,
  eta_to: null,
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
    summary: 'List the routes of a day',
    description: 'Lists every route of the day in the business’s time zone, without stops.',
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
    description: 'Returns the route with its stops in driving order.',
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
      'Commits the plan: its deliveries become SCHEDULED, and the link is texted to the driver. The response doesn’t contain the link. driver_notified is true if a text is sent. If it is false, warnings has the reason: no driver, no phone number, a number that can’t be texted or that replied STOP, or no text message provider. Dispatching again has no effect. The request has no body.',
    success: { 200: 'Dispatched.' },
    errors: {
      404: 'No route with that uuid.',
      409: 'The route is canceled or completed, has no stops, or its drive window has passed.',
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
      'Removes unfinished stops, whose deliveries return to OPEN; finished stops stay. The driver link stops working. Customers are not notified, except those who have received the notice OUT_FOR_DELIVERY. They get the notice NOT_COMING, unless their delivery is on another route of the day by then. The request has no body.',
    success: { 200: 'Canceled.' },
    errors: { 404: 'No route with that uuid.', 409: 'The route is completed or already canceled.' },
    examples: { reply: { ...exampleRoute, status: 'CANCELLED', stop_count: 0, stops: [] } },
  },
})
