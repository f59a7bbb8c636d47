"""The pages of one collection for its readers: its numbers and topics, its documents, and everything as files."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, render_template, request

from ireval.errors import InputError
from ireval.messages import Message, say
from web.collections.collection_files import archive, encode_pieces, files_of
from web.collections.page import CollectionPage
from web.server import limits
from web.server.htmx import varied, wants_fragment
from web.store.library import library
from web.store.library.library import LibraryEntry

bp = Blueprint("collection", __name__, url_prefix="/collections")

ARCHIVE = "collection.zip"
_MEDIA = {"json": "application/json", "csv": "text/csv; charset=utf-8"}


@bp.get("/<key>")
def shown(key: str) -> str:
    """Show the collection in numbers, with remarks, its runs and its topics."""
    page = CollectionPage(_found(key), request.args.get("page", 1, int), request.args.get("run", ""))
    return render_template("collections/collection.html", page=page)


@bp.get("/<key>/document")
def document(key: str) -> Response:
    """The document with the number ``docno``: its text alone for the lab, otherwise a page with its judgements."""
    entry, docno = _found(key), request.args.get("docno", "").strip()
    found = entry.collection.documents.get(docno)
    if found is None:
        abort(404, Message("no-such-document", docno=docno, title=entry.title))
    if wants_fragment():
        return varied(make_response(render_template("collections/document_text.html", document=found)))
    topics = entry.collection.topics
    judged = [(topic, grades[docno]) for topic, grades in entry.collection.qrels.items() if grades.get(docno, -1) >= 0]
    titles = {topic: topics[topic].title for topic, _ in judged if topic in topics}
    html = render_template(
        "collections/document.html", key=key, entry=entry, document=found, judged=judged, titles=titles
    )
    return varied(make_response(html))


@bp.get("/<key>/files/<path:name>")
@limits.changes
def file(key: str, name: str) -> Response:
    """One of the files, or all of them as an archive."""
    entry = _found(key)
    files = files_of(entry.collection, CollectionPage(entry).summary)
    if name == ARCHIVE:
        answer = Response(archive(files), mimetype="application/zip")
    elif name in files:
        media = _MEDIA.get(name.rpartition(".")[2], "text/plain; charset=utf-8")
        answer = Response(encode_pieces(files[name]()), content_type=media)
    else:
        abort(404, Message("no-such-file", name=name, title=entry.title))
    answer.headers.set("Content-Disposition", "attachment", filename=name.rpartition("/")[2])
    return answer


def _found(key: str) -> LibraryEntry:
    """The collection with this key; if there is none, the request ends with a page that says what may have happened."""
    try:
        return library.find(key)
    except InputError:
        abort(404, say(Message("no-collection-for-readers")))
