"""The lab: one ranked list, and everything that follows from its labels. Stateless; the address is the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from ireval.conventions import PRESETS
from ireval.explanation.worked_examples import EXAMPLES, OPENING
from web.address import Reading, from_example, from_query
from web.form import from_form
from web.htmx import varied, wants_fragment
from web.state import State
from web.view import View

bp = Blueprint("lab", __name__)

#: What single keys do, as the list of them tells it.
SHORTCUTS = (
    (("j", "k"), "one row on, one row back"),
    (("w",), "the whole table"),
    (("c",), "cover and uncover: the cell or measure at hand, else the score"),
    (("y",), "type your number: why is it different?"),
    (("a",), "to the answer about it; Escape closes it"),
    (("t",), "into the table; arrow keys go from cell to cell"),
    (("m",), "to the measures"),
    (("[", "]"), "the measure before, the next one"),
    (("l",), "the next list, where there are several"),
    (("0", "…", "5", "u"), "label the document whose row has the focus"),
    (("Del",), "remove it"),
    (("Alt ↑", "Alt ↓"), "move it"),
    (("F2",), "name it"),
    (("p",), "projector view; there Page Down, Page Up and arrows step, too"),
    (("?",), "this list"),
)


class Room(NamedTuple):
    """Where the lab stands: the endpoint whose address holds its state and takes its changes, and its page."""

    endpoint: str
    template: str


LAB = Room("lab.lab", "lab/lab.html")


@bp.get("/")
def opening() -> Response:
    """The lab as it opens: the fifteen documents that two of the sources share."""
    if request.args:
        return varied(make_response(redirect(f"{url_for('lab.lab')}?{request.query_string.decode()}", 303)))
    return answer(Reading(from_example(OPENING), []), {})


@bp.get("/lab")
def lab() -> Response:
    """The lab in the state that the address spells."""
    return answer(from_query(request.args), request.args)


@bp.post("/lab")
def change() -> Response:
    """The lab after a change."""
    return changed(LAB)


def changed(room: Room) -> Response:
    """The posted change: the fragment for the page's script, else the way to the new address."""
    reading = from_form(request.form)
    if wants_fragment() or reading.errors:
        return answer(reading, request.form, room)
    return redirect(address(reading.state, room), 303)  # type: ignore[return-value]


def address(state: State, room: Room = LAB) -> str:
    """The canonical address of a state."""
    return f"{url_for(room.endpoint)}?{state.query()}"


def example_links() -> list[tuple[str, list[tuple[str, str]]]]:
    """The worked examples as (source, [(title, address)])."""
    return [
        (preset.title, [(e.title, address(from_example(e))) for e in EXAMPLES if e.preset == key])
        for key, preset in PRESETS.items()
        if any(e.preset == key for e in EXAMPLES)
    ]


def beside_links() -> list[tuple[str, str, str]]:
    """The examples of several lists as (source, title, address): they are one click away."""
    return [(PRESETS[e.preset].title, e.title, address(from_example(e))) for e in EXAMPLES if e.others]


def answer(reading: Reading, typed: Mapping[str, str], room: Room = LAB) -> Response:
    """The page or, for its script, the form alone; ``typed`` is what it was filled with."""
    view = View(reading if wants_fragment() else replace(reading, was=None), dict(typed))
    where: dict[str, Any] = {"view": view, "state": reading.state, "home": url_for(room.endpoint), "mending": False}
    where["address"] = address(reading.state, room)
    if wants_fragment():
        page = render_template("lab/form.html", **where)
    else:
        where["other_view"] = address(replace(reading.state, view="" if reading.state.view else "projector"), room)
        where |= {
            "examples": example_links(),
            "several": beside_links(),
            "shortcuts": SHORTCUTS,
            "by_address": request.method == "GET",
        }
        page = render_template(room.template, **where)
    response = make_response(page, 400 if reading.errors else 200)
    return varied(response)
