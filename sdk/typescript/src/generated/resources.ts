// Written by npm run sdk from openapi.json.

import { type CallOptions, type ChangeOptions, type Paged, Resource, segment, type WriteOptions } from '../transport.ts'
import type * as t from './types.ts'

export interface OrdersListQuery {
  /** Created or changed at or after this instant. */
  since?: string
  /** One status or several, separated by commas: OPEN, SCHEDULED, DELIVERED, FAILED, CANCELLED. */
  status?: string
  /** The delivery date, MM/dd/yyyy. */
  date?: string
  /**
   * The one delivery with this reference, if it fits the other filters. So are `.` and `..` read, which clients take
   * for steps of a path.
   */
  external_ref?: string
  /** Deliveries per page, 1 to 200. Default: 50. */
  limit?: number
  /** Where to begin: of a page before. */
  cursor?: string
}

export interface RecurringOrdersListQuery {
  /** How many per page, 1 to 200. Default: 50. */
  limit?: number
  /** Where to begin: of a page before. */
  cursor?: string
}

export interface AvailabilityGetQuery {
  /** The latitude in degrees; lat and lng come together. */
  lat?: number
  /** The longitude in degrees; lat and lng come together. */
  lng?: number
  /** A full address instead of lat and lng. */
  address?: string
  /** First day, yyyy-MM-dd. Default, and earliest: today in the business’s time zone. */
  from?: string
  /** How many days, 1 to 30; 14 when absent. */
  days?: number
  /** Weight of the delivery in pounds, to check whether it fits each day’s plan. */
  weight?: number
  /** Temperature class of the delivery, to check whether it fits each day’s plan. Default: DRY. */
  temperature_class?: t.TemperatureClass
}

export interface PlacesFindQuery {
  /** A full address. */
  address: string
}

export interface RoutesListQuery {
  /** MM/dd/yyyy in the business time zone */
  date: t.Day
}

export interface RoutesDayQuery {
  /** MM/dd/yyyy in the business time zone */
  date: t.Day
}

export interface BuildsListQuery {
  /** MM/dd/yyyy in the business time zone */
  date: t.Day
}

export interface BuildsGetQuery {
  /** Another build, to see what this one has differently. */
  compared_with?: t.Uuid
}

export interface ReceiptsListQuery {
  /** Of this order only. */
  order_uuid?: string
  /** Of this stop only. */
  stop_uuid?: string
  /** How many per page, 1 to 200. Default: 50. */
  limit?: number
  /** Where to begin: of a page before. */
  cursor?: string
}

export interface DepotsListQuery {
  /** How many per page, 1 to 200. Default: 50. */
  limit?: number
  /** Where to begin: of a page before. */
  cursor?: string
}

export interface DriversListQuery {
  /** How many per page, 1 to 200. Default: 50. */
  limit?: number
  /** Where to begin: of a page before. */
  cursor?: string
}

export interface VehiclesListQuery {
  /** How many per page, 1 to 200. Default: 50. */
  limit?: number
  /** Where to begin: of a page before. */
  cursor?: string
}

export interface ZonesListQuery {
  /** Where to begin: of a page before. */
  cursor?: string
}

export interface ZonesDeleteQuery {
  /** The `version` that was read. */
  version: number
}

export interface ReportsGetQuery {
  /** MM/dd/yyyy in the business time zone */
  from: t.Day
  /** MM/dd/yyyy in the business time zone */
  to: t.Day
}

export interface ReportsExceptionsQuery {
  /** MM/dd/yyyy in the business time zone */
  date: t.Day
}

export interface WebhookEndpointsListDeliveriesQuery {
  /** Deliveries per page, 1 to 200. Default: 50. */
  limit?: number
  /** Where to begin: of a page before. */
  cursor?: string
}

export interface EventsListQuery {
  /** Without after, begins at the first event that was logged at or after this instant. */
  since?: string
  /** How many per page, 1 to 200. Default: 50. */
  limit?: number
  /** Where to begin: of a page before. */
  after?: string
}

export interface KeyCallsQuery {
  /** `OK`, `REFUSED` (4xx) or `FAILED` (5xx) alone. */
  result?: 'OK' | 'REFUSED' | 'FAILED'
  /** How many per page, 1 to 200. Default: 50. */
  limit?: number
  /** Where to begin: of a page before. */
  cursor?: string
}

export class Orders extends Resource {
  /**
   * Create or replace a delivery.
   *
   * The body is the full order as your system sees it now: a replacement, not a patch. Sending an unchanged order
   * changes nothing. While the delivery is on a dispatched route only items, instructions, metadata, consent,
   * language, collect_amount, id_check and door_code may change; changed items affect its temperature class and weight
   * only after it is OPEN again. Zone and date never cause a rejection.
   *
   * Needs the scope `orders:write`. Counts against `order_writes` (1200 calls a minute per key).
   * - 409: The state does not allow the change (details.fields names what), or the Idempotency-Key was used with
   * another body.
   */
  put(body: t.OrderInput, options?: WriteOptions): Promise<t.Order> {
    return this.call({ verb: 'POST', path: '/orders', body, keyed: true }, options)
  }

  /**
   * Create or replace up to 500 deliveries.
   *
   * As if each was sent by itself, one after another, under one Idempotency-Key for all: one that is sent twice is
   * created and then changed. What is wrong with one refuses that one alone. Those that are not refused are written
   * together, all or none; the whole answer is stored and replayed.
   *
   * Needs the scope `orders:write`. Counts against `order_batches` (300 calls a minute per key).
   * - 413: The body is larger than 4 MiB.
   */
  putBatch(body: t.OrderBatchInput, options?: WriteOptions): Promise<t.OrderBatchResult> {
    return this.call({ verb: 'POST', path: '/orders/batch', body, keyed: true }, options)
  }

