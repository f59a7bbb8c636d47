"""One measure, several systems, the same topics: differences, wins and losses, means, tests and intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from types import MappingProxyType

import numpy as np

from ireval.comparison.many_comparisons import holm, lowest_by_holm, randomised_tukey
from ireval.comparison.pair_comparison import PairComparison, pair_sentences
from ireval.comparison.significance import (
    RESAMPLES,
    TESTS,
    floors,
    intervals_of_pairs,
    p_values_of_pairs,
)
from ireval.comparison.snapped_differences import differences_of
from ireval.evaluation.evaluation import topic_order
from ireval.evaluation.mean_notes import by_clause, topic_names
from ireval.evaluation.results import by_bytes, mean_in_order
from ireval.measure.spelling import Spec
from ireval.messages import Message
from ireval.numbers.arrays import Bools, Floats
from ireval.stdlib.lazy_attribute import lazy_attribute

#: The percentiles that describe a distribution: minimum, quartiles and maximum.
QUARTILES = (0, 25, 50, 75, 100)


@dataclass(frozen=True, eq=False)
class MeasureComparison:
    """Several systems in one measure on the same ``topics``; ``scores`` has an array for each system, by name.

    ``left_out`` are the topics for which a system has no score, and ``why`` the reasons, as clauses by topic. ``test``
    is the key of the statistical test in use.
    """

    spec: Spec
    topics: tuple[str, ...]
    left_out: tuple[str, ...]
    scores: Mapping[str, Floats]
    pairs: tuple[PairComparison, ...]
    test: str
    why: Mapping[str, Message] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The measure as it was requested."""
        return self.spec.text

    @lazy_attribute
    def means(self) -> dict[str, float]:
        """The mean of each system, computed as in an evaluation; NaN without topics."""
        order = by_bytes(self.topics)
        return {name: mean_in_order(x[order]) if len(x) else float("nan") for name, x in self.scores.items()}

    @lazy_attribute
    def quartiles(self) -> dict[str, list[float]]:
        """The minimum, quartiles and maximum of each system's scores; empty without topics."""
        return {name: np.percentile(x, QUARTILES).tolist() if len(x) else [] for name, x in self.scores.items()}

    def notes(self, places: int) -> Iterator[Message]:
        """Sentences on the results: first on the topics, then on each pair."""
        yield from self.topic_notes()
        for pair in self.pairs if self.topics else ():
            yield from self.pair_notes(pair, places)

    def topic_notes(self) -> Iterator[Message]:
        """Sentences on the topics that are not compared."""
        if self.left_out:
            over, clauses = len(self.topics), dict(enumerate(self.why[topic] for topic in self.left_out))
            reasons = [
                Message("left-out-because", topics=topic_names([self.left_out[i] for i in places]), why=clause)
                for clause, places in by_clause(clauses).items()
            ]
            count = over + len(self.left_out)
            yield Message("compared-topics", measure=self.name, over=over, count=count, reasons=reasons)
        if not self.topics:
            yield Message("pair-without-topics", measure=self.name)

    def pair_notes(self, pair: PairComparison, places: int) -> Iterator[Message]:
        """Sentences on a pair: the means, the test in use, and whether the tests agree."""
        return pair_sentences(self.test, len(self.topics), pair, places)


def compare_scores(
    spec: Spec,
    topics: Sequence[str],
    scores: Mapping[str, Floats],
    *,
    test: str,
    seed: int,
    why: Mapping[str, Message] = MappingProxyType({}),
    resamples: int = RESAMPLES,
    baseline: str = "",
) -> MeasureComparison:
    """Compare systems by their scores on the same topics; topics on which one has no score (NaN) are left out.

    ``why`` has a clause for each of these topics, and for other topics that are left out. With a ``baseline``, each
    other system is compared with it; otherwise all pairs are compared.
    """
    known: Bools = np.count_nonzero(np.isnan(np.stack(list(scores.values()), axis=-1)), axis=-1) == 0
    unknown = [topic for topic, there in zip(topics, known.tolist(), strict=True) if not there]
    clauses = dict.fromkeys(unknown, Message("without-a-score")) | dict(why)
    kept = {name: values[known] for name, values in scores.items()}
    table = np.stack(list(kept.values()), axis=-1)
    tukey = randomised_tukey(table, seed) if len(kept) > 2 and len(table) > 1 and not baseline else None
    names, place = pairs_of(list(kept), baseline), {name: i for i, name in enumerate(kept)}
    between = np.stack([differences_of(kept[a], kept[b]) for a, b in names], axis=-1)
    tested = zip(names, p_values_of_pairs(between, seed, resamples), intervals_of_pairs(between, seed), strict=True)
    pairs = [
        PairComparison(
            a,
            b,
            spec.measure.better,
            kept[a],
            kept[b],
            p,
            around,
            None if tukey is None else float(tukey[place[a], place[b]]),
            lowest=floors(between[:, i], resamples),
        )
        for i, ((a, b), p, around) in enumerate(tested)
    ]
    compared = tuple(topic for topic, there in zip(topics, known.tolist(), strict=True) if there)
    left_out = tuple(sorted(set(clauses) - set(compared), key=topic_order))
    return MeasureComparison(spec, compared, left_out, kept, tuple(pairs), test, clauses)


def pairs_of(names: Sequence[str], baseline: str = "") -> list[tuple[str, str]]:
    """The pairs of systems that are compared.

    >>> pairs_of(["a", "b", "c"]), pairs_of(["a", "b", "c"], "b")
    ([('a', 'b'), ('a', 'c'), ('b', 'c')], [('b', 'a'), ('b', 'c')])
    """
    if baseline:
        return [(baseline, name) for name in names if name != baseline]
    return list(combinations(names, 2))


def count_comparisons(systems: int, measures: int, family: str, baseline: str) -> int:
    """The number of comparisons in a family, for these numbers of systems and measures."""
    pairs = systems - 1 if baseline else systems * (systems - 1) // 2
    return pairs if family == "measure" else pairs * measures


def with_holm(
    measures: Sequence[MeasureComparison], family: str = "all", baseline: str = ""
) -> list[MeasureComparison]:
    """The same comparisons with Holm's correction; a family is the whole report (``all``), or each measure."""
    if family == "measure":
        return [corrected for measure in measures for corrected in _corrected([measure], baseline, alone=True)]
    return _corrected(measures, baseline, alone=len(measures) == 1)


def _corrected(measures: Sequence[MeasureComparison], baseline: str, *, alone: bool) -> list[MeasureComparison]:
    pairs = [pair for measure in measures for pair in measure.pairs]
    columns = {key: {i: pair.p[key] for i, pair in enumerate(pairs)} for key in TESTS}
    corrected = {key: holm(column) for key, column in columns.items()}
    lowest = {
        key: lowest_by_holm(column, {i: pair.lowest[key] or 0.0 for i, pair in enumerate(pairs)})
        for key, column in columns.items()
    }
    tested = sum(any(p is not None for p in pair.p.values()) for pair in pairs)
    kind = ("baseline-" if baseline else "pairs-") + ("in-measure" if alone else "in-measures")
    named = Message(f"family-of-{kind}", baseline=baseline, measure=measures[0].name)
    done = [
        replace(
            pair,
            holm={key: column[i] for key, column in corrected.items()},
            lowest={key: column[i] for key, column in lowest.items()},
            comparisons=tested,
            family=named,
        )
        for i, pair in enumerate(pairs)
    ]
    following = iter(done)
    return [replace(measure, pairs=tuple(next(following) for _ in measure.pairs)) for measure in measures]
