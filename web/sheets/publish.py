"""A sheet is published: stored, and reached from then on by two links."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from ireval.errors import InputError, nearest
from ireval.exercises import POLICIES, Sheet, from_json, variant, variant_keys
from web import limits, store
from web.sheets import builder
from web.sheets.secret import refused
from web.store.bounds import BODY

bp = Blueprint("publish_sheet", __name__, url_prefix="/sheets")

#: Bytes of a form with the longest sheet that the store takes, as it is sent.
LARGEST = 4 * BODY
TRIED = 3  # variants that are made before a sheet is published


@bp.post("/publish")
@limits.publishing
@limits.at_most(LARGEST)
def publish() -> Response:
    """Store the form's ``sheet``, to be answered as ``mode`` says, or the builder's form; then its links are shown."""
    if "sheet" not in request.form:
        draft, reading = builder.posted()
        if not reading.sheet or not reading.whole:
            return builder.refused(draft, reading)
        written, mode = reading.sheet.to_json().decode(), ""
    else:
        written, mode = request.form["sheet"], request.form.get("mode", "")
    try:
        sheet = _read(written, mode)
        text = sheet.to_json().decode()
        published = store.store().publish(text, title=sheet.title, mode=sheet.policy, lifetime=store.lifetime())
    except InputError as error:
        return refused(error)
    return redirect(url_for("owner.links", token=published.owner), 303)


def _read(text: str, mode: str) -> Sheet:
    """The sheet, once it is known that variants can be made of it; without a mode, the sheet says it itself."""
    sheet = from_json(text)
    if mode:
        if mode not in POLICIES:
            raise InputError("mode", f"There is no mode “{mode}”.", nearest(mode, POLICIES))
        sheet = replace(sheet, policy=mode)
    for key in variant_keys(sheet, TRIED):
        variant(sheet, key)
    return sheet
