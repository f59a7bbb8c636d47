"""Compares runs over all topics: per-topic differences, means, statistical tests, and reasons.

>>> qrels = {"1": {"a": 1, "b": 1}, "2": {"c": 1}}
>>> runs = {"A": {"1": {"x": 3, "a": 2, "b": 1}, "2": {"c": 1}}, "B": {"1": {"a": 3, "x": 2, "b": 1}, "2": {"c": 1}}}
>>> found = compare(qrels, runs, ["AP"])
>>> (pair,) = found.measures[0].pairs
>>> round(pair.mean_difference, 3), pair.wins, pair.ties, pair.losses
(0.125, 1, 1, 0)
>>> from ireval.messages import say
>>> say(found.reasons(found.measures[0], pair)[0].sentence("A", "B", 3))
'B finds a at rank 1 instead of 2: +0.250, the whole difference.'
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import numpy as np

from ireval.comparison.contributions import RankedDocuments, ranked_documents
from ireval.comparison.measure_comparison import (
    MeasureComparison,
    compare_scores,
    count_comparisons,
    pairs_of,
    with_holm,
)
from ireval.comparison.pair_comparison import PairComparison
from ireval.comparison.ranking_overlap import Overlap, RankedRuns
from ireval.comparison.significance import resamples_for
from ireval.comparison.topic_differences import TopicDifference, topic_difference
from ireval.conventions import DEFAULT_PRESET
from ireval.errors import InputError
from ireval.evaluation.evaluation import Judged, Returned, evaluate, qrels_from, run_from
from ireval.evaluation.requested_measures import specs_of
from ireval.evaluation.results import GEOMETRIC, Comparison, Evaluation
from ireval.evaluation.several_lists import eleven_points
from ireval.evaluation.trec_eval_names import is_separate, separate_names
from ireval.measure.spelling import FIELD, Spec, parse
from ireval.messages import Message
from ireval.numbers.arrays import Floats
from ireval.stdlib.lazy_attribute import lazy_attribute
from ireval.trec.judged_run import join
from ireval.trec.plain_lists import PlainQrels, PlainRun
from ireval.trec.qrels import Qrels
from ireval.trec.rank_order import RankOrder, rank_rows, usual_order
from ireval.trec.reading.source import LIMIT
from ireval.trec.reading.text_column import Ints
from ireval.trec.runs import Run

#: The default measure.
USUAL = "AP"


@dataclass(frozen=True, eq=False)
class RunComparison:
    """Runs compared over topics, measure by measure; ``evaluations`` and ``runs`` are in the same order."""

    evaluations: tuple[Evaluation, ...]
    measures: tuple[MeasureComparison, ...]
    seed: int
    qrels: Qrels
    runs: tuple[Run, ...]
    baseline: str = ""
    _documents: dict[tuple[str, str], RankedDocuments] = field(default_factory=dict)
    _rows: dict[str, Ints] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the runs."""
        return tuple(run.name for run in self.evaluations)

    @property
    def conventions(self) -> Mapping[str, Any]:
        """The conventions in force."""
        return self.evaluations[0].conventions

    def reasons(
        self, measure: MeasureComparison, pair: PairComparison, places: Iterable[int] | None = None
    ) -> list[TopicDifference]:
        """Why two runs differ on each compared topic, or on the topics at ``places``, which count from 0."""
        systems = self._ranked(measure.spec, pair.a), self._ranked(measure.spec, pair.b)
        rel = measure.spec.effective(self.conventions)["rel"]
        chosen = range(len(measure.topics)) if places is None else places
        return [
            topic_difference(
                measure.topics[i], (float(pair.a_scores[i]), float(pair.b_scores[i])), self.qrels, systems, rel
            )
            for i in chosen
        ]

    @lazy_attribute
    def overlaps(self) -> dict[tuple[str, str], dict[str, Overlap]]:
        """The similarity of the rankings of each pair of runs, topic by topic; judgements are not used.

        Topics that no measure compares are left out.
        """
        compared = {topic for measure in self.measures for topic in measure.topics}
        topics = [topic for topic in self.qrels.topics if topic in compared]
        ranked, place = RankedRuns(self.runs, topics, self._order), {name: i for i, name in enumerate(self.names)}
        pairs = pairs_of(self.names, self.baseline)
        return {(a, b): ranked.overlaps(place[a], place[b]) for a, b in pairs}

    @lazy_attribute
    def curves(self) -> tuple[Floats, dict[str, Floats]]:
        """The eleven recall levels, and each run's curves over them, by its name: shape (topics, 11), without NaN."""
        found, levels = {}, np.zeros(0)
        for run, done in zip(self.runs, self.evaluations, strict=True):
            whole = run.with_empty(done.missing) if self.conventions["missing"] == "score-0" else run
            joined = join(self.qrels, whole, by=self._order, rel=self.conventions["rel"])
            blocks = [eleven_points(joined.ranking(block), self.conventions) for block in joined.blocks()]
            rows = np.concatenate([curves for _, curves in blocks]) if blocks else np.zeros((0, 11))
            levels = blocks[0][0] if blocks else levels
            found[run.name] = rows[~np.isnan(rows).any(axis=-1)]
        return levels, found

    def ranking(self, name: str, topic: str) -> list[str]:
        """The docnos of a run on a topic, by rank; empty if the run lacks the topic."""
        run = next(run for run in self.runs if run.name == name)
        if topic not in run.topics:
            return []
        place = run.topics.index(topic)
        if name not in self._rows:
            self._rows[name] = rank_rows(run, self._order).by_rank(np.arange(len(run.scores)))
        rows = self._rows[name][run.groups.starts[place] : run.groups.starts[place + 1]]
        return [run.groups.docs[row] for row in rows.tolist()]

    def longest(self, topic: str) -> tuple[int, int]:
        """The number of judged documents of a topic, and the length of the longest list that a run has for it."""
        lengths = [int(run.groups.lengths[run.topics.index(topic)]) for run in self.runs if topic in run.topics]
        return int(self.qrels.groups.lengths[self.qrels.place[topic]]), max(lengths, default=0)

    def grades(self, topic: str) -> dict[str, int]:
        """The grades of the judged documents of a topic, by docno."""
        place = self.qrels.place[topic]
        rows = range(int(self.qrels.groups.starts[place]), int(self.qrels.groups.starts[place + 1]))
        return {self.qrels.groups.docs[row]: int(self.qrels.grades[row]) for row in rows if self.qrels.grades[row] >= 0}

    @property
    def _order(self) -> RankOrder:
        """The order of documents with equal scores that most measures have."""
        return usual_order(self.conventions["ties"], self.conventions["scores"])

    def _ranked(self, spec: Spec, name: str) -> RankedDocuments:
        key = (spec.text, name)
        if key not in self._documents:
            run = next(run for run in self.runs if run.name == name)
            self._documents[key] = ranked_documents(self.qrels, run, spec, self.conventions)
        return self._documents[key]


