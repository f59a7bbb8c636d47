"""The lab: one ranked list, and everything that follows from its labels. Stateless; the address is the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from ireval.conventions import PRESETS
from ireval.examples import EXAMPLES, OPENING
from web.address import Reading, from_example, from_query
from web.form import from_form
from web.htmx import varied, wants_fragment
from web.state import State
from web.view import View

bp = Blueprint("lab", __name__)


@bp.get("/")
def opening() -> Response:
    """The lab as it opens: the fifteen documents that two of the sources share."""
    if request.args:
        return varied(make_response(redirect(f"{url_for('lab.lab')}?{request.query_string.decode()}", 303)))
    return _answer(Reading(from_example(OPENING), []), {})


@bp.get("/lab")
def lab() -> Response:
    """The lab in the state that the address spells."""
    return _answer(from_query(request.args), request.args)


@bp.post("/lab")
def change() -> Response:
    """The lab after a change: the fragment for the page's script, else the way to the new address."""
    reading = from_form(request.form)
    if wants_fragment() or reading.errors:
        return _answer(reading, request.form)
    return redirect(address(reading.state), 303)  # type: ignore[return-value]


def address(state: State) -> str:
    """The canonical address of a state."""
    return f"{url_for('lab.lab')}?{state.query()}"


def example_links() -> list[tuple[str, list[tuple[str, str]]]]:
    """The worked examples as (source, [(title, address)])."""
    return [
        (preset.title, [(e.title, address(from_example(e))) for e in EXAMPLES if e.preset == key])
        for key, preset in PRESETS.items()
        if any(e.preset == key for e in EXAMPLES)
    ]


def _answer(reading: Reading, typed: Mapping[str, str]) -> Response:
    view = View(reading if wants_fragment() else replace(reading, was=None), dict(typed))
    where = {"view": view, "state": reading.state, "address": address(reading.state), "mending": False}
    if wants_fragment():
        page = render_template("lab/form.html", **where)
    else:
        page = render_template("lab/lab.html", examples=example_links(), by_address=request.method == "GET", **where)
    response = make_response(page, 400 if reading.errors else 200)
    return varied(response)
