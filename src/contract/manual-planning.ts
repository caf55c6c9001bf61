// A dispatcher's changes to the routes of a day: moves, locks, other vehicles and drivers, corrected outcomes.
import { faultText } from '../texts/as-string.ts'
import { z } from 'zod'
import { ItemDifferences, DropOffPlace } from './outcomes.ts'
import { RouteId, StopId, exampleRoute, exampleStop, RouteWithStops, StopAnswer } from './routes.ts'
import { endpoint } from './endpoint.ts'
import { examplePlaces, PlacesOut, Added } from './stop-places.ts'
import { boolean, Day, Instant, InstantOut, integer, oneOf, optional, text, Uuid, UuidOut, uuids } from './fields.ts'
import { OUTCOMES } from '../domain/routes/stop.ts'
import { TakenWarnings, Warning } from './warnings.ts'

export const RouteFigures = z.object({
  stop_count: z.number(),
  distance_miles: z.number(),
  /** Minutes between departure and return. */
  minutes: z.number(),
  late_stops: z.number(),
  load_weight_lbs: z.number(),
  planned_end: InstantOut.nullable(),
})
export type RouteFigures = z.output<typeof RouteFigures>

/** A route before and after a move, and warnings about the new route. */
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
const Versions = z.record(z.string(), text(1, 64))

/** Enough for every stop of a full day, each in a move of its own. */
const MAX_MOVES_BYTES = 128 * 1024

/** Load number of each delivery in its route, keyed by delivery ID. Sent when a change is undone. */
const Trips = z.record(Uuid, integer(1, 100))

const MoveBody = z.strictObject({
  order_uuids: uuids(300),
  to: z.strictObject({ route_uuid: Uuid, position: integer(0, 10_000) }).nullable(),
})

/** `no_text`: reason why the driver was not texted. */
export const ReassignOut = z.object({ route: RouteWithStops, no_text: z.string().nullable(), warnings: TakenWarnings })
export type ReassignOut = z.output<typeof ReassignOut>

/** `no_text`: reason why the driver was not texted. */
export const ResentOut = z.object({ driver: z.string(), no_text: z.string().nullable() })
export type ResentOut = z.output<typeof ResentOut>

const route = { ...exampleRoute, stops: [exampleStop] }
const version = '6f1d0f2a9c3b4e5d'
const routeId = exampleRoute.route_uuid
const stale = 'The route has changed since that version, has ended, or doesn’t allow this change.'
const noRoute = 'No such route.'

const Moves = z.strictObject({
  moves: z.array(MoveBody).max(300, faultText('must have at most 300 moves')),
  /** Whether the vehicle reloads before the stop of this delivery. Applied after the moves. */
  load_again: z.object({ order_uuid: Uuid, again: boolean() }).optional(),
  /** Version of each affected route that the moves are based on, keyed by route ID. */
  versions: Versions,
  trips: Trips.optional(),
  /** True: nothing is changed, and the response shows the effect. */
  preview: z.boolean(),
})

const isEmpty = { path: ['moves'], message: faultText('must not be empty') }

const OfficeMoves = Moves.extend({
  /** Deliveries that would move to a new route of a vehicle without a route that day. Only in a preview. */
  new_route: z.strictObject({ date: Day, vehicle_uuid: Uuid, order_uuids: uuids(300) }).optional(),
})
  .refine(({ moves, load_again, new_route }) => moves.length > 0 || load_again || new_route, isEmpty)
  .refine(({ preview, new_route }) => preview || !new_route, {
    path: ['new_route'],
    message: faultText('is only allowed in a preview'),
  })

export const moveStops = endpoint({
  method: 'POST',
  path: '/routes/moves',
  permission: 'planRoutes',
  body: Moves.refine(({ moves, load_again }) => moves.length > 0 || load_again, isEmpty),
  maxBytes: MAX_MOVES_BYTES,
  reply: MovesOut,
  audit: ['route.changed_by_hand'],
  office: { path: '/moves', body: OfficeMoves, step: 'ROUTES_CHANGED' },
  key: {
    tag: 'Routes',
    operation: 'moveStops',
    summary: 'Move deliveries between, onto or off routes',
    description:
      'Each move takes deliveries to a position of a route (0 is the first), or off their routes if `to` is null. `versions` has the `version` of each affected route, as read by `GET /day`. If `preview` is true, nothing is changed, and the response shows the effect.',
    errors: { 404: 'No such delivery or route.', 409: stale },
    examples: {
      body: {
        moves: [{ order_uuids: [exampleStop.order_uuid], to: { route_uuid: routeId, position: 0 } }],
        versions: { [routeId]: version },
        preview: false,
      },
      reply: {
        routes: [
          {
            route_uuid: routeId,
            name: 'Van 3',
            before: {
              stop_count: 11,
              distance_miles: 30.2,
              minutes: 301,
              late_stops: 0,
              load_weight_lbs: 610,
              planned_end: '2026-11-23T18:01:00.000Z',
            },
            after: {
              stop_count: 12,
              distance_miles: 31,
              minutes: 309,
              late_stops: 0,
              load_weight_lbs: 655,
              planned_end: '2026-11-23T18:09:00.000Z',
            },
            warnings: [],
          },
        ],
        added: { distance_miles: 0.8, minutes: 8, late_stops: 0 },
      },
    },
  },
})

