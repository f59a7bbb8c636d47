"""Stores what a working process has read: a collection, or a run that is added to one."""

from __future__ import annotations

from collections.abc import Callable

from flask import abort, redirect, url_for

from ireval.collection.packed_collection import RUN
from ireval.collection.upload.collection_summary import CollectionSummary
from ireval.collection.upload.part_file import read_parts, read_summary
from ireval.errors import InputError
from web import store
from web.collections.upload_limits import upload_limits
from web.jobs.delivery import failure
from web.jobs.file_lock import held
from web.jobs.spool import DELIVERED, FAILED, READY, Job


def take_result(job: Job, keep: Callable[[Job], str]) -> str:
    """What ``keep`` returns after it has stored the result of a job, which it does once, however often this is called.

    Raises ``InputError`` if there is no result, or if it cannot be stored; then it is deleted. While the job is worked
    on, the request is answered with its page.
    """
    with held(job.folder / "taking.lock"):
        if error := failure(job):
            raise error
        end = job.end
        if end.get("state") == DELIVERED:
            return str(end["result"])
        if end.get("state") != READY:
            abort(redirect(url_for("jobs.page", job=job.id), 303))
        try:
            found = keep(job)
        except InputError as error:
            job.finish(FAILED, key=error.key, field=error.field, problem=error.message, advice=error.suggestion)
            raise
        job.finish(DELIVERED, result=found)
    return found


def store_collection(job: Job) -> str:
    """Store a collection in one transaction; returns its owner's token."""
    links = store.store().collections.add(
        (store.Part(*part) for part in read_parts(job.file)),
        title=job.visitor["title"],
        summary=read_summary(job.file),
        lifetime=store.collection_lifetime(),
    )
    return links.owner


def store_run(job: Job) -> str:
    """Add a run to the collection that the job knows the owner's token of, which is returned.

    Raises ``InputError`` if the collection has a run of this name, or as many runs as it may have.
    """
    token: str = job.visitor["kept"]
    stored = store.store().collections.by_owner(token)
    if stored is None:
        raise store.Refused(store.Reason.COLLECTION_GONE)
    [run] = CollectionSummary.from_json(read_summary(job.file)).runs

    def summary(before: str) -> str:
        found = CollectionSummary.from_json(before)
        if run.name in {other.name for other in found.runs}:
            raise InputError(RUN, "run-is-there", name=run.name)
        if len(found.runs) >= upload_limits().runs:
            raise InputError(RUN, "collection-has-most-runs", most=upload_limits().runs)
        return found.with_run(run).to_json()

    store.store().collections.change(stored, summary, add=(store.Part(*part) for part in read_parts(job.file)))
    return token
