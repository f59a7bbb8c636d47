"""Requests about the lab's lists: the state in an address, and its measures."""

from __future__ import annotations

from typing import NoReturn

from flask import abort, request

from ireval.errors import InputError
from ireval.evaluation.requested_measures import explained_measures
from ireval.measure.listing import variants
from ireval.measure.spelling import Spec
from web.state.address import from_query, with_own_list
from web.state.lab_state import State


def read_lists(*, several: bool = False) -> tuple[State, list[Spec]]:
    """The state in the address, and its measures. Raises ``InputError``, whose text depends on ``several`` lists.

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


#: The parts of an address that change only pages, and no number of the JSON interface.
SHOWN_ONLY = frozenset(
    {"scale", "names", "more", "comma", "places", "show", "chart", "step", "cover", "view", "pin", "title", "run"}
)


def unused_parts(*others: str, filled_in: bool = True) -> dict[str, list[str]]:
    """The parts of the address that do not affect the answer, which reports them; empty if there are none.

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


def requested_state() -> State:
    """The state in the address. An address with an error is refused."""
    reading = from_query(request.args)
    if reading.errors:
        refuse(*reading.errors)
    return reading.state


def refuse(*errors: InputError) -> NoReturn:
    """Refuse the request; the answer says what is wrong and how to correct it."""
    abort(400, " ".join(f"{e.message} {e.suggestion}".strip() for e in errors))
