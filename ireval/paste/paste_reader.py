r"""Reads what people paste: labels, documents with labels, tables, lines of a run with its qrels, or ids.

A text with several possible meanings has several readings, the likeliest first.

>>> [reading.lists[0].grades for reading in read_pasted("R-N-N-R-R")]
[[1, 0, 0, 1, 1]]
>>> [reading.kind for reading in read_pasted("1 2 3 4")]
['ranks without labels, so all documents are unjudged', 'labels']
>>> [listed.title for listed in read_pasted("Rank, Engine A, Engine B\n1, R, N")[0].lists]
['Engine A', 'Engine B']

The whole text decides how it is read. Except in JSON, empty lines and lines that begin with ``#`` are ignored.
"""

from __future__ import annotations

import re

from ireval.errors import InputError
from ireval.paste.label_rows import read_label_rows, read_titled
from ireval.paste.line_ranks import one_rank_on_each_line, without_ranks
from ireval.paste.named_documents import SEPARATORS, read_documents
from ireval.paste.pasted_ids import read_ids
from ireval.paste.pasted_list import FIELD, Line, PasteReading
from ireval.paste.relevant_sets import read_relevant_set
from ireval.paste.table_columns import read_table
from ireval.paste.table_grid import LABEL, RANK, Grid, is_like, meaning, read_grid
from ireval.paste.text_lines import text_lines, unbulleted
from ireval.paste.trec_lines import read_trec
from ireval.ranking.labels import MOST_RANKS, TOP_GRADE

LONGEST = 300_000
LONGEST_LINE = 16_000
#: The most lines without a document in a list that is not a run.
_OTHER_LINES = 100


def read_pasted(text: str) -> tuple[PasteReading, ...]:
    """Read a pasted text: all of its readings, the likeliest first; only one if it is certain.

    Raises ``InputError``, with the line if possible, if the text cannot be read.
    """
    if len(text) > LONGEST:
        raise InputError(FIELD, "paste-too-long", most=LONGEST)
    ids = read_ids(text.removeprefix("\ufeff"))
    if ids:
        return (ids,)
    lines = text_lines(text)
    long = next((number for number, line in lines if len(line) > LONGEST_LINE), None)
    if long:
        raise InputError(FIELD, "paste-line-too-long", line=long, most=LONGEST_LINE)
    if len(lines) > MOST_RANKS + _OTHER_LINES and "Q0" not in text.upper():
        raise InputError(FIELD, "too-many-documents", count=len(lines), most=MOST_RANKS)
    if not any(line.strip(SEPARATORS) for _, line in lines):
        raise InputError(FIELD, "paste-empty", top=TOP_GRADE)
    return tuple(_different(_read(lines)))


def _read(lines: list[Line]) -> list[PasteReading]:
    """The readings of the lines; for lines with bullets, the readings without the bullets come first."""
    lines = one_rank_on_each_line(lines)
    plain = unbulleted(lines)
    with_set = read_relevant_set(plain or lines)
    if with_set:
        return with_set
    if plain is None:
        return _readings(lines)
    in_rows = len(lines) > 1 and plain[0][1][:1] and lines[0][1][0] == "-" and len(read_label_rows(plain)) > 1
    return [*_readings(plain), *(read_label_rows(lines) if in_rows else [])]


def _readings(lines: list[Line]) -> list[PasteReading]:
    grid = read_grid(lines)
    if grid and grid.header:
        return read_table(grid) or read_documents(lines)
    ranked = without_ranks(lines) if len(lines) > 1 else None
    if ranked and any(line.strip(SEPARATORS) for _, line in ranked.lines):
        return _ranked(lines, ranked.lines, grid, is_certain=ranked.is_certain)
    rows = _headed(lines) or read_label_rows(lines)
    if rows:
        return rows
    trec = read_trec([(number, " ".join(line.split())) for number, line in lines])
    if trec:
        return [trec]
    return (read_table(grid) if grid else []) or read_documents(lines)


def _ranked(lines: list[Line], rest: list[Line], grid: Grid | None, *, is_certain: bool) -> list[PasteReading]:
    """The readings of lines that begin with 1, 2, 3, ...: these are ranks, but in two lines they may also be labels."""
    trec = read_trec([(number, " ".join(line.split())) for number, line in lines])
    if trec:
        return [trec]
    table = read_table(grid) if grid else []
    by_line = [] if table and not is_certain else [r for r in read_label_rows(rest) if len(r.lists) > 1]
    others = read_label_rows(lines) if len(lines) == 2 and table else []
    return [*table, *by_line, *others] or read_titled(rest) or read_documents(lines)


def _headed(lines: list[Line]) -> list[PasteReading]:
    """The readings of labels below a header line: “Relevance”, or ranks from 1 such as “Rank 1 2 3 4”."""
    (_, first), *rest = lines
    words = first.replace(":", " ").strip(SEPARATORS).split() if rest else []
    if len(words) == 1 and meaning(words[0]) == LABEL and not is_like(words[0], [line for _, line in rest]):
        return read_label_rows(rest)
    numbers = re.split(rf"[{SEPARATORS}]+", " ".join(words[1:] if words and meaning(words[0]) == RANK else words))
    if len(numbers) < 3 or numbers != [str(i) for i in range(1, len(numbers) + 1)]:
        return []
    readings = read_label_rows(rest)
    listed = [pasted for reading in readings for pasted in reading.lists]
    certain = (
        len(numbers) < len(words) or len(numbers) > TOP_GRADE or any(c.isalpha() for _, line in rest for c in line)
    )
    return readings if certain and all(len(pasted.ranked) == len(numbers) for pasted in listed) else []


def _different(readings: list[PasteReading]) -> list[PasteReading]:
    """The readings without repetitions: each gives other lists than the earlier ones."""
    kept: list[PasteReading] = []
    for reading in readings:
        if all(reading.lists != earlier.lists and reading.key != earlier.key for earlier in kept):
            kept.append(reading)
    return kept
