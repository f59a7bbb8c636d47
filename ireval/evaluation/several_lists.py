"""Several lists under the same conventions: their scores, means with calculations, and averaged curves.

>>> from ireval.conventions import effective
>>> from ireval.ranking.labels import read_ranking
>>> lists = SeveralLists((read_ranking("1010", "1"), read_ranking("01", "")), effective("lillis"))
>>> mean = lists.mean(parse("AP"))
>>> f"{mean.name} = {mean.calculation(3)} = {mean.result(3)}"
'MAP = (0.556 + 0.500)/2 = 0.528'
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import numpy as np

from ireval.evaluation.results import GEOMETRIC, Scores
from ireval.measure import GEOMETRIC_FLOOR, Measure
from ireval.measure.registry import measures, recall_curve
from ireval.measure.scores import compute, remarks, undefined_reasons
from ireval.measure.spelling import Spec, parse
from ireval.messages import Message, say
from ireval.numbers.arrays import Bools, Floats
from ireval.numbers.expression import Expr, Num, exact, fixed, spell, total
from ireval.numbers.rounding import SAME
from ireval.ranking.judgements import Ranking
from ireval.stdlib.lazy_attribute import lazy_attribute


@dataclass(frozen=True)
class NthRoot(Expr):
    """The root of ``inside`` with this ``degree``, written ``(0.2*0.8)^(1/2)``."""

    degree: int
    inside: Expr

    def text(self, places: int) -> str:
        """The root as plain text."""
        return f"({self.inside.text(places)})^(1/{self.degree})"

    def latex(self, places: int) -> str:
        """The root as LaTeX."""
        return rf"({self.inside.latex(places)})^{{1/{self.degree}}}"

    def value(self, places: int) -> float:
        """The value of the text, computed from the printed digits."""
        return float(self.inside.value(places) ** (1 / self.degree))

    def numbers(self) -> Iterator[Num]:
        """The numbers under the root."""
        yield from self.inside.numbers()


@dataclass(frozen=True, eq=False)
class ListScores:
    """The scores of one measure on several lists: ``values``, with NaN for an undefined score.

    ``decimals`` is the number of decimals to which the conventions round scores; None if they are exact. ``left_out``
    has the reasons for missing scores, and ``remarks`` further notes on scores: clauses by the place of the list.
    """

    spec: Spec
    values: Floats
    decimals: int | None = None
    left_out: Mapping[int, Message] = field(default_factory=dict)
    remarks: Mapping[int, Message] = field(default_factory=dict)

    def texts(self, places: int) -> list[str | None]:
        """The scores as text; None for an undefined score."""
        return [None if v != v else self.text(v, places) for v in self.values.tolist()]

    def text(self, value: float, places: int) -> str:
        """A score, or the absolute difference of two scores, as text."""
        column = self.spec.measure.column(self.spec.measure.score)
        return column.write(value, places if self.decimals is None else self.decimals)

    @property
    def best(self) -> list[bool]:
        """Whether each list has the best score; all False if all are equal, or neither end of the scale is better."""
        values = self.values.tolist()
        known = [v for v in values if v == v]
        sign = self.spec.measure.better
        if not sign or not known or max(known) - min(known) <= SAME:
            return [False] * len(values)
        best = max(known) if sign > 0 else min(known)
        return [abs(v - best) <= SAME for v in values]

    def mean(self, average: str = "") -> Mean:
        """The mean over the lists that have a score; ``average`` is the kind of mean, by default the measure's."""
        return Mean(self.spec, self.values, average or self.spec.measure.average, self.decimals, self.left_out)


