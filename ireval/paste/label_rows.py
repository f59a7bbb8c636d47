"""Reads texts that consist of labels: in a row or one per line, with or without separators and titles.

>>> [reading.key for reading in read_label_rows([(1, "1 2 3 4")])]
['ranks-alone', 'labels']
>>> [[listed.grades for listed in reading.lists] for reading in read_label_rows([(1, "R-N-N")])]
[[[1, 0, 0]]]
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ireval.errors import InputError
from ireval.messages.message import Message
from ireval.paste.cell_labels import DASHES, joined_words, label_of, unquoted
from ireval.paste.pasted_list import FIELD, Item, Line, PastedList, PasteReading, of_grades
from ireval.ranking.judgements import UNJUDGED
from ireval.ranking.labels import grade_of

#: A missing label between two separators.
_GAP = re.compile(r"[^\s,;][ ]?([,;]) *\1|\t\t")
_SEPARATOR = re.compile(r"[\s,;|/>→·]+")
#: A row needs this many labels to be read as a list after a title without a colon.
_ROW = 3

Row = tuple[list[int], ...]


def read_label_rows(lines: list[Line]) -> list[PasteReading]:
    """The readings of lines that have only labels, the likeliest first; empty if there is anything else."""
    rows = [_row(joined_words(line), is_alone=len(lines) == 1) for _, line in lines]
    found = [row for row in rows if row]
    if len(found) < len(rows):
        return read_titled(lines)
    if any(len(row) > 1 for row in found):
        return _dashed(found)
    if len(rows) == 1 or {len(row[0]) for row in found} != {len(found[0][0])} or len(found[0][0]) < 2:
        return _one_list([grade for row in found for grade in row[0]], lines)
    return _block([row[0] for row in found], is_spaced=all(len(_parts(line)) > 1 for _, line in lines))


def _parts(line: str) -> list[str]:
    return [part for part in _SEPARATOR.split(joined_words(line)) if part]


def _row(line: str, *, is_alone: bool = False) -> Row | None:
    """The labels of a line, in two ways if dashes may be separators or labels; None if there is anything else.

    Groups of labels without separators are read only if the line ``is_alone``, because names may look like groups.
    """
    line = line.strip("[](){} \t") if line[:1] in "[({" and _SEPARATOR.search(line) else line
    dashed = _between_dashes(line)
    if dashed:
        return dashed
    parts = [part for part in _SEPARATOR.split(line) if part]
    grades = [label_of(part) for part in parts]
    if is_alone and [part.lower() for part in parts] == ["nr"]:
        grades = [None]  # these are two labels
    if _GAP.search(line) and None not in grades:
        raise InputError(FIELD, "paste-gap", text=line[:40])
    if set("".join(parts)) <= {"+", *DASHES} and "+" in line:
        return ([int(sign == "+") for part in parts for sign in part],)
    if None in grades and (is_alone or len(parts) == 1):
        grades = [_letter(c) for part in parts for c in unquoted(part)]
    known = [grade for grade in grades if grade is not None]
    return (known,) if known and len(known) == len(grades) else None


def _letter(character: str) -> int | None:
    """The label of one character in a group without separators; the character may not be a separator."""
    return grade_of(character) if character.isalnum() or character in DASHES else label_of(character)


def _between_dashes(line: str) -> Row | None:
    """The labels of a line in which labels and dashes alternate: first without, then with the dashes as labels."""
    line = line.translate(dict.fromkeys(map(ord, DASHES), "-"))
    if not re.fullmatch(r"[^\s,;-]+( ?- ?[^\s,;-]+)+", line):
        return None
    words = re.split(r" ?- ?", line)
    grades = [label_of(word) for word in words]
    known = [grade for grade in grades if grade is not None]
    if len(known) < len(grades):
        return None
    dashes = len(words) - 1
    with_dashes = [g for grade in known for g in (UNJUDGED, grade)][1:]
    certain = dashes > 1 if all(word.isalpha() for word in words) else dashes > 2 and " " not in line
    return (known,) if certain else (known, with_dashes)


def _dashed(rows: Sequence[Row]) -> list[PasteReading]:
    """The two readings of dashes between labels."""
    between = [grade for row in rows for grade in row[0]]
    unjudged = [grade for row in rows for grade in row[-1]]
    return [of_grades(between, "paste-dashes-between"), of_grades(unjudged, "paste-dashes-unjudged")]


def _one_list(grades: list[int], lines: list[Line]) -> list[PasteReading]:
    """The readings as one list; if the labels are 1, 2, 3, ..., they may be the ranks of a list without labels."""
    as_labels = of_grades(grades, "paste-labels")
    counts = grades == list(range(1, len(grades) + 1)) and not any(re.search("[^\\W\\d]", line) for _, line in lines)
    if len(grades) > 2 and counts:
        return [of_grades([UNJUDGED] * len(grades), "paste-ranks-alone"), as_labels]
    return [as_labels]


def _block(rows: list[list[int]], *, is_spaced: bool) -> list[PasteReading]:
    """The readings of lines with equally many labels: each line a list, each column a list, or all one list."""
    one = of_grades([grade for row in rows for grade in row], "paste-labels")
    by_line = _lists(rows, "paste-lists-by-line")
    by_column = [_lists(list(map(list, zip(*rows, strict=True))), "paste-lists-by-column")] if is_spaced else []
    return [*by_column, by_line, one] if len(rows) > len(rows[0]) else [by_line, *by_column, one]


def _lists(rows: Sequence[Sequence[int]], form: str, titles: Sequence[str] = ()) -> PasteReading:
    titles = titles or [""] * len(rows)
    both = zip(rows, titles, strict=True)
    return PasteReading(tuple(PastedList(tuple(map(Item, row)), (), title) for row, title in both), Message(form))


def read_titled(lines: list[Line]) -> list[PasteReading]:
    """The lists in lines that each consist of a title and labels: “Engine A: 0 0 1”; empty for any other line."""
    parsed = [_titled(line) for _, line in lines]
    found = [both for both in parsed if both]
    if len(found) < len(parsed) or not found:
        return []
    titles = [title for title, _ in found]
    if len(set(titles)) < len(titles):
        number = next(i for i, title in enumerate(titles) if title in titles[:i])
        earlier = lines[titles.index(titles[number])][0]
        raise InputError(FIELD, "paste-title-twice", line=lines[number][0], title=titles[number], earlier=earlier)
    ways = range(max(len(row) for _, row in found))
    forms = ["paste-titled-lists"] if len(ways) == 1 else ["paste-dashes-between", "paste-dashes-unjudged"]
    return [_lists([row[min(way, len(row) - 1)] for _, row in found], forms[way], titles) for way in ways]


def _titled(line: str) -> tuple[str, Row] | None:
    """The title at the beginning of a line and the labels after it."""
    line = joined_words(line)
    before, sign, after = re.match(r"([^:=]*)([:=]?)(.*)", line, re.DOTALL).groups()  # type: ignore[union-attr]
    if sign and re.search(r"[^\W\d_]", before):
        row = _row(after.strip(), is_alone=True)
        letters = re.search(r"[^\W\d]|[\s,;|-]", after.strip())
        return (before.strip(), row) if row and len(row[0]) >= (2 if letters else _ROW) else None
    parts = re.findall(r"[^\s,;|]+", line)
    first = len(parts)
    while first and label_of(parts[first - 1]) is not None:
        first -= 1
    title = " ".join(parts[:first])
    if not first or len(parts) - first < _ROW or not re.search(r"[^\W\d_]{2}|^[A-Z]$|[^\W\d_].*\d", title):
        return None
    return title, ([g for part in parts[first:] if (g := label_of(part)) is not None],)