  /**
   * Deliveries changed since an instant, oldest change first.
   *
   * A change feed. Follow next_cursor until it is null, then start again with since set to the newest changed_at you
   * saw: no change is missed, even under concurrent writes. A cursor carries its filters and may be sent alone.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   */
  list(query: OrdersListQuery = {}, options?: CallOptions): Paged<t.Order> {
    return this.pages({ verb: 'GET', path: '/orders', query, cursor: 'cursor' }, options)
  }

  /**
   * Read one delivery.
   *
   * By your own reference, URL-encoded. The references `.` and `..` are read by GET /orders?external_ref=…: in a path,
   * clients take them for steps of it.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   * - 404: No delivery with that reference.
   */
  get(externalRef: string, options?: CallOptions): Promise<t.Order> {
    return this.call({ verb: 'GET', path: `/orders/${segment(externalRef)}` }, options)
  }

  /**
   * Cancel a delivery.
   *
   * Removes the delivery from its route, if it is on one. Cancelling again changes nothing. No body.
   *
   * Needs the scope `orders:write`. Counts against `order_writes` (1200 calls a minute per key).
   * - 404: No delivery with that reference.
   * - 409: Out for delivery, delivered or failed.
   */
  cancel(externalRef: string, options?: WriteOptions): Promise<t.CancelledOrder> {
    return this.call({ verb: 'POST', path: `/orders/${segment(externalRef)}/cancel`, keyed: true }, options)
  }

  /**
   * Deliver a failed order again.
   *
   * A delivery that FAILED or was CANCELLED, copied under a new reference and date, each linked to the other. Without
   * a window it keeps its own.
   *
   * Needs the scope `orders:write`. Counts against `order_writes` (1200 calls a minute per key).
   * - 404: No delivery with that reference.
   * - 409: It did not fail, is delivered again already, or the new reference is taken.
   */
  repeat(externalRef: string, body: t.RepeatOrderBody, options?: WriteOptions): Promise<t.Order> {
    return this.call({ verb: 'POST', path: `/orders/${segment(externalRef)}/repeat`, body, keyed: true }, options)
  }

  /**
   * A delivery with its history and messages.
   *
   * What changed it and who, each message to the customer and what came of it, answers, the rating, and the webhooks
   * sent.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   * - 404: No delivery with that reference.
   */
  details(externalRef: string, options?: CallOptions): Promise<t.ReadOrderDetailsData> {
    return this.call({ verb: 'GET', path: `/orders/${segment(externalRef)}/details` }, options)
  }

  /**
   * The best places for a delivery.
   *
   * Its best place on each open route of its day, best first, and what it adds there in miles, minutes and late stops,
   * with no other stop moved. `POST /routes/moves` puts it there.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   * - 404: No delivery with that reference.
   * - 409: The delivery is done or cancelled.
   */
  places(externalRef: string, options?: CallOptions): Promise<t.StopPlaces> {
    return this.call({ verb: 'GET', path: `/orders/${segment(externalRef)}/places` }, options)
  }

  /**
   * Days on which a delivery would fit.
   *
   * Of the next 14, in the windows that customers are offered or in its own.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   * - 404: No delivery with that reference.
   */
  days(externalRef: string, options?: CallOptions): Promise<t.ReadOrderDaysData> {
    return this.call({ verb: 'GET', path: `/orders/${segment(externalRef)}/days` }, options)
  }
}

export class RecurringOrders extends Resource {
  /**
   * Create a recurring order.
   *
   * An order that is made again and again by a rule. Each is made once, days_ahead before its date, in the business
   * time zone; those that are due are made at once.
   *
   * Needs the scope `orders:write`. Counts against `other_writes` (300 calls a minute per key).
   * - 409: There is a recurring order with that reference already.
   */
  create(body: t.RecurringOrderInput, options?: WriteOptions): Promise<t.RecurringOrder> {
    return this.call({ verb: 'POST', path: '/recurring-orders', body, keyed: true }, options)
  }

  /**
   * Recurring orders, newest first.
   *
   * Those that have ended, too.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   */
  list(query: RecurringOrdersListQuery = {}, options?: CallOptions): Paged<t.RecurringOrder> {
    return this.pages({ verb: 'GET', path: '/recurring-orders', query, cursor: 'cursor' }, options)
  }

  /**
   * Read a recurring order.
   *
   * With its next dates and the orders made for them.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   * - 404: No recurring order with that id.
   */
  get(recurringOrderUuid: string, options?: CallOptions): Promise<t.RecurringOrder> {
    return this.call({ verb: 'GET', path: `/recurring-orders/${segment(recurringOrderUuid)}` }, options)
  }

  /**
   * Change a recurring order.
   *
   * What is sent replaces what there was; what is left out stays. Orders made already change along while they are OPEN
   * and on no route: in the fields that the change is about, or they are cancelled when the rule no longer has their
   * date.
   *
   * Needs the scope `orders:write`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No recurring order with that id.
   * - 409: It has ended, or has changed since the version.
   */
  change(recurringOrderUuid: string, body: t.RecurringOrderChange, options?: WriteOptions): Promise<t.RecurringOrder> {
    return this.call({ verb: 'PATCH', path: `/recurring-orders/${segment(recurringOrderUuid)}`, body, keyed: true }, options)
  }

  /**
   * End a recurring order.
   *
   * No more orders are made, and those made for today or later that are OPEN and on no route are cancelled. Ending
   * again changes nothing. No body.
   *
   * Needs the scope `orders:write`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No recurring order with that id.
   */
  end(recurringOrderUuid: string, options?: WriteOptions): Promise<t.RecurringOrder> {
    return this.call({ verb: 'POST', path: `/recurring-orders/${segment(recurringOrderUuid)}/end`, keyed: true }, options)
  }

  /**
   * Skip or move one date.
   *
   * The date is skipped, moved to another day, or, with neither, as the rule has it. An order made for it is cancelled
   * or moved along.
   *
   * Needs the scope `orders:write`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No recurring order with that id.
   * - 409: It has ended, or the order of the date can no longer change.
   */
  setDate(recurringOrderUuid: string, body: t.RecurringDateInput, options?: WriteOptions): Promise<t.RecurringOrder> {
    return this.call({ verb: 'POST', path: `/recurring-orders/${segment(recurringOrderUuid)}/dates`, body, keyed: true }, options)
  }
}

