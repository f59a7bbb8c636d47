"""An exercise in the answer key: worked tables, correct answers, and wrong values whose cause is known."""

from __future__ import annotations

import re
from typing import Any

from ireval.exercises.marking.free_numbers import free_solution, tolerance_ends
from ireval.exercises.marking.wrong_answers import wrong_answers
from ireval.exercises.paper.blank_exercise import short
from ireval.exercises.question.question import CHOICE, NUMBER, Part, Question, Shown
from ireval.explanation.plain_table import Kind, step_table
from ireval.explanation.step_table import StepTable
from ireval.messages import say
from ireval.messages.writing import number_text
from ireval.numbers.expression import fixed

#: The most cells that are listed for a wrong value.
_MOST_CELLS = 6
_DIGIT = re.compile("[1-9]")


def worked_exercise(question: Question, *, with_mistakes: bool = True) -> dict[str, Any]:
    """A question with its answers, and with the wrong values whose cause is known unless they are left out."""
    return {
        "tables": [_worked(question, index) for index in range(len(question.tables))],
        "missed": [line for shown in question.lists for line in _missed(shown)],
        "answers": _own(question),
        "solution": list(question.solution),
        "wrong": _wrong(question) if with_mistakes else [],
    }


def at_a_glance(question: Question, *, with_cells: bool) -> dict[str, Any]:
    """Return the correct answers on one line; cells are included only ``with_cells``, else see the worked table."""
    own, cells = _own(question), [part for part in question.parts if part.id in question.cells]
    if with_cells:
        return {"answers": [*(_right(part, explained=True) for part in cells), *own], "cells": ""}
    return {"answers": own, "cells": f"{len(cells)} cells, in bold below" if cells else ""}


def _own(question: Question) -> list[dict[str, Any]]:
    """The correct answers that are not cells of the table."""
    explained = bool(question.solution)
    return [_right(part, explained=explained) for part in question.parts if part.id not in question.cells]


def _right(part: Part, *, explained: bool) -> dict[str, Any]:
    """The correct answer, and the reason for it unless the question's solution has ``explained`` it."""
    chosen = part.right_option if part.kind == CHOICE else None
    return {
        "label": part.label,
        "right": part.right or say(free_solution(part)),
        "number": part.kind == NUMBER,
        "text": chosen.text if chosen and chosen.text != part.right else _tolerance(part),
        "why": chosen.why if chosen and not explained else "",
    }


def _tolerance(part: Part) -> str:
    """The range of correct numbers of an own question with a tolerance."""
    return " to ".join(tolerance_ends(part.free)) if part.free and not part.free.calculation else ""


def _missed(shown: Shown) -> list[str]:
    """The documents and facts of a list that a worked table does not show, on one line."""
    documents = [f"{row.name} ({row.subtopics or row.label})" for row in shown.missed]
    lines = [f"Not retrieved: {', '.join(documents)}."] if documents else []
    return [" ".join([f"{shown.title}: " if shown.title else "", *lines, *shown.facts]).strip()]


def _worked(question: Question, index: int) -> dict[str, Any]:
    """A worked table; each cell has a text, and whether it was a ``gap`` for the student."""
    table = question.tables[index]
    several = len(question.lists) == len(question.tables)
    shown = question.lists[index if several else 0]
    plain = step_table(table, [(row.name, row.label) for row in shown.rows])
    heads = [field.head for field in plain.fields]
    computed = [field.kind is Kind.CALCULATION for field in plain.fields]
    gaps = {
        (_row(table, part.at[1], len(shown.rows)), heads.index(table.measure.column(part.at[0]).printed))
        for part in question.parts
        if part.at and part.table == index
    }
    texts = [[signs(text) if soft else text for soft, text in zip(computed, row, strict=True)] for row in plain.rows]
    return {
        "title": ": ".join(filter(None, [shown.title, plain.title])),
        "columns": [
            {"head": field.head, "left": field.kind is Kind.TEXT, "soft": soft}
            | _forms([(row[j], (i, j) in gaps) for i, row in enumerate(texts)])
            for j, (field, soft) in enumerate(zip(plain.fields, computed, strict=True))
        ],
        "rows": [[{"gap": x} if (i, j) in gaps else x for j, x in enumerate(row)] for i, row in enumerate(texts)],
        "final": signs(plain.closing),
        "short": short(question),
    }


def _forms(cells: list[tuple[str, bool]]) -> dict[str, list[str]]:
    """The forms of a column's texts, and of those in ``bold``: one text for all that differ only in their digits."""
    forms = [(_DIGIT.sub("0", text), gap) for text, gap in cells]
    return {
        name: list(dict.fromkeys(form for form, gap in forms if gap is bold))
        for name, bold in (("forms", False), ("bold", True))
    }


def _row(table: StepTable, row: int, documents: int) -> int:
    """The index of a step table's row among the documents, which include documents that the table skips."""
    if table.measure.axis != "rank":
        return row
    places = table.computed.positions.tolist()
    return int(places[row]) if places[row] >= 0 else documents + sum(place < 0 for place in places[:row])


def signs(calculation: str) -> str:
    """A calculation with the printed signs for minus and times."""
    return calculation.replace(" - ", " − ").replace("*", "·")


def _wrong(question: Question) -> list[dict[str, Any]]:
    """The wrong values with a known cause, a line for each cause: values, share of the points and text."""
    lines: dict[tuple[str, float], list[str]] = {}
    several = sum(part.kind == NUMBER for part in question.parts) > 1
    for part in question.parts:
        for wrong in wrong_answers(question, part):
            value = fixed(wrong.value, part.places)
            lines.setdefault((wrong.text, wrong.share), []).append(f"{part.label} {value}" if several else value)
    return [
        {"values": _some(values), "share": f"{number_text(round(100 * share, 1))} %", "text": text}
        for (text, share), values in lines.items()
    ]


def _some(values: list[str]) -> list[str]:
    more = len(values) - _MOST_CELLS
    return [*values[:_MOST_CELLS], f"and {more} more"] if more > 0 else values
