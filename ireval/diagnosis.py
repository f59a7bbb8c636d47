"""Why a number is another than the right one: what a student typed, held against everything it may have come from.

>>> from ireval.conventions import effective
>>> fifteen = Ranking.one([1, 0, 1, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 3], [3, 2, 2, 1, 1])
>>> found = diagnose("AP", fifteen, effective("lillis"), "0,58")
>>> print(found.headline, found.causes[0].text)
0,58 is not right: 1 cause fits. You divided by the relevant documents found (5).
>>> print(found.yours(found.causes[0]).text)
AP = (1 + 0.667 + 0.500 + 0.400 + 0.333)/5 = 0.580

A number is right within half a unit of its last place, halves either way, if it has two decimals or is exact. Anything
else is right for no value: a number with a single decimal would fit nearly everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ireval.asked import AskedCell, Calculation, Score, of_cell, of_step
from ireval.candidates import Candidate, by_choice, candidates
from ireval.explanation import PLACES, StepTable
from ireval.expression import decimal
from ireval.judgements import Ranking
from ireval.mistakes import Cause, named
from ireval.names import Spec, parse
from ireval.scoring import compute
from ireval.typed import WANTED_PLACES, Typed, read_typed, written

#: How many candidates are offered where no cause fits.
NEAREST = 3
#: No calculation is shown with more decimals.
MOST_PLACES = 8

FEW, CUT, ZEROS = "too-few-decimals", "cut-off", "zeros-added"
NO_SIGN, NEEDLESS_SIGN = "percent-sign-forgotten", "percent-sign-needless"

#: Puts candidates into words.
Name = Callable[[Iterable[Candidate]], list[Cause]]


@dataclass(frozen=True)
class Diagnosis:
    """What is to be said of a number typed for ``asked``.

    ``causes`` are all that give it, ``nearest`` the closest other values where there is none.
    """

    typed: Typed
    asked: Score | AskedCell
    right: bool
    causes: tuple[Cause, ...] = ()
    nearest: tuple[Cause, ...] = ()

    @property
    def value(self) -> float | None:
        """The right number; None where there is none."""
        return self.asked.value

    @cached_property
    def correct(self) -> Calculation:
        """The right number's calculation."""
        return self.asked.calculation()

    @property
    def headline(self) -> str:
        """The verdict in one sentence."""
        text, keys = self.typed.text, [cause.key for cause in self.causes]
        if self.right:
            return f"{text} is right."
        if FEW in keys:
            return f"{text} is right as far as it goes."
        if self.value is None and not self.causes:
            return f"No number is right here, and no known cause gives {text}."
        if not self.causes:
            return f"{text} is not right, and no known cause gives it."
        fit = "1 cause fits" if len(self.causes) == 1 else f"{len(self.causes)} causes fit"
        return f"{text} is not right: {fit}."

    @property
    def note(self) -> str:
        """What else there is to know, as a sentence; may be empty."""
        if self.asked.why:
            return f"{self.asked.name}: {self.asked.why}."
        few = self.typed.places is not None and self.typed.places < WANTED_PLACES
        if few and not self.right and not self.causes and not self.asked.whole:
            return "With two decimals or more, more could be said."
        return ""

    def yours(self, cause: Cause) -> Calculation:
        """How a cause gives its number."""
        table = self.asked.table
        if cause.key in _SLIPS:
            return self._slip(self.typed.text)
        if cause.cell and cause.of:
            return of_cell(cause.of, table.spec, cause.cell, table.places)
        if cause.choices and cause.of:
            shown = self.asked.calculation(cause.of)
            here, there = (table.measure.formula(c.table.p) for c in (table.computed, cause.of))
            return replace(shown, formula=there) if here != there else shown
        step = cause.mistake.step if cause.mistake else None
        expr = step(cause.of.table) if step and cause.of else None
        return of_step(self.asked.name, expr, cause.value, table.places)

    def correction(self, cause: Cause) -> Calculation:
        """What to set against ``yours``: the right calculation."""
        if cause.key in _SLIPS and self.value is not None:
            read = {NO_SIGN: self.typed.as_percent, NEEDLESS_SIGN: self.typed.without_percent}
            places = read.get(cause.key, self.typed).places or 0
            return self._slip(written(self.value, max(places, WANTED_PLACES) if cause.key == FEW else places))
        other = self.yours(cause).formula
        formula = self.asked.table.measure.formula(self.asked.table.computed.table.p)
        return replace(self.correct, formula=formula) if other else self.correct

    def _slip(self, result: str) -> Calculation:
        """A result that the last step alone made: what was rounded, and to what."""
        if self.value is None:
            return Calculation(f"{self.asked.name} = {result}")
        more = decimal(self.value, min((self.typed.places or 0) + 3, MOST_PLACES))
        name = self.asked.name
        return Calculation(f"{name} = {more}, given as {result}")


_SLIPS = {FEW, CUT, ZEROS, NO_SIGN, NEEDLESS_SIGN}


