# Written by npm run sdk from openapi.json.
from __future__ import annotations

from typing import Literal

from . import types as t
from .transport import Paged, Resource, segment


class Orders(Resource):
    def put(
        self,
        body: t.OrderInput,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.Order:
        """Create or replace a delivery.

        The body is the full order as your system sees it now: a replacement, not a patch. Sending
        an unchanged order changes nothing. While the delivery is on a dispatched route only items,
        instructions, metadata, consent, language, collect_amount, id_check and door_code may
        change; changed items affect its temperature class and weight only after it is OPEN again.
        Zone and date never cause a rejection.

        Needs the scope `orders:write`. Counts against `order_writes` (1200 calls a minute per key).
        - 409: The state does not allow the change (details.fields names what), or the
        Idempotency-Key was used with another body.
        """
        return self._call(
            "POST",
            "/orders",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def put_batch(
        self,
        body: t.OrderBatchInput,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.OrderBatchResult:
        """Create or replace up to 500 deliveries.

        As if each was sent by itself, one after another, under one Idempotency-Key for all: one
        that is sent twice is created and then changed. What is wrong with one refuses that one
        alone. Those that are not refused are written together, all or none; the whole answer is
        stored and replayed.

        Needs the scope `orders:write`. Counts against `order_batches` (300 calls a minute per key).
        - 413: The body is larger than 4 MiB.
        """
        return self._call(
            "POST",
            "/orders/batch",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def list(
        self,
        *,
        since: str | None = None,
        status: str | None = None,
        date: str | None = None,
        external_ref: str | None = None,
        limit: float | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Paged[t.Order]:
        """Deliveries changed since an instant, oldest change first.

        A change feed. Follow next_cursor until it is null, then start again with since set to the
        newest changed_at you saw: no change is missed, even under concurrent writes. A cursor
        carries its filters and may be sent alone.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).

        since: Created or changed at or after this instant.

        status: One status or several, separated by commas: OPEN, SCHEDULED, DELIVERED, FAILED,
        CANCELLED.

        date: The delivery date, MM/dd/yyyy.

        external_ref: The one delivery with this reference, if it fits the other filters. So are `.`
        and `..` read, which clients take for steps of a path.

        limit: Deliveries per page, 1 to 200. Default: 50.

        cursor: The next_cursor of the previous page. It includes the filters.
        """
        return self._pages(
            "GET",
            "/orders",
            query={"since": since, "status": status, "date": date, "external_ref": external_ref, "limit": limit, "cursor": cursor},
            cursor="cursor",
            timeout=timeout,
        )

    def get(
        self,
        external_ref: str,
        *,
        timeout: float | None = None,
    ) -> t.Order:
        """Read one delivery.

        By your own reference, URL-encoded. The references `.` and `..` are read by GET
        /orders?external_ref=…: in a path, clients take them for steps of it.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
        - 404: No delivery with that reference.
        """
        return self._call(
            "GET",
            f"/orders/{segment(external_ref)}",
            timeout=timeout,
        )

    def cancel(
        self,
        external_ref: str,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.CancelledOrder:
        """Cancel a delivery.

        Removes the delivery from its route, if it is on one. Cancelling again changes nothing. No
        body.

        Needs the scope `orders:write`. Counts against `order_writes` (1200 calls a minute per key).
        - 404: No delivery with that reference.
        - 409: Out for delivery, delivered or failed.
        """
        return self._call(
            "POST",
            f"/orders/{segment(external_ref)}/cancel",
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def repeat(
        self,
        external_ref: str,
        body: t.RepeatOrderBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.Order:
        """Deliver a failed order again.

        A delivery that FAILED or was CANCELLED, copied under a new reference and date, each linked
        to the other. Without a window it keeps its own.

        Needs the scope `orders:write`. Counts against `order_writes` (1200 calls a minute per key).
        - 404: No delivery with that reference.
        - 409: It did not fail, is delivered again already, or the new reference is taken.
        """
        return self._call(
            "POST",
            f"/orders/{segment(external_ref)}/repeat",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def details(
        self,
        external_ref: str,
        *,
        timeout: float | None = None,
    ) -> t.ReadOrderDetailsData:
        """A delivery with its history and messages.

        What changed it and who, each message to the customer and what came of it, answers, the
        rating, and the webhooks sent.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
        - 404: No delivery with that reference.
        """
        return self._call(
            "GET",
            f"/orders/{segment(external_ref)}/details",
            timeout=timeout,
        )

    def places(
        self,
        external_ref: str,
        *,
        timeout: float | None = None,
    ) -> t.StopPlaces:
        """The best places for a delivery.

        Its best place on each open route of its day, best first, and what it adds there in miles,
        minutes and late stops, with no other stop moved. `POST /routes/moves` puts it there.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
        - 404: No delivery with that reference.
        - 409: The delivery is done or cancelled.
        """
        return self._call(
            "GET",
            f"/orders/{segment(external_ref)}/places",
            timeout=timeout,
        )

    def days(
        self,
        external_ref: str,
        *,
        timeout: float | None = None,
    ) -> t.ReadOrderDaysData:
        """Days on which a delivery would fit.

        Of the next 14, in the windows that customers are offered or in its own.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
        - 404: No delivery with that reference.
        """
        return self._call(
            "GET",
            f"/orders/{segment(external_ref)}/days",
            timeout=timeout,
        )


class RecurringOrders(Resource):
    def create(
        self,
        body: t.RecurringOrderInput,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.RecurringOrder:
        """Create a recurring order.

        An order that is made again and again by a rule. Each is made once, days_ahead before its
        date, in the business time zone; those that are due are made at once.

        Needs the scope `orders:write`. Counts against `other_writes` (300 calls a minute per key).
        - 409: There is a recurring order with that reference already.
        """
        return self._call(
            "POST",
            "/recurring-orders",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: float | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Paged[t.RecurringOrder]:
        """Recurring orders, newest first.

        Those that have ended, too.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).

        limit: How many per page, 1 to 200. Default: 50.

        cursor: The next_cursor of the previous page.
        """
        return self._pages(
            "GET",
            "/recurring-orders",
            query={"limit": limit, "cursor": cursor},
            cursor="cursor",
            timeout=timeout,
        )

    def get(
        self,
        recurring_order_uuid: str,
        *,
        timeout: float | None = None,
    ) -> t.RecurringOrder:
        """Read a recurring order.

        With its next dates and the orders made for them.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
        - 404: No recurring order with that id.
        """
        return self._call(
            "GET",
            f"/recurring-orders/{segment(recurring_order_uuid)}",
            timeout=timeout,
        )

    def change(
        self,
        recurring_order_uuid: str,
        body: t.RecurringOrderChange,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.RecurringOrder:
        """Change a recurring order.

        What is sent replaces what there was; what is left out stays. Orders made already change
        along while they are OPEN and on no route: in the fields that the change is about, or they
        are cancelled when the rule no longer has their date.

        Needs the scope `orders:write`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No recurring order with that id.
        - 409: It has ended, or has changed since the version.
        """
        return self._call(
            "PATCH",
            f"/recurring-orders/{segment(recurring_order_uuid)}",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def end(
        self,
        recurring_order_uuid: str,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.RecurringOrder:
        """End a recurring order.

        No more orders are made, and those made for today or later that are OPEN and on no route are
        cancelled. Ending again changes nothing. No body.

        Needs the scope `orders:write`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No recurring order with that id.
        """
        return self._call(
            "POST",
            f"/recurring-orders/{segment(recurring_order_uuid)}/end",
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def set_date(
        self,
        recurring_order_uuid: str,
        body: t.RecurringDateInput,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.RecurringOrder:
        """Skip or move one date.

        The date is skipped, moved to another day, or, with neither, as the rule has it. An order
        made for it is cancelled or moved along.

        Needs the scope `orders:write`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No recurring order with that id.
        - 409: It has ended, or the order of the date can no longer change.
        """
        return self._call(
            "POST",
            f"/recurring-orders/{segment(recurring_order_uuid)}/dates",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )


class TestDays(Resource):
    def start(
        self,
        body: t.TestDayInput,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.TestDay:
        """Simulate a day.

        Only with a test key. Drives the planned and dispatched routes of a date as drivers would,
        by the driver's own calls, on a clock of its own: starts, arrivals, outcomes with their
        holds and undos, positions, notices and events. The answer comes at once; read how far it
        is, or stop it.

        Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per
        key).
        - 409: The key is a live one, no route of the date has stops to drive, a day is being
        simulated already, or the settings ask drivers for photos.
        """
        return self._call(
            "POST",
            "/test/days",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def get(
        self,
        test_day_uuid: str,
        *,
        timeout: float | None = None,
    ) -> t.TestDay:
        """Read a simulated day.

        How far it is.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
        - 404: No simulated day with that id.
        """
        return self._call(
            "GET",
            f"/test/days/{segment(test_day_uuid)}",
            timeout=timeout,
        )

    def stop(
        self,
        test_day_uuid: str,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.TestDay:
        """Stop a simulated day.

        What happened stays. Routes under way stay so; another simulated day of the date goes on
        with them. A day that has ended stays as it is.

        Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per
        key).
        - 404: No simulated day with that id.
        """
        return self._call(
            "POST",
            f"/test/days/{segment(test_day_uuid)}/stop",
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )


class Availability(Resource):
    def get(
        self,
        *,
        lat: float | None = None,
        lng: float | None = None,
        address: str | None = None,
        from_: str | None = None,
        days: float | None = None,
        weight: float | None = None,
        temperature_class: t.TemperatureClass | None = None,
        timeout: float | None = None,
    ) -> t.Availability:
        """Available delivery days for a location.

        The active zones around the point, smallest first, each with its open days (window, capacity
        left, order cutoff) and its closed days with every reason. Outside all zones, `served` is
        false; this is not an error. Advisory only: POST /orders never refuses for zone or date.
        `lat` and `lng` win over `address`; an address needs a geocoder lookup.

        Needs the scope `orders:read`. Counts against `availability` (120 calls a minute per key).

        lat: The latitude in degrees; lat and lng come together.

        lng: The longitude in degrees; lat and lng come together.

        address: A full address instead of lat and lng.

        from_: First day, yyyy-MM-dd. Default, and earliest: today in the business’s time zone.

        days: How many days, 1 to 30; 14 when absent.

        weight: Weight of the delivery in pounds, to check whether it fits each day’s plan.

        temperature_class: Temperature class of the delivery, to check whether it fits each day’s
        plan. Default: DRY.
        - 422: The address could not be found.
        - 503: The geocoder is down, or none is configured: offer your own standard days.
        """
        return self._call(
            "GET",
            "/availability",
            query={"lat": lat, "lng": lng, "address": address, "from": from_, "days": days, "weight": weight, "temperature_class": temperature_class},
            timeout=timeout,
        )


class Places(Resource):
    def find(
        self,
        *,
        address: str,
        timeout: float | None = None,
    ) -> t.Place:
        """Look up an address.

        The geocoder’s point for an address, for a depot or to show it before you order: the same
        look-up that a delivery without lat and lng gets.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key) and
        `address_lookups` (30 calls a minute per key).

        address: A full address.
        - 422: The address could not be found.
        - 503: The geocoder is down, or none is configured.
        """
        return self._call(
            "GET",
            "/places",
            query={"address": address},
            timeout=timeout,
        )


class Engine(Resource):
    def optimize(
        self,
        body: t.OptimizeInput,
        *,
        timeout: float | None = None,
    ) -> t.OptimizeAnswer:
        """Solve routes for any depot, vehicles and stops.

        Stateless: nothing is stored, and no Idempotency-Key is needed. Temperature classes, skills,
        capacities, time windows, shifts, the longest working and driving times, max_stops and locks
        are hard constraints (windows not with lateness_cost_per_hour); stops that do not fit are
        unassigned, each with its reason. With none of fixed_cost, cost_per_mile and cost_per_hour
        given for any vehicle, a mile costs 1. Over 61 distinct places (5,000 on added regions), or
        without a road-distance provider that answers, distances are straight-line estimates, and
        the answer says so. So are legs to places outside every added region. With `iterations` and
        a `seed` the same body gives the same routes, unless the search reaches its limit of 30
        seconds first.

        Needs the scope `routes:plan`. Counts against `solves` (30 calls a minute per key).
        """
        return self._call(
            "POST",
            "/optimize",
            body=body,
            timeout=timeout,
        )


class Routes(Resource):
    def build(
        self,
        body: t.BuildInput,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.BuildResult:
        """Plan deliveries into routes.

        Plans the named deliveries (default: every OPEN delivery of the date that is on no route) on
        the named vehicles (default: every active vehicle without a route that day). Temperature
        classes, capacity, windows and shifts are hard constraints; unknown weights do not count;
        locked stops never move. A named vehicle with a PLANNED route that day is re-planned. A
        build takes at most 300 deliveries; the setting BUILD_MAX_DELIVERIES of the server raises
        this up to 5,000. If it has more, the response is 400 with external_refs in details.fields,
        or with date if no references are sent.

        Needs the scope `routes:plan`. Counts against `builds` (10 calls a minute per key).
        - 404: A reference, vehicle or depot does not exist for this business.
        - 409: A reference is not OPEN or not on the date, no vehicle is free, a build is already
        running, or no delivery can be routed.
        """
        return self._call(
            "POST",
            "/routes/build",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def build_days(
        self,
        body: t.BuildDaysInput,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.BuildDaysResult:
        """Build the routes of several days.

        Plans every OPEN delivery that is on no route and may be made on one of the days: each gets
        a day, within its span if it has one, and a vehicle. Routes that are there already stay as
        they are. The delivery_date of a delivery becomes the day that it got. All days are written
        together, or none is.

        Needs the scope `routes:plan`. Counts against `builds` (10 calls a minute per key).
        - 409: No vehicle is free on any of the days, a build is already running, or no delivery can
        be routed.
        """
        return self._call(
            "POST",
            "/routes/build-days",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def list(
        self,
        *,
        date: t.Day,
        timeout: float | None = None,
    ) -> list[t.Route]:
        """The routes of a day.

        Every route of the day in the business time zone, without stops.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).

        date: MM/dd/yyyy in the business time zone
        """
        return self._call(
            "GET",
            "/routes",
            query={"date": date},
            timeout=timeout,
        )

    def get(
        self,
        route_uuid: str,
        *,
        timeout: float | None = None,
    ) -> t.RouteWithStops:
        """Read one route.

        The route with its stops in driving order.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
        - 404: No route with that uuid.
        """
        return self._call(
            "GET",
            f"/routes/{segment(route_uuid)}",
            timeout=timeout,
        )

    def dispatch(
        self,
        route_uuid: str,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.DispatchRouteData:
        """Send a route to its driver.

        Commits the plan: its deliveries become SCHEDULED and the driver is texted the link, which
        is never returned here. driver_notified is true when a text to the driver goes out; when it
        is false, warnings says why: no driver, no phone number, one that can’t be texted or that
        answered STOP, or no text message provider. Dispatching again changes nothing and sends
        nothing twice. No body.

        Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per
        key).
        - 404: No route with that uuid.
        - 409: Cancelled or completed, no stops, or its drive window has passed.
        """
        return self._call(
            "POST",
            f"/routes/{segment(route_uuid)}/dispatch",
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def cancel(
        self,
        route_uuid: str,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.CancelledRoute:
        """Cancel a route.

        Unfinished stops come off and their deliveries return to OPEN; finished stops stay. The
        driver link stops working; customers are not messaged. No body.

        Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per
        key).
        - 404: No route with that uuid.
        - 409: Completed or already cancelled.
        """
        return self._call(
            "POST",
            f"/routes/{segment(route_uuid)}/cancel",
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def replan(
        self,
        body: t.ReplanInput,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.Replan:
        """Propose other plans for routes under way.

        Fits urgent deliveries into the open routes of a date, or plans around a vehicle that broke
        down, a route that runs late, a driver who goes home, or a stop that grew. The reply has up
        to three plans: FEWEST_CHANGES, LEAST_DRIVING and WINDOWS_KEPT; equal ones are one with
        several goals. Stops that are done, under way or locked never move, and the goods of a
        started route stay in its vehicle. Nothing changes until one plan is accepted.

        Needs the scope `routes:plan`. Counts against `builds` (10 calls a minute per key).
        - 404: A delivery, route or stop does not exist for this business.
        - 409: A delivery is not OPEN, on a route, or for another date; a route is over or for
        another date; a stop is finished; no route of that date is open.
        """
        return self._call(
            "POST",
            "/routes/replan",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def accept_replan(
        self,
        replan_uuid: str,
        body: t.AcceptReplanInput,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.AcceptedReplan:
        """Accept one plan of a proposal.

        Makes the plan in one step: deliveries join, leave and change their places, webhooks are
        sent as for changes by hand, drivers see the new order, and customers who are promised a
        time that no longer holds are told once. A proposal whose routes have changed since is
        refused, and details.changes says what changed.

        Needs the scope `routes:plan`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No proposal with that uuid.
        - 409: The proposal has expired, was accepted, or its routes have changed since it was made.
        """
        return self._call(
            "POST",
            f"/routes/replan/{segment(replan_uuid)}/accept",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def day(
        self,
        *,
        date: t.Day,
        timeout: float | None = None,
    ) -> t.ReadDayData:
        """A day as the office sees it.

        Every route with its `version`, warnings and the last position of its vehicle, and the
        deliveries that wait for a route, each with why the last build left it off. Moves name the
        versions that they were made on.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).

        date: MM/dd/yyyy in the business time zone
        """
        return self._call(
            "GET",
            "/day",
            query={"date": date},
            timeout=timeout,
        )

    def propose_build(
        self,
        body: t.BuildInput,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.ProposeBuildData:
        """Two plans to choose from.

        The plan that is asked for, and one balanced otherwise, with their figures. Nothing changes
        until one is accepted, within 15 minutes.

        Needs the scope `routes:plan`. Counts against `builds` (10 calls a minute per key).
        - 404: A reference, vehicle or depot does not exist.
        - 409: As for building.
        """
        return self._call(
            "POST",
            "/routes/build/propose",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def accept_build(
        self,
        build_uuid: str,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.AcceptBuildData:
        """Accept a proposed plan.

        Its routes are PLANNED then.

        Needs the scope `routes:plan`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No such plan.
        - 409: It is too old, was accepted, or deliveries, routes or vehicles have changed.
        """
        return self._call(
            "POST",
            f"/routes/build/{segment(build_uuid)}/accept",
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def open(
        self,
        body: t.OpenRouteBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.RouteWithStops:
        """Open an empty route.

        For a vehicle without a route that day; deliveries are put on it by `POST /routes/moves`.

        Needs the scope `routes:plan`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No such active vehicle.
        - 409: The vehicle has a route that day, or there is no depot.
        """
        return self._call(
            "POST",
            "/routes",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def move(
        self,
        body: t.MoveStopsBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.MoveStopsData:
        """Put deliveries on routes, take them off, reorder them.

        Each move takes deliveries, from wherever they are, to a position of a route (0 is the
        first), or off their routes with `to: null`. `versions` names, for every route that the
        moves touch, the `version` of `GET /day` that they were made on. With `preview: true`
        nothing changes, and the answer says what it would cost.

        Needs the scope `routes:plan`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No such delivery or route.
        - 409: The route has changed since that version, is over, or may not have this.
        """
        return self._call(
            "POST",
            "/routes/moves",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def lock(
        self,
        route_uuid: str,
        body: t.LockStopsBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.RouteWithStops:
        """Lock stops to their places, or unlock them.

        Builds and re-plans leave locked stops on their route, in their order.

        Needs the scope `routes:plan`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No such route.
        - 409: The route is over.
        """
        return self._call(
            "POST",
            f"/routes/{segment(route_uuid)}/lock",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def reverse(
        self,
        route_uuid: str,
        body: t.ReverseRouteBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.RouteWithStops:
        """Drive a planned route the other way round.

        Locked stops keep their places. `version` is that of `GET /day`.

        Needs the scope `routes:plan`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No such route.
        - 409: The route has changed since that version, is over, or may not have this.
        """
        return self._call(
            "POST",
            f"/routes/{segment(route_uuid)}/reverse",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def change_vehicle(
        self,
        route_uuid: str,
        body: t.ChangeRouteVehicleBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.RouteWithStops:
        """Give a route to another vehicle.

        A planned route takes its name, depot, shift and driver; on one that was dispatched the
        driver stays. `version` is that of `GET /day`.

        Needs the scope `routes:plan`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No such route or active vehicle.
        - 409: The route has changed since that version, is over, or may not have this.
        """
        return self._call(
            "POST",
            f"/routes/{segment(route_uuid)}/vehicle",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def assign_driver(
        self,
        route_uuid: str,
        body: t.AssignDriverBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.AssignDriverData:
        """Give a route to another driver.

        Or to nobody, with null. Of a route that was dispatched, the link before stops working, and
        the new driver is texted one; `no_text` is why not.

        Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per
        key).
        - 404: No such route or driver.
        - 409: The route is over, or the driver no longer drives.
        """
        return self._call(
            "POST",
            f"/routes/{segment(route_uuid)}/driver",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def resend_driver_link(
        self,
        route_uuid: str,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.ResendDriverLinkData:
        """Text the driver a new link.

        The one before stops working. The link itself is never returned.

        Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per
        key).
        - 404: No such route.
        - 409: The route does not run, or has no driver with a phone number.
        """
        return self._call(
            "POST",
            f"/routes/{segment(route_uuid)}/resend-link",
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )


class Builds(Resource):
    def list(
        self,
        *,
        date: t.Day,
        timeout: float | None = None,
    ) -> list[t.KeptBuild]:
        """List the builds of a day.

        Every build of that date, made or proposed, the newest first. Builds are kept for 30 days.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).

        date: MM/dd/yyyy in the business time zone
        """
        return self._call(
            "GET",
            "/routes/builds",
            query={"date": date},
            timeout=timeout,
        )

    def get(
        self,
        build_uuid: str,
        *,
        compared_with: t.Uuid | None = None,
        timeout: float | None = None,
    ) -> t.ComparedPlan:
        """Read a build, or compare two.

        The plan as the build answered, whatever became of its routes since.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).

        compared_with: Another build, to see what this one has differently.
        - 404: No build with that uuid.
        """
        return self._call(
            "GET",
            f"/routes/builds/{segment(build_uuid)}",
            query={"compared_with": compared_with},
            timeout=timeout,
        )

    def run_again(
        self,
        build_uuid: str,
        *,
        timeout: float | None = None,
    ) -> t.BuildRunAgain:
        """Run a build again.

        Finds the plan once more, from the deliveries, vehicles, distances, seed and steps that the
        build had: with the same engine it is the same plan to the bit. Nothing is changed, and no
        Idempotency-Key is needed.

        Needs the scope `routes:plan`. Counts against `solves` (30 calls a minute per key).
        - 404: No build with that uuid.
        - 409: Of a build of more than about 1,200 places only the answer is kept.
        """
        return self._call(
            "POST",
            f"/routes/builds/{segment(build_uuid)}/run-again",
            timeout=timeout,
        )


class Stops(Resource):
    def places(
        self,
        route_uuid: str,
        stop_uuid: str,
        *,
        timeout: float | None = None,
    ) -> t.StopPlaces:
        """Why a stop is where it is.

        What the stop adds to its route in miles, minutes and late stops, and what it would add at
        its best place on each other route of the day, with no other stop moved.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
        - 404: No such route or stop.
        - 409: The stop is finished.
        """
        return self._call(
            "GET",
            f"/routes/{segment(route_uuid)}/stops/{segment(stop_uuid)}/places",
            timeout=timeout,
        )

    def record_outcome(
        self,
        route_uuid: str,
        stop_uuid: str,
        body: t.OutcomeInput,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.RecordOutcomeData:
        """Record the outcome of a stop.

        DELIVERED and FAILED are held for the undo window before the webhook and the customer
        notice; SKIPPED releases the delivery to OPEN at once.

        Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per
        key).
        - 404: No such route, or no such stop on it.
        - 409: The route is not running, the stop is already finished, or the business requires a
        photo or signature first.
        """
        return self._call(
            "POST",
            f"/routes/{segment(route_uuid)}/stops/{segment(stop_uuid)}/status",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def undo(
        self,
        route_uuid: str,
        stop_uuid: str,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.UndoOutcomeData:
        """Undo an outcome.

        Within the undo window no event is sent for either; after it, stop.undone is sent. A skip
        can be undone only while its delivery is still OPEN, on no other route, and still fits this
        one: same date and address, a temperature class that the vehicle carries. No body.

        Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per
        key).
        - 404: No such route, or no such stop on it.
        - 409: The route is not running, there is nothing to undo, or the skipped delivery has moved
        on.
        """
        return self._call(
            "POST",
            f"/routes/{segment(route_uuid)}/stops/{segment(stop_uuid)}/undo",
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def correct(
        self,
        route_uuid: str,
        stop_uuid: str,
        body: t.CorrectStopBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.CorrectStopData:
        """Correct an outcome.

        Once the undo window is over, also after the route. `stop.corrected` is sent, with what was
        corrected; the customer is not told.

        Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per
        key).
        - 404: No such route or stop.
        - 409: There is no outcome, or it can still be undone.
        """
        return self._call(
            "POST",
            f"/routes/{segment(route_uuid)}/stops/{segment(stop_uuid)}/correct",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def add_proof(
        self,
        route_uuid: str,
        stop_uuid: str,
        body: t.ProofInput,
        *,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> t.AddProofData:
        """Add proof to a stop.

        One photo, or a signature with the signer's name, before the outcome is recorded. JPEG, PNG
        or WebP of at most 15 MiB and 52 million pixels (16 million when progressive or interlaced);
        it is re-encoded without its metadata. A photo with item_name is of that item, and no proof
        of the delivery. At most 50 photos and 10 signatures per stop; the newest signature counts.

        Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per
        key).
        - 404: No such route, or no such stop on it.
        - 409: The route is not running, the stop is finished, or it has as many photos as it can
        have.
        - 503: Too many uploads at once; this one was not read.
        """
        return self._call(
            "POST",
            f"/routes/{segment(route_uuid)}/stops/{segment(stop_uuid)}/proof",
            form=body,
            keyed=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Receipts(Resource):
    def list(
        self,
        *,
        order_uuid: str | None = None,
        stop_uuid: str | None = None,
        limit: float | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Paged[t.Receipt]:
        """Signed receipts of outcomes, in the order of their chain.

        A receipt of each outcome `DELIVERED` or `FAILED` that can no longer be taken back without a
        trace, and of what corrects it. It is there within seconds of the outcome’s webhook.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).

        order_uuid: Of this order only.

        stop_uuid: Of this stop only.

        limit: How many per page, 1 to 200. Default: 50.

        cursor: The next_cursor of the previous page.
        """
        return self._pages(
            "GET",
            "/receipts",
            query={"order_uuid": order_uuid, "stop_uuid": stop_uuid, "limit": limit, "cursor": cursor},
            cursor="cursor",
            timeout=timeout,
        )

    def get(
        self,
        receipt_uuid: str,
        *,
        timeout: float | None = None,
    ) -> t.Receipt:
        """Read a receipt.

        As the list has it.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
        - 404: No receipt with that uuid, or it has no place in the chain yet: ask again in a few
        seconds.
        """
        return self._call(
            "GET",
            f"/receipts/{segment(receipt_uuid)}",
            timeout=timeout,
        )


class Depots(Resource):
    def list(
        self,
        *,
        limit: float | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Paged[t.Depot]:
        """Depots.

        Oldest first, those no longer in use included.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).

        limit: How many per page, 1 to 200. Default: 50.

        cursor: The next_cursor of the previous page.
        """
        return self._pages(
            "GET",
            "/depots",
            query={"limit": limit, "cursor": cursor},
            cursor="cursor",
            timeout=timeout,
        )

    def create(
        self,
        body: t.CreateDepotBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.CreateDepotData:
        """Add a depot.

        Where routes start and end. A business's first is its default.

        Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
        """
        return self._call(
            "POST",
            "/depots",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def update(
        self,
        depot_uuid: str,
        body: t.UpdateDepotBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> None:
        """Change a depot.

        All of it as it is to be, with the `version` that was read: 409 when someone else has
        changed it since. Routes planned before keep the place they were planned from.

        Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No such depot.
        - 409: Changed since that version.
        """
        return self._call(
            "PATCH",
            f"/depots/{segment(depot_uuid)}",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )


class Drivers(Resource):
    def list(
        self,
        *,
        limit: float | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Paged[t.Driver]:
        """Drivers.

        Oldest first, those no longer in use included.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).

        limit: How many per page, 1 to 200. Default: 50.

        cursor: The next_cursor of the previous page.
        """
        return self._pages(
            "GET",
            "/drivers",
            query={"limit": limit, "cursor": cursor},
            cursor="cursor",
            timeout=timeout,
        )

    def create(
        self,
        body: t.CreateDriverBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.CreateDriverData:
        """Add a driver.

        The link of a dispatched route is texted to the phone.

        Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
        """
        return self._call(
            "POST",
            "/drivers",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def update(
        self,
        driver_uuid: str,
        body: t.UpdateDriverBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> None:
        """Change a driver.

        All of it as it is to be, with the `version` that was read: 409 when someone else has
        changed it since. It is not deleted but becomes inactive.

        Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No such driver.
        - 409: Changed since that version.
        """
        return self._call(
            "PATCH",
            f"/drivers/{segment(driver_uuid)}",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def text_page(
        self,
        driver_uuid: str,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.TextDriverPageData:
        """Text a driver the link of their own page.

        Of the page with their routes of today and tomorrow. The link itself is never returned;
        `no_text` is why no text will reach the driver, else null.

        Needs the scope `routes:dispatch`. Counts against `other_writes` (300 calls a minute per
        key).
        - 404: No such driver.
        - 409: The driver has no phone number, or no longer drives.
        """
        return self._call(
            "POST",
            f"/drivers/{segment(driver_uuid)}/page/text",
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )


class Vehicles(Resource):
    def list(
        self,
        *,
        limit: float | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Paged[t.Vehicle]:
        """Vehicles.

        Oldest first, those no longer in use included.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).

        limit: How many per page, 1 to 200. Default: 50.

        cursor: The next_cursor of the previous page.
        """
        return self._pages(
            "GET",
            "/vehicles",
            query={"limit": limit, "cursor": cursor},
            cursor="cursor",
            timeout=timeout,
        )

    def create(
        self,
        body: t.CreateVehicleBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.CreateVehicleData:
        """Add a vehicle.

        With its shift, its usual driver and the depot it starts from.

        Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No such driver, depot or zone.
        """
        return self._call(
            "POST",
            "/vehicles",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def update(
        self,
        vehicle_uuid: str,
        body: t.UpdateVehicleBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> None:
        """Change a vehicle.

        All of it as it is to be, with the `version` that was read: 409 when someone else has
        changed it since. It is not deleted but becomes inactive.

        Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No such vehicle, driver, depot or zone.
        - 409: Changed since that version.
        """
        return self._call(
            "PATCH",
            f"/vehicles/{segment(vehicle_uuid)}",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )


class Zones(Resource):
    def list(
        self,
        *,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Paged[t.Zone]:
        """Zones with their areas, hours and closures.

        By name. How many make a page follows from the size of their areas.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).

        cursor: The next_cursor of the previous page.
        """
        return self._pages(
            "GET",
            "/zones",
            query={"cursor": cursor},
            cursor="cursor",
            timeout=timeout,
        )

    def create(
        self,
        body: t.CreateZoneBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.CreateZoneData:
        """Add a zone.

        `geometry` is a GeoJSON Polygon or MultiPolygon, a Feature, or a FeatureCollection, whose
        first is taken. `hours` has seven days, Monday first, null without deliveries.

        Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
        - 422: All zones together would be more than a business may have.
        """
        return self._call(
            "POST",
            "/zones",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def update(
        self,
        zone_uuid: str,
        body: t.UpdateZoneBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> None:
        """Change a zone or its closures.

        All of it as it is to be, with the `version` that was read: 409 when someone else has
        changed it since. `closures` are those from today on.

        Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No such zone.
        - 409: Changed since that version.
        - 422: All zones together would be more than a business may have.
        """
        return self._call(
            "PATCH",
            f"/zones/{segment(zone_uuid)}",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def delete(
        self,
        zone_uuid: str,
        *,
        version: float,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> None:
        """Remove a zone.

        Deliveries in it stay as they are.

        Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).

        version: The `version` that was read.
        - 404: No such zone.
        - 409: Changed since that version.
        """
        return self._call(
            "DELETE",
            f"/zones/{segment(zone_uuid)}",
            query={"version": version},
            dry_run=dry_run,
            timeout=timeout,
        )


class Settings(Resource):
    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> t.ReadSettingsData:
        """The settings of the business.

        With the `version` that a change names.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
        """
        return self._call(
            "GET",
            "/settings",
            timeout=timeout,
        )

    def change(
        self,
        body: t.ChangeSettingsBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.ChangeSettingsData:
        """Change settings.

        What is not named stays. 409 when someone else has changed them since the `version` that was
        read.

        Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
        - 409: Changed since that version.
        """
        return self._call(
            "PATCH",
            "/settings",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def traffic(
        self,
        *,
        timeout: float | None = None,
    ) -> t.ReadTrafficData:
        """Traffic by hour.

        What driving times are multiplied by, 24 hours from midnight, beside what arrivals say.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).
        """
        return self._call(
            "GET",
            "/traffic",
            timeout=timeout,
        )

    def change_traffic(
        self,
        body: t.ChangeTrafficBody,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.ChangeTrafficData:
        """Set traffic by hour.

        Plans from then on count with it.

        Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
        """
        return self._call(
            "PATCH",
            "/traffic",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )


class People(Resource):
    def find(
        self,
        body: t.PersonKey,
        *,
        timeout: float | None = None,
    ) -> t.PersonFound:
        """Find a customer.

        Who a phone number, an email address or a reference belongs to, and how much is kept of
        them. Changes nothing.

        Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No delivery with that reference.
        """
        return self._call(
            "POST",
            "/people/find",
            body=body,
            timeout=timeout,
        )

    def export(
        self,
        body: t.PersonExportRequest,
        *,
        timeout: float | None = None,
    ) -> t.PersonData:
        """Export a customer’s data.

        What is kept of a customer, to be given to them: 50 deliveries at a time, each with its
        messages, replies, photos and history.

        Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No delivery with that reference.
        """
        return self._call(
            "POST",
            "/people/export",
            body=body,
            timeout=timeout,
        )

    def erase(
        self,
        body: t.PersonKey,
        *,
        timeout: float | None = None,
    ) -> t.PersonErased:
        """Erase a customer.

        Takes out of the database and the files what names the customer; deliveries keep their
        outcome, times and figures. Those that are still to come are cancelled. It can be repeated.

        Needs the scope `administer`. Counts against `other_writes` (300 calls a minute per key).
        - 404: No delivery with that reference.
        - 409: Something of the customer is under way; details.external_refs names the deliveries.
        """
        return self._call(
            "POST",
            "/people/erase",
            body=body,
            timeout=timeout,
        )


class Reports(Resource):
    def get(
        self,
        *,
        from_: t.Day,
        to: t.Day,
        timeout: float | None = None,
    ) -> t.ReadReportData:
        """The report of some days.

        By day and by driver: outcomes, punctuality, planned and real minutes and miles, reasons of
        failures, messages and what drivers collected. At most 92 days.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).

        from_: MM/dd/yyyy in the business time zone

        to: MM/dd/yyyy in the business time zone
        """
        return self._call(
            "GET",
            "/report",
            query={"from": from_, "to": to},
            timeout=timeout,
        )

    def exceptions(
        self,
        *,
        date: t.Day,
        timeout: float | None = None,
    ) -> t.ReadExceptionsData:
        """What went wrong on a day.

        What drivers sent too late to count and the office has not answered, failed deliveries that
        are not delivered again, messages that were not sent, endpoints that fail.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).

        date: MM/dd/yyyy in the business time zone
        """
        return self._call(
            "GET",
            "/exceptions",
            query={"date": date},
            timeout=timeout,
        )


class WebhookEndpoints(Resource):
    def create(
        self,
        body: t.WebhookEndpointInput,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.WebhookEndpointWithSecret:
        """Add an endpoint.

        Public https URLs only: port 443 or 1024 and above, no credentials, a host with only public
        addresses. The signing secret is in this answer only, and in its replay under the same
        Idempotency-Key.

        Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per
        key).
        - 409: The business already has 10 endpoints, or the Idempotency-Key was used with another
        body.
        """
        return self._call(
            "POST",
            "/webhooks/subscriptions",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def list(
        self,
        *,
        timeout: float | None = None,
    ) -> list[t.WebhookEndpoint]:
        """List webhook endpoints.

        All endpoints, oldest first, without secrets.

        Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per
        key).
        """
        return self._call(
            "GET",
            "/webhooks/subscriptions",
            timeout=timeout,
        )

    def update(
        self,
        endpoint_uuid: str,
        body: t.WebhookEndpointChange,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.WebhookEndpoint:
        """Change or pause an endpoint.

        Changes only the fields sent. Deliveries to a paused endpoint (active: false) wait until it
        is active again.

        Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per
        key).
        - 404: No endpoint with that uuid.
        """
        return self._call(
            "PATCH",
            f"/webhooks/subscriptions/{segment(endpoint_uuid)}",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def delete(
        self,
        endpoint_uuid: str,
        *,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.WebhookEndpoint:
        """Remove an endpoint.

        Deliveries still pending for it are abandoned.

        Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per
        key).
        - 404: No endpoint with that uuid.
        - 409: Another request is changing the endpoint; retry shortly.
        """
        return self._call(
            "DELETE",
            f"/webhooks/subscriptions/{segment(endpoint_uuid)}",
            dry_run=dry_run,
            timeout=timeout,
        )

    def rotate_secret(
        self,
        endpoint_uuid: str,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.WebhookEndpointWithSecret:
        """Rotate an endpoint’s signing secret.

        For 24 hours, requests carry both signatures: the new secret’s in X-Service-Signature, the
        old secret’s in X-Service-Signature-Previous. No body.

        Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per
        key).
        - 404: No endpoint with that uuid.
        """
        return self._call(
            "POST",
            f"/webhooks/subscriptions/{segment(endpoint_uuid)}/rotate-secret",
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def test(
        self,
        endpoint_uuid: str,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.WebhookDelivery:
        """Send a test event.

        Sends endpoint.test, whatever events the endpoint chose. The result appears among its
        deliveries. No body.

        Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per
        key).
        - 404: No endpoint with that uuid.
        """
        return self._call(
            "POST",
            f"/webhooks/subscriptions/{segment(endpoint_uuid)}/test",
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def list_deliveries(
        self,
        endpoint_uuid: str,
        *,
        limit: float | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Paged[t.WebhookDelivery]:
        """List an endpoint’s deliveries, newest first.

        Deliveries with their attempts, kept for at least 30 days, and until they are delivered,
        failed or abandoned.

        Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per
        key).

        limit: Deliveries per page, 1 to 200. Default: 50.

        cursor: next_cursor of the previous page.
        - 404: No endpoint with that uuid.
        """
        return self._pages(
            "GET",
            f"/webhooks/subscriptions/{segment(endpoint_uuid)}/deliveries",
            query={"limit": limit, "cursor": cursor},
            cursor="cursor",
            timeout=timeout,
        )

    def replay(
        self,
        endpoint_uuid: str,
        body: t.WebhookReplayInput,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.ReplayEventsData:
        """Send the events of a time to an endpoint.

        For an endpoint that was added late, or has lost what it received: sends the events of that
        time that it chose, at most 10,000 at once. What it was sent before comes again under the
        same X-Service-Delivery.

        Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per
        key).
        - 404: No endpoint with that uuid.
        """
        return self._call(
            "POST",
            f"/webhooks/subscriptions/{segment(endpoint_uuid)}/replay",
            body=body,
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )

    def replay_delivery(
        self,
        endpoint_uuid: str,
        delivery_id: str,
        *,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> t.WebhookDelivery:
        """Send a delivery again.

        Sends it with the same delivery id and restarts its retry schedule. No body.

        Needs the scope `administer`. Counts against `webhook_management` (60 calls a minute per
        key).
        - 404: No delivery with that id to that endpoint.
        """
        return self._call(
            "POST",
            f"/webhooks/subscriptions/{segment(endpoint_uuid)}/deliveries/{segment(delivery_id)}/replay",
            keyed=True,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )


class Events(Resource):
    def list(
        self,
        *,
        after: str | None = None,
        since: str | None = None,
        limit: float | None = None,
        timeout: float | None = None,
    ) -> Paged[t.Event]:
        """Every event, oldest first.

        The log of all events of the last 30 days, in the order in which they happened, whatever
        endpoints there are. Keep the event_uuid of the last event that you have processed and ask
        for what is after it: no event is missed, even under concurrent writes.

        Needs the scope `orders:read`. Counts against `reads` (600 calls a minute per key).

        after: event_uuid of the last event that you have processed. Without it, from the oldest
        that is kept.

        since: Without after, begins at the first event that was logged at or after this instant.

        limit: How many per page, 1 to 200. Default: 50.
        - 410: The events after this one may be gone; details.oldest is the oldest that is kept, at
        which a call without after begins.
        """
        return self._pages(
            "GET",
            "/events",
            query={"after": after, "since": since, "limit": limit},
            cursor="after",
            timeout=timeout,
        )


class Key(Resource):
    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> t.Key:
        """Read the key of this call.

        What it may do and until when, and whose data it reaches: for a check when your system
        starts.

        Any key may call it. Counts against `reads` (600 calls a minute per key).
        """
        return self._call(
            "GET",
            "/key",
            timeout=timeout,
        )

    def calls(
        self,
        *,
        result: Literal["OK", "REFUSED", "FAILED"] | None = None,
        limit: float | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
    ) -> Paged[t.ApiCall]:
        """The calls made with this key, newest first.

        Of the last days, each a second or two after its answer, without bodies: what `roundsman
        tail` prints. Calls of this operation are not among them. A page may be empty and still have
        a next one.

        Any key may call it. Counts against `reads` (600 calls a minute per key).

        result: `OK`, `REFUSED` (4xx) or `FAILED` (5xx) alone.

        limit: How many per page, 1 to 200. Default: 50.

        cursor: The next_cursor of the previous page.
        """
        return self._pages(
            "GET",
            "/key/calls",
            query={"result": result, "limit": limit, "cursor": cursor},
            cursor="cursor",
            timeout=timeout,
        )


class Health(Resource):
    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> t.Health:
        """Whether the service works.

        Needs no key and answers within two seconds. `degraded` when a provider is down, background
        jobs have not run recently, or PostgreSQL had no memory for a statement within the last
        minute. Providers are checked in the background; one whose most recent calls failed counts
        as down. A 503 carries the same block in `details`.
        - 503: The database cannot be reached.
        """
        return self._call(
            "GET",
            "/health",
            timeout=timeout,
        )
