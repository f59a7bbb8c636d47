"""Takes orders for long work, within bounds: a queue of a limited length, and a few places for each visitor."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import ceil
from pathlib import Path
from typing import IO, Any, NoReturn

from flask import Flask, abort, current_app, request
from werkzeug.wrappers import Response

from ireval.messages import Message
from web.jobs import visitors
from web.jobs.file_lock import held
from web.jobs.manager import ABANDONED, Limits, Manager
from web.jobs.spool import ACTIVE, QUEUED, READY, Job, Spool, SpoolError
from web.jobs.wording import FILE, WORDING, Wording
from web.server import error_pages
from web.server.settings import Settings

#: Jobs of one visitor that wait or are worked on.
MOST_OF_A_VISITOR = 3
#: The share of the queue that one network may fill, so that no address locks out all others.
SHARE = 0.6
#: Seconds of processor time of an order whose file may be the answer itself.
QUICK = 2
#: Seconds after which a visitor who was refused may ask again.
LATER = 30


@dataclass(frozen=True)
class Order:
    """What is to be made: a kind of ``kinds`` with its data, its title in words, and the page to go back to.

    Orders with the same ``identity`` are for the same file.
    ``seconds`` is a guess of the processor time. ``form`` is posted to the page, where that shows a form as it was.
    ``wording`` is what the page of the job calls the work. A file is downloaded from that page, unless ``then`` names
    the endpoint of a page that takes the result, or shows why there is none; its parameter ``job`` is the job's id.
    ``files`` are copied into the job's folder. ``kept`` is what that page has to know; nobody else reads it.
    """

    kind: str
    what: dict[str, Any]
    identity: str
    title: str
    back: str
    seconds: float
    form: Sequence[tuple[str, str]] = ()
    wording: str = FILE
    then: str = ""
    files: Sequence[IO[bytes]] = ()
    kept: str = ""

    @property
    def is_long(self) -> bool:
        """Whether nobody should wait for it without seeing its progress."""
        return self.seconds > QUICK

    @property
    def page(self) -> dict[str, object]:
        """What the page of the job says, and where it leads to."""
        names = ("title", "back", "form", "wording", "then", "kept")
        return {name: getattr(self, name) for name in names}

    @property
    def digest(self) -> str:
        """The same for orders of the same file."""
        return sha256(f"{self.kind} {self.identity}".encode()).hexdigest()


class Jobs:
    """The jobs of an app: where they are stored, who works on them, and how many may wait."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.spool = Spool(folder)
        processes = settings.jobs or max((os.cpu_count() or 1) // 2, 1)
        self.limits = Limits(processes, settings.job_seconds, settings.job_memory)
        self.manager = Manager(self.spool, self.limits)
        self.longest_queue = settings.job_queue
        #: One thread always stays free for pages.
        self.waiting = threading.Semaphore(max(settings.threads - 1, 0))
        self._is_begun = False

    def begin(self) -> None:
        """Look after the jobs that an earlier server has left, at the first request to this process."""
        if not self._is_begun:
            self._is_begun = True
            if self.spool.jobs():
                self.manager.ensure()

    @property
    def salt(self) -> Path:
        """The secret with which addresses are digested."""
        return self.spool.folder / "salt"

    def submit(self, order: Order) -> Job:
        """The job for this order: a new one, or the visitor's own job of the same order. Refuses if there are many."""
        self.spool.prepare()
        by_cookie = not request.path.startswith("/api/")
        who = visitors.visitor(self.salt, by_cookie=by_cookie)
        network = visitors.network(self.salt)
        with held(self.spool.folder / "admission.lock"):
            waiting = [(job, job.state, job.visitor) for job in self.spool.jobs()]
            waiting = [(job, state, facts) for job, state, facts in waiting if state in (*ACTIVE, READY)]
            own = [(job, state, facts) for job, state, facts in waiting if facts.get("visitor") == who]
            same = next((job for job, _, facts in own if facts["digest"] == order.digest), None)
            if same and not same.is_cancelled:
                same.see()
            else:
                self._check_room(waiting, own, network, WORDING[order.wording])
                facts = {"visitor": who, "network": network, "digest": order.digest, "time": time.time()}
                same = self.spool.add(
                    {"kind": order.kind, "what": order.what, "is_long": order.is_long},
                    {**facts, **order.page},
                    order.files,
                )
        self.manager.ensure()
        return same

    def finished(self, order: Order) -> Job | None:
        """A job of the same order whose file is there."""
        jobs = (job for job in self.spool.jobs() if job.state == READY)
        return next((job for job in jobs if job.visitor.get("digest") == order.digest), None)

    def _check_room(self, waiting: list[Any], own: list[Any], network: str, words: Wording) -> None:
        if sum(state in ACTIVE for _, state, _ in own) >= MOST_OF_A_VISITOR:
            _refuse(429, Message(words.many, most=MOST_OF_A_VISITOR), ABANDONED)
        queued = [facts for _, state, facts in waiting if state == QUEUED]
        near = sum(facts.get("network") == network for facts in queued)
        if len(queued) >= self.longest_queue or near >= ceil(SHARE * self.longest_queue):
            _refuse(503, Message(words.full, seconds=LATER), LATER)


def _refuse(status: int, reason: Message, later: int) -> NoReturn:
    abort(error_pages.refusal(status, reason, **{"Retry-After": str(later)}))


def _unavailable(error: SpoolError) -> Response:
    current_app.logger.error("%s", error)
    return error_pages.refusal(503, Message("files-not-possible"), **{"Retry-After": str(LATER)})


def init_app(app: Flask, settings: Settings) -> None:
    """Give the app its jobs, in the folder of the settings."""
    app.extensions["jobs"] = jobs_ = Jobs(settings, Path(settings.job_folder or Path(app.instance_path, "jobs")))
    app.config["JOB_FOLDER"] = settings.job_folder
    app.register_error_handler(SpoolError, _unavailable)
    app.before_request(jobs_.begin)
    app.after_request(visitors.set_cookie)
    app.config.setdefault("JOB_PATIENCE", 1.0)


def check() -> None:
    """Whether the folder of jobs can be used, if a setting names one. Raises ``SpoolError``.

    Without the setting it is in the folder `instance`, and the lab works on a disk where that cannot be written.
    """
    if current_app.config["JOB_FOLDER"]:
        jobs().spool.check()


def jobs() -> Jobs:
    """The jobs of the current app."""
    found: Jobs = current_app.extensions["jobs"]
    return found
