"""Counters for Prometheus: requests, latencies, saves, exports and refusals, at an address of their own.

Labels are rules of routes, methods, classes of status and reasons, so their number is limited. Several processes write
their counts into files of one folder, which the process that answers Prometheus adds up.
"""

from __future__ import annotations

import atexit
import os
import shutil
import socket
import tempfile
import threading
from collections.abc import Callable, Iterable
from socketserver import ThreadingMixIn
from typing import TYPE_CHECKING
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from web.operation.gauges import DatabaseCounters, LivingProcesses, ProcessGauges, Reader, Readings
from web.operation.observation import Answered
from web.server import answer_cache
from web.server.serving import refusals
from web.server.settings import SettingError

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
SAVING = {"student.save", "student.write", "student.submit"}
REASONS = {
    403: "forbidden",
    409: "conflict",
    410: "closed",
    411: "no-length",
    413: "too-large",
    414: "address-too-long",
    429: "too-many",
    503: "unavailable",
}
#: Refusals before a request reaches the app: answers of the server itself, and connections that it closes.
EARLY = {"400": "malformed", "413": "too-large", "431": "headers-too-large", "501": "not-implemented"}
#: Refusals, by the keys of their errors, that share a status with mistakes in user input.
KEYS = {"forged-request": "forged", "host-unknown": "unknown-host"}


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Six(_Server):
    address_family = socket.AF_INET6


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        """Log nothing when Prometheus asks."""


def listening_server(address: str, application: WSGIApplication) -> WSGIServer:
    """A small server at an address and port. Raises ``SettingError`` if it cannot listen there."""
    host, _, port = address.rpartition(":")
    server = _Six if ":" in host else _Server
    try:
        return make_server(host.strip("[]"), int(port), application, server, _Quiet)
    except OSError as error:
        raise SettingError("cannot-count-there", address=address, reason=error.strerror or str(error)) from error


class Counters:
    """The counters of this process and of those that are forked from it.

    The library is imported here, because its import decides whether processes share their counts.
    """

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="ireval-counters-")
        atexit.register(shutil.rmtree, self._folder, ignore_errors=True)
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = self._folder
        from prometheus_client import CollectorRegistry, Counter, Histogram

        own = CollectorRegistry()  # only the one that `registry` returns is read
        labels = ("route", "method", "status")
        self._requests = Counter("ireval_requests", "Requests that were answered.", labels, registry=own)
        self._seconds = Histogram(
            "ireval_request_seconds", "Seconds until an answer was made.", ("route",), registry=own, buckets=SECONDS
        )
        self._saves = Counter("ireval_saves", "Requests whose answers to a sheet were saved.", registry=own)
        self._exports = Counter("ireval_exports", "Files that were made for download.", ("route",), registry=own)
        self._refusals = Counter("ireval_refusals", "Requests that were refused.", ("reason",), registry=own)
        self._kept = Counter(
            "ireval_kept_answers",
            "Requests for answers that may be kept: “hit” if the answer was, “miss” if it was made.",
            ("outcome",),
            registry=own,
        )
        answer_cache.watch(lambda was_cached: self._kept.labels("hit" if was_cached else "miss").inc())
        refusals.watch(lambda reason: self._refusals.labels(EARLY.get(reason, reason)).inc())
        self.processes = ProcessGauges(own)
        self.database = DatabaseCounters(own)

    def observe(self, seen: Answered) -> None:
        """Count a request that was answered."""
        self._requests.labels(seen.route, seen.method, f"{seen.status // 100}xx").inc()
        self._seconds.labels(seen.route).observe(seen.seconds)
        if seen.endpoint in SAVING and seen.method == "POST" and seen.status < 400:
            self._saves.inc()
        if seen.attached and seen.status == 200:
            self._exports.labels(seen.route).inc()
        reason = KEYS.get(seen.error) or REASONS.get(seen.status)
        if reason:
            self._refusals.labels(reason).inc()

    def registry(self, *readers: Reader) -> CollectorRegistry:
        """The counts of all processes, and the figures of the readers."""
        from prometheus_client import CollectorRegistry

        found = CollectorRegistry()
        found.register(LivingProcesses(self._folder))
        found.register(Readings(readers))
        return found

    def server(self, address: str, *readers: Reader) -> Callable[[threading.Event], None]:
        """A function that answers Prometheus until an event is set. Raises ``SettingError`` if it cannot listen."""
        from prometheus_client import make_wsgi_app

        metrics = make_wsgi_app(self.registry(*readers))

        def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            if environ["PATH_INFO"] == "/metrics":
                answer: Iterable[bytes] = metrics(environ, start_response)
                return answer
            start_response("404 Not Found", [("Content-Type", "text/plain")])
            return [b"Counters are at /metrics.\n"]

        server = listening_server(address, application)

        def serve(stop: threading.Event) -> None:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            stop.wait()

        return serve
