"""The JSON interface: the numbers that the pages show, with full precision; its addresses have the lab's grammar."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from ireval.conventions import CONVENTIONS, PRESETS
from ireval.errors import InputError
from ireval.measure.scores import score_remark
from ireval.measure.spelling import Spec
from ireval.messages import say
from web.api.lists import scores_of_lists
from web.server.incoming.json_requests import refusal, takes_only
from web.state.lab_state import State
from web.state.list_request import read_lists, unused_parts

bp = Blueprint("api", __name__, url_prefix="/api/v1")
bp.register_error_handler(InputError, refusal)


@bp.get("/evaluate")
def evaluate() -> Response:
    """Answer with the measures of one list: values, columns by rank, and the reason for each undefined value.

    If there are several lists, these are the measures of the open list; ``several`` has the answer of ``/lists``.
    """
    state, specs = read_lists()
    answer: dict[str, Any] = {"conventions": state.conventions, "measures": [_measure(spec, state) for spec in specs]}
    if len(state.lists) > 1:  # the values are those of the open list
        answer |= {"list": state.place, "several": scores_of_lists(state, specs)}
    return jsonify(answer | unused_parts(filled_in=not request.args.get("measures", "").strip()))


@bp.get("/conventions")
def conventions() -> Response:
    """Answer with every convention and its choices, and with every preset and its values."""
    takes_only()
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
                key: {
                    "title": p.title,
                    "text": p.text,
                    "traps": list(p.traps),
                    "conventions": State(preset=key).conventions,
                }
                for key, p in PRESETS.items()
            },
        }
    )


def _measure(spec: Spec, state: State) -> dict[str, Any]:
    computed = state.explanation.compute(spec)
    value = float(computed.score)
    why = score_remark(computed)
    result: dict[str, Any] = {
        "name": spec.text,
        "canonical": spec.canonical(state.conventions),
        "value": None if value != value else value,
        "columns": state.explanation.columns(spec),
    }
    if computed.condensed_from is not None:  # the rank in the list of each row of the columns
        result["ranks"] = [i + 1 if i >= 0 else None for i in computed.positions.tolist()]
    return result | ({"why": say(why)} if why else {})
