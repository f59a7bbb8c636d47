"""The same rankings scored with the judgements of several assessors: scores, their spread, and changed conclusions.

>>> qrels = {"ada": {"1": {"a": 1, "b": 0}}, "ben": {"1": {"a": 0, "b": 1}}}
>>> runs = {"A": {"1": {"a": 2.0, "b": 1.0}}, "B": {"1": {"b": 2.0, "a": 1.0}}}
>>> found = compare_assessors(qrels, runs, ["RR"])
>>> measure = found.measures[0]
>>> measure.means["A"], measure.spread("A")
({'ada': 1.0, 'ben': 0.5}, 0.5)
>>> [conclusion] = measure.conclusions
>>> conclusion.better, conclusion.survives
({'ada': 'A', 'ben': 'B'}, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, cast

import numpy as np

from ireval.agreement.labels_in_common import Judgements
from ireval.comparison.comparison import read_measures
from ireval.comparison.snapped_differences import differences_of
from ireval.conventions import DEFAULT_PRESET
from ireval.errors import InputError
from ireval.evaluation.evaluation import Returned, evaluate, topic_order
from ireval.evaluation.results import Comparison
from ireval.experiments.assessors.conclusions import Conclusion
from ireval.experiments.system_orders import kendall_tau
from ireval.measure.spelling import FIELD, Spec
from ireval.numbers.arrays import Floats
from ireval.stdlib.lazy_attribute import lazy_attribute

#: The default measures, at cutoff ``k``.
LISTED = ("AP", "nDCG@{k}", "P@{k}", "RR")
USUAL_CUTOFF = 5
USUAL_MEASURES = ", ".join(name.format(k=USUAL_CUTOFF) for name in LISTED)
#: The most scores (topics times runs, assessors and measures) that are computed for one page.
MOST_SCORES = 200_000

#: The scores of each run, by assessor: one for each topic, NaN where it is undefined.
ByRun = Mapping[str, Mapping[str, Floats]]


@dataclass(frozen=True, eq=False)
class MeasureByAssessor:
    """One measure of every run with the judgements of each assessor; ``scores`` are by run, assessor and topic."""

    spec: Spec
    scores: ByRun

    @property
    def name(self) -> str:
        """The requested name of the measure."""
        return self.spec.text

    @lazy_attribute
    def means(self) -> dict[str, dict[str, float]]:
        """The mean over the topics that have a score, by run and assessor; NaN if there are none."""
        return {run: {who: _mean(x) for who, x in by.items()} for run, by in self.scores.items()}

    def extremes(self, run: str) -> tuple[float, float] | None:
        """The lowest and the highest mean of a run among the assessors; None without a score."""
        known = [mean for mean in self.means[run].values() if mean == mean]
        return (min(known), max(known)) if known else None

    def spread(self, run: str) -> float | None:
        """The difference between the highest and the lowest mean of a run; None without a score."""
        ends = self.extremes(run)
        return None if ends is None else ends[1] - ends[0]

    @lazy_attribute
    def conclusions(self) -> tuple[Conclusion, ...]:
        """Which run of each pair is better according to each assessor; empty if neither end of the scale is better."""
        if not self.spec.measure.better:
            return ()
        return tuple(self._conclusion(a, b) for a, b in combinations(self.scores, 2))

    def _conclusion(self, a: str, b: str) -> Conclusion:
        differences = {
            who: _mean(differences_of(values, self.scores[b][who])) for who, values in self.scores[a].items()
        }
        return Conclusion(self.name, a, b, self.spec.measure.better, differences)

    @lazy_attribute
    def order_agreement(self) -> dict[tuple[str, str], float | None]:
        """Kendall's tau-b between the orders of the runs, for each pair of assessors; empty for fewer than three runs.

        None if a run has no mean, or if all runs are equal for an assessor.
        """
        if len(self.scores) < 3:
            return {}
        assessors = list(next(iter(self.scores.values())))
        means = {who: np.array([self.means[run][who] for run in self.scores]) for who in assessors}
        return {(x, y): _order_tau(means[x], means[y]) for x, y in combinations(assessors, 2)}


@dataclass(frozen=True, eq=False)
class AssessorComparison:
    """Runs scored with the judgements of each assessor, on the ``topics`` that all of them judged.

    ``judgements`` are restricted to these topics. ``left_out`` are the topics that some assessor did not judge.
    """

    judgements: Mapping[str, Judgements]
    runs: tuple[str, ...]
    topics: tuple[str, ...]
    left_out: tuple[str, ...]
    measures: tuple[MeasureByAssessor, ...]
    conventions: Mapping[str, Any]

    @property
    def assessors(self) -> tuple[str, ...]:
        """The names of the assessors."""
        return tuple(self.judgements)

    @property
    def rel(self) -> int:
        """The lowest relevant grade."""
        return int(self.conventions["rel"])

    @property
    def conclusions(self) -> list[Conclusion]:
        """The conclusions of all measures."""
        return [conclusion for measure in self.measures for conclusion in measure.conclusions]


def compare_assessors(
    judgements: Mapping[str, Judgements],
    runs: Mapping[str, Returned],
    measures: str | Iterable[str] = USUAL_MEASURES,
    *,
    topics: Sequence[str] = (),
    conventions: str = DEFAULT_PRESET,
    **overrides: Any,
) -> AssessorComparison:
    """Score each run with the judgements of each assessor: ``{name: {topic: {docno: grade}}}``.

    ``topics`` are the topics to use; by default, all topics that every assessor judged. Raises ``InputError`` if
    something cannot be used.
    """
    specs = read_measures(measures, conventions)
    subtopics = next((spec for spec in specs if spec.measure.needs_subtopics), None)
    if subtopics:
        raise InputError(FIELD, "assessors-without-subtopics", measure=subtopics.text)
    if len(judgements) < 2:
        raise InputError("assessors", "too-few-assessors", count=len(judgements))
    every = sorted({topic for mine in judgements.values() for topic in mine}, key=topic_order)
    wanted = [topic for topic in every if not topics or topic in topics]
    shared = [topic for topic in wanted if all(_is_judged(mine.get(topic, {})) for mine in judgements.values())]
    if not shared:
        raise InputError("topic", "no-topic-of-all-assessors")
    count = len(shared) * len(runs) * len(judgements) * len(specs)
    if count > MOST_SCORES:
        raise InputError("topic", "too-many-assessor-scores", count=count, most=MOST_SCORES)
    kept = {name: {topic: mine[topic] for topic in shared} for name, mine in judgements.items()}
    texts = [spec.text for spec in specs]
    scored = {
        who: cast("Comparison", evaluate(mine, dict(runs), texts, conventions=conventions, **overrides))
        for who, mine in kept.items()
    }
    return AssessorComparison(
        kept,
        tuple(runs),
        tuple(shared),
        tuple(topic for topic in wanted if topic not in shared),
        tuple(MeasureByAssessor(spec, _by_run(spec.text, list(runs), scored, shared)) for spec in specs),
        next(iter(scored.values())).runs[0].conventions,
    )


def _order_tau(one: Floats, other: Floats) -> float | None:
    """Kendall's tau-b of two orders of the same runs; None if it is undefined."""
    tau = float(kendall_tau(one, other))
    return None if tau != tau else tau


def _by_run(
    measure: str, runs: Sequence[str], scored: Mapping[str, Comparison], topics: Sequence[str]
) -> dict[str, dict[str, Floats]]:
    """The scores of each run by assessor, in the order of the topics."""
    found: dict[str, dict[str, Floats]] = {run: {} for run in runs}
    for who, comparison in scored.items():
        for run, done in zip(runs, comparison.runs, strict=True):
            values = dict(zip(done.topics, done.scores[measure].values.tolist(), strict=True))
            found[run][who] = np.array([values.get(topic, np.nan) for topic in topics])
    return found


def _is_judged(grades: Mapping[str, int]) -> bool:
    return any(grade >= 0 for grade in grades.values())


def _mean(values: Floats) -> float:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else float("nan")
