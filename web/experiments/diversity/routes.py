"""The addresses of the page of diversity. Its state is its address, and nothing is stored."""

from __future__ import annotations

from urllib.parse import parse_qsl

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from web.experiments.diversity.diverse_state import diverse
from web.experiments.diversity.diversity_examples import example_links, first_example, lessons, rival_lists
from web.experiments.diversity.form import from_form
from web.experiments.diversity.page import DiversityPage
from web.lab.form import remember
from web.lab.lab_answers import LONGEST_ADDRESS
from web.server.answer_cache import cache_answer
from web.server.htmx import varied, wants_fragment
from web.server.incoming.posted_form import posted_form
from web.state.address import Reading, from_query
from web.state.reading.reader import DOCUMENTS

bp = Blueprint("diversity", __name__)


@bp.get("/experiments/diversity")
@cache_answer
def matrix() -> Response:
    """The page in the state of its address, or with an example."""
    args = request.args.to_dict()
    if not args.keys() & set(DOCUMENTS):
        args = dict(parse_qsl(first_example().query(), keep_blank_values=True)) | args
    reading = from_query(args)
    return _answer(Reading(diverse(reading.state), reading.errors))


@bp.post("/experiments/diversity")
@cache_answer
def change() -> Response:
    """The page after a change: the fragment for its script, otherwise a redirect to the new address."""
    reading = from_form(*posted_form())
    address = f"{url_for('diversity.matrix')}?{reading.state.query()}"
    if wants_fragment() or reading.errors or len(address) > LONGEST_ADDRESS:
        return _answer(reading)
    return redirect(address, 303)  # type: ignore[return-value]


def _answer(reading: Reading) -> Response:
    if not reading.errors:
        remember(reading.state)
    template = "form" if wants_fragment() else "diversity"
    html = render_template(
        f"experiments/diversity/{template}.html",
        page=DiversityPage(reading),
        query=reading.state.query(),
        examples=example_links(),
        rivals=rival_lists(),
        lessons=lessons(),
    )
    return varied(make_response(html, 400 if reading.errors else 200))
