"""The distributors that give jobs to workers, one for each kind of database."""

from __future__ import annotations

import threading
from typing import Any, Protocol

from web.jobs.working.local_distributor import LocalDistributor
from web.jobs.working.queue_package import check_package, is_shared
from web.jobs.working.runner import Runner
from web.store.jobs.job_records import Job


class Distributor(Protocol):
    """Gives each waiting job to one worker, and to another one if that worker dies."""

    def put(self, connection: Any, job: Job) -> None:
        """Accept a job, in the transaction of the store's ``connection`` that queues it."""

    def work(self, runner: Runner, stop: threading.Event) -> None:
        """Run jobs until ``stop`` is set, and then until the current ones have finished or were queued again."""


def distributor_of(url: str) -> Distributor:
    """The distributor for the jobs of the database at this URL. Raises ``SettingError`` if its package is missing."""
    if not is_shared(url):
        return LocalDistributor(url)
    check_package(url)
    from web.jobs.working.procrastinate_distributor import ProcrastinateDistributor

    return ProcrastinateDistributor(url)
