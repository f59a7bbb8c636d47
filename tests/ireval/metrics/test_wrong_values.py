"""The values of mistakes, against formulas in plain Python that know nothing of the declarations."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import pytest

from ireval.conventions import effective
from ireval.diagnosis.causes import wrong_values
from ireval.measure.scores import compute
from ireval.measure.spelling import parse
from ireval.numbers.arrays import Floats
from ireval.ranking.judgements import UNJUDGED, Ranking

Grades = Sequence[int]
K = 5


class Query(NamedTuple):
    """A list ``x``, and what it missed."""

    x: Grades
    m: Grades

    @property
    def all(self) -> Grades:
        return [*self.x, *self.m]

    @property
    def r(self) -> int:
        return hits(self.all)


#: A wrong value; None where the mistake cannot be made.
Wrong = Callable[[Query], float | None]


def hits(x: Grades, i: int | None = None) -> int:
    return sum(g > 0 for g in x[:i])


def above(x: Grades, i: int) -> int:
    """Judged non-relevant documents above place i, counted from 0."""
    return sum(g == 0 for g in x[:i])


def precisions(x: Grades) -> list[float]:
    return [hits(x, i) / i for i in range(1, len(x) + 1)]


def at_relevant(x: Grades) -> list[float]:
    return [p for p, g in zip(precisions(x), x, strict=True) if g > 0]


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def gains(x: Grades) -> list[int]:
    return [max(g, 0) for g in x]


def ideal(q: Query) -> list[int]:
    return sorted(gains(q.all), reverse=True)


def dcg(g: Sequence[float], log: Callable[[float], float] = math.log2) -> float:
    return sum(v if i == 1 else v / log(i) for i, v in enumerate(g, start=1))


def cumulated(g: Sequence[float]) -> list[float]:
    return [sum(g[: i + 1]) for i in range(len(g))]


def both(q: Query, of: Callable[[Sequence[float]], float], k: int = K) -> float:
    """The same sum over the list and the ideal list, as a share."""
    return of(gains(q.x)[:k]) / of(ideal(q)[:k])


def recall(q: Query) -> float:
    return hits(q.x) / q.r


def f(p: float, r: float, b2: float = 4) -> float:
    return (1 + b2) * p * r / (b2 * p + r) if p else 0.0


def rprec(x: Grades, rank: int) -> float | None:
    return hits(x, rank) / rank if rank else None


def bpref(x: Grades, count: Callable[[int], float], cap: float) -> float:
    """bpref's sum, with ``count`` of place i capped, where it is not divided by R yet."""
    return sum(1 - min(count(i), cap) / cap for i, g in enumerate(x) if g > 0)


def interpolated(q: Query, choose: Callable[[float, list[tuple[float, float]]], float]) -> list[float]:
    """What ``choose`` makes of a level and the points (recall, precision), at the eleven levels."""
    points = [(hits(q.x, i) / q.r, hits(q.x, i) / i) for i in range(1, len(q.x) + 1)]
    return [choose(level / 10, points) for level in range(11)]


def usual(level: float, points: list[tuple[float, float]]) -> float:
    return max((p for r, p in points if r >= level - 1e-9), default=0)


def first(x: Grades) -> int | None:
    return next((i for i, g in enumerate(x, start=1) if g > 0), None)


def if_any(condition: object, value: Callable[[], float]) -> float | None:
    return value() if condition else None


def read(x: Grades, weight: Callable[[int], float]) -> float:
    """The weights of the ranks that hold something relevant."""
    return sum(weight(i) for i, g in enumerate(x, start=1) if g > 0)


def stops(x: Grades) -> list[float]:
    return [(2**g - 1) / 16 for g in gains(x)]


def gets_to(x: Grades, i: int) -> float:
    return math.prod(1 - s for s in stops(x)[: i - 1])


def blend(q: Query, i: int) -> float:
    return (hits(q.x, i) + sum(gains(q.x)[:i])) / (i + sum(ideal(q)[:i]))


def blends(q: Query) -> list[float]:
    return [blend(q, i) for i, g in enumerate(q.x, start=1) if g > 0]


