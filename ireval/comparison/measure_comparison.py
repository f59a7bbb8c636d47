"""One measure, several systems, the same topics: differences, wins and losses, means, tests and intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from types import MappingProxyType

import numpy as np

from ireval.comparison.many_comparisons import disagreement, holm, randomised_tukey
from ireval.comparison.significance import LEVEL, effect_size, interval, p_values
from ireval.comparison.snapped_differences import differences_of, varies
from ireval.conventions import CONVENTIONS
from ireval.evaluation.evaluation import topic_order
from ireval.evaluation.mean_notes import by_clause, topic_names
from ireval.measure.spelling import Spec
from ireval.messages import Message, say
from ireval.numbers.arrays import Bools, Floats
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME
from ireval.stdlib.lazy_attribute import lazy_attribute

#: The key of Tukey's test, which is for all pairs at once and so is no choice of the convention.
TUKEY = "tukey"
#: The shares of topics at which a distribution is read: minimum, quartiles and maximum.
QUARTILES = (0, 25, 50, 75, 100)


@dataclass(frozen=True, eq=False)
class PairComparison:
    """Two systems in one measure, topic by topic. A difference is that of B minus A.

    ``p`` has the p-value of each test, ``holm`` the same corrected for all ``comparisons`` of the report, and ``tukey``
    that of Tukey's HSD, which needs three systems. Without topics, and without what a test needs, they are None.
    """

    a: str
    b: str
    better: int
    a_scores: Floats
    b_scores: Floats
    p: Mapping[str, float | None]
    interval: tuple[float, float] | None
    tukey: float | None = None
    holm: Mapping[str, float | None] = field(default_factory=dict)
    comparisons: int = 1

    @lazy_attribute
    def differences(self) -> Floats:
        """B minus A for each topic, without rounding error."""
        return differences_of(self.a_scores, self.b_scores)

    @property
    def mean_difference(self) -> float:
        """The mean of the differences; NaN without topics."""
        return float(self.differences.mean()) if len(self.differences) else float("nan")

    @lazy_attribute
    def outcomes(self) -> list[str]:
        """``win``, ``tie`` or ``loss`` of B for each topic; where neither is better, a win is a higher score."""
        names = {1: "win", 0: "tie", -1: "loss"}
        return [names[int(sign)] for sign in np.sign(self.differences) * (self.better or 1)]

    @property
    def wins(self) -> int:
        """The number of topics on which B is better."""
        return self.outcomes.count("win")

    @property
    def ties(self) -> int:
        """The number of topics on which the scores are equal."""
        return self.outcomes.count("tie")

    @property
    def losses(self) -> int:
        """The number of topics on which A is better."""
        return self.outcomes.count("loss")

    @property
    def effect_size(self) -> float | None:
        """The mean difference in standard deviations of the differences."""
        return effect_size(self.differences)


@dataclass(frozen=True, eq=False)
class MeasureComparison:
    """Several systems in one measure on the same ``topics``; ``scores`` has an array for each system, by name.

    ``left_out`` are topics for which a system has no score, and ``why`` says why, as clauses by topic. ``test`` is the
    test of the conventions.
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
        """The mean of each system; NaN without topics."""
        return {name: float(x.mean()) if len(x) else float("nan") for name, x in self.scores.items()}

    @lazy_attribute
    def quartiles(self) -> dict[str, list[float]]:
        """How the scores of each system are distributed: minimum, quartiles, maximum. Empty without topics."""
        return {name: np.percentile(x, QUARTILES).tolist() if len(x) else [] for name, x in self.scores.items()}

    def notes(self, places: int) -> Iterator[Message]:
        """What the numbers say, in sentences: first of the topics, then of each pair."""
        yield from self.topic_notes()
        for pair in self.pairs if self.topics else ():
            yield from self.pair_notes(pair, places)

    def topic_notes(self) -> Iterator[Message]:
        """Which topics are not compared."""
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
        """What the numbers of a pair say: the means, the test in use, and whether the tests agree."""
        mean, count = pair.mean_difference, len(self.topics)
        values: dict[str, object] = {"measure": self.name, "a": pair.a, "b": pair.b, "count": count}
        if abs(mean) <= SAME:
            yield Message("pair-mean-equal", values)
        elif not pair.better:
            yield Message("pair-mean-of-neither", values, size=fixed(mean, places))
        else:
            better, worse = (pair.b, pair.a) if mean * pair.better > 0 else (pair.a, pair.b)
            yield Message("pair-mean", values, better=better, worse=worse, size=fixed(abs(mean), places))
        if pair.better:
            yield Message("pair-tally", a=pair.a, b=pair.b, wins=pair.wins, losses=pair.losses, ties=pair.ties)
        p = pair.holm.get(self.test)
        if p is not None:
            key = "test-finds-difference" if p < LEVEL else "test-finds-none"
            corrected = Message("p-by-holm", count=pair.comparisons) if pair.comparisons > 1 else ""
            yield Message(key, test=test_name(self.test), p=_equation(p), level=LEVEL, corrected=corrected)
        family = {} if pair.tukey is None else {TUKEY: pair.tukey}
        if split := disagreement({**pair.holm, **family}, LEVEL):
            finding, others = ([test_name(key) for key in keys] for keys in split)
            counts = {"number": len(finding), "rest": len(others)}
            yield Message("tests-disagree", counts, level=LEVEL, finding=finding, others=others)
        if count < 2:
            yield Message("one-topic-is-no-test")
        elif not varies(pair.differences):
            yield Message("same-difference-everywhere" if pair.differences.any() else "no-difference-anywhere")