def diagnose(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any], typed: str | Typed) -> Diagnosis:
    """What ``typed`` is for ``measure`` on a single list. Raises ``InputError`` for what is no number or measure."""
    number, spec = _typed(typed), _spec(measure)
    right = compute(spec, ranking, conventions)
    asked = Score(StepTable(spec, right, _places(number)))
    return _judged(number, asked, candidates(right), lambda found: named(found, right))


def diagnose_cell(  # noqa: PLR0917 - a cell has two coordinates
    measure: str | Spec,
    ranking: Ranking,
    conventions: Mapping[str, Any],
    column: str,
    row: int,
    typed: str | Typed,
) -> Diagnosis:
    """What ``typed`` is for one cell of the measure's table: ``row`` counts from 0, also where it is no rank.

    Raises ``InputError`` for what is no number or measure, and for a cell that is not there.
    """
    number, spec = _typed(typed), _spec(measure)
    right = compute(spec, ranking, conventions)
    asked = AskedCell(StepTable(spec, right, _places(number)), column, row, conventions)
    return _judged(
        number, asked, [*asked.others(), *by_choice(right, asked.read)], lambda found: named(found, right, asked.read)
    )


def _judged(number: Typed, asked: Score | AskedCell, others: Sequence[Candidate | Cause], name: Name) -> Diagnosis:
    if asked.value is not None and number.meets(asked.value):
        return Diagnosis(number, asked, right=True)
    causes = _causes(number, asked, others, name)
    if not causes:
        causes = _by_percent(number, asked, others, name)
    near = () if causes else _nearest(number, others, name)
    return Diagnosis(number, asked, right=False, causes=tuple(causes), nearest=tuple(near))


def _causes(number: Typed, asked: Score | AskedCell, others: Sequence[Candidate | Cause], name: Name) -> list[Cause]:
    """All that gives the number: how it was written down, then what was computed."""
    slip = None if asked.value is None else _slip(number, asked.value)
    if slip and slip.key == FEW:
        return [slip]  # what is right as far as it goes is no mistake
    return [*([slip] if slip else []), *_in_words([x for x in others if number.meets(float(x.value))], name)]


def _slip(number: Typed, value: float) -> Cause | None:
    """What was done to the right number when it was written down."""
    some = bool(number.places) or abs(number.value) >= 1
    if number.reaches(value):
        text = f"You gave too few decimals to tell; give {WANTED_PLACES} or more."
        return Cause("rounding", FEW, text, number.value)
    if some and number.cuts(value):
        after = f"after {_decimals(number.places or 0)}" if number.places else "behind the decimal sign"
        return Cause("rounding", CUT, f"You cut the number off {after} instead of rounding it.", number.value)
    shorter = number.shortened
    if shorter and shorter.places and shorter.reaches(value):
        text = f"You rounded to {_decimals(shorter.places)} and wrote zeros behind; the next digit is another one."
        return Cause("rounding", ZEROS, text, number.value)
    return None


def _by_percent(
    number: Typed, asked: Score | AskedCell, others: Sequence[Candidate | Cause], name: Name
) -> list[Cause]:
    """What fits once a percent sign is added or taken away, where scores lie between 0 and 1."""
    if not asked.bounded or number.places is None or not (number.percent or number.value > 1):
        return []
    other = number.without_percent if number.percent else number.as_percent
    fits = asked.value is not None and other.meets(asked.value)
    causes = [] if fits else _causes(other, asked, others, name)
    if not fits and not causes:
        return []
    if number.percent:
        text, key = f"You wrote a percent sign; without it, {other.text} is a share of 1 already.", NEEDLESS_SIGN
    else:
        text, key = f"You gave a percentage without its sign: {number.text} is not {other.text}.", NO_SIGN
    return [Cause("mistake", key, text, number.value), *causes]


def _nearest(number: Typed, others: Sequence[Candidate | Cause], name: Name) -> list[Cause]:
    """The closest other values; of those that rounding on the way gives, and of equal ones, only one."""
    found: list[Cause] = []
    seen: set[str] = set()
    defined = [x for x in others if float(x.value) == float(x.value)]
    for other in sorted(defined, key=lambda x: abs(float(x.value) - number.value)):
        marks = {written(float(other.value), PLACES), *(["rounding"] if other.kind == "rounding" else [])}
        if not marks & seen:
            found += _in_words([other], name)
            seen |= marks
        if len(found) == NEAREST:
            break
    return found


def _in_words(found: Iterable[Candidate | Cause], name: Name) -> list[Cause]:
    causes: dict[str, Cause] = {}
    listed = list(found)
    for cause in [*(x for x in listed if isinstance(x, Cause)), *name(x for x in listed if isinstance(x, Candidate))]:
        causes.setdefault(cause.key, cause)
    return list(causes.values())


def _decimals(count: int) -> str:
    return "1 decimal" if count == 1 else f"{count} decimals"


def _typed(typed: str | Typed) -> Typed:
    return typed if isinstance(typed, Typed) else read_typed(typed)


def _spec(measure: str | Spec) -> Spec:
    return parse(measure) if isinstance(measure, str) else measure


def _places(number: Typed) -> int:
    """As many decimals as were typed, so that a calculation shows what was seen."""
    return min(max(PLACES, number.places or 0), MOST_PLACES)
