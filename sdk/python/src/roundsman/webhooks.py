"""Verifying and receiving webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, cast

from .errors import RoundsmanError, WebhookVerificationError
from .types import EventName, WebhookPayload


@dataclass(frozen=True)
class Webhook:
    delivery_id: str
    """ID of the delivery, the same for each attempt. Use it to detect duplicates."""
    payload: WebhookPayload


def verify_webhook(
    secret: str | Sequence[str],
    headers: Mapping[str, Any],
    body: bytes | str,
    *,
    tolerance: float = 300,
) -> Webhook:
    """Returns the webhook if the service has signed it recently. Raises WebhookVerificationError otherwise.

    secret: `whsec_…`, as shown when the endpoint was created; each of several secrets is accepted.
    body: as received, before any parsing.
    tolerance: maximum difference in seconds between the time of the attempt and now.
    """
    given = {str(name).lower(): str(value) for name, value in headers.items()}

    def header(name: str) -> str:
        if not given.get(name):
            raise WebhookVerificationError(f"The header {name} is missing")
        return given[name]

    delivery_id, timestamp = header("webhook-id"), header("webhook-timestamp")
    signatures = header("webhook-signature").split(" ")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookVerificationError("The webhook was sent too long ago, or a clock is wrong")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{delivery_id}.{timestamp}.".encode() + raw
    for each in [secret] if isinstance(secret, str) else secret:
        digest = hmac.new(_key_of(each), signed, hashlib.sha256).digest()
        expected = "v1," + base64.b64encode(digest).decode()
        if any(hmac.compare_digest(expected.encode(), signature.encode()) for signature in signatures):
            return Webhook(delivery_id, cast("WebhookPayload", json.loads(raw)))
    raise WebhookVerificationError("The signature is not the service's, or the secret is another endpoint's")


def _key_of(secret: str) -> bytes:
    """Decodes base64 in either alphabet, with or without padding."""
    text = secret.removeprefix("whsec_").replace("-", "+").replace("_", "/").rstrip("=")
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except binascii.Error as error:
        raise RoundsmanError("The secret is not one of the service's") from error


class SeenStore(Protocol):
    """Stores the IDs of handled deliveries, preferably in the database that the handlers change."""

    def has(self, delivery_id: str) -> bool: ...

    def add(self, delivery_id: str) -> None: ...


class MemorySeen:
    """Stores the last `most` IDs in memory, until the process ends."""

    def __init__(self, most: int = 10_000) -> None:
        self._most = most
        self._seen: OrderedDict[str, None] = OrderedDict()

    def has(self, delivery_id: str) -> bool:
        return delivery_id in self._seen

    def add(self, delivery_id: str) -> None:
        self._seen[delivery_id] = None
        while len(self._seen) > self._most:
            self._seen.popitem(last=False)


Handler = Callable[[Webhook], None]


class WebhookReceiver:
    """Verifies webhooks of an endpoint and passes each to its handlers once."""

    def __init__(self, secret: str | Sequence[str], *, seen: SeenStore | None = None) -> None:
        self._secret = secret
        self._seen = seen or MemorySeen()
        self._handlers: dict[str, list[Handler]] = {}

    def on_event(self, name: EventName | Literal["*"]) -> Callable[[Handler], Handler]:
        """Decorator that adds a handler for an event, or for all events with "*".

        @receiver.on_event("stop.delivered")
        def delivered(webhook): ...
        """

        def add(handler: Handler) -> Handler:
            self._handlers.setdefault(name, []).append(handler)
            return handler

        return add

    def receive(self, headers: Mapping[str, Any], body: bytes | str) -> int:
        """Returns the response status: 204 if the webhook was handled now or before, 401 if it is not genuine.

        Raises if a handler raises: respond with 500, and the service retries.
        """
        try:
            webhook = verify_webhook(self._secret, headers, body)
        except WebhookVerificationError:
            return 401
        if not self._seen.has(webhook.delivery_id):
            for name in (webhook.payload["event"], "*"):
                for handler in self._handlers.get(name, []):
                    handler(webhook)
            self._seen.add(webhook.delivery_id)
        return 204