WRONG: dict[str, dict[str, Wrong]] = {
    "P@5": {
        "swaps-precision-and-recall": lambda q: hits(q.x, K) / q.r,
        "divides-by-the-length": lambda q: if_any(len(q.x) > K, lambda: hits(q.x, K) / len(q.x)),
        "averages-every-rank": lambda q: mean(precisions(q.x)[:K]),
        "adds-grades": lambda q: if_any(max(q.x[:K]) > 1, lambda: sum(gains(q.x)[:K]) / K),
        "one-rank-early": lambda q: hits(q.x, 4) / 4,
        "one-rank-late": lambda q: hits(q.x, 6) / 6,
        "forgets-the-cutoff": lambda q: hits(q.x) / len(q.x),
    },
    "R": {
        "swaps-precision-and-recall": lambda q: hits(q.x) / len(q.x),
        "divides-by-the-judged": lambda q: hits(q.x) / sum(g >= 0 for g in q.all),
        "takes-found-for-all": lambda q: if_any(hits(q.m) and hits(q.x), lambda: 1),
    },
    "F(beta=2)": {
        "arithmetic-mean": lambda q: (hits(q.x) / len(q.x) + recall(q)) / 2,
        "geometric-mean": lambda q: math.sqrt(hits(q.x) / len(q.x) * recall(q)),
        "forgets-the-factor": lambda q: if_any(hits(q.x), lambda: f(hits(q.x) / len(q.x), recall(q)) / 5),
        "swaps-precision-and-recall": lambda q: if_any(hits(q.x), lambda: f(recall(q), hits(q.x) / len(q.x))),
        "beta-not-squared": lambda q: if_any(hits(q.x), lambda: f(hits(q.x) / len(q.x), recall(q), 2)),
        "forgets-beta": lambda q: f(hits(q.x) / len(q.x), recall(q), 1),
    },
    "Rprec": {
        "takes-found-for-all": lambda q: if_any(hits(q.m) and hits(q.x), lambda: hits(q.x, hits(q.x)) / hits(q.x)),
        "takes-the-whole-list": lambda q: if_any(len(q.x) != q.r, lambda: hits(q.x) / len(q.x)),
        "counts-below-rank-r": lambda q: if_any(len(q.x) > q.r, lambda: recall(q)),
        "one-rank-early": lambda q: rprec(q.x, q.r - 1),
        "one-rank-late": lambda q: rprec(q.x, q.r + 1),
    },
    "AP": {
        "averages-every-rank": lambda q: mean(precisions(q.x)),
        "adds-every-rank": lambda q: sum(precisions(q.x)) / q.r,
        "divides-by-the-ranks": lambda q: if_any(len(q.x) != q.r, lambda: sum(at_relevant(q.x)) / len(q.x)),
        "forgets-to-divide": lambda q: sum(at_relevant(q.x)),
        "leaves-itself-out": lambda q: sum(hits(q.x, i - 1) / i for i, g in enumerate(q.x, start=1) if g > 0) / q.r,
        "reciprocal-ranks": lambda q: sum(1 / i for i, g in enumerate(q.x, start=1) if g > 0) / q.r,
    },
    "AP@5": {
        "forgets-the-cutoff": lambda q: sum(at_relevant(q.x)) / q.r,
        "takes-found-for-all": lambda q: if_any(
            hits(q.x, K) < hits(q.x) and hits(q.m), lambda: sum(at_relevant(q.x[:K])) / hits(q.x)
        ),
    },
    "RR": {
        "counts-from-0": lambda q: if_any((first(q.x) or 0) > 1, lambda: 1 / ((first(q.x) or 0) - 1)),
        "counts-from-2": lambda q: if_any(hits(q.x), lambda: 1 / ((first(q.x) or 0) + 1)),
        "gives-the-rank": lambda q: if_any((first(q.x) or 0) > 1, lambda: first(q.x) or 0),
        "averages-all": lambda q: if_any(
            hits(q.x) > 1, lambda: mean([1 / i for i, g in enumerate(q.x, start=1) if g > 0])
        ),
    },
    "Bpref": {
        "counts-unjudged": lambda q: if_any(
            UNJUDGED in q.x,
            lambda: bpref(q.x, lambda i: i - hits(q.x, i), q.r) / q.r,
        ),
        "forgets-the-cap": lambda q: if_any(
            any(g > 0 and above(q.x, i) > q.r for i, g in enumerate(q.x)),
            lambda: sum(1 - above(q.x, i) / q.r for i, g in enumerate(q.x) if g > 0) / q.r,
        ),
        "counts-everything-above": lambda q: bpref(q.x, lambda i: i, q.r) / q.r,
        "averages-the-found": lambda q: if_any(
            hits(q.m) and hits(q.x), lambda: bpref(q.x, lambda i: above(q.x, i), q.r) / hits(q.x)
        ),
        "forgets-1-minus": lambda q: (hits(q.x) - bpref(q.x, lambda i: above(q.x, i), q.r)) / q.r,
    },
    "DCG@5": {
        "drops-rank-1": lambda q: if_any(q.x[0] > 0, lambda: dcg([0, *gains(q.x)[1:K]])),
        "natural-logarithm": lambda q: dcg(gains(q.x)[:K], math.log),
        "decimal-logarithm": lambda q: dcg(gains(q.x)[:K], math.log10),
        "discounts-cg": lambda q: dcg(cumulated((gains(q.x) + [0] * K)[:K])),
        "discounts-by-rank": lambda q: sum(g / i for i, g in enumerate(gains(q.x)[:K], start=1)),
        "discounts-the-total": lambda q: sum(gains(q.x)[:K]) / math.log2(K),
        "forgets-the-cutoff": lambda q: dcg(gains(q.x)),
    },
    "IDCG@5": {
        "ideal-in-given-order": lambda q: dcg(gains(q.all)[:K]),
        "natural-logarithm": lambda q: dcg(ideal(q)[:K], math.log),
    },
    "nDCG@5": {
        "ideal-in-given-order": lambda q: if_any(
            sum(gains(q.all)[:K]), lambda: dcg(gains(q.x)[:K]) / dcg(gains(q.all)[:K])
        ),
        "ideal-of-the-top": lambda q: if_any(
            len(q.x) > K and hits(q.x, K), lambda: dcg(gains(q.x)[:K]) / dcg(sorted(gains(q.x)[:K], reverse=True))
        ),
        "forgets-to-divide": lambda q: dcg(gains(q.x)[:K]),
        "drops-rank-1": lambda q: if_any(hits(q.all) > 1, lambda: both(q, lambda g: dcg([0, *g[1:]]))),
        "natural-logarithm": lambda q: both(q, lambda g: dcg(g, math.log)),
        "discounts-by-rank": lambda q: both(q, lambda g: sum(v / i for i, v in enumerate(g, start=1))),
        "forgets-the-cutoff": lambda q: dcg(gains(q.x)) / dcg(ideal(q)[: len(q.x)]),
    },
    "IPrec11": {
        "divides-by-10": lambda q: sum(interpolated(q, usual)) / 10,
        "averages-reached-levels": lambda q: if_any(
            hits(q.m) and hits(q.x), lambda: mean([p for p in interpolated(q, usual) if p])
        ),
        "does-not-interpolate": lambda q: mean(
            interpolated(q, lambda level, points: next((p for r, p in points if r >= level - 1e-9), 0))
        ),
        "looks-back": lambda q: mean(
            interpolated(q, lambda level, points: max((p for r, p in points if r <= level + 1e-9), default=0))
        ),
        "exact-recall-only": lambda q: mean(
            interpolated(q, lambda level, points: max((p for r, p in points if abs(r - level) < 1e-9), default=0))
        ),
    },
    "RBP(p=0.7)": {
        "forgets-the-factor": lambda q: read(q.x, lambda i: 0.7 ** (i - 1)),
        "counts-from-0": lambda q: read(q.x, lambda i: 0.3 * 0.7**i),
        "swaps-p": lambda q: read(q.x, lambda i: 0.7 * 0.3 ** (i - 1)),
    },
    "RBP(p=0.5)@5": {"counts-from-0": lambda q: read(q.x[:K], lambda i: 0.5 ** (i + 1))},
    "ERR@5": {
        "forgets-who-stopped": lambda q: sum(s / i for i, s in enumerate(stops(q.x)[:K], start=1)),
        "counts-from-2": lambda q: sum(s * gets_to(q.x, i) / (i + 1) for i, s in enumerate(stops(q.x)[:K], start=1)),
        "forgets-the-rank": lambda q: 1 - gets_to(q.x, K + 1),
    },
    "Judged@5": {
        "counts-relevant-only": lambda q: hits(q.x, K) / K,
        "divides-by-the-judged": lambda q: sum(g >= 0 for g in q.x[:K]) / sum(g >= 0 for g in q.all),
    },
    "Success@5": {
        "gives-the-share": lambda q: if_any(hits(q.x, K), lambda: hits(q.x, K) / K),
        "counts-every-one": lambda q: if_any(hits(q.x, K) > 1, lambda: hits(q.x, K)),
    },
    "nCG@5": {
        "discounts-the-gain": lambda q: both(q, lambda g: sum(v / math.log2(i + 1) for i, v in enumerate(g, start=1))),
        "forgets-to-divide": lambda q: sum(gains(q.x)[:K]),
    },
    "Q": {
        "averages-the-found": lambda q: if_any(hits(q.m) and hits(q.x), lambda: mean(blends(q))),
        "adds-every-rank": lambda q: sum(blend(q, i) for i in range(1, len(q.x) + 1)) / q.r,
        "takes-gain-only": lambda q: read(q.x, lambda i: sum(gains(q.x)[:i]) / sum(ideal(q)[:i])) / q.r,
    },
}

