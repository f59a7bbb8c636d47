"""Marking: how many points an answer earns, and why.

An answer is compared, in this order, with the correct value at the sheet's decimals; with the values that rounding
intermediate results can reach (``question.reach``); with those that follow from the student's own cells
(``carried_errors``); and then with everything that ``ireval.diagnosis.inquiry`` knows.
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
from ireval.exercises.marking.free_numbers import free_solution, mark_number, mark_text
from ireval.exercises.marking.wrong_answers import COPIED, inquiry_of_part, reached, share_of
from ireval.exercises.question.outcomes import BLANK, CARRIED, FEW, RIGHT, UNREADABLE, WITHIN, WRONG, Marked, MarkedPart
from ireval.exercises.question.question import CHOICE, NUMBER, Part, Question
from ireval.exercises.question.reach import Interval
from ireval.exercises.question.typed_answers import chosen_option
from ireval.explanation.calculation import Calculation
from ireval.messages.catalogue import ADVICE
from ireval.messages.message import NOTHING, Figures, Message
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import HALF_SLACK, SAME
from ireval.numbers.typed_number import WANTED_PLACES, Typed, read_typed

#: At most this many causes are named for one answer.
_MOST_CAUSES = 3


def mark(question: Question, answers: Mapping[str, str]) -> Marked:
    """The answers by the id of their part, marked; a part that is missing was not answered."""
    own = {i: own_cells(question, answers, i) for i in range(len(question.tables))}
    return Marked(question, tuple(_mark(question, part, answers, own.get(part.table)) for part in question.parts))


def solution(question: Question, part: Part) -> Message:
    """The correct answer as a sentence, with its calculation where it has one."""
    if part.kind == CHOICE:
        return Message("solution-option", option=part.right_option.text, why=part.right_option.why)
    if part.free or question.text:
        return free_solution(part)
    if part.kind == NUMBER and question.tables:
        return Message("solution-calculation", calculation=Figures(_target(question, part).calculation().text))
    return Message("solution-of-several", answer=part.right)


def _mark(question: Question, part: Part, answers: Mapping[str, str], own: OwnCells | None) -> MarkedPart:
    given = answers.get(part.id, "").strip()
    if not given:
        blank = Message("not-answered", solution=solution(question, part))
        return _marked(part, given, BLANK, 0, blank, hint=NOTHING)
    try:
        if part.kind == CHOICE:
            return _choice(question, part, given, answers)
        if part.free:
            return mark_number(question, part, part.free, given, own_numbers(question, answers))
        if part.kind == NUMBER and own is not None:
            return _number(question, part, given, own)
        return _by_property(question, part, given)
    except InputError as error:
        said = {"problem": error.problem, "advice": error.problem.in_form(ADVICE)}
        unreadable = Message("unreadable", said, solution=solution(question, part))
        return _marked(part, given, UNREADABLE, 0, unreadable, hint=Message("unreadable-alone", said))


def _number(question: Question, part: Part, given: str, own: OwnCells) -> MarkedPart:
    number = read_typed(given)
    if _is_correct(number, part):
        return _marked(part, given, RIGHT, 1, Message("correct", number=number.text))
    within = reached(question, part)
    enough = number.places is None or number.places >= part.places
    if within and enough and within.holds(number.value):
        return _within_rounding(question, part, given, within.within(part.places))
    if is_carried_forward(question, part, own, number):
        start = source_cells(question, part, own)
        said = {"number": number.text, "calculation": Figures(_target(question, part).calculation().text)}
        carried = (
            Message("carried-forward", said, cells=start) if start else Message("carried-forward-from-above", said)
        )
        return _marked(part, given, CARRIED, question.credit.carried, carried)
    if part.stands and fixed(number.value, part.places) == part.stands:
        copied = Message("copied")
        text = Message("copied-number", number=number.text, reason=copied, solution=solution(question, part))
        return _marked(part, given, WRONG, 0, text, cause=COPIED, reason=copied)
    marked = _diagnosed(question, part, given, inquiry_of_part(question, part).diagnose(number))
    if part.at and part.at in own.idle and marked.points:
        idle = Message("earns-nothing", mark=marked.message, reason=own.idle[part.at])
        return replace(marked, points=0.0, message=idle)
    return marked


def _is_correct(number: Typed, part: Part) -> bool:
    """Whether a number is correct at the sheet's decimals; with fewer decimals it has to be exact.

    A fraction or calculation has as many decimals as anybody wants.
    """
    enough = part.places and (number.places is None or number.places >= part.places)
    return abs(number.value - part.value) <= (10.0**-part.places / 2 + HALF_SLACK if enough else SAME)


def _within_rounding(question: Question, part: Part, given: str, ends: Interval) -> MarkedPart:
    low, high = (Figures(fixed(x, part.places)) for x in (ends.low, ends.high))
    said = {"number": read_typed(given).text, "decimals": question.decimals, "low": low, "correct": Figures(part.right)}
    text = Message("within-rounding-one-value", said) if low == high else Message("within-rounding", said, high=high)
    return _marked(part, given, WITHIN, 1, text, interval=(ends.low, ends.high))


def _diagnosed(question: Question, part: Part, given: str, found: Diagnosis) -> MarkedPart:
    number = found.typed
    if found.right or any(cause.key == FEW_KEY for cause in found.causes):
        some = number.places is not None and number.places >= WANTED_PLACES
        text = Message("few-decimals", number=number.text, solution=solution(question, part))
        return _marked(part, given, FEW, question.credit.few if some else 0, text)
    said = {"number": number.text, "solution": _calculation(found.correct)}
    if not found.causes:
        return _marked(part, given, WRONG, 0, Message("unknown-wrong", said, remark=found.remark or ""))
    # a calculation explains the number better than a slip in writing it down
    causes = sorted(found.causes, key=lambda cause: (cause.key in SLIPS, -share_of(question, cause, number)))
    best = causes[0]
    others = [Message("or-cause", cause=cause.statement) for cause in causes[1:_MOST_CAUSES]]
    said |= {"cause": best.statement, "others": others, "solution": _calculation(found.correction(best))}
    share = share_of(question, best, number)
    text = Message("explained" if found.certain else "explained-perhaps", said)
    return _marked(part, given, best.kind, share, text, cause=best.key, reason=best.message)


def _calculation(calculation: Calculation) -> Message:
    return Message("solution-calculation", calculation=Figures(calculation.text))


def _target(question: Question, part: Part) -> ScoreTarget | CellTarget:
    table = question.tables[part.table]
    return CellTarget(table, *part.at, question.conventions) if part.at else ScoreTarget(table)


def _choice(question: Question, part: Part, given: str, answers: Mapping[str, str]) -> MarkedPart:
    chosen = chosen_option(question, part, given)
    if chosen.key == part.right:
        return _marked(part, given, RIGHT, 1, Message("correct-option", why=chosen.why))
    if KINDS[question.kind].conclude(question, own_numbers(question, answers)) == chosen.key:
        carried = Message("carried-forward-option", solution=solution(question, part))
        return _marked(part, given, CARRIED, question.credit.carried, carried)
    text = Message("wrong-option", why=chosen.why or Message("not-correct"), solution=solution(question, part))
    same = KINDS[question.kind].same_options
    reason = Message("chose-option", option=chosen.text) if same else Message("chose-wrong-option")
    return _marked(part, given, WRONG, 0, text, cause=chosen.key, reason=reason)


def _by_property(question: Question, part: Part, given: str) -> MarkedPart:
    if question.text:
        return mark_text(part, given)
    if question.task is None:
        raise InputError(part.id, "cannot-be-marked")
    good, judgement = question.task.judge(given)
    if good:
        return _marked(part, given, RIGHT, 1, Message("correct-property", judgement=judgement))
    wrong = Message("wrong-property", judgement=judgement, solution=solution(question, part))
    return _marked(part, given, WRONG, 0, wrong)


def _marked(
    part: Part, given: str, outcome: str, share: float, message: Message, *, cause: str = "", **more: Any
) -> MarkedPart:
    return MarkedPart(part, given, outcome, part.points * share, message, cause or outcome, **more)