def compare_scores(
    spec: Spec,
    topics: Sequence[str],
    scores: Mapping[str, Floats],
    *,
    test: str,
    seed: int,
    why: Mapping[str, Message] = MappingProxyType({}),
) -> MeasureComparison:
    """Compare systems by their scores on the same topics; topics on which one has no score (NaN) are left out.

    ``why`` has a clause for each of these topics, and for others that are left out too.
    """
    known: Bools = np.count_nonzero(np.isnan(np.stack(list(scores.values()), axis=-1)), axis=-1) == 0
    unknown = [topic for topic, there in zip(topics, known.tolist(), strict=True) if not there]
    clauses = dict.fromkeys(unknown, Message("without-a-score")) | dict(why)
    kept = {name: values[known] for name, values in scores.items()}
    table = np.stack(list(kept.values()), axis=-1)
    tukey = randomised_tukey(table, seed) if len(kept) > 2 and len(table) > 1 else None
    pairs = []
    for (i, a), (j, b) in combinations(enumerate(kept), 2):
        between = differences_of(kept[a], kept[b])
        p, around = p_values(between, seed), interval(between, seed)
        family = None if tukey is None else float(tukey[i, j])
        pairs.append(PairComparison(a, b, spec.measure.better, kept[a], kept[b], p, around, family))
    compared = tuple(topic for topic, there in zip(topics, known.tolist(), strict=True) if there)
    left_out = tuple(sorted(set(clauses) - set(compared), key=topic_order))
    return MeasureComparison(spec, compared, left_out, kept, tuple(pairs), test, clauses)


def with_holm(measures: Sequence[MeasureComparison]) -> list[MeasureComparison]:
    """The same comparisons with Holm's correction for all of them: each pair of systems in each measure."""
    keys = list(CONVENTIONS["test"].choices)
    pairs = [pair for measure in measures for pair in measure.pairs]
    columns = {choice.key: holm({i: pair.p[choice.key] for i, pair in enumerate(pairs)}) for choice in keys}
    tested = sum(any(p is not None for p in pair.p.values()) for pair in pairs)
    corrected = iter(
        [
            replace(pair, holm={key: column[i] for key, column in columns.items()}, comparisons=tested)
            for i, pair in enumerate(pairs)
        ]
    )
    return [replace(measure, pairs=tuple(next(corrected) for _ in measure.pairs)) for measure in measures]


def test_name(key: str) -> str:
    """The name of a test in a sentence."""
    return say(Message("tukey-randomised")) if key == TUKEY else CONVENTIONS["test"].choice(key).short


def p_text(p: float) -> str:
    """A p-value with four decimals, or that it is smaller.

    >>> p_text(0.04271), p_text(0.0000012)
    ('0.0427', '< 0.0001')
    """
    return "< 0.0001" if p < 0.0001 else fixed(p, 4)


def _equation(p: float) -> str:
    text = p_text(p)
    return f"p {text}" if text.startswith("<") else f"p = {text}"
