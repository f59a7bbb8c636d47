"""Deducts points only once for an error throughout a table: one misconception, or too few decimals everywhere.

A misconception is found in a table if one cause gives at least three different wrong numbers in it, or two of which one
is not easily guessed. All numbers that it gives are then taken together, also those that follow from others. It costs
as much as cell by cell, but at most ``MOST_COST`` times the cost of a mistake in a single number.

Too few decimals cost at most ``MOST_FOR_DECIMALS`` of the points, also if the student went on with the rounded numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from ireval.diagnosis.candidates import Candidate
from ireval.diagnosis.causes import Cause
from ireval.diagnosis.number_inquiry import Inquiry
from ireval.diagnosis.target import is_mix_up
from ireval.exercises.marking.accepted_numbers import Near, half_unit, target_of
from ireval.exercises.marking.easy_numbers import is_easy
from ireval.exercises.marking.wrong_answers import Inquiries, share_of
from ireval.exercises.question.outcomes import BLANK, CARRIED, FEW, RIGHT, UNREADABLE, WITHIN, MarkedPart
from ireval.exercises.question.question import NUMBER, Question
from ireval.exercises.question.reach import Cell
from ireval.messages.message import Figures, Message
from ireval.numbers.typed_number import WANTED_PLACES, Typed, read_typed

MOST_COST = 0.5
MOST_FOR_DECIMALS = 0.1
_FEWEST, _MANY = 2, 3


class _Fit(NamedTuple):
    """A wrong number, ``typed`` in the part at ``place``, that ``source`` gives."""

    place: int
    typed: Typed
    source: Candidate | Cause
    inquired: Inquiry


def with_costs_once(
    question: Question, parts: Sequence[MarkedPart], idle: Collection[Cell], inquiries: Inquiries
) -> tuple[MarkedPart, ...]:
    """Return the marked parts of a table, with common errors deducted once; ``idle`` cells earn nothing anyway."""
    found = list(parts)
    if question.grid and len(question.cells) >= _FEWEST:
        _share_decimals(question, found)
        _share_misconceptions(question, found, idle, inquiries)
    return tuple(found)


def _share_decimals(question: Question, found: list[MarkedPart]) -> None:
    few = [place for place, x in enumerate(found) if x.outcome == FEW]
    numbers = {place: read_typed(found[place].given) for place in few}
    different = len({number.value for number in numbers.values()}) >= _MANY
    paid = [place for place in few if different or (numbers[place].places or 0) >= WANTED_PLACES]
    _take_off(found, paid, 1 - question.credit.few, MOST_FOR_DECIMALS * question.points)


def _share_misconceptions(
    question: Question, found: list[MarkedPart], idle: Collection[Cell], inquiries: Inquiries
) -> None:
    fits = _fits(found, idle, inquiries)
    while fits:
        shown = {key: some for key, some in fits.items() if _shows(question, found, some)}
        if not shown:
            return
        key = max(shown, key=lambda key: sum(found[x.place].part.points for x in shown[key]))
        share = share_of(question, shown[key][0].source.kind)
        for x in shown[key]:
            found[x.place] = _explained(question, found[x.place], x, graded=inquiries.graded)
        taken = {x.place for x in shown[key]}
        _take_off(found, sorted(taken), 1 - share, MOST_COST * (1 - share) * question.points)
        fits = {key: [x for x in some if x.place not in taken] for key, some in fits.items()}


def _fits(found: Sequence[MarkedPart], idle: Collection[Cell], inquiries: Inquiries) -> dict[str, list[_Fit]]:
    """The wrong numbers of a table by the key of each cause that gives them."""
    fits: defaultdict[str, list[_Fit]] = defaultdict(list)
    for place, marked in enumerate(found):
        part = marked.part
        if part.kind != NUMBER or part.at in idle or marked.outcome in {RIGHT, WITHIN, FEW, UNREADABLE, BLANK}:
            continue
        number, inquired = read_typed(marked.given), inquiries.of(part)
        if number.places is not None and number.places < part.places:
            continue
        seen: set[str] = set()
        for source in inquired.others:
            near = Near(float(source.value), half_unit(part))
            if near.holds(number.value) and source.key not in seen and not is_mix_up(source.key):
                seen.add(source.key)
                fits[source.key].append(_Fit(place, number, source, inquired))
    return fits


def _shows(question: Question, found: Sequence[MarkedPart], fits: Sequence[_Fit]) -> bool:
    """Whether there are too many such numbers for chance, and not all follow from other wrong numbers."""
    if all(found[x.place].outcome == CARRIED for x in fits):
        return False
    different = {x.typed.value for x in fits}
    hard = any(not is_easy(question, found[x.place].part, x.typed.value) for x in fits)
    return len(different) >= (_FEWEST if hard else _MANY)


def _explained(question: Question, marked: MarkedPart, fit: _Fit, *, graded: bool) -> MarkedPart:
    source = fit.source
    cause = fit.inquired.name([source])[0] if isinstance(source, Candidate) else source
    solution = Message("solution-calculation", calculation=Figures(target_of(question, marked.part).calculation().text))
    key = "explained-once" if graded else "explained"
    text = Message(key, number=fit.typed.text, cause=cause.statement, solution=solution)
    return replace(marked, outcome=cause.kind, cause=cause.key, message=text, reason=cause.message, interval=None)


def _take_off(found: list[MarkedPart], places: Sequence[int], share: float, most: float) -> None:
    """Give these parts their points minus a share, and deduct at most ``most`` points in all."""
    whole = sum(found[place].part.points for place in places)
    cost = min(share * whole, most)
    for place in places:
        worth = found[place].part.points
        found[place] = replace(found[place], points=worth * (1 - cost / whole))
