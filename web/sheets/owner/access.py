"""Finds the sheet of the owner's pages, and renders the values that all of them show."""

from __future__ import annotations

from flask import abort, make_response, render_template

from ireval.messages import Message, say
from web import store
from web.messages.moments import moment


def owned_sheet(token: str) -> store.Sheet:
    """Return the sheet of this owner's link; if there is none, the request ends with help on lost links."""
    found = store.store().by_owner(token)
    if found is None:
        page = render_template("sheets/owner_unknown.html", problem=say(Message("no-sheet-for-owner")))
        abort(make_response(page, 404))
    return found


def render_page(name: str, token: str, sheet: store.Sheet, **more: object) -> str:
    """A page of the owner."""
    return render_template(
        f"sheets/{name}.html",
        token=token,
        sheet=sheet,
        expires=moment(sheet.expires),
        opens=moment(sheet.opens) if sheet.opens else "",
        deadline=moment(sheet.deadline) if sheet.deadline else "",
        days=store.lifetime().days,
        allowed=store.store().rosters.most,
        **more,
    )
