"""What the page of a job shows."""

from __future__ import annotations

from collections.abc import Iterable

from ireval.errors import InputError
from ireval.messages import Message, say
from web.jobs.spool import ACTIVE, CANCELLED, DELIVERED, FAILED, QUEUED, READY, RUNNING, Job

HEADINGS = {
    QUEUED: "Making the file",
    RUNNING: "Making the file",
    READY: "The file is ready",
    DELIVERED: "The file was downloaded",
    CANCELLED: "Cancelled",
    FAILED: "The file could not be made",
}
KILOBYTE, MEGABYTE = 1000, 1000_000


class JobView:
    """A job in words; ``others`` are all jobs, ``error`` is why it failed."""

    def __init__(self, job: Job, others: Iterable[Job], error: InputError | None) -> None:
        facts = job.visitor
        self.title: str = facts.get("title", "")
        self.back: str = facts.get("back", "")
        self.form: list[tuple[str, str]] = facts.get("form", [])
        self.state = CANCELLED if job.is_cancelled else job.state
        self.error = error
        self.done, self.total = job.progress
        self.ahead = _ahead(job, others) if self.state == QUEUED else 0
        end = job.end
        self.notes: list[str] = end.get("notes", [])
        self.size = file_size(end["size"]) if self.state == READY else ""

    @property
    def heading(self) -> str:
        """What is going on, as the heading of the page."""
        return HEADINGS[self.state]

    @property
    def is_active(self) -> bool:
        """Whether the file is still to be made."""
        return self.state in ACTIVE

    @property
    def count(self) -> str:
        """How many variants are finished; empty before that is known."""
        return say(Message("variants-finished", done=self.done, total=self.total)) if self.total else ""

    @property
    def is_put_together(self) -> bool:
        """Whether all variants are finished and only the file is not."""
        return bool(self.total) and self.done == self.total


def _ahead(job: Job, others: Iterable[Job]) -> int:
    """How many jobs were there before this one."""
    since = job.visitor.get("time", 0)
    return sum(o.state in ACTIVE and o.visitor.get("time", since) < since for o in others)


def file_size(size: int) -> str:
    """A size in bytes as people read it.

    >>> file_size(812), file_size(45_200), file_size(2_640_000)
    ('812 bytes', '45 kB', '2.6 MB')
    """
    if size < KILOBYTE:
        return f"{size} bytes"
    return f"{size / KILOBYTE:.0f} kB" if size < MEGABYTE else f"{size / MEGABYTE:.1f} MB"
