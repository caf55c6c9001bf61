// Routes on the wire (docs/spec/routes.md).
import { z } from 'zod'
import { BALANCES } from '../domain/planning/balance.ts'
import { DISTANCE_SOURCES, ESTIMATE_REASONS } from '../domain/planning/distance-source.ts'
import { PAUSE_KINDS } from '../domain/routes/pauses.ts'
import { ROUTE_STATUSES } from '../domain/routes/route-status.ts'
import { PAY_METHODS } from '../domain/routes/door-checks.ts'
import { OUTCOMES, STOP_STATUSES } from '../domain/routes/stop.ts'
import { REASON_CODES } from '../engine/solution.ts'
import { endpoint } from './endpoint.ts'
import {
  Amount,
  boolean,
  Day,
  DayOut,
  Instant,
  InstantOut,
  integer,
  number,
  oneOf,
  optional,
  text,
  TimeOut,
  Uuid,
  UuidOut,
  words,
} from './fields.ts'
import { MAX_DELIVERIES_PER_BUILD } from './limits.ts'
import { AddressOut, ChecksOut, ItemOutcomesOut, FileFaultsOut, ItemPhotosOut } from './orders.ts'
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

/** What the routes of a build balance; FAIR is the default. */
export const BuildBody = z
  .strictObject(
    {
      date: Day,
      external_refs: z
        .array(text(1, 200), { error: 'must be a list of references' })
        .min(1, 'must name at least one delivery; leave it out for every open one')
        .max(MAX_DELIVERIES_PER_BUILD, `must name at most ${MAX_DELIVERIES_PER_BUILD} deliveries`)
        .superRefine(refuseRepeats)
        .optional()
        .meta({
          description:
            'Deliveries to plan, at most 300 unless BUILD_MAX_DELIVERIES of the server allows more. Absent: every OPEN delivery of the date that is on no route.',
        }),
      vehicle_ids: z
        .array(Uuid, { error: 'must be a list of vehicle uuids' })
        .min(1, 'must name at least one vehicle; leave it out for every free one')
        .max(200, 'must name at most 200 vehicles')
        .superRefine(refuseRepeats)
        .optional(),
      depot_id: Uuid.optional(),
      options: z
        .strictObject(
          {
            balance: oneOf(BALANCES).optional().meta({
              description: 'What the routes balance. FAIR, the default: similar working times at few extra miles.',
            }),
            time_limit_seconds: number(1, 60).optional(),
            seed: integer(0, 2 ** 32 - 1).optional(),
            vehicles: oneOf(['ALL', 'FEWEST']).optional().meta({
              description:
                'FEWEST: as few as the deliveries need; a vehicle left unused is worth 40 miles. Default: ALL, unless vehicle_ids restricts it.',
            }),
            usual_areas: z.boolean({ error: 'must be true or false' }).optional().meta({
              description:
                'Whether drivers get the areas where they have delivered in the last 60 days, as far as that costs nothing. Default: true.',
            }),
          },
          { error: 'must be an object' },
        )
        .optional(),
    },
    { error: 'must be a JSON object' },
  )
  .meta({ id: 'BuildInput' })
export type BuildBody = z.output<typeof BuildBody>

function refuseRepeats(values: string[], context: z.core.$RefinementCtx): void {
  values.forEach((value, i) => {
    if (values.indexOf(value) < i) context.addIssue({ code: 'custom', path: [i], message: 'is named twice' })
  })
}

export const Reason = z.object({
  code: z.enum([...REASON_CODES, 'ALREADY_ON_ROUTE', 'UNPLACED', 'SPAN_OVER']),
  message: z.string(),
})
export type Reason = z.output<typeof Reason>

export const UnassignedOut = z.object({
  external_ref: z.string(),
  order_uuid: UuidOut,
  reason: Reason,
  nearest_fix: z.string().nullable(),
})
export type UnassignedOut = z.output<typeof UnassignedOut>

export const EstimateReason = z.enum(ESTIMATE_REASONS).nullable()

