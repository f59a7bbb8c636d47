"""The answer to an order: its file or its result if that is made in a moment, otherwise the page of the job."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import IO

from flask import Response, abort, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as Answer

from ireval.errors import InputError
from ireval.exercises.exports.platform_files import SheetFile
from ireval.messages import Message
from web.jobs.admission import Jobs, Order, jobs
from web.jobs.job_view import wording_of
from web.jobs.spool import ACTIVE, DELIVERED, FAILED, READY, Job

#: Seconds between two looks at a job that is waited for.
_RHYTHM = 0.02
_PIECE = 2**16


def progress_page(job: Job) -> Answer:
    """A redirect to the page of the job."""
    return redirect(url_for("jobs.page", job=job.id), 303)


def made_file(order: Order, later: Callable[[Job], Answer] = progress_page) -> SheetFile:
    """The file, if it is made in a moment; otherwise the request is answered with ``later``, a page of progress.

    Raises ``InputError`` if the file cannot be made.
    """
    job = _submitted(order)
    if error := failure(job):
        raise error
    made = _taken_file(job)
    if made is None:
        abort(later(job))
    return made


def result_page(order: Order) -> Answer:
    """A redirect to the page that takes the result, if that is there in a moment; otherwise to the page of the job."""
    job = _submitted(order)
    return progress_page(job) if job.state in ACTIVE else redirect(result_address(job), 303)


def result_address(job: Job) -> str:
    """The address of the page that takes the result of a job, or says why there is none; empty for a mere file."""
    then = job.visitor.get("then", "")
    return url_for(then, job=job.id) if then and job.state in {READY, FAILED} else ""


def job_of_result(id_: str, endpoint: str) -> Job:
    """The job whose result the page of this endpoint takes; a page that says so if there is none."""
    found = jobs().spool.find(id_)
    if found is None or found.visitor.get("then") != endpoint:
        abort(404, Message("job-unknown"))
    return found


def _submitted(order: Order) -> Job:
    """The job, after a moment in which it may have ended."""
    found = jobs()
    job = found.submit(order)
    patience: float = current_app.config["JOB_PATIENCE"]
    if not order.is_long or patience > order.seconds:
        _wait(found, job, patience)
    return job


def _taken_file(job: Job) -> SheetFile | None:
    """The file of a job that is ready, which is then deleted; None before."""
    end = job.end
    if not end or end["state"] != READY:
        return None
    with suppress(OSError):
        data = job.file.read_bytes()
        job.finish(DELIVERED)
        notes = tuple(Message("job-note", note=note) for note in end["notes"])
        return SheetFile(data, end["name"], end["media_type"], notes)
    return None


def _wait(found: Jobs, job: Job, seconds: float) -> None:
    """Wait until the job has ended, if a thread can be spared, and if no other job comes before it."""
    ahead = sum(other.state in ACTIVE for other in found.spool.jobs() if other.id != job.id)
    if ahead >= found.limits.processes or not found.waiting.acquire(blocking=False):
        return
    try:
        end = time.monotonic() + seconds
        while time.monotonic() < end and job.state in ACTIVE:
            job.see()
            time.sleep(_RHYTHM)
    finally:
        found.waiting.release()


def failure(job: Job) -> InputError | None:
    """Why there is no file or result, if the job has failed."""
    end, limits = job.end, jobs().limits
    if not end or end["state"] != FAILED:
        return None
    if "reason" in end:
        key = wording_of(job).limits[end["reason"]]
        return InputError("variants", key, seconds=limits.seconds, megabytes=limits.megabytes)
    return InputError(end["field"], "job-refused", problem=end["problem"], advice=end["advice"])


def download(job: Job) -> Response | None:
    """The file of a job, unless it is not ready or another request has taken it.

    It is deleted once it was sent to its end.
    """
    end = job.end
    if end.get("state") != READY:
        return None
    try:
        file = job.file.open("rb")
    except OSError:
        return None
    answer = Response([] if request.method == "HEAD" else _pieces(job, file), content_type=end["media_type"])
    answer.call_on_close(file.close)
    answer.content_length = end["size"]
    answer.headers.set("Content-Disposition", "attachment", filename=end["name"])
    return answer


def _pieces(job: Job, file: IO[bytes]) -> Iterator[bytes]:
    while piece := file.read(_PIECE):
        yield piece
    job.finish(DELIVERED)
