"""Pins a state, so that later states can be compared with it, and shows the pinned score beside the open one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from ireval.measure.spelling import parse
from web.formulas.mathml import with_decimal_sign
from web.state.lab_state import State
from web.state.pinned_state import pin, pinned_state
from web.state.reading.reader import Reader


class Pinned(NamedTuple):
    """The pinned score of the open measure, and R.

    ``name`` is the pinned measure's name, empty if that is still open; ``score`` is empty if it may not be shown.
    """

    name: str
    score: str
    relevant: int


def pinned_score(state: State) -> Pinned | None:
    """Return the pinned score; None if nothing is pinned. It is hidden while something is covered."""
    pinned = pinned_state(state)
    if pinned is None:
        return None
    table = pinned.explanation.table(parse(pinned.show), pinned.places)
    score = "" if state.cover else with_decimal_sign(table.result, pinned.comma)
    return Pinned("" if pinned.show == state.show else pinned.show, score, pinned.relevant_total())


ACTIONS: Mapping[str, Callable[[Reader, State, list[str]], State]] = {
    "pin": lambda _, state, __: pin(state),
    "unpin": lambda _, state, __: replace(state, pinned=None),
}
