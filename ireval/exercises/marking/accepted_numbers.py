"""The correct numbers of a part: exact, within rounding of intermediate results, and as the source prints them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ireval.diagnosis.candidates import compute_with
from ireval.diagnosis.target import CellTarget, ScoreTarget
from ireval.exercises.marking.same_object import ByIdentity
from ireval.exercises.question.question import Part, Question
from ireval.exercises.question.reach import Interval, Reach
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME, Rounding, half_up
from ireval.numbers.typed_number import WANTED_PLACES, written


class Near(NamedTuple):
    """All numbers within ``slack`` of ``value``."""

    value: float
    slack: float

    def holds(self, x: float) -> bool:
        """Whether ``x`` is one of them."""
        return abs(x - self.value) <= self.slack + SAME


def reached(question: Question, part: Part) -> Interval | None:
    """Return the numbers that rounding intermediate results to the sheet's decimals can give; None without bounds."""
    return reached_by(question, part, decimals_on_the_way(question)) if half_unit(part) else None


def decimals_on_the_way(question: Question) -> int:
    """Return the decimals to which intermediate results may be rounded: those of the sheet, but at least two."""
    return max(question.decimals, WANTED_PLACES)


def reached_by(question: Question, part: Part, decimals: int) -> Interval | None:
    """Return the numbers that rounding intermediate results to ``decimals`` can give; None without bounds."""
    if part.free:
        return Interval(part.free.low, part.free.high)
    return _reached(ByIdentity(question.tables[part.table]), part.at, decimals)


@lru_cache(maxsize=256)
def _reached(table: ByIdentity, at: tuple[str, int] | None, decimals: int) -> Interval | None:
    reach = Reach(table.kept, decimals)
    return reach.cell(at) if at else reach.score()


def accepted_interval(question: Question, part: Part) -> Interval:
    """The interval of numbers, with the required decimals, that are correct exactly or within rounding."""
    half = half_unit(part)
    if not half:
        return Interval(part.value, part.value)
    numbers = Interval(part.value - half, part.value + half)
    reach = reached(question, part)
    return (numbers.joined(reach) if reach else numbers).within(part.places)


def is_accepted(question: Question, part: Part, value: float) -> bool:
    """Whether a number rounds to one that is correct exactly or within rounding."""
    return _around(accepted_interval(question, part), part).holds(value)


class CorrectNumbers(NamedTuple):
    """All numbers that are correct for a part."""

    interval: Interval
    printed: tuple[Near, ...]

    @classmethod
    def of(cls, question: Question, part: Part) -> CorrectNumbers:
        """Return the correct numbers of a part."""
        return cls(_around(accepted_interval(question, part), part), tuple(printed_numbers(question, part)))

    def holds(self, value: float) -> bool:
        """Whether a number is one of them."""
        return self.interval.holds(value) or any(near.holds(value) for near in self.printed)


def _around(ends: Interval, part: Part) -> Interval:
    """The numbers that round to those of an interval."""
    return Interval(ends.low - half_unit(part), ends.high + half_unit(part))


def printed_numbers(question: Question, part: Part) -> list[Near]:
    """Return the results of the source of the conventions, which may round intermediate results in its own way.

    For a table, also with the decimals that the source prints: those that it rounds to, else two or more, which it may
    cut off instead of rounding.
    """
    if part.free:
        return []
    table = question.tables[part.table]
    if not question.printed or "rounding" not in table.measure.conventions or not part.places:
        return []
    target = target_of(question, part)
    value = float(target.read(compute_with(table.computed, question.printed)))
    if value != value:
        return []
    column = part.at[0] if part.at else table.measure.score
    kept = table.measure.places_kept(column, Rounding(question.printed["rounding"], question.printed["decimals"]))
    if kept is not None and question.grid:
        return [Near(float(half_up(value, kept)), 0.0)]
    found = [Near(value, half_unit(part))]
    for places in range(WANTED_PLACES, part.places + 1) if question.grid else (part.places,):
        found.append(Near(float(written(value, places)), 0.0))
        if abs(value - part.value) > SAME:
            found.append(Near(cut_off(value, places), 0.0))
    return found


def cut_off(value: float, places: int) -> float:
    """A number with its further decimals cut off.

    >>> cut_off(2 / 3, 3)
    0.666
    """
    scale = 10.0**places
    return float(fixed(int(value * scale + SAME) / scale, places))


def half_unit(part: Part) -> float:
    """Return half a unit of the last decimal that a part asks for; 0 for a whole number."""
    return 10.0**-part.places / 2 if part.places or not part.value.is_integer() else 0.0


def target_of(question: Question, part: Part) -> ScoreTarget | CellTarget:
    """The score or cell that a part asks for."""
    table = question.tables[part.table]
    return CellTarget(table, *part.at, question.conventions) if part.at else ScoreTarget(table)
