"""Reads the cells of a pasted table, between tabs, bars, semicolons, commas or aligned spaces, and its header.

>>> grid = read_grid([(1, "Rank  Engine A  Engine B"), (2, "1     R         N")])
>>> grid.header, grid.rows
(('Rank', 'Engine A', 'Engine B'), ((2, ('1', 'R', 'N')),))
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass

from ireval.paste.cell_labels import joined_words, label_of
from ireval.paste.pasted_list import Line
from ireval.stdlib.lazy_attribute import lazy_attribute

#: The kinds of content of a column, by the words of its header.
RANK, NAME, LABEL, OTHER = "rank", "name", "label", "other"
_WORDS = {
    RANK: "rank ranks # i no no. nr nr. pos pos. position place rang platz № k ranking",
    NAME: "document documents doc docs docid docno doc_id doc-id id name title url page item result hit dokument",
    LABEL: "relevance relevant relevant? relevancy rel rel. rel? label labels grade grades judgment judgement judgments"
    " judged is_relevant isrelevant gain relevanz relevant(y/n) grading rating",
    OTHER: "score scores sim similarity bm25 tf-idf query topic qid topicid q0 tag run precision recall p prec ap rr"
    " dcg cg ndcg idcg f1 snippet comment comments note notes iteration",
}
_MEANING = {word: meaning for meaning, words in _WORDS.items() for word in words.split()}
_SPLITS = (r" *\t *", r" *\| *", ";", ",", r" {2,}", r" +")


@dataclass(frozen=True)
class Grid:
    """A rectangular table: its header, empty if it has none, and each row with the number of its line."""

    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]

    @lazy_attribute
    def columns(self) -> list[list[str]]:
        """The cells of each column, without the header."""
        return [list(column) for column in zip(*(cells for _, cells in self.rows), strict=True)]


def meaning(header: str) -> str:
    """The kind of content of a column with this header; empty if the header does not say it."""
    word = " ".join(header.lower().split())
    found = _MEANING.get(word) or _MEANING.get(word.replace(" ", "")) or _MEANING.get(word.rstrip("?:."))
    return found or (OTHER if re.match(r"(p|r|precision|recall|ap|ndcg|dcg)\s*[@(]", word) else "")


def read_grid(lines: list[Line]) -> Grid | None:
    """The table in these lines; None if they have different numbers of cells, or only one cell each."""
    for pattern in _SPLITS:
        rows = _split(lines, pattern)
        if rows and len(rows[0][1]) > 1:
            return _turned(_with_header(rows))
    return None


def _split(lines: list[Line], pattern: str) -> list[tuple[int, tuple[str, ...]]] | None:
    """The cells of each line; None if the lines have different numbers of cells."""
    if not all(re.search(pattern, line) for _, line in lines[:1]):
        return None
    if len(pattern) == 1:
        try:
            cells = [next(csv.reader([line], delimiter=pattern, skipinitialspace=True), []) for _, line in lines]
        except csv.Error:  # a very long cell
            return None
    else:
        cells = [re.split(pattern, line) for _, line in lines]
    cells = [[cell.strip() for cell in row] for row in cells]
    width = max(map(len, cells))
    if len(cells) > 1 and pattern.startswith(" "):
        cells[0] = _fitted(cells[0], len(cells[1]))
        width = len(cells[1])
    elif any(len(row) < width for row in cells[1:]):
        cells = [row + [""] * (width - len(row)) for row in cells]  # empty cells at the end may be missing
    if len(cells[0]) == width - 1 and len(cells) > 1 and meaning(cells[0][0]) != RANK:
        cells[0] = ["", *cells[0]]  # programs print a table with an index in this way
    if any(len(row) != width for row in cells) or (pattern == _SPLITS[-1] and not _is_table_of_words(cells)):
        return None
    while width > 1 and not any(row[width - 1] for row in cells):
        cells, width = [row[:-1] for row in cells], width - 1
    return [(number, tuple(row)) for (number, _), row in zip(lines, cells, strict=True)]


def _is_table_of_words(cells: list[list[str]]) -> bool:
    """Whether words with single spaces between them are a table: with known headers, or with labels in every cell."""
    known = [meaning(cell) for cell in cells[0]]
    return RANK in known or NAME in known or all(label_of(c) is not None or c.isdecimal() for r in cells[1:] for c in r)


def _fitted(words: list[str], width: int) -> list[str]:
    """The words of a header as ``width`` titles, which may have several words: Rank, Engine A, Engine B."""
    first = 1 if meaning(words[0]) == RANK else 0
    lists = width - first
    rest = words[first:]
    if len(words) <= width or lists < 1 or len(rest) % lists:
        return words
    size = len(rest) // lists
    return [*words[:first], *(" ".join(rest[i : i + size]) for i in range(0, len(rest), size))]


def _with_header(rows: list[tuple[int, tuple[str, ...]]]) -> Grid:
    (_, first), *others = rows
    known = any(meaning(cell) and not is_like(cell, [row[i] for _, row in others]) for i, cell in enumerate(first))
    below = any(label_of(cell) is not None for _, row in others for cell in row)
    known = known and not any(re.fullmatch(r"\d+(\.\d+)?", cell) for cell in first)
    titles = all(label_of(cell) is None and not cell.isdecimal() for cell in first if cell) and any(first)
    if others and (known or (titles and below and _differs(first, others))):
        return Grid(first, tuple(others))
    return Grid((), tuple(rows))


def is_like(cell: str, others: list[str]) -> bool:
    """Whether the word in a header is a label, because the labels below it are words or letters, too."""
    shortest = 2 if len(cell) > 2 else 0
    return label_of(cell) is not None and any(
        len(other) > shortest and joined_words(other).isalpha() for other in others
    )


def _differs(first: tuple[str, ...], others: list[tuple[int, tuple[str, ...]]]) -> bool:
    """Whether the first row has no labels but is above columns of labels or ranks, so that it is their header."""
    return any(all(label_of(row[i]) is not None or not row[i] for _, row in others) for i in range(len(first)))


def _turned(grid: Grid) -> Grid:
    """The table with rows and columns swapped if its ranks are in a row; otherwise unchanged."""
    whole = [grid.header, *(cells for _, cells in grid.rows)] if grid.header else [cells for _, cells in grid.rows]
    if len(whole) < 2:
        return grid
    counted = [str(i) for i in range(1, len(whole[0]))]
    headed = (not whole[0][0] or meaning(whole[0][0]) == RANK) and list(whole[0][1:]) == counted
    bare = len(counted) > 1 and list(whole[0]) == [*counted, str(len(whole[0]))]
    letters = any(cell.isalpha() for row in whole[1:] for cell in row)
    number = grid.rows[0][0]
    if headed and len(counted) > 1:
        header, *columns = zip(*whole, strict=True)
        return Grid((header[0] or "Rank", *header[1:]), tuple((number, tuple(column)) for column in columns))
    if bare and (letters or len(counted) > 4):
        return Grid(("Rank", *[""] * (len(whole) - 1)), tuple((number, c) for c in zip(*whole, strict=True)))
    return grid
