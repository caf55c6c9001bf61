"""Roundsman's API: deliveries, routes, events and webhooks."""

from .client import Roundsman
from .errors import ApiError, NoAnswerError, RoundsmanError, WebhookVerificationError
from .follow import CursorStore, FileCursor, MemoryCursor
from .transport import Answer, Paged
from .webhooks import MemorySeen, SeenStore, Webhook, WebhookReceiver, verify_webhook

__all__ = [
    "Answer",
    "ApiError",
    "CursorStore",
    "FileCursor",
    "MemoryCursor",
    "MemorySeen",
    "NoAnswerError",
    "Paged",
    "Roundsman",
    "RoundsmanError",
    "SeenStore",
    "Webhook",
    "WebhookReceiver",
    "WebhookVerificationError",
    "verify_webhook",
]
