"""Two systems for one topic as the page shows them: their lists beside each other, and then their scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ireval.lessons.directives.systems_directive import Scores, Systems
from ireval.lessons.lesson import Block
from web.lab.several.systems import Systems as Compared
from web.lessons.shown_block import Page, Shown, View
from web.state.address import from_query
from web.state.lab_state import State

#: A measure whose table has a row for each rank.
_BY_RANK = "AP"


class ScoresView(NamedTuple):
    """The comparison ``side`` of the lists in ``state``, whether ``curves`` are shown, and the table's ``name``."""

    side: Compared
    state: State
    curves: bool
    name: str


def systems(page: Page, block: Systems) -> Shown:
    """The lists, without scores, and the blocks below them."""
    by_rank = {**block.parts, "show": _BY_RANK}
    return Shown("systems", _compared(by_rank, [_BY_RANK]), page.shown(block.inside))


def scores(_page: Page, block: Scores) -> Shown:
    """The scores of both lists."""
    side = _compared(block.parts, block.measures)
    return Shown("scores", ScoresView(side, side.state, block.curves, block.parts["show"]))


def _compared(parts: Mapping[str, str], measures: Sequence[str]) -> Compared:
    return Compared(from_query(parts).state, [("", [(measure, measure) for measure in measures])])


VIEWS: Mapping[type[Block], View] = {Systems: systems, Scores: scores}
