"""The lab: one ranked list, and everything that follows from its labels. Stateless; the address is the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from ireval.conventions import PRESETS
from ireval.explanation.worked_examples import EXAMPLES, OPENING
from web.lab.form import from_form
from web.lab.page import View
from web.server.htmx import varied, wants_fragment
from web.state.address import Reading, from_example, from_query
from web.state.lab_address import lab_address

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


class LabPage(NamedTuple):
    """A page that shows the lab: the endpoint whose address holds its state and takes its changes, and its template."""

    endpoint: str
    template: str


LAB = LabPage("lab.lab", "lab/lab.html")


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


def changed(page: LabPage) -> Response:
    """The posted change: the fragment for the page's script, else the way to the new address."""
    reading = from_form(request.form)
    if wants_fragment() or reading.errors:
        return answer(reading, request.form, page)
    return redirect(lab_address(reading.state, page.endpoint), 303)  # type: ignore[return-value]


def example_links() -> list[tuple[str, list[tuple[str, str]]]]:
    """The worked examples as (source, [(title, address)])."""
    return [
        (preset.title, [(e.title, lab_address(from_example(e))) for e in EXAMPLES if e.preset == key])
        for key, preset in PRESETS.items()
        if any(e.preset == key for e in EXAMPLES)
    ]


def beside_links() -> list[tuple[str, str, str]]:
    """The examples of several lists as (source, title, address): they are one click away."""
    return [(PRESETS[e.preset].title, e.title, lab_address(from_example(e))) for e in EXAMPLES if e.others]


def answer(reading: Reading, typed: Mapping[str, str], page: LabPage = LAB) -> Response:
    """The page or, for its script, the form alone; ``typed`` is what it was filled with."""
    view = View(reading if wants_fragment() else replace(reading, was=None), dict(typed))
    where: dict[str, Any] = {"view": view, "state": reading.state, "home": url_for(page.endpoint), "mending": False}
    where["address"] = lab_address(reading.state, page.endpoint)
    if not wants_fragment():
        other = replace(reading.state, view="" if reading.state.view else "projector")
        where["other_view"] = lab_address(other, page.endpoint)
        where |= {"examples": example_links(), "several": beside_links(), "shortcuts": SHORTCUTS}
        where["by_address"] = request.method == "GET"
    html = render_template("lab/form.html" if wants_fragment() else page.template, **where)
    return varied(make_response(html, 400 if reading.errors else 200))
