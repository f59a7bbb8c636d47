"""An exercise as it stands in the answer key: worked tables, right answers, and wrong values that have a name."""

from __future__ import annotations

from typing import Any

from ireval.exercises.marking.wrong_answers import wrong_answers
from ireval.exercises.paper.blank_exercise import short
from ireval.exercises.question.question import CHOICE, NUMBER, Part, Question, Shown
from ireval.explanation.plain_table import Kind, step_table
from ireval.explanation.step_table import StepTable
from ireval.messages.writing import number_text
from ireval.numbers.expression import fixed

#: Of a wrong value that many cells can have, so many are told.
_MOST_CELLS = 6


def worked_exercise(question: Question) -> dict[str, Any]:
    """A question with its answers."""
    return {
        "tables": [_worked(question, index) for index in range(len(question.tables))],
        "missed": [line for shown in question.lists for line in _missed(shown)],
        "answers": _own(question),
        "solution": list(question.solution),
        "wrong": _wrong(question),
    }


def at_a_glance(question: Question) -> dict[str, Any]:
    """The right answers in a line; cells of a table stand in the worked table alone."""
    own = _own(question)
    cells = len(question.parts) - len(own)
    return {"answers": own, "cells": f"{cells} cells, in bold below" if cells else ""}


def _own(question: Question) -> list[dict[str, Any]]:
    """The right answers that are not cells of the table."""
    return [_right(part, question.solution) for part in question.parts if part.id not in question.cells]


def _right(part: Part, solution: tuple[str, ...]) -> dict[str, Any]:
    """What is right, and why, where the solution does not say so anyhow."""
    chosen = part.right_option if part.kind == CHOICE else None
    return {
        "label": part.label,
        "right": part.right,
        "number": part.kind == NUMBER,
        "text": chosen.text if chosen and chosen.text != part.right else "",
        "why": chosen.why if chosen and not any(chosen.why in line for line in solution) else "",
    }


def _missed(shown: Shown) -> list[str]:
    """What a worked table does not show of a list, as a line."""
    documents = [f"{row.name} ({row.subtopics or row.label})" for row in shown.missed]
    lines = [f"Not retrieved: {', '.join(documents)}."] if documents else []
    return [" ".join([f"{shown.title}: " if shown.title else "", *lines, *shown.facts]).strip()]


def _worked(question: Question, index: int) -> dict[str, Any]:
    """A worked table; its cells are a text and whether it is asked for."""
    table = question.tables[index]
    several = len(question.lists) == len(question.tables)
    shown = question.lists[index if several else 0]
    plain = step_table(table, [(row.name, row.label) for row in shown.rows])
    heads = [field.head for field in plain.fields]
    asked = {
        (_row(table, part.at[1], len(shown.rows)), heads.index(part.at[0]))
        for part in question.parts
        if part.at and part.table == index
    }
    return {
        "title": ": ".join(filter(None, [shown.title, plain.title])),
        "heads": heads,
        "left": [field.kind is Kind.TEXT for field in plain.fields],
        "soft": [field.kind is Kind.CALCULATION for field in plain.fields],
        "rows": [
            [
                {"text": signs(text) if field.kind is Kind.CALCULATION else text, "asked": (i, j) in asked}
                for j, (field, text) in enumerate(zip(plain.fields, row, strict=True))
            ]
            for i, row in enumerate(plain.rows)
        ],
        "final": signs(plain.closing),
        "short": short(question),
    }


def _row(table: StepTable, row: int, documents: int) -> int:
    """Where a row of the step table stands beside the documents: those that are skipped have rows, too."""
    if table.measure.axis != "rank":
        return row
    places = table.computed.positions.tolist()
    return int(places[row]) if places[row] >= 0 else documents + sum(place < 0 for place in places[:row])


def signs(calculation: str) -> str:
    """A calculation with the signs that print has for minus and times."""
    return calculation.replace(" - ", " − ").replace("*", "·")


def _wrong(question: Question) -> list[dict[str, Any]]:
    """Wrong values with a name, a line for each name: what was given, and the share that it gets."""
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
