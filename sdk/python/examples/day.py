"""A day by the API alone: deliveries in, routes built, dispatched and worked, and each outcome read from the log.

ROUNDSMAN_URL=http://localhost:8080 ROUNDSMAN_KEY=rk_live_… python examples/day.py 11/23/2026

The business needs a depot and vehicles, and no other deliveries on that day. An outcome appears in the log when its undo window ends, which is after 2 minutes unless the business has another setting.
The example waits for that.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from roundsman import ApiError, Roundsman

if TYPE_CHECKING:
    from roundsman.types import OrderInput

client = Roundsman(
    base_url=os.environ.get("ROUNDSMAN_URL", "http://localhost:8080"),
    api_key=os.environ["ROUNDSMAN_KEY"],
)
date = sys.argv[1]

orders: list[OrderInput] = [
    {
        "external_ref": f"DAY-PY-{i + 1}",
        "customer_name": f"Demo customer {i + 1}",
        "address": {
            "line1": f"{i + 1} Demo Street",
            "city": "Washington",
            "lat": 38.9 + i / 500,
            "lng": -77.03 + (i % 4) / 400,
        },
        "delivery_date": date,
        "load_weight_lbs": 20,
    }
    for i in range(12)
]

# The day always has the same Idempotency-Key, so a second run has no effect.
batch = client.orders.put_batch({"orders": orders}, idempotency_key=f"day-py-{date}")

built = client.routes.build({"date": date, "options": {"time_limit_seconds": 1}})
for route in built["routes"]:
    client.routes.dispatch(route["route_uuid"])

done = 0
for route in built["routes"]:
    for i, stop in enumerate(route["stops"]):
        if i == 0:
            client.stops.record_outcome(
                route["route_uuid"], stop["stop_uuid"], {"status": "FAILED", "reason": "A mis-tap"}
            )
            client.stops.undo(route["route_uuid"], stop["stop_uuid"])
        client.stops.record_outcome(route["route_uuid"], stop["stop_uuid"], {"status": "DELIVERED"})
        done += 1

# A delivery that is out can't be canceled anymore.
refusal: str | None = None
try:
    client.orders.cancel("DAY-PY-1")
except ApiError as error:
    if error.code not in ("OUT_FOR_DELIVERY", "ORDER_FINAL"):
        raise
    refusal = error.code

counts: Counter[str] = Counter()
routes = {route["route_uuid"] for route in built["routes"]}
ended: set[str] = set()
last = time.monotonic() + client.settings.get()["undo_window_seconds"] + 60
# The log also has other days. One hour is enough for differing clocks.
since = datetime.now(UTC) - timedelta(hours=1)
for event in client.events.follow(since=since, interval=0.2, stop=lambda: time.monotonic() > last):
    route_uuid = event["data"].get("route_uuid")
    if route_uuid not in routes:
        continue
    counts[event["event"]] += 1
    if event["event"] == "route.completed":
        ended.add(route_uuid)
    if ended == routes:
        break
delivered = [order["external_ref"] for order in client.orders.list(date=date, status="DELIVERED", limit=5)]
print(
    json.dumps(
        {
            "sent": len(batch["results"]),
            "refused": batch["refused"],
            "routes": len(built["routes"]),
            "done": done,
            "refusal": refusal,
            "counts": counts,
            "delivered": delivered,
        }
    )
)
