"""The results of a class as CSV: a row for each student, ready for a gradebook, and a row for each answer.

The files of a large class are long, so they are made while they are sent.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice

from ireval.errors import InputError, nearest
from ireval.explanation.table_formats import guarded
from web import store
from web.coursework.class_results import exercise_title
from web.coursework.marks.class_marking import StudentResult
from web.coursework.stored_sheets import sheet_of
from web.question.answer_notes import points_number
from web.store import Seat

#: The decimal sign by its name, and the separator of cells for it; German Excel reads only the second pair.
DECIMALS = {"point": (".", ","), "comma": (",", ";")}
PIECE = 16_000  # characters that are sent at once
SHORT = 30  # pieces of a file that is made before it is sent


def csv_text(rows: Iterable[list[str]], decimal: str) -> str:
    """Return the rows as CSV without formulas in cells. Raises ``InputError`` for an unknown decimal sign."""
    return "".join(csv_pieces(rows, decimal))


def csv_pieces(rows: Iterable[list[str]], decimal: str) -> Iterator[str]:
    """Return the CSV piece by piece; the error is raised at once."""
    if decimal not in DECIMALS:
        raise InputError("decimal", "unknown-decimal-sign", text=decimal, hint=nearest(decimal, DECIMALS))
    return _marked(_pieces(rows, DECIMALS[decimal][1]))


def _marked(pieces: Iterator[str]) -> Iterator[str]:
    """The pieces after a byte order mark, which Excel needs to read UTF-8; a short ASCII file has none."""
    start = list(islice(pieces, SHORT))
    if len(start) == SHORT or not all(piece.isascii() for piece in start):
        yield "\ufeff"
    yield from start
    yield from pieces


def _pieces(rows: Iterable[list[str]], separator: str) -> Iterator[str]:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator)
    for row in rows:
        writer.writerow([guarded(cell) for cell in row])
        if text.tell() > PIECE:
            yield text.getvalue()
            text.seek(0)
            text.truncate()
    yield text.getvalue()


def point_rows(
    sheet: store.Sheet, students: Iterable[StudentResult], decimal: str = "point", seats: Iterable[Seat] = ()
) -> Iterator[list[str]]:
    """A row for each student, heads first: the points in each exercise, and all together.

    Students on the roster who have not begun come last, without points.
    """
    content = sheet_of(sheet.body)
    heads = [f"{place}. {exercise_title(x)}" for place, x in enumerate(content.exercises, start=1)]
    yield ["name", "key", *heads, "total", "of", "begun", "submitted", "late"]
    for student in students:
        points = [*(x.points for x in student.marks or ()), student.points, content.points]
        answers = student.answers
        times = [_time(answers.begun), _time(answers.submitted)]
        numbers = [_number(x, decimal) for x in points]
        yield [answers.name, answers.key, *numbers, *times, _yes(student.late)]
    for seat in seats:
        if seat.begun is None:
            yield [seat.name, seat.key, *[""] * (len(heads) + 1), _number(content.points, decimal), "", "", ""]


def answer_rows(students: Iterable[StudentResult], decimal: str = "point") -> Iterator[list[str]]:
    """A row for each answer, also for those that were not given, heads first."""
    yield ["name", "key", "exercise", "part", "label", "answer", "outcome", "points", "of", "cause", "late"]
    for student in students:
        answers = student.answers
        for x in student.marks or ():
            for part in x.parts:
                where = x.id, part.id
                points = _number(part.points, decimal), _number(part.most, decimal)
                late = _yes(where in answers.late)
                start = answers.name, answers.key, *where, part.label, answers.given.get(where, ""), part.outcome
                yield [*start, *points, part.cause, late]


def _number(x: float, decimal: str) -> str:
    return points_number(x).replace(".", DECIMALS[decimal][0])


def _time(time: datetime | None) -> str:
    return time.isoformat(timespec="seconds") if time else ""


def _yes(holds: bool) -> str:
    return "yes" if holds else ""
