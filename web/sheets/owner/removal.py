"""Removes students who are not from the class, on sheets on which everybody can practise.

The page lists those who have begun, the latest first, and can be filtered by time and number of answers. The
owner selects some of them, or all in the filtered list, and confirms before they are removed.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from flask import abort, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from ireval.errors import InputError
from ireval.messages import Message, say
from ireval.numbers.notation import read_number
from web import store
from web.coursework.secret_links import pages
from web.messages.moments import read_moment, short_moment
from web.server import limits
from web.sheets.owner.access import owned_sheet, render_page
from web.store import Sheet, Sieve
from web.store.bounds import ANSWERS

bp = pages("removal", __name__, "/o")

PAGE = 100  # students
#: The fields that filter the list.
FIELDS = "since", "until", "most", "zone"
UTC_NAME = "UTC"
#: The most keys that the question names.
IN_SIGHT = 12


@bp.get("/<token>/students/remove")
def students(token: str) -> Response:
    """Show the students who may be removed."""
    return _list(token, _sheet(token))


@bp.post("/<token>/students/remove")
@limits.changes
def remove(token: str) -> Response:
    """Ask before the selected students are removed, or with ``all`` those of the whole list; then remove them."""
    sheet, form = _sheet(token), request.form
    try:
        shown = _moment(form["shown"]) if "shown" in form else sheet.now
        keys = _all_keys(sheet, form, shown) if "all" in form else sorted(set(form.getlist("key")))
        if not keys:
            raise InputError("key", "nobody-selected")
    except InputError as error:
        return _list(token, sheet, error)
    if form.get("sure") == "yes":
        removed = store.store().removals.remove(sheet, keys)
        return redirect(url_for("removal.students", token=token, removed=removed), 303)
    typed = {name: form.get(name, "") for name in FIELDS}
    page = {"keys": keys[:IN_SIGHT], "more": len(keys[IN_SIGHT:]), "count": len(keys), "typed": typed}
    chosen = [] if "all" in form else keys
    return make_response(
        render_page("owner_removal_question", token, sheet, chosen=chosen, shown=shown.isoformat(), **page)
    )


def _list(token: str, sheet: Sheet, error: InputError | None = None) -> Response:
    typed = {name: request.values.get(name, "").strip() for name in FIELDS}
    sieve, place = Sieve(), max(request.values.get("page", 1, int), 1)
    try:
        sieve = _sieve(typed)
    except InputError as fault:
        error = error or fault
    removals = store.store().removals
    count = removals.count(sheet, sieve)
    place = min(place, max(1, -(-count // PAGE)))
    found = removals.beginners(sheet, sieve, skip=(place - 1) * PAGE, most=PAGE)
    lines = [(x.key, short_moment(x.begun), x.given, short_moment(x.saved) if x.saved else "") for x in found]
    page = render_page(
        "owner_removal",
        token,
        sheet,
        typed=typed | {"zone": typed["zone"] or UTC_NAME},
        error=error,
        lines=lines,
        count=count,
        place=place,
        first=(place - 1) * PAGE + 1,
        removed=request.args.get("removed", 0, int),
    )
    return make_response(page, 400 if error else 200)


def _sieve(typed: Mapping[str, str]) -> Sieve:
    """The filter in the typed fields. Raises ``InputError`` for a field that cannot be read."""
    zone = typed.get("zone") or UTC_NAME
    since, until = (read_moment(typed.get(name, ""), zone, name) for name in ("since", "until"))
    most = None
    if typed.get("most"):
        title = say(Message("most-answers-title"))
        most = int(read_number(typed["most"], "most", title, whole=True, least=0, most=ANSWERS))
    return Sieve(since, until, most)


def _all_keys(sheet: Sheet, typed: Mapping[str, str], shown: datetime) -> list[str]:
    """The keys of all students in the filtered list when it was shown, so that nobody is removed unseen."""
    sieve = _sieve(typed)
    return store.store().removals.keys(sheet, sieve._replace(until=min(sieve.until or shown, shown)))


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        raise InputError("shown", "not-a-time", text=text) from None


def _sheet(token: str) -> Sheet:
    sheet = owned_sheet(token)
    if sheet.mode is not store.Mode.PRACTICE:
        abort(404, say(Message("removal-on-roster")))
    return sheet