export const readOrderPlaces = endpoint({
  permission: 'readRoutes',
  method: 'GET',
  path: '/orders/{external_ref}/places',
  params: z.object({ external_ref: z.string() }),
  reply: PlacesOut,
  office: { path: '/orders/{order_uuid}/places', params: z.object({ order_uuid: Uuid }) },
  key: {
    tag: 'Routes',
    operation: 'readOrderPlaces',
    summary: 'List the best positions for a delivery',
    description:
      'Returns the best position on each open route of the delivery’s day, best first, with the miles, minutes and late stops that it adds if no other stop moves. `POST /routes/moves` applies a position.',
    success: { 200: 'The positions.' },
    errors: { 404: 'No delivery with that reference.', 409: 'The delivery is done or canceled.' },
    examples: { reply: { ...examplePlaces, here: null } },
  },
})

export const openRoute = endpoint({
  method: 'POST',
  path: '/routes',
  permission: 'planRoutes',
  body: z.strictObject({ date: Day, vehicle_uuid: Uuid }),
  reply: RouteWithStops,
  audit: ['route.opened'],
  office: {},
  key: {
    tag: 'Routes',
    operation: 'openRoute',
    summary: 'Open an empty route',
    description: 'Opens a route for a vehicle without a route that day. `POST /routes/moves` puts deliveries on it.',
    success: { 201: 'The route.' },
    errors: { 404: 'No such active vehicle.', 409: 'The vehicle has a route that day, or there is no depot.' },
    examples: {
      body: { date: '11/23/2026', vehicle_uuid: exampleRoute.vehicle.vehicle_uuid },
      reply: { ...exampleRoute, stop_count: 0, stops: [] },
    },
  },
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
  key: {
    tag: 'Routes',
    operation: 'lockStops',
    summary: 'Lock or unlock the positions of stops',
    description: 'Builds and re-plans keep locked stops on their route and in their order.',
    errors: { 404: noRoute, 409: 'The route has ended.' },
    examples: { body: { stop_uuids: [exampleStop.stop_uuid], locked: true }, reply: route },
  },
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
  key: {
    tag: 'Routes',
    operation: 'reverseRoute',
    summary: 'Reverse a planned route',
    description:
      'Reverses the order of the stops, but locked stops keep their positions. `version` is the value from `GET /day`.',
    errors: { 404: noRoute, 409: stale },
    examples: { body: { version }, reply: route },
  },
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
  key: {
    tag: 'Routes',
    operation: 'changeRouteVehicle',
    summary: 'Give a route to another vehicle',
    description:
      'Moves the route to another vehicle. A planned route takes the name, depot, shift and driver of the new vehicle. A dispatched route keeps its driver. `version` is the value from `GET /day`.',
    errors: { 404: 'No such route or active vehicle.', 409: stale },
    examples: { body: { vehicle_uuid: exampleRoute.vehicle.vehicle_uuid, version }, reply: route },
  },
})
export const reassignRoute = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/driver',
  permission: 'assignDrivers',
  params: RouteId,
  body: z.strictObject({ driver_uuid: Uuid.nullable() }),
  reply: ReassignOut,
  audit: ['route.reassigned'],
  office: { path: '/routes/{route_uuid}/reassign', step: 'ROUTES_CHANGED' },
  key: {
    tag: 'Routes',
    operation: 'assignDriver',
    summary: 'Give a route to another driver',
    description:
      'Assigns the route to another driver, or to no driver if driver_uuid is null. If the route was dispatched, the previous link stops working, and a new link is texted to the new driver. `no_text` is the reason if no text is sent.',
    errors: { 404: 'No such route or driver.', 409: 'The route has ended, or the driver is inactive.' },
    examples: { body: { driver_uuid: exampleRoute.driver.driver_uuid }, reply: { route, no_text: null } },
  },
})
export const resendLink = endpoint({
  method: 'POST',
  path: '/routes/{route_uuid}/resend-link',
  permission: 'assignDrivers',
  params: RouteId,
  reply: ResentOut,
  audit: ['route.link-renewed'],
  office: {},
  key: {
    tag: 'Routes',
    operation: 'resendDriverLink',
    summary: 'Text the driver a new link',
    description:
      'Texts a new link to the route’s driver. The previous link stops working. The response doesn’t contain the link.',
    errors: { 404: noRoute, 409: 'The route is not under way, or has no driver with a phone number.' },
    examples: { reply: { driver: 'Sample Driver', no_text: null } },
  },
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
      left_where: DropOffPlace,
      /** All items that were not as ordered. If absent, the recorded differences stay. */
      items: ItemDifferences,
      occurred_at: optional(Instant),
    })
    .refine(({ status, items }) => items === null || status === 'DELIVERED', {
      path: ['items'],
      message: faultText('is only allowed with DELIVERED'),
    }),
  reply: StopAnswer,
  audit: ['stop.corrected'],
  office: {},
  key: {
    tag: 'Routes',
    operation: 'correctStop',
    summary: 'Correct an outcome',
    description:
      'Corrects a recorded outcome after the undo window, also after the route has ended. The event `stop.corrected` with the changed fields is sent. If the customer has received the notice of the wrong outcome, the customer gets the notice CORRECTED. The business can switch it off.',
    errors: { 404: 'No such route or stop.', 409: 'The stop has no outcome, or the outcome can still be undone.' },
    examples: {
      body: { status: 'FAILED', reason: 'Nobody home' },
      reply: { route: exampleRoute, stop: { ...exampleStop, status: 'FAILED', reason: 'Nobody home' } },
    },
  },
})
export type MovesBody = z.output<typeof OfficeMoves>
