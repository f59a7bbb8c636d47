"""Publishes a sheet: stores it and shows its two links."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, redirect, request, session, url_for
from werkzeug.wrappers import Response

from ireval.errors import InputError, nearest
from ireval.exercises import POLICIES, Sheet, from_json
from ireval.exercises.variants.sheet_check import check_sheet
from ireval.exercises.variants.time_limit import PUBLISHING, time_limit
from web import store
from web.coursework.publishing import publish_sheet
from web.coursework.recovery_notice import note_code
from web.coursework.secret_links import refusal_page
from web.server import limits
from web.sheets.builder import routes as builder
from web.sheets.builder.checked_draft import CheckedDraft
from web.store.bounds import BODY

bp = Blueprint("publish_sheet", __name__, url_prefix="/sheets")

#: The greatest number of bytes in a form: the longest sheet that the store accepts, as it is sent.
LARGEST = 4 * BODY


@bp.post("/publish")
@limits.publishing
@limits.at_most(LARGEST)
@time_limit(PUBLISHING)
def publish() -> Response:
    """Store the builder's sheet, or the sheet in the field ``sheet`` with its ``mode``, and show its links."""
    if "sheet" in request.form:
        try:
            sheet = _read(request.form["sheet"], request.form.get("mode", ""))
            check_sheet(sheet)
            return _published(sheet)
        except InputError as error:
            return refusal_page(error)
    draft, reading = builder.posted_draft()
    if not reading.sheet or not reading.whole:
        return builder.answer(draft, reading)
    try:
        return _published(reading.sheet)
    except InputError as error:
        return builder.answer(draft, CheckedDraft(reading.sheet, {error.field: error}))


def _read(text: str, mode: str) -> Sheet:
    """The sheet in ``text``, with another policy if there is a ``mode``."""
    sheet = from_json(text)
    if mode and mode not in POLICIES:
        raise InputError("mode", "unknown-mode", mode=mode, hint=nearest(mode, POLICIES))
    return replace(sheet, policy=mode or sheet.policy)


def _published(sheet: Sheet) -> Response:
    """Store the sheet, and redirect to its links."""
    published = publish_sheet(sheet, store.lifetime())
    note_code(session, published.id, published.recovery)
    return redirect(url_for("owner.links", token=published.owner), 303)