export class TestDays extends Resource {
  /**
   * Simulate a day.
   *
   * Only with a test key. Drives the planned and dispatched routes of a date as drivers would, by the driver's own
   * calls, on a clock of its own: starts, arrivals, outcomes with their holds and undos, positions, notices and
   * events. The answer comes at once; read how far it is, or stop it.
   *
   * Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per key).
   * - 409: The key is a live one, no route of the date has stops to drive, a day is being simulated already, or the
   * settings ask drivers for photos.
   */
  start(body: t.TestDayInput, options?: WriteOptions): Promise<t.TestDay> {
    return this.call({ verb: 'POST', path: '/test/days', body, keyed: true }, options)
  }

  /**
   * Read a simulated day.
   *
   * How far it is.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   * - 404: No simulated day with that id.
   */
  get(testDayUuid: string, options?: CallOptions): Promise<t.TestDay> {
    return this.call({ verb: 'GET', path: `/test/days/${segment(testDayUuid)}` }, options)
  }

  /**
   * Stop a simulated day.
   *
   * What happened stays. Routes under way stay so; another simulated day of the date goes on with them. A day that has
   * ended stays as it is.
   *
   * Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No simulated day with that id.
   */
  stop(testDayUuid: string, options?: WriteOptions): Promise<t.TestDay> {
    return this.call({ verb: 'POST', path: `/test/days/${segment(testDayUuid)}/stop`, keyed: true }, options)
  }
}

export class Availability extends Resource {
  /**
   * Available delivery days for a location.
   *
   * The active zones around the point, smallest first, each with its open days (window, capacity left, order cutoff)
   * and its closed days with every reason. Outside all zones, `served` is false; this is not an error. Advisory only:
   * POST /orders never refuses for zone or date. `lat` and `lng` win over `address`; an address needs a geocoder
   * lookup.
   *
   * Needs the scope `orders:read`. Counts against `availability` (120 calls a minute per key).
   * - 422: The address could not be found.
   * - 503: The geocoder is down, or none is configured: offer your own standard days.
   */
  get(query: AvailabilityGetQuery = {}, options?: CallOptions): Promise<t.Availability> {
    return this.call({ verb: 'GET', path: '/availability', query }, options)
  }
}

export class Places extends Resource {
  /**
   * Look up an address.
   *
   * The geocoder’s point for an address, for a depot or to show it before you order: the same look-up that a delivery
   * without lat and lng gets.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key) and `address_lookups` (30 calls
   * a minute per key).
   * - 422: The address could not be found.
   * - 503: The geocoder is down, or none is configured.
   */
  find(query: PlacesFindQuery, options?: CallOptions): Promise<t.Place> {
    return this.call({ verb: 'GET', path: '/places', query }, options)
  }
}

export class Engine extends Resource {
  /**
   * Solve routes for any depot, vehicles and stops.
   *
   * Stateless: nothing is stored, and no Idempotency-Key is needed. Temperature classes, skills, capacities, time
   * windows, shifts, the longest working and driving times, max_stops and locks are hard constraints (windows not with
   * lateness_cost_per_hour); stops that do not fit are unassigned, each with its reason. With none of fixed_cost,
   * cost_per_mile and cost_per_hour given for any vehicle, a mile costs 1. Over 61 distinct places (5,000 on added
   * regions), or without a road-distance provider that answers, distances are straight-line estimates, and the answer
   * says so. So are legs to places outside every added region. With `iterations` and a `seed` the same body gives the
   * same routes, unless the search reaches its limit of 30 seconds first.
   *
   * Needs the scope `routes:plan`. Counts against `solves` (30 calls a minute per key).
   */
  optimize(body: t.OptimizeInput, options?: CallOptions): Promise<t.OptimizeAnswer> {
    return this.call({ verb: 'POST', path: '/optimize', body }, options)
  }
}

export class Routes extends Resource {
  /**
   * Plan deliveries into routes.
   *
   * Plans the named deliveries (default: every OPEN delivery of the date that is on no route) on the named vehicles
   * (default: every active vehicle without a route that day). Temperature classes, capacity, windows and shifts are
   * hard constraints; unknown weights do not count; locked stops never move. A named vehicle with a PLANNED route that
   * day is re-planned. A build takes at most 300 deliveries; the setting BUILD_MAX_DELIVERIES of the server raises
   * this up to 5,000. If it has more, the response is 400 with external_refs in details.fields, or with date if no
   * references are sent.
   *
   * Needs the scope `routes:plan`. Counts against `builds` (10 calls a minute per key).
   * - 404: A reference, vehicle or depot does not exist for this business.
   * - 409: A reference is not OPEN or not on the date, no vehicle is free, a build is already running, or no delivery
   * can be routed.
   */
  build(body: t.BuildInput, options?: WriteOptions): Promise<t.BuildResult> {
    return this.call({ verb: 'POST', path: '/routes/build', body, keyed: true }, options)
  }

  /**
   * Build the routes of several days.
   *
   * Plans every OPEN delivery that is on no route and may be made on one of the days: each gets a day, within its span
   * if it has one, and a vehicle. Routes that are there already stay as they are. The delivery_date of a delivery
   * becomes the day that it got. All days are written together, or none is.
   *
   * Needs the scope `routes:plan`. Counts against `builds` (10 calls a minute per key).
   * - 409: No vehicle is free on any of the days, a build is already running, or no delivery can be routed.
   */
  buildDays(body: t.BuildDaysInput, options?: WriteOptions): Promise<t.BuildDaysResult> {
    return this.call({ verb: 'POST', path: '/routes/build-days', body, keyed: true }, options)
  }

  /**
   * The routes of a day.
   *
   * Every route of the day in the business time zone, without stops.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   */
  list(query: RoutesListQuery, options?: CallOptions): Promise<t.Route[]> {
    return this.call({ verb: 'GET', path: '/routes', query }, options)
  }

