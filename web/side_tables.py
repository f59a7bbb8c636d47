"""What several lists are compared by, as tables to take away: the page's digits, with a point and a plain minus."""

from __future__ import annotations

from collections.abc import Iterable

from ireval.tables import Field, Kind, PlainTable
from web.side import Side
from web.side_pairs import Pairs
from web.side_queries import Queries
from web.side_shared import DASH, MINUS
from web.side_systems import Systems


def side_table(side: Side, title: str, conventions: str) -> PlainTable:
    """The table of measures or of scores, with the calculations of means below it."""
    if isinstance(side, Systems):
        return _systems(side, title, conventions)
    return _queries(side, title, conventions) if isinstance(side, Queries) else _pairs(side, title, conventions)


def _systems(side: Systems, title: str, conventions: str) -> PlainTable:
    rows = [
        [row.label, *(score.text for score in row.scores), *([row.difference] if side.two else [])]
        for _, listed in side.families
        for row in listed
    ]
    heads = [*side.titles, *(["difference"] if side.two else [])]
    less = [f"difference: {side.titles[1]} less {side.titles[0]}"] if side.two else []
    return _table(title, [Field("measure"), *_numbers(heads)], rows, [*less, *side.notes, conventions])


def _queries(side: Queries, title: str, conventions: str) -> PlainTable:
    rows = [[row.title, str(row.relevant), *row.scores] for row in side.rows]
    rows.append(["mean", "", *(value for _, value in side.means)])
    rows.append(["geometric mean", "", side.geometric, *[""] * (len(side.heads) - 1)])
    fields = [Field("query"), *_numbers(["R", *(head for head, _ in side.heads)])]
    return _table(title, fields, rows, [*(mean.plain for mean in side.calculations), *side.notes, conventions])


def _pairs(side: Pairs, title: str, conventions: str) -> PlainTable:
    rows = [[row.title, row.relevant, *(cell for cells in row.scores for cell in cells)] for row in side.rows]
    rows.append(["mean", "", *(cell for _, *cells in side.means for cell in cells)])
    heads = [f"{head}{of}" for head, _ in side.heads for of in (" of A", " of B", ": A - B")]
    fields = [Field("query"), *_numbers(["R", *heads])]
    return _table(title, fields, rows, [*(mean.plain for mean in side.calculations), *side.notes, conventions])


def _numbers(heads: Iterable[str]) -> list[Field]:
    return [Field(head, Kind.NUMBER) for head in heads]


def _table(title: str, fields: list[Field], rows: Iterable[list[str]], notes: list[str]) -> PlainTable:
    plain = [(name, *map(_plain, cells)) for name, *cells in rows]
    return PlainTable(title, tuple(fields), tuple(plain), notes=tuple(notes))


def _plain(cell: str) -> str:
    return "" if cell == DASH else cell.replace(MINUS, "-")
