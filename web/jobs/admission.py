"""Accepts orders for long work within limits: a queue of limited length, and a few places for each visitor."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from math import ceil
from typing import IO, TYPE_CHECKING, Any, NoReturn

from flask import Flask, abort, current_app, request

from ireval.messages import Message
from web import store
from web.jobs import visitors
from web.jobs.wording import FILE, WORDING, Wording
from web.jobs.working.queue_package import check_package
from web.server import error_pages
from web.server.error_pages import StorageError
from web.server.settings import Settings
from web.store.jobs.job_records import ABANDONED, Job, NewJob, NoSpaceError, Waiting

if TYPE_CHECKING:
    from web.store.jobs.job_store import JobStore

#: Jobs of one visitor that wait or are worked on.
MOST_OF_A_VISITOR = 3
#: The share of the queue that one network may fill, so that no address locks out all others.
SHARE = 0.6
#: Seconds of processor time up to which a file may be the answer to the request itself.
QUICK = 2
#: Seconds after which a visitor who was refused may try again.
LATER = 30
#: Bytes of a megabyte in the settings.
MEGABYTE = 1_000_000
_ID = re.compile(r"[\w-]{32}", re.ASCII)


@dataclass(frozen=True)
class Order:
    """An order for a file: its kind from ``kinds`` with the data, a title, and the address of the page to go back to.

    Orders with the same ``identity`` are for the same file. ``seconds`` is an estimate of the processor time. ``form``
    is posted to that page if it shows a form as it was. ``wording`` names the sentences on the page of the job. A file
    is downloaded from that page, unless ``then`` names the endpoint of a page that takes the result, or shows why there
    is none; its parameter ``job`` is the job's id. ``files`` are stored with the job. ``kept`` is a text that only the
    page ``then`` reads. ``sheet`` is the id of a published sheet; the file is deleted with it.
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
    sheet: str = ""

    @property
    def is_long(self) -> bool:
        """Whether it takes so long that its progress should be shown."""
        return self.seconds > QUICK

    @property
    def page(self) -> dict[str, object]:
        """The data for the page of the job."""
        names = ("title", "back", "form", "wording", "then", "kept", "sheet")
        return {name: getattr(self, name) for name in names}

    @property
    def digest(self) -> str:
        """A digest that is the same for orders of the same file."""
        return sha256(f"{self.kind} {self.identity}".encode()).hexdigest()


class Jobs:
    """The jobs of an app: where they are stored, and how many may wait."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        #: One thread always stays free for pages.
        self.waiting = threading.Semaphore(max(settings.threads - 1, 0))

    @cached_property
    def store(self) -> JobStore:
        """The jobs of the app's database, which is opened at the first use."""
        from web.jobs.working.distributors import distributor_of
        from web.store.jobs.job_store import JobStore

        put = distributor_of(current_app.config["DATABASE_URL"]).put
        return JobStore(store.store().database, put, self.settings.job_space * MEGABYTE)

    def find(self, id_: str) -> Job | None:
        """The job with this id; None if there is none, or if the sheet of its file has been deleted."""
        found = self.store.find(id_) if _ID.fullmatch(id_) and store.is_there() else None
        sheet = found.page.get("sheet") if found else ""
        if sheet and not store.store().has(sheet):
            self.store.remove(id_)
            return None
        return found

    def submit(self, order: Order) -> Job:
        """The job for this order: a new one, or the visitor's own of the same order. Refuses if there are too many."""
        by_cookie = not request.path.startswith("/api/")
        new = NewJob(
            kind=order.kind,
            what=order.what,
            page=order.page,
            visitor=visitors.visitor(by_cookie=by_cookie),
            network=visitors.network(),
            digest=order.digest,
            is_long=order.is_long,
            files=order.files,
        )
        try:
            return self.store.add(new, lambda waiting: self._check_room(waiting, WORDING[order.wording]))
        except NoSpaceError as error:
            _refuse(503, error.problem, LATER)
        except StorageError as error:
            current_app.logger.error("%s", error)
            _refuse(503, Message("files-not-possible"), LATER)

    def finished(self, order: Order) -> Job | None:
        """A job of the same order whose file is ready; None also if there is no usable database."""
        with suppress(StorageError):
            return self.store.finished(order.digest) if store.is_there() else None
        return None

    def _check_room(self, waiting: Waiting, words: Wording) -> None:
        if waiting.own >= MOST_OF_A_VISITOR:
            _refuse(429, Message(words.many, most=MOST_OF_A_VISITOR), ABANDONED)
        longest = self.settings.job_queue
        if waiting.queued >= longest or waiting.near >= ceil(SHARE * longest):
            _refuse(503, Message(words.full, seconds=LATER), LATER)


def _refuse(status: int, reason: Message, later: int) -> NoReturn:
    abort(error_pages.refusal(status, reason, **{"Retry-After": str(later)}))


def init_app(app: Flask, settings: Settings) -> None:
    """Give the app its jobs, in its database. Raises ``SettingError`` if that needs a package that is not installed."""
    check_package(settings.database_url)
    app.extensions["jobs"] = Jobs(settings)
    app.after_request(visitors.set_cookie)
    app.config.setdefault("JOB_PATIENCE", 1.0)


def jobs() -> Jobs:
    """The jobs of the current app."""
    found: Jobs = current_app.extensions["jobs"]
    return found