export const BuildOut = z
  .object({
    build_uuid: UuidOut.meta({ description: 'Under this the build is kept.' }),
    routes: z.array(RouteWithStops),
    unassigned: z.array(UnassignedOut),
    distance_source: z.enum(DISTANCE_SOURCES),
    distances_estimated: z.boolean(),
    estimate_reason: EstimateReason,
  })
  .meta({ id: 'BuildResult' })

const differing = optional(number(0, 1e9)).transform((count) => count ?? 0)

/** What was not delivered as ordered, item by item. */
export const ItemDifferences = optional(
  z
    .array(
      z
        .strictObject(
          {
            name: words(200),
            sku: optional(text(0, 200)),
            short: differing.meta({ description: 'Not there to be handed over.' }),
            damaged: differing,
            returned: differing.meta({ description: 'Not taken; it goes back.' }),
            reason: optional(words(500)),
          },
          { error: 'must be an object' },
        )
        .refine(({ short, damaged, returned }) => short + damaged + returned > 0, {
          path: ['short'],
          message: 'or damaged or returned must be more than 0',
        }),
      { error: 'must be a list' },
    )
    .max(500, 'must have at most 500 items'),
).meta({ description: 'Items that were not delivered as ordered, by name and, where given, sku. Only with DELIVERED.' })

/** Where a delivery was left that nobody took. */
export const LeftWhere = optional(words(200))

const Collected = z
  .strictObject(
    { amount: Amount, method: oneOf(PAY_METHODS), reason: optional(words(500)) },
    { error: 'must be an object' },
  )
  .superRefine(({ amount, method, reason }, context) => {
    if (method !== 'NONE') return
    if (/[1-9]/.test(amount)) context.addIssue({ code: 'custom', path: ['amount'], message: 'must be 0 with NONE' })
    if (reason === null)
      context.addIssue({ code: 'custom', path: ['reason'], message: 'is required when nothing was collected' })
  })

/** What the delivery asks for at the door, answered. */
export const DoorAnswers = optional(
  z.strictObject(
    {
      collected: optional(Collected),
      identified: optional(boolean()).meta({ description: 'Whether the age or ID was shown.' }),
      code: optional(
        z
          .strictObject(
            { entered: optional(text(1, 20)), reason: optional(words(500)) },
            { error: 'must be an object' },
          )
          .refine(({ entered, reason }) => entered !== null || reason !== null, {
            path: ['reason'],
            message: 'is required without a code',
          }),
      ).meta({ description: 'What the customer said as the code, or why it was delivered without.' }),
    },
    { error: 'must be an object' },
  ),
).meta({
  description:
    'What the delivery asks for at the door: an amount, an age or ID, the customer’s code. Not with SKIPPED.',
})

export const OutcomeBody = z
  .strictObject(
    {
      status: oneOf(OUTCOMES),
      reason: optional(words(500)),
      driver_notes: optional(text(0, 2_000)),
      left_where: LeftWhere,
      items: ItemDifferences,
      checks: DoorAnswers,
      occurred_at: optional(Instant),
      arrived_at: optional(Instant),
    },
    { error: 'must be a JSON object' },
  )
  .superRefine(fitOutcome)
  .meta({ id: 'OutcomeInput' })
export type OutcomeBody = z.output<typeof OutcomeBody>

interface Fitted {
  status: string | null
  reason: string | null
  left_where: string | null
  items: unknown[] | null
  checks: unknown
}

/** From every source: a delivery that FAILED says why, and only one that was DELIVERED was left somewhere. */
export function fitOutcome(
  { status, reason, left_where, items, checks }: Fitted,
  context: z.core.$RefinementCtx,
): void {
  if (status === 'FAILED' && reason === null)
    context.addIssue({ code: 'custom', path: ['reason'], message: 'is required when a delivery failed' })
  if (status !== 'DELIVERED' && left_where !== null)
    context.addIssue({ code: 'custom', path: ['left_where'], message: 'goes with DELIVERED' })
  if (status !== 'DELIVERED' && items !== null)
    context.addIssue({ code: 'custom', path: ['items'], message: 'goes with DELIVERED' })
  if (status !== 'DELIVERED' && status !== 'FAILED' && checks !== null)
    context.addIssue({ code: 'custom', path: ['checks'], message: 'goes with DELIVERED or FAILED' })
}