#: Not defined where the number stays the right one.
ONLY_WHERE_IT_SHOWS = {"forgets-the-cutoff", "one-rank-early", "one-rank-late", "takes-found-for-all"}


@cache
def queries() -> list[Query]:
    """Random queries that have relevant documents."""
    draw = random.Random(11)  # noqa: S311 - the same lists in every run
    labels = [draw.choices([0, 1, 2, 3, UNJUDGED], [4, 3, 1, 1, 1], k=draw.randint(K, 12)) for _ in range(300)]
    drawn = [Query(x, draw.choices([0, 1, 2, 3], k=draw.randint(0, 5))) for x in labels]
    return [query for query in drawn if query.r]


def scores(name: str, block: Ranking) -> tuple[Floats, dict[str, Floats]]:
    """The correct scores of a block of lists, and the wrong ones by the mistakes' keys."""
    conventions = effective("lillis")
    return compute(parse(name), block, conventions).score, wrong_values(name, block, conventions)


@pytest.mark.parametrize(("name", "key"), [(name, key) for name, keys in WRONG.items() for key in keys])
def test_wrong_values_are_what_the_text_says(name: str, key: str) -> None:
    """With the choices of LILLIS, on random lists."""
    drawn = queries()
    correct, wrong = scores(name, Ranking.block(Ranking.one(*query) for query in drawn))
    compared = 0
    for i, query in enumerate(drawn):
        expected = WRONG[name][key](query)
        value = wrong[key][i]
        if expected is not None and math.isnan(value) and key in ONLY_WHERE_IT_SHOWS:
            value = correct[i]
        compared += expected is not None
        assert value == pytest.approx(math.nan if expected is None else expected, abs=1e-12, nan_ok=True), query
    assert compared >= 20


