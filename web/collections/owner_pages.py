"""The pages of a collection's owner: both links, adding and removing runs, another title, and deletion."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from ireval.collection.packed_collection import RUN
from ireval.collection.upload.collection_summary import CollectionSummary
from ireval.errors import InputError
from ireval.messages import Message, say
from web import store
from web.collections.page import CollectionPage
from web.collections.upload_limits import most_bytes, upload_limits
from web.server import limits
from web.store.library.library import LibraryEntry, unpacked

bp = Blueprint("collection_owner", __name__, url_prefix="/collections/own")

_LEFT = {
    store.Deletion.FINISHED: Message("deletion-finished"),
    store.Deletion.PENDING: Message("deletion-pending"),
    store.Deletion.BY_SERVER: Message("deletion-by-server"),
}


@bp.get("/<token>")
def owned(token: str) -> str:
    """The owner's page."""
    return render_owned(token, None)


@bp.post("/<token>/runs/remove")
@limits.changes
def remove_run(token: str) -> Answer:
    """Remove a run; it does not matter if it is already gone."""
    name = request.form.get("name", "")

    def summary(before: str) -> str:
        return CollectionSummary.from_json(before).without_run(name).to_json()

    store.store().collections.change(_owned(token), summary, remove=[(RUN, name)])
    return redirect(url_for("collection_owner.owned", token=token, _anchor="runs"), 303)


@bp.post("/<token>/rename")
@limits.changes
def rename(token: str) -> Answer:
    """Give the collection another title."""
    try:
        store.store().collections.rename(_owned(token), " ".join(request.form.get("title", "").split()))
    except InputError as error:
        return make_response(render_owned(token, error), 400)
    return redirect(url_for("collection_owner.owned", token=token), 303)


@bp.get("/<token>/delete")
def deleting(token: str) -> str:
    """Ask for confirmation, and say what will be lost."""
    return _deletion_page(token, _owned(token), unsure=False)


@bp.post("/<token>/delete")
@limits.changes
def delete(token: str) -> Response:
    """Delete the collection, if this was confirmed."""
    stored = _owned(token)
    if request.form.get("sure") != "yes":
        return make_response(_deletion_page(token, stored, unsure=True), 400)
    left = say(_LEFT[store.store().collections.delete(stored)])
    return make_response(render_template("collections/farewell.html", title=stored.title, left=left))


def render_owned(token: str, error: InputError | None) -> str:
    """Render the owner's page, with the error in one of its forms if there is one."""
    stored = _owned(token)
    return render_template(
        "collections/owner.html",
        token=token,
        page=_page(token, stored),
        reader_link=url_for("collection.shown", key=store.reader_token(token), _external=True),
        owner_link=url_for("collection_owner.owned", token=token, _external=True),
        limits=upload_limits(),
        most_bytes=most_bytes(),
        error=error,
        typed=request.form.get("title", stored.title),
    )


def _page(token: str, stored: store.StoredCollection) -> CollectionPage:
    return CollectionPage(LibraryEntry(store.reader_token(token), stored.title, unpacked(stored), stored))


def _owned(token: str) -> store.StoredCollection:
    """The collection of this owner's link; if there is none, the request ends with a page that says so."""
    found = store.store().collections.by_owner(token)
    if found is None:
        abort(404, Message("no-collection-for-owner"))
    return found


def _deletion_page(token: str, stored: store.StoredCollection, *, unsure: bool) -> str:
    return render_template("collections/deletion.html", token=token, page=_page(token, stored), unsure=unsure)
