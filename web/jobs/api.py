"""Orders of large files in the JSON interface: accepted with 202, polled at the ``Location``, or cancelled."""

from __future__ import annotations

import json

from flask import Blueprint, Response, jsonify, url_for
from werkzeug.wrappers import Response as Answer

from ireval.errors import InputError
from web.jobs.admission import jobs
from web.jobs.delivery import download, failure
from web.jobs.routes import requested_job
from web.server import limits
from web.server.incoming.json_requests import refusal, takes_only
from web.store.jobs.job_records import ACTIVE, Job

bp = Blueprint("jobs_api", __name__, url_prefix="/api/v1/jobs")
bp.register_error_handler(InputError, refusal)

#: Seconds between two requests of a program that waits for a file.
RHYTHM = 2


def accepted_answer(job: Job) -> Answer:
    """The answer while the file is being made: where it will be, and its progress."""
    answer = jsonify({"state": job.state, "done": job.done, "of": job.total})
    answer.status_code = 202
    answer.headers["Location"] = url_for("jobs_api.state", job=job.id)
    answer.headers["Retry-After"] = str(RHYTHM)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.get("/<job>")
@limits.visits
def state(job: str) -> Answer | tuple[Response, int]:
    """The file, once; 202 while it is being made, 400 if it could not be made, and 200 with its state if it is gone."""
    takes_only()
    found = requested_job(job)
    if found.state in ACTIVE:
        return accepted_answer(found)
    if error := failure(found):
        return refusal(error)
    notes = found.outcome.get("notes", [])
    answer = download(found)
    if answer is None:
        return jsonify({"state": found.state})
    answer.headers["X-Notes"] = json.dumps(notes)
    return answer


@bp.delete("/<job>")
@limits.changes
def cancel(job: str) -> tuple[str, int]:
    """Stop the work."""
    jobs().store.cancel(requested_job(job).id)
    return "", 204
