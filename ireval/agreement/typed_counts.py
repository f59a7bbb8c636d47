r"""A table of counts as people type or paste it: a row for each label, its cells between tabs, commas or spaces.

>>> read_counts("300, 20\n10, 70").counts
((300, 20), (10, 70))
>>> named = read_counts("\tyes\tno\ttotal\nyes\t300\t20\t320\nno\t10\t70\t80\ntotal\t310\t90\t400")
>>> named.labels, named.counts
(('yes', 'no'), ((300, 20), (10, 70)))
>>> print(write_counts(named))
,yes,no
yes,300,20
no,10,70
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ireval.agreement.label_counts import LabelCounts
from ireval.errors import InputError

FIELD = "table"
#: The most labels, documents in a cell, and characters of a label.
MOST_LABELS, MOST_COUNTED, LONGEST_LABEL = 12, 1_000_000_000, 40
_WHOLE = re.compile(r"[0-9]{1,10}")
_TOTALS = {"total", "totals", "sum", "sums", "all", "Σ"}
#: The first of these that occurs separates the cells; else spaces do.
_SEPARATORS = ("\t", ";", "|", ",")

Rows = list[list[str]]


def numbered_labels(size: int) -> tuple[str, ...]:
    """The names of labels that have none: numbers."""
    return tuple(f"label {place}" for place in range(1, size + 1))


def read_counts(text: str) -> LabelCounts:
    """The counts in ``text``, which may have labels in its first row and column, and totals in its last ones.

    Raises ``InputError`` with the row and the column of what cannot be read, counted as they were typed.
    """
    rows = _cells(text)
    if not rows:
        raise InputError(FIELD, "table-is-empty")
    heads, names, down, across = _without_labels(rows)
    body = [row[across:] for row in rows[down:]]
    heads, names, body, totals = _without_totals(heads, names, body)
    numbers = _numbers(body, down + 1, across + 1)
    if not heads and not names and not totals:
        numbers = _without_sums(numbers)
    _check_shape(numbers, down + 1)
    if totals:
        _check_totals(numbers, totals, down, across)
    labels = _labels(heads, names, len(numbers))
    return checked_counts(labels, tuple(map(tuple, numbers)))


def checked_counts(labels: tuple[str, ...], rows: tuple[tuple[int, ...], ...]) -> LabelCounts:
    """The counts, if they are a square table of documents. Raises ``InputError``."""
    _check_shape(rows, 1)
    for i, row in enumerate(rows, 1):
        for j, count in enumerate(row, 1):
            if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_COUNTED:
                raise InputError(FIELD, "table-cell", row=i, column=j, text=str(count), most=MOST_COUNTED)
    if len(labels) != len(rows):
        raise InputError(FIELD, "table-labels-count", count=len(labels), rows=len(rows))
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice is not None:
        raise InputError(FIELD, "table-label-twice", label=twice)
    if any(not label or len(label) > LONGEST_LABEL for label in labels):
        raise InputError(FIELD, "table-label-length", most=LONGEST_LABEL)
    if not any(map(any, rows)):
        raise InputError(FIELD, "table-without-documents")
    return LabelCounts(labels, rows)


def write_counts(counts: LabelCounts) -> str:
    """The counts as text that ``read_counts`` reads, with their labels unless these are only numbered."""
    labels, rows = counts.labels, [[*map(str, row)] for row in counts.counts]
    if labels != numbered_labels(len(rows)):
        rows = [["", *labels], *([label, *row] for label, row in zip(labels, rows, strict=True))]
    between = "\t" if any(sign in label for sign in _SEPARATORS for label in labels) else ","
    return "\n".join(between.join(row) for row in rows)


def _cells(text: str) -> Rows:
    """The cells of each line that is not empty."""
    lines = [line for line in text.splitlines() if line.strip() and not re.fullmatch(r"[\s|:+-]+", line)]
    separator = next((sign for sign in _SEPARATORS if sign in text), None)
    if separator == "|":
        lines = [line.strip().removeprefix("|").removesuffix("|") for line in lines]
    return [[cell.strip() for cell in line.split(separator)] for line in lines]


def _is_number(cell: str) -> bool:
    return bool(_WHOLE.fullmatch(cell))


def _is_word(cell: str) -> bool:
    """Whether a cell is a name, and not a number in any notation."""
    return bool(cell) and (not any(sign.isdigit() for sign in cell) or any(sign.isalpha() for sign in cell))


def _are_labels(cells: Sequence[str]) -> bool:
    """Whether cells are names of labels: words, or grades that begin with 0 or 1."""
    grades = [[*map(str, range(start, start + len(cells)))] for start in (0, 1)]
    return all(map(_is_word, cells)) or [*cells] in grades


def _without_labels(rows: Rows) -> tuple[list[str], list[str], int, int]:
    """The labels in the first row and in the first column, and how many rows and columns they take."""
    first, names = rows[0], [row[0] for row in rows[1:]]
    high, wide = len(rows), max(map(len, rows[1:]), default=len(first))
    if high == wide > 2:
        heads = first if len(first) == wide - 1 else first[1:]
        cornered = not _is_number(first[0]) and (heads == names or not first[0] or any(map(_is_word, [*heads, *names])))
        if len(first) == wide - 1 or cornered:
            return heads, names, 1, 1
    if high == wide + 1 and len(first) == wide and _are_labels(first):
        return first, [], 1, 0
    if high == wide - 1 and _are_labels([row[0] for row in rows]):
        return [], [row[0] for row in rows], 0, 1
    return [], [], 0, 0


def _without_totals(
    heads: list[str], names: list[str], body: Rows
) -> tuple[list[str], list[str], Rows, tuple[list[str], list[str]] | None]:
    """The labels and cells without the row and the column of totals, and those totals."""
    if not (heads and names and heads[-1].lower() in _TOTALS and names[-1].lower() in _TOTALS):
        return heads, names, body, None
    return heads[:-1], names[:-1], [row[:-1] for row in body[:-1]], ([row[-1] for row in body[:-1]], body[-1][:-1])


def _numbers(body: Rows, row_at: int, column_at: int) -> list[list[int]]:
    found = []
    for i, row in enumerate(body, row_at):
        for j, cell in enumerate(row, column_at):
            if not _is_number(cell) or int(cell) > MOST_COUNTED:
                raise InputError(FIELD, "table-cell", row=i, column=j, text=cell, most=MOST_COUNTED)
        found.append([*map(int, row)])
    return found


def _without_sums(numbers: list[list[int]]) -> list[list[int]]:
    """The counts without a last row and column that are exactly the sums of the others."""
    inside = [row[:-1] for row in numbers[:-1]]
    if len(inside) < 2 or any(len(row) != len(numbers) for row in numbers):
        return numbers
    sums = [sum(column) for column in zip(*inside, strict=True)]
    with_sums = [*([*row, sum(row)] for row in inside), [*sums, sum(sums)]]
    return inside if numbers == with_sums and sum(sums) else numbers


def _check_shape(rows: Sequence[Sequence[int]], row_at: int) -> None:
    """Raises ``InputError`` unless there are as many columns as rows."""
    if not 2 <= len(rows) <= MOST_LABELS:
        raise InputError(FIELD, "table-size", count=len(rows), most=MOST_LABELS)
    for i, row in enumerate(rows, row_at):
        if len(row) != len(rows):
            raise InputError(FIELD, "table-row-length", row=i, count=len(row), rows=len(rows))


def _check_totals(rows: list[list[int]], totals: tuple[list[str], list[str]], down: int, across: int) -> None:
    """Raises ``InputError`` at a total that is not the sum of its row or column."""
    by_row, by_column = totals
    for i, (row, text) in enumerate(zip(rows, by_row, strict=True), down + 1):
        if text != str(sum(row)):
            raise InputError(FIELD, "table-total", row=i, column=across + len(rows) + 1, text=text, sum=sum(row))
    for j, (column, text) in enumerate(zip(zip(*rows, strict=True), by_column, strict=True), across + 1):
        if text != str(sum(column)):
            raise InputError(FIELD, "table-total", row=down + len(rows) + 1, column=j, text=text, sum=sum(column))


def _labels(heads: list[str], names: list[str], size: int) -> tuple[str, ...]:
    """The labels, in the same order for rows and columns. Raises ``InputError`` if the two differ."""
    if heads and names and heads != names:
        place = next((i for i, pair in enumerate(zip(heads, names, strict=False)) if pair[0] != pair[1]), 0)
        raise InputError(FIELD, "table-labels-differ", place=place + 1, row=names[place], column=heads[place])
    return tuple(heads or names) or numbered_labels(size)
