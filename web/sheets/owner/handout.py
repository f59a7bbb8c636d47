"""A published sheet as files; QR codes on paper lead to the page of the same variant.

A sheet with a roster is printed for the students on it, since no other key opens it. Other sheets get signed keys.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from flask import Response, abort, request, url_for

from ireval.errors import InputError
from ireval.exercises.exports.sheet_files import FILE_KINDS
from ireval.exercises.paper.pdf import FULL
from ireval.messages import Message, say
from ireval.numbers.notation import read_number
from web import store
from web.coursework.secret_links import pages
from web.coursework.stored_sheets import keys_on_paper, sheet_of
from web.server import limits
from web.sheets.file_formats import attachment, file_order, most_variants, requested_file
from web.sheets.owner.routes import links_page
from web.store import student_token

bp = pages("handout", __name__, "/o")


@bp.get("/<token>/file/<kind>")
@limits.changes
def file(token: str, kind: str) -> Response:
    """Answer with the sheet as a file of ``variants``, after a page that lists parts the format does not support."""
    sheet, format_ = store.store().by_owner(token), FILE_KINDS.get(kind)
    if sheet is None or format_ is None:
        abort(404)
    link = url_for("student.door", token=student_token(token), _external=True) + "/{key}"
    read = sheet_of(sheet.body)
    named = format_.on_paper and sheet.mode is store.Mode.ONCE
    students = _students(sheet, most_variants(read, format_)) if named else None
    wanted = "" if students else request.args.get("variants", ""), request.args.get("paper", "a4")
    keys = partial(keys_on_paper, sheet) if sheet.mode is store.Mode.PRACTICE else None
    where, detail = url_for("owner.links", token=token), request.args.get("detail", FULL)
    order = file_order(read, kind, *wanted, back=where, link=link, students=students, keys=keys, detail=detail)
    found = requested_file(replace(order, sheet=sheet.id))
    if found.report and "anyway" not in request.args:
        return Response(links_page(token, sheet, (format_, found.report)))
    return attachment(found)


def _students(sheet: store.Sheet, most: int) -> dict[str, str]:
    """The names of at most this many students, by key, from the one with the number ``first``."""
    seats = store.store().rosters.seats(sheet)
    if not seats:
        raise InputError("first", "roster-empty")
    title = say(Message("first-seat-title"))
    first = int(read_number(request.args.get("first", "1"), "first", title, whole=True, least=1, most=len(seats)))
    return {seat.key: seat.name for seat in seats[first - 1 : first - 1 + most]}
