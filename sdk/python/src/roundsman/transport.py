"""Sends requests with retries, delays and timeouts, and interprets the responses."""

from __future__ import annotations

import http.client
import json
import random
import re
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Generic, Protocol, TypeVar, cast
from urllib.parse import quote, urlencode, urlsplit

from .errors import ApiError, NoAnswerError, RoundsmanError

T = TypeVar("T")

FIRST_WAIT = 0.5
WORTH_ANOTHER = (408, 429, 500, 502, 503, 504)
"""Statuses of temporary errors, after which a retry of the same request may succeed."""


@dataclass(frozen=True)
class Answer:
    """A response in the wire format."""

    status: int
    data: Any
    message: str
    """Message for people."""
    next_cursor: str | None
    request_id: str | None
    replayed: bool
    """Whether this is the stored response of an earlier request with the same Idempotency-Key."""


class Send(Protocol):
    """Sends one request. Returns status, headers with lowercase names, and body. Raises OSError without a response."""

    def __call__(
        self, method: str, url: str, headers: dict[str, str], body: bytes | None, timeout: float
    ) -> tuple[int, Mapping[str, str], bytes]: ...


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirects, because the key must not be sent to other servers."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class _Patient(http.client.HTTPConnection):
    """Reads the response even if it arrives before the body is sent completely, as for a body that is too large."""

    def send(self, data: Any) -> None:
        try:
            super().send(data)
        except (BrokenPipeError, ConnectionResetError):
            pass


class _PatientTls(_Patient, http.client.HTTPSConnection):
    pass


class _Http(urllib.request.HTTPHandler):
    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_Patient, req)


class _Https(urllib.request.HTTPSHandler):
    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_PatientTls, req)


def _with_standard_library() -> Send:
    opener = urllib.request.build_opener(_NoRedirect, _Http, _Https)

    def send(
        method: str, url: str, headers: dict[str, str], body: bytes | None, timeout: float
    ) -> tuple[int, Mapping[str, str], bytes]:
        request = urllib.request.Request(url, data=body, headers=headers, method=method)
        try:
            with opener.open(request, timeout=timeout) as answer:
                return answer.status, {k.lower(): v for k, v in answer.headers.items()}, answer.read()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, {k.lower(): v for k, v in refusal.headers.items()}, refusal.read()
        except http.client.HTTPException as error:
            raise OSError(str(error)) from error

    return send


def _with_httpx() -> Send | None:
    """Keeps connections open between requests."""
    try:
        import httpx
    except ImportError:
        return None
    library = cast("Any", httpx)
    client = library.Client(follow_redirects=False)

    def send(
        method: str, url: str, headers: dict[str, str], body: bytes | None, timeout: float
    ) -> tuple[int, Mapping[str, str], bytes]:
        try:
            answer = client.request(method, url, headers=headers, content=body, timeout=timeout)
        except library.TransportError as error:
            raise OSError(str(error)) from error
        return answer.status_code, answer.headers, answer.content

    return send


class Transport:
    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        retries: int,
        timeout: float,
        longest_wait: float,
        send: Send | None,
    ) -> None:
        if not api_key:
            raise RoundsmanError("api_key is missing")
        self._base = f"{_installation_at(base_url)}/api/v1"
        self._key = api_key
        self._retries = retries
        self._timeout = timeout
        self._longest_wait = longest_wait
        self._send = send or _with_httpx() or _with_standard_library()

    def send(
        self,
        verb: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        form: Mapping[str, Any] | None = None,
        keyed: bool = False,
        idempotency_key: str | None = None,
        dry_run: bool = False,
        timeout: float | None = None,
    ) -> Answer:
        """Sends the call. All attempts of a write have the same Idempotency-Key, so it has an effect only once."""
        what = f"{verb} {path}"
        query = {**(query or {}), **({"dry_run": True} if dry_run else {})}
        search = urlencode({name: _text(value) for name, value in query.items() if value is not None})
        url = f"{self._base}{path}{'?' + search if search else ''}"
        headers = {"authorization": f"Bearer {self._key}", "accept": "application/json"}
        key = (idempotency_key or str(uuid.uuid4())) if keyed else None
        if key is not None:
            headers["idempotency-key"] = key
        content: bytes | None = None
        if form is not None:
            content, headers["content-type"] = _multipart(form)
        elif body is not None:
            content, headers["content-type"] = json.dumps(body).encode(), "application/json"

        attempt = 0
        while True:
            after: float | None = None
            try:
                status, given, raw = self._send(verb, url, headers, content, timeout or self._timeout)
            except OSError as error:
                failure: RoundsmanError = NoAnswerError(f"{what}: no answer from {self._base}", idempotency_key=key)
                failure.__cause__ = error
                again = True
            else:
                answer = _parsed(raw)
                request_id = given.get("x-request-id")
                if 200 <= status < 300 and answer is not None and "data" in answer:
                    return Answer(
                        status=status,
                        data=answer["data"],
                        message=answer.get("message", ""),
                        next_cursor=answer.get("next_cursor"),
                        request_id=request_id,
                        replayed=given.get("idempotent-replayed") == "true",
                    )
                after = _seconds(given.get("retry-after"))
                details = (answer or {}).get("details")
                said = (answer or {}).get("message", "The answer is not the service's.")
                refused = ApiError(
                    f"{what}: {status} {said}",
                    status=status,
                    details=cast("dict[str, Any]", details) if isinstance(details, dict) else None,
                    request_id=request_id,
                    retry_after=after,
                )
                failure = refused
                again = _is_worth_another(status, refused.code, after)
            wait = after if after is not None else random.random() * FIRST_WAIT * 2 ** (attempt + 1)
            if not again or attempt >= self._retries or wait > self._longest_wait:
                raise failure
            attempt += 1
            time.sleep(wait)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _installation_at(base_url: str) -> str:
    """Returns the URL of the installation without a trailing slash, and without the path of the API."""
    fault = RoundsmanError("base_url must be an http or https URL, such as https://routes.example.com")
    try:
        url = urlsplit(base_url.strip())
        _ = url.port
    except (AttributeError, ValueError) as error:
        raise fault from error
    # Printable ASCII without a backslash, because urllib can't send other characters, or parsers differ on them.
    is_plain = re.fullmatch(r"[!-\[\]-~]+", url.geturl()) and "@" not in url.netloc
    if url.scheme not in ("http", "https") or not url.hostname or not is_plain or url.query or url.fragment:
        raise fault
    return url.geturl().rstrip("/").removesuffix("/api/v1")


