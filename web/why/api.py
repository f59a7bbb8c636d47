"""Why a number differs, in the JSON interface."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from ireval.diagnosis.causes import Cause
from ireval.diagnosis.verdict import Diagnosis
from ireval.errors import InputError
from ireval.messages import say
from web.server.incoming.json_requests import refusal
from web.state.list_request import unused_parts
from web.why.facts_in_words import rule_of
from web.why.number_question import read_question

bp = Blueprint("why_api", __name__, url_prefix="/api/v1")
bp.register_error_handler(InputError, refusal)


@bp.get("/diagnose")
def diagnose() -> Response:
    """Why ``value`` is not the value of ``measure``: every cause that gives it, or the nearest ones if none does."""
    question = read_question(request.args)
    found = question.inquiry().diagnose(question.typed)
    answer = {
        "right": found.right,
        "kind": found.kind,
        "certain": found.certain,
        "causes": [_cause(found, cause) for cause in found.causes],
        "nearest": [_cause(found, cause) for cause in found.nearest],
        "measure": question.spec.text,
        "asked": found.target.name,
        "typed": {"value": found.typed.value, "places": found.typed.places},
        "correct": {"value": found.value, "calculation": found.correct.text},
        "headline": say(found.verdict),
        "conventions": question.state.conventions,
    }
    correct = rule_of(found, question.state)
    answer |= {"answer": say(correct)} if correct else {}
    answer |= {"note": say(found.remark)} if found.remark else {}
    whole = question.average and question.state.arrangement == "queries"  # the mean is over all lists
    return jsonify(answer | unused_parts(*(["list"] if whole else []), filled_in=False))


def _cause(found: Diagnosis, cause: Cause) -> dict[str, Any]:
    return {
        "kind": cause.kind,
        "key": cause.key,
        "value": cause.value,
        "text": say(cause.message),
        "presets": list(cause.presets),
        "yours": found.yours(cause).text,
    }
