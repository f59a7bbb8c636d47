"""Why a number differs from the correct one: what a student typed, compared with everything it may have come from.

>>> from ireval.conventions import effective
>>> from ireval.messages import say
>>> fifteen = Ranking.one([1, 0, 1, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 3], [3, 2, 2, 1, 1])
>>> found = diagnose("AP", fifteen, effective("lillis"), "0,58")
>>> print(say(found.verdict), say(found.causes[0].message))
0,58 is not correct: one cause fits. You divided by the 5 relevant documents that were retrieved. AP divides by all 10
relevant documents.
>>> print(found.yours(found.causes[0]).text)
AP = (1 + 0.667 + 0.500 + 0.400 + 0.333)/5 = 0.580

A number with two decimals or more is correct within half a unit of its last place, so that a half may be rounded
either way; with fewer decimals it has to be exact. Causes fit by the same rule: nearly every cause would fit a number
with a single decimal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ireval.diagnosis.candidates import Candidate, by_choice, by_printed, candidates, score
from ireval.diagnosis.causes import Cause, causes_from
from ireval.diagnosis.chance import in_order, is_certain, match_few, rounds_much
from ireval.diagnosis.other_cutoffs import other_cutoffs
from ireval.diagnosis.pairs import Pairs, pairs
from ireval.diagnosis.printed_figures import PRINTED, printed_figures
from ireval.diagnosis.shown_cells import from_shown_cells
from ireval.diagnosis.slips import CLOSE, FEW, SLIPS, close, other_sign, slip, units_off
from ireval.diagnosis.target import CellTarget, ScoreTarget
from ireval.diagnosis.verdict import MOST_PLACES, Diagnosis
from ireval.explanation.step_table import PLACES, StepTable
from ireval.measure.scores import compute, spec_of
from ireval.measure.spelling import Spec
from ireval.messages.message import Message
from ireval.numbers.rounding import SAME
from ireval.numbers.typed_number import WANTED_PLACES, Typed, meets, read_typed, written
from ireval.ranking.judgements import Ranking
from ireval.stdlib.lazy_attribute import lazy_attribute

#: How many candidates are offered where no cause fits.
NEAREST = 3
#: How many pairs of things done otherwise are offered, the likeliest.
MOST_PAIRS = 5
#: The cause of a number that is the score of another list, which stands beside the list that is asked for.
OTHER_LIST = "other-list"
#: Causes that need no further decimal to be certain.
KNOWN = SLIPS - {CLOSE} | PRINTED | {OTHER_LIST}


@dataclass(frozen=True)
class Inquiry:
    """A score or cell, with all that may be taken for it, ready for any number that is typed.

    ``others`` are its candidates and mix-ups, the likelier ones first; ``name`` makes causes of candidates. Where none
    of them fits, the causes in ``beside`` are considered: other cells of the score's row, other cutoffs, sums from
    rounded cells; and where nothing fits for certain, the ``pairs`` of two things done otherwise.
    """

    target: ScoreTarget | CellTarget
    others: Sequence[Candidate | Cause]
    name: Callable[[Iterable[Candidate]], list[Cause]]
    beside: Sequence[Cause] = ()
    pairs_of: Callable[[], Pairs] | None = None

    @lazy_attribute
    def pairs(self) -> Pairs | None:
        """Two things done otherwise together, computed when a number needs them."""
        return self.pairs_of() if self.pairs_of else None

    def answer(self) -> Diagnosis:
        """The correct number, without another one that it is compared with."""
        return Diagnosis(Typed("", math.nan, None), self.target, right=False)

    def diagnose(self, typed: str | Typed, shown_places: int | None = None) -> Diagnosis:
        """The verdict on a number, with its causes. Raises ``InputError`` for anything that is not a number.

        What a table with this many decimals shows is correct however it is written: 1 where it shows 1.000.
        """
        number = typed if isinstance(typed, Typed) else read_typed(typed)
        # as many decimals as were typed, so that a calculation shows what was seen
        places = min(max(PLACES, number.places or 0), MOST_PLACES)
        target = replace(self.target, table=replace(self.target.table, places=places))
        if target.value is not None and (number.meets(target.value) or number.repeats(target.value, shown_places)):
            return Diagnosis(number, target, right=True)
        off = 0 if target.value is None or target.whole else units_off(number, target.value)
        causes = self._close(number, off) if off else self._all_causes(number) or self._by_percent(number)
        near = () if causes else self._nearest(number)
        known = bool(causes) and (not off or causes[0].key in KNOWN)
        certain = known and self._is_certain(number, causes[0])
        return Diagnosis(number, target, False, tuple(causes), tuple(near), certain=certain)

    def _all_causes(self, number: Typed) -> list[Cause]:
        """What gives the number; else the other cells of its row; else what gives it once it is cut off."""
        beside = [cause for cause in self.beside if number.meets(cause.value)]
        found = self._causes(number) or beside or self._cut_off(number, any_rounding=True)
        if found and self._is_certain(number, found[0]):
            return found
        both = (x for x in self._both(number) if not any(_rounds_needlessly(x, other) for other in found))
        return [*found, *both]

    def _both(self, number: Typed) -> list[Cause]:
        """The likeliest of two things done otherwise together that give the number."""
        if number.places is not None and number.places <= WANTED_PLACES:  # nearly every number would be some pair
            return []
        if not self.pairs:
            return []
        return self._as_causes(self.pairs.meeting(lambda x: meets(number.value, number.places, x), MOST_PAIRS))

    def _close(self, number: Typed, off: int) -> list[Cause]:
        """The causes of a number that is nearly correct: a source's own rounding, else a slip, and what else fits."""
        fits = self._causes(number)
        known = [x for x in fits if x.key in KNOWN or (x.kind == "rounding" and x.presets)]
        if not known and (number.places or 0) > PLACES:  # fewer decimals match by chance
            known = self._cut_off(number)
        others = [x for x in fits if x not in known and (x.kind != "rounding" or (off > 1 and rounds_much(x)))]
        return [*(known or [close(number, off)]), *others]

    def _is_certain(self, number: Typed, first: Cause) -> bool:
        """Whether the likeliest cause that fits is more than a match by chance."""
        if first.key in KNOWN:
            return True
        if first.message.key == "cause-cut-off":  # two things are done
            return (number.places or 0) > PLACES
        if first.kind == "rounding" and not first.presets:
            return False
        values = [float(x.value) for x in self.others]
        place = next((i for i, x in enumerate(values) if abs(x - first.value) <= SAME), len(values))
        right = self.target.value or 0.0
        most = min(1.0, max(0.25, 2 * right)) if self.target.bounded else max(1.0, 2 * abs(right))
        if self.pairs and place == len(values) and not any(first is x for x in self.beside):
            return match_few(number, [*values, *self.pairs.likelier(first.value)], most)
        return is_certain(number, first.value, values[: place + 1], most)

    def _cut_off(self, number: Typed, *, any_rounding: bool = False) -> list[Cause]:
        """What a source or tool, or ``any_rounding``, gives when the last digits are cut off and not rounded."""
        if (number.places or 0) < WANTED_PLACES:
            return []
        others = [x for x in self.others if x.kind != "mistake" and number.cuts(float(x.value))]
        known = [x for x in self._as_causes(others) if x.presets or (any_rounding and x.kind == "rounding")]
        return [replace(x, message=Message("cause-cut-off", cause=x.statement), presets=()) for x in known]

    def _causes(self, number: Typed) -> list[Cause]:
        """Everything that gives the number: slips in writing it down, then other computations."""
        written_down = None if self.target.value is None else slip(number, self.target.value)
        if written_down and written_down.key == FEW:
            return [written_down]  # a correct number with too few decimals is no mistake
        found = self._as_causes([x for x in self.others if number.meets(float(x.value))])
        found = [x for x in found if not any(_rounds_needlessly(x, other) for other in found)]
        return [written_down, *found] if written_down else found

    def _by_percent(self, number: Typed) -> list[Cause]:
        """What fits once a percent sign is added or taken away, where the value lies between 0 and 1."""
        read = other_sign(number) if self.target.bounded else None
        if not read:
            return []
        other, cause = read
        if self.target.value is not None and other.meets(self.target.value):
            return [cause]
        causes = self._all_causes(other)
        return [cause, *causes] if causes else []

    def _nearest(self, number: Typed) -> list[Cause]:
        """The closest other values; of those that rounding on the way gives, and of equal ones, only one."""
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


