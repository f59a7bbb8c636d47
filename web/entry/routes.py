"""The form to enter a ranking: a page of its own, and a dialog of the lab."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request

from ireval.errors import InputError
from web.entry.entry import Entry
from web.entry.preview import EntryView
from web.server.htmx import varied, wants_fragment
from web.state.address import from_query
from web.state.lab_address import lab_address
from web.state.lab_state import State

bp = Blueprint("entry", __name__)


@bp.app_template_global()
def blank_entry(state: State) -> EntryView:
    """Return the empty form for the lab in this state, for templates."""
    return EntryView(Entry({"was": state.query()}))


@bp.get("/enter")
def enter() -> Response:
    """Show the form for the lab in the state of the address."""
    return _answer(blank_entry(from_query(request.args).state))


@bp.post("/enter")
def entered() -> Response:
    """Show the preview of the entry, or the lab with it; the page's script gets the address of that lab."""
    entry = Entry(request.form)
    if request.form.get("do") != "use":
        return _answer(EntryView(entry))
    try:
        address = lab_address(entry.state())
    except InputError as error:
        return _answer(EntryView(entry, error), 400)
    if wants_fragment():
        return varied(make_response("", 201, {"Location": address}))
    return redirect(address, 303)  # type: ignore[return-value]


def _answer(view: EntryView, status: int = 200) -> Response:
    template = "entry/entry_form.html" if wants_fragment() else "entry/entry.html"
    return varied(make_response(render_template(template, entering=view), status))
