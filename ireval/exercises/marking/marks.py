"""Marking: the points that an answer earns, and the reason.

An answer is compared, in this order, with the correct value at the sheet's decimals; with the values that rounding
intermediate results can reach (``question.reach``); with those that follow from the student's own cells
(``carried_errors``); and then with all causes that ``ireval.diagnosis.inquiry`` knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ireval.diagnosis.causes import Cause
from ireval.diagnosis.number_inquiry import Inquiry
from ireval.diagnosis.slips import FEW as FEW_KEY
from ireval.diagnosis.slips import NEEDLESS_SIGN, NO_SIGN, SLIPS
from ireval.diagnosis.verdict import Diagnosis
from ireval.errors import InputError
from ireval.exercises.kinds.catalog import KINDS
from ireval.exercises.marking.accepted_numbers import (
    accepted_interval,
    decimals_on_the_way,
    half_unit,
    is_accepted,
    printed_numbers,
    reached_by,
    target_of,
)
from ireval.exercises.marking.carried_errors import OwnCells, is_carried_forward, own_cells, own_numbers, source_cells
from ireval.exercises.marking.costs_once import with_costs_once
from ireval.exercises.marking.easy_numbers import guess_reason, is_easy, kind_of_guess
from ireval.exercises.marking.free_numbers import free_solution, mark_number, mark_text
from ireval.exercises.marking.wrong_answers import Inquiries, KnownNumber, known_number, known_numbers, named
from ireval.exercises.question.outcomes import (
    BLANK,
    CARRIED,
    COPIED,
    FEW,
    GUESS,
    RIGHT,
    UNREADABLE,
    WITHIN,
    WRONG,
    Marked,
    MarkedPart,
)
from ireval.exercises.question.question import CHOICE, NUMBER, Part, Question
from ireval.exercises.question.reach import Interval
from ireval.exercises.question.typed_answers import chosen_option
from ireval.explanation.calculation import Calculation
from ireval.messages.catalogue import ADVICE
from ireval.messages.message import NOTHING, Figures, Message
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import HALF_SLACK, SAME
from ireval.numbers.typed_number import Typed, read_typed


def mark(question: Question, answers: Mapping[str, str], *, graded: bool = True) -> Marked:
    """Mark the answers, given by the id of their part; a part that is missing was not answered.

    In self-study answers are not ``graded``: every number is explained, also one that may be a guess, and no message
    speaks of points.
    """
    own = {i: own_cells(question, answers, i) for i in range(len(question.tables))}
    inquired = Inquiries(question, graded=graded)
    parts = [_mark(question, part, answers, own.get(part.table), inquired) for part in question.parts]
    idle = own[0].idle if own else {}
    return Marked(question, with_costs_once(question, parts, idle, inquired))


def solution(question: Question, part: Part) -> Message:
    """The correct answer as a sentence, with its calculation where it has one."""
    if part.kind == CHOICE:
        return Message("solution-option", option=part.right_option.text, why=part.right_option.why)
    if part.free or question.text:
        return free_solution(part)
    if part.kind == NUMBER and question.tables:
        return Message("solution-calculation", calculation=Figures(target_of(question, part).calculation().text))
    return Message("solution-of-several", answer=part.right)


def _mark(
    question: Question, part: Part, answers: Mapping[str, str], own: OwnCells | None, inquired: Inquiries
) -> MarkedPart:
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
            return _number(question, part, given, own, inquired)
        return _by_property(question, part, given)
    except InputError as error:
        said = {"problem": error.problem, "advice": error.problem.in_form(ADVICE)}
        unreadable = Message("unreadable", said, solution=solution(question, part))
        return _marked(part, given, UNREADABLE, 0, unreadable, hint=Message("unreadable-alone", said))


def _number(question: Question, part: Part, given: str, own: OwnCells, inquiries: Inquiries) -> MarkedPart:
    number = read_typed(given)
    if _is_correct(number, part):
        return _marked(part, given, RIGHT, 1, Message("correct", number=number.text))
    enough = number.places is None or number.places >= part.places
    if enough and half_unit(part) and is_accepted(question, part, number.value):
        return _within_rounding(question, part, given, accepted_interval(question, part))
    if any((enough or not near.slack) and near.holds(number.value) for near in printed_numbers(question, part)):
        printed = Message("as-printed", number=number.text, correct=Figures(part.right))
        return _marked(part, given, WITHIN, 1, printed)
    if is_carried_forward(question, part, own, number):
        start = source_cells(question, part, own)
        said = {"number": number.text, "calculation": Figures(target_of(question, part).calculation().text)}
        carried = (
            Message("carried-forward", said, cells=start) if start else Message("carried-forward-from-above", said)
        )
        return _marked(part, given, CARRIED, question.credit.carried, carried)
    marked = _explained(question, part, given, inquiries.of(part), graded=inquiries.graded)
    if inquiries.graded and part.at and part.at in own.idle and marked.points:
        return _without_points(marked, own.idle[part.at])
    return marked


def _is_correct(number: Typed, part: Part) -> bool:
    """Whether a number is correct at the sheet's decimals; with fewer decimals it must be exact.

    A fraction or calculation has any number of decimals.
    """
    enough = number.places is None or number.places >= part.places
    return abs(number.value - part.value) <= (half_unit(part) + HALF_SLACK if enough else SAME)


def _within_rounding(question: Question, part: Part, given: str, ends: Interval) -> MarkedPart:
    low, high = (Figures(fixed(x, part.places)) for x in (ends.low, ends.high))
    decimals = decimals_on_the_way(question)
    said = {"number": read_typed(given).text, "decimals": decimals, "low": low, "correct": Figures(part.right)}
    text = Message("within-rounding-one-value", said) if low == high else Message("within-rounding", said, high=high)
    return _marked(part, given, WITHIN, 1, text, interval=(ends.low, ends.high))


def _explained(question: Question, part: Part, given: str, inquired: Inquiry, *, graded: bool) -> MarkedPart:
    """The mark of a number that is not correct, with its likeliest cause and the share of the points."""
    number = read_typed(given)
    known = known_number(known_numbers(question, part, inquired), part, number)
    if known and known.key == COPIED:
        return _guessed(question, part, given, COPIED, Message("copied"))
    found = inquired.diagnose(number)
    few = found.right or any(cause.key == FEW_KEY for cause in found.causes) or _is_rounded_on(question, part, number)
    if few and number.places:
        missing = max(1, part.places - number.places)
        text = Message("few-decimals", number=number.text, missing=missing, solution=_calculation(found.correct))
        return _marked(part, given, FEW, known.share if known else 0, text)
    cause = _likeliest(question, part, known, found, inquired, graded=graded)
    guess = kind_of_guess(question, part, number, graded=graded)
    if cause is None and found.causes:
        guess = guess or GUESS
    if guess and (cause is None or (graded and _is_bare(number, part) and cause.key not in {NO_SIGN, NEEDLESS_SIGN})):
        return _guessed(question, part, given, guess, guess_reason(question, part, guess, number.value))
    said = {"number": number.text, "solution": _calculation(found.correct)}
    if cause is None:
        return _marked(part, given, WRONG, 0, Message("unknown-wrong", said, remark=found.remark or ""))
    said |= {"cause": cause.statement, "solution": _calculation(found.correction(cause))}
    certain = found.certain or (known is not None and known.share > 0)
    text = Message("explained" if certain else "explained-perhaps", said)
    marked = _marked(part, given, cause.kind, known.share if known else 0, text, cause=cause.key, reason=cause.message)
    easy = graded and known is not None and not known.share and is_easy(question, part, known.near.value)
    return _without_points(marked, Message("easily-guessed")) if easy else marked


def _is_rounded_on(question: Question, part: Part, number: Typed) -> bool:
    """Whether a number in a table is the result if every cell is rounded to the decimals of this one."""
    if not question.grid or number.places is None or not 0 < number.places < part.places:
        return False
    ends = reached_by(question, part, number.places)
    return ends is not None and ends.within(number.places).holds(number.value)


def _likeliest(
    question: Question, part: Part, known: KnownNumber | None, found: Diagnosis, inquired: Inquiry, *, graded: bool
) -> Cause | None:
    """The cause to name: the cause of the known number, as in files; else a calculation before a slip in writing."""
    if known and known.key != FEW_KEY:  # the answer has enough decimals, because zeros were added
        cause = named(known, inquired)
        return cause if isinstance(cause, Cause) else None
    if graded and known is None and not found.certain and is_easy(question, part, found.typed.value):
        return None  # a guess may match some cause by chance
    return min(found.causes, key=lambda cause: cause.key in SLIPS, default=None)


def _is_bare(number: Typed, part: Part) -> bool:
    """Whether a number has fewer decimals than the part asks for, so that it does not prove a calculation."""
    return number.places is not None and number.places < part.places


def _guessed(question: Question, part: Part, given: str, guess: str, reason: Message) -> MarkedPart:
    number = read_typed(given).text
    text = Message("guessed", number=number, reason=reason, solution=solution(question, part))
    return _marked(part, given, WRONG, 0, text, cause=guess, reason=reason)


def _without_points(marked: MarkedPart, reason: Message) -> MarkedPart:
    return replace(marked, points=0.0, message=Message("earns-nothing", mark=marked.message, reason=reason))


def _calculation(calculation: Calculation) -> Message:
    return Message("solution-calculation", calculation=Figures(calculation.text))


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
