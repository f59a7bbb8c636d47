"""Why a number is another than the right one: what a student typed, held against everything it may have come from.

>>> from ireval.conventions import effective
>>> fifteen = Ranking.one([1, 0, 1, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 3], [3, 2, 2, 1, 1])
>>> found = diagnose("AP", fifteen, effective("lillis"), "0,58")
>>> print(found.headline, found.causes[0].text)
0,58 is not right: one cause fits. You divided by the relevant documents found (5).
>>> print(found.yours(found.causes[0]).text)
AP = (1 + 0.667 + 0.500 + 0.400 + 0.333)/5 = 0.580

A number is right within half a unit of its last place, halves either way, if it has two decimals; with fewer it has to
be exact. Causes fit by the same rule: nearly every one would fit a number with a single decimal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ireval.asked import OWN_STEP, AskedCell, Score
from ireval.calculations import Calculation, of_cell, of_step
from ireval.candidates import Candidate, by_choice, candidates
from ireval.explanation import PLACES, StepTable
from ireval.expression import decimal
from ireval.judgements import Ranking
from ireval.mistakes import Cause, named
from ireval.names import Spec, parse
from ireval.scoring import compute
from ireval.slips import FEW, NEEDLESS_SIGN, NO_SIGN, SLIPS, other_sign, slip
from ireval.typed import WANTED_PLACES, Typed, read_typed, written

#: How many candidates are offered where no cause fits.
NEAREST = 3
#: No calculation is shown with more decimals.
MOST_PLACES = 8
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


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
        if keys == [FEW] and not self.typed.places:
            return f"{text} has too few decimals to tell."
        if keys == [FEW]:
            return f"{text} is right as far as it goes."
        if self.value is None and not self.causes:
            return f"No number is right here, and no known cause gives {text}."
        if not self.causes:
            return f"{text} is not right, and no known cause gives it."
        count = len(self.causes)
        fit = f"{_WORDS[count] if count < len(_WORDS) else count} cause{'s fit' if count > 1 else ' fits'}"
        return f"{text} is not right: {fit}."

    @property
    def answer(self) -> str:
        """The right number as a sentence; empty where there is none."""
        if self.value is None:
            return ""
        return f"{self.asked.name} is {self.asked.shown}."

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
        if cause.key in SLIPS:
            return self._slip(self.typed.text)
        if cause.cell and cause.of:
            return of_cell(replace(table, computed=cause.of), *cause.cell)
        if cause.choices and cause.of:
            shown = self.asked.calculation(cause.of)
            here, there = (table.measure.formula(c.table.p) for c in (table.computed, cause.of))
            return replace(shown, formula=there) if here != there else shown
        step = cause.mistake.step if cause.mistake else None
        expr = step(cause.of.table) if step and cause.of else None
        if cause.key == OWN_STEP and isinstance(self.asked, AskedCell):
            expr = self.asked.addition
        return of_step(self.asked.name, expr, cause.value, self.asked.places)

    def correction(self, cause: Cause) -> Calculation:
        """What to set against ``yours``: the right calculation."""
        if cause.key in SLIPS and self.value is not None:
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


@dataclass(frozen=True)
class Inquiry:
    """A score or cell, with all that may be taken for it, ready for any number that is typed.

    ``others`` are its candidates and mix-ups; ``name`` puts candidates into words.
    """

    asked: Score | AskedCell
    others: Sequence[Candidate | Cause]
    name: Callable[[Iterable[Candidate]], list[Cause]]

    def diagnose(self, typed: str | Typed) -> Diagnosis:
        """What is to be said of a number. Raises ``InputError`` for what is none."""
        number = typed if isinstance(typed, Typed) else read_typed(typed)
        # as many decimals as were typed, so that a calculation shows what was seen
        places = min(max(PLACES, number.places or 0), MOST_PLACES)
        asked = replace(self.asked, table=replace(self.asked.table, places=places))
        if asked.value is not None and number.meets(asked.value):
            return Diagnosis(number, asked, right=True)
        causes = self._causes(number) or self._by_percent(number)
        near = () if causes else self._nearest(number)
        return Diagnosis(number, asked, right=False, causes=tuple(causes), nearest=tuple(near))

    def _causes(self, number: Typed) -> list[Cause]:
        """All that gives the number: how it was written down, then what was computed."""
        written_down = None if self.asked.value is None else slip(number, self.asked.value)
        if written_down and written_down.key == FEW:
            return [written_down]  # what is right as far as it goes is no mistake
        found = self._in_words([x for x in self.others if number.meets(float(x.value))])
        return [written_down, *found] if written_down else found

    def _by_percent(self, number: Typed) -> list[Cause]:
        """What fits once a percent sign is added or taken away, where the value lies between 0 and 1."""
        read = other_sign(number) if self.asked.bounded else None
        if not read:
            return []
        other, cause = read
        if self.asked.value is not None and other.meets(self.asked.value):
            return [cause]
        causes = self._causes(other)
        return [cause, *causes] if causes else []

    def _nearest(self, number: Typed) -> list[Cause]:
        """The closest other values; of those that rounding on the way gives, and of equal ones, only one."""
        found: list[Cause] = []
        seen: set[str] = set()
        defined = [x for x in self.others if float(x.value) == float(x.value)]
        for other in sorted(defined, key=lambda x: abs(float(x.value) - number.value)):
            marks = {written(float(other.value), PLACES), *(["rounding"] if other.kind == "rounding" else [])}
            if not marks & seen:
                found += self._in_words([other])
                seen |= marks
            if len(found) == NEAREST:
                break
        return found

    def _in_words(self, found: Sequence[Candidate | Cause]) -> list[Cause]:
        told = [x for x in found if isinstance(x, Cause)]
        causes: dict[str, Cause] = {}
        for cause in [*told, *self.name(x for x in found if isinstance(x, Candidate))]:
            causes.setdefault(cause.key, cause)
        return list(causes.values())


def inquiry(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any]) -> Inquiry:
    """Numbers for ``measure`` on a single list. Raises ``InputError`` for what is no measure."""
    spec = _spec(measure)
    right = compute(spec, ranking, conventions)
    asked = Score(StepTable(spec, right, PLACES))
    return Inquiry(asked, candidates(right), lambda found: named(found, right))


def inquiry_of_cell(
    measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any], column: str, row: int
) -> Inquiry:
    """Numbers for one cell of the measure's table: ``row`` counts from 0, also where it is no rank.

    Raises ``InputError`` for what is no measure, and for a cell that is not there.
    """
    spec = _spec(measure)
    right = compute(spec, ranking, conventions)
    asked = AskedCell(StepTable(spec, right, PLACES), column, row, conventions)
    others: list[Candidate | Cause] = [*asked.others(), *by_choice(right, asked.read)]
    return Inquiry(asked, others, lambda found: named(found, right, asked.read))


def diagnose(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any], typed: str | Typed) -> Diagnosis:
    """What ``typed`` is for ``measure`` on a single list. Raises ``InputError`` for what is no number or measure."""
    return inquiry(measure, ranking, conventions).diagnose(typed)


def diagnose_cell(  # noqa: PLR0917 - a cell has two coordinates
    measure: str | Spec,
    ranking: Ranking,
    conventions: Mapping[str, Any],
    column: str,
    row: int,
    typed: str | Typed,
) -> Diagnosis:
    """What ``typed`` is for one cell of the measure's table: see ``inquiry_of_cell``."""
    return inquiry_of_cell(measure, ranking, conventions, column, row).diagnose(typed)


def _spec(measure: str | Spec) -> Spec:
    return parse(measure) if isinstance(measure, str) else measure
