"""Passes the facts about each answered request to the log and the counters.

The app is wrapped twice. The outer layer measures time and bytes, for static files too. The inner layer is right around
Flask, which knows the route. Paths are never passed on, because they hold secrets; the rules of routes do not.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from web.server.request_id import KEY, request_id

ROUTE = "ireval.route"
ERROR = "ireval.error"
STATIC = "/static/<path:filename>"
NOWHERE = "unmatched"
METHODS = {"GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH"}
UNSEEN = {"/healthz", "/readyz"}
GIVEN_ID = re.compile(r"[\w-]{8,64}", re.ASCII)


class Answered(NamedTuple):
    """A request that was answered."""

    id: str
    method: str  # or "other"
    route: str  # the rule, such as `/s/<token>/<key>`
    endpoint: str
    error: str  # the key of the message about an error, where it has one
    status: int
    attached: bool  # whether the answer is a file to keep
    size: int
    seconds: float
    address: str


Observer = Callable[[Answered], None]


def note_route(app: WSGIApplication) -> WSGIApplication:
    """Flask's application, wrapped so that the outer layer learns the route of a request."""

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            facts = environ.get(ROUTE)
            if facts is not None:
                rule = environ["werkzeug.request"].url_rule
                facts.update(route=rule.rule if rule else NOWHERE, endpoint=rule.endpoint if rule else "")
                facts.update(error=environ.get(ERROR, ""))
            return start_response(status, headers, exc_info)

        return app(environ, start)

    return application


def observe_requests(app: WSGIApplication, observers: list[Observer], *, believe_ids: bool) -> WSGIApplication:
    """The whole application, wrapped so that observers are called with each answered request, except health checks."""

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        began = time.perf_counter()
        facts: dict[str, Any] = {"route": STATIC, "endpoint": "", "error": "", "status": 0, "attached": False}
        given = environ.get("HTTP_X_REQUEST_ID", "")
        if believe_ids and GIVEN_ID.fullmatch(given):
            environ[KEY] = given
        environ[ROUTE] = facts

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            facts["status"] = int(status[:3])
            facts["attached"] = any(
                name.lower() == "content-disposition" and value.startswith("attachment") for name, value in headers
            )
            return start_response(status, headers, exc_info)

        def finish(size: int) -> None:
            if facts["route"] not in UNSEEN:
                method, address = environ.get("REQUEST_METHOD", ""), str(environ.get("REMOTE_ADDR", ""))
                method = method if method in METHODS else "other"
                seconds = time.perf_counter() - began
                seen = Answered(request_id(environ), method, size=size, seconds=seconds, address=address, **facts)
                for observer in observers:
                    observer(seen)

        return _CountedAnswer(app(environ, start), finish)

    return application


class _CountedAnswer:
    """An answer that counts its bytes, and reports the number when it is closed."""

    def __init__(self, answer: Iterable[bytes], finish: Callable[[int], None]) -> None:
        self._answer, self._finish, self._size = answer, finish, 0

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._answer:
            self._size += len(chunk)
            yield chunk

    def close(self) -> None:
        """Close the answer itself, then report its length."""
        try:
            if hasattr(self._answer, "close"):
                self._answer.close()
        finally:
            self._finish(self._size)
