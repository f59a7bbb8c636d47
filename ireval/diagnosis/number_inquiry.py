"""An inquiry: a score or cell with all values that may be confused with it, and the verdict on a typed number.

A number with two decimals or more is correct within half a unit of its last decimal, so that a half may be rounded up
or down; with fewer decimals it must be exact. The same rule decides whether a cause fits: otherwise nearly every cause
would fit a number with a single decimal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ireval.diagnosis.candidates import Candidate
from ireval.diagnosis.causes import Cause
from ireval.diagnosis.chance import TYPICAL, USED, is_certain, likelihood, practices_of, rounds_much
from ireval.diagnosis.combinations.way_pairs import Pairs
from ireval.diagnosis.elsewhere.across_page import AcrossPage, is_elsewhere
from ireval.diagnosis.printed_figures import PRINTED
from ireval.diagnosis.slips import CLOSE, FEW, SLIPS, ZEROS, close, other_sign, slip, units_off
from ireval.diagnosis.target import CellTarget, ScoreTarget
from ireval.diagnosis.verdict import MOST_PLACES, Diagnosis
from ireval.explanation.step_table import PLACES
from ireval.messages.message import Message
from ireval.numbers.rounding import SAME
from ireval.numbers.typed_number import WANTED_PLACES, Typed, read_typed, written
from ireval.stdlib.lazy_attribute import lazy_attribute

#: The number of nearest values that are offered if no cause fits.
NEAREST = 3
#: The most pairs of deviations that are offered.
MOST_PAIRS = 6
#: The cause of a number that is the score of another list on the same page.
OTHER_LIST = "other-list"
#: Causes that are certain with any number of decimals.
KNOWN = SLIPS - {CLOSE, ZEROS} | PRINTED | {OTHER_LIST}
#: The likelihoods of causes that are considered before numbers elsewhere on the page.
_LIKELY = {USED, TYPICAL}


@dataclass(frozen=True)
class Inquiry:
    """A score or cell, with all values that may be confused with it, for the diagnosis of typed numbers.

    ``others`` are its candidates and mix-ups, the likeliest first; ``name`` turns candidates into causes. If none of
    them fits, the causes in ``beside`` are considered: other cells of the score's row, other cutoffs, sums from
    rounded cells; and if nothing fits for certain, ``pairs`` of two deviations. ``across`` has the numbers elsewhere on
    the page, and ``parts`` the values from cut-off intermediate results. If ``careful``, pairs must be certain.
    """

    target: ScoreTarget | CellTarget
    others: Sequence[Candidate | Cause]
    name: Callable[[Iterable[Candidate]], list[Cause]]
    beside: Sequence[Cause] = ()
    pairs_of: Callable[[], Pairs] | None = None
    across: AcrossPage | None = None
    parts: Callable[[], Iterable[Cause]] = tuple
    careful: bool = False

    @lazy_attribute
    def pairs(self) -> Pairs | None:
        """The pairs of deviations, computed when they are first needed."""
        return self.pairs_of() if self.pairs_of else None

    def answer(self) -> Diagnosis:
        """A diagnosis without a typed number, for the correct number alone."""
        return Diagnosis(Typed("", math.nan, None), self.target, right=False)

    def diagnose(self, typed: str | Typed, shown_places: int | None = None) -> Diagnosis:
        """The verdict on a number, with its causes. Raises ``InputError`` for anything that is not a number.

        A number that a table with ``shown_places`` decimals shows is also correct without its final zeros: 1 for 1.000.
        """
        number = typed if isinstance(typed, Typed) else read_typed(typed)
        places = min(max(PLACES, number.places or 0), MOST_PLACES)
        target = replace(self.target, table=replace(self.target.table, places=places))
        if target.value is not None and (number.meets(target.value) or number.repeats(target.value, shown_places)):
            return Diagnosis(number, target, right=True)
        off = 0 if target.value is None or target.whole else units_off(number, target.value)
        causes = self._close(number, off) if off else self._far(number)
        near = () if causes else self._nearest(number)
        known = bool(causes) and (not off or causes[0].key in KNOWN)
        certain = known and self._is_certain(number, causes[0]) and not self._is_ambiguous(number, causes)
        return Diagnosis(number, target, False, tuple(causes), tuple(near), certain=certain)

    def _far(self, number: Typed) -> list[Cause]:
        """The causes of a number that is not close to the correct one; its percent sign may be missing or needless."""
        fits = self._causes(number) or [x for x in self.beside if number.meets(x.value)]
        by_sign = [] if fits else self._by_percent(number, None)
        return by_sign or self._all_causes(number, self.across) or self._by_percent(number, self.across)

    def _all_causes(self, number: Typed, across: AcrossPage | None) -> list[Cause]:
        """The causes that give the number: likely mistakes first; numbers elsewhere on the page before roundings."""
        found = self._causes(number)
        likely = [x for x in found if self._is_likely(x)]
        declared = [x for x in found if x not in likely and x.kind != "rounding"]
        if any(self._is_certain(number, first) for first in [*likely, *declared][:1]):
            return found
        beside = [x for x in self.beside if number.meets(x.value)]
        mixed_up = [x for x in beside if x.kind == "mistake"] or (across.likely(number) if across else [])
        if not (likely or mixed_up or declared) and across:
            mixed_up = across.in_tables(number)
        other = [x for x in mixed_up if all(abs(x.value - known.value) > SAME for known in (*likely, *declared))]
        rest = [x for x in found if x not in likely and x not in declared]
        found = [*likely, *other, *declared, *rest] or self._otherwise(number, beside)
        if found and self._is_certain(number, found[0]):
            return found
        both = [x for x in self._both(number) if not any(_rounds_needlessly(x, other) for other in found)]
        if self.careful and (found or not (both and self._is_certain(number, both[0]))):
            return found
        return [*found, *both]

    def _otherwise(self, number: Typed, beside: list[Cause]) -> list[Cause]:
        """The causes with rounded cells; if none fits, with a cut-off result; if none fits, with cut-off parts."""
        found = beside or self._cut_off(number, any_cause=True)
        return found or [x for x in self._cut_parts if number.meets(x.value)]

    @lazy_attribute
    def _cut_parts(self) -> list[Cause]:
        return list(self.parts())

    @lazy_attribute
    def _likelihoods(self) -> dict[str, int]:
        """The likelihood of each candidate, by its key."""
        practices = practices_of(self.target.table.measure)
        return {x.key: likelihood(x, practices) for x in self.others}

    def _is_likely(self, cause: Cause) -> bool:
        """Whether a cause is a typical mistake, the way of a source or tool, or a slip that the digits show."""
        if cause.key in SLIPS:
            return cause.key != ZEROS
        return self._likelihoods.get(cause.key, TYPICAL) in _LIKELY or cause.key in PRINTED

    def _both(self, number: Typed) -> list[Cause]:
        """The likeliest pairs of deviations that give the number."""
        if number.places is not None and number.places <= WANTED_PLACES:  # nearly every number would be some pair
            return []
        return self._as_causes(self.pairs.meeting(number, MOST_PAIRS)) if self.pairs else []

    def _close(self, number: Typed, off: int) -> list[Cause]:
        """The causes of a nearly correct number: a source's own rounding, otherwise a slip; then others that fit."""
        fits = self._causes(number)
        known = [x for x in fits if x.key in KNOWN or (x.kind == "rounding" and x.presets)]
        if not known and (number.places or 0) > PLACES:  # fewer decimals match by chance
            known = self._cut_off(number)
        others = [x for x in fits if x not in known and (x.kind != "rounding" or (off > 1 and rounds_much(x)))]
        if known:
            return [*known, *others]
        elsewhere = self.across.likely(number) if self.across else []
        if zeros := [x for x in fits if x.key == ZEROS]:
            return [*elsewhere, *zeros, *(x for x in others if x not in zeros)]
        cut = [x for x in self._cut_parts if off > 1 and number.meets(x.value)]
        return [close(number, off), *others, *elsewhere, *cut]

    def _is_certain(self, number: Typed, first: Cause) -> bool:
        """Whether the likeliest cause that fits is more than a match by chance."""
        if first.key in KNOWN:
            return True
        if first.key == ZEROS:
            return False
        if first.message.key == "cause-cut-off" and (number.places or 0) > PLACES:  # two deviations at once
            return True
        if first.kind == "rounding" and not first.presets:
            return False
        right = self.target.value or 0.0
        most = min(1.0, max(0.25, 2 * right)) if self.target.bounded else max(1.0, 2 * abs(right))
        # round numbers are everywhere on the page, and rare mistakes and pairs give many numbers
        exact = self._is_likely(first) and not (is_elsewhere(first) or self._is_pair(first))
        return is_certain(number, first.value, self._likelier(first), most, exact=exact)

    @staticmethod
    def _is_ambiguous(number: Typed, causes: Sequence[Cause]) -> bool:
        """Whether other declared causes give other values that also fit, and the first is not exactly the number."""
        first = causes[0]
        if first.key in KNOWN or abs(first.value - number.value) <= SAME:
            return False
        return any(x.kind != "rounding" and abs(x.value - first.value) > SAME for x in causes[1:])

    def _is_pair(self, first: Cause) -> bool:
        alone = any(abs(float(x.value) - first.value) <= SAME for x in self.others) or first in self.beside
        return not alone and self.pairs is not None and self.pairs.include(first.value)

    def _likelier(self, first: Cause) -> list[float]:
        """The values that are considered up to and including a cause."""
        values = [float(x.value) for x in self.others]
        if self.across and is_elsewhere(first):
            return [*values, *self.across.likelier(first)]
        if self._is_pair(first) and self.pairs:  # computed only if no single deviation gives the number
            return [*values, *self.pairs.likelier(first.value).tolist()]
        place = next((i for i, x in enumerate(values) if abs(x - first.value) <= SAME), len(values))
        return values[: place + 1]

    def _cut_off(self, number: Typed, *, any_cause: bool = False) -> list[Cause]:
        """The sources and tools, or with ``any_cause`` all causes, whose value is the number if it is cut off."""
        if (number.places or 0) < WANTED_PLACES:
            return []
        mistaken = any_cause and (number.places or 0) >= PLACES  # fewer decimals match by chance
        others = [x for x in self.others if (mistaken or x.kind != "mistake") and number.cuts(float(x.value))]
        known = [x for x in self._as_causes(others) if x.presets or (any_cause and (mistaken or x.kind == "rounding"))]
        return [replace(x, message=Message("cause-cut-off", cause=x.statement), presets=()) for x in known]

    def _causes(self, number: Typed) -> list[Cause]:
        """The causes that give the number: slips in writing it down, then other computations."""
        written_down = (
            None if self.target.value is None else slip(number, self.target.value, bounded=self.target.bounded)
        )
        if written_down and written_down.key == FEW:
            return [written_down]  # a correct number with too few decimals is no mistake
        found = self._as_causes([x for x in self.others if number.meets(float(x.value))])
        found = [x for x in found if not any(_rounds_needlessly(x, other) for other in found)]
        return [written_down, *found] if written_down else found

    def _by_percent(self, number: Typed, across: AcrossPage | None) -> list[Cause]:
        """The causes that fit if a percent sign is added or removed, for a value between 0 and 1."""
        read = other_sign(number) if self.target.bounded else None
        if not read:
            return []
        other, cause = read
        if self.target.value is not None and other.meets(self.target.value):
            return [cause]
        causes = self._all_causes(other, across)
        return [cause, *causes] if causes else []

    def _nearest(self, number: Typed) -> list[Cause]:
        """The closest other values; only one from rounded intermediate results, and only one of equal values."""
        found: list[Cause] = []
        seen: set[str] = set()
        defined = [x for x in self.others if float(x.value) == float(x.value)]
        for other in sorted(defined, key=lambda x: abs(float(x.value) - number.value)):
            marks = {written(float(other.value), PLACES), *(["rounding"] if other.kind == "rounding" else [])}
            if not marks & seen:
                found += self._as_causes([other])
                seen |= marks
            if len(found) == NEAREST:
                break
        return found

    def _as_causes(self, found: Sequence[Candidate | Cause]) -> list[Cause]:
        ready = [x for x in found if isinstance(x, Cause)]
        causes: dict[str, Cause] = {}
        for cause in [*ready, *self.name(x for x in found if isinstance(x, Candidate))]:
            causes.setdefault(cause.key, cause)
        return list(causes.values())


def _rounds_needlessly(cause: Cause, other: Cause) -> bool:
    """Whether a cause is the ``other`` one with needlessly rounded intermediate results."""
    fewer = other.choices and other.choices.items() < cause.choices.items()
    needless = fewer and "rounding" in cause.choices.keys() - other.choices.keys()
    return bool(needless) or cause.key.startswith(f"{other.key},rounding=")
