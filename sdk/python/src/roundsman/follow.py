"""What never ends: the log of events and the feed of changed deliveries, from a place that outlives the process."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Protocol

from . import types as t
from .resources import Events, Orders

PAGE = 200


class CursorStore(Protocol):
    """Keeps the place in a feed.

    Saved only when you ask for what comes next, so that nothing is lost; after a fall, what was being worked on comes
    again.
    """

    def load(self) -> str | None: ...

    def save(self, cursor: str) -> None: ...


class MemoryCursor:
    def __init__(self, cursor: str | None = None) -> None:
        self.cursor = cursor

    def load(self) -> str | None:
        return self.cursor

    def save(self, cursor: str) -> None:
        self.cursor = cursor


class FileCursor:
    """Survives a fall of the process or machine at any moment: written beside, synced, and renamed."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)

    def load(self) -> str | None:
        try:
            with open(self._path, encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def save(self, cursor: str) -> None:
        with open(f"{self._path}.new", "w", encoding="utf-8") as file:
            file.write(cursor)
            file.flush()
            os.fsync(file.fileno())
        os.replace(f"{self._path}.new", self._path)


def _never() -> bool:
    return False


class EventLog(Events):
    def follow(
        self,
        *,
        cursor: CursorStore | None = None,
        since: datetime | None = None,
        interval: float = 2,
        stop: Callable[[], bool] = _never,
    ) -> Iterator[t.Event]:
        """Every event, oldest first, and then each as it happens, until `stop()` says so.

        since: where to begin as long as there is no place; default: the oldest event that is kept. interval: seconds between two looks when there is nothing new. An ApiError of code EVENTS_GONE means that the
        place is older than the log.
        """
        store = cursor or MemoryCursor()
        after = store.load()
        while not stop():
            begin = since.astimezone(UTC).isoformat().replace("+00:00", "Z") if since and not after else None
            page, more = self.list(after=after, since=begin, limit=PAGE).page()
            for event in page:
                yield event
                after = event["event_uuid"]
                store.save(after)
            if more is None and not stop():
                time.sleep(interval)


class Deliveries(Orders):
    def follow(
        self,
        *,
        cursor: CursorStore | None = None,
        interval: float = 2,
        stop: Callable[[], bool] = _never,
    ) -> Iterator[t.Order]:
        """Every delivery that was changed, and then each as it changes, in its newest state, until `stop()` says so.

        The place is kept page by page, so after a fall a page may come again: take each by `order_uuid` and
        `changed_at`. interval: seconds between two looks when there is nothing new.
        """
        store = cursor or MemoryCursor()
        kept = store.load()
        state: dict[str, str] = json.loads(kept) if kept else {}
        seen: set[tuple[str, str]] = set()
        while not stop():
            before = json.dumps(state)
            if "cursor" in state:
                page, more = self.list(cursor=state["cursor"], limit=PAGE).page()
            else:
                page, more = self.list(since=state.get("since"), limit=PAGE).page()
            for order in page:
                change = (order["order_uuid"], order["changed_at"])
                if change not in seen:
                    yield order
                state["newest"] = max(state.get("newest", ""), order["changed_at"])
                seen.add(change)
            if more is not None:
                state["cursor"] = more
            else:
                # The next pass begins at the newest change of this one.
                newest = state.get("newest") or state.get("since")
                state = {"since": newest} if newest else {}
                seen = {change for change in seen if change[1] == newest}
            if json.dumps(state) != before:
                store.save(json.dumps(state))
            if more is None and not stop():
                time.sleep(interval)
