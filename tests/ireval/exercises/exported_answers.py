"""Sheets and answers that exported files are read back with; tests only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from functools import cache

from ireval.exercises import (
    NUMBER,
    Credit,
    Part,
    Question,
    Sheet,
    make_sheet,
    mark,
    variant,
    variant_keys,
    wrong_answers,
)
from ireval.exercises.exports.platform_files import export
from ireval.exercises.question.outcomes import MarkedPart
from ireval.messages import Message, say
from ireval.messages.catalogue import entries
from ireval.numbers.expression import fixed
from tests.ireval.exercises.export_readers import (
    Gap,
    Key,
    csv_gaps,
    first_that_holds,
    gift,
    moodle_gaps,
    one_of,
    qti21_gaps,
)
from tests.ireval.exercises.sample_sheets import DRAWN

CREDIT = Credit(mistake=0.35, convention=0.8, rounding=0)
SHEETS = {
    "lillis": make_sheet(42, conventions="lillis"),
    "shares": replace(make_sheet(7, len(DRAWN), decimals=2, kinds=DRAWN), credit=CREDIT),
}
VARIANTS = 2
#: How feedback on a number begins if rounding may lead to it, if the source prints it, and if no known mistake does.
ROUNDED, PRINTED, OTHER = (
    entries()[key]["text"].text.partition(" {")[0]
    for key in ("file-within-rounding", "file-as-printed", "file-unknown-answer")
)
#: Feedback on a correct number has one of these.
CORRECT = {say(Message("file-correct")), ROUNDED, PRINTED}
#: One typed number: its text, the share that it gets, and the texts of which its feedback has one.
Typed = tuple[str, float, set[str]]


def questions(sheet: Sheet, count: int = VARIANTS) -> list[tuple[str, Question]]:
    """The questions of the first variants, each with its variant's key; made once for all tests."""
    return _questions(next(name for name in SHEETS if SHEETS[name] == sheet), count)


@cache
def _questions(name: str, count: int) -> list[tuple[str, Question]]:
    sheet = SHEETS[name]
    return [(key, question) for key in variant_keys(sheet, count) for question in variant(sheet, key).questions]


@cache
def exported(name: str, form: str) -> bytes:
    """A sheet's file, made once for all tests."""
    return export(SHEETS[name], form, VARIANTS).data


def in_document_order(question: Question) -> list[Part]:
    """The parts in the order of their gaps: row by row of the table, then the others."""
    cells = [cell.part for row in (question.grid.rows if question.grid else ()) for cell in row if cell.part]
    return [*map(question.part, cells), *(part for part in question.parts if part.id not in cells)]


@cache
def typed(name: str) -> dict[tuple[str, str, str], list[Typed]]:
    """For every number to give in the first variant: numbers next to the correct one, and all whose cause is known."""
    return {
        (key, question.id, part.id): list(_typed(question, part))
        for key, question in questions(SHEETS[name], 1)
        for part in question.parts
        if part.kind == NUMBER
    }


def _typed(question: Question, part: Part) -> Iterator[Typed]:
    wrong, unit, alone = wrong_answers(question, part), 10.0**-part.places, replace(question, parts=(part,))
    numbers = {fixed(part.value + steps * unit, part.places) for steps in (-2, -1, 0, 1, 2)}
    numbers |= {
        fixed(x.value, part.places) if x.slack else f"{x.value:.12g}"
        for x in wrong
        if part.places or x.value.is_integer()
    }
    for text in sorted(numbers):
        named = [x for x in wrong if abs(x.value - float(text)) <= (x.slack or 0) + 1e-9]
        if mark(alone, {part.id: text}).parts[0].outcome in {"right", "within-rounding"}:
            yield text, 1, CORRECT
        elif named:
            best = max(x.share for x in named)
            yield text, best, {x.text if x.slack else "" for x in named if x.share == best}
        else:
            yield text, 0, {OTHER, ""}


def spellings_marked(question: Question, part: Part, text: str) -> list[MarkedPart]:
    """A number as the sheet marks it: as it is typed, and with fewer or more zeros at its end, which no platform sees.

    If one of them is correct, it alone.
    """
    alone, number = replace(question, parts=(part,)), Decimal(text)
    spellings = [text, f"{number.normalize():f}"]
    if number == round(number, part.places):
        spellings.append(f"{number:.{part.places}f}")
    marked = [mark(alone, {part.id: spelling}).parts[0] for spelling in dict.fromkeys(spellings)]
    return [x for x in marked if x.points == part.points][:1] or marked


def of_gift(data: bytes) -> dict[Key, Gap]:
    """The gaps of a GIFT file; its questions are in the order of exercises, variants and parts."""
    found: dict[Key, Gap] = {}
    for question in gift(data.decode())[1]:
        name = re.match(r"(\d+) .* \((\w+)\)", question.title)
        assert name
        key, exercise = name[2], f"e{int(name[1])}"
        place = sum(k[:2] == (key, exercise) for k in found)
        if question.ranges:
            found[key, exercise, place] = first_that_holds(list(question.ranges))
        else:
            options = {text: (float(right), said) for text, right, said in question.options}
            found[key, exercise, place] = one_of(options) if options else Gap("", lambda answer: (0, answer))
    return found


READERS = {"moodle": moodle_gaps, "qti21": qti21_gaps, "gift": of_gift, "csv": csv_gaps}
