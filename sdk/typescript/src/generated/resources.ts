// Written by npm run sdk from openapi.json.

import { type CallOptions, type Paged, Resource, segment, type WriteOptions } from '../transport.ts'
import type * as t from './types.ts'

export interface OrdersListQuery {
  /** Created or changed at or after this instant. */
  since?: string
  /** One status or several, separated by commas: OPEN, SCHEDULED, DELIVERED, FAILED, CANCELLED. */
  status?: string
  /** The delivery date, MM/dd/yyyy. */
  date?: string
  /** Deliveries per page, 1 to 200. Default: 50. */
  limit?: number
  /** Where to begin: of a page before. */
  cursor?: string
}

export interface RecurringOrdersListQuery {
  /** Recurring orders per page, 1 to 200. Default: 50. */
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

export interface RoutesListQuery {
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

export interface WebhookEndpointsListDeliveriesQuery {
  /** Deliveries per page, 1 to 200. Default: 50. */
  limit?: number
  /** Where to begin: of a page before. */
  cursor?: string
}

export interface EventsListQuery {
  /** Without after, begins at the first event that was logged at or after this instant. */
  since?: string
  /** Events per page, 1 to 200. Default: 50. */
  limit?: number
  /** Where to begin: of a page before. */
  after?: string
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
   * Needs the scope `orders:write`. Counts against the limit `order_writes`: 1200 calls a minute per key.
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
   * Needs the scope `orders:write`. Counts against the limit `order_batches`: 300 calls a minute per key.
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
   * Needs the scope `orders:read`. Counts against the limit `reads`: 600 calls a minute per key.
   */
  list(query: OrdersListQuery = {}, options?: CallOptions): Paged<t.Order> {
    return this.pages({ verb: 'GET', path: '/orders', query, cursor: 'cursor' }, options)
  }

  /**
   * Read one delivery.
   *
   * By your own reference, URL-encoded.
   *
   * Needs the scope `orders:read`. Counts against the limit `reads`: 600 calls a minute per key.
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
   * Needs the scope `orders:write`. Counts against the limit `order_writes`: 1200 calls a minute per key.
   * - 404: No delivery with that reference.
   * - 409: Out for delivery, delivered or failed.
   */
  cancel(externalRef: string, options?: WriteOptions): Promise<t.Order> {
    return this.call({ verb: 'POST', path: `/orders/${segment(externalRef)}/cancel`, keyed: true }, options)
  }
}

export class RecurringOrders extends Resource {
  /**
   * Create a recurring order.
   *
   * An order that is made again and again by a rule. Each is made once, days_ahead before its date, in the business
   * time zone; those that are due are made at once.
   *
   * Needs the scope `orders:write`. Counts against the limit `other_writes`: 300 calls a minute per key.
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
   * Needs the scope `orders:read`. Counts against the limit `reads`: 600 calls a minute per key.
   */
  list(query: RecurringOrdersListQuery = {}, options?: CallOptions): Paged<t.RecurringOrder> {
    return this.pages({ verb: 'GET', path: '/recurring-orders', query, cursor: 'cursor' }, options)
  }

