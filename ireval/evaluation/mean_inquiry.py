"""Why a number differs from the mean over several lists: other means of the same scores, pooled lists, one list alone.

>>> from ireval.conventions import effective
>>> from ireval.measure.spelling import parse
>>> from ireval.messages import say
>>> from ireval.ranking.labels import read_ranking
>>> lists = [read_ranking("1010", "1"), read_ranking("01", "")]
>>> found = inquiry_of_mean(parse("R"), lists, effective("lillis")).diagnose("0.75")
>>> print(say(found.verdict), say(found.causes[0].message))
0.75 is not correct: one cause fits. You divided the sum of the numerators by the sum of the denominators. For
mean R, average the scores of the lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ireval.diagnosis.causes import Cause
from ireval.diagnosis.number_inquiry import Inquiry
from ireval.diagnosis.target import ScoreTarget
from ireval.evaluation.results import GEOMETRIC, Scores
from ireval.evaluation.several_lists import Mean, SeveralLists, underlying_spec
from ireval.explanation.calculation import Calculation, of_step
from ireval.explanation.step_table import PLACES, StepTable
from ireval.measure import Computed, Mistake
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec
from ireval.messages.message import Message
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import Binary, Expr, Num, total
from ireval.numbers.rounding import SAME
from ireval.numbers.worked_number import Worked
from ireval.ranking.judgements import Ranking


@dataclass(frozen=True)
class MeanTarget(ScoreTarget):
    """A ``mean`` over several lists, as the target of a typed number; ``table`` is the table of the first list."""

    mean: Mean

    @property
    def name(self) -> str:
        """The name of the mean, as before an equals sign."""
        return self.mean.name

    @property
    def value(self) -> float | None:
        """The correct mean; None if no list has a score."""
        return self.mean.value

    @property
    def shown(self) -> str:
        """The correct mean with the decimals of tables."""
        return self.mean.result(self.table.places)

    @property
    def why(self) -> Message | str:
        """Why there is no mean; empty where there is one."""
        return Message("no-list-has-a-score") if self.value is None else ""

    @property
    def whole(self) -> bool:
        """Whether it is a count; a mean is not."""
        return False

    @property
    def places(self) -> int:
        """To how many decimals it is shown."""
        return self.table.places

    def calculation(self, computed: Computed | None = None) -> Calculation:  # noqa: ARG002 - a mean has one table
        """The calculation of the mean."""
        if self.value is None:
            return Calculation(f"{self.name} = {self.shown}")
        return of_step(self.name, self.mean.expression, self.value, self.places)


def inquiry_of_mean(
    spec: Spec, rankings: Sequence[Ranking], conventions: Mapping[str, Any], average: str = ""
) -> Inquiry:
    """An inquiry for the mean of ``spec`` over these lists; ``average`` is the kind of mean, else the measure's own."""
    of = underlying_spec(spec)
    mean = SeveralLists(rankings, conventions).mean(of, average or spec.measure.average)
    tables = [StepTable(of, compute(of, ranking, conventions), PLACES) for ranking in rankings]
    target = MeanTarget(tables[0], mean)
    return Inquiry(target, list(_others(target, tables)), lambda _: [])


def is_name_of_mean(spec: Spec) -> bool:
    """Whether a measure was requested by the name of its mean, such as MAP for AP.

    >>> from ireval.measure.spelling import parse
    >>> [is_name_of_mean(parse(name)) for name in ("MAP", "map", "MRR@10", "GMAP", "AP", "P@10")]
    [True, True, True, True, False, False]
    """
    name = spec.measure.mean_name
    return bool(spec.measure.mean_of) or bool(name and spec.text.casefold().startswith(name.casefold()))


def _others(target: MeanTarget, tables: Sequence[StepTable]) -> Iterator[Cause]:
    """The other numbers that may be confused with the mean, each once."""
    right, seen = target.value, list[float]()
    for key, calculation in _calculations(target.mean, tables):
        value = calculation.value(12) if isinstance(calculation, Expr) else calculation
        known = [*seen, *([] if right is None else [right])]
        if value == value and all(abs(value - x) > SAME for x in known):
            seen.append(value)
            yield _cause(target, key, value, calculation if isinstance(calculation, Expr) else Num(value))


def _cause(target: MeanTarget, key: str, value: float, calculation: Expr) -> Cause:
    slug, _, place = key.partition("=")
    wrong = Worked(np.array([value]), lambda _: calculation)
    said = {"asked": target.name, "place": int(place or 0), "measure": str(target.mean.spec)}
    mistake = Mistake(key, "", "", lambda _: wrong)
    return Cause("mistake", key, Message(slug, said), value, of=target.table.computed, mistake=mistake)


def _calculations(mean: Mean, tables: Sequence[StepTable]) -> Iterator[tuple[str, Expr | float]]:
    """The wrong means by their keys, the likeliest first."""
    known = mean.values[~np.isnan(mean.values)]
    if not len(known):
        return
    yield from _pooled(tables)
    other = "arithmetic" if mean.average == GEOMETRIC else GEOMETRIC
    geometric = Mean(mean.spec, known, other).expression
    yield f"averaged-{other}", geometric or np.nan
    relevant = np.array([float(t.computed.table.R[0]) > 0 for t in tables])
    yield "averaged-of-lists-with-relevant", _mean(mean.values[relevant & ~np.isnan(mean.values)], mean.average)
    yield "averaged-of-lists-with-score", _mean(known[known > 0], mean.average)
    yield "averaged-over-all-lists", _mean(np.nan_to_num(mean.values), mean.average)
    yield "averaged-sum-alone", total([Num(v) for v in known.tolist()])
    yield "averaged-median", float(np.median(known))
    for place, value in enumerate(mean.values.tolist(), start=1):
        yield f"averaged-one-list={place}", value


def _mean(values: Floats, average: str) -> Expr | float:
    if average == GEOMETRIC or not len(values):
        return Scores(values, average).overall
    return total([Num(v) for v in values.tolist()]) / len(values)


def _pooled(tables: Sequence[StepTable]) -> Iterator[tuple[str, Expr]]:
    """The quotient of the sums, if every score is a quotient."""
    quotients = [t.computed.calculation for t in tables if t.value is not None]
    sides = [(x.left, x.right) for x in quotients if isinstance(x, Binary) and x.sign == "/"]
    if sides and len(sides) == len(quotients):
        above, below = (total([Num(x.value(12)) for x in side]) for side in zip(*sides, strict=True))
        if below.value(12):
            yield "averaged-pooled", above / below
