"""The known wrong numbers of each part, with their points: both the marking here and all exported files use them.

A number earns the points of the first known number that fits it; a number that fits none earns nothing. A cause whose
number is easily guessed has a share of 0. So have less likely causes, if the likelier ones together already match so
many numbers that a guess would often hit one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from ireval.diagnosis.candidates import Candidate
from ireval.diagnosis.causes import Cause
from ireval.diagnosis.inquiry import cell_inquiry, score_inquiry, table_of
from ireval.diagnosis.number_inquiry import OTHER_LIST, Inquiry
from ireval.diagnosis.other_cutoffs import OTHER_CUTOFF
from ireval.diagnosis.shown_cells import FROM_SHOWN_CELL
from ireval.diagnosis.slips import CUT, FEW, TWICE, slip
from ireval.diagnosis.target import is_mix_up
from ireval.exercises.marking.accepted_numbers import CorrectNumbers, Near, cut_off, half_unit
from ireval.exercises.marking.easy_numbers import few_numbers, is_easy
from ireval.exercises.marking.same_object import ByIdentity
from ireval.exercises.question.outcomes import CONVENTION, COPIED, MISTAKE, ROUNDING, WRONG, Wrong
from ireval.exercises.question.outcomes import FEW as FEW_DECIMALS
from ireval.exercises.question.question import NUMBER, FreeNumber, Part, Question, ranking_of
from ireval.exercises.question.reach import Interval
from ireval.explanation.step_table import StepTable
from ireval.messages.message import Message
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import HALF_SLACK, SAME, half_up
from ireval.numbers.typed_number import WANTED_PLACES, Typed, read_typed, written

#: The largest share of all possible answers that causes with points may match, the likeliest first.
MOST_MATCHED = 0.025
#: Causes in the list besides the part's own.
_BESIDE = {FROM_SHOWN_CELL, OTHER_CUTOFF, OTHER_LIST}


class KnownNumber(NamedTuple):
    """A known wrong number, near ``near``, with its ``share`` of the points; ``source`` is its cause."""

    near: Near
    share: float
    source: Candidate | Cause | Message

    @property
    def key(self) -> str:
        """The slug of the cause."""
        return COPIED if isinstance(self.source, Message) else self.source.key


def known_numbers(question: Question, part: Part, inquired: Inquiry) -> list[KnownNumber]:
    """Return the known wrong numbers of a part, first those with most points; with equal points, the likeliest."""
    known: dict[str, KnownNumber] = {}
    if part.stands:
        known[part.stands] = KnownNumber(Near(float(part.stands), half_unit(part)), 0, Message("copied"))
    correct = CorrectNumbers.of(question, part)
    for number in [*_slips(question, part, correct), *_causes(question, part, inquired, correct)]:
        name = fixed(number.near.value, part.places)
        before = known.get(name)
        if before is None or (before.share < number.share and before.key != COPIED):
            known[name] = number
    return sorted(known.values(), key=lambda number: (number.key != COPIED, -number.share))


def known_number(known: Iterable[KnownNumber], part: Part, number: Typed) -> KnownNumber | None:
    """Return the first known number that fits a typed one; None if none does."""
    enough = number.places is None or number.places >= part.places
    return next((x for x in known if (enough or not x.near.slack) and x.near.holds(number.value)), None)


def wrong_answers(question: Question, part: Part) -> list[Wrong]:
    """Return the wrong numbers of a part with a known cause, with their share of the points (see the module)."""
    if part.kind != NUMBER:
        return []
    if part.free:
        return _wrong_free(question, part, part.free)
    inquired = inquiry_of_part(question, part)
    return [_wrong(x, named(x, inquired)) for x in known_numbers(question, part, inquired)]


def _wrong_free(question: Question, part: Part, free: FreeNumber) -> list[Wrong]:
    """The wrong numbers for a number outside of tables, each once, first those with most points."""
    within = Interval(free.low, free.high).joined(Interval(part.value, part.value))
    found: dict[str, Wrong] = {}
    for known in free.best_paid_first:
        near = abs(known.value - part.value) <= 10.0**-part.places + HALF_SLACK
        if not near and not within.holds(float(fixed(known.value, part.places))):
            share = 0.0 if known.easy else question.credit.mistake
            wrong = Wrong(known.value, share, MISTAKE, known.key, known.message)
            found.setdefault(fixed(known.value, part.places), wrong)
    return list(found.values())


def named(known: KnownNumber, inquired: Inquiry) -> Cause | Message:
    """Return the cause of a known number, in words."""
    return inquired.name([known.source])[0] if isinstance(known.source, Candidate) else known.source


class Inquiries:
    """The inquiries of a question's parts, each made when it is first needed.

    If answers are ``graded``, numbers that are easily guessed are neither explained nor paid.
    """

    def __init__(self, question: Question, *, graded: bool) -> None:
        self._question, self.graded = question, graded
        self._made: dict[str, Inquiry] = {}

    def of(self, part: Part) -> Inquiry:
        """The inquiry of a part."""
        if part.id not in self._made:
            self._made[part.id] = inquiry_of_part(self._question, part)
        return self._made[part.id]


def inquiry_of_part(question: Question, part: Part) -> Inquiry:
    """The inquiry that finds the causes of numbers for a part."""
    found = _inquiry_of(ByIdentity(question.tables[part.table]), ByIdentity(question.conventions), part.at)
    return found if part.at else replace(found, beside=[*_other_lists(question, part), *found.beside])


@lru_cache(maxsize=64)
def _inquiry_of(table: ByIdentity, conventions: ByIdentity, at: tuple[str, int] | None) -> Inquiry:
    """The inquiry of one table's cell or score; recent ones are cached for further numbers.

    It does not look across the page, since the sheet may ask for the scores of other measures as well. Nor does it
    name what fits one number in ten by chance: a class that guesses has no causes.
    """
    of = _table_of(table, conventions)
    found = cell_inquiry(of, conventions.kept, *at) if at else score_inquiry(of, conventions.kept)
    return replace(found, across=None, parts=tuple, careful=True)


@lru_cache(maxsize=16)
def _table_of(table: ByIdentity, conventions: ByIdentity) -> StepTable:
    """The table that the inquiries of a step table's cells and score share."""
    return table_of(table.kept.spec, ranking_of(table.kept), conventions.kept)


