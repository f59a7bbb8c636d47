"""What an answer is worth, and why: never a bare cross.

An answer is held against, in this order: the right value at the sheet's decimals; what rounding on the way can reach
(``question.reach``); what follows from the student's own cells (``carried_errors``); then everything that
``ireval.diagnosis.inquiry`` knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ireval.diagnosis.slips import FEW as FEW_KEY
from ireval.diagnosis.slips import SLIPS
from ireval.diagnosis.target import CellTarget, ScoreTarget
from ireval.diagnosis.verdict import Diagnosis
from ireval.errors import InputError
from ireval.exercises.kinds.catalog import KINDS
from ireval.exercises.marking.carried_errors import OwnCells, is_carried_forward, own_cells, own_numbers, source_cells
from ireval.exercises.marking.wrong_answers import COPIED, SHOWN_NUMBER_TEXT, inquiry_of_part, reached, share_of
from ireval.exercises.question.outcomes import BLANK, CARRIED, FEW, RIGHT, UNREADABLE, WITHIN, WRONG, Marked, MarkedPart
from ireval.exercises.question.question import CHOICE, NUMBER, Part, Question
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import HALF_SLACK, SAME
from ireval.numbers.typed_number import WANTED_PLACES, Typed, read_typed

#: No more causes than this are told of one answer.
_MOST_TOLD = 3


def mark(question: Question, answers: Mapping[str, str]) -> Marked:
    """The answers by the id of their part, marked; a part that is missing was not answered."""
    own = {i: own_cells(question, answers, i) for i in range(len(question.tables))}
    return Marked(question, tuple(_mark(question, part, answers, own.get(part.table)) for part in question.parts))


def _mark(question: Question, part: Part, answers: Mapping[str, str], own: OwnCells | None) -> MarkedPart:
    given = answers.get(part.id, "").strip()
    if not given:
        return _marked(part, given, BLANK, 0, f"Not answered. {_right(question, part)}", untold="")
    try:
        if part.kind == CHOICE:
            return _choice(question, part, given, answers)
        if part.kind == NUMBER and own is not None:
            return _number(question, part, given, own)
        return _by_property(question, part, given)
    except InputError as error:
        untold = " ".join(x for x in (error.message, error.suggestion) if x)
        return _marked(part, given, UNREADABLE, 0, f"{untold} {_right(question, part)}", untold=untold)


def _number(question: Question, part: Part, given: str, own: OwnCells) -> MarkedPart:
    number = read_typed(given)
    if _is_right(number, part):
        return _marked(part, given, RIGHT, 1, f"{number.text} is right.")
    within = reached(question, part)
    enough = number.places is None or number.places >= part.places
    if within and enough and within.holds(number.value):
        ends = within.within(part.places)
        said = " to ".join(dict.fromkeys(fixed(x, part.places) for x in (ends.low, ends.high)))
        text = (
            f"{number.text} is right within rounding: numbers rounded to {question.decimals} decimals on the way can "
            f"lead to {said}. Without that it is {part.right}."
        )
        return _marked(part, given, WITHIN, 1, text, interval=(ends.low, ends.high))
    if is_carried_forward(question, part, own, number):
        start = source_cells(question, part, own)
        whose = f"your {', '.join(start)}" if start else "your values above"
        right = _asked(question, part).calculation().text
        text = f"{number.text} follows rightly from {whose}. From the right values it is: {right}."
        return _marked(part, given, CARRIED, question.credit.carried, text)
    if part.stands and fixed(number.value, part.places) == part.stands:
        text = f"{number.text} is not right. {SHOWN_NUMBER_TEXT} {_right(question, part)}"
        return _marked(part, given, WRONG, 0, text, cause=COPIED, reason=SHOWN_NUMBER_TEXT)
    marked = _diagnosed(question, part, given, inquiry_of_part(question, part).diagnose(number))
    if part.at and part.at in own.idle and marked.points:
        return replace(marked, points=0.0, text=f"{marked.text} {own.idle[part.at]}")
    return marked


def _is_right(number: Typed, part: Part) -> bool:
    """Right at the sheet's decimals; with fewer it has to be exact."""
    enough = part.places and number.places is not None and number.places >= part.places
    return abs(number.value - part.value) <= (10.0**-part.places / 2 + HALF_SLACK if enough else SAME)


def _diagnosed(question: Question, part: Part, given: str, found: Diagnosis) -> MarkedPart:
    number = found.typed
    few = found.right or any(cause.key == FEW_KEY for cause in found.causes)
    if few:
        some = number.places is not None and number.places >= WANTED_PLACES
        text = f"{number.text} is right as far as it goes, but has too few decimals. {_right(question, part)}"
        return _marked(part, given, FEW, question.credit.few if some else 0, text)
    if not found.causes:
        text = f"{number.text} is not right, and no known cause gives it. {found.note} Right is: {found.correct.text}."
        return _marked(part, given, WRONG, 0, " ".join(text.split()))
    # a number that is calculated so is that rather than one that is badly written down
    causes = sorted(found.causes, key=lambda cause: (cause.key in SLIPS, -share_of(question, cause, number)))
    best = causes[0]
    text = " Or: ".join(f"{cause.text} {cause.who}".strip() for cause in causes[:_MOST_TOLD])
    text = f"{number.text} is not right. {text} Right is: {found.correction(best).text}."
    return _marked(part, given, best.kind, share_of(question, best, number), text, cause=best.key, reason=best.text)


def _asked(question: Question, part: Part) -> ScoreTarget | CellTarget:
    table = question.tables[part.table]
    return CellTarget(table, *part.at, question.conventions) if part.at else ScoreTarget(table)


def _choice(question: Question, part: Part, given: str, answers: Mapping[str, str]) -> MarkedPart:
    named = {_bare(name): option for option in part.options for name in (option.key, option.text)}
    chosen = named.get(_bare(given))
    if chosen is None:
        keys = ", ".join(option.key for option in part.options)
        raise InputError(part.id, f"“{given[:40]}” is none of the answers.", f"They are: {keys}.")
    if chosen.key == part.right:
        return _marked(part, given, RIGHT, 1, f"Right. {chosen.why}".strip())
    if KINDS[question.kind].conclude(question, own_numbers(question, answers)) == chosen.key:
        text = f"That is right from your values. {_right(question, part)}"
        return _marked(part, given, CARRIED, question.credit.carried, text)
    why = chosen.why or "That is not right."
    return _marked(part, given, WRONG, 0, f"{why} {_right(question, part)}", cause=chosen.key)


def _bare(text: str) -> str:
    """What tells answers apart: neither capitals nor blanks do."""
    return "".join(text.split()).casefold()


def _by_property(question: Question, part: Part, given: str) -> MarkedPart:
    if question.task is None:
        raise InputError(part.id, "This part cannot be marked.", "")
    good, text = question.task.judge(given)
    more = "" if good else f" One answer of several: {part.right}."
    return _marked(part, given, RIGHT if good else WRONG, int(good), text + more)


def _right(question: Question, part: Part) -> str:
    """The right answer as a sentence, with its calculation where it has one."""
    if part.kind == CHOICE:
        return f"Right is: {part.right_option.text}. {part.right_option.why}".strip()
    if part.kind == NUMBER and question.tables:
        return f"Right is: {_asked(question, part).calculation().text}."
    return f"One answer of several: {part.right}."


def _marked(
    part: Part, given: str, outcome: str, share: float, text: str, *, cause: str = "", **more: Any
) -> MarkedPart:
    return MarkedPart(part, given, outcome, part.points * share, text, cause or outcome, **more)
