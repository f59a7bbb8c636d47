"""Does one job: writes its files into a folder, has a process make the result there, and stores that.

The process knows neither the database nor the server's secrets. It says how far it is; as long as it works, its job is
looked at, and the process is ended when nobody wants the result any more.
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

#: A job may take this many times its limit of processor time in real time: it waits for everything else.
REAL_TIME = 5
#: Seconds between two looks at a job, and between two notes of its progress.
RHYTHM = 0.5
#: Seconds that what runs gets to finish when the worker is to stop.
GRACE = 10
#: Seconds for which the result of a job is offered again to a database that cannot be used.
PATIENCE = 60

#: How the names of the folders begin, among the temporary files.
PREFIX = "ireval-job-"

_LOG = logging.getLogger("web.jobs")


class Limits(NamedTuple):
    """Jobs at a time; seconds of processor time, and megabytes, of a job."""

    places: int
    seconds: int
    megabytes: int


class End(Enum):
    """What became of a run: the job is over for this worker, or it was queued again because the worker stops."""

    OVER = "over"
    AGAIN = "again"


@dataclass(frozen=True)
class Runner:
    """Does jobs of a store within limits. Several threads may do so at the same time."""

    jobs: JobWork
    limits: Limits

    def run(self, id_: str, stop: threading.Event) -> End:
        """Do a job, unless it is gone or nobody waits for it; returns when it has ended.

        After ``stop`` is set, it gets a few seconds, and is queued again then. Raises ``StorageError`` if the database
        cannot be used.
        """
        remove_leavings(self.limits)
        claim = self.jobs.begin(id_)
        if claim is None:
            return End.OVER
        with TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as name:
            folder = Path(name)
            self._write_files(claim, folder)
            said = self._made(claim, folder, stop)
            if said is None:
                self._insist(lambda: self.jobs.queue_again(claim.id, died=False, attempt=claim.attempt))
                return End.AGAIN
            state = said.pop("state")
            file = folder / "file" if state == READY else None
            self._insist(lambda: self.jobs.finish(claim, state, said, file))
        return End.OVER

    def _write_files(self, claim: Claim, folder: Path) -> None:
        (folder / "sent").mkdir()
        for number in self.jobs.files(claim):
            with (folder / "sent" / str(number)).open("xb") as file:
                file.writelines(self.jobs.pieces(claim, number))
        (folder / "order.json").write_text(json.dumps({"kind": claim.kind, "what": claim.what}), "utf-8")

    def _made(self, claim: Claim, folder: Path, stop: threading.Event) -> dict[str, Any] | None:
        """The state of the job and its outcome; None if it is to be done by another worker."""
        limits = {"seconds": self.limits.seconds, "megabytes": self.limits.megabytes, "is_long": claim.is_long}
        process = processes.take({"folder": str(folder), **limits})
        heard: Queue[dict[str, Any] | None] = Queue()
        listener = threading.Thread(target=_listen, args=(process, heard), daemon=True)
        listener.start()
        try:
            return self._followed(claim, process, heard, stop)
        finally:
            processes.end(process, listener)

    def _followed(
        self, claim: Claim, process: processes.Process, heard: Queue[dict[str, Any] | None], stop: threading.Event
    ) -> dict[str, Any] | None:
        now = time.monotonic()
        end, stopped, looked, progress = now + REAL_TIME * self.limits.seconds, float("inf"), now, (0, 0)
        while now < stopped:
            try:
                said: Mapping[str, Any] | None = heard.get(timeout=RHYTHM / 2)
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
        except StorageError as error:  # the work goes on: its result is stored when the database is there again
            _LOG.warning("%s", error)
            return True

    @staticmethod
    def _insist(store: Callable[[], object]) -> None:
        """Store something, again and again for a while if the database cannot be used."""
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


def _listen(process: processes.Process, heard: Queue[dict[str, Any] | None]) -> None:
    """Pass on what the process says, a line of JSON for each; at last None."""
    if process.stdout:
        for line in process.stdout:
            if line.endswith(b"\n"):
                heard.put(json.loads(line))
    heard.put(None)
