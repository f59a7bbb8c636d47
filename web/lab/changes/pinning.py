"""Pins the state to compare later ones with, and shows the pinned score beside the open one."""

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

    ``name`` is the measure's, empty if it is the same as now; ``score`` is empty if it may not be shown.
    """

    name: str
    score: str
    relevant: int


def pinned_score(state: State) -> Pinned | None:
    """What is pinned; None if nothing is. While something is covered, the pinned score could give it away."""
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
