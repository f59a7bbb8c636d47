"""Inverse tasks: change a ranking so that, say, one measure rises and another falls. Many answers may be correct.

An answer is two ranks to swap (``2 7``), or the labels in another order (``0120``); it is checked by computing the
measures. One swap moves the higher of two grades up or down, and nDCG and AP follow it: to make nDCG rise while AP
falls takes several swaps. If a swap lifts a relevant document, so does a swap of two neighbours between the two ranks;
so such a measure must rise as far as possible, otherwise guesses of neighbours would often be correct.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from ireval.errors import InputError
from ireval.exercises.question.typed_answers import ranks_in
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec, parse
from ireval.messages.catalogue import say
from ireval.messages.message import Figures, Message
from ireval.numbers.arrays import Floats
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import SAME
from ireval.ranking.judgements import Ranking
from ireval.ranking.labels import read_labels, write_labels

SWAP, ORDER = "swap", "order"
#: Goals besides the sign of a change: no other swap that reaches all goals makes the measure rise or fall more.
MOST, LEAST = 2, -2
_GOALS = {1: "short-goal-rises", -1: "short-goal-falls", 0: "short-goal-stays"}
_GOALS |= {MOST: "short-goal-rises-most", LEAST: "short-goal-falls-most"}
_SHOULD = {1: "but-should-rise", -1: "but-should-fall", 0: "but-should-stay"}
_COULD = {MOST: "but-could-rise-more", LEAST: "but-could-fall-more"}
#: The most decimals of differences.
_MOST_PLACES = 8


#: Each measure with its required change.
Goals = Sequence[tuple[Spec, int]]


class Aim(NamedTuple):
    """The required change of each measure: 1 (it rises), -1 (it falls), 0 (it stays), ``MOST`` or ``LEAST``."""

    key: str
    form: str
    goals: tuple[tuple[str, int], ...]
    unjudged: int = 0  #: documents without a judgement that a drawn list needs

    @property
    def specs(self) -> tuple[tuple[Spec, int], ...]:
        """The goals with their measures parsed."""
        return tuple((parse(name), sign) for name, sign in self.goals)

    @property
    def title(self) -> Message:
        """The task in a few words: ``Swap two: nDCG@5 rises, AP falls``."""
        goals = [Message(_GOALS[sign], measure=name) for name, sign in self.goals]
        return Message("swap-title" if self.form == SWAP else "order-title", goals=goals)


AIMS: Mapping[str, Aim] = {
    aim.key: aim
    for aim in (
        Aim("ndcg-up-ap-same", SWAP, (("nDCG@5", MOST), ("AP", 0))),
        Aim("p-same-ap-up", SWAP, (("Rprec", 0), ("AP", MOST))),
        Aim("rr-same-ndcg-down", SWAP, (("RR", 0), ("nDCG@5", LEAST), ("P@5", 0))),
        Aim("bpref-same-ap-up", SWAP, (("Bpref", 0), ("AP", MOST)), unjudged=3),
        Aim("ndcg-up-ap-down", ORDER, (("nDCG@5", 1), ("AP", -1))),
        Aim("p-down-ap-up", ORDER, (("P@5", -1), ("AP", 1))),
        Aim("rr-down-ap-up", ORDER, (("RR", -1), ("AP", 1))),
    )
}


@dataclass(frozen=True, eq=False)
class InverseTask:
    """An aim on a list; ``names`` are those of its documents, by rank."""

    aim: Aim
    ranking: Ranking
    conventions: Mapping[str, Any]
    decimals: int
    names: tuple[str, ...] = ()

    @property
    def goals(self) -> tuple[tuple[Spec, int], ...]:
        """The measures of the aim, each with its sign."""
        return self.aim.specs

    @cached_property
    def before(self) -> tuple[float, ...]:
        """The scores of the goals' measures before the change."""
        return tuple(float(compute(spec, self.ranking, self.conventions).score) for spec, _ in self.goals)

    def judge(self, answer: str) -> tuple[bool, str]:
        """Whether an answer is correct, and its effect in words. Raises ``InputError`` if it cannot be read."""
        good, effect = self.effect(answer)
        return good, say(effect)

    def effect(self, answer: str) -> tuple[bool, Message]:
        """Whether an answer is correct, and its effect on each measure. Raises ``InputError`` if it cannot be read."""
        swap = self._swap(answer) if self.aim.form == SWAP else None
        scores = self._scores(_after(self.ranking.grades, [swap]) if swap else self._ordered(answer))
        near = bool(self._good(scores))
        good = near and (swap is None or f"{min(swap) + 1} {max(swap) + 1}" in self._solutions)
        effects = [self._effect_on(i, float(x), more=near and not good) for i, x in enumerate(scores)]
        joined = reduce(lambda first, rest: Message("effects", first=first, rest=rest), effects)
        return good, Message("task-done" if good else "task-not-done", effects=joined)

    def solutions(self) -> list[str]:
        """Return correct answers, those with the largest effect first: swaps, or orders after two swaps."""
        return list(self._solutions)

    @cached_property
    def _solutions(self) -> list[str]:
        n = self.ranking.grades.shape[-1]
        pairs = list(combinations(range(n), 2))
        if self.aim.form == SWAP:
            solving, scores = solving_swaps(self.goals, self.ranking, self.conventions)
            return [f"{pairs[i][0] + 1} {pairs[i][1] + 1}" for i in self._clearest_first(solving, scores)]
        block = np.stack([_after(self.ranking.grades, swaps) for swaps in combinations(pairs, 2)])
        scores = self._scores(block)
        first = self._clearest_first(self._good(scores), scores)
        return list(dict.fromkeys(write_labels(block[i].tolist()) for i in first))

    @cached_property
    def is_easy(self) -> bool:
        """Whether a simple order is a solution: sorted, reversed, or moved by one."""
        grades = self.ranking.grades
        orders = (np.sort(grades), -np.sort(-grades), grades[::-1], np.roll(grades, 1), np.roll(grades, -1))
        return bool(np.any(self._good(self._scores(np.stack(orders)))))

    def _scores(self, grades: Any) -> Floats:
        """The score of each goal's measure on one ranking or a block of rankings; the first axis is the goal."""
        return _scores(self.goals, replace(self.ranking, grades=grades), self.conventions)

    def _good(self, scores: Floats) -> Any:
        """Whether the scores change in the required directions."""
        return _in_direction(self.goals, _changes(scores, self.before))

    def _clearest_first(self, good: Any, scores: Floats) -> list[int]:
        """The places of ``good`` answers, first those whose smallest required change is largest."""
        wanted = [np.abs(x - self.before[i]) for i, x in enumerate(scores) if self.goals[i][1]]
        clear = np.min(wanted, axis=0)
        return sorted(np.flatnonzero(good).tolist(), key=lambda i: (-round(float(clear[i]), 9), i))

    def _effect_on(self, goal: int, score: float, *, more: bool) -> Message:
        """A message on the actual and the required change of a measure; with ``more``, another swap changes it more."""
        spec, sign = self.goals[goal]
        does = int(_changes(np.asarray([score]), self.before[goal : goal + 1])[0])
        if not does:
            effect = Message("score-stays", measure=str(spec), score=Figures(fixed(score, self.decimals)))
        else:
            before, after = _different_figures(self.before[goal], score, self.decimals)
            key = "score-rises" if does > 0 else "score-falls"
            effect = Message(key, measure=str(spec), before=before, after=after)
        if does != np.sign(sign):
            return Message(_SHOULD[int(np.sign(sign))], effect=effect)
        return Message(_COULD[sign], effect=effect) if more and sign in _COULD else effect

    def _swap(self, answer: str) -> tuple[int, int]:
        """The two places that an answer swaps, from 0."""
        n = self.ranking.grades.shape[-1]
        ranks = ranks_in(answer, self.names)
        if ranks is None or len(ranks) != 2:
            raise InputError("answer", "not-two-ranks", answer=answer)
        wrong = next((rank for rank in ranks if not 1 <= rank <= n), None)
        if wrong is not None:
            raise InputError("answer", "no-such-rank", rank=wrong, most=n)
        if ranks[0] == ranks[1]:
            raise InputError("answer", "rank-twice", rank=ranks[0])
        return ranks[0] - 1, ranks[1] - 1

    def _ordered(self, answer: str) -> Any:
        """The labels in another order; or the documents, by name or by the rank that they have now."""
        own = self.ranking.grades
        try:
            grades = read_labels(re.sub(r"unjudged", "u", re.sub(r"[\s,;/|()\[\]>]", "", answer.casefold())), "answer")
        except InputError:
            grades = []
        if sorted(grades) != sorted(own.tolist()):
            ranks = ranks_in(answer.replace(">", " "), self.names) or []
            if sorted(ranks) != list(range(1, len(own) + 1)):
                labels = write_labels(sorted(own.tolist(), reverse=True))
                raise InputError("answer", "not-these-labels", labels=labels)
            return own[np.asarray(ranks) - 1]
        return np.asarray(grades, dtype=own.dtype)


