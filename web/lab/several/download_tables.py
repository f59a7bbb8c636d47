"""Comparisons of several lists as tables to download, with the page's digits, a decimal point and an ASCII minus."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ireval.explanation.plain_table import Field, Kind, PlainTable
from web.lab.several.pairs import Pairs
from web.lab.several.queries import Queries
from web.lab.several.side_by_side import Side
from web.lab.several.systems import Systems
from web.state.texts.list_titles import heading
from web.state.texts.score_texts import DASH, MINUS


def side_table(side: Side, notes: Sequence[str] = ()) -> PlainTable:
    """Return the measures of the lists, with a column for each system or a row for each query, and means.

    ``notes`` follow the notes of the comparison.
    """
    heads, rows, own = _systems(side) if isinstance(side, Systems) else _queries(side)
    fields = (Field(heads[0]), *(Field(head, Kind.NUMBER) for head in heads[1:]))
    plain = tuple((name, *map(_plain, cells)) for name, *cells in rows)
    return PlainTable(heading(side.state), fields, plain, notes=(*own, *side.notes, *notes))


_Parts = tuple[list[str], Iterable[Sequence[str]], list[str]]  # the heads, the rows and notes


def _systems(side: Systems) -> _Parts:
    less = [f"{side.titles[1]} minus {side.titles[0]}"] if side.two else []
    rows = (
        [row.label, *(score.text for score in row.scores), *([row.difference] if side.two else [])]
        for _, family in side.families
        for row in family
    )
    return ["measure", *side.titles, *less], rows, []


def _queries(side: Queries | Pairs) -> _Parts:
    """The queries and below them the means."""
    if isinstance(side, Queries):
        heads = [head for head, _ in side.heads]
        rows = [[q.title, str(q.relevant), *q.scores] for q in side.rows]
        rows.append(["mean", "", *(value for _, value in side.means)])
        rows.append(["geometric mean", "", side.geometric, *[""] * (len(heads) - 1)])
    else:
        heads = [f"{head}, {of}" for head, _ in side.heads for of in ("A", "B", "A - B")]
        rows = [
            [q.title, " and ".join(map(str, q.relevant)), *(cell for cells in q.scores for cell in cells)]
            for q in side.rows
        ]
        for what, means in (("mean", side.means), ("geometric mean", side.geometric)):
            rows.append([what, "", *(cell for _, *cells in means for cell in cells)])
    return ["query", "R", *heads], rows, [*(mean.plain for mean in side.calculations), *side.mean_notes]


def _plain(cell: str) -> str:
    return "" if cell == DASH else cell.replace(MINUS, "-")
