"""The worker that `python app.py` runs beside its web processes."""

from __future__ import annotations

import atexit
import logging
import threading
import time

from web.server.settings import Settings

#: Seconds after which a worker that ended with an error begins again.
AGAIN = 2

_LOG = logging.getLogger("web.jobs")


def run(settings: Settings, url: str) -> None:
    """Work on the jobs of the database at this URL until SIGTERM, or as long as the process lives."""
    from web.jobs.working.worker_service import work

    if threading.current_thread() is threading.main_thread():
        work(settings, url)  # a process that ends with an error is replaced
        return
    from web.jobs.working.runner import GRACE

    stop, done = threading.Event(), threading.Event()
    atexit.register(done.wait, GRACE + AGAIN)
    atexit.register(stop.set)  # before the other
    while not stop.is_set():
        try:
            work(settings, url, stop)
        except Exception:
            _LOG.exception("the worker of jobs ended")
            time.sleep(AGAIN)
    done.set()
