"""Webhooks as they arrive."""

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
    """The same for each attempt: what has been seen is not done again."""
    payload: WebhookPayload


def verify_webhook(
    secret: str | Sequence[str],
    headers: Mapping[str, Any],
    body: bytes | str,
    *,
    tolerance: float = 300,
) -> Webhook:
    """What the webhook carries, when the service signed it just now.

    secret: `whsec_…`, as it was shown once; of several any verifies. body: as received, before any parsing.
    tolerance: seconds by which the time of the attempt may differ from now. Raises WebhookVerificationError.
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
    """Of base64 in either alphabet, padded or not."""
    text = secret.removeprefix("whsec_").replace("-", "+").replace("_", "/").rstrip("=")
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except binascii.Error as error:
        raise RoundsmanError("The secret is not one of the service's") from error


class SeenStore(Protocol):
    """Remembers deliveries that were dealt with, best in a database beside what they change."""

    def has(self, delivery_id: str) -> bool: ...

    def add(self, delivery_id: str) -> None: ...


class MemorySeen:
    """The last so many, in memory: forgotten with the process."""

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
    """Verifies, remembers and hands on what arrives at an endpoint."""

    def __init__(self, secret: str | Sequence[str], *, seen: SeenStore | None = None) -> None:
        self._secret = secret
        self._seen = seen or MemorySeen()
        self._handlers: dict[str, list[Handler]] = {}

    def on_event(self, name: EventName | Literal["*"]) -> Callable[[Handler], Handler]:
        """Has a function called for each such event; "*" for every event.

        @receiver.on_event("stop.delivered")
        def delivered(webhook): ...
        """

        def add(handler: Handler) -> Handler:
            self._handlers.setdefault(name, []).append(handler)
            return handler

        return add

    def receive(self, headers: Mapping[str, Any], body: bytes | str) -> int:
        """What to answer: 204 when it is done, now or before; 401 when it is not genuine.

        Where a handler raises, so does this: answer 500, and the service sends it again.
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