const RouteId = z.object({ route_uuid: Uuid })
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

const deliveredStop = {
  ...exampleStop,
  status: 'DELIVERED',
  delivered_at: '2026-11-23T14:03:20.000Z',
  finished_at: '2026-11-23T14:03:20.000Z',
  settles_at: '2026-11-23T14:05:20.000Z',
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

export const buildRoutes = endpoint({
  method: 'POST',
  path: '/routes/build',
  body: BuildBody,
  reply: BuildOut,
  permission: 'planRoutes',
  key: {
    operation: 'buildRoutes',
    tag: 'Routes',
    summary: 'Plan deliveries into routes',
    description:
      'Plans the named deliveries (default: every OPEN delivery of the date that is on no route) on the named vehicles (default: every active vehicle without a route that day). Temperature classes, capacity, windows and shifts are hard constraints; unknown weights do not count; locked stops never move. A named vehicle with a PLANNED route that day is re-planned. A build takes at most 300 deliveries; the setting BUILD_MAX_DELIVERIES of the server raises this up to 5,000. If it has more, the response is 400 with external_refs in details.fields, or with date if no references are sent.',
    success: { 201: 'The routes built, and the unassigned deliveries with their reasons.' },
    errors: {
      404: 'A reference, vehicle or depot does not exist for this business.',
      409: 'A reference is not OPEN or not on the date, no vehicle is free, a build is already running, or no delivery can be routed.',
    },
    limits: () => ['builds'],
    examples: {
      body: { date: '11/23/2026', options: { time_limit_seconds: 3 } },
      reply: {
        build_uuid: '019ab3f4-1bfe-7b3c-9c2e-5d1a2b3c4d5e',
        routes: [{ ...exampleRoute, stops: [exampleStop] }],
        unassigned: [
          {
            external_ref: '000482-B',
            order_uuid: '019ab3f0-7d2b-7a51-9d1e-6f6f0a1b2c3d',
            reason: {
              code: 'TEMPERATURE',
              message: 'needs a vehicle that carries frozen goods; none in this build does',
            },
            nearest_fix: 'let vehicle Van 3 carry frozen goods',
          },
        ],
        distance_source: 'osrm',
        distances_estimated: false,
        estimate_reason: null,
      },
    },
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

export const recordOutcome = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/stops/{stop_uuid}/status',
  params: StopId,
  body: OutcomeBody,
  reply: StopAnswer,
  permission: 'dispatchRoutes',
  key: {
    operation: 'recordOutcome',
    tag: 'Routes',
    summary: 'Record the outcome of a stop',
    description:
      'DELIVERED and FAILED are held for the undo window before the webhook and the customer notice; SKIPPED releases the delivery to OPEN at once.',
    success: { 200: 'Recorded.' },
    errors: {
      404: 'No such route, or no such stop on it.',
      409: 'The route is not running, the stop is already finished, or the business requires a photo or signature first.',
    },
    examples: {
      body: { status: 'DELIVERED', left_where: 'Reception', occurred_at: '2026-11-23T14:03:20Z' },
      reply: { route: { ...exampleRoute, status: 'IN_PROGRESS' }, stop: deliveredStop },
    },
  },
})

export const undoOutcome = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/stops/{stop_uuid}/undo',
  params: StopId,
  reply: StopAnswer,
  permission: 'dispatchRoutes',
  key: {
    operation: 'undoOutcome',
    tag: 'Routes',
    summary: 'Undo an outcome',
    description:
      'Within the undo window no event is sent for either; after it, stop.undone is sent. A skip can be undone only while its delivery is still OPEN, on no other route, and still fits this one: same date and address, a temperature class that the vehicle carries. No body.',
    success: { 200: 'Undone.' },
    errors: {
      404: 'No such route, or no such stop on it.',
      409: 'The route is not running, there is nothing to undo, or the skipped delivery has moved on.',
    },
    examples: { reply: { route: { ...exampleRoute, status: 'IN_PROGRESS' }, stop: { ...exampleStop, undo_count: 1 } } },
  },
})
