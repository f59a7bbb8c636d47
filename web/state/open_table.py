"""Reads the open measure, and the covered columns and cells of its table, from addresses and forms."""

from __future__ import annotations

from dataclasses import replace

from ireval.errors import InputError
from ireval.measure.registry import measures
from ireval.measure.spelling import Spec, parse
from ireval.numbers.notation import value_of_digits
from web.state.lab_state import STEP, State

MOST_COVERED = 200


def read_cover(state: State, items: list[str]) -> tuple[str, ...]:
    """The covered items: keys of columns, ``column.rank`` for a cell, and spellings of measures, each once.

    Raises ``InputError`` for anything else.
    """
    if len(items) > MOST_COVERED:
        raise InputError("cover", "too-many-covered", count=len(items), most=MOST_COVERED)
    return tuple(dict.fromkeys(_covered(state, item) for item in items))


def _covered(state: State, item: str) -> str:
    column, _, rank = item.partition(".")
    keys = {c.key for m in measures().values() for c in m.columns}
    if column in keys and (not rank or (rank.isascii() and rank.isdigit() and 1 <= value_of_digits(rank) <= STEP.most)):
        return f"{column}.{int(rank)}" if rank else column
    try:
        return str(with_state_values(state, parse(item)))
    except InputError as error:
        raise InputError("cover", "cannot-be-covered", item=item) from error


def with_open_measure(state: State, text: str, *, adopt: bool = False) -> State:
    """``state`` with the measure ``text`` open, at the state's cutoff or, with ``adopt``, at the cutoff in ``text``."""
    spec = parse(text)
    at = spec.measure.cutoff
    if adopt and at and at.name in spec.own and at.name in state.values:
        state = replace(state, **{at.name: spec.own[at.name]})
    return state.having(show=str(with_state_values(state, spec)))


def with_state_values(state: State, spec: Spec) -> Spec:
    """``spec`` with the state's cutoff, level and beta, if the measure has them."""
    at, changed = spec.measure.cutoff, {}
    if at and at.name in spec.own and at.name in state.values:
        changed[at.name] = getattr(state, at.name)
    if "beta" in spec.own and any("{beta}" in spelling for spelling in spec.measure.variants):
        changed["beta"] = state.beta
    if not changed or (not spec.foreign and all(str(spec.own[name]) == str(value) for name, value in changed.items())):
        return spec  # it keeps its spelling
    return Spec(spec.measure, spec.own | changed, "")
