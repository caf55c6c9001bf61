"""Responses that are refused, late, broken or missing; feeds and webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import socket
import tempfile
import threading
import time
import unittest
from collections.abc import Mapping
from typing import Any, cast

from roundsman import (
    ApiError,
    FileCursor,
    MemoryCursor,
    NoAnswerError,
    Roundsman,
    RoundsmanError,
    Webhook,
    WebhookReceiver,
    WebhookVerificationError,
    verify_webhook,
)
from roundsman.types import OrderInput

Given = tuple[int, Mapping[str, str], bytes]
ORDER = cast("OrderInput", {"external_ref": "A"})
SECRET = "whsec_" + "A" * 44


def answer(data: Any, **more: Any) -> Given:
    return 200, {}, json.dumps({"data": data, "message": "OK", **more}).encode()


def refusal(status: int, code: str, **headers: str) -> Given:
    body = {"statusCode": status, "message": "No.", "details": {"code": code, "fields": ["address.lat"]}}
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    return status, {"x-request-id": "r-1", **given}, json.dumps(body).encode()


class Service:
    """A service that gives the responses in turn and repeats the last one. An exception stands for a missing response."""

    def __init__(self, *answers: Given | Exception) -> None:
        self.answers = answers
        self.seen: list[tuple[str, str, dict[str, str], bytes | None]] = []

    def __call__(
        self, method: str, url: str, headers: dict[str, str], body: bytes | None, timeout: float
    ) -> Given:
        given = self.answers[min(len(self.seen), len(self.answers) - 1)]
        self.seen.append((method, url, headers, body))
        if isinstance(given, Exception):
            raise given
        return given

    @property
    def client(self) -> Roundsman:
        return Roundsman(base_url="http://test/", api_key="rk_live_test", retries=2, send=self)


class Calls(unittest.TestCase):
    def test_each_attempt_of_a_write_has_the_same_key_each_write_another(self) -> None:
        service = Service(refusal(503, "DATABASE_UNREACHABLE", retry_after="0"), answer({"external_ref": "A"}))
        self.assertEqual(service.client.orders.put(ORDER)["external_ref"], "A")
        service.client.orders.put(ORDER)
        service.client.orders.put(ORDER, idempotency_key="mine")
        keys = [headers["idempotency-key"] for _, _, headers, _ in service.seen]
        self.assertEqual(keys[0], keys[1])
        self.assertEqual(len(set(keys)), 3)
        self.assertEqual(keys[3], "mine")
        method, url, headers, body = service.seen[0]
        self.assertEqual((method, url, body), ("POST", "http://test/api/v1/orders", b'{"external_ref": "A"}'))
        self.assertEqual(headers["authorization"], "Bearer rk_live_test")

    def test_no_answer_and_a_page_of_a_proxy_are_tried_again(self) -> None:
        broken: list[Given | Exception] = [OSError("dropped"), (502, {}, b"<h1>Bad gateway</h1>")]
        for each in broken:
            service = Service(each, answer({}))
            service.client.orders.put(ORDER)
            self.assertEqual(len(service.seen), 2)

    def test_a_refusal_is_told_at_once(self) -> None:
        service = Service(refusal(409, "ORDER_FINAL"))
        with self.assertRaises(ApiError) as raised:
            service.client.orders.put(ORDER)
        error = raised.exception
        self.assertEqual(
            (error.status, error.code, error.fields, error.request_id),
            (409, "ORDER_FINAL", ["address.lat"], "r-1"),
        )
        self.assertEqual(len(service.seen), 1)

    def test_a_conflict_that_says_when_to_come_back_is_another_request_at_work(self) -> None:
        service = Service(refusal(409, "IDEMPOTENCY_KEY_IN_USE", retry_after="0"), answer({}))
        service.client.orders.put(ORDER)
        self.assertEqual(len(service.seen), 2)

    def test_the_last_refusal_is_told_and_no_wait_longer_than_allowed_is_begun(self) -> None:
        tired = Service(refusal(503, "DATABASE_UNREACHABLE", retry_after="0"))
        with self.assertRaises(ApiError):
            tired.client.orders.get("A")
        self.assertEqual(len(tired.seen), 3)
        late = Service(refusal(429, "RATE_LIMITED", retry_after="3600"))
        with self.assertRaises(ApiError) as raised:
            late.client.orders.get("A")
        self.assertEqual((raised.exception.retry_after, len(late.seen)), (3600, 1))

    def test_no_answer_names_the_key_under_which_it_was_sent(self) -> None:
        service = Service(OSError("away"))
        client = Roundsman(base_url="http://test", api_key="x", retries=0, send=service)
        with self.assertRaises(NoAnswerError) as raised:
            client.orders.put(ORDER, idempotency_key="kept")
        self.assertEqual(raised.exception.idempotency_key, "kept")
        with self.assertRaises(RoundsmanError):
            Roundsman(base_url="http://test", api_key="")
        for base_url in ("", "routes.example.com", "ftp://routes.example.com", "https://", "http://a:b@c", "http://c?d", "http://c:99999", "http://a b", "http://a/b c", "http://a/ä", "http://a\\b"):
            with self.assertRaises(RoundsmanError):
                Roundsman(base_url=base_url, api_key="x")

    def test_a_base_url_may_include_the_path_of_the_api(self) -> None:
        for base_url in ("http://test/api/v1", "http://test/api/v1/"):
            service = Service(answer({}))
            Roundsman(base_url=base_url, api_key="x", send=service).orders.get("A")
            self.assertEqual(service.seen[0][1], "http://test/api/v1/orders/A")

    def test_what_no_waiting_mends_is_not_tried_again(self) -> None:
        service = Service(refusal(503, "GEOCODER_NOT_CONFIGURED"))
        with self.assertRaises(ApiError):
            service.client.orders.get("A")
        self.assertEqual(len(service.seen), 1)
        before = Service((503, {}, b"<h1>Busy</h1>"), answer({"external_ref": "A"}))
        before.client.orders.get("A")
        self.assertEqual(len(before.seen), 2)
        odd = Service((503, {}, b'{"details": ["busy"]}'), answer({"external_ref": "A"}))
        odd.client.orders.get("A")
        self.assertEqual(len(odd.seen), 2)

    def test_a_body_that_is_refused_before_it_is_sent_whole_is_told(self) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        body = refusal(413, "BODY_TOO_LARGE")[2]

        def refuse() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(1024)
                connection.sendall(b"HTTP/1.1 413 Too large\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body))

        threading.Thread(target=refuse, daemon=True).start()
        with listener:
            client = Roundsman(base_url=f"http://127.0.0.1:{listener.getsockname()[1]}", api_key="x", retries=0)
            with self.assertRaises(ApiError) as raised:
                client.orders.put({**ORDER, "metadata": {"large": "x" * 8_000_000}})
            self.assertEqual((raised.exception.status, raised.exception.code), (413, "BODY_TOO_LARGE"))

    def test_references_stand_in_paths_as_they_are(self) -> None:
        service = Service(answer({}))
        service.client.orders.get("A/B?c=%20 ü")
        self.assertEqual(service.seen[0][1], "http://test/api/v1/orders/A%2FB%3Fc%3D%2520%20%C3%BC")
        for step in ("", ".", ".."):
            with self.assertRaises(RoundsmanError):
                service.client.orders.get(step)

    def test_files_go_as_a_form(self) -> None:
        service = Service(answer({}))
        service.client.stops.add_proof("r", "s", {"photo": b"\xff\xd8", "signed_by": "Sample"})
        _, _, headers, body = service.seen[0]
        boundary = headers["content-type"].split("boundary=")[1]
        assert body
        self.assertEqual(body.count(boundary.encode()), 3)
        self.assertIn(b'name="photo"; filename="photo"\r\nContent-Type: application/octet-stream\r\n\r\n\xff\xd8', body)
        self.assertIn(b'name="signed_by"\r\n\r\nSample', body)

    def test_a_list_is_read_item_by_item_or_page_by_page(self) -> None:
        pages = (answer([1, 2], next_cursor="c 2"), answer([3], next_cursor=None))
        service = Service(*pages, *pages, *pages)
        listed = service.client.orders.list(date="11/23/2026", limit=2)
        self.assertEqual(list(cast("Any", listed)), [1, 2, 3])
        self.assertEqual(list(listed.pages()), [[1, 2], [3]])
        self.assertEqual(listed.page(), ([1, 2], "c 2"))
        query = "http://test/api/v1/orders?date=11%2F23%2F2026&limit=2"
        self.assertEqual([url for _, url, _, _ in service.seen[:2]], [query, f"{query}&cursor=c+2"])


class Feeds(unittest.TestCase):
    def test_events_go_on_where_the_reader_fell(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "events")
            events = [{"event_uuid": f"e{i}"} for i in range(3)]
            service = Service(answer(events, next_cursor=None), answer(events[1:], next_cursor=None))
            found: list[str] = []
            for event in service.client.events.follow(cursor=FileCursor(file), interval=0):
                found.append(event["event_uuid"])
                if len(found) == 2:
                    break
            self.assertEqual(FileCursor(file).load(), "e0")
            for event in service.client.events.follow(cursor=FileCursor(file), interval=0):
                found.append(event["event_uuid"])
                break
            self.assertEqual(found, ["e0", "e1", "e1"])
            self.assertIn("after=e0", service.seen[1][1])
            self.assertEqual(os.listdir(folder), ["events"])

    def test_deliveries_come_once_for_each_change(self) -> None:
        def order(name: str, second: int) -> dict[str, str]:
            return {"order_uuid": name, "changed_at": f"2026-11-23T10:00:0{second}.000Z"}

        service = Service(
            answer([order("a", 1), order("b", 2)], next_cursor="p2"),
            answer([order("c", 2)], next_cursor=None),
            answer([order("b", 2), order("c", 2), order("a", 3)], next_cursor=None),
        )
        cursor = MemoryCursor()
        found: list[str] = []
        for changed in service.client.orders.follow(cursor=cursor, interval=0):
            found.append(changed["order_uuid"])
            if len(found) == 4:
                break
        self.assertEqual(found, ["a", "b", "c", "a"])
        self.assertIn("cursor=p2", service.seen[1][1])
        self.assertIn("since=2026-11-23T10%3A00%3A02.000Z", service.seen[2][1])
        # The order that the reader was processing when it failed is read again.
        self.assertEqual(json.loads(cursor.cursor or ""), {"since": "2026-11-23T10:00:02.000Z"})


def signed(body: bytes, secret: str = SECRET, at: float | None = None) -> dict[str, str]:
    stamp = str(int(time.time() if at is None else at))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"d-1.{stamp}.".encode() + body, hashlib.sha256).digest()
    signature = "v1," + base64.b64encode(digest).decode()
    return {"Webhook-Id": "d-1", "Webhook-Timestamp": stamp, "Webhook-Signature": f"v1,other {signature}"}


class Webhooks(unittest.TestCase):
    body = '{"event":"stop.delivered","data":{"external_ref":"Ä"}}'.encode()

    def test_what_is_altered_old_unsigned_or_anothers_is_refused(self) -> None:
        headers = signed(self.body)
        self.assertEqual(verify_webhook(SECRET, headers, self.body).delivery_id, "d-1")
        self.assertEqual(verify_webhook(["whsec_" + "B" * 44, SECRET], headers, self.body.decode()).delivery_id, "d-1")
        for wrong in (
            lambda: verify_webhook(SECRET, headers, self.body + b" "),
            lambda: verify_webhook("whsec_" + "B" * 44, headers, self.body),
            lambda: verify_webhook(SECRET, signed(self.body, at=time.time() - 400), self.body),
            lambda: verify_webhook(SECRET, {**headers, "Webhook-Id": "d-2"}, self.body),
            lambda: verify_webhook(SECRET, {**headers, "Webhook-Timestamp": "soon"}, self.body),
            lambda: verify_webhook(SECRET, {}, self.body),
        ):
            with self.assertRaises(WebhookVerificationError):
                wrong()

    def test_each_is_handed_on_once_and_again_only_when_a_handler_failed(self) -> None:
        receiver = WebhookReceiver(SECRET)
        seen: list[str] = []
        failing = [True]

        @receiver.on_event("stop.delivered")
        def delivered(webhook: Webhook) -> None:  # pyright: ignore[reportUnusedFunction]
            if failing.pop() if failing else False:
                raise ValueError("not now")
            seen.append(webhook.delivery_id)

        headers = signed(self.body)
        with self.assertRaises(ValueError):
            receiver.receive(headers, self.body)
        self.assertEqual([receiver.receive(headers, self.body) for _ in range(2)], [204, 204])
        self.assertEqual(seen, ["d-1"])
        self.assertEqual(receiver.receive(headers, self.body + b" "), 401)


if __name__ == "__main__":
    unittest.main()
