"""Several lists in the JSON interface: what the page shows of them side by side, with full precision."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from ireval.errors import InputError
from ireval.evaluation.several_lists import ListScores, Mean, SeveralLists
from ireval.evaluation.system_pairs import SystemPair, pair_systems
from ireval.measure.listing import variants
from ireval.measure.spelling import Spec, parse_all
from ireval.numbers.arrays import Floats
from web.lists.texts import query_title, several_of, tabs
from web.server.error_pages import problem
from web.state.address import from_query
from web.state.lab_state import State

bp = Blueprint("lists_api", __name__, url_prefix="/api/v1")


@bp.get("/lists")
def lists() -> Response | tuple[Response, int]:
    """Measures of several lists: each list's score; for queries their means, for pairs the differences too."""
    args = {name: value for name, value in request.args.items() if name != "measures"}
    reading = from_query({"labels": "", **args})
    try:
        if not {"labels", "subtopics"} & set(args):
            raise InputError(
                "labels", "There is no list.", "Give labels=101 and labels2=011, one character a document."
            )
        if reading.errors:
            raise reading.errors[0]
        specs = _specs(request.args.get("measures", ""), reading.state)
    except InputError as error:
        return jsonify(problem(error.message, error.field, error.suggestion or None)), 400
    return jsonify(_answer(reading.state, specs))


def _specs(text: str, state: State) -> list[Spec]:
    if text.strip():
        return parse_all(text)
    return [spec for _, spec in variants(state.values, state.conventions, subtopics=state.diverse)]


def _answer(state: State, specs: list[Spec]) -> dict[str, Any]:
    several = several_of(state)
    titles = [tab.full for tab in tabs(state)]
    answer: dict[str, Any] = {
        "arrangement": state.arrangement,
        "conventions": state.conventions,
        "lists": [{"title": t, "relevant": r} for t, r in zip(titles, several.relevant, strict=True)],
    }
    if state.arrangement == "pairs":
        both = pair_systems(several.rankings, state.conventions)
        answer["queries"] = [query_title(state, i) for i in range(len(both.a.rankings))]
        return answer | {"measures": [_duel(spec, both) for spec in specs]}
    if state.arrangement == "queries":
        answer |= {"levels": several.levels.tolist(), "average_curve": _curve(several)}
        return answer | {"measures": [_with_mean(spec, several) for spec in specs]}
    return answer | {"measures": [_named(spec) | {"values": _values(several.score(spec).values)} for spec in specs]}


def _named(spec: Spec) -> dict[str, Any]:
    return {"name": spec.text}


def _with_mean(spec: Spec, several: SeveralLists) -> dict[str, Any]:
    scored = several.score(spec)
    return _named(spec) | {"values": _values(scored.values), "mean": _mean(scored.mean())}


def _duel(spec: Spec, both: SystemPair) -> dict[str, Any]:
    duel = both.compare(spec)
    wins_a, wins_b, ties = duel.tally
    return _named(spec) | {
        "a": _system(duel.a),
        "b": _system(duel.b),
        "differences": _values(duel.differences),
        "tally": {"a": wins_a, "b": wins_b, "ties": ties},
    }


def _system(scored: ListScores) -> dict[str, Any]:
    return {"values": _values(scored.values), "mean": _mean(scored.mean())}


def _mean(mean: Mean) -> dict[str, Any]:
    return {"name": mean.name, "value": mean.value, "average": mean.average}


def _curve(several: SeveralLists) -> list[float] | None:
    return None if several.average_curve is None else several.average_curve.tolist()


def _values(values: Floats) -> list[float | None]:
    return [None if v != v else v for v in values.tolist()]