Subtopics = frozenset[int]


class Diverse(NamedTuple):
    """Which subtopics the documents of a list cover, and those that it missed."""

    x: Sequence[Subtopics]
    m: Sequence[Subtopics]

    @property
    def s(self) -> int:
        return len(union([*self.x, *self.m]))


def union(x: Sequence[Subtopics]) -> Subtopics:
    return frozenset().union(*x)


def novelty(x: Sequence[Subtopics], again: float = 0.5) -> list[float]:
    """What each document is worth; a subtopic ``again`` times as much each time."""
    return [sum(again ** sum(j in above for above in x[:i]) for j in x[i]) for i in range(len(x))]


def greedy(q: Diverse, again: float = 0.5) -> list[float]:
    left, taken = [*q.x, *q.m], list[Subtopics]()
    while left:
        taken.append(max(left, key=lambda d: novelty([*taken, d], again)[-1]))
        left.remove(taken[-1])
    return novelty(taken, again)


def logs(g: Sequence[float]) -> float:
    return sum(v / math.log2(i + 1) for i, v in enumerate(g[:K], start=1))


def by_ranks(g: Sequence[float]) -> float:
    return sum(v / i for i, v in enumerate(g[:K], start=1))


WRONG_DIVERSITY: dict[str, dict[str, Callable[[Diverse], float | None]]] = {
    "alpha_nDCG@5": {
        "forgets-repeats": lambda q: logs(novelty(q.x, 1)) / logs(greedy(q, 1)),
        "ideal-not-discounted": lambda q: logs(novelty(q.x)) / sum(greedy(q)[:K]),
        "forgets-to-divide": lambda q: logs(novelty(q.x)),
    },
    "StRecall@5": {
        "counts-repeats": lambda q: sum(map(len, q.x[:K])) / q.s,
        "divides-by-the-ranks": lambda q: len(union(q.x[:K])) / K,
        "takes-found-for-all": lambda q: if_any(
            0 < len(union(q.x)) < q.s, lambda: len(union(q.x[:K])) / len(union(q.x))
        ),
    },
    "P_IA@5": {
        "counts-documents-once": lambda q: sum(map(bool, q.x[:K])) / K / q.s,
        "ignores-subtopics": lambda q: sum(map(bool, q.x[:K])) / K,
        "averages-the-found": lambda q: if_any(
            0 < len(union(q.x[:K])) < q.s, lambda: sum(map(len, q.x[:K])) / K / len(union(q.x[:K]))
        ),
    },
    "ERR_IA@5": {
        "forgets-repeats": lambda q: by_ranks(novelty(q.x, 1)) / by_ranks([q.s / 2**i for i in range(K)]),
        "discounts-by-logarithm": lambda q: logs(novelty(q.x)) / logs([q.s / 2**i for i in range(K)]),
        "forgets-to-divide": lambda q: by_ranks(novelty(q.x)),
    },
    "nERR_IA@5": {
        "forgets-repeats": lambda q: by_ranks(novelty(q.x, 1)) / by_ranks(greedy(q, 1)),
        "discounts-by-logarithm": lambda q: logs(novelty(q.x)) / logs(greedy(q)),
        "forgets-to-divide": lambda q: by_ranks(novelty(q.x)),
    },
}


