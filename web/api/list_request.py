"""Requests about the lab's lists: reads the state and the measures from an address, and answers errors."""

from __future__ import annotations

from flask import Response, jsonify, request

from ireval.errors import InputError, nearest
from ireval.evaluation.requested_measures import explained_measures
from ireval.measure.listing import variants
from ireval.measure.spelling import Spec
from web.server.error_pages import problem
from web.state.address import from_query, with_own_list
from web.state.lab_state import State


def read_lists(*, several: bool = False) -> tuple[State, list[Spec]]:
    """The state in the address, and its measures. Raises ``InputError``; ``several`` lists may be expected.

    Measures are separated by commas outside brackets; without any, they are all measures that pages list.
    """
    args = {name: value for name, value in request.args.items() if name != "measures"}
    reading = from_query(with_own_list(args))
    if not {"labels", "subtopics", "collection"} & set(args):
        raise InputError("labels", "no-lists-in-address" if several else "no-list-in-address")
    if reading.errors:
        raise reading.errors[0]
    state, text = reading.state, request.args.get("measures", "")
    if text.strip():
        return state, explained_measures(text, state.preset)
    return state, [spec for _, spec in variants(state.values, state.conventions, subtopics=state.diverse)]


#: What shapes pages alone, and no number of the JSON interface.
SHOWN_ONLY = frozenset(
    {"scale", "names", "more", "comma", "places", "show", "chart", "step", "cover", "view", "pin", "title", "run"}
)


def unused_parts(*others: str, filled_in: bool = True) -> dict[str, list[str]]:
    """The parts of the address that change nothing in the answer, to be said in it; empty if there are none.

    ``others`` are further such parts, and ``filled_in`` says whether k, level and beta are filled into the names of
    the measures.
    """
    unused = [
        name
        for name in request.args
        if name.rstrip("0123456789") in SHOWN_ONLY
        or name in others
        or (name in {"k", "level", "beta"} and not filled_in)
    ]
    return {"unused": unused} if unused else {}


def takes_only(*names: str) -> None:
    """Raises ``InputError`` for the first parameter of the request that an answer does not depend on."""
    for name in request.args:
        if name not in names:
            raise InputError(name, "unknown-address-part", name=name, hint=nearest(name, names))


def refusal(error: InputError) -> tuple[Response, int]:
    """What is wrong, as JSON."""
    return jsonify(problem(error.message, error.field, error.suggestion or None)), 400
