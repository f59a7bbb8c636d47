"""The page about collections: what a collection is, the built-in one, and the form to upload one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ireval.collection.topic_joins import NUMBER, ORDER
from ireval.collection.upload.grade_order import LOW_BEST
from ireval.errors import InputError
from ireval.messages import Message
from web import store
from web.collections.form import CHOICES, CHOSEN_KINDS, kinds_are_chosen, run_order, upload_order
from web.collections.format_examples import EXAMPLES
from web.collections.owner_pages import render_owned
from web.collections.page import CollectionPage
from web.collections.stored_results import store_collection, store_run, take_result
from web.collections.upload_limits import most_bytes, upload_limits
from web.jobs.admission import jobs
from web.jobs.delivery import result_page
from web.jobs.routes import requested_job
from web.server import limits
from web.server.error_pages import WayBack, leads_back
from web.store.bounds import TITLE
from web.store.library import library

bp = Blueprint("collections", __name__, url_prefix="/collections")
#: Errors that ask what the files are.
_ABOUT_KINDS = frozenset({"several-qrels", "upload-without-qrels"})
_NOTHING: Mapping[str, str] = MappingProxyType({})
#: Errors that ask how the files belong together, and what the form proposes then.
_PROPOSALS: Mapping[str, Mapping[str, str]] = {
    "topics-may-count": {"topics": ORDER},
    "topics-have-other-ids": {"topics": ORDER},
    "documents-have-other-zeros": {"documents": NUMBER},
    "which-grade-is-best": {"grades": LOW_BEST},
}


def _too_large() -> Message:
    """The reason for refusing files that are too large, with the limit that the form names."""
    return Message("upload-over-limit", most=upload_limits().size // 10**6)


def _form_address(title: str) -> str:
    return url_for("collections.overview", title=title[:TITLE] or None, _anchor="upload")


def _to_form() -> WayBack:
    """The way back to the form, with the title that was typed unless the request was refused unread."""
    typed = vars(request).get("form", {})
    return WayBack(_form_address(typed.get("title", "")), "Back to the form")


def _from_result(job: str) -> WayBack:
    """The way back to the form with which the files of a job were sent; an empty form if the job is gone."""
    found = jobs().find(job)
    back = found.page.get("back") if found else None
    return WayBack(back or _form_address(""), "Back to the form")


def _to_owned(token: str) -> WayBack:
    return WayBack(url_for("collection_owner.owned", token=token, _anchor="runs"), "Back to your collection")


@bp.get("")
def overview() -> Response:
    """Show what a collection is, the built-in one, and the form."""
    return _page(request.args.get("title", ""), None)


@bp.post("")
@limits.uploading
@limits.at_most(most_bytes, _too_large)
@leads_back(_to_form)
def upload() -> Answer:
    """Have the files read. If that is quick, the answer is the new collection, otherwise the page of the job."""
    try:
        return result_page(upload_order())
    except InputError as error:
        return _page(request.form.get("title", ""), error, by_kind=kinds_are_chosen(), chosen=request.form)
    finally:
        request.close()  # deletes the files


@bp.get("/taken/<job>")
@limits.visits
@leads_back(_from_result)
def take(job: str) -> Answer:
    """Store a collection whose files were read, and redirect to its owner's page; or say what is wrong with them."""
    found = requested_job(job)
    try:
        token = take_result(found, store_collection)
    except InputError as error:
        key = (jobs().find(job) or found).outcome.get("key", "")
        by_kind = found.page["kept"] == CHOSEN_KINDS or key in _ABOUT_KINDS
        return _page(found.page["title"], error, by_kind=by_kind, chosen=_proposed(key))
    return redirect(url_for("collection_owner.owned", token=token), 303)


@bp.post("/own/<token>/runs")
@limits.uploading
@limits.at_most(most_bytes, _too_large)
@leads_back(_to_owned)
def add_run(token: str) -> Answer:
    """Have a run read that the owner adds."""
    stored = store.store().collections.by_owner(token)
    try:
        if stored is None:
            raise store.Refused(store.Reason.COLLECTION_GONE)
        return result_page(run_order(token, stored))
    except InputError as error:
        return make_response(render_owned(token, error), 400)
    finally:
        request.close()


@bp.get("/added/<job>")
@limits.visits
def take_run(job: str) -> Answer:
    """Store a run that was read, and redirect to the owner's page, which says what is wrong if it cannot be stored."""
    found = requested_job(job)
    try:
        token = take_result(found, store_run)
    except InputError as error:
        return make_response(render_owned(found.page["kept"], error), 400)
    return redirect(url_for("collection_owner.owned", token=token, _anchor="runs"), 303)


def _proposed(key: str) -> Mapping[str, str]:
    """The choices that the form proposes if an upload did not say how its files belong together; else empty."""
    return _PROPOSALS.get(key, {})


def _page(
    title: str, error: InputError | None, *, by_kind: bool = False, chosen: Mapping[str, str] = _NOTHING
) -> Response:
    """The page; ``by_kind`` if the fields for files of each kind are open.

    ``chosen`` has the values of the fields that say how files belong together; these are open if there are any.
    """
    html = render_template(
        "collections/overview.html",
        built_in=CollectionPage(library.find(library.BUILT_IN)),
        examples=EXAMPLES,
        limits=upload_limits(),
        most_bytes=most_bytes(),
        days=store.collection_lifetime().days,
        title=title,
        error=error,
        by_kind=by_kind,
        chosen={name: chosen.get(name, "") for name in CHOICES},
    )
    return make_response(html, 400 if error else 200)