  /**
   * Read one route.
   *
   * The route with its stops in driving order.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   * - 404: No route with that uuid.
   */
  get(routeUuid: string, options?: CallOptions): Promise<t.RouteWithStops> {
    return this.call({ verb: 'GET', path: `/routes/${segment(routeUuid)}` }, options)
  }

  /**
   * Send a route to its driver.
   *
   * Commits the plan: its deliveries become SCHEDULED and the driver is texted the link, which is never returned here.
   * driver_notified is true when a text to the driver goes out; when it is false, warnings says why: no driver, no
   * phone number, one that can’t be texted or that answered STOP, or no text message provider. Dispatching again
   * changes nothing and sends nothing twice. No body.
   *
   * Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No route with that uuid.
   * - 409: Cancelled or completed, no stops, or its drive window has passed.
   */
  dispatch(routeUuid: string, options?: WriteOptions): Promise<t.DispatchRouteData> {
    return this.call({ verb: 'POST', path: `/routes/${segment(routeUuid)}/dispatch`, keyed: true }, options)
  }

  /**
   * Cancel a route.
   *
   * Unfinished stops come off and their deliveries return to OPEN; finished stops stay. The driver link stops working;
   * customers are not messaged. No body.
   *
   * Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No route with that uuid.
   * - 409: Completed or already cancelled.
   */
  cancel(routeUuid: string, options?: WriteOptions): Promise<t.CancelledRoute> {
    return this.call({ verb: 'POST', path: `/routes/${segment(routeUuid)}/cancel`, keyed: true }, options)
  }

  /**
   * Propose other plans for routes under way.
   *
   * Fits urgent deliveries into the open routes of a date, or plans around a vehicle that broke down, a route that
   * runs late, a driver who goes home, or a stop that grew. The reply has up to three plans: FEWEST_CHANGES,
   * LEAST_DRIVING and WINDOWS_KEPT; equal ones are one with several goals. Stops that are done, under way or locked
   * never move, and the goods of a started route stay in its vehicle. Nothing changes until one plan is accepted.
   *
   * Needs the scope `routes:plan`. Counts against `builds` (10 calls a minute per key).
   * - 404: A delivery, route or stop does not exist for this business.
   * - 409: A delivery is not OPEN, on a route, or for another date; a route is over or for another date; a stop is
   * finished; no route of that date is open.
   */
  replan(body: t.ReplanInput, options?: WriteOptions): Promise<t.Replan> {
    return this.call({ verb: 'POST', path: '/routes/replan', body, keyed: true }, options)
  }

  /**
   * Accept one plan of a proposal.
   *
   * Makes the plan in one step: deliveries join, leave and change their places, webhooks are sent as for changes by
   * hand, drivers see the new order, and customers who are promised a time that no longer holds are told once. A
   * proposal whose routes have changed since is refused, and details.changes says what changed.
   *
   * Needs the scope `routes:plan`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No proposal with that uuid.
   * - 409: The proposal has expired, was accepted, or its routes have changed since it was made.
   */
  acceptReplan(replanUuid: string, body: t.AcceptReplanInput, options?: WriteOptions): Promise<t.AcceptedReplan> {
    return this.call({ verb: 'POST', path: `/routes/replan/${segment(replanUuid)}/accept`, body, keyed: true }, options)
  }

  /**
   * A day as the office sees it.
   *
   * Every route with its `version`, warnings and the last position of its vehicle, and the deliveries that wait for a
   * route, each with why the last build left it off. Moves name the versions that they were made on.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   */
  day(query: RoutesDayQuery, options?: CallOptions): Promise<t.ReadDayData> {
    return this.call({ verb: 'GET', path: '/day', query }, options)
  }

  /**
   * Two plans to choose from.
   *
   * The plan that is asked for, and one balanced otherwise, with their figures. Nothing changes until one is accepted,
   * within 15 minutes.
   *
   * Needs the scope `routes:plan`. Counts against `builds` (10 calls a minute per key).
   * - 404: A reference, vehicle or depot does not exist.
   * - 409: As for building.
   */
  proposeBuild(body: t.BuildInput, options?: WriteOptions): Promise<t.ProposeBuildData> {
    return this.call({ verb: 'POST', path: '/routes/build/propose', body, keyed: true }, options)
  }

  /**
   * Accept a proposed plan.
   *
   * Its routes are PLANNED then.
   *
   * Needs the scope `routes:plan`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such plan.
   * - 409: It is too old, was accepted, or deliveries, routes or vehicles have changed.
   */
  acceptBuild(buildUuid: string, options?: WriteOptions): Promise<t.AcceptBuildData> {
    return this.call({ verb: 'POST', path: `/routes/build/${segment(buildUuid)}/accept`, keyed: true }, options)
  }

  /**
   * Open an empty route.
   *
   * For a vehicle without a route that day; deliveries are put on it by `POST /routes/moves`.
   *
   * Needs the scope `routes:plan`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such active vehicle.
   * - 409: The vehicle has a route that day, or there is no depot.
   */
  open(body: t.OpenRouteBody, options?: WriteOptions): Promise<t.RouteWithStops> {
    return this.call({ verb: 'POST', path: '/routes', body, keyed: true }, options)
  }

  /**
   * Put deliveries on routes, take them off, reorder them.
   *
   * Each move takes deliveries, from wherever they are, to a position of a route (0 is the first), or off their routes
   * with `to: null`. `versions` names, for every route that the moves touch, the `version` of `GET /day` that they
   * were made on. With `preview: true` nothing changes, and the answer says what it would cost.
   *
   * Needs the scope `routes:plan`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such delivery or route.
   * - 409: The route has changed since that version, is over, or may not have this.
   */
  move(body: t.MoveStopsBody, options?: WriteOptions): Promise<t.MoveStopsData> {
    return this.call({ verb: 'POST', path: '/routes/moves', body, keyed: true }, options)
  }

