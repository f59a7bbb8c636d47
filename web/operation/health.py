"""`/healthz`: the process answers. `/readyz`: everything that it needs can be used.

The first checks nothing else, so that servers that still serve the lab are not restarted when the database is gone. The
second names what is missing and the kind of cause. Anybody may ask, so error messages of a database are only in the
log. A server that is about to end is not ready, so that a load balancer sends visitors elsewhere.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

from flask import Blueprint, Flask, current_app, jsonify, make_response
from werkzeug.wrappers import Response

from ireval.messages.keyed_error import KeyedError
from web.operation.gauges import Reader
from web.server.serving import shutdown
from web.store.inspection.figure import Figure

bp = Blueprint("health", __name__)

#: A check of something that is needed; raises an exception if it cannot be used.
Check = Callable[[], None]
FRESH = 3.0  # seconds for which a finding is reused
FIRST = 0.25  # seconds that others wait for the first finding
#: The public names of causes, by the keys of errors.
CAUSES = {
    "database-unreachable": "unreachable",
    "database-no-answer": "no answer",
    "database-locked": "locked by another writer",
    "database-full": "disk full",
    "database-read-only": "read-only",
    "database-too-many": "too many waiting",
    "database-too-many-connections": "too many waiting",
}


class Readiness:
    """The checks of an app. One thread at a time checks; others return the last findings."""

    def __init__(self, checks: Mapping[str, Check]) -> None:
        self._checks, self._turn = checks, threading.Lock()
        self._found: dict[str, str] = dict.fromkeys(checks, "not checked yet")
        self._until = 0.0

    def findings(self) -> dict[str, str]:
        """For each check, "ok" or what is wrong."""
        if time.monotonic() >= self._until and self._turn.acquire(timeout=0 if self._until else FIRST):
            try:
                if time.monotonic() >= self._until:
                    self._found = {name: _state(name, check) for name, check in self._checks.items()}
                    self._until = time.monotonic() + FRESH
            finally:
                self._turn.release()
        return self._found


def init_app(app: Flask, checks: Mapping[str, Check]) -> None:
    """Add both addresses to the app."""
    app.extensions["readiness"] = Readiness(checks)
    app.register_blueprint(bp)


def reader(app: Flask) -> Reader:
    """A reader for Prometheus that says whether visitors can be sent here."""

    def read() -> list[Figure]:
        with app.app_context():
            return [
                Figure(
                    "ireval_ready", not shutdown.is_requested() and set(_readiness(app).findings().values()) == {"ok"}
                )
            ]

    return Reader(read, [Figure("ireval_ready", 0)])


def _readiness(app: Flask) -> Readiness:
    found: Readiness = app.extensions["readiness"]
    return found


@bp.get("/healthz")
def health() -> Response:
    """Say that the process answers."""
    return _uncached(make_response("ok\n", {"Content-Type": "text/plain; charset=utf-8"}))


@bp.get("/readyz")
def readiness() -> Response:
    """Say whether visitors may be sent here, and what is missing."""
    found: dict[str, str] = {"server": "stopping"}
    if not shutdown.is_requested():
        found = _readiness(current_app).findings()
    ready = all(state == "ok" for state in found.values())
    answer = make_response(jsonify(ready=ready, checks=found), 200 if ready else 503)
    return _uncached(answer)


def _state(name: str, check: Check) -> str:
    try:
        check()
    except (KeyedError, OSError) as error:
        current_app.logger.warning("Not ready: %s: %s", name, error)
        return CAUSES.get(error.key, "unusable") if isinstance(error, KeyedError) else "unusable"
    return "ok"


def _uncached(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
