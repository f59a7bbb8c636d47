"""Reads a pasted table: finds the columns of ranks, names and labels, and the lists that they form.

>>> from ireval.paste.table_grid import Grid
>>> (reading,) = read_table(Grid(("Rank", "A", "B"), ((2, ("1", "R", "N")), (3, ("2", "N", "N")))))
>>> [(listed.title, listed.grades) for listed in reading.lists]
[('A', [1, 0]), ('B', [0, 0])]
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from ireval.errors import InputError
from ireval.messages.message import Message
from ireval.numbers.notation import value_of_digits
from ireval.paste.cell_labels import MARKS, label_of, read_signs
from ireval.paste.named_documents import check_once, split_item
from ireval.paste.pasted_list import FIELD, Item, PastedList, PasteReading
from ireval.paste.table_grid import LABEL, NAME, OTHER, RANK, Grid, meaning
from ireval.ranking.document_names import checked_name
from ireval.ranking.judgements import UNJUDGED
from ireval.ranking.labels import TOP_GRADE

_SUMS = re.compile(r"(total|sum|mean|average|avg|p@|precision|recall|ap|map|ndcg|dcg|score)\b", re.IGNORECASE)
_RANK = re.compile(r"[#(\[]?\s*(\d+)\s*[.)\]:]*")
ITEMS = "items"


class _Column(NamedTuple):
    """A column: the kind of its content (``holds``), its title and its cells."""

    holds: str
    title: str
    cells: list[str]


def read_table(grid: Grid) -> list[PasteReading]:
    """The readings of a table, the likeliest first; empty if its columns cannot be understood without a header."""
    grid = _without_sums(grid)
    columns = [_column(grid, place) for place in range(len(grid.columns))]
    numbers = [number for number, _ in grid.rows]
    ranks = next((column for column in columns if column.holds == RANK), None)
    if ranks:
        order = _order(ranks.cells, numbers)
        columns = [column._replace(cells=[column.cells[i] for i in order]) for column in columns]
        numbers = [numbers[i] for i in order]
    labels = [column for column in columns if column.holds in (LABEL, ITEMS)]
    names = [column for column in columns if column.holds == NAME]
    has_scores = ranks and len(names) == 1 and not labels and any(column.holds == OTHER for column in columns)
    is_one_list = len(labels) < 2 or (names and len(names) != len(labels)) or len(numbers) < 2
    if not grid.header and not has_scores and is_one_list:
        return []  # a rank, a name and a label in each line
    if not any(_is_marked(label, is_named=bool(names)) for label in labels):
        return _Table(columns, names, labels, numbers).readings()
    return [
        replace(reading, form=Message(form))
        for fill, form in (("n", "paste-empty-not-relevant"), ("u", "paste-empty-unjudged"))
        for reading in _Table(columns, names, [_filled(c, fill) for c in labels], numbers).readings()[:1]
    ]


class _Table(NamedTuple):
    columns: list[_Column]
    names: list[_Column]
    labels: list[_Column]
    numbers: list[int]

    def readings(self) -> list[PasteReading]:
        """The readings of the columns of names and labels."""
        names, labels = self.names, self.labels
        if not labels:
            called = [column for column in names if meaning(column.title) == NAME]
            chosen = called[:1] or names
            return [self._reading([(n, None) for n in chosen], "paste-table-unjudged")] if chosen else []
        if len(names) == len(labels) > 1:
            return [self._reading(list(zip(names, labels, strict=True)), "paste-table-of-lists", by_name=True)]
        called = [column for column in names if meaning(column.title) == NAME] or names
        name = called[0] if called else None
        if len(labels) == 1:
            return [self._reading([(name, labels[0])], "paste-table")]
        known = [column for column in labels if meaning(column.title) == LABEL]
        if name and len(known) == 1:
            return [self._reading([(name, known[0])], "paste-table")]
        return [self._reading([(name, label) for label in labels], "paste-table-of-lists")]

    def _reading(
        self, chosen: list[tuple[_Column | None, _Column | None]], form: str, *, by_name: bool = False
    ) -> PasteReading:
        several = len(chosen) > 1
        lists = []
        for name, label in chosen:
            titled = name if by_name or not label else label
            title = titled.title if titled and several else ""
            lists.append(PastedList(tuple(self._items(name, label)), (), title))
        used = {column.title for pair in chosen for column in pair if column}
        ignored = [c.title for c in self.columns if c.holds != RANK and c.title not in used and c.title]
        return PasteReading(tuple(lists), Message(form), tuple(ignored))

    def _items(self, name: _Column | None, label: _Column | None) -> list[Item]:
        cells = (label or name or self.columns[0]).cells
        count = max((i for i, cell in enumerate(cells, start=1) if cell), default=0)
        items = []
        for i, number in enumerate(self.numbers[:count]):
            where = Message("at-line", line=number)
            if label and label.holds == ITEMS:
                items.append(_item_of(label, i, number))
                continue
            grade = UNJUDGED if label is None else _grade_of(label, i, number)
            items.append(Item(grade, checked_name(name.cells[i], where) if name else ""))
        check_once([(number, item.name) for number, item in zip(self.numbers, items, strict=False)])
        return items


def _column(grid: Grid, place: int) -> _Column:
    """A column with the kind of its content, by its header or, if the header does not say it, by its cells."""
    cells = read_signs(grid.columns[place])
    title = grid.header[place] if grid.header else ""
    by_header = meaning(title)
    counted = [_rank(cell) for cell in cells]
    is_counted = not by_header and counted == list(range(1, len(cells) + 1))
    is_index = not title and bool(grid.header) and counted == list(range(len(cells)))
    if by_header == RANK or (place == 0 and (is_counted or is_index)):
        return _Column(RANK, title, cells)
    return _Column(_content(cells, by_header), title, cells)


def _content(cells: list[str], by_header: str) -> str:
    """The kind of content of a column that does not have ranks."""
    filled = [cell for cell in cells if cell]
    if by_header in (LABEL, OTHER) or not filled:
        return by_header or NAME
    if by_header != NAME:
        is_marked = _is_marked(_Column(LABEL, "", cells), is_named=True)
        if is_marked or all(label_of(cell) is not None for cell in filled):
            return LABEL
        numbers = all(re.fullmatch(r"-?\d{0,9}[.,/]?\d{1,9}%?", cell) for cell in filled)
        if numbers and any(not cell.isdecimal() for cell in filled):
            return OTHER
    return ITEMS if all(split_item(cell) for cell in filled) else NAME


def _is_marked(column: _Column, *, is_named: bool) -> bool:
    """Whether some cells have the same mark and others are empty; without names, empty cells may be after the list."""
    cells = column.cells
    count = len(cells) if is_named else max((i for i, cell in enumerate(cells, start=1) if cell), default=0)
    marks = {cell.lower() for cell in cells if cell}
    if column.holds != LABEL or len(marks) != 1 or all(cells[:count]):
        return False
    (mark,) = marks
    return mark in MARKS or (label_of(mark) == 1)


def _filled(column: _Column, fill: str) -> _Column:
    """The column with a label in every cell: relevant for a mark, and the label ``fill`` for an empty cell."""
    return column._replace(cells=[{"": fill}.get(c, "r" if c.lower() in MARKS else c) for c in column.cells])


def _rank(cell: str) -> int | None:
    found = _RANK.fullmatch(cell)
    return value_of_digits(found[1]) if found else None


def _without_sums(grid: Grid) -> Grid:
    """The table without final rows of sums and scores, which have words instead of a rank."""
    rows = list(grid.rows)
    while len(rows) > 1 and _rank(rows[0][1][0]) is not None and (not rows[-1][1][0] or _SUMS.match(rows[-1][1][0])):
        rows.pop()
    return Grid(grid.header, tuple(rows))


def _order(cells: list[str], numbers: list[int]) -> list[int]:
    """The places of the rows by rank. Raises ``InputError`` for a rank that is missing, repeated or not a number."""
    ranks: dict[int, int] = {}
    for place, (cell, number) in enumerate(zip(cells, numbers, strict=True)):
        rank = _rank(cell)
        if rank is None:
            raise InputError(FIELD, "paste-not-a-rank", line=number, text=cell)
        if rank in ranks:
            raise InputError(FIELD, "paste-rank-twice", line=number, rank=rank, earlier=numbers[ranks[rank]])
        ranks[rank] = place
    first = 0 if 0 in ranks else 1
    for wanted, rank in enumerate(sorted(ranks), start=first):
        if rank != wanted:
            raise InputError(FIELD, "paste-rank-missing", line=numbers[ranks[rank]], rank=rank, missing=wanted)
    return [ranks[rank] for rank in sorted(ranks)]


def _grade_of(column: _Column, place: int, number: int) -> int:
    cell = column.cells[place]
    grade = label_of(cell)
    if grade is None:
        key = "paste-cell-not-a-label" if cell else "paste-cell-empty"
        raise InputError(FIELD, key, line=number, text=cell, column=column.title or "?", top=TOP_GRADE)
    return grade


def _item_of(column: _Column, place: int, number: int) -> Item:
    found = split_item(column.cells[place])
    if not found:
        raise InputError(FIELD, "paste-cell-empty", line=number, column=column.title or "?")
    return Item(found.grade, checked_name(found.name, Message("at-line", line=number)))