  /**
   * Read a recurring order.
   *
   * With its next dates and the orders made for them.
   *
   * Needs the scope `orders:read`. Counts against the limit `reads`: 600 calls a minute per key.
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
   * Needs the scope `orders:write`. Counts against the limit `other_writes`: 300 calls a minute per key.
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
   * Needs the scope `orders:write`. Counts against the limit `other_writes`: 300 calls a minute per key.
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
   * Needs the scope `orders:write`. Counts against the limit `other_writes`: 300 calls a minute per key.
   * - 404: No recurring order with that id.
   * - 409: It has ended, or the order of the date can no longer change.
   */
  setDate(recurringOrderUuid: string, body: t.RecurringDateInput, options?: WriteOptions): Promise<t.RecurringOrder> {
    return this.call({ verb: 'POST', path: `/recurring-orders/${segment(recurringOrderUuid)}/dates`, body, keyed: true }, options)
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
   * Needs the scope `orders:read`. Counts against the limit `availability`: 120 calls a minute per key.
   * - 422: The address could not be found.
   * - 503: The geocoder is down, or none is configured: offer your own standard days.
   */
  get(query: AvailabilityGetQuery = {}, options?: CallOptions): Promise<t.Availability> {
    return this.call({ verb: 'GET', path: '/availability', query }, options)
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
   * says so. With `iterations` and a `seed` the same body gives the same routes, unless the search reaches its limit
   * of 30 seconds first.
   *
   * Needs the scope `routes:plan`. Counts against the limit `solves`: 30 calls a minute per key.
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
   * day is re-planned.
   *
   * Needs the scope `routes:plan`. Counts against the limit `builds`: 10 calls a minute per key.
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
   * Needs the scope `routes:plan`. Counts against the limit `builds`: 10 calls a minute per key.
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
   * Needs the scope `orders:read`. Counts against the limit `reads`: 600 calls a minute per key.
   */
  list(query: RoutesListQuery, options?: CallOptions): Promise<t.Route[]> {
    return this.call({ verb: 'GET', path: '/routes', query }, options)
  }

  /**
   * Read one route.
   *
   * The route with its stops in driving order.
   *
   * Needs the scope `orders:read`. Counts against the limit `reads`: 600 calls a minute per key.
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
   * Needs the scope `routes:dispatch`. Counts against the limit `other_writes`: 300 calls a minute per key.
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
   * Needs the scope `routes:dispatch`. Counts against the limit `other_writes`: 300 calls a minute per key.
   * - 404: No route with that uuid.
   * - 409: Completed or already cancelled.
   */
  cancel(routeUuid: string, options?: WriteOptions): Promise<t.RouteWithStops> {
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
   * Needs the scope `routes:plan`. Counts against the limit `builds`: 10 calls a minute per key.
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
   * Needs the scope `routes:plan`. Counts against the limit `other_writes`: 300 calls a minute per key.
   * - 404: No proposal with that uuid.
   * - 409: The proposal has expired, was accepted, or its routes have changed since it was made.
   */
  acceptReplan(replanUuid: string, body: t.AcceptReplanInput, options?: WriteOptions): Promise<t.AcceptedReplan> {
    return this.call({ verb: 'POST', path: `/routes/replan/${segment(replanUuid)}/accept`, body, keyed: true }, options)
  }
}

export class Builds extends Resource {
  /**
   * List the builds of a day.
   *
   * Every build of that date, made or proposed, the newest first. Builds are kept for 30 days.
   *
   * Needs the scope `orders:read`. Counts against the limit `reads`: 600 calls a minute per key.
   */
  list(query: BuildsListQuery, options?: CallOptions): Promise<t.KeptBuild[]> {
    return this.call({ verb: 'GET', path: '/routes/builds', query }, options)
  }

  /**
   * Read a build, or compare two.
   *
   * The plan as the build answered, whatever became of its routes since.
   *
   * Needs the scope `orders:read`. Counts against the limit `reads`: 600 calls a minute per key.
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
   * Needs the scope `routes:plan`. Counts against the limit `solves`: 30 calls a minute per key.
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
   * Needs the scope `orders:read`. Counts against the limit `reads`: 600 calls a minute per key.
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
   * Needs the scope `routes:dispatch`. Counts against the limit `other_writes`: 300 calls a minute per key.
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
   * Needs the scope `routes:dispatch`. Counts against the limit `other_writes`: 300 calls a minute per key.
   * - 404: No such route, or no such stop on it.
   * - 409: The route is not running, there is nothing to undo, or the skipped delivery has moved on.
   */
  undo(routeUuid: string, stopUuid: string, options?: WriteOptions): Promise<t.UndoOutcomeData> {
    return this.call({ verb: 'POST', path: `/routes/${segment(routeUuid)}/stops/${segment(stopUuid)}/undo`, keyed: true }, options)
  }

  /**
   * Add proof to a stop.
   *
   * One photo, or a signature with the signer's name, before the outcome is recorded. JPEG, PNG or WebP of at most 15
   * MiB and 52 million pixels (16 million when progressive or interlaced); it is re-encoded without its metadata. At
   * most 50 photos and 10 signatures per stop; the newest signature counts.
   *
   * Needs the scope `routes:dispatch`. Counts against the limit `other_writes`: 300 calls a minute per key.
   * - 404: No such route, or no such stop on it.
   * - 409: The route is not running, the stop is finished, or it has as many photos as it can have.
   * - 503: Too many uploads at once; this one was not read.
   */
  addProof(routeUuid: string, stopUuid: string, body: t.ProofInput, options?: WriteOptions): Promise<t.AddProofData> {
    return this.call({ verb: 'POST', path: `/routes/${segment(routeUuid)}/stops/${segment(stopUuid)}/proof`, form: body, keyed: true }, options)
  }
}

export class WebhookEndpoints extends Resource {
  /**
   * Add an endpoint.
   *
   * Public https URLs only: port 443 or 1024 and above, no credentials, a host with only public addresses. The signing
   * secret is in this answer only, and in its replay under the same Idempotency-Key.
   *
   * Needs the scope `administer`. Counts against the limit `webhook_management`: 60 calls a minute per key.
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
   * Needs the scope `administer`. Counts against the limit `webhook_management`: 60 calls a minute per key.
   */
  list(options?: CallOptions): Promise<t.WebhookEndpoint[]> {
    return this.call({ verb: 'GET', path: '/webhooks/subscriptions' }, options)
  }

  /**
   * Change or pause an endpoint.
   *
   * Changes only the fields sent. Deliveries to a paused endpoint (active: false) wait until it is active again.
   *
   * Needs the scope `administer`. Counts against the limit `webhook_management`: 60 calls a minute per key.
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
   * Needs the scope `administer`. Counts against the limit `webhook_management`: 60 calls a minute per key.
   * - 404: No endpoint with that uuid.
   * - 409: Another request is changing the endpoint; retry shortly.
   */
  delete(endpointUuid: string, options?: CallOptions): Promise<t.WebhookEndpoint> {
    return this.call({ verb: 'DELETE', path: `/webhooks/subscriptions/${segment(endpointUuid)}` }, options)
  }

  /**
   * Rotate an endpoint’s signing secret.
   *
   * For 24 hours, requests carry both signatures: the new secret’s in X-Service-Signature, the old secret’s in
   * X-Service-Signature-Previous. No body.
   *
   * Needs the scope `administer`. Counts against the limit `webhook_management`: 60 calls a minute per key.
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
   * Needs the scope `administer`. Counts against the limit `webhook_management`: 60 calls a minute per key.
   * - 404: No endpoint with that uuid.
   */
  test(endpointUuid: string, options?: WriteOptions): Promise<t.WebhookDelivery> {
    return this.call({ verb: 'POST', path: `/webhooks/subscriptions/${segment(endpointUuid)}/test`, keyed: true }, options)
  }

  /**
   * List an endpoint’s deliveries, newest first.
   *
   * Deliveries with their attempts, kept for 30 days after they were delivered, failed or abandoned.
   *
   * Needs the scope `administer`. Counts against the limit `webhook_management`: 60 calls a minute per key.
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
   * Needs the scope `administer`. Counts against the limit `webhook_management`: 60 calls a minute per key.
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
   * Needs the scope `administer`. Counts against the limit `webhook_management`: 60 calls a minute per key.
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
   * Needs the scope `orders:read`. Counts against the limit `reads`: 600 calls a minute per key.
   * - 410: The events after this one may be gone; details.oldest is the oldest that is kept, at which a call without
   * after begins.
   */
  list(query: EventsListQuery = {}, options?: CallOptions): Paged<t.Event> {
    return this.pages({ verb: 'GET', path: '/events', query, cursor: 'after' }, options)
  }
}

export class Health extends Resource {
  /**
   * Whether the service works.
   *
   * Needs no key and answers within two seconds. `degraded` when a provider is down or background jobs have not run
   * recently. Providers are checked in the background; one whose most recent calls failed counts as down. A 503
   * carries the same block in `details`.
   * - 503: The database cannot be reached.
   */
  get(options?: CallOptions): Promise<t.Health> {
    return this.call({ verb: 'GET', path: '/health' }, options)
  }
}
