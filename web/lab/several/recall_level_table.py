"""The numbers of the curves of several lists: interpolated precision at the eleven recall levels, and its means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ireval.evaluation.several_lists import SeveralLists
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import fixed
from web.state.lab_state import State
from web.state.texts.score_texts import DASH, number


class Levels(NamedTuple):
    """A table with a column for each mean and list: heads as (title, is a mean), and a row for each level."""

    heads: list[tuple[str, bool]]
    rows: list[tuple[str, list[str]]]


def in_numbers(
    state: State, several: SeveralLists, titles: Iterable[str], means: Sequence[tuple[str, Floats]] = ()
) -> Levels:
    """The numbers of the curves of ``several`` lists with these titles, after those of ``means`` (title, curve)."""

    def cell(value: float) -> str:
        return DASH if value != value else number(state, fixed(value, state.places))

    curves = [*(curve.tolist() for _, curve in means), *several.curves.tolist()]
    heads = [*((title, True) for title, _ in means), *((title, False) for title in titles)]
    rows = [
        (number(state, fixed(level, 1)), [cell(value) for value in values])
        for level, *values in zip(several.levels.tolist(), *curves, strict=True)
    ]
    return Levels(heads, rows)
