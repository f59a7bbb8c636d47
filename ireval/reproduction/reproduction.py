"""Finds the ways of scoring a run that give a published score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

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
#: The chance of a match is estimated among the numbers within this distance of the published score: a share of the
#: score, or of 1 if the score is lower.
NEAR = 0.05
#: A match is sure, or likely, if it and the likelier ways give at most this share of those numbers.
SURE, LIKELY = 0.01, 0.1
#: The number of ways that are reported as nearest if no way matches.
_NEAREST = 4
#: An exact number, such as a fraction, counts as a number with this many decimals.
_EXACT = 12


@dataclass(frozen=True)
class Match:
    """A way that gives the published score: its ``scores``, and ``chance``.

    ``chance`` is the share of the numbers near the published one that this way or a likelier one gives. ``same`` are
    other ways with the same score on every topic, which cannot be distinguished on these files.
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
    """The answer: ``matches``, the likeliest first, or else the ``nearest`` ways.

    ``tried`` is the number of ways that were scored, and ``left_over`` the number of ways that were not, because the
    files are large.
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
    """Find how a published score was computed.

    Parameters
    ----------
    qrels, run
        The judgements and the run, as ``evaluate`` takes them.
    measure
        The name of the measure, such as ``"map"``.
    score
        The published score as text, with all of its decimals. Above 1 it is read as a percentage if the measure is
        at most 1.
    limit
        The largest size of a file in bytes, after decompression.
    most_work
        The most work, as places of lists times measures. Likelier ways are tried first.
    on_progress
        A function that is called with the number of finished steps and the number of all steps.

    Returns
    -------
    Reproduction
        The ``matches``, the likeliest first; without a match, the ``nearest`` ways. Two changes at once are tried only
        if no single change gives the score.

    Raises
    ------
    InputError
        If a file or the measure cannot be used, or the score is no number or has too few decimals.

    Examples
    --------
    >>> found = reproduce(
    ...     {"1": {"a": 1, "b": 1}, "2": {"c": 1}}, {"1": {"a": 2.0, "x": 1.0, "b": 0.5}}, "map", "0.8333"
    ... )
    >>> [match.way.tool.key for match in found.matches][0], found.matches[0].certainty
    ('trec-eval-9', 'sure')

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
    """Scores ways, the likeliest first, and collects the matches.

    For the chance of a match, equal values of several ways count once.
    """

    def __init__(self, published: Typed, scorer: Scorer) -> None:
        self.published, self.scorer = published, scorer
        self.matches: list[Match] = []
        self.tried = 0
        self._seen: set[Any] = set()
        self._others: list[Near] = []
        self._values: set[float] = set()

    def look_at(self, ways: Sequence[Way], on_progress: Progress | None) -> None:
        """Score the ways that differ from all earlier ones, and collect those that give the published score."""
        fresh = list(without_repetition(ways, self._seen))
        scored = {id(setup) for setup in self.scorer.prepare([way.setup for way in fresh], on_progress)}
        new = {id(way) for way in fresh}
        for way in ways:
            if id(way) not in new:
                self._repeat(way)
            elif id(way.setup) in scored:
                self._look_at(way)

    def _repeat(self, way: Way) -> None:
        """Add a way that equals an earlier one to its match, if it is a whole tool or a more familiar one."""
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
            if scores.is_same(other.scores):
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
        """The share of the numbers near the published one that the ways scored so far give.

        If all scores of topics are tenths, as with P@10, a mean can only have few values, and another measure often has
        the same mean by coincidence. If the scores in ``changed`` are like this, only these values count.
        """
        reach = NEAR * max(1.0, abs(self.published.value))
        near = sum(abs(value * self._unit - self.published.value) <= reach for value in self._values)
        step = max(self._unit, changed.step_of_mean() if changed else 0)
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
