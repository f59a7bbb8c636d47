"""Finds the ways of scoring a run that give a published score.

>>> found = reproduce(
...     {"1": {"a": 1, "b": 1}, "2": {"c": 1}}, {"1": {"a": 2.0, "x": 1.0, "b": 0.5}}, "map", "0.8333"
... )
>>> [match.way.tool.key for match in found.matches][0], found.matches[0].certainty
('trec-eval-9', 'sure')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ireval.conventions import DEFAULT_PRESET
from ireval.errors import InputError
from ireval.evaluation.evaluation import Judged, Returned
from ireval.measure.spelling import Spec, parse
from ireval.numbers.rounding import SAME
from ireval.numbers.typed_number import WANTED_PLACES, Typed, read_typed
from ireval.reproduction.ranked_files import RankedFiles
from ireval.reproduction.scorer import Progress, Scorer, TopicScores
from ireval.reproduction.setup import CUT, ROUNDED, TOPIC_ROUNDING
from ireval.reproduction.ways import Way, whole_tools, with_one_change, with_two_changes, without_repetition
from ireval.trec.reading.source import LIMIT

FIELD = "score"
#: A made-up number within this share of the highest score is what a match by chance would be.
NEAR = 0.05
#: The share of such numbers that a way and the likelier ones may match for it to be sure, and to be likely.
SURE, LIKELY = 0.01, 0.1
#: Ways that do not match, but come nearest.
_NEAREST = 4
#: As many decimals as an exact number is taken to have.
_EXACT = 12
#: Scores that are all whole multiples of one of 1, 1/2, 1/3 ... down to this part leave few numbers for their mean.
_MOST_PARTS = 30


@dataclass(frozen=True)
class Match:
    """A way that gives the published score: its ``scores``, and ``chance``.

    ``chance`` is the share of the numbers near the published one that this way or a likelier one gives. ``same`` are
    other ways with the same score on every topic: on these files nothing tells them apart.
    """

    way: Way
    scores: TopicScores
    chance: float
    same: tuple[Way, ...] = ()

    @property
    def value(self) -> float:
        """The mean with all decimals."""
        return self.scores.mean

    @property
    def certainty(self) -> str:
        """``sure``, ``likely``, or ``chance``."""
        return "sure" if self.chance <= SURE else "likely" if self.chance <= LIKELY else "chance"

    def with_same(self, way: Way) -> Match:
        """The match with one more way. trec_eval with one change comes before a tool that fewer people know."""
        is_simple = len(way.changes) == 1 and way.tool.preset == DEFAULT_PRESET
        if is_simple and not self.way.tool.is_familiar:
            return replace(self, way=way, same=(self.way, *self.same))
        return replace(self, same=(*self.same, way))


@dataclass(frozen=True)
class Near:
    """A way that does not give the published score, with its mean."""

    way: Way
    value: float


@dataclass(frozen=True, eq=False)
class Reproduction:
    """The answer: ``matches``, the likeliest first, or else the ``nearest`` ways. ``tried`` ways were looked at.

    ``left_over`` ways were not, because the files are large.
    """

    spec: Spec
    published: Typed
    files: RankedFiles
    matches: tuple[Match, ...]
    nearest: tuple[Near, ...]
    tried: int
    left_over: int


def reproduce(
    qrels: Judged,
    run: Returned,
    measure: str,
    score: str,
    *,
    limit: int = LIMIT,
    most_work: float = float("inf"),
    on_progress: Progress | None = None,
) -> Reproduction:
    """Find how the published ``score`` of ``measure`` was computed from ``qrels`` and ``run``.

    ``most_work`` bounds the work, counted in places of lists times measures; what is likelier is tried first. Two
    changes at once are tried only if fewer do not give the score.

    Raises ``InputError`` if something cannot be used.
    """
    spec = parse(measure)
    published = read_score(score, spec)
    files = RankedFiles.read(qrels, run, subtopics=spec.measure.needs_subtopics, limit=limit)
    if not set(files.qrels.topics).intersection(files.run.topics):
        raise InputError("run", "reproduce-no-common-topic")
    search = Search(published, Scorer(files, most_work))
    tools = whole_tools(spec)
    search.look_at(tools, on_progress)
    search.look_at(with_one_change(tools, files), on_progress)
    if not search.matches:
        search.look_at(with_two_changes(tools[0], files), on_progress)
    return Reproduction(
        spec, published, files, tuple(search.matches), search.nearest(), search.tried, search.scorer.left_over
    )


def read_score(text: str, spec: Spec) -> Typed:
    """The published score: above 1 it is a percentage, if the measure is at most 1.

    Raises ``InputError`` if it is not a number or has too few decimals to be looked for.
    """
    typed = read_typed(text, FIELD)
    if spec.measure.bounded and not typed.percent and abs(typed.value) > 1 + SAME:
        typed = typed.as_percent
    if typed.places is not None and typed.places < WANTED_PLACES:
        raise InputError(FIELD, "published-too-few-decimals", text=typed.text)
    if spec.measure.bounded and abs(typed.value) > 1 + SAME:
        raise InputError(FIELD, "published-too-high", text=typed.text, measure=spec.text)
    return typed


class Search:
    """Looks at ways, the likeliest first, and keeps the matches; values count once for the chance of a match."""

    def __init__(self, published: Typed, scorer: Scorer) -> None:
        self.published, self.scorer = published, scorer
        self.matches: list[Match] = []
        self.tried = 0
        self._seen: set[Any] = set()
        self._others: list[Near] = []
        self._values: set[float] = set()

    def look_at(self, ways: Sequence[Way], on_progress: Progress | None) -> None:
        """Score the ways that do something new, and keep those that give the published score."""
        fresh = list(without_repetition(ways, self._seen))
        scored = {id(setup) for setup in self.scorer.prepare([way.setup for way in fresh], on_progress)}
        new = {id(way) for way in fresh}
        for way in ways:
            if id(way) not in new:
                self._repeat(way)
            elif id(way.setup) in scored:
                self._look_at(way)

    def _repeat(self, way: Way) -> None:
        """Name a way that does what another did, if it is a tool as a whole or more familiar than that."""
        for i, match in enumerate(self.matches):
            if way.changes and (match.way.tool.is_familiar or way.tool.preset != DEFAULT_PRESET):
                continue
            if any(other.setup.effect == way.setup.effect for other in (match.way, *match.same)):
                self.matches[i] = match.with_same(way)

    def _look_at(self, way: Way) -> None:
        scores = self.scorer.by_topic(way.setup)
        value = scores.mean
        if value != value:
            return
        self.tried += 1
        is_cut = way.setup.printing == CUT
        self._values.add(round(value / self._unit) + (0.5 if is_cut else 0))
        if not (self.published.cuts(value) if is_cut else self.published.meets(value)):
            self._others.append(Near(way, value))
            return
        if way.setup.printing.startswith(TOPIC_ROUNDING) and self._meets_without_rounding(way):
            return
        for i, other in enumerate(self.matches):
            if _alike(scores, other.scores):
                self.matches[i] = other.with_same(way)
                return
        self.matches.append(Match(way, scores, self._chance(scores if way.changes else None)))

    def _meets_without_rounding(self, way: Way) -> bool:
        """Whether the mean of exact scores is the published one as well: then the rounding explains nothing."""
        exact = self.scorer.by_topic(replace(way.setup, printing=ROUNDED))
        return self.published.meets(exact.mean)

    @property
    def _unit(self) -> float:
        return self.published.unit or 10.0**-_EXACT

    def _chance(self, changed: TopicScores | None) -> float:
        """The share of the numbers near the published one that were looked at so far.

        Where all scores of topics are tenths, as with P@10, a mean can only be one of few numbers. That another measure
        or order has the same is then often a coincidence: only such numbers count if ``changed`` has scores like these.
        """
        reach = NEAR * max(1.0, abs(self.published.value))
        near = sum(abs(value * self._unit - self.published.value) <= reach for value in self._values)
        step = max(self._unit, _step_of_means(changed) if changed else 0)
        return near / max(2 * reach / step, 1)

    def nearest(self) -> tuple[Near, ...]:
        """The nearest ways with different scores, if nothing matches."""
        if self.matches:
            return ()
        found: list[Near] = []
        for near in sorted(self._others, key=lambda n: abs(n.value - self.published.value)):
            if all(abs(near.value - other.value) > SAME for other in found):
                found.append(near)
            if len(found) == _NEAREST:
                break
        return tuple(found)


def _step_of_means(scores: TopicScores) -> float:
    """The distance of two numbers that the mean of such scores can be; 0 if they share no small divisor."""
    parts = scores.values[:, None] * np.arange(1, _MOST_PARTS + 1)
    fits = (np.abs(parts - np.round(parts)) <= SAME * np.arange(1, _MOST_PARTS + 1)).all(axis=0)
    return 1 / (float(fits.argmax()) + 1) / len(scores.values) if fits.any() else 0.0


def _alike(one: TopicScores, other: TopicScores) -> bool:
    return one.topics == other.topics and bool(np.allclose(one.values, other.values, rtol=0, atol=SAME))
