"""The addresses of the lab: a ranked list, and all that is computed from its labels. The address has the state."""

from __future__ import annotations

from urllib.parse import parse_qsl

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from ireval.explanation.worked_examples import OPENING, START, TWO_SYSTEMS
from web.lab.lab_answers import LAB, LabPage, answer_address, answer_change
from web.lab.topic.missed_documents import missed_by_grade
from web.server.answer_cache import cache_answer
from web.server.htmx import varied, wants_fragment
from web.state.address import from_example, from_query, has_list
from web.state.lab_address import lab_address

bp = Blueprint("lab", __name__)

#: The front door: a question, and the lab in small.
FRONT = LabPage("lab.opening", "lab/start.html", shown={"figure_alone": True, "within": True})


@bp.get("/")
@cache_answer
def opening() -> Response:
    """The front door, with a small list if the address has none."""
    usual = {} if has_list(request.args) else dict(parse_qsl(from_example(START).query()))
    return answer_address(FRONT, usual)


@bp.post("/")
@cache_answer
def change_front() -> Response:
    """The front door after a change of its list."""
    return answer_change(FRONT)


@bp.get("/lab")
@cache_answer
def lab() -> Response:
    """The lab in the state of the address."""
    return answer_address(LAB)


@bp.post("/lab")
@cache_answer
def change() -> Response:
    """The lab after a change."""
    return answer_change(LAB)


@bp.app_template_global()
def doors() -> tuple[str, str]:
    """Return the addresses of the lecture's example and of an example with two systems."""
    return lab_address(from_example(OPENING)), lab_address(from_example(TWO_SYSTEMS))


@bp.get("/lab/missed")
def missed() -> Response:
    """The judged documents that a list of a topic missed: for the lab's script alone, otherwise a page of its own."""
    reading = from_query(request.args)
    address = f"{url_for('lab.lab')}?{request.query_string.decode()}"
    if reading.errors or reading.state.topic is None:
        return redirect(address, 303)  # type: ignore[return-value]
    template = "lab/missed_documents.html" if wants_fragment() else "lab/missed_page.html"
    shown = {"missed": missed_by_grade(reading.state), "topic": reading.state.topic, "address": address}
    return varied(make_response(render_template(template, **shown)))