  /**
   * Lock stops to their places, or unlock them.
   *
   * Builds and re-plans leave locked stops on their route, in their order.
   *
   * Needs the scope `routes:plan`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such route.
   * - 409: The route is over.
   */
  lock(routeUuid: string, body: t.LockStopsBody, options?: WriteOptions): Promise<t.RouteWithStops> {
    return this.call({ verb: 'POST', path: `/routes/${segment(routeUuid)}/lock`, body, keyed: true }, options)
  }

  /**
   * Drive a planned route the other way round.
   *
   * Locked stops keep their places. `version` is that of `GET /day`.
   *
   * Needs the scope `routes:plan`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such route.
   * - 409: The route has changed since that version, is over, or may not have this.
   */
  reverse(routeUuid: string, body: t.ReverseRouteBody, options?: WriteOptions): Promise<t.RouteWithStops> {
    return this.call({ verb: 'POST', path: `/routes/${segment(routeUuid)}/reverse`, body, keyed: true }, options)
  }

  /**
   * Give a route to another vehicle.
   *
   * A planned route takes its name, depot, shift and driver; on one that was dispatched the driver stays. `version` is
   * that of `GET /day`.
   *
   * Needs the scope `routes:plan`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such route or active vehicle.
   * - 409: The route has changed since that version, is over, or may not have this.
   */
  changeVehicle(routeUuid: string, body: t.ChangeRouteVehicleBody, options?: WriteOptions): Promise<t.RouteWithStops> {
    return this.call({ verb: 'POST', path: `/routes/${segment(routeUuid)}/vehicle`, body, keyed: true }, options)
  }

  /**
   * Give a route to another driver.
   *
   * Or to nobody, with null. Of a route that was dispatched, the link before stops working, and the new driver is
   * texted one; `no_text` is why not.
   *
   * Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such route or driver.
   * - 409: The route is over, or the driver no longer drives.
   */
  assignDriver(routeUuid: string, body: t.AssignDriverBody, options?: WriteOptions): Promise<t.AssignDriverData> {
    return this.call({ verb: 'POST', path: `/routes/${segment(routeUuid)}/driver`, body, keyed: true }, options)
  }

  /**
   * Text the driver a new link.
   *
   * The one before stops working. The link itself is never returned.
   *
   * Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such route.
   * - 409: The route does not run, or has no driver with a phone number.
   */
  resendDriverLink(routeUuid: string, options?: WriteOptions): Promise<t.ResendDriverLinkData> {
    return this.call({ verb: 'POST', path: `/routes/${segment(routeUuid)}/resend-link`, keyed: true }, options)
  }
}

export class Builds extends Resource {
  /**
   * List the builds of a day.
   *
   * Every build of that date, made or proposed, the newest first. Builds are kept for 30 days.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   */
  list(query: BuildsListQuery, options?: CallOptions): Promise<t.KeptBuild[]> {
    return this.call({ verb: 'GET', path: '/routes/builds', query }, options)
  }

  /**
   * Read a build, or compare two.
   *
   * The plan as the build answered, whatever became of its routes since.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   * - 404: No build with that uuid.
   */
  get(buildUuid: string, query: BuildsGetQuery = {}, options?: CallOptions): Promise<t.ComparedPlan> {
    return this.call({ verb: 'GET', path: `/routes/builds/${segment(buildUuid)}`, query }, options)
  }

  /**
   * Run a build again.
   *
   * Finds the plan once more, from the deliveries, vehicles, distances, seed and steps that the build had: with the
   * same engine it is the same plan to the bit. Nothing is changed, and no Idempotency-Key is needed.
   *
   * Needs the scope `routes:plan`. Counts against `solves` (30 calls a minute per key).
   * - 404: No build with that uuid.
   * - 409: Of a build of more than about 1,200 places only the answer is kept.
   */
  runAgain(buildUuid: string, options?: CallOptions): Promise<t.BuildRunAgain> {
    return this.call({ verb: 'POST', path: `/routes/builds/${segment(buildUuid)}/run-again` }, options)
  }
}

export class Stops extends Resource {
  /**
   * Why a stop is where it is.
   *
   * What the stop adds to its route in miles, minutes and late stops, and what it would add at its best place on each
   * other route of the day, with no other stop moved.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   * - 404: No such route or stop.
   * - 409: The stop is finished.
   */
  places(routeUuid: string, stopUuid: string, options?: CallOptions): Promise<t.StopPlaces> {
    return this.call({ verb: 'GET', path: `/routes/${segment(routeUuid)}/stops/${segment(stopUuid)}/places` }, options)
  }

  /**
   * Record the outcome of a stop.
   *
   * DELIVERED and FAILED are held for the undo window before the webhook and the customer notice; SKIPPED releases the
   * delivery to OPEN at once.
   *
   * Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such route, or no such stop on it.
   * - 409: The route is not running, the stop is already finished, or the business requires a photo or signature
   * first.
   */
  recordOutcome(routeUuid: string, stopUuid: string, body: t.OutcomeInput, options?: WriteOptions): Promise<t.RecordOutcomeData> {
    return this.call({ verb: 'POST', path: `/routes/${segment(routeUuid)}/stops/${segment(stopUuid)}/status`, body, keyed: true }, options)
  }

  /**
   * Undo an outcome.
   *
   * Within the undo window no event is sent for either; after it, stop.undone is sent. A skip can be undone only while
   * its delivery is still OPEN, on no other route, and still fits this one: same date and address, a temperature class
   * that the vehicle carries. No body.
   *
   * Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such route, or no such stop on it.
   * - 409: The route is not running, there is nothing to undo, or the skipped delivery has moved on.
   */
  undo(routeUuid: string, stopUuid: string, options?: WriteOptions): Promise<t.UndoOutcomeData> {
    return this.call({ verb: 'POST', path: `/routes/${segment(routeUuid)}/stops/${segment(stopUuid)}/undo`, keyed: true }, options)
  }

