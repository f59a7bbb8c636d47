"""What an answer is worth, and why: never a bare cross.

An answer is held against, in this order: the right value at the sheet's decimals; what rounding on the way can reach
(``reach``); what follows from the student's own cells (``carrying``); then everything that ``ireval.diagnosis.inquiry``
knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ireval.diagnosis.candidates import Candidate
from ireval.diagnosis.causes import Cause
from ireval.diagnosis.inquiry import Inquiry, inquiry, inquiry_of_cell
from ireval.diagnosis.slips import FEW as FEW_KEY
from ireval.diagnosis.slips import SLIPS
from ireval.diagnosis.target import AskedCell, Score
from ireval.diagnosis.verdict import Diagnosis
from ireval.errors import InputError
from ireval.exercises.carrying import Own, carried, own_cells, own_numbers, sources
from ireval.exercises.kinds.catalog import KINDS
from ireval.exercises.question.outcomes import (
    BLANK,
    CARRIED,
    CONVENTION,
    FEW,
    MISTAKE,
    RIGHT,
    ROUNDING,
    UNREADABLE,
    WITHIN,
    WRONG,
    Marked,
    MarkedPart,
    Wrong,
)
from ireval.exercises.question.question import CHOICE, NUMBER, Part, Question, ranking_of
from ireval.exercises.question.reach import Interval, Reach
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import HALF_SLACK, SAME
from ireval.numbers.typed_number import WANTED_PLACES, Typed, read_typed

#: The cause of a wrong number that was copied from where it stands on the sheet.
COPIED, _COPIED_TEXT = "copied", "That is the wrong number which stands there."
#: No more causes than this are told of one answer.
_MOST_TOLD = 3


def mark(question: Question, answers: Mapping[str, str]) -> Marked:
    """The answers by the id of their part, marked; a part that is missing was not answered."""
    own = {i: own_cells(question, answers, i) for i in range(len(question.tables))}
    return Marked(question, tuple(_mark(question, part, answers, own.get(part.table)) for part in question.parts))


def _mark(question: Question, part: Part, answers: Mapping[str, str], own: Own | None) -> MarkedPart:
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


def _number(question: Question, part: Part, given: str, own: Own) -> MarkedPart:
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
    if carried(question, part, own, number):
        start = sources(question, part, own)
        whose = f"your {', '.join(start)}" if start else "your values above"
        right = _asked(question, part).calculation().text
        text = f"{number.text} follows rightly from {whose}. From the right values it is: {right}."
        return _marked(part, given, CARRIED, question.credit.carried, text)
    if part.stands and fixed(number.value, part.places) == part.stands:
        text = f"{number.text} is not right. {_COPIED_TEXT} {_right(question, part)}"
        return _marked(part, given, WRONG, 0, text, cause=COPIED, reason=_COPIED_TEXT)
    marked = _diagnosed(question, part, given, _inquiry(question, part).diagnose(number))
    if part.at and part.at in own.idle and marked.points:
        return replace(marked, points=0.0, text=f"{marked.text} {own.idle[part.at]}")
    return marked


def reached(question: Question, part: Part) -> Interval | None:
    """What rounding on the way to the sheet's decimals can make of a part's number; None where it has no bounds."""
    reach = Reach(question.tables[part.table], question.decimals)
    return None if not part.places else reach.cell(part.at) if part.at else reach.score()


def wrong_answers(question: Question, part: Part) -> list[Wrong]:
    """The wrong numbers of a part that have a name, and are told from the right one at the sheet's decimals.

    Of those that come out alike at these decimals only the one with the highest share is given.
    """
    if part.kind != NUMBER:
        return []
    within, found = reached(question, part), dict[str, Wrong]()
    if part.stands:
        found[part.stands] = Wrong(float(part.stands), 0, WRONG, COPIED, _COPIED_TEXT)
    inquired = _inquiry(question, part)
    told = [x for x in inquired.others if isinstance(x, Cause)]
    for cause in [*told, *inquired.name(x for x in inquired.others if isinstance(x, Candidate))]:
        near = abs(cause.value - part.value) <= 10.0**-part.places + HALF_SLACK
        if near or (within and within.holds(float(fixed(cause.value, part.places)))):
            continue
        wrong = Wrong(cause.value, _share(question, cause), cause.kind, cause.key, f"{cause.text} {cause.who}".strip())
        before = found.get(fixed(cause.value, part.places))
        if before is None or (before.share < wrong.share and before.cause != COPIED):
            found[fixed(cause.value, part.places)] = wrong
    return list(found.values())


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
    causes = sorted(found.causes, key=lambda cause: (cause.key in SLIPS, -_share(question, cause, number)))
    best = causes[0]
    text = " Or: ".join(f"{cause.text} {cause.who}".strip() for cause in causes[:_MOST_TOLD])
    text = f"{number.text} is not right. {text} Right is: {found.correction(best).text}."
    return _marked(part, given, best.kind, _share(question, best, number), text, cause=best.key, reason=best.text)


def _asked(question: Question, part: Part) -> Score | AskedCell:
    table = question.tables[part.table]
    return AskedCell(table, *part.at, question.conventions) if part.at else Score(table)


def _share(question: Question, cause: Cause, number: Typed | None = None) -> float:
    """What an explained answer gets; a number that is only badly written down, nothing with too few decimals."""
    credit = question.credit
    if number and cause.key in SLIPS and (number.places or 0) < WANTED_PLACES:
        return 0
    return {MISTAKE: credit.mistake, CONVENTION: credit.convention, ROUNDING: credit.rounding}[cause.kind]


def _inquiry(question: Question, part: Part) -> Inquiry:
    table = question.tables[part.table]
    if part.at:
        return inquiry_of_cell(table.spec, ranking_of(table), question.conventions, *part.at)
    return inquiry(table.spec, ranking_of(table), question.conventions)


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
    right = next(option for option in part.options if option.key == part.right)
    why = chosen.why or "That is not right."
    return _marked(part, given, WRONG, 0, f"{why} Right is: {right.text}. {right.why}".strip(), cause=chosen.key)


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
        right = next(option for option in part.options if option.key == part.right)
        return f"Right is: {right.text}. {right.why}".strip()
    if part.kind == NUMBER and question.tables:
        return f"Right is: {_asked(question, part).calculation().text}."
    return f"One answer of several: {part.right}."


def _marked(
    part: Part, given: str, outcome: str, share: float, text: str, *, cause: str = "", **more: Any
) -> MarkedPart:
    return MarkedPart(part, given, outcome, part.points * share, text, cause or outcome, **more)