@dataclass(frozen=True, eq=False)
class Mean:
    """The mean of a measure's ``values``, without NaN. ``average`` is ``arithmetic`` or ``geometric``.

    A geometric mean raises scores below ``GEOMETRIC_FLOOR`` to that value. ``decimals`` is the number of decimals to
    which the conventions round scores; None if they are exact. ``left_out`` has the reasons for missing scores.
    """

    spec: Spec
    values: Floats
    average: str
    decimals: int | None = None
    left_out: Mapping[int, Message] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the mean: MAP, MRR@10, GMAP, mean nDCG@10."""
        return self.name_with(str(self.spec))

    def name_with(self, label: str) -> str:
        """The name of the mean if the measure is shown as ``label``."""
        measure, of = self.spec.measure, named_mean(self.spec, self.average)
        if of:
            return of.mean_name or of.name
        if measure.mean_name and self.average == measure.average:
            return measure.mean_name + str(self.spec).removeprefix(measure.name)
        return say(Message("geometric-mean-of" if self.average == GEOMETRIC else "mean-of", measure=label))

    @lazy_attribute
    def value(self) -> float | None:
        """The mean; None if no list has a score."""
        overall = Scores(self.values, self.average).overall
        return None if overall != overall else overall

    @property
    def floored(self) -> Bools:
        """Whether the geometric mean raises each score to its floor."""
        return (self.values <= GEOMETRIC_FLOOR) & (self.average == GEOMETRIC)

    @property
    def expression(self) -> Expr | None:
        """The calculation with the scores filled in; None if no list has a score."""
        known = self.values[~np.isnan(self.values)].tolist()
        if not known:
            return None
        if self.average != GEOMETRIC:
            return total([self._number(v) for v in known]) / len(known)
        return NthRoot(len(known), reduce(operator.mul, map(self._number, known)))

    def calculation(self, places: int) -> str:
        """The calculation as text, with enough decimals to give the mean at ``places`` decimals."""
        return "" if self.expression is None else spell(self.expression, self.value or 0.0, places)

    def result(self, places: int) -> str:
        """The mean as text; "not defined" in words if there is none."""
        if self.value is None:
            return say(Message("score-not-defined"))
        if self.average == GEOMETRIC and self.value == GEOMETRIC_FLOOR:
            return exact(self.value).text(places)
        return fixed(self.value, places)

    @property
    def over(self) -> int:
        """The number of lists with a score, which the mean is over."""
        return int(np.count_nonzero(~np.isnan(self.values)))

    def _number(self, value: float) -> Num:
        if self.average == GEOMETRIC and value <= GEOMETRIC_FLOOR:
            return Num(GEOMETRIC_FLOOR, 5)
        return Num(value, None if value.is_integer() else self.decimals)


def named_mean(spec: Spec, average: str) -> Measure | None:
    """The measure that is this mean of the scores of ``spec``, such as GMAP for the geometric mean of AP; or None."""
    return next((m for m in measures().values() if m.mean_of == str(spec) and m.average == average), None)


def underlying_spec(spec: Spec) -> Spec:
    """The measure whose scores are averaged: AP for GMAP, and for most measures the measure itself."""
    return parse(spec.measure.mean_of) if str(spec) == spec.measure.name and spec.measure.mean_of else spec


@dataclass(frozen=True, eq=False)
class SeveralLists:
    """Single lists, in order, under the same effective ``conventions``."""

    rankings: Sequence[Ranking]
    conventions: Mapping[str, Any]

    @lazy_attribute
    def relevant(self) -> list[int]:
        """The number of relevant documents (R) of each list."""
        return [int(n) for n in self._block.relevant_total(self.conventions["rel"])[:, 0]]

    def score(self, spec: Spec) -> ListScores:
        """The scores of ``spec`` on all lists; each list has the score that it has alone."""
        computed = compute(spec, self._block, self.conventions)
        decimals = computed.measure.places_kept(computed.measure.score, computed.table.p.rounding)
        return ListScores(spec, computed.score, decimals, undefined_reasons(computed), remarks(computed))

    def mean(self, spec: Spec, average: str = "") -> Mean:
        """The mean of ``spec`` over the lists."""
        return self.score(spec).mean(average)

    @lazy_attribute
    def levels(self) -> Floats:
        """The eleven recall levels."""
        return self._eleven[0]

    @lazy_attribute
    def curves(self) -> Floats:
        """Interpolated precision of each list at the eleven levels, shape (lists, 11).

        A list without relevant documents has NaN, or 0 if the conventions give such a list 0.
        """
        return self._eleven[1]

    @lazy_attribute
    def average_curve(self) -> Floats | None:
        """The mean of ``curves``, level by level, without the lists that have no curve; None if no list has one."""
        known = self.curves[~np.isnan(self.curves).any(axis=-1)]
        return known.mean(axis=0) if len(known) else None

    @lazy_attribute
    def _eleven(self) -> tuple[Floats, Floats]:
        return eleven_points(self._block, self.conventions)

    @lazy_attribute
    def _block(self) -> Ranking:
        return Ranking.block(self.rankings)


def eleven_points(block: Ranking, conventions: Mapping[str, Any]) -> tuple[Floats, Floats]:
    """The eleven recall levels, and interpolated precision of each list of a block at them, shape (lists, 11).

    A list without relevant documents has NaN, or 0 if the conventions give such a list 0.
    """
    measure, line = recall_curve("recall level")
    computed = compute(parse(measure.name), block, conventions)
    points = computed.columns[line.precision]
    zero = np.isnan(points) & ~np.isnan(computed.score)[:, None]
    return computed.columns[line.recall][0], np.where(zero, 0.0, points)
