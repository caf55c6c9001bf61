"""Endless feeds: the log of events and the feed of changed deliveries. Their position can outlive the process."""

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
    """Stores the position in a feed.

    The position is saved only when you ask for the next item, so no item is lost. After a crash, the current item
    comes again.
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
    """Position in a file. Survives a crash at any moment: written under another name, synced, and renamed."""

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
        """Returns every event, oldest first, then each new event, until `stop()` returns true.

        since: start of the feed if no position is stored; default: the oldest event in the log.
        interval: seconds between two requests if there is nothing new.
        Raises an ApiError with the code EVENTS_GONE if the position is older than the log.
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
        """Returns every changed delivery in its current state, then each new change, until `stop()` returns true.

        The position is saved per page, so a page may come again after a crash. Use `order_uuid` and `changed_at` to
        detect duplicates.
        interval: seconds between two requests if there is nothing new.
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
                # The next pass starts at the newest change of this pass.
                newest = state.get("newest") or state.get("since")
                state = {"since": newest} if newest else {}
                seen = {change for change in seen if change[1] == newest}
            if json.dumps(state) != before:
                store.save(json.dumps(state))
            if more is None and not stop():
                time.sleep(interval)
