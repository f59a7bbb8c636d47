"""The figures of measures: cards, rows and a tank, drawn from the columns that the measure computed.

Each kind that a measure's file can declare (``ireval.measure.figure``) has a module here. A figure is drawn twice, for
wide and for narrow places, and the style sheet shows one of the two. Shapes keep their ids from answer to answer, so
the page moves them to where they belong now.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from markupsafe import Markup

from ireval.measure.figure import FirstRank, Lanes, Pools, Readers, Shares, Stairs, Strips
from ireval.measure.spelling import parse
from ireval.messages import Message, say
from web.charts.figures import first_rank, lanes, pools, readers, shares, stairs, strips
from web.charts.figures.cards import CardList
from web.charts.figures.figure_markup import svg
from web.charts.figures.shapes import Sheet
from web.charts.scene import Chart, Table, nothing
from web.state.lab_state import FIGURE, State

#: What draws each kind.
KINDS: dict[type, Callable[[Sheet, CardList, Any], None]] = {
    Lanes: lanes.draw,
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


def figure(state: State) -> DrawnFigure | None:
    """Return the figure of the open measure; None if the list is empty."""
    declared = parse(state.show).measure.figure_shown
    if not state.grades:
        return None
    cards = CardList(state)
    sheets = [Sheet(wide=wide, comma=bool(state.comma)) for wide in (True, False)]
    for sheet in sheets:
        KINDS[type(declared)](sheet, cards, declared)
    title = say(Message("figure-title", measure=cards.name))
    return DrawnFigure(title, sheets[0].sentence, svg(sheets[0]), svg(sheets[1]))


def chart(state: State) -> Chart:
    """Return the figure as a chart without panels: its title and its sentence."""
    found = figure(state)
    if found is None:
        return nothing(FIGURE, say(Message("figure-title", measure=state.show)), say(Message("no-figure-empty")))
    return nothing(FIGURE, found.title, found.sentence)


def tables(state: State) -> tuple[Table, ...]:  # noqa: ARG001 -- all charts are called alike
    """Return no tables: the numbers of the figure are those of the open measure's table."""
    return ()
