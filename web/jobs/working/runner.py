"""Runs one job: writes its files into a folder, starts a process that makes the result there, and stores the result.

The process knows neither the database nor the server's secrets. It reports its progress; meanwhile, the job is checked
again and again, and the process is ended when nobody wants the result any more.
"""

from __future__ import annotations

import json
import logging
import shutil
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory, gettempdir
from typing import Any, NamedTuple

from web.jobs.working import processes
from web.store import StorageError
from web.store.jobs.job_records import CANCELLED, FAILED, READY, Claim
from web.store.jobs.job_work import JobWork

#: A job may take this many times its limit of processor time in real time, because it has the lowest priority.
REAL_TIME = 5
#: Seconds between two looks at a job, and between two notes of its progress.
RHYTHM = 0.5
#: Seconds in which a running job may finish when the worker should stop.
GRACE = 10
#: Seconds for which storing a result is tried again if the database cannot be used.
PATIENCE = 60

#: The beginning of the names of the folders, among the temporary files.
PREFIX = "ireval-job-"

_LOG = logging.getLogger("web.jobs")


class Limits(NamedTuple):
    """The number of jobs at a time, and the seconds of processor time and the megabytes of memory of one job."""

    places: int
    seconds: int
    megabytes: int


class End(Enum):
    """The outcome of a run: the job is over for this worker, or it was queued again because the worker stops."""

    OVER = "over"
    AGAIN = "again"


@dataclass(frozen=True)
class Runner:
    """Runs jobs of a store within limits. Several threads may use it at the same time."""

    jobs: JobWork
    limits: Limits

    def run(self, id_: str, stop: threading.Event) -> End:
        """Run a job, unless it is gone or nobody waits for it; returns when it has ended.

        If it has not ended a few seconds after ``stop`` is set, it is queued again. Raises ``StorageError`` if the
        database cannot be used.
        """
        remove_leavings(self.limits)
        claim = self.jobs.begin(id_)
        if claim is None:
            return End.OVER
        with TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as name:
            folder = Path(name)
            self._write_files(claim, folder)
            said = self._make(claim, folder, stop)
            if said is None:
                self._store_patiently(lambda: self.jobs.queue_again(claim.id, died=False, attempt=claim.attempt))
                return End.AGAIN
            state = said.pop("state")
            file = folder / "file" if state == READY else None
            self._store_patiently(lambda: self.jobs.finish(claim, state, said, file))
        return End.OVER

    def _write_files(self, claim: Claim, folder: Path) -> None:
        (folder / "sent").mkdir()
        for number in self.jobs.files(claim):
            with (folder / "sent" / str(number)).open("xb") as file:
                file.writelines(self.jobs.pieces(claim, number))
        (folder / "order.json").write_text(json.dumps({"kind": claim.kind, "what": claim.what}), "utf-8")

    def _make(self, claim: Claim, folder: Path, stop: threading.Event) -> dict[str, Any] | None:
        """Make the result; returns the state of the job and its outcome, or None if another worker must do it."""
        limits = {"seconds": self.limits.seconds, "megabytes": self.limits.megabytes, "is_long": claim.is_long}
        process = processes.take({"folder": str(folder), **limits})
        messages: Queue[dict[str, Any] | None] = Queue()
        listener = threading.Thread(target=_listen, args=(process, messages), daemon=True)
        listener.start()
        try:
            return self._follow(claim, process, messages, stop)
        finally:
            processes.end(process, listener)

    def _follow(
        self, claim: Claim, process: processes.Process, messages: Queue[dict[str, Any] | None], stop: threading.Event
    ) -> dict[str, Any] | None:
        now = time.monotonic()
        end, stopped, looked, progress = now + REAL_TIME * self.limits.seconds, float("inf"), now, (0, 0)
        while now < stopped:
            try:
                said: Mapping[str, Any] | None = messages.get(timeout=RHYTHM / 2)
            except Empty:
                said = {}
            now = time.monotonic()
            if said is None:
                return _failure("time" if processes.is_out_of_time(process.wait()) else "lost")
            if "state" in said:
                return dict(said)
            progress = said.get("progress", progress)
            if now >= looked + RHYTHM:
                looked = now
                if not self._is_wanted(claim, *progress):
                    return {"state": CANCELLED}
            if now > end:
                return _failure("time")
            if stop.is_set():
                stopped = min(stopped, now + GRACE)
        return None

    def _is_wanted(self, claim: Claim, done: int, total: int) -> bool:
        try:
            return self.jobs.note(claim, done, total)
        except StorageError as error:  # the work continues: its result is stored when the database works again
            _LOG.warning("%s", error)
            return True

    @staticmethod
    def _store_patiently(store: Callable[[], object]) -> None:
        """Store something; try again for a while if the database cannot be used."""
        end, pause = time.monotonic() + PATIENCE, 0.5
        while True:
            try:
                store()
            except StorageError:
                if time.monotonic() > end:
                    raise
                time.sleep(pause)
                pause = min(2 * pause, 5)
            else:
                return


def remove_leavings(limits: Limits) -> None:
    """Remove the folders of jobs whose worker was killed: those that are older than a job of these limits can be."""
    oldest = time.time() - REAL_TIME * limits.seconds - GRACE - PATIENCE
    for folder in Path(gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder)


def _failure(reason: str) -> dict[str, Any]:
    return {"state": FAILED, "reason": reason}


def _listen(process: processes.Process, messages: Queue[dict[str, Any] | None]) -> None:
    """Put each line of JSON that the process writes into the queue, and None at the end."""
    if process.stdout:
        for line in process.stdout:
            if line.endswith(b"\n"):
                messages.put(json.loads(line))
    messages.put(None)
