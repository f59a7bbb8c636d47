"""Scores many setups on the same files with ``evaluate``; setups with the same lists share a call."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, cast

import numpy as np

from ireval.evaluation.evaluation import evaluate
from ireval.evaluation.results import Evaluation, Scores
from ireval.numbers.arrays import Bools, Floats
from ireval.numbers.rounding import SAME, half_up
from ireval.reproduction.ranked_files import RankedFiles
from ireval.reproduction.setup import OF_RUN, TOPIC_ROUNDING, WITH_RELEVANT, Setup

#: Called with the number of finished steps and the number of all steps.
Progress = Callable[[int, int], object]
#: If all scores are multiples of 1, 1/2, 1/3 ... or 1 divided by this number, their mean can have few values.
_MOST_PARTS = 30


class TopicScores(NamedTuple):
    """The topics that a mean is over and their scores."""

    topics: tuple[str, ...]
    values: Floats
    average: str

    @property
    def mean(self) -> float:
        """The mean; NaN if no topic has a score."""
        return Scores(self.values, self.average).overall

    def step_of_mean(self) -> float:
        """The distance between two possible values of the mean of such scores; 0 if they share no small divisor."""
        parts = self.values[:, None] * np.arange(1, _MOST_PARTS + 1)
        fits = (np.abs(parts - np.round(parts)) <= SAME * np.arange(1, _MOST_PARTS + 1)).all(axis=0)
        return 1 / (float(fits.argmax()) + 1) / len(self.values) if fits.any() else 0.0

    def is_same(self, other: TopicScores) -> bool:
        """Whether these are the same topics with the same scores, except for rounding errors."""
        return self.topics == other.topics and bool(np.allclose(self.values, other.values, rtol=0, atol=SAME))


class Scorer:
    """Scores setups on ``files`` until ``most_work`` is used up, counted as places of lists times measures.

    ``left_over`` is the number of setups that were not scored for this reason.
    """

    def __init__(self, files: RankedFiles, most_work: float = float("inf")) -> None:
        self.files = files
        self.work_left = most_work
        self.left_over = 0
        self._found: dict[tuple[Any, ...], tuple[Evaluation, Scores]] = {}
        self._relevant: dict[int, Floats] = {}

    def prepare(self, setups: Iterable[Setup], on_progress: Progress | None = None) -> list[Setup]:
        """Score the setups, and return those that have scores now, in the given order."""
        listed = list(setups)
        groups: dict[tuple[Any, ...], dict[str, Setup]] = {}
        for setup in listed:
            if (setup.ranked, setup.spelled) not in self._found:
                groups.setdefault(setup.ranked, {})[setup.spelled] = setup
        for done, group in enumerate(groups.values()):
            if on_progress:
                on_progress(done, len(groups))
            self._evaluate(list(group.values()))
        if on_progress:
            on_progress(len(groups), len(groups))
        scored = [setup for setup in listed if (setup.ranked, setup.spelled) in self._found]
        self.left_over += len(listed) - len(scored)
        return scored

    def _evaluate(self, setups: list[Setup]) -> None:
        first = setups[0]
        work = len(self.files.run.scores) * len(setups)
        if work > self.work_left or first.order not in self.files.by_order:
            return
        self.work_left -= work
        options = first.options | {"missing": "score-0"}
        run = self.files.by_order[first.order]
        names = [setup.spelled for setup in setups]
        found = cast("Evaluation", evaluate(self.files.qrels, run, names, **options))
        for setup in setups:
            self._found[setup.ranked, setup.spelled] = found, found.scores[setup.spelled]

    def by_topic(self, setup: Setup) -> TopicScores:
        """The topics that the setup averages over, with their scores."""
        found, scores = self._found[setup.ranked, setup.spelled]
        absent = np.isin(found.topics, found.missing) if found.missing else np.zeros(len(found.topics), dtype=bool)
        kept: Bools = ~np.isnan(scores.values)
        if setup.chosen["missing"] == "left-out" or setup.topics == OF_RUN:
            kept &= ~absent
        if setup.topics == WITH_RELEVANT:
            kept &= self._relevant_totals(setup.chosen["rel"]) > 0
        topics, values = tuple(np.array(found.topics, object)[kept].tolist()), scores.values[kept]
        if setup.topics == OF_RUN:
            topics, values = (*topics, *found.unjudged), np.append(values, np.zeros(len(found.unjudged)))
        if setup.printing.startswith(TOPIC_ROUNDING):
            values = np.asarray(half_up(values, int(setup.printing.removeprefix(TOPIC_ROUNDING))), np.float64)
        return TopicScores(topics, values, scores.average)

    def _relevant_totals(self, rel: int) -> Floats:
        if rel not in self._relevant:
            self._relevant[rel] = self.files.relevant_totals(rel)
        return self._relevant[rel]