def compare(
    qrels: Judged,
    runs: Sequence[Returned] | Mapping[str, Returned],
    measures: str | Iterable[str] = USUAL,
    *,
    conventions: str = DEFAULT_PRESET,
    seed: int = 0,
    baseline: str = "",
    limit: int = LIMIT,
    **overrides: Any,
) -> RunComparison:
    """Compare two or more runs, given as a list or as a dict from names to runs; files and dicts as for ``evaluate``.

    ``conventions`` is a preset; ``overrides`` are single conventions, including ``test`` and ``family``. ``seed`` is
    the seed of the random numbers. If ``baseline`` is the name of a run, each other run is compared with it; otherwise
    all pairs are compared. Raises ``InputError`` if something cannot be used; for a file, with its name and the line.
    """
    specs = read_measures(measures, conventions)
    subtopics = any(spec.measure.needs_subtopics for spec in specs)
    judged = qrels_from(qrels, subtopics=subtopics, limit=limit)
    given = judged.columns if isinstance(judged, PlainQrels) else judged
    if len(runs) < 2:
        raise InputError("run", "one-run-to-compare")
    read = [_columns(run_from(run, limit=limit)) for run in (runs.values() if isinstance(runs, Mapping) else runs)]
    named = dict(zip(runs, read, strict=True)) if isinstance(runs, Mapping) else read
    texts = [spec.text for spec in specs]
    scored = cast("Comparison", evaluate(given, named, texts, conventions=conventions, **overrides)).runs
    names, family = [run.name for run in scored], scored[0].conventions["family"]
    if baseline and baseline not in names:
        raise InputError("baseline", "no-such-baseline", text=baseline, known=names)
    settings = {
        "seed": seed,
        "baseline": baseline,
        "resamples": resamples_for(count_comparisons(len(names), len(specs), family, baseline)),
    }
    return RunComparison(
        scored,
        tuple(with_holm([_compared(spec, scored, settings) for spec in specs], family, baseline)),
        seed,
        given,
        tuple(replace(run, name=done.name) for run, done in zip(read, scored, strict=True)),
        baseline,
    )


def read_measures(measures: str | Iterable[str], preset: str = DEFAULT_PRESET) -> list[Spec]:
    """The measures with these names. If several names mean the same measure, as AP and map do, only the first counts.

    Raises ``InputError`` for a measure without a score for each topic.
    """
    found: dict[Hashable, Spec] = {}
    for text in [measures] if isinstance(measures, str) else measures:
        for name in separate_names(text):
            if is_separate(name):
                raise InputError(FIELD, "not-a-measure-of-topics", text=name)
            for spec in specs_of(name, preset):
                found.setdefault(spec.meaning, spec)
    for spec in found.values():
        if spec.measure.average == GEOMETRIC:
            other = parse(spec.measure.mean_of).text
            raise InputError(FIELD, "geometric-mean-of-topics", measure=spec.text, other=other)
    if not found:
        raise InputError(FIELD, "no-measure-given")
    return list(found.values())


def _compared(spec: Spec, runs: Sequence[Evaluation], settings: Mapping[str, Any]) -> MeasureComparison:
    """One measure, on the topics that all runs have."""
    everywhere = set(runs[0].topics).intersection(*(run.topics for run in runs[1:]))
    topics = [topic for topic in runs[0].topics if topic in everywhere]
    scores = {}
    for run in runs:
        place = {topic: i for i, topic in enumerate(run.topics)}
        scores[run.name] = run.scores[spec.text].values[np.array([place[t] for t in topics], dtype=np.int64)]
    test = runs[0].conventions["test"]
    return compare_scores(spec, topics, scores, test=test, why=_why(spec, runs), **settings)


def _why(spec: Spec, runs: Sequence[Evaluation]) -> dict[str, Message]:
    """The reason why each topic is left out, as a clause: a run lacks it, or has no score for it."""
    found: dict[str, Message] = {}
    for topic in dict.fromkeys(topic for run in runs for topic in run.topics):
        lacking = tuple(run.name for run in runs if topic not in run.topics)
        if lacking:
            found[topic] = Message("missing-from-runs", runs=lacking)
    for run in runs:
        for place, clause in run.scores[spec.text].left_out.items():
            found.setdefault(run.topics[place], clause)
    return found


def _columns(run: Run | PlainRun) -> Run:
    return run.columns if isinstance(run, PlainRun) else run
