"""The lab: one ranked list, and everything that follows from its labels. Stateless; the address is the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for

from ireval.conventions import PRESETS
from ireval.errors import InputError
from ireval.examples import EXAMPLES, OPENING
from web.address import Reading, from_example, from_query
from web.errors import problem
from web.form import from_form
from web.htmx import varied, wants_fragment
from web.state import State
from web.view import View

bp = Blueprint("lab", __name__)

#: What single keys do, as the list of them tells it.
SHORTCUTS = (
    (("j", "k"), "one row on, one row back"),
    (("w",), "the whole table"),
    (("c",), "cover and uncover: the focused cell, else the score"),
    (("y",), "type your number: why is it different?"),
    (("t",), "into the table; arrow keys go from cell to cell"),
    (("m",), "to the measures"),
    (("[", "]"), "the measure before, the next one"),
    (("0", "…", "5", "u"), "label the document whose row has the focus"),
    (("Del",), "remove it"),
    (("Alt ↑", "Alt ↓"), "move it"),
    (("p",), "projector view; there Page Down, Page Up and arrows step, too"),
    (("?",), "this list"),
)

#: How many rows' calculations are told at once.
CHUNK = 50


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


@bp.get("/lab/guess")
def guess() -> Response:
    """Without a script: the way to what is to be said about the first guess that was typed."""
    reading = from_query(dict(parse_qsl(request.args.get("was", ""), keep_blank_values=True)))
    typed = next(((name, value) for name, value in request.args.items() if name != "was" and value.strip()), None)
    if reading.errors or not typed:
        return redirect(address(reading.state), 303)  # type: ignore[return-value]
    column, _, row = typed[0].partition(".")
    what = {"measure": reading.state.show, "value": typed[1]} | ({"column": column, "row": row} if row else {})
    return redirect(f"{url_for('lab.lab')}?{reading.state.query()}&{urlencode(what)}", 303)  # type: ignore[return-value]


@bp.get("/lab/lines")
def lines() -> Response | tuple[Response, int]:
    """For the page's script: the calculations of up to ``CHUNK`` rows from row ``from`` on, and the cells they use."""
    args = request.args.to_dict()
    start = args.pop("from", "1")
    reading = from_query(args)
    if reading.errors or not (start.isascii() and start.isdigit() and len(start) < 6):
        error = (*reading.errors, InputError("from", "This is no row.", "Give from=1, for one."))[0]
        return jsonify(problem(error.message, error.field, error.suggestion)), 400
    view = View(reading, {})
    ids = [f"{kind}-{i}" for i in range(int(start), int(start) + CHUNK) for kind in ("rank", "level")]
    return jsonify(view.lines.payload(ids))


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
    where: dict[str, Any] = {"view": view, "state": reading.state, "address": address(reading.state), "mending": False}
    if wants_fragment():
        page = render_template("lab/form.html", **where)
    else:
        where["other_view"] = address(replace(reading.state, view="" if reading.state.view else "projector"))
        where |= {"examples": example_links(), "shortcuts": SHORTCUTS, "by_address": request.method == "GET"}
        page = render_template("lab/lab.html", **where)
    response = make_response(page, 400 if reading.errors else 200)
    return varied(response)
