"""How a client sends a request: key, time limit, retries, and errors as exceptions."""

import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime
from typing import Any, Callable, Dict, Iterator, List, Optional


class ApiError(Exception):
    """The API refused the request; `code` is one of the list in its reference."""

    def __init__(self, status: int, body: Any, request_id: Optional[str]) -> None:
        given = body if isinstance(body, dict) else {}
        super().__init__(given.get("error", f"the API answered {status}"))
        self.status = status
        self.code: str = given.get("code", f"http_{status}")
        self.details: List[str] = given.get("details", [])
        self.request_id = request_id
        self.body = body


class ConnectionFailed(Exception):
    """No answer arrived: whether the API did what was asked is not known."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)


class ApiClient:
    """url: base address of the API. key: of a sender (dispatch) or a workspace (lanes). retries: how often a request is
    sent again at most. timeout: seconds of one attempt."""

    def __init__(self, url: str, key: Optional[str] = None, retries: int = 4, timeout: float = 60.0) -> None:
        self._url = url.rstrip("/")
        self._key = key
        self._retries = retries
        self._timeout = timeout

    def _call(
        self,
        method: str,
        path: str,
        repeatable: bool,
        members: Dict[str, Any],
        query: Optional[Dict[str, Any]] = None,
        body: Any = None,
        as_csv: bool = False,
    ) -> Any:
        for name, value in members.items():
            path = path.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
        asked = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        address = self._url + path + ("?" + urllib.parse.urlencode(asked) if asked else "")
        headers = {"Accept": "text/csv" if as_csv else "application/json, */*;q=0.1"}
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        data = None
        if body is not None:
            headers["Content-Type"] = "text/csv" if isinstance(body, str) else "application/json"
            data = (body if isinstance(body, str) else json.dumps(body)).encode()
        attempt = 0
        while True:
            request = urllib.request.Request(address, data=data, headers=headers, method=method)
            try:
                with _opener.open(request, timeout=self._timeout) as response:
                    return _content(response.headers.get("Content-Type", ""), response.read())
            except urllib.error.HTTPError as answer:
                error: Exception = ApiError(answer.code, _json(answer.read()), answer.headers.get("X-Request-Id"))
                again = answer.code in (429, 500, 502, 503, 504) if repeatable else answer.code == 429
                asked_for = _seconds(answer.headers.get("Retry-After"))
            except OSError as cause:
                error = ConnectionFailed(f"{self._url} did not answer: {cause}")
                reason = getattr(cause, "reason", cause)
                again = repeatable or isinstance(reason, ConnectionRefusedError)
                asked_for = 0.0
            if not again or attempt >= self._retries:
                raise error
            # Half a second, doubled each time, spread so that callers do not come back together.
            time.sleep(max(min(0.5 * 2**attempt, 30) * random.uniform(0.5, 1), asked_for))
            attempt += 1


def rows_of(load: Callable[..., Any], member: str, **query: Any) -> Iterator[Any]:
    """Every row of a list, page by page."""
    while True:
        page = load(**query)
        yield from page[member]
        if page["next_cursor"] is None:
            return
        query["cursor"] = page["next_cursor"]


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _content(media_type: str, data: bytes) -> Any:
    if not data:
        return None
    if "json" in media_type:
        return json.loads(data)
    return data.decode() if media_type.startswith("text/") else data


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return None


def _seconds(header: Optional[str]) -> float:
    return float(header) if header is not None and re.fullmatch(r"\d{1,6}", header) else 0.0
