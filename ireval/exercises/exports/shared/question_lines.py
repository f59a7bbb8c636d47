"""A question as lines of plain text: everything that a student needs to answer it."""

from __future__ import annotations

from collections.abc import Iterator

from ireval.exercises.exports.shared.question_markup import printable
from ireval.exercises.question.question import Grid, Part, Question, Row, Shown

#: The sign for a gap in a table.
_GAP = "…"


def question_lines(question: Question) -> list[str]:
    """The prompt, the lists, the conventions, the table and the parts with their options, each line printable."""
    lines = [question.prompt]
    for shown in question.lists:
        lines += _list(shown)
    lines += question.notes
    lines += _grid(question.grid) if question.grid else ()
    lines += [_asked(part) for part in question.parts if part.id not in question.cells]
    return [printable(line) for line in lines]


def _list(shown: Shown) -> Iterator[str]:
    if shown.title:
        yield f"{shown.title}:"
    yield from (f"{row.rank}. {_document(row)}" for row in shown.rows)
    if shown.missed:
        yield f"Judged, but not retrieved: {', '.join(map(_document, shown.missed))}"
    yield from shown.facts


def _document(row: Row) -> str:
    return f"{row.name}: {row.label}" + (f" (subtopics {row.subtopics})" if row.subtopics else "")


def _grid(grid: Grid) -> Iterator[str]:
    yield from (f"{head}: {title}" for head, title in zip(grid.heads, grid.titles, strict=True) if title)
    yield " | ".join(grid.heads)
    yield from (" | ".join(_GAP if cell.part else cell.text for cell in row) for row in grid.rows)


def _asked(part: Part) -> str:
    options = f": {' / '.join(option.text for option in part.options)}" if part.options else ""
    return part.label + options + (f" ({part.hint})" if part.hint else "")
