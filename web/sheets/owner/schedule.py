"""The opening time and the deadline of a sheet, typed in the owner's time zone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from flask import make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from ireval.errors import InputError, nearest
from web import store
from web.messages.moments import field_text, read_moment
from web.server import limits
from web.sheets.owner.access import owned_sheet, render_page
from web.sheets.secret_links import pages
from web.store import Late, Sheet

bp = pages("schedule", __name__, "/o")

UTC_NAME = "UTC"


@bp.get("/<token>/times")
def times(token: str) -> str:
    """The form with both times."""
    sheet = owned_sheet(token)
    typed = {name: field_text(time, UTC_NAME) for name, time in _times(sheet).items()}
    return _page(token, sheet, {**typed, "zone": UTC_NAME, "late": sheet.late})


@bp.post("/<token>/times")
@limits.changes
def change(token: str) -> Response:
    """Set both times and what happens to late answers; what cannot be used is shown as it was typed."""
    sheet, form = owned_sheet(token), request.form
    try:
        zone, late = form.get("zone") or UTC_NAME, form.get("late", Late.REFUSED)
        if late not in set(Late):
            raise InputError("late", "unknown-late-rule", text=late, hint=nearest(late, Late))
        opens, deadline = (read_moment(form.get(name, ""), zone, name) for name in ("opens", "deadline"))
        store.store().schedule(sheet, opens=opens, deadline=deadline, late=Late(late))
    except InputError as error:
        return make_response(_page(token, sheet, form, error), 400)
    return redirect(url_for("owner.results", token=token), 303)


def _times(sheet: Sheet) -> dict[str, datetime | None]:
    return {"opens": sheet.opens, "deadline": sheet.deadline}


def _page(token: str, sheet: Sheet, typed: Mapping[str, str], error: InputError | None = None) -> str:
    shown = {name: typed.get(name, "") for name in ("opens", "deadline", "zone", "late")}
    return render_page("owner_times", token, sheet, typed=shown, error=error, once=sheet.mode is store.Mode.ONCE)
