"""The figures of measures: cards, rows and a tank, drawn from the columns that the measure computed.

Each kind that a measure's file can declare (``ireval.measure.drawings.figure_kinds``) has a module here. A figure is
drawn twice, for wide and for narrow places, and the style sheet shows one of the two. Shapes keep their ids from answer
to answer, so the page moves them to where they belong now.

May import the rest of `charts` and what that may; the charts and the lab use it. `tests/web/charts/figures` tests it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple
from zlib import crc32

from markupsafe import Markup

from ireval.measure.drawings.figure_kinds import (
    FirstRank,
    Lanes,
    Pools,
    Readers,
    Shares,
    Stairs,
    Strips,
    SubtopicLanes,
    figure_of,
)
from ireval.messages import Message, say
from web.charts.figures.cards import CardList
from web.charts.figures.figure_markup import still_svg, svg
from web.charts.figures.kinds import first_rank, lanes, pools, readers, shares, stairs, strips, subtopic_lanes
from web.charts.figures.shapes import Sheet
from web.charts.figures.sum_of_terms import sum_of_terms
from web.charts.scene import Chart, Table, nothing
from web.state.lab_state import FIGURE, State
from web.state.step_position import StepPosition

#: What draws each kind.
KINDS: dict[type, Callable[[Sheet, CardList, Any], None]] = {
    Lanes: lanes.draw,
    SubtopicLanes: subtopic_lanes.draw,
    Strips: strips.draw,
    Pools: pools.draw,
    FirstRank: first_rank.draw,
    Stairs: stairs.draw,
    Readers: readers.draw,
    Shares: shares.draw,
}


class DrawnFigure(NamedTuple):
    """A figure of a state's open measure as markup, with a sentence that says what it shows."""

    title: str
    sentence: str
    wide: Markup
    narrow: Markup


class FigureInLab(NamedTuple):
    """A figure with what stands beside it in the lab.

    ``total`` is the formula that grows, ``column`` the column of the pieces, ``query`` the address of the file; and it
    ``plays`` if it can be shown rank by rank. ``key`` is another one for another sentence.
    """

    title: str
    sentence: str
    wide: Markup
    narrow: Markup
    total: Markup
    column: str
    query: str
    plays: bool
    key: str


def figure(state: State, position: StepPosition | None = None) -> DrawnFigure | None:
    """Return the figure of the open measure, up to a step in its table; None if the list is empty."""
    return _shown(CardList(state), position) if state.grades else None


def _shown(cards: CardList, position: StepPosition | None) -> DrawnFigure:
    title, sheets = _drawn(cards)
    sentence = sheets[0].sentence
    is_hidden: Callable[[int], bool] = _nothing_hidden
    if position and position.partial and position.axis == "rank":
        sentence, is_hidden = say(Message("chart-up-to", where=position.words)), position.hides
    return DrawnFigure(title, sentence, *(svg(sheet, is_hidden) for sheet in sheets))


def figure_in_lab(state: State, position: StepPosition) -> FigureInLab | None:
    """Return the figure with all that the lab shows beside it; None if the list is empty."""
    if not state.grades:
        return None
    cards = CardList(state)
    drawn, measure = _shown(cards, position), cards.spec.measure
    declared = measure.figure or figure_of(measure.drawing, measure.score)
    column = declared.total if isinstance(declared, Lanes) else next(iter(declared.columns), "")
    query = replace(state, own_chart=FIGURE).query()
    key = f"{crc32(drawn.sentence.encode()):x}"
    return FigureInLab(*drawn, sum_of_terms(cards, position), column, query, measure.axis == "rank", key)


def still_figure(state: State) -> DrawnFigure | None:
    """Return the whole figure of the open measure as a picture without controls; None if the list is empty."""
    if not state.grades:
        return None
    title, sheets = _drawn(CardList(state))
    return DrawnFigure(title, sheets[0].sentence, *map(still_svg, sheets))


def _drawn(cards: CardList) -> tuple[str, list[Sheet]]:
    """The title of the open measure's figure, and its wide and its narrow drawing."""
    measure = cards.spec.measure
    declared = measure.figure or figure_of(measure.drawing, measure.score)
    sheets = [Sheet(wide=wide, comma=bool(cards.state.comma)) for wide in (True, False)]
    for sheet in sheets:
        KINDS[type(declared)](sheet, cards, declared)
    return say(Message("figure-title", measure=cards.name)), sheets


def _nothing_hidden(rank: int) -> bool:  # noqa: ARG001
    return False


def chart(state: State) -> Chart:
    """Return the figure as a chart without panels, for places that do not draw it: where its numbers are."""
    message = Message("figure-elsewhere") if state.grades else Message("no-figure-empty")
    return nothing(FIGURE, say(Message("figure-title", measure=state.show)), say(message))


def tables(state: State) -> tuple[Table, ...]:  # noqa: ARG001 -- all charts are called alike
    """Return no tables: the numbers of the figure are those of the open measure's table."""
    return ()
