"""What this package raises of itself."""

from __future__ import annotations

from typing import Any, cast

from .types import ErrorCode


class RoundsmanError(Exception):
    """Whatever this package raises of itself."""


class ApiError(RoundsmanError):
    """The service refused the request, or could not do it after all attempts."""

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
        """Why, for programs; None when what answered was not the service, such as a proxy."""
        self.fields = cast("list[str]", details.get("fields", []))
        """Dotted paths of the fields that were wrong, such as `items.0.quantity`; at most 20."""
        self.details = details
        """All that the answer's `details` has."""
        self.request_id = request_id
        """For support: the request in the service's log."""
        self.retry_after = retry_after
        """Seconds after which it may be tried again, where the service said so."""


class NoAnswerError(RoundsmanError):
    """No whole answer came, by network or time, after all attempts.

    Whether the last one arrived is not known: calling again with the same idempotency key is safe.
    """

    def __init__(self, message: str, *, idempotency_key: str | None) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key
        """Under which a call that writes was sent."""


class WebhookVerificationError(RoundsmanError):
    """A webhook that the service did not sign, or too long ago."""
