"""Creates a delivery, and reads it. A second run gets the stored response, and nothing is done twice.

ROUNDSMAN_URL=https://routes.example.com ROUNDSMAN_KEY=rk_test_… python examples/first_order.py 11/23/2026
"""

from __future__ import annotations

import json
import os
import sys

from roundsman import Roundsman

client = Roundsman(
    base_url=os.environ.get("ROUNDSMAN_URL", "http://localhost:8080"),
    api_key=os.environ["ROUNDSMAN_KEY"],
)

client.orders.put(
    {
        "external_ref": "000481-A",
        "customer_name": "Sample Customer",
        "address": {
            "line1": "1201 R St NW",
            "city": "Washington",
            "region": "DC",
            "postal_code": "20009",
            "lat": 38.9126,
            "lng": -77.0286,
        },
        "delivery_date": sys.argv[1],
        "window_start": "09:00",
        "window_end": "12:00",
        "items": [{"name": "Rice, bag", "quantity": 2, "unit_weight_lbs": 20}],
    },
    idempotency_key="000481-A:1",
)

order = client.orders.get("000481-A")
print(json.dumps({"external_ref": order["external_ref"], "status": order["status"], "placement": order["placement"]}))
