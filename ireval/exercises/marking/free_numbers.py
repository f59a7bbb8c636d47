"""Marks for answers that no step table calculates: own questions, means over several lists, agreement of judges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ireval.exercises.question.outcomes import (
    BY_HAND,
    CARRIED,
    FEW,
    MISTAKE,
    RIGHT,
    WITHIN,
    WRONG,
    MarkedPart,
)
from ireval.exercises.question.question import NUMBER, FreeNumber, Part, Question
from ireval.exercises.question.reach import Interval
from ireval.messages.message import Figures, Message
from ireval.messages.writing import number_text
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import HALF_SLACK, SAME
from ireval.numbers.typed_number import WANTED_PLACES, Typed, read_typed


def free_solution(part: Part) -> Message:
    """The correct answer to such a part as a sentence."""
    if part.kind == NUMBER and part.free and part.free.calculation:
        return Message("solution-calculation", calculation=Figures(f"{part.label} = {part.free.calculation}"))
    if part.kind == NUMBER:
        return Message("solution-number", answer=Figures(part.right))
    return Message("solution-model-answer", answer=part.right) if part.right else Message("solution-by-hand")


def tolerance_ends(free: FreeNumber) -> list[str]:
    """The lowest and the highest correct number of an own question; empty if there is only one."""
    return [number_text(round(x, 12)) for x in (free.low, free.high)] if free.high > free.low else []


def mark_text(part: Part, given: str) -> MarkedPart:
    """Return the mark of a text: correct if it is the model answer, ignoring spaces and case; else marked by hand."""
    if _bare(given) == _bare(part.right):
        return _marked(part, given, RIGHT, 1, Message("correct-text"))
    return _marked(part, given, BY_HAND, 0, Message("marked-by-hand-later", solution=free_solution(part)))


def mark_number(question: Question, part: Part, free: FreeNumber, given: str, own: Mapping[str, float]) -> MarkedPart:
    """The mark of a number; ``own`` are the student's other numbers by the id of their part."""
    number = read_typed(given)
    if not free.calculation:
        if free.low - SAME <= number.value <= free.high + SAME:
            return _marked(part, given, RIGHT, 1, Message("correct", number=number.text))
        wrong = Message("wrong-number", number=number.text, solution=free_solution(part))
        return _marked(part, given, WRONG, 0, wrong)
    return _calculated(question, part, free, number, own)


def _calculated(
    question: Question, part: Part, free: FreeNumber, number: Typed, own: Mapping[str, float]
) -> MarkedPart:
    given, credit, solution = number.text, question.credit, free_solution(part)
    enough = number.places is None or number.places >= part.places
    if abs(number.value - part.value) <= (10.0**-part.places / 2 + HALF_SLACK if enough else SAME):
        return _marked(part, given, RIGHT, 1, Message("correct", number=given))
    ends = Interval(free.low, free.high).within(part.places)
    if enough and ends.holds(number.value):
        low, high = (Figures(fixed(x, part.places)) for x in ends)
        said = {"number": given, "decimals": question.decimals, "low": low, "correct": Figures(part.right)}
        key = "within-rounding-one-value" if low == high else "within-rounding"
        return _marked(part, given, WITHIN, 1, Message(key, said, high=high), interval=(ends.low, ends.high))
    if enough and _follows(question, part, free, number, own):
        said = {"number": given, "calculation": Figures(f"{part.label} = {free.calculation}")}
        return _marked(part, given, CARRIED, credit.carried, Message("carried-forward-from-above", said))
    if number.places and number.reaches(part.value):
        missing = max(1, part.places - number.places)
        text = Message("few-decimals", number=given, missing=missing, solution=solution)
        return _marked(part, given, FEW, credit.few if number.places >= WANTED_PLACES else 0, text)
    for known in free.best_paid_first:
        if number.meets(known.value):
            said = {"number": given, "cause": known.message, "others": [], "solution": solution}
            text = Message("explained", said)
            share = 0 if known.easy else credit.mistake
            return _marked(part, given, MISTAKE, share, text, cause=known.key, reason=known.message)
    return _marked(part, given, WRONG, 0, Message("unknown-wrong", number=given, remark="", solution=solution))


def _follows(question: Question, part: Part, free: FreeNumber, number: Typed, own: Mapping[str, float]) -> bool:
    """Whether a number follows from the student's other numbers; missing ones are replaced by the correct ones."""
    typed = {name: own[name] for name in free.sources if name in own}
    if number.value == 0 or all(abs(x - question.part(name).value) <= SAME for name, x in typed.items()):
        return False
    found = free.compute([typed[name] if name in typed else question.part(name).value for name in free.sources])
    return abs(number.value - found) <= 10.0**-part.places + HALF_SLACK


def _bare(text: str) -> str:
    return " ".join(text.split()).casefold()


def _marked(
    part: Part, given: str, outcome: str, share: float, message: Message, *, cause: str = "", **more: Any
) -> MarkedPart:
    return MarkedPart(part, given, outcome, part.points * share, message, cause or outcome, **more)