def inquiry(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any]) -> Inquiry:
    """What numbers for ``measure`` may come from on a single list. Raises ``InputError`` for an unknown measure."""
    return score_inquiry(table_of(measure, ranking, conventions))


def table_of(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any]) -> StepTable:
    """The table that inquiries into its score and cells share. Raises ``InputError`` for an unknown measure."""
    spec = spec_of(measure)
    return StepTable(spec, compute(spec, ranking, conventions), PLACES)


def score_inquiry(table: StepTable) -> Inquiry:
    """What numbers for the score of a table may come from."""
    right, target = table.computed, ScoreTarget(table)
    others = [*printed_figures(target), *in_order([*candidates(right), *by_printed(right)], table.measure)]
    beside = [*target.beside(), *other_cutoffs(target), *from_shown_cells(target)]
    both = partial(pairs, right, score, others)
    return Inquiry(target, others, lambda found: causes_from(found, right), beside, both)


def inquiry_of_cell(
    measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any], column: str, row: int
) -> Inquiry:
    """What numbers for one cell of the measure's table may come from; ``row`` counts from 0, even where it is no rank.

    Raises ``InputError`` for an unknown measure, and for a cell that the table does not have.
    """
    return cell_inquiry(table_of(measure, ranking, conventions), conventions, column, row)


def cell_inquiry(table: StepTable, conventions: Mapping[str, Any], column: str, row: int) -> Inquiry:
    """What numbers for a cell of a table under these conventions may come from; see ``inquiry_of_cell``."""
    right, target = table.computed, CellTarget(table, column, row, conventions)
    others = in_order(
        [*target.others(), *by_choice(right, target.read), *by_printed(right, target.read)], table.measure
    )
    others = [*printed_figures(target), *others]
    both = partial(pairs, right, target.read, others)
    beside = list(from_shown_cells(target))
    return Inquiry(target, others, lambda found: causes_from(found, right, target.read), beside, both)


def diagnose(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any], typed: str | Typed) -> Diagnosis:
    """The verdict on ``typed`` as the score of ``measure``.

    Raises ``InputError`` for an unknown measure, and for anything that is not a number.
    """
    return inquiry(measure, ranking, conventions).diagnose(typed)


def diagnose_cell(  # noqa: PLR0917 - a cell has two coordinates
    measure: str | Spec,
    ranking: Ranking,
    conventions: Mapping[str, Any],
    column: str,
    row: int,
    typed: str | Typed,
) -> Diagnosis:
    """The verdict on ``typed`` as one cell of the measure's table, see ``inquiry_of_cell``."""
    return inquiry_of_cell(measure, ranking, conventions, column, row).diagnose(typed)


def _rounds_needlessly(cause: Cause, other: Cause) -> bool:
    """Whether a cause is another one with needless rounding on the way."""
    more = cause.choices.items() - other.choices.items()
    return bool(other.choices) and other.choices.items() < cause.choices.items() and "rounding" in dict(more)
