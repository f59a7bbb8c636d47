"""An exercise on paper for a student: its lists and tables, and room for the answers."""

from __future__ import annotations

from typing import Any

from ireval.exercises.question.question import CHOICE, NUMBER, TEXT, Grid, Part, Question, Row, Shown

#: A list with more rows continues in a second column.
_LONGEST = 24
#: A single list with more rows has the documents that were not retrieved beside it.
_MOST_BELOW = 12
#: At most this many documents are printed side by side.
_WIDEST = 12
#: A longer name may need several lines.
_LONGEST_NAME = 14
#: The number of lines for the answer to an own question.
_LINES = 5


def blank_exercise(question: Question) -> dict[str, Any]:
    """A question without its answers."""
    grid = question.grid
    return {
        "strips": [strip for shown in question.lists for strip in _strips(shown, grid)] if grid else [],
        "lists": [] if grid else [_columns(shown, alone=len(question.lists) == 1) for shown in question.lists],
        "facts": [fact for shown in question.lists for fact in shown.facts] if grid else [],
        "grid": _grid(grid) if grid else None,
        "short": short(question),
        "answers": [_answer(question, part) for part in question.parts if part.id not in question.cells],
    }


def short(question: Question) -> bool:
    """Whether the question surely fits on one page, with or without its answers."""
    documents = [row for shown in question.lists for row in (*shown.rows, *shown.missed)]
    rows = len(question.grid.rows) if question.grid else 0
    if question.text:
        return False
    return rows <= _WIDEST and len(documents) <= _LONGEST and all(len(row.name) <= _LONGEST_NAME for row in documents)


def _grid(grid: Grid) -> dict[str, Any]:
    """The table to fill in: a cell is a text, or None for a gap."""
    named = sum(not title for title in grid.titles)
    return {
        "heads": list(grid.heads),
        "named": named,
        "rows": [[None if cell.part else cell.text for cell in row] for row in grid.rows],
        "meanings": [f"{head}: {title}" for head, title in zip(grid.heads, grid.titles, strict=True) if title],
    }


def _answer(question: Question, part: Part) -> dict[str, Any]:
    """A line for the answer, or several for a text. An option whose text is only its key is written, not ticked."""
    ticked = part.kind == CHOICE and (question.text or any(option.text != option.key for option in part.options))
    return {
        "label": part.label,
        "hint": part.hint,
        "number": part.kind == NUMBER,
        "lines": _LINES if part.kind == TEXT and question.text else 0,
        "options": [option.text for option in part.options] if ticked else [],
    }


def _columns(shown: Shown, *, alone: bool) -> dict[str, Any]:
    """A vertical list, in as many columns as it needs; documents that were not retrieved come last.

    They get a column of their own beside a list that is ``alone`` and would be longer than ``_MOST_BELOW`` with them.
    """
    rows, missed = [[_cells(row) for row in part] for part in (shown.rows, shown.missed)]
    count = -(-(len(rows) + len(missed)) // _LONGEST)
    size = max(-(-len(rows) // count), 1) if count > 1 else len(rows)
    columns = [{"rows": rows[i : i + size], "missed": []} for i in range(0, len(rows), max(size, 1))]
    room = (_MOST_BELOW if alone and count == 1 else _LONGEST) - len(columns[-1]["rows"]) if columns else 0
    if columns and len(missed) <= room:
        columns[-1]["missed"] = missed
    else:
        columns += [{"rows": [], "missed": missed[i : i + _LONGEST]} for i in range(0, len(missed), _LONGEST)]
    return {
        "title": shown.title,
        "heads": ["rank", "document", "label", *(["subtopics"] if shown.diverse else [])],
        "columns": columns,
        "facts": list(shown.facts),
    }


def _cells(row: Row) -> list[str]:
    return [row.rank, row.name, row.label, *([row.subtopics] if row.subtopics else [])]


def _strips(shown: Shown, grid: Grid | None) -> list[dict[str, Any]]:
    """A horizontal list above a table; the ranking is left out if the table shows all of it."""
    whole = grid is not None and [row[0].text for row in grid.rows] == [row.rank for row in shown.rows]
    groups = [] if whole and not shown.diverse else [("", shown.rows)]
    groups.append(("not retrieved", shown.missed))
    return [
        {"title": title, "rows": _sideways(rows[i : i + _WIDEST], ranked=not title)}
        for title, rows in groups
        for i in range(0, len(rows), _WIDEST)
    ]


def _sideways(rows: tuple[Row, ...], *, ranked: bool) -> list[list[str]]:
    lines = [["rank", *(row.rank for row in rows)]] if ranked else []
    lines += [["document", *(row.name for row in rows)], ["label", *(row.label for row in rows)]]
    if any(row.subtopics for row in rows):
        lines.append(["subtopics", *(row.subtopics for row in rows)])
    return lines
