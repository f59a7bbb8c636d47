"""A published sheet on paper: worksheets whose QR codes lead to the same variant on the screen, and their keys."""

from __future__ import annotations

from flask import Response, abort, request, url_for

from ireval.exercises import from_json
from ireval.exercises.files import KINDS
from web import limits, store
from web.sheets.formats import made
from web.sheets.secret import pages
from web.store import student_token

bp = pages("handout", __name__, "/o")


@bp.get("/<token>/file/<kind>")
@limits.changes
def file(token: str, kind: str) -> Response:
    """The sheet as a file of this kind, with so many ``variants``; on paper each has the way to itself."""
    sheet = store.store().by_owner(token)
    if sheet is None or kind not in KINDS:
        abort(404)
    link = url_for("student.door", token=student_token(token), _external=True) + "/{key}"
    wanted = request.args.get("variants", ""), request.args.get("paper", "a4")
    found = made(from_json(sheet.body), kind, *wanted, link=link)
    response = Response(found.data, content_type=found.media_type)
    response.headers.set("Content-Disposition", "attachment", filename=found.name)
    return response
