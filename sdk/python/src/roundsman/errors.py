"""Errors of this package."""

from __future__ import annotations

from typing import Any, cast

from .types import ErrorCode


class RoundsmanError(Exception):
    """Base class of all errors of this package."""


class ApiError(RoundsmanError):
    """The service rejected the request, or failed in all attempts."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        details: dict[str, Any] | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        details = details or {}
        self.status = status
        """The HTTP status."""
        self.code = cast("ErrorCode | None", details.get("code"))
        """Error code. None if the response is not from the service, but for example from a proxy."""
        self.fields = cast("list[str]", details.get("fields", []))
        """Dotted paths of the invalid fields, such as `items.0.quantity`; at most 20."""
        self.details = details
        """All members of the response's `details`."""
        self.request_id = request_id
        """Request ID in the service's log, for support."""
        self.retry_after = retry_after
        """Seconds to wait before a retry, if the service sent them."""


class NoAnswerError(RoundsmanError):
    """No complete response arrived in all attempts, because of a network error or a timeout.

    The last attempt may have succeeded. Repeating the call with the same idempotency key is safe.
    """

    def __init__(self, message: str, *, idempotency_key: str | None) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key
        """The Idempotency-Key of a write."""


class WebhookVerificationError(RoundsmanError):
    """A webhook that the service did not sign, or signed too long ago."""
