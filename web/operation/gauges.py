"""Gauges for Prometheus: busy threads, cached answers, waiting jobs, used space.

Each process sets the values from its own memory, which are summed over all living processes. Values from the store are
read when Prometheus asks, in a thread of its own, so that no answer waits for a database that hangs.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.wsgi import ClosingIterator

from ireval.messages.keyed_error import KeyedError
from web.server import answer_cache
from web.store.inspection.figure import Figure

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry, Metric

#: Seconds for which figures that were read are reused, and seconds that an answer to Prometheus waits for new ones.
FRESH, PATIENCE = 5.0, 2.0
#: The description of each gauge that is read, and its labels.
READ = {
    "ireval_ready": ("1 if visitors can be sent to this server, as /readyz says, else 0.", ()),
    "ireval_store_readable": ("1 if the store answers, else 0; what is read from it is left out then.", ()),
    "ireval_queued_jobs": ("Jobs that wait for a worker.", ("length",)),
    "ireval_oldest_queued_job_seconds": ("Seconds that the job has waited that waits longest.", ("length",)),
    "ireval_running_jobs": ("Jobs on which a worker works.", ("length",)),
    "ireval_lost_jobs": ("Jobs of the last ten minutes that ended because two workers died with them.", ()),
    "ireval_workers": ("Workers that live.", ()),
    "ireval_space_used_bytes": ("Bytes that are used in the store.", ("kind",)),
    "ireval_space_allowed_bytes": ("Bytes that may be used in the store.", ("kind",)),
    "ireval_disk_free_bytes": ("Free bytes of the disk that has the database's file.", ()),
}


class Reader:
    """Reads figures in a thread of its own, one at a time; if they cannot be read, the figures are ``without``."""

    def __init__(self, read: Callable[[], Sequence[Figure]], without: Sequence[Figure], fresh: float = FRESH) -> None:
        self._read, self._without, self._fresh = read, without, fresh
        self._found, self._until = without, float("-inf")
        self._thread: threading.Thread | None = None

    def figures(self) -> Sequence[Figure]:
        """The figures that were read recently, or can be read within ``PATIENCE``."""
        if time.monotonic() >= self._until:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, daemon=True, name="gauges")
                self._thread.start()
            self._thread.join(PATIENCE)
        return self._found if time.monotonic() < self._until else self._without

    def _work(self) -> None:
        try:
            self._found, fresh = self._read(), self._fresh
        except (KeyedError, OSError):
            self._found, fresh = self._without, min(self._fresh, FRESH)
        self._until = time.monotonic() + fresh


class Readings:
    """All figures of some readers, for Prometheus."""

    def __init__(self, readers: Sequence[Reader]) -> None:
        self._readers = readers

    def collect(self) -> Iterator[Metric]:
        """The gauges that have a value."""
        from prometheus_client.metrics_core import GaugeMetricFamily

        figures = [figure for reader in self._readers for figure in reader.figures()]
        for name, (what, labels) in READ.items():
            gauge = GaugeMetricFamily(name, what, labels=labels)
            for figure in figures:
                if figure.name == name:
                    gauge.add_metric([figure.labels[label] for label in labels], figure.value)
            if gauge.samples:
                yield gauge


class ProcessGauges:
    """The gauges that each process sets: its busy threads, and its cached answers."""

    def __init__(self, registry: CollectorRegistry) -> None:
        from prometheus_client import Gauge

        def gauge(name: str, what: str, mode: str = "livesum") -> Gauge:
            return Gauge(name, what, registry=registry, multiprocess_mode=mode)  # type: ignore[arg-type]

        self._threads = gauge("ireval_threads", "Threads that can answer requests, of all processes together.", "max")
        self._busy = gauge("ireval_busy_threads", "Threads that answer a request.")
        self._bytes = gauge("ireval_answer_cache_bytes", "Bytes of the answers that all processes keep.")
        self._entries = gauge("ireval_answer_cache_entries", "Answers that all processes keep.")
        answer_cache.watch_size(self._note_size)

    def expect(self, threads: int) -> None:
        """Note how many threads all processes have together."""
        self._threads.set(threads)

    def count_busy_threads(self, app: WSGIApplication) -> WSGIApplication:
        """The application, wrapped so that the threads that are busy with it are counted."""

        def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            self._busy.inc()
            try:
                answer = app(environ, start_response)
            except BaseException:
                self._busy.dec()
                raise
            return ClosingIterator(answer, self._busy.dec)

        return application

    def _note_size(self, size: int, entries: int) -> None:
        self._bytes.set(size)
        self._entries.set(entries)


class DatabaseCounters:
    """Counters of waits for the database, and of refused and failed transactions."""

    def __init__(self, registry: CollectorRegistry) -> None:
        from prometheus_client import Counter

        def counter(name: str, what: str, labels: Sequence[str] = ()) -> Counter:
            return Counter(name, what, labels, registry=registry)

        self._waits = counter("ireval_store_waits", "Transactions that had to wait before they began.")
        self._seconds = counter("ireval_store_wait_seconds", "Seconds that transactions waited before they began.")
        self._failures = counter("ireval_store_failures", "Transactions that were refused or failed.", ("reason",))

    def note_wait(self, seconds: float) -> None:
        """Count a wait."""
        self._waits.inc()
        self._seconds.inc(seconds)

    def note_failure(self, key: str) -> None:
        """Count a failure, by the key of its error."""
        self._failures.labels(key.removeprefix("database-")).inc()


class LivingProcesses:
    """The counts of all processes, without the gauges of processes that have died."""

    def __init__(self, folder: str) -> None:
        from prometheus_client import CollectorRegistry
        from prometheus_client.multiprocess import MultiProcessCollector

        self._folder = Path(folder)
        self._collector = MultiProcessCollector(CollectorRegistry(), path=folder)  # type: ignore[no-untyped-call]

    def collect(self) -> Iterable[Metric]:
        """The counters and gauges."""
        for file in self._folder.glob("gauge_live*_*.db"):
            if sys.platform == "linux" and not Path("/proc", file.stem.rpartition("_")[2]).exists():
                file.unlink(missing_ok=True)
        found: Iterable[Metric] = self._collector.collect()  # type: ignore[no-untyped-call]
        return found
