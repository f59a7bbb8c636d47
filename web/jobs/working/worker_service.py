"""The worker of a database, as a service of its own or beside a server."""

from __future__ import annotations

import signal
import threading

from web.jobs.working import processes
from web.jobs.working.distributors import distributor_of
from web.jobs.working.runner import Limits, Runner, remove_leavings
from web.server.settings import Settings
from web.store.jobs.job_work import JobWork
from web.store.sheet_store import Store

#: Bytes of a megabyte of the settings.
MEGABYTE = 1_000_000


def work(settings: Settings, url: str, stop: threading.Event | None = None) -> None:
    """Do the jobs of the database at this URL until ``stop`` is set; in the main thread, until SIGTERM or Ctrl-C."""
    stop = stop or threading.Event()
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
    limits = Limits(settings.job_places, settings.job_seconds, settings.job_memory)
    remove_leavings(limits)
    distributor, store = distributor_of(url), Store(url)
    runner = Runner(JobWork(store.database, settings.job_space * MEGABYTE), limits)
    try:
        distributor.work(runner, stop)
    finally:
        processes.end_spare()
        store.close_connections()
