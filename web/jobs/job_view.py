"""The view of a job for its page."""

from __future__ import annotations

from ireval.errors import InputError
from ireval.messages import Message, say
from web.jobs.wording import FILE, WORDING, Wording
from web.store.jobs.job_records import ACTIVE, CANCELLED, DELIVERED, FAILED, QUEUED, READY, RUNNING, Job

KILOBYTE, MEGABYTE = 1000, 1000_000


class JobView:
    """A job in words. ``ahead`` is the number of jobs before it, ``error`` the reason if it has failed."""

    def __init__(self, job: Job, ahead: int, error: InputError | None) -> None:
        facts = job.page
        self.title: str = facts.get("title", "")
        self.back: str = facts.get("back", "")
        self.form: list[tuple[str, str]] = facts.get("form", [])
        self.wording = wording_of(job)
        self.state = CANCELLED if job.is_cancelled else job.state
        self.error = error
        self.done, self.total = job.done, job.total
        self.ahead = ahead
        self.notes: list[str] = job.outcome.get("notes", [])
        self.size = file_size(job.size) if self.state == READY else ""

    @property
    def heading(self) -> str:
        """The heading of the page, which names the state of the work."""
        keys = self.wording
        headings = {QUEUED: keys.making, RUNNING: keys.making, READY: keys.ready, FAILED: keys.failed}
        return say(Message({**headings, DELIVERED: keys.delivered, CANCELLED: keys.cancelled}[self.state]))

    @property
    def back_label(self) -> str:
        """The label of the link that leads back."""
        return say(Message(self.wording.back))

    @property
    def stop_label(self) -> str:
        """The label of the button that ends the work."""
        return say(Message(self.wording.stop))

    @property
    def joined(self) -> str:
        """The sentence for work whose parts are all finished."""
        return say(Message(self.wording.joined))

    @property
    def gone(self) -> str:
        """The sentence about work that was stopped."""
        return say(Message(self.wording.gone))

    @property
    def is_active(self) -> bool:
        """Whether the work is still to be done."""
        return self.state in ACTIVE

    @property
    def count(self) -> str:
        """How much is finished; empty before that is known."""
        if not self.total:
            return ""
        numbers: dict[str, object] = {"done": self.done, "total": self.total}
        if self.wording.in_kilobytes:
            numbers = {
                name: file_size(KILOBYTE * number) for name, number in (("done", self.done), ("total", self.total))
            }
        return say(Message(self.wording.progress, numbers))

    @property
    def is_put_together(self) -> bool:
        """Whether all parts are finished and only the file is not."""
        return bool(self.total) and self.done == self.total


def wording_of(job: Job) -> Wording:
    """The keys of the sentences on the page of the job."""
    return WORDING[job.page.get("wording", FILE)]


def file_size(size: int) -> str:
    """A size in bytes as people read it.

    >>> file_size(812), file_size(45_200), file_size(2_640_000)
    ('812 bytes', '45 kB', '2.6 MB')
    """
    if size < KILOBYTE:
        return f"{size} bytes"
    return f"{size / KILOBYTE:.0f} kB" if size < MEGABYTE else f"{size / MEGABYTE:.1f} MB"