  /**
   * Correct an outcome.
   *
   * Once the undo window is over, also after the route. `stop.corrected` is sent, with what was corrected; the
   * customer is not told.
   *
   * Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such route or stop.
   * - 409: There is no outcome, or it can still be undone.
   */
  correct(routeUuid: string, stopUuid: string, body: t.CorrectStopBody, options?: WriteOptions): Promise<t.CorrectStopData> {
    return this.call({ verb: 'POST', path: `/routes/${segment(routeUuid)}/stops/${segment(stopUuid)}/correct`, body, keyed: true }, options)
  }

  /**
   * Add proof to a stop.
   *
   * One photo, or a signature with the signer's name, before the outcome is recorded. JPEG, PNG or WebP of at most 15
   * MiB and 52 million pixels (16 million when progressive or interlaced); it is re-encoded without its metadata. A
   * photo with item_name is of that item, and no proof of the delivery. At most 50 photos and 10 signatures per stop;
   * the newest signature counts.
   *
   * Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such route, or no such stop on it.
   * - 409: The route is not running, the stop is finished, or it has as many photos as it can have.
   * - 503: Too many uploads at once; this one was not read.
   */
  addProof(routeUuid: string, stopUuid: string, body: t.ProofInput, options?: WriteOptions): Promise<t.AddProofData> {
    return this.call({ verb: 'POST', path: `/routes/${segment(routeUuid)}/stops/${segment(stopUuid)}/proof`, form: body, keyed: true }, options)
  }
}

export class Receipts extends Resource {
  /**
   * Signed receipts of outcomes, in the order of their chain.
   *
   * A receipt of each outcome `DELIVERED` or `FAILED` that can no longer be taken back without a trace, and of what
   * corrects it. It is there within seconds of the outcome’s webhook.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   */
  list(query: ReceiptsListQuery = {}, options?: CallOptions): Paged<t.Receipt> {
    return this.pages({ verb: 'GET', path: '/receipts', query, cursor: 'cursor' }, options)
  }

  /**
   * Read a receipt.
   *
   * As the list has it.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   * - 404: No receipt with that uuid, or it has no place in the chain yet: ask again in a few seconds.
   */
  get(receiptUuid: string, options?: CallOptions): Promise<t.Receipt> {
    return this.call({ verb: 'GET', path: `/receipts/${segment(receiptUuid)}` }, options)
  }
}

export class Depots extends Resource {
  /**
   * Depots.
   *
   * Oldest first, those no longer in use included.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   */
  list(query: DepotsListQuery = {}, options?: CallOptions): Paged<t.Depot> {
    return this.pages({ verb: 'GET', path: '/depots', query, cursor: 'cursor' }, options)
  }

  /**
   * Add a depot.
   *
   * Where routes start and end. A business's first is its default.
   *
   * Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
   */
  create(body: t.CreateDepotBody, options?: WriteOptions): Promise<t.CreateDepotData> {
    return this.call({ verb: 'POST', path: '/depots', body, keyed: true }, options)
  }

  /**
   * Change a depot.
   *
   * All of it as it is to be, with the `version` that was read: 409 when someone else has changed it since. Routes
   * planned before keep the place they were planned from.
   *
   * Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such depot.
   * - 409: Changed since that version.
   */
  update(depotUuid: string, body: t.UpdateDepotBody, options?: WriteOptions): Promise<null> {
    return this.call({ verb: 'PATCH', path: `/depots/${segment(depotUuid)}`, body, keyed: true }, options)
  }
}

export class Drivers extends Resource {
  /**
   * Drivers.
   *
   * Oldest first, those no longer in use included.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   */
  list(query: DriversListQuery = {}, options?: CallOptions): Paged<t.Driver> {
    return this.pages({ verb: 'GET', path: '/drivers', query, cursor: 'cursor' }, options)
  }

  /**
   * Add a driver.
   *
   * The link of a dispatched route is texted to the phone.
   *
   * Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
   */
  create(body: t.CreateDriverBody, options?: WriteOptions): Promise<t.CreateDriverData> {
    return this.call({ verb: 'POST', path: '/drivers', body, keyed: true }, options)
  }

  /**
   * Change a driver.
   *
   * All of it as it is to be, with the `version` that was read: 409 when someone else has changed it since. It is not
   * deleted but becomes inactive.
   *
   * Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such driver.
   * - 409: Changed since that version.
   */
  update(driverUuid: string, body: t.UpdateDriverBody, options?: WriteOptions): Promise<null> {
    return this.call({ verb: 'PATCH', path: `/drivers/${segment(driverUuid)}`, body, keyed: true }, options)
  }

  /**
   * Text a driver the link of their own page.
   *
   * Of the page with their routes of today and tomorrow. The link itself is never returned; `no_text` is why no text
   * will reach the driver, else null.
   *
   * Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such driver.
   * - 409: The driver has no phone number, or no longer drives.
   */
  textPage(driverUuid: string, options?: WriteOptions): Promise<t.TextDriverPageData> {
    return this.call({ verb: 'POST', path: `/drivers/${segment(driverUuid)}/page/text`, keyed: true }, options)
  }
}

export class Vehicles extends Resource {
  /**
   * Vehicles.
   *
   * Oldest first, those no longer in use included.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   */
  list(query: VehiclesListQuery = {}, options?: CallOptions): Paged<t.Vehicle> {
    return this.pages({ verb: 'GET', path: '/vehicles', query, cursor: 'cursor' }, options)
  }

  /**
   * Add a vehicle.
   *
   * With its shift, its usual driver and the depot it starts from.
   *
   * Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such driver, depot or zone.
   */
  create(body: t.CreateVehicleBody, options?: WriteOptions): Promise<t.CreateVehicleData> {
    return this.call({ verb: 'POST', path: '/vehicles', body, keyed: true }, options)
  }

  /**
   * Change a vehicle.
   *
   * All of it as it is to be, with the `version` that was read: 409 when someone else has changed it since. It is not
   * deleted but becomes inactive.
   *
   * Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such vehicle, driver, depot or zone.
   * - 409: Changed since that version.
   */
  update(vehicleUuid: string, body: t.UpdateVehicleBody, options?: WriteOptions): Promise<null> {
    return this.call({ verb: 'PATCH', path: `/vehicles/${segment(vehicleUuid)}`, body, keyed: true }, options)
  }
}

