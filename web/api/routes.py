"""The JSON interface: what the pages show, with full precision, in the same grammar as the address."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from ireval.conventions import CONVENTIONS, PRESETS
from ireval.diagnosis.causes import Cause
from ireval.diagnosis.verdict import Diagnosis
from ireval.errors import InputError
from ireval.measure.listing import variants
from ireval.measure.scores import by_convention, why_undefined
from ireval.measure.spelling import Spec, parse_all
from web.server.error_pages import problem
from web.state.address import from_query
from web.state.lab_state import State
from web.why.number_question import read_question

bp = Blueprint("api", __name__, url_prefix="/api/v1")

#: What the address of the interface may have beyond the lab's.
_OWN = ("measures",)


@bp.get("/evaluate")
def evaluate() -> Response | tuple[Response, int]:
    """Measures of one list: values, columns by rank, and why where a value is not defined."""
    args = {name: value for name, value in request.args.items() if name not in _OWN}
    reading = from_query({"labels": "", **args})
    try:
        if not {"labels", "subtopics"} & set(args):
            raise InputError("labels", "There is no list to evaluate.", "Give labels=1u03, one character a document.")
        if reading.errors:
            raise reading.errors[0]
        specs = _specs(request.args.get("measures", ""), reading.state)
    except InputError as error:
        return jsonify(problem(error.message, error.field, error.suggestion or None)), 400
    measures = [_measure(spec, reading.state) for spec in specs]
    return jsonify({"conventions": reading.state.conventions, "measures": measures})


@bp.get("/diagnose")
def diagnose() -> Response | tuple[Response, int]:
    """Why ``value`` is not what ``measure`` is: every cause that gives it; or the nearest ones where none does."""
    try:
        question = read_question(request.args)
        found = question.inquiry().diagnose(question.typed)
    except InputError as error:
        return jsonify(problem(error.message, error.field, error.suggestion or None)), 400
    answer = {
        "right": found.right,
        "causes": [_cause(found, cause) for cause in found.causes],
        "nearest": [_cause(found, cause) for cause in found.nearest],
        "measure": question.spec.text,
        "asked": found.target.name,
        "typed": {"value": found.typed.value, "places": found.typed.places},
        "correct": {"value": found.value, "calculation": found.correct.text},
        "headline": found.headline,
    }
    return jsonify(answer | ({"note": found.note} if found.note else {}))


@bp.get("/conventions")
def conventions() -> Response:
    """Every convention with its choices, and every preset with its values."""
    return jsonify(
        {
            "conventions": {
                name: {
                    "title": p.title,
                    "text": p.text,
                    "scope": p.scope,
                    "default": p.default,
                    "choices": [{"key": c.key, "text": c.text} for c in p.choices],
                    "range": None if p.choices else [p.least, p.most],
                }
                for name, p in CONVENTIONS.items()
            },
            "presets": {
                key: {"title": p.title, "text": p.text, "conventions": State(preset=key).conventions}
                for key, p in PRESETS.items()
            },
        }
    )


def _specs(text: str, state: State) -> list[Spec]:
    """The measures asked for, separated by commas outside brackets; all that pages list where none is named."""
    if not text.strip():
        return [spec for _, spec in variants(state.values, state.conventions, subtopics=state.diverse)]
    return parse_all(text)


def _cause(found: Diagnosis, cause: Cause) -> dict[str, Any]:
    return {
        "kind": cause.kind,
        "key": cause.key,
        "value": cause.value,
        "text": cause.text,
        "presets": list(cause.presets),
        "yours": found.yours(cause).text,
    }


def _measure(spec: Spec, state: State) -> dict[str, Any]:
    computed = state.explanation.compute(spec)
    value = float(computed.score)
    why = why_undefined(computed) or by_convention(computed)
    result: dict[str, Any] = {
        "name": spec.text,
        "canonical": spec.canonical(state.conventions),
        "value": None if value != value else value,
        "columns": state.explanation.columns(spec),
    }
    if computed.condensed_from is not None:  # which rank of the list each row of the columns is
        result["ranks"] = [i + 1 if i >= 0 else None for i in computed.positions.tolist()]
    return result | ({"why": why} if why else {})
