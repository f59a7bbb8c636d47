"""What is known of a part before anybody answers: what rounding can reach, and the wrong numbers with a known cause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ireval.diagnosis.candidates import Candidate
from ireval.diagnosis.causes import Cause
from ireval.diagnosis.inquiry import OTHER_LIST, Inquiry, inquiry, inquiry_of_cell
from ireval.diagnosis.slips import SLIPS
from ireval.exercises.question.outcomes import CONVENTION, MISTAKE, ROUNDING, WRONG, Wrong
from ireval.exercises.question.question import NUMBER, FreeNumber, Part, Question, ranking_of
from ireval.exercises.question.reach import Interval, Reach
from ireval.messages.message import Message
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import HALF_SLACK, SAME
from ireval.numbers.typed_number import WANTED_PLACES, Typed

#: The cause of a wrong number that was copied from where it stands on the sheet.
COPIED = "copied"


def reached(question: Question, part: Part) -> Interval | None:
    """The numbers that rounding intermediate results to the sheet's decimals can lead to; None without bounds."""
    if part.free:
        return Interval(part.free.low, part.free.high)
    reach = Reach(question.tables[part.table], question.decimals)
    return None if not part.places else reach.cell(part.at) if part.at else reach.score()


def wrong_answers(question: Question, part: Part) -> list[Wrong]:
    """The wrong numbers of a part that have a known cause and differ from the correct one at the sheet's decimals.

    Of several that are equal at these decimals, only the one with the highest share of the points is given.
    """
    if part.kind != NUMBER:
        return []
    within, found = reached(question, part), dict[str, Wrong]()
    if part.stands:
        found[part.stands] = Wrong(float(part.stands), 0, WRONG, COPIED, Message("copied"))
    if part.free:
        return _wrong_means(question, part, part.free)
    inquired = inquiry_of_part(question, part)
    mix_ups = [x for x in inquired.others if isinstance(x, Cause)]
    others = [x for x in inquired.beside if x.key == OTHER_LIST]
    for cause in [*mix_ups, *others, *inquired.name(x for x in inquired.others if isinstance(x, Candidate))]:
        near = abs(cause.value - part.value) <= 10.0**-part.places + HALF_SLACK
        if near or (within and within.holds(float(fixed(cause.value, part.places)))):
            continue
        wrong = Wrong(cause.value, share_of(question, cause), cause.kind, cause.key, cause.statement)
        before = found.get(fixed(cause.value, part.places))
        if before is None or (before.share < wrong.share and before.cause != COPIED):
            found[fixed(cause.value, part.places)] = wrong
    return list(found.values())


def _wrong_means(question: Question, part: Part, free: FreeNumber) -> list[Wrong]:
    """The numbers that typical mistakes give for a mean, each once."""
    within = Interval(free.low, free.high).joined(Interval(part.value, part.value))
    found: dict[str, Wrong] = {}
    for known in free.known:
        near = abs(known.value - part.value) <= 10.0**-part.places + HALF_SLACK
        if not near and not within.holds(float(fixed(known.value, part.places))):
            wrong = Wrong(known.value, question.credit.mistake, MISTAKE, known.key, known.message)
            found.setdefault(fixed(known.value, part.places), wrong)
    return list(found.values())


def share_of(question: Question, cause: Cause, number: Typed | None = None) -> float:
    """The share of the points for an explained answer; a slip in writing with too few decimals earns nothing."""
    credit = question.credit
    if cause.key == OTHER_LIST:  # the number is asked for beside this one
        return 0
    if number and cause.key in SLIPS and (number.places or 0) < WANTED_PLACES:
        return 0
    return {MISTAKE: credit.mistake, CONVENTION: credit.convention, ROUNDING: credit.rounding}[cause.kind]


def inquiry_of_part(question: Question, part: Part) -> Inquiry:
    """The inquiry that finds the causes of numbers for a part."""
    table = question.tables[part.table]
    if part.at:
        return inquiry_of_cell(table.spec, ranking_of(table), question.conventions, *part.at)
    found = inquiry(table.spec, ranking_of(table), question.conventions)
    return replace(found, beside=[*_other_lists(question, part), *found.beside])


def other_parts(question: Question, part: Part) -> Iterator[Part]:
    """The parts that ask for the same score of the question's other lists."""
    numbers = (other for other in question.parts if other.kind == NUMBER and other.id != part.id)
    scores = (other for other in numbers if other.at is None and other.free is None)
    same = (x for x in scores if question.tables[x.table].spec == question.tables[part.table].spec)
    yield from (x for x in same if not part.at and x.table != part.table and abs(x.value - part.value) > SAME)


def _other_lists(question: Question, part: Part) -> Iterator[Cause]:
    for other in other_parts(question, part):
        names = [_in_sentence(question.lists[x.table].title) for x in (other, part)]
        said = {"measure": str(question.tables[part.table].spec), "other": names[0], "asked": names[1]}
        table = question.tables[other.table].computed
        yield Cause(MISTAKE, OTHER_LIST, Message("score-of-other-list", said), other.value, of=table)


def _in_sentence(title: str) -> str:
    return title[:1].lower() + title[1:]
