"""The lab: a ranked list, and everything that is computed from its labels. Stateless: the address is the state."""

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

#: What the keys do, for the list of shortcuts.
SHORTCUTS = (
    (("j", "k"), "one row forward, one row back"),
    (("w",), "the whole table"),
    (("c",), "cover or uncover the focused cell or measure, otherwise the score"),
    (("y",), "enter your number, to find out why it is different"),
    (("a",), "go to the explanation of your number; Escape closes it"),
    (("t",), "go to the table; arrow keys move from cell to cell"),
    (("m",), "go to the measures"),
    (("[", "]"), "previous measure, next measure"),
    (("l",), "next list, if there are several"),
    (("0", "…", "5", "u"), "label the document in the focused row"),
    (("Enter",), "menu of the focused row"),
    (("x",), "move this document to those that were not retrieved"),
    (("Del",), "delete this document"),
    (("Alt ↑", "Alt ↓"), "move this document"),
    (("F2",), "rename this document"),
    (("Ctrl Z", "Ctrl Y"), "undo, redo"),
    (("p",), "projector view: Page Down, Page Up, the arrow keys, Space and Enter step there"),
    (("Shift ↑", "Shift →"), "there: the arrow keys as elsewhere"),
    (("b", "."), "there: a black screen"),
    (("?",), "show this list"),
)


class LabPage(NamedTuple):
    """A page that shows the lab: the endpoint with its state in the address, and its template."""

    endpoint: str
    template: str


LAB = LabPage("lab.lab", "lab/lab.html")


@bp.get("/")
def opening() -> Response:
    """The lab as it opens, with the fifteen documents that two of the sources share."""
    if request.args:
        return varied(make_response(redirect(f"{url_for('lab.lab')}?{request.query_string.decode()}", 303)))
    return answer(Reading(from_example(OPENING), []), {})


@bp.get("/lab")
def lab() -> Response:
    """The lab in the state of the address."""
    return answer(from_query(request.args), request.args)


@bp.post("/lab")
def change() -> Response:
    """The lab after a change."""
    return changed(LAB)


def changed(page: LabPage) -> Response:
    """The answer to a posted change: the fragment for the page's script, otherwise a redirect to the new address."""
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


def several_lists_links() -> list[tuple[str, str, str]]:
    """The examples with several lists as (source, title, address), for the bottom of the page."""
    return [(PRESETS[e.preset].title, e.title, lab_address(from_example(e))) for e in EXAMPLES if e.others]


def answer(reading: Reading, typed: Mapping[str, str], page: LabPage = LAB) -> Response:
    """The page or, for its script, the form alone; ``typed`` is what the form contained."""
    view = View(reading if wants_fragment() else replace(reading, was=None), dict(typed))
    where: dict[str, Any] = {"view": view, "state": reading.state, "home": url_for(page.endpoint), "correcting": False}
    where["address"] = lab_address(reading.state, page.endpoint)
    if not wants_fragment():
        other = replace(reading.state, view="" if reading.state.view else "projector")
        where["other_view"] = lab_address(other, page.endpoint)
        where |= {"examples": example_links(), "several": several_lists_links(), "shortcuts": SHORTCUTS}
        where["by_address"] = request.method == "GET"
    html = render_template("lab/form.html" if wants_fragment() else page.template, **where)
    return varied(make_response(html, 400 if reading.errors else 200))
