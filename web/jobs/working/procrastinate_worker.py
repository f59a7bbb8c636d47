"""A worker for procrastinate's queues, in the PostgreSQL database of the store.

There are places for all jobs, and one more for short ones. One job at a time runs for each visitor, and networks take
turns. Only the database's clock is used: the jobs of a worker that has been silent for ``STALLED`` seconds are given to
others.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from procrastinate import App, JobContext
from procrastinate.exceptions import ConnectorException
from procrastinate.worker import Worker

from web.jobs.working.runner import End, Runner
from web.store import StorageError
from web.store.jobs.patient_connector import PatientConnector
from web.store.jobs.queue_entries import LONG, SHORT, TASK, QueueEntries

#: Seconds between two signs of life of a worker, and seconds after which a worker without one counts as dead.
BEAT, STALLED = 1, 6
#: Seconds between two looks for jobs: if notifications arrive, and if a connection pooler loses them.
NOTIFIED, POLLED = 2, 0.5
#: Seconds between two searches for jobs that nobody waits for, that have ended, or that have lost their entry.
SWEEP = 5
#: Seconds between two attempts after an error.
PAUSE = 1
#: An interval so long that it never ends: these checks of procrastinate are done by other means.
_NEVER = 10**6
#: Threads besides those of the jobs: one waits for the end, one looks after entries, one is spare.
_BESIDE = 3
_EACH = SHORT, LONG
_LOG = logging.getLogger("web.jobs")


class ProcrastinateWorker:
    """One worker, from its start to its end."""

    def __init__(self, entries: QueueEntries, runner: Runner, stop: threading.Event) -> None:
        self._entries, self._runner, self._stop = entries, runner, stop
        self._connector = PatientConnector(entries.url, _EACH)
        self._app = App(connector=self._connector)
        self._app.task(name=TASK, pass_context=True)(self._run)
        self._running: set[int | None] = set()
        self._workers: list[Any] = []  # procrastinate's own have no types

    async def until_stopped(self) -> None:
        """Run jobs until the event is set, and then until the current ones have ended or were queued again."""
        places = self._runner.limits.places
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(places + 1 + _BESIDE))
        async with self._connector.make_pool() as pool, self._app.open_async(pool):
            listens = await self._connector.listens()
            runs = [asyncio.create_task(self._keep(list(_EACH), places, listens))]
            runs += [asyncio.create_task(self._keep([SHORT], 1, listens))]
            beside = [asyncio.create_task(self._beat()), asyncio.create_task(self._look_after())]
            await asyncio.to_thread(self._stop.wait)
            self._connector.is_hasty = True
            for worker in self._workers:
                worker.stop()
            await asyncio.gather(*runs)
            for task in beside:
                task.cancel()

    def _run(self, context: JobContext, job: str) -> None:
        """Do one job, in a thread. After an error, the job is active without an entry, and gets another one."""
        self._running.add(context.job.id)
        try:
            if self._runner.run(job, self._stop) is End.AGAIN:
                self._entries.put(job)
        except StorageError as error:
            _LOG.warning("%s", error)
        except Exception:
            _LOG.exception("a job ended with an error of the program")
        finally:
            self._running.discard(context.job.id)

    async def _keep(self, queues: list[str], places: int, listens: bool) -> None:
        """Run a worker of procrastinate, and a new one after an error."""
        while not self._stop.is_set():
            worker: Any = Worker(
                self._app,
                queues=queues,
                concurrency=places,
                fetch_job_polling_interval=NOTIFIED if listens else POLLED,
                listen_notify=listens,
                abort_job_polling_interval=_NEVER,  # the row of a job says whether it was cancelled
                update_heartbeat_interval=_NEVER,  # this would end before the jobs do: see ``_beat``
                delete_jobs="always",
                install_signal_handlers=False,
            )
            self._workers.append(worker)
            try:
                await worker.run()
            except Exception as error:
                if not self._stop.is_set():
                    _LOG.warning("the worker begins again: %r", error.__cause__ or error)
            self._workers.remove(worker)
            if not self._stop.is_set():
                await asyncio.sleep(PAUSE)

    async def _beat(self) -> None:
        """Send signs of life of the workers, until their last job has ended."""
        while True:
            for id_ in self._ids():
                try:
                    await self._app.job_manager.update_heartbeat(id_)
                except (ConnectorException, TimeoutError):
                    break
            await asyncio.sleep(BEAT)

    async def _look_after(self) -> None:
        """Look after the entries of all workers, as long as the database answers.

        After the database was unreachable, other workers need some time to send signs of life again.
        """
        reached = swept = time.monotonic()
        since, suspects, is_away = reached, set[int](), False
        while True:
            await asyncio.sleep(BEAT)
            begun = time.monotonic()
            if begun - reached > STALLED / 2:
                since = begun
            try:
                # Entries that a worker was given without knowing it, because the connection broke at that moment.
                assigned = await asyncio.to_thread(self._entries.ids_of_workers, self._ids()) - self._running
                if begun - since > STALLED:
                    await asyncio.to_thread(self._entries.give_to_others, STALLED, sorted(assigned & suspects))
                if begun - swept > SWEEP:
                    await asyncio.to_thread(self._runner.jobs.sweep)
                    await asyncio.to_thread(self._entries.put_missing)
                    swept = begun
                suspects, reached, is_away = assigned, time.monotonic(), False
            except StorageError as error:
                if not is_away:
                    _LOG.warning("%s", error)
                is_away = True

    def _ids(self) -> list[int]:
        return [worker.worker_id for worker in self._workers if worker.worker_id is not None]
