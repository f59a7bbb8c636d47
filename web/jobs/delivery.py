"""The answer to an order: its file or its result if that is soon ready, otherwise the page of the job."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from logging import Logger
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from flask import Response, abort, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from ireval.errors import InputError
from ireval.exercises.exports.platform_files import SheetFile
from ireval.messages import Message
from web.jobs.admission import Jobs, Order, jobs
from web.jobs.job_view import wording_of
from web.server.error_pages import StorageError
from web.store.jobs.job_records import ACTIVE, FAILED, READY, FileGoneError, Job

if TYPE_CHECKING:
    from web.store.jobs.job_store import JobStore

#: Seconds between two looks at a job while a request waits for it.
_RHYTHM = 0.02


def progress_page(job: Job) -> Answer:
    """A redirect to the page of the job."""
    return redirect(url_for("jobs.page", job=job.id), 303)


def made_file(order: Order, later: Callable[[Job], Answer] = progress_page) -> SheetFile:
    """The file, if it is soon ready; otherwise the request is answered with ``later``, a page that shows the progress.

    Raises ``InputError`` if the file cannot be made.
    """
    job = _submit(order)
    if error := failure(job):
        raise error
    made = _take_file(job)
    if made is None:
        abort(later(job))
    return made


def result_page(order: Order) -> Answer:
    """A redirect to the page that takes the result, if that is soon ready; otherwise to the page of the job."""
    job = _submit(order)
    return progress_page(job) if job.state in ACTIVE else redirect(result_address(job), 303)


def result_address(job: Job) -> str:
    """The address of the page that takes the result of a job, or shows why there is none; empty for a file."""
    then = job.page.get("then", "")
    return url_for(then, job=job.id) if then and job.state in {READY, FAILED} else ""


def job_of_result(id_: str, endpoint: str) -> Job:
    """The job whose result the page of this endpoint takes; answers with a 404 page if there is none."""
    found = jobs().find(id_)
    if found is None or found.page.get("then") != endpoint:
        abort(404, Message("job-unknown"))
    return found


def _submit(order: Order) -> Job:
    """Submit the order, and wait a moment for the job to end."""
    found = jobs()
    job = found.submit(order)
    patience: float = current_app.config["JOB_PATIENCE"]
    if not order.is_long or patience > order.seconds:
        _wait(found, job, patience)
    return found.find(job.id) or job


def _take_file(job: Job) -> SheetFile | None:
    """The file of a job, which is then deleted; None if it is not ready."""
    if job.state != READY:
        return None
    try:
        data, said = made_bytes(job), job.outcome
    except FileGoneError:
        return None
    jobs().store.deliver(job.id)
    notes = tuple(Message("job-note", note=note) for note in said["notes"])
    return SheetFile(data, said["name"], said["media_type"], notes)


def _wait(found: Jobs, job: Job, seconds: float) -> None:
    """Wait until the job has ended, if a thread can be spared, and if no other job comes before it."""
    if found.store.others(job) >= found.settings.job_places or not found.waiting.acquire(blocking=False):
        return
    try:
        end = time.monotonic() + seconds
        while time.monotonic() < end and found.store.state(job.id) in ACTIVE:
            time.sleep(_RHYTHM)
    finally:
        found.waiting.release()


def failure(job: Job) -> InputError | None:
    """The error of a job that has failed; None for any other job."""
    said, settings = job.outcome, jobs().settings
    if job.state != FAILED:
        return None
    if "reason" in said:
        key = wording_of(job).limits[said["reason"]]
        return InputError("variants", key, seconds=settings.job_seconds, megabytes=settings.job_memory)
    return InputError(said["field"], "job-refused", problem=said["problem"], advice=said["advice"])


def download(job: Job) -> Response | None:
    """The answer with the file of a job; None if it is not ready. The file is deleted once it was sent completely."""
    if job.state != READY:
        return None
    pieces = [] if request.method == "HEAD" else _pieces(jobs().store, job, current_app.logger)
    answer = Response(pieces, content_type=job.outcome["media_type"])
    answer.content_length = job.size
    answer.headers.set("Content-Disposition", "attachment", filename=job.outcome["name"])
    return answer


def made_bytes(job: Job) -> bytes:
    """The file of a job that is ready. Raises ``FileGoneError``."""
    if job.state != READY:
        raise FileGoneError
    return b"".join(jobs().store.read(job))


@contextmanager
def made_path(job: Job) -> Iterator[Path]:
    """The file of a job that is ready, on the disk for a moment. Raises ``FileGoneError``."""
    with TemporaryDirectory(prefix="ireval-job-") as folder:
        path = Path(folder, "file")
        with path.open("xb") as file:
            file.writelines(jobs().store.read(job))
        yield path


def _pieces(found: JobStore, job: Job, log: Logger) -> Iterator[bytes]:
    yield from found.read(job)
    try:
        found.deliver(job.id)
    except StorageError as error:  # the answer is complete; the file is removed some minutes later
        log.error("%s", error)
