"""The values that describe jobs to the store and its users; they are independent of any database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import IO, Any, NamedTuple

from ireval.messages.keyed_error import KeyedError
from web.server.error_pages import StorageError

QUEUED, RUNNING, READY, DELIVERED, CANCELLED, FAILED = "queued", "running", "ready", "delivered", "cancelled", "failed"
#: The state of a row whose files are still being stored; to everybody else, such a job is queued.
ARRIVING = "arriving"
#: Jobs that need a place in the queue or a process.
ACTIVE = (QUEUED, RUNNING)

#: Seconds without a request for a job after which nobody waits for it any more.
ABANDONED = 15
#: Seconds that a file waits for its download, and that the page of a job that has ended can still be read.
KEPT_SECONDS = 600
#: A job counts as lost when this many workers have died while they ran it.
ATTEMPTS = 2


class NewJob(NamedTuple):
    """A job to store: what it makes, and for whom. Jobs with the same digest make the same file."""

    kind: str
    what: Mapping[str, Any]
    page: Mapping[str, Any]
    visitor: str
    network: str
    digest: str
    is_long: bool
    files: Sequence[IO[bytes]] = ()


class Job(NamedTuple):
    """A job as it was when it was read, without its files. ``outcome`` is empty before it has ended.

    ``done`` and ``total`` are 0 before the progress is known; ``unseen`` is the number of seconds since somebody last
    asked for it. ``size`` is the number of bytes of its files or, when it is ready, of the file that was made.
    ``attempt`` counts how often a worker has begun it.
    """

    id: str
    kind: str
    state: str
    page: Mapping[str, Any]
    outcome: Mapping[str, Any]
    done: int
    total: int
    size: int
    attempt: int
    is_cancelled: bool
    unseen: float


class Waiting(NamedTuple):
    """Numbers of jobs: a visitor's own that wait or run, all that wait, and those that wait for the same network."""

    own: int
    queued: int
    near: int


class Claim(NamedTuple):
    """A job that a worker has begun: nobody but the worker with this ``attempt`` may change it."""

    id: str
    attempt: int
    kind: str
    what: Mapping[str, Any]
    is_long: bool


class QueuedJob(NamedTuple):
    """A job that waits for a worker."""

    id: str
    visitor: str
    network: str
    is_long: bool


class QueueLength(NamedTuple):
    """How many jobs wait for a worker, and for how many seconds the oldest of them has."""

    jobs: int
    seconds: float


class FileGoneError(StorageError):
    """The file of a job was deleted before it was read to its end, because another request has received it."""

    def __init__(self) -> None:
        super().__init__("job-file-deleted")


class NoSpaceError(KeyedError):
    """The files of all jobs together would have more bytes than the setting JOB_SPACE allows; nothing was stored."""

    def __init__(self) -> None:
        super().__init__("job-space-full")
