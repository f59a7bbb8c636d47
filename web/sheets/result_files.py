"""The results of a class as CSV: a row for each student, ready for a gradebook, and a row for each answer."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import datetime

from ireval.errors import InputError, nearest
from ireval.explanation.table_formats import guarded
from web.sheets.answer_notes import points_number
from web.sheets.class_results import Results
from web.store import Seat

#: The decimal sign of points by its name, and what separates cells then: German Excel reads only the second.
DECIMALS = {"point": (".", ","), "comma": (",", ";")}


def csv_text(rows: Iterable[list[str]], decimal: str) -> str:
    """The rows as CSV, in which no cell is a formula. Raises ``InputError`` for an unknown decimal sign."""
    if decimal not in DECIMALS:
        raise InputError("decimal", "unknown-decimal-sign", text=decimal, hint=nearest(decimal, DECIMALS))
    text = io.StringIO()
    csv.writer(text, delimiter=DECIMALS[decimal][1]).writerows([guarded(cell) for cell in row] for row in rows)
    # Excel reads it as UTF-8 only with a byte order mark.
    return ("" if text.getvalue().isascii() else "\ufeff") + text.getvalue()


def point_rows(results: Results, decimal: str = "point", seats: Iterable[Seat] = ()) -> Iterator[list[str]]:
    """A row for each student, heads first: the points in each exercise, and all together.

    Students on the roster who have not begun come last, without points.
    """
    heads = [f"{place}. {title}" for place, title in enumerate(results.titles, start=1)]
    yield ["name", "key", *heads, "total", "of", "begun", "submitted", "late"]
    for script in results.scripts:
        points = [*(marked.points for marked in script.marked), script.points, results.points]
        times = [_time(script.answers.begun), _time(script.answers.submitted)]
        numbers = [_number(x, decimal) for x in points]
        yield [script.answers.name, script.key, *numbers, *times, _yes(script.late)]
    for seat in seats:
        if seat.begun is None:
            yield [seat.name, seat.key, *[""] * (len(heads) + 1), _number(results.points, decimal), "", "", ""]


def answer_rows(results: Results, decimal: str = "point") -> Iterator[list[str]]:
    """A row for each answer, also for those that were not given, heads first."""
    yield ["name", "key", "exercise", "part", "label", "answer", "outcome", "points", "of", "cause", "late"]
    for script in results.scripts:
        for marked in script.marked:
            for part in marked.parts:
                where = marked.question.id, part.part.id
                points = _number(part.points, decimal), _number(part.part.points, decimal)
                late = _yes(where in script.answers.late)
                start = script.answers.name, script.key, *where, part.part.label, part.given, part.outcome
                yield [*start, *points, part.cause, late]


def _number(x: float, decimal: str) -> str:
    return points_number(x).replace(".", DECIMALS[decimal][0])


def _time(time: datetime | None) -> str:
    return time.isoformat(timespec="seconds") if time else ""


def _yes(holds: bool) -> str:
    return "yes" if holds else ""
