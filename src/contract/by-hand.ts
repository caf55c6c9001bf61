// What a dispatcher does to a day, for a key: the day with its waiting deliveries, moves, locks, and other vehicles.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as builds from './office/builds.ts'
import * as office from './office/day.ts'
import { exampleRoute, exampleStop } from './routes.ts'
import { examplePlaces, PlacesOut } from './stop-places.ts'

const plan = { tag: 'Routes' } as const
const dispatch = { tag: 'Routes' } as const
const read = { tag: 'Routes' } as const

const route = { ...exampleRoute, stops: [exampleStop] }
const version = '6f1d0f2a9c3b4e5d'
const routeId = exampleRoute.route_uuid
const stale = 'The route has changed since that version, is over, or may not have this.'
const noRoute = 'No such route.'

export const readDay = endpoint({
  ...office.readDay,
  key: {
    ...read,
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

export const proposeBuild = endpoint({
  ...builds.proposeBuild,
  key: {
    ...plan,
    operation: 'proposeBuild',
    path: '/routes/build/propose',
    summary: 'Two plans to choose from',
    description:
      'The plan that is asked for, and one balanced otherwise, with their figures. Nothing changes until one is accepted, within 15 minutes.',
    success: { 201: 'Proposed.' },
    errors: { 404: 'A reference, vehicle or depot does not exist.', 409: 'As for building.' },
    limits: () => ['builds'] as const,
    examples: {
      body: { date: '11/23/2026' },
      reply: {
        expires_at: '2026-11-22T18:20:00.000Z',
        plans: [
          {
            build_uuid: '019ab3f4-11c2-7f0b-b7c3-90a1b2c3d4e5',
            balance: 'FAIR',
            routes: 4,
            stop_count: 86,
            unassigned_count: 1,
            distance_miles: 142.6,
            drive_minutes: 431,
            shortest_minutes: 389,
            longest_minutes: 412,
            fewest_stops: 19,
            most_stops: 24,
            crossings: 2,
          },
        ],
        distances_estimated: false,
        estimate_reason: null,
      },
    },
  },
})
export const acceptBuild = endpoint({
  ...builds.acceptBuild,
  key: {
    ...plan,
    operation: 'acceptBuild',
    path: '/routes/build/{build_uuid}/accept',
    summary: 'Accept a proposed plan',
    description: 'Its routes are PLANNED then.',
    success: { 201: 'The routes.' },
    errors: {
      404: 'No such plan.',
      409: 'It is too old, was accepted, or deliveries, routes or vehicles have changed.',
    },
    examples: {
      reply: {
        build_uuid: '019ab3f4-11c2-7f0b-b7c3-90a1b2c3d4e5',
        routes: [route],
        unassigned: [],
        distance_source: 'osrm',
        distances_estimated: false,
        estimate_reason: null,
      },
    },
  },
})

export const moveStops = endpoint({
  ...office.moveStops,
  key: {
    ...plan,
    operation: 'moveStops',
    path: '/routes/moves',
    summary: 'Put deliveries on routes, take them off, reorder them',
    description:
      'Each move takes deliveries, from wherever they are, to a position of a route (0 is the first), or off their routes with `to: null`. `versions` names, for every route that the moves touch, the `version` of `GET /day` that they were made on. With `preview: true` nothing changes, and the answer says what it would cost.',
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
            before: { stop_count: 11, distance_miles: 30.2, minutes: 301, late_stops: 0, load_weight_lbs: 610 },
            after: { stop_count: 12, distance_miles: 31, minutes: 309, late_stops: 0, load_weight_lbs: 655 },
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
  key: {
    ...read,
    operation: 'readOrderPlaces',
    summary: 'The best places for a delivery',
    description:
      'Its best place on each open route of its day, best first, and what it adds there in miles, minutes and late stops, with no other stop moved. `POST /routes/moves` puts it there.',
    success: { 200: 'The places.' },
    errors: { 404: 'No delivery with that reference.', 409: 'The delivery is done or cancelled.' },
    examples: { reply: { ...examplePlaces, here: null } },
  },
})

export const openRoute = endpoint({
  ...office.openRoute,
  key: {
    ...plan,
    operation: 'openRoute',
    summary: 'Open an empty route',
    description: 'For a vehicle without a route that day; deliveries are put on it by `POST /routes/moves`.',
    success: { 201: 'The route.' },
    errors: { 404: 'No such active vehicle.', 409: 'The vehicle has a route that day, or there is no depot.' },
    examples: {
      body: { date: '11/23/2026', vehicle_uuid: exampleRoute.vehicle.vehicle_uuid },
      reply: { ...exampleRoute, stop_count: 0, stops: [] },
    },
  },
})
export const lockStops = endpoint({
  ...office.lockStops,
  key: {
    ...plan,
    operation: 'lockStops',
    summary: 'Lock stops to their places, or unlock them',
    description: 'Builds and re-plans leave locked stops on their route, in their order.',
    errors: { 404: noRoute, 409: 'The route is over.' },
    examples: { body: { stop_uuids: [exampleStop.stop_uuid], locked: true }, reply: route },
  },
})
export const reverseRoute = endpoint({
  ...office.reverseRoute,
  key: {
    ...plan,
    operation: 'reverseRoute',
    summary: 'Drive a planned route the other way round',
    description: 'Locked stops keep their places. `version` is that of `GET /day`.',
    errors: { 404: noRoute, 409: stale },
    examples: { body: { version }, reply: route },
  },
})
export const changeVehicle = endpoint({
  ...office.changeVehicle,
  key: {
    ...plan,
    operation: 'changeRouteVehicle',
    summary: 'Give a route to another vehicle',
    description:
      'A planned route takes its name, depot, shift and driver; on one that was dispatched the driver stays. `version` is that of `GET /day`.',
    errors: { 404: 'No such route or active vehicle.', 409: stale },
    examples: { body: { vehicle_uuid: exampleRoute.vehicle.vehicle_uuid, version }, reply: route },
  },
})
export const reassignRoute = endpoint({
  ...office.reassignRoute,
  key: {
    ...dispatch,
    operation: 'assignDriver',
    path: '/routes/{route_uuid}/driver',
    summary: 'Give a route to another driver',
    description:
      'Or to nobody, with null. Of a route that was dispatched, the link before stops working, and the new driver is texted one; `no_text` is why not.',
    errors: { 404: 'No such route or driver.', 409: 'The route is over, or the driver no longer drives.' },
    examples: { body: { driver_uuid: exampleRoute.driver.driver_uuid }, reply: { route, no_text: null } },
  },
})
export const resendLink = endpoint({
  ...office.resendLink,
  key: {
    ...dispatch,
    operation: 'resendDriverLink',
    summary: 'Text the driver a new link',
    description: 'The one before stops working. The link itself is never returned.',
    errors: { 404: noRoute, 409: 'The route does not run, or has no driver with a phone number.' },
    examples: { reply: { driver: 'Sample Driver', no_text: null } },
  },
})
export const correctStop = endpoint({
  ...office.correctStop,
  key: {
    ...dispatch,
    operation: 'correctStop',
    summary: 'Correct an outcome',
    description:
      'Once the undo window is over, also after the route. `stop.corrected` is sent, with what was corrected; the customer is not told.',
    errors: { 404: 'No such route or stop.', 409: 'There is no outcome, or it can still be undone.' },
    examples: {
      body: { status: 'FAILED', reason: 'Nobody home' },
      reply: { route: exampleRoute, stop: { ...exampleStop, status: 'FAILED', reason: 'Nobody home' } },
    },
  },
})
