"""Several lists in the JSON interface: the numbers that the page shows side by side, with full precision."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from ireval.errors import InputError
from ireval.evaluation.mean_notes import Clauses, by_clause
from ireval.evaluation.several_lists import ListScores
from ireval.evaluation.system_pairs import SystemPair, pair_systems
from ireval.measure.spelling import Spec
from ireval.messages import say
from ireval.numbers.arrays import Floats
from web.server.incoming.json_requests import refusal
from web.state.lab_state import State
from web.state.list_request import read_lists, unused_parts
from web.state.texts.list_titles import query_title, tabs
from web.state.texts.score_texts import several_of

bp = Blueprint("lists_api", __name__, url_prefix="/api/v1")


bp.register_error_handler(InputError, refusal)


@bp.get("/lists")
def lists() -> Response:
    """Answer with measures of several lists: each list's score; for queries also means, for pairs also differences."""
    state, specs = read_lists(several=True)
    filled_in = not request.args.get("measures", "").strip()
    return jsonify(scores_of_lists(state, specs) | unused_parts("list", filled_in=filled_in))


def scores_of_lists(state: State, specs: list[Spec]) -> dict[str, Any]:
    """Return the scores of all lists, for queries also their means, for pairs of systems also the differences."""
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
        return answer | {"measures": [_pair_scores(spec, both, answer["queries"]) for spec in specs]}
    if state.arrangement == "queries":
        curve = several.average_curve
        answer |= {"levels": several.levels.tolist(), "average_curve": None if curve is None else curve.tolist()}
        return answer | {"measures": [{"name": spec.text} | _system(several.score(spec), titles) for spec in specs]}
    return answer | {"measures": [{"name": spec.text, "values": _values(several.score(spec).values)} for spec in specs]}


def _pair_scores(spec: Spec, both: SystemPair, queries: list[str]) -> dict[str, Any]:
    pair = both.compare(spec)
    return {
        "name": spec.text,
        "a": _system(pair.a, queries),
        "b": _system(pair.b, queries),
        "differences": _values(pair.differences),
        "tally": dict(zip(("a", "b", "ties"), pair.tally, strict=True)),
    }


def _system(scored: ListScores, queries: list[str]) -> dict[str, Any]:
    mean = scored.mean()
    return {
        "values": _values(scored.values),
        "mean": {"name": mean.name, "value": mean.value, "average": mean.average, "averaged_over": mean.over},
        "left_out": _said(scored.left_out, queries),
        "remarks": _said(scored.remarks, queries),
    }


def _said(clauses: Clauses, queries: list[str]) -> list[dict[str, Any]]:
    return [{"queries": [queries[i] for i in places], "why": say(x)} for x, places in by_clause(clauses).items()]


def _values(values: Floats) -> list[float | None]:
    return [None if v != v else v for v in values.tolist()]
