"""Answers with the lab, on its own page or on another: to an address, to a posted change, and to the page's script."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote, urlencode

from flask import Response, make_response, redirect, render_template, request, url_for

from ireval.conventions import PRESETS
from ireval.explanation.worked_examples import EXAMPLES, Example
from ireval.messages import Message, say
from web.lab.form import from_form, from_refused, remember
from web.lab.other_formulas import ASKS_FORMULA, other_formulas
from web.lab.page import View
from web.server.htmx import varied, wants_fragment
from web.server.incoming.posted_form import posted_form
from web.server.security import kept_for_minutes
from web.state.address import Reading, from_example, from_query
from web.state.faults import Faults
from web.state.lab_address import lab_address

#: The keys of the keyboard and the messages that say what they do, for the list of shortcuts.
SHORTCUTS = (
    (("j", "k"), "shortcut-rows"),
    (("w",), "shortcut-whole-table"),
    (("h",), "shortcut-cover"),
    (("y",), "shortcut-own-number"),
    (("a",), "shortcut-explanation"),
    (("t",), "shortcut-table"),
    (("m",), "shortcut-measures"),
    (("[", "]"), "shortcut-measure"),
    (("l",), "shortcut-list"),
    (("0", "…", "5", "u"), "shortcut-label"),
    (("Enter",), "shortcut-menu"),
    (("o",), "shortcut-text"),
    (("↑", "↓"), "shortcut-next-text"),
    (("x",), "shortcut-not-retrieved"),
    (("Del",), "shortcut-delete"),
    (("Alt ↑", "Alt ↓"), "shortcut-move"),
    (("F2",), "shortcut-rename"),
    (("e",), "shortcut-enter-ranking"),
    (("Ctrl Z", "Ctrl Y"), "shortcut-undo"),
    (("v",), "shortcut-projector"),
    (("Shift ↑", "Shift →"), "shortcut-projector-arrows"),
    (("b", "."), "shortcut-black-screen"),
    (("?",), "shortcut-this-list"),
)
#: The part of an address with the texts of fields that could not be used, as a query inside the query.
TRIED = "tried"
#: Some clients do not follow redirects to longer addresses; then the answer is the page itself.
LONGEST_ADDRESS = 6_000


class LabPage(NamedTuple):
    """A page that shows the lab: its endpoint, the values in its path, and its template.

    The template also gets ``shown``, the values that it shows beside the lab.
    """

    endpoint: str
    template: str
    values: Mapping[str, Any] = MappingProxyType({})
    shown: Mapping[str, object] = MappingProxyType({})


LAB = LabPage("lab.lab", "lab/lab.html")


def answer_address(page: LabPage, usual: Mapping[str, str] = MappingProxyType({})) -> Response:
    """Answer with the page in the state of the address; the part ``tried`` has the refused fields of a form.

    ``usual`` has values for parts that are missing in the address.
    """
    args = {**usual, **request.args.to_dict()}
    tried = args.pop(TRIED, "")
    reading = from_query(args)
    if not tried or reading.errors:
        return answer(reading, args, page)
    return answer(*from_refused(reading.state, dict(parse_qsl(tried, keep_blank_values=True))), page)


def answer_change(page: LabPage) -> Response:
    """Answer a posted change: the fragment for the page's script, otherwise a redirect to the new address."""
    form, pressed = posted_form()
    reading = from_form(form, pressed)
    if wants_fragment():
        return answer(reading, form, page)
    address = lab_address(reading.state, page.endpoint, page.values)
    if reading.errors:
        faults = Faults(reading.errors, form, reading.state)
        address += f"&{TRIED}={quote(urlencode(faults.typed()))}#{faults.first}"
    if len(address) > LONGEST_ADDRESS:
        return answer(reading, form, page)
    return redirect(address, 303)  # type: ignore[return-value]


def example_links(view: str = "") -> list[tuple[str, list[tuple[str, str]]]]:
    """The worked examples in a view, as (source, [(title, address)])."""
    return [
        (preset.title, [(e.title, _example_address(e, view)) for e in EXAMPLES if e.preset == key])
        for key, preset in PRESETS.items()
        if any(e.preset == key for e in EXAMPLES)
    ]


def several_lists_links(view: str = "") -> list[tuple[str, str, str]]:
    """The examples with several lists as (source, title, address), for the bottom of the page."""
    return [(PRESETS[e.preset].title, e.title, _example_address(e, view)) for e in EXAMPLES if e.others]


def _example_address(example: Example, view: str) -> str:
    return f"{url_for('lab.lab')}?{_example_query(example, view)}"


@cache
def _example_query(example: Example, view: str) -> str:
    return replace(from_example(example), view=view).query()


#: The endpoints to which the form leads, by their names in the templates.
_LEADS = {
    "lines": "teaching.lines",
    "why": "why.why",
    "enter": "entry.enter",
    "board": "switchboard.board",
    "matrix": "diversity.matrix",
    "missed": "lab.missed",
}
_LEADS |= {name: f"pictures.{name}" for name in ("table", "svg", "tex", "numbers")}


@lru_cache(maxsize=64)
def addresses(_root: str) -> Mapping[str, str]:
    """Return the paths to which the form leads, below the root path of the app in this request."""
    return {name: url_for(endpoint) for name, endpoint in _LEADS.items()}


def answer(reading: Reading, typed: Mapping[str, str], page: LabPage = LAB) -> Response:
    """Answer with the page or, for its script, with the form alone; ``typed`` has the texts of the form."""
    fragment = wants_fragment()
    view = View(reading if fragment else replace(reading, was=None), typed)
    where: dict[str, Any] = {
        "view": view,
        "state": reading.state,
        "home": url_for(page.endpoint, **page.values),
        "correcting": False,
        "other_formulas": (),
        "within": bool(page.shown),
        "whole": not fragment,
        "to": addresses(request.script_root),
        **page.shown,
    }
    if page.endpoint in ASKS_FORMULA and (others := other_formulas(view)):
        where["other_formulas"] = others, url_for("switchboard.formula", page=ASKS_FORMULA[page.endpoint])
    where["address"] = f"{where['home']}?{reading.state.query()}"
    if not fragment:
        other = replace(reading.state, view="" if reading.state.view else "projector")
        where["other_view"] = lab_address(other, page.endpoint, page.values)
        shown = reading.state.view
        where |= {"examples": example_links(shown), "several": several_lists_links(shown), "shortcuts": _shortcuts()}
        where["by_address"] = "was" not in typed
    if not reading.errors:
        remember(reading.state)
    html = render_template("lab/form.html" if fragment else page.template, **where)
    response = varied(make_response(html, 400 if reading.errors else 200))
    return kept_for_minutes(response) if reading.state.view and not fragment else response


def _shortcuts() -> list[tuple[tuple[str, ...], str]]:
    return [(keys, say(Message(what))) for keys, what in SHORTCUTS]
