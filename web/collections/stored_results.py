"""Stores what a working process has read: a collection, or a run to add to a collection."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import abort, redirect, url_for

from ireval.collection.packed_collection import RUN
from ireval.collection.upload.collection_summary import CollectionSummary
from ireval.collection.upload.part_file import read_parts, read_summary
from ireval.errors import InputError
from web import store
from web.collections.upload_limits import upload_limits
from web.jobs.admission import jobs
from web.jobs.delivery import failure, made_path
from web.store.jobs.job_records import DELIVERED, READY, FileGoneError, Job

#: Stores something in a transaction of the database; returns the token of its owner.
Storing = Callable[[Any], str]


def take_result(job: Job, keep: Callable[[Job, Path], Storing]) -> str:
    """Store the result of a job once, however often this is called, and return its owner's token.

    ``keep`` returns the function that stores it. Raises ``InputError`` if there is no result, or if it cannot be
    stored; then it is deleted. While the job is not finished, the request is answered with the job's page.
    """
    if error := failure(job):
        raise error
    if job.state == DELIVERED:
        return str(job.outcome["result"])
    if job.state != READY:
        abort(redirect(url_for("jobs.page", job=job.id), 303))
    try:
        with made_path(job) as path:
            storing = keep(job, path)
            with jobs().store.taking(job.id) as taken:
                if taken:
                    taken.result = storing(taken.connection)
                    return taken.result
    except FileGoneError:
        pass
    except InputError as error:
        said = {"key": error.key, "field": error.field, "problem": error.message, "advice": error.suggestion}
        jobs().store.refuse(job.id, said)
        raise
    now = jobs().find(job.id)  # another request was faster
    return take_result(now, keep) if now else abort(404)


def store_collection(job: Job, path: Path) -> Storing:
    """Return the function that stores a collection and returns its owner's token."""

    def storing(connection: Any) -> str:
        links = store.store().collections.add(
            (store.Part(*part) for part in read_parts(path)),
            title=job.page["title"],
            summary=read_summary(path),
            lifetime=store.collection_lifetime(),
            within=connection,
        )
        return links.owner

    return storing


def store_run(job: Job, path: Path) -> Storing:
    """Return the function that adds a run to the collection whose owner's token the job has.

    Raises ``InputError`` if the collection has a run of this name, or as many runs as it may have.
    """
    token: str = job.page["kept"]
    stored = store.store().collections.by_owner(token)
    if stored is None:
        raise store.Refused(store.Reason.COLLECTION_GONE)
    collection = stored
    [run] = CollectionSummary.from_json(read_summary(path)).runs

    def summary(before: str) -> str:
        found = CollectionSummary.from_json(before)
        if run.name in {other.name for other in found.runs}:
            raise InputError(RUN, "run-is-there", name=run.name)
        if len(found.runs) >= upload_limits().runs:
            raise InputError(RUN, "collection-has-most-runs", most=upload_limits().runs)
        return found.with_run(run).to_json()

    def storing(connection: Any) -> str:
        parts = (store.Part(*part) for part in read_parts(path))
        store.store().collections.change(collection, summary, add=parts, within=connection)
        return token

    return storing
