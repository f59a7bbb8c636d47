"""A published sheet as files; QR codes on paper lead to the same variant on the screen."""

from __future__ import annotations

from flask import Response, abort, request, url_for

from ireval.exercises import from_json
from ireval.exercises.exports.sheet_files import FILE_KINDS
from web import store
from web.server import limits
from web.sheets.file_formats import attachment, requested_file
from web.sheets.owner.routes import links_page
from web.sheets.secret_links import pages
from web.store import student_token

bp = pages("handout", __name__, "/o")


@bp.get("/<token>/file/<kind>")
@limits.changes
def file(token: str, kind: str) -> Response:
    """The sheet as a file with a number of ``variants``, after a page that lists what the format does not support."""
    sheet, format_ = store.store().by_owner(token), FILE_KINDS.get(kind)
    if sheet is None or format_ is None:
        abort(404)
    link = url_for("student.door", token=student_token(token), _external=True) + "/{key}"
    wanted = request.args.get("variants", ""), request.args.get("paper", "a4")
    found = requested_file(from_json(sheet.body), kind, *wanted, link=link)
    if found.report and "anyway" not in request.args:
        return Response(links_page(token, sheet, (format_, found.report)))
    return attachment(found)
