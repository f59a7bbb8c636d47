"""The reference: a list of all measures and conventions, and a page for each measure with an interactive list."""

from __future__ import annotations

from itertools import groupby
from urllib.parse import quote, urlencode

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for

from ireval.conventions import DEFAULT_PRESET
from ireval.errors import InputError
from ireval.measure import Measure
from ireval.measure.registry import measures
from ireval.measure.spelling import parse
from web.lab.lab_answers import LabPage, answer_address, answer_change
from web.measures.measure_names import bare_names, measure_meant, near_measures
from web.measures.measure_page import MeasurePage, all_conventions, allowed_values
from web.state.address import has_list, is_part

#: Characters that addresses keep, so that people can read them.
READABLE = ",;@()='"
#: The parts of an address that are about the measure that it shows.
OF_A_MEASURE = frozenset({"show", "chart", "step", "cover", "view", "pin"})

bp = Blueprint("measures", __name__, url_prefix="/measures")


@bp.get("")
def reference_page() -> str:
    """Every measure in a sentence, family by family, and the conventions."""
    by_family = groupby(measures().values(), key=lambda m: m.family)
    families = [(family, [(m, bare_names(m), _address(m)) for m in group]) for family, group in by_family]
    where = {"families": families, "conventions": all_conventions(), "allowed_values": allowed_values}
    return render_template("measures/measures.html", **where)


def _address(measure: Measure) -> str:
    """The address of a measure's page, with the list of this page if the measure can be computed on it."""
    kept = {name: text for name, text in request.args.items() if is_part(name) and name not in OF_A_MEASURE}
    if not kept.keys() & {"labels", "subtopics", "collection"} or (measure.needs_subtopics and "subtopics" not in kept):
        kept = {}
    address = url_for("measures.measure", name=measure.name)
    return f"{address}?{urlencode(kept, safe=READABLE, quote_via=quote)}" if kept else address


@bp.get("/<name>")
def measure(name: str) -> Response:
    """Show one measure with an interactive list. Its other names redirect to the measure's canonical address."""
    meant = measure_meant(name)
    if meant is None:
        shown = render_template("measures/unknown.html", name=name, near=near_measures(name))
        return make_response(shown, 404)
    other = _shown(meant)
    if (other or meant).name != name:
        address = url_for("measures.measure", name=(other or meant).name)
        query = request.query_string.decode()
        return redirect(f"{address}?{query}" if query else address, 303)  # type: ignore[return-value]
    page = MeasurePage(meant)
    usual = page.example
    if has_list(request.args):
        usual = {"show": usual["show"]}
    return answer_address(_lab_page(page), usual)


@bp.post("/<name>")
def change(name: str) -> Response:
    """Answer with the list after a change."""
    return answer_change(_lab_page(MeasurePage(measures().get(name) or abort(404))))


def _shown(meant: Measure) -> Measure | None:
    """The measure that the address opens, if the page is about another one."""
    try:
        shown = parse(request.args.get("show", meant.name)).measure
    except InputError:  # the page will say so
        return None
    return None if shown is meant else shown


def _lab_page(page: MeasurePage) -> LabPage:
    values = {"name": page.measure.name}
    return LabPage(
        "measures.measure", "measures/measure.html", values, {"reference": page, "usual_preset": DEFAULT_PRESET}
    )
