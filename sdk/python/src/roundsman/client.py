"""The client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import resources
from .follow import Deliveries, EventLog
from .transport import Answer, Send, Transport


class Roundsman:
    """Client of Roundsman's API.

    Dates are `MM/dd/yyyy`, instants ISO 8601 in UTC, weights in pounds, times of day `HH:mm` in the business's zone.

    base_url: URL of the installation, such as `https://routes.example.com`.
    api_key: `rk_live_…`, or `rk_test_…` for test data.
    retries: retries after an attempt without response, or with a response that allows a retry.
    timeout: seconds per attempt; builds are computed during the request.
    longest_wait: maximum seconds between two attempts; a longer Retry-After ends the call with its error.
    send: function that sends one request. Default: httpx if it is installed, else the standard library.
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        retries: int = 4,
        timeout: float = 120,
        longest_wait: float = 60,
        send: Send | None = None,
    ) -> None:
        transport = Transport(
            base_url=base_url,
            api_key=api_key,
            retries=retries,
            timeout=timeout,
            longest_wait=longest_wait,
            send=send,
        )
        self._transport = transport
        self.orders = Deliveries(transport)
        self.recurring_orders = resources.RecurringOrders(transport)
        self.test_days = resources.TestDays(transport)
        self.receipts = resources.Receipts(transport)
        self.availability = resources.Availability(transport)
        self.places = resources.Places(transport)
        self.engine = resources.Engine(transport)
        self.routes = resources.Routes(transport)
        self.builds = resources.Builds(transport)
        self.stops = resources.Stops(transport)
        self.depots = resources.Depots(transport)
        self.drivers = resources.Drivers(transport)
        self.vehicles = resources.Vehicles(transport)
        self.zones = resources.Zones(transport)
        self.settings = resources.Settings(transport)
        self.people = resources.People(transport)
        self.reports = resources.Reports(transport)
        self.webhook_endpoints = resources.WebhookEndpoints(transport)
        self.events = EventLog(transport)
        self.key = resources.Key(transport)
        self.health = resources.Health(transport)

    def request(
        self,
        verb: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        keyed: bool = False,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> Answer:
        """Calls any operation with the same retries and errors. Returns the complete response with its request ID."""
        return self._transport.send(
            verb,
            path,
            query=query,
            body=body,
            keyed=keyed,
            idempotency_key=idempotency_key,
            dry_run=dry_run,
            timeout=timeout,
        )