def other_parts(question: Question, part: Part) -> Iterator[Part]:
    """Yield the parts that ask for the same score of the question's other lists."""
    numbers = (other for other in question.parts if other.kind == NUMBER and other.id != part.id)
    scores = (other for other in numbers if other.at is None and other.free is None)
    same = (x for x in scores if question.tables[x.table].spec == question.tables[part.table].spec)
    yield from (x for x in same if not part.at and x.table != part.table and abs(x.value - part.value) > SAME)


def _other_lists(question: Question, part: Part) -> Iterator[Cause]:
    for other in other_parts(question, part):
        names = [question.lists[x.table].called for x in (other, part)]
        said = {"measure": str(question.tables[part.table].spec), "other": names[0], "asked": names[1]}
        table = question.tables[other.table].computed
        yield Cause(MISTAKE, OTHER_LIST, Message("score-of-other-list", said), other.value, of=table)


def share_of(question: Question, kind: str) -> float:
    """The share of the points for a cause of a kind."""
    credit = question.credit
    return {MISTAKE: credit.mistake, CONVENTION: credit.convention, ROUNDING: credit.rounding}[kind]


def _wrong(known: KnownNumber, source: Cause | Message) -> Wrong:
    value, slack = known.near
    if isinstance(source, Message):
        return Wrong(value, 0, WRONG, COPIED, source, slack)
    if source.key == FEW:
        return Wrong(value, known.share, FEW_DECIMALS, FEW_DECIMALS, Message("file-few-decimals"), slack)
    return Wrong(value, known.share, source.kind, source.key, source.statement, slack)


def _slips(question: Question, part: Part, correct: CorrectNumbers) -> Iterator[KnownNumber]:
    """The correct number written down with too few decimals, cut off, or rounded twice."""
    places, value = part.places, part.value
    for fewer in range(WANTED_PLACES, places):
        yield from _slip(question, part, correct, written(value, fewer), question.credit.few)
    for cut in range(places, min(WANTED_PLACES, places) - 1, -1) if places else ():
        yield from _slip(question, part, correct, f"{cut_off(value, cut):.{cut}f}", question.credit.rounding)
    for more in (1, 2) if places else ():
        text = written(float(half_up(value, places + more)), places)
        yield from _slip(question, part, correct, text, question.credit.rounding)


def _slip(question: Question, part: Part, correct: CorrectNumbers, text: str, share: float) -> Iterator[KnownNumber]:
    """A slip that gives exactly this text; empty if the text is correct, or the number of another cause."""
    number = read_typed(text)
    cause = slip(number, part.value)
    if cause and cause.key in {FEW, CUT, TWICE} and not correct.holds(number.value):
        easy = is_easy(question, part, number.value)
        yield KnownNumber(Near(number.value, 0.0), 0 if easy else share, cause)


def _causes(question: Question, part: Part, inquired: Inquiry, correct: CorrectNumbers) -> Iterator[KnownNumber]:
    """The numbers of mistakes, other conventions and rounded intermediate results, the likeliest first."""
    unit = 2 * half_unit(part) or 1.0
    left = int(MOST_MATCHED * _most(part, inquired) / unit)
    beside = [x for x in inquired.beside if x.key.partition("=")[0] in _BESIDE]
    seen: set[str] = set()
    for source in [*inquired.others, *beside]:
        value = float(source.value)
        if value != value or abs(value - part.value) <= unit + SAME:
            continue
        text = fixed(value, part.places)
        if correct.holds(float(text)):
            continue
        paid = (
            left > 0
            and not (is_mix_up(source.key) or source.key == OTHER_LIST)
            and not few_numbers(question, part, source.key)
            and not is_easy(question, part, value)
        )
        if paid and text not in seen:
            left -= 1
        seen.add(text)
        near = Near(value, half_unit(part) if part.places or value.is_integer() else 0.0)
        yield KnownNumber(near, share_of(question, source.kind) if paid else 0, source)


def _most(part: Part, inquired: Inquiry) -> float:
    """The largest plausible answer."""
    return 1.0 if inquired.target.bounded else max(1.0, 2 * abs(part.value))
