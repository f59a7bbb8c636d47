"""Removes judgements at random and scores runs with the remaining ones, after Buckley and Voorhees (2004).

>>> qrels = {"1": {"a": 1, "b": 0, "c": 1, "d": 0}}
>>> runs = {"A": {"1": {"a": 3, "b": 2, "c": 1}}, "B": {"1": {"b": 3, "d": 2, "a": 1}}}
>>> experiment = take_away_judgements(qrels, runs, ["AP"], shares=[1, 0.5], repeats=4)
>>> found = experiment.result(experiment.scores())
>>> found.judgements, found.scores.shape
((4, 2), (1, 2, 4, 2))
>>> found.scores[0, 0, 0].round(3).tolist()
[0.833, 0.167]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ireval.comparison.comparison import read_measures
from ireval.conventions import DEFAULT_PRESET, effective
from ireval.errors import InputError
from ireval.evaluation.evaluation import Judged, Returned, qrels_from, run_from
from ireval.evaluation.rank_orders import by_rank_order
from ireval.experiments.judgement_samples import JudgementSamples
from ireval.experiments.repeated_scores import RepeatedScores
from ireval.measure.scores import settings_under
from ireval.measure.spelling import FIELD, Spec
from ireval.numbers.arrays import Bools, Floats
from ireval.ranking.judgements import ABSENT, UNJUDGED, Ranking
from ireval.trec.judged_run import PLACES, JudgedRun, join
from ireval.trec.plain_lists import PlainQrels, PlainRun
from ireval.trec.qrels import Qrels
from ireval.trec.runs import Run

#: The default measures: those of the paper, with nDCG and AP on condensed lists.
STUDIED = ("AP", "P@10", "Rprec", "Bpref", "Bpref(bpref='10-plus-r')", "nDCG", "AP(unjudged='skipped')")
#: The default shares of the judgements that remain.
SHARES = tuple(percent / 100 for percent in range(100, 0, -10))
REPEATS = 50

#: Called with the number of finished samples and the number of all samples.
Report = Callable[[int, int], object]


@dataclass(frozen=True, eq=False)
class Experiment:
    """An experiment that removes judgements. ``shares`` fall from 1, which means all judgements."""

    qrels: Qrels
    runs: Mapping[str, Run]
    specs: tuple[Spec, ...]
    shares: tuple[float, ...]
    repeats: int
    seed: int
    conventions: Mapping[str, Any]

    @property
    def places(self) -> int:
        """The number of places of lists that are scored for each measure."""
        lists = sum(len(run.scores) for run in self.runs.values()) + len(self.qrels.grades) * len(self.runs)
        return lists * ((len(self.shares) - 1) * self.repeats + 1)

    def scores(self, report: Report | None = None) -> Floats:
        """The means over the topics, shape (measures, shares, repeats, systems)."""
        joined = [list(self._joined(run)) for run in self.runs.values()]
        found = np.full((len(self.specs), len(self.shares), self.repeats, len(joined)), np.nan)
        samples, fewer = self._samples, self.shares[1:]
        for system, orders in enumerate(joined):
            for judged, measures in orders:
                everything = np.ones((1, len(self.qrels.grades)), dtype=bool)
                found[measures, 0, :, system] = self._means(judged, measures, everything)
        for part in _portions(self.repeats, len(self.qrels.grades) * len(fewer)):
            kept = np.stack([samples.kept(i, fewer) for i in range(self.repeats)[part]], axis=1)
            for system, orders in enumerate(joined):
                for judged, measures in orders:
                    for share, sample in enumerate(kept, start=1):
                        found[measures, share, part, system] = self._means(judged, measures, sample)
                if report:
                    repeats = part.start + (part.stop - part.start) * (system + 1) // len(joined)
                    report(repeats * len(fewer), self.repeats * len(fewer))
        return found

    def result(self, scores: Floats) -> RepeatedScores:
        """The result of the experiment, from the ``scores`` that the method ``scores`` returned."""
        left, topics = tuple(map(self._samples.size, self.shares)), tuple(self.qrels.topics)
        return RepeatedScores(
            self.specs, tuple(self.runs), self.shares, left, self.seed, scores, topics, self.conventions
        )

    @property
    def _samples(self) -> JudgementSamples:
        return JudgementSamples(self.qrels, self.conventions["rel"], self.seed)

    def _joined(self, run: Run) -> Iterator[tuple[JudgedRun, list[int]]]:
        """The judged run in each order that a measure needs, with the places of the measures for that order."""
        lacking = sorted(set(self.qrels.topics).difference(run.topics))
        whole = run.with_empty(lacking) if lacking and self.conventions["missing"] == "score-0" else run
        wanted: dict[str, Spec | str] = {spec.text: spec for spec in self.specs}
        places = {spec.text: i for i, spec in enumerate(self.specs)}
        for by, measures in by_rank_order(wanted, self.conventions).items():
            joined = join(self.qrels, whole, by=by, rel=self.conventions["rel"], documents=True)
            yield joined, [places[text] for text in measures]

    def _means(self, judged: JudgedRun, measures: Sequence[int], kept: Bools) -> Floats:
        """The mean over topics of each measure with the ``kept`` judgements, shape (measures, repeats)."""
        settings = settings_under(self.conventions)
        topics = np.full((len(measures), len(kept), len(judged.topics)), np.nan)
        for block in judged.blocks():
            ranking, rows, missed = judged.ranking(block), judged.documents(block), judged.missed_documents(block)
            for part in _portions(len(kept), rows.size + missed.size):
                reduced = _reduced(ranking, kept[part][:, rows] | (rows < 0), kept[part][:, missed] & (missed >= 0))
                for i, place in enumerate(measures):
                    score = settings.compute(self.specs[place], reduced).score
                    topics[i, part, block] = score.reshape(-1, len(rows))
        return _means(topics)


def take_away_judgements(
    qrels: Judged,
    runs: Mapping[str, Returned],
    measures: str | Sequence[str] = STUDIED,
    *,
    shares: Sequence[float] = SHARES,
    repeats: int = REPEATS,
    seed: int = 0,
    conventions: str = DEFAULT_PRESET,
    **overrides: Any,
) -> Experiment:
    """An experiment that scores runs with all judgements, and with random samples of them.

    ``qrels``, ``measures`` and the values of ``runs`` are given as for ``evaluate``; the keys of ``runs`` are names.
    Each of the ``shares`` is above 0 and at most 1; the share 1 is always added. ``repeats`` is the number of samples
    for each share, and ``seed`` the seed of the random numbers. Raises ``InputError`` if something cannot be used; for
    a file, with its name and the line.
    """
    specs = read_measures(measures, conventions)
    for spec in specs:
        if spec.measure.needs_subtopics:
            raise InputError(FIELD, "not-for-samples-of-judgements", measure=spec.text)
    chosen = effective(conventions, overrides)
    judged = qrels_from(qrels)
    given = judged.columns if isinstance(judged, PlainQrels) else judged
    read = {name: _columns(run_from(run)) for name, run in runs.items()}
    every = tuple(sorted({1.0, *shares}, reverse=True))
    return Experiment(given, read, tuple(specs), every, repeats, seed, chosen)


def _columns(run: Run | PlainRun) -> Run:
    return run.columns if isinstance(run, PlainRun) else run


def _reduced(ranking: Ranking, kept: Bools, missed: Bools) -> Ranking:
    """The lists of a block once for each repeat, without the judgements that the repeat removes."""
    grades = np.where(kept, ranking.grades, UNJUDGED).astype(np.int16)
    others = np.where(missed, ranking.unretrieved, ABSENT).astype(np.int16)
    count = len(kept) * len(ranking.grades)
    size = np.broadcast_to(ranking.size, kept.shape[:2]).reshape(count)
    return Ranking(grades.reshape(count, -1), others.reshape(count, -1), size)


def _portions(count: int, places: int) -> Iterator[slice]:
    """Slices of ``count`` repeats, each small enough to stay in the cache."""
    step = max(1, PLACES // max(places, 1))
    return (slice(start, min(start + step, count)) for start in range(0, count, step))


def _means(scores: Floats) -> Floats:
    """The means over the last axis without NaN; NaN if all values are NaN."""
    there = ~np.isnan(scores)
    counts = there.sum(axis=-1)
    means = np.full(counts.shape, np.nan)
    np.divide(np.where(there, scores, 0.0).sum(axis=-1), counts, out=means, where=counts > 0)
    return means
