"""The text of a document of a collection: a fragment for the lab, otherwise a page."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, render_template, request

from ireval.errors import InputError
from ireval.messages import Message
from web.collections import library
from web.server.htmx import varied, wants_fragment

bp = Blueprint("reading", __name__)


@bp.get("/lab/document")
def document() -> Response:
    """The document with the number ``document`` of the ``collection``."""
    try:
        entry = library.find(request.args.get(library.FIELD, ""))
    except InputError as error:
        abort(404, f"{error.message} {error.suggestion}")
    docno = request.args.get("document", "")
    found = entry.collection.documents.get(docno)
    if found is None:
        abort(404, Message("no-document-of-topic", name=docno, collection=entry.title))
    name = "lab/document_text.html" if wants_fragment() else "lab/document.html"
    return varied(make_response(render_template(name, document=found, collection=entry.title)))