def _is_worth_another(status: int, code: str | None, retry_after: float | None) -> bool:
    """Whether to retry. A 409 with Retry-After means that the same request is still in progress. A 503 of the service
    without Retry-After means that a setting is missing, which no retry changes. A 503 without a code is from a proxy.
    """
    if status == 409 or (status == 503 and code is not None):
        return retry_after is not None
    return status in WORTH_ANOTHER


def _parsed(raw: bytes) -> dict[str, Any] | None:
    try:
        answer = json.loads(raw)
    except ValueError:
        return None
    return cast("dict[str, Any]", answer) if isinstance(answer, dict) else None


def _seconds(header: str | None) -> float | None:
    """Seconds in a Retry-After header, which has seconds or a time."""
    if not header:
        return None
    if header.isdecimal():
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None


def _multipart(form: Mapping[str, Any]) -> tuple[bytes, str]:
    boundary = uuid.uuid4().hex
    parts: list[bytes] = []
    for name, value in form.items():
        if value is None:
            continue
        if isinstance(value, str):
            head, content = f'form-data; name="{name}"', value.encode()
        else:
            head = f'form-data; name="{name}"; filename="{name}"\r\nContent-Type: application/octet-stream'
            content = value if isinstance(value, bytes) else cast("bytes", value.read())
        parts.append(f"--{boundary}\r\nContent-Disposition: {head}\r\n\r\n".encode() + content + b"\r\n")
    parts.append(f"--{boundary}--\r\n".encode())
    return b"".join(parts), f"multipart/form-data; boundary={boundary}"


def segment(value: str) -> str:
    """Encodes a path segment. Rejects `.` and `..`, which URLs resolve as path steps."""
    if not value:
        raise RoundsmanError("The id or reference is empty")
    if value in (".", ".."):
        raise RoundsmanError(f"{value} can't stand in a path; orders.list(external_ref=...) reads such a delivery")
    return quote(value, safe="")


class Paged(Generic[T]):
    """A list with pages. A loop returns every item, `pages()` every page, and `page()` only the first page."""

    def __init__(self, fetch: Callable[[str | None], Answer]) -> None:
        self._fetch = fetch

    def page(self) -> tuple[list[T], str | None]:
        """The first page, and the cursor of the next page. The last page has no cursor (None)."""
        answer = self._fetch(None)
        return answer.data, answer.next_cursor

    def pages(self) -> Iterator[list[T]]:
        cursor: str | None = None
        while True:
            answer = self._fetch(cursor)
            yield answer.data
            cursor = answer.next_cursor
            if cursor is None:
                return

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page


class Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _call(self, verb: str, path: str, **given: Any) -> Any:
        return self._transport.send(verb, path, **given).data

    def _pages(self, verb: str, path: str, *, cursor: str, query: dict[str, Any], **given: Any) -> Paged[Any]:
        def fetch(at: str | None) -> Answer:
            return self._transport.send(verb, path, query={**query, **({cursor: at} if at else {})}, **given)

        return Paged(fetch)
