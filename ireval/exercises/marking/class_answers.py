r"""Answers of a class as a CSV file, marked line by line.

The file has a header and is either long, one answer a line (``variant,exercise,part,answer``), or wide, one student a
line (``variant`` and columns such as ``e1.score``). There may be a column ``student``. Columns are separated by
commas, semicolons or tabs, as in the header; decimal commas need semicolons or quotation marks.

>>> from ireval.exercises import make_sheet
>>> sheet = make_sheet(42, 1, conventions="lillis")
>>> read_answers("variant;e1.score\nk7m2px;0,274\n", sheet)
[StudentAnswers(student='', variant='K7M2PX', line=2, given={'e1': {'score': '0,274'}})]
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ireval.errors import InputError, nearest
from ireval.exercises.generator.variant_keys import clean_key
from ireval.exercises.marking.marks import mark
from ireval.exercises.question.outcomes import Marked
from ireval.exercises.question.question import Variant
from ireval.exercises.sheet.model import Sheet
from ireval.exercises.variants.variant import variant
from ireval.explanation.table_formats import guarded
from ireval.messages.writing import number_text
from ireval.numbers.typed_number import is_decimal

LONG = ("variant", "exercise", "part", "answer")
STUDENT = "student"
#: The header of the output, which has one line for every part of every student.
HEAD = ("student", "variant", "exercise", "part", "label", "answer", "outcome", "points", "of", "cause", "text")
MOST_BYTES = 20_000_000
LONGEST_ANSWER = 2000


@dataclass
class StudentAnswers:
    """One student's answers by exercise and part; ``line`` is the first of the file that has one."""

    student: str
    variant: str
    line: int
    given: dict[str, dict[str, str]] = field(default_factory=dict)


def read_answers(text: str | bytes, sheet: Sheet) -> list[StudentAnswers]:
    """Return the answers in a file, in its order. Raises ``InputError`` with the line."""
    rows = _rows(text)
    head = [name.strip() for name in next(rows, (None, [""]))[1]]
    twice = next((name for name in head if head.count(name) > 1), None)
    if twice is not None:
        raise InputError("line 1", "answers-column-twice", column=twice)
    if "variant" not in head:
        raise InputError("line 1", "answers-without-variant", head=",".join(LONG))
    wide = _wide(head, sheet)
    found: dict[tuple[str, str], StudentAnswers] = {}
    for number, row in rows:
        if len(row) != len(head):
            raise InputError(f"line {number}", "answers-other-fields", fields=len(row), expected=len(head))
        _add(found, dict(zip(head, row, strict=True)), number, sheet, wide)
    return list(found.values())


def mark_answers(sheet: Sheet, answers: Iterable[StudentAnswers]) -> Iterator[tuple[StudentAnswers, list[Marked]]]:
    """Every student's answers, marked question by question. Raises ``InputError`` for an unknown part."""
    variants: dict[str, Variant] = {}
    for one in answers:
        if one.variant not in variants:
            variants[one.variant] = variant(sheet, one.variant)
        questions = variants[one.variant].questions
        for question in questions:
            known = [part.id for part in question.parts]
            given = {name for name, text in one.given.get(question.id, {}).items() if text.strip()}
            wrong = min(given - set(known), default=None)  # a wide file has columns for the gaps of other variants
            if wrong is not None:
                named = {"variant": one.variant, "part": wrong, "exercise": question.id, "hint": nearest(wrong, known)}
                raise InputError(f"line {one.line}", "answers-unknown-part", **named)
        yield one, [mark(question, one.given.get(question.id, {})) for question in questions]


def marked_csv(sheet: Sheet, answers: Iterable[StudentAnswers]) -> str:
    """The marks as CSV with ``HEAD``; an apostrophe keeps spreadsheets from reading a cell as a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(HEAD)
    for one, marks in mark_answers(sheet, answers):
        for marked in marks:
            for x in marked.parts:
                place = (guarded(one.student), one.variant, marked.question.id, x.part.id)
                mark_ = (guarded(x.part.label), _safe(x.given), x.outcome, _points(x.points), _points(x.part.points))
                writer.writerow((*place, *mark_, guarded(x.cause), guarded(x.text)))
    return text.getvalue()


def _rows(text: str | bytes) -> Iterator[tuple[int, list[str]]]:
    """The lines that are not empty, with their numbers, split at the header's separator."""
    if len(text) > MOST_BYTES:
        raise InputError("answers", "answers-too-large", most=MOST_BYTES)
    try:
        plain = text.decode("utf-8-sig") if isinstance(text, bytes) else text.removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise InputError("answers", "not-utf-8", byte=error.start + 1) from None
    head = plain.partition("\n")[0]
    separator = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(plain, newline=""), delimiter=separator, strict=True)
    try:
        yield from ((reader.line_num, row) for row in reader if any(field.strip() for field in row))
    except csv.Error as error:
        raise InputError(f"line {reader.line_num}", "not-csv", reason=str(error)) from None


def _wide(head: list[str], sheet: Sheet) -> dict[str, tuple[str, str]]:
    """The columns of a wide file, each with its exercise and part; none for a long one."""
    others = [name for name in head if name not in {"variant", STUDENT}]
    if set(others) == set(LONG[1:]):
        return {}
    known = [exercise.id for exercise in sheet.exercises]
    columns: dict[str, tuple[str, str]] = {}
    for name in others:
        exercise, dot, part = name.partition(".")
        if not dot or exercise not in known:
            raise InputError("line 1", "answers-unknown-column", column=name, head=",".join(LONG))
        columns[name] = (exercise, part)
    return columns


def _add(
    found: dict[tuple[str, str], StudentAnswers],
    row: Mapping[str, str],
    number: int,
    sheet: Sheet,
    wide: Mapping[str, tuple[str, str]],
) -> None:
    """Add the answers of one line; in a long file, the lines of a student are combined."""
    where = f"line {number}"
    key, student = clean_key(row["variant"], where), row.get(STUDENT, "").strip()
    if wide:
        student_key = (f"{student}\n{number}", key)  # one student for each line, even if several have the same variant
        answers = [(*place, row[name]) for name, place in wide.items()]
    else:
        student_key = (student, key)
        answers = [(row["exercise"].strip(), row["part"].strip(), row["answer"])]
    one = found.setdefault(student_key, StudentAnswers(student, key, number))
    known = [x.id for x in sheet.exercises]
    for exercise, part, answer in answers:
        if exercise not in known:
            raise InputError(where, "answers-unknown-exercise", exercise=exercise, hint=nearest(exercise, known))
        if len(answer) > LONGEST_ANSWER:
            raise InputError(where, "answer-too-long", length=len(answer), most=LONGEST_ANSWER)
        parts = one.given.setdefault(exercise, {})
        if part in parts:
            raise InputError(where, "answered-twice", part=part, exercise=exercise)
        parts[part] = answer


def _points(points: float) -> str:
    return number_text(round(points, 4))


def _safe(answer: str) -> str:
    """An answer for a spreadsheet; numbers stay as they are, signs too."""
    return answer if is_decimal(answer) else guarded(answer)