@pytest.mark.parametrize(("name", "key"), [(name, key) for name, keys in WRONG_DIVERSITY.items() for key in keys])
def test_wrong_values_of_diversity_are_what_the_text_says(name: str, key: str) -> None:
    """The same on lists with subtopics."""
    draw = random.Random(12)  # noqa: S311 - the same lists in every run

    def documents(count: int) -> list[Subtopics]:
        return [frozenset(j for j in range(4) if draw.random() < (0.4, 0.2, 0.1, 0.1)[j]) for _ in range(count)]

    def groups(x: Sequence[Subtopics]) -> list[list[int]]:
        return [[int(j in d) for j in range(4)] for d in x]

    def ranking(query: Diverse) -> Ranking:
        labels, missed = [int(bool(d)) for d in query.x], [int(bool(d)) for d in query.m]
        return Ranking.one(labels, missed, None, groups(query.x), groups(query.m))

    drawn = [Diverse(documents(draw.randint(K, 9)), documents(draw.randint(0, 4))) for _ in range(200)]
    drawn = [query for query in drawn if query.s]
    correct, wrong = scores(name, Ranking.block(map(ranking, drawn)))
    compared = 0
    for i, query in enumerate(drawn):
        expected = WRONG_DIVERSITY[name][key](query)
        value = wrong[key][i]
        if expected is not None and math.isnan(value) and key in {*ONLY_WHERE_IT_SHOWS, "forgets-repeats"}:
            value = correct[i]
        compared += expected is not None
        assert value == pytest.approx(math.nan if expected is None else expected, abs=1e-12, nan_ok=True), query
    assert compared >= 20
