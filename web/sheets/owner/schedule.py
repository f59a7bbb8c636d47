"""The opening time and the deadline of a sheet, typed in the owner's time zone, and a staggered start."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from flask import make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from ireval.errors import InputError, nearest
from ireval.messages import Message, say
from ireval.numbers.notation import read_number
from web import store
from web.coursework.secret_links import pages
from web.messages.moments import field_text, read_moment
from web.server import limits
from web.sheets.owner.access import owned_sheet, render_page
from web.store import Late, Sheet
from web.store.bounds import MINUTES, SPREAD

bp = pages("schedule", __name__, "/o")

UTC_NAME = "UTC"
#: The fields of a staggered start, each with the largest number of minutes.
_STAGGER = {"spread": SPREAD, "minutes": MINUTES}
_TITLES = {"spread": "spread-title", "minutes": "minutes-title"}


@bp.get("/<token>/times")
def times(token: str) -> str:
    """Show the form with both times."""
    sheet = owned_sheet(token)
    typed = {name: field_text(time, UTC_NAME) for name, time in _times(sheet).items()}
    stagger = {name: str(getattr(sheet, name) or "") for name in _STAGGER}
    return _page(token, sheet, {**typed, **stagger, "zone": UTC_NAME, "late": sheet.late})


@bp.post("/<token>/times")
@limits.changes
def change(token: str) -> Response:
    """Set both times and the rule for late answers; fields that cannot be used are shown as they were typed."""
    sheet, form = owned_sheet(token), request.form
    try:
        zone, late = form.get("zone") or UTC_NAME, form.get("late", Late.REFUSED)
        if late not in set(Late):
            raise InputError("late", "unknown-late-rule", text=late, hint=nearest(late, Late))
        opens, deadline = (read_moment(form.get(name, ""), zone, name) for name in ("opens", "deadline"))
        spread, minutes = (_whole(sheet, name, form.get(name, ""), most) for name, most in _STAGGER.items())
        store.store().schedule(sheet, opens=opens, deadline=deadline, late=Late(late), spread=spread, minutes=minutes)
    except store.Refused as refused:
        if refused.reason is not store.Reason.STARTED:
            raise
        error = InputError("spread", "students-have-started")
        return make_response(_page(token, sheet, form, error), 409)
    except InputError as error:
        return make_response(_page(token, sheet, form, error), 400)
    return redirect(url_for("owner.results", token=token), 303)


def _whole(sheet: Sheet, name: str, text: str, most: int) -> int:
    """A number of minutes; 0 if there is none, as on every sheet without a roster."""
    if not text.strip() or sheet.mode is not store.Mode.ONCE:
        return 0
    return int(read_number(text.strip(), name, say(Message(_TITLES[name])), whole=True, least=0, most=most))


def _times(sheet: Sheet) -> dict[str, datetime | None]:
    """The times for the form; if each student has the same length of time, the deadline is left out."""
    return {"opens": sheet.opens, "deadline": None if sheet.minutes else sheet.deadline}


def _page(token: str, sheet: Sheet, typed: Mapping[str, str], error: InputError | None = None) -> str:
    shown = {name: typed.get(name, "") for name in ("opens", "deadline", "zone", "late", *_STAGGER)}
    once = sheet.mode is store.Mode.ONCE
    return render_page("owner_times", token, sheet, typed=shown, error=error, once=once, most=_STAGGER)
