"""The scores of systems with samples of the judgements: means, spreads, and orders of the systems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ireval.experiments.system_orders import kendall_tau
from ireval.measure.spelling import Spec
from ireval.numbers.arrays import Floats
from ireval.stdlib.lazy_attribute import lazy_attribute

#: The percentiles between which the spread is shown: half of the repeats are between them.
SPREAD = (25, 75)


@dataclass(frozen=True, eq=False)
class RepeatedScores:
    """Scores averaged over topics: ``scores`` has shape (measures, shares, repeats, systems).

    ``shares`` fall from 1, which means all judgements; ``judgements`` are the numbers of judgements that remain with
    each share, over all ``topics``.
    """

    specs: tuple[Spec, ...]
    systems: tuple[str, ...]
    shares: tuple[float, ...]
    judgements: tuple[int, ...]
    seed: int
    scores: Floats
    topics: tuple[str, ...]
    conventions: Mapping[str, Any]

    @property
    def repeats(self) -> int:
        """The number of samples for each share."""
        return int(self.scores.shape[2])

    @property
    def labels(self) -> list[str]:
        """A short name of each measure."""
        return [short_name(spec) for spec in self.specs]

    @property
    def left(self) -> list[float]:
        """The exact part of the judgements that remains with each share."""
        return [count / self.judgements[0] for count in self.judgements]

    @lazy_attribute
    def averages(self) -> Floats:
        """The scores averaged over the systems, shape (measures, shares, repeats)."""
        found: Floats = self.scores.mean(axis=-1)
        return found

    @lazy_attribute
    def taus(self) -> Floats:
        """Kendall's tau between the order of the systems and the order by all judgements, (measures, shares, repeats).

        NaN if all systems have the same score.
        """
        return kendall_tau(self.scores, self.scores[:, :1, :1])

    @lazy_attribute
    def kept_parts(self) -> Floats:
        """The average scores divided by those with all judgements, shape (measures, shares, repeats)."""
        whole, parts = self.averages[:, :1, :1], np.full(self.averages.shape, np.nan)
        np.divide(self.averages, whole, out=parts, where=whole != 0)
        return parts

    def summary(self, values: Floats) -> Floats:
        """Mean, low and high percentile over the repeats without NaN, shape (3, measures, shares)."""
        known = np.isfinite(values)
        counts = known.sum(axis=-1)
        sums = np.where(known, values, 0.0).sum(axis=-1)
        found = np.full((3, *counts.shape), np.nan)
        np.divide(sums, counts, out=found[0], where=counts > 0)
        for place in zip(*np.nonzero(counts), strict=True):
            found[(slice(1, 3), *place)] = np.percentile(values[place][known[place]], SPREAD)
        return found


def short_name(spec: Spec) -> str:
    """A short name of a measure.

    >>> from ireval.measure.spelling import parse
    >>> short_name(parse("Bpref(bpref='10-plus-r')")), short_name(parse("AP(unjudged='skipped')"))
    ('bpref-10', 'condensed AP')
    >>> short_name(parse("Bpref")), short_name(parse("Rprec")), short_name(parse("P@10"))
    ('bpref', 'R-precision', 'P@10')
    """
    named = spec.measure.variants.get(spec.spelling)
    if named is not None and "{" not in named:
        return named
    rest = {name: value for name, value in spec.own.items() if name != "unjudged"}
    if spec.own.get("unjudged") == "skipped":
        return f"condensed {short_name(Spec(spec.measure, rest, _spelled(spec, rest)))}"
    return spec.text


def _spelled(spec: Spec, own: Mapping[str, Any]) -> str:
    return Spec(spec.measure, dict(own), "").spelling