export class Zones extends Resource {
  /**
   * Zones with their areas, hours and closures.
   *
   * By name. How many make a page follows from the size of their areas.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   */
  list(query: ZonesListQuery = {}, options?: CallOptions): Paged<t.Zone> {
    return this.pages({ verb: 'GET', path: '/zones', query, cursor: 'cursor' }, options)
  }

  /**
   * Add a zone.
   *
   * `geometry` is a GeoJSON Polygon or MultiPolygon, a Feature, or a FeatureCollection, whose first is taken. `hours`
   * has seven days, Monday first, null without deliveries.
   *
   * Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
   * - 422: All zones together would be more than a business may have.
   */
  create(body: t.CreateZoneBody, options?: WriteOptions): Promise<t.CreateZoneData> {
    return this.call({ verb: 'POST', path: '/zones', body, keyed: true }, options)
  }

  /**
   * Change a zone or its closures.
   *
   * All of it as it is to be, with the `version` that was read: 409 when someone else has changed it since. `closures`
   * are those from today on.
   *
   * Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such zone.
   * - 409: Changed since that version.
   * - 422: All zones together would be more than a business may have.
   */
  update(zoneUuid: string, body: t.UpdateZoneBody, options?: WriteOptions): Promise<null> {
    return this.call({ verb: 'PATCH', path: `/zones/${segment(zoneUuid)}`, body, keyed: true }, options)
  }

  /**
   * Remove a zone.
   *
   * Deliveries in it stay as they are.
   *
   * Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No such zone.
   * - 409: Changed since that version.
   */
  delete(zoneUuid: string, query: ZonesDeleteQuery, options?: ChangeOptions): Promise<null> {
    return this.call({ verb: 'DELETE', path: `/zones/${segment(zoneUuid)}`, query }, options)
  }
}

export class Settings extends Resource {
  /**
   * The settings of the business.
   *
   * With the `version` that a change names.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   */
  get(options?: CallOptions): Promise<t.ReadSettingsData> {
    return this.call({ verb: 'GET', path: '/settings' }, options)
  }

  /**
   * Change settings.
   *
   * What is not named stays. 409 when someone else has changed them since the `version` that was read.
   *
   * Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
   * - 409: Changed since that version.
   */
  change(body: t.ChangeSettingsBody, options?: WriteOptions): Promise<t.ChangeSettingsData> {
    return this.call({ verb: 'PATCH', path: '/settings', body, keyed: true }, options)
  }

  /**
   * Traffic by hour.
   *
   * What driving times are multiplied by, 24 hours from midnight, beside what arrivals say.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   */
  traffic(options?: CallOptions): Promise<t.ReadTrafficData> {
    return this.call({ verb: 'GET', path: '/traffic' }, options)
  }

  /**
   * Set traffic by hour.
   *
   * Plans from then on count with it.
   *
   * Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
   */
  changeTraffic(body: t.ChangeTrafficBody, options?: WriteOptions): Promise<t.ChangeTrafficData> {
    return this.call({ verb: 'PATCH', path: '/traffic', body, keyed: true }, options)
  }
}

export class People extends Resource {
  /**
   * Find a customer.
   *
   * Who a phone number, an email address or a reference belongs to, and how much is kept of them. Changes nothing.
   *
   * Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No delivery with that reference.
   */
  find(body: t.PersonKey, options?: CallOptions): Promise<t.PersonFound> {
    return this.call({ verb: 'POST', path: '/people/find', body }, options)
  }

  /**
   * Export a customer’s data.
   *
   * What is kept of a customer, to be given to them: 50 deliveries at a time, each with its messages, replies, photos
   * and history.
   *
   * Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No delivery with that reference.
   */
  export(body: t.PersonExportRequest, options?: CallOptions): Promise<t.PersonData> {
    return this.call({ verb: 'POST', path: '/people/export', body }, options)
  }

  /**
   * Erase a customer.
   *
   * Takes out of the database and the files what names the customer; deliveries keep their outcome, times and figures.
   * Those that are still to come are cancelled. It can be repeated.
   *
   * Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
   * - 404: No delivery with that reference.
   * - 409: Something of the customer is under way; details.external_refs names the deliveries.
   */
  erase(body: t.PersonKey, options?: CallOptions): Promise<t.PersonErased> {
    return this.call({ verb: 'POST', path: '/people/erase', body }, options)
  }
}

export class Reports extends Resource {
  /**
   * The report of some days.
   *
   * By day and by driver: outcomes, punctuality, planned and real minutes and miles, reasons of failures, messages and
   * what drivers collected. At most 92 days.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   */
  get(query: ReportsGetQuery, options?: CallOptions): Promise<t.ReadReportData> {
    return this.call({ verb: 'GET', path: '/report', query }, options)
  }

  /**
   * What went wrong on a day.
   *
   * What drivers sent too late to count and the office has not answered, failed deliveries that are not delivered
   * again, messages that were not sent, endpoints that fail.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   */
  exceptions(query: ReportsExceptionsQuery, options?: CallOptions): Promise<t.ReadExceptionsData> {
    return this.call({ verb: 'GET', path: '/exceptions', query }, options)
  }
}

export class WebhookEndpoints extends Resource {
  /**
   * Add an endpoint.
   *
   * Public https URLs only: port 443 or 1024 and above, no credentials, a host with only public addresses. The signing
   * secret is in this answer only, and in its replay under the same Idempotency-Key.
   *
   * Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per key).
   * - 409: The business already has 10 endpoints, or the Idempotency-Key was used with another body.
   */
  create(body: t.WebhookEndpointInput, options?: WriteOptions): Promise<t.WebhookEndpointWithSecret> {
    return this.call({ verb: 'POST', path: '/webhooks/subscriptions', body, keyed: true }, options)
  }

