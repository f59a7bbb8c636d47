"""The page ``/search``: an answer for a question in a few words, whose state is its address."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from ireval.measure.registry import measures
from web.search.search_index import search
from web.search.typed_list import lab_of_list

bp = Blueprint("search", __name__)

#: The most characters of a question.
LONGEST = 200


@bp.app_template_global()
def measure_names() -> list[str]:
    """The names of all measures, to choose from."""
    return list(measures())


@bp.get("/search")
def results() -> str:
    """The results for the question in the address; without one, what can be asked."""
    question = request.args.get("q", "").strip()[:LONGEST]
    shown = {"found": search(question), "lab": lab_of_list(question), "longest": LONGEST}
    return render_template("search/search.html", question=question, **shown)