def solving_swaps(goals: Goals, ranking: Ranking, conventions: Mapping[str, Any]) -> tuple[Any, Floats]:
    """Whether each swap of a ranking, or of each of a block, reaches the goals, and the scores after each swap.

    Swaps are in the order of ``combinations``; the first axis of the scores is the goal.
    """
    places = range(ranking.grades.shape[-1])
    swapped = np.stack([_after(np.asarray(places), [pair]) for pair in combinations(places, 2)])
    scores = _scores(goals, replace(ranking, grades=ranking.grades[..., swapped]), conventions)
    before = _scores(goals, ranking, conventions)[..., None]
    good = _in_direction(goals, _changes(scores, before))
    for (_, sign), change in zip(goals, scores - before, strict=True):
        if sign in _COULD:
            reached = np.where(good, np.abs(change), -1)
            good = good & (reached >= reached.max(axis=-1, keepdims=True) - SAME)
    return good, scores


def _scores(goals: Goals, ranking: Ranking, conventions: Mapping[str, Any]) -> Floats:
    """The score of each goal's measure on one ranking or a block of rankings; the first axis is the goal."""
    lead = ranking.grades.shape[:-1]
    missed, size = ranking.unretrieved, np.asarray(ranking.size)
    other = Ranking(
        ranking.grades,
        np.broadcast_to(missed, (*lead, missed.shape[-1])),
        np.broadcast_to(size, lead),
    )
    return np.stack([compute(spec, other, conventions).score for spec, _ in goals])


def _changes(scores: Any, before: Any) -> Any:
    """The signs of the changes; the first axis is the goal."""
    changes = [np.subtract(score, was) for score, was in zip(scores, before, strict=True)]
    return np.stack([np.where(np.abs(change) <= SAME, 0, np.sign(change)) for change in changes])


def _in_direction(goals: Goals, changes: Any) -> Any:
    return np.logical_and.reduce([does == np.sign(sign) for does, (_, sign) in zip(changes, goals, strict=True)])


def _after(grades: Any, swaps: Sequence[tuple[int, int]]) -> Any:
    """The grades after some swaps, one after the other."""
    order = np.arange(len(grades))
    for i, j in swaps:
        order[i], order[j] = order[j], order[i]
    return grades[order]


def _different_figures(a: float, b: float, places: int) -> tuple[Figures, Figures]:
    """Two numbers with as many decimals as they need to differ."""
    enough = (more for more in range(places, _MOST_PLACES) if fixed(a, more) != fixed(b, more))
    more = next(enough, _MOST_PLACES)
    return Figures(fixed(a, more)), Figures(fixed(b, more))
