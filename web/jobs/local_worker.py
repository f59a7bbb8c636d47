"""The worker that `python app.py` runs beside its web processes."""

from __future__ import annotations

import logging
import threading

from web.server.settings import Settings

#: Seconds after which a worker that ended with an error begins again.
AGAIN = 2

_LOG = logging.getLogger("web.jobs")


def run(settings: Settings, url: str, stop: threading.Event) -> None:
    """Work on the jobs of the database at this URL until ``stop`` is set."""
    from web.jobs.working.worker_service import work

    while not stop.is_set():
        try:
            work(settings, url, stop)
        except Exception:
            _LOG.exception("the worker of jobs ended")
            stop.wait(AGAIN)
