"""The page of a job: its progress, Cancel, and the download."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, redirect, render_template, url_for
from werkzeug.wrappers import Response as Answer

from ireval.messages import Message
from web.jobs.admission import jobs
from web.jobs.delivery import download, failure, result_address
from web.jobs.job_view import JobView
from web.server import limits
from web.store.jobs.job_records import QUEUED, Job

bp = Blueprint("jobs", __name__, url_prefix="/jobs")


@bp.after_request
def _private(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer


def requested_job(id_: str) -> Job:
    """The job with this id, noting that somebody asks for it; answers with a 404 page if there is none."""
    job = jobs().find(id_)
    if job is None:
        abort(404, Message("job-unknown"))
    jobs().store.see(job)
    return job


@bp.get("/<job>")
@limits.visits
def page(job: str) -> Answer:
    """The progress of the job. The page reloads itself until the file is ready or another page has the result."""
    found = requested_job(job)
    if result := result_address(found):
        return redirect(result, 303)
    ahead = jobs().store.ahead(found) if found.state == QUEUED else 0
    view = JobView(found, ahead, failure(found))
    return make_response(render_template("jobs/job.html", job=view, id=job))


@bp.get("/<job>/file")
@limits.changes
def file(job: str) -> Answer:
    """The file, once; until it is ready, the page of the job."""
    found = requested_job(job)
    taken = None if found.page.get("then") else download(found)
    return taken or redirect(url_for("jobs.page", job=job), 303)


@bp.post("/<job>/cancel")
@limits.changes
def cancel(job: str) -> Answer:
    """Stop the work, or delete the file that nobody wants."""
    jobs().store.cancel(requested_job(job).id)
    return redirect(url_for("jobs.page", job=job), 303)