  /**
   * List webhook endpoints.
   *
   * All endpoints, oldest first, without secrets.
   *
   * Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per key).
   */
  list(options?: CallOptions): Promise<t.WebhookEndpoint[]> {
    return this.call({ verb: 'GET', path: '/webhooks/subscriptions' }, options)
  }

  /**
   * Change or pause an endpoint.
   *
   * Changes only the fields sent. Deliveries to a paused endpoint (active: false) wait until it is active again.
   *
   * Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per key).
   * - 404: No endpoint with that uuid.
   */
  update(endpointUuid: string, body: t.WebhookEndpointChange, options?: WriteOptions): Promise<t.WebhookEndpoint> {
    return this.call({ verb: 'PATCH', path: `/webhooks/subscriptions/${segment(endpointUuid)}`, body, keyed: true }, options)
  }

  /**
   * Remove an endpoint.
   *
   * Deliveries still pending for it are abandoned.
   *
   * Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per key).
   * - 404: No endpoint with that uuid.
   * - 409: Another request is changing the endpoint; retry shortly.
   */
  delete(endpointUuid: string, options?: ChangeOptions): Promise<t.WebhookEndpoint> {
    return this.call({ verb: 'DELETE', path: `/webhooks/subscriptions/${segment(endpointUuid)}` }, options)
  }

  /**
   * Rotate an endpoint’s signing secret.
   *
   * For 24 hours, requests carry both signatures: the new secret’s in X-Service-Signature, the old secret’s in
   * X-Service-Signature-Previous. No body.
   *
   * Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per key).
   * - 404: No endpoint with that uuid.
   */
  rotateSecret(endpointUuid: string, options?: WriteOptions): Promise<t.WebhookEndpointWithSecret> {
    return this.call({ verb: 'POST', path: `/webhooks/subscriptions/${segment(endpointUuid)}/rotate-secret`, keyed: true }, options)
  }

  /**
   * Send a test event.
   *
   * Sends endpoint.test, whatever events the endpoint chose. The result appears among its deliveries. No body.
   *
   * Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per key).
   * - 404: No endpoint with that uuid.
   */
  test(endpointUuid: string, options?: WriteOptions): Promise<t.WebhookDelivery> {
    return this.call({ verb: 'POST', path: `/webhooks/subscriptions/${segment(endpointUuid)}/test`, keyed: true }, options)
  }

  /**
   * List an endpoint’s deliveries, newest first.
   *
   * Deliveries with their attempts, kept for at least 30 days, and until they are delivered, failed or abandoned.
   *
   * Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per key).
   * - 404: No endpoint with that uuid.
   */
  listDeliveries(endpointUuid: string, query: WebhookEndpointsListDeliveriesQuery = {}, options?: CallOptions): Paged<t.WebhookDelivery> {
    return this.pages({ verb: 'GET', path: `/webhooks/subscriptions/${segment(endpointUuid)}/deliveries`, query, cursor: 'cursor' }, options)
  }

  /**
   * Send the events of a time to an endpoint.
   *
   * For an endpoint that was added late, or has lost what it received: sends the events of that time that it chose, at
   * most 10,000 at once. What it was sent before comes again under the same X-Service-Delivery.
   *
   * Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per key).
   * - 404: No endpoint with that uuid.
   */
  replay(endpointUuid: string, body: t.WebhookReplayInput, options?: WriteOptions): Promise<t.ReplayEventsData> {
    return this.call({ verb: 'POST', path: `/webhooks/subscriptions/${segment(endpointUuid)}/replay`, body, keyed: true }, options)
  }

  /**
   * Send a delivery again.
   *
   * Sends it with the same delivery id and restarts its retry schedule. No body.
   *
   * Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per key).
   * - 404: No delivery with that id to that endpoint.
   */
  replayDelivery(endpointUuid: string, deliveryId: string, options?: WriteOptions): Promise<t.WebhookDelivery> {
    return this.call({ verb: 'POST', path: `/webhooks/subscriptions/${segment(endpointUuid)}/deliveries/${segment(deliveryId)}/replay`, keyed: true }, options)
  }
}

export class Events extends Resource {
  /**
   * Every event, oldest first.
   *
   * The log of all events of the last 30 days, in the order in which they happened, whatever endpoints there are. Keep
   * the event_uuid of the last event that you have processed and ask for what is after it: no event is missed, even
   * under concurrent writes.
   *
   * Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
   * - 410: The events after this one may be gone; details.oldest is the oldest that is kept, at which a call without
   * after begins.
   */
  list(query: EventsListQuery = {}, options?: CallOptions): Paged<t.Event> {
    return this.pages({ verb: 'GET', path: '/events', query, cursor: 'after' }, options)
  }
}

export class Key extends Resource {
  /**
   * Read the key of this call.
   *
   * What it may do and until when, and whose data it reaches: for a check when your system starts.
   *
   * Any key may call it. Counts against `reads` (600 calls a minute per key).
   */
  get(options?: CallOptions): Promise<t.Key> {
    return this.call({ verb: 'GET', path: '/key' }, options)
  }

  /**
   * The calls made with this key, newest first.
   *
   * Of the last days, each a second or two after its answer, without bodies: what `roundsman tail` prints. Calls of
   * this operation are not among them. A page may be empty and still have a next one.
   *
   * Any key may call it. Counts against `reads` (600 calls a minute per key).
   */
  calls(query: KeyCallsQuery = {}, options?: CallOptions): Paged<t.ApiCall> {
    return this.pages({ verb: 'GET', path: '/key/calls', query, cursor: 'cursor' }, options)
  }
}

export class Health extends Resource {
  /**
   * Whether the service works.
   *
   * Needs no key and answers within two seconds. `degraded` when a provider is down, background jobs have not run
   * recently, or PostgreSQL had no memory for a statement within the last minute. Providers are checked in the
   * background; one whose most recent calls failed counts as down. A 503 carries the same block in `details`.
   * - 503: The database cannot be reached.
   */
  get(options?: CallOptions): Promise<t.Health> {
    return this.call({ verb: 'GET', path: '/health' }, options)
  }
}
