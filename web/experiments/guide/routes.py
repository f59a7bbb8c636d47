"""The addresses of the guide to measures: its answers are its address."""

from __future__ import annotations

import csv
import io
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, render_template, request

from ireval.errors import InputError
from ireval.experiments.measure_guide import QUESTIONS, check_answers, combinations, find_answer
from web.experiments.guide.page import GuidePage

bp = Blueprint("guide", __name__)


@bp.get("/experiments/measures")
def guide() -> Response:
    """The questions and, once all are answered, the measure."""
    given = {name: request.args.get(name, "") for name in QUESTIONS}
    try:
        check_answers(given)
        page = GuidePage(given)
    except InputError as error:
        page = GuidePage(given, error)
    return make_response(render_template("experiments/guide/guide.html", page=page), 400 if page.error else 200)


@bp.get("/experiments/measures.json")
def guide_as_json() -> Response:
    """All answers with the reasons, and the scores on which measures disagree."""
    return jsonify(_answers())


@bp.get("/experiments/measures.csv")
def guide_as_csv() -> Response:
    """All answers as CSV: a row for each rejected measure."""
    rows = [
        {**{k: v for k, v in answer.items() if k != "rejected"}, **rejected}
        for answer in _answers()
        for rejected in answer["rejected"]
    ]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    response = Response(text.getvalue(), mimetype="text/csv")
    response.headers["Content-Disposition"] = 'attachment; filename="measures.csv"'
    return response


def _answers() -> list[dict[str, Any]]:
    answers = []
    for given in combinations():
        found = find_answer(*given)
        rejected = [
            {
                "rejected measure": str(r.measure),
                "why not": r.reason,
                "recommended, list A": r.texts[0][0],
                "recommended, list B": r.texts[0][1],
                "rejected, list A": r.texts[1][0],
                "rejected, list B": r.texts[1][1],
            }
            for r in found.rejected
        ]
        answer = dict(zip(QUESTIONS, given, strict=True))
        answers.append({**answer, "measure": str(found.measure), "why": found.reason, "rejected": rejected})
    return answers
