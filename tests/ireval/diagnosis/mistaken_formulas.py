"""Wrong ways to compute a measure, in plain Python that knows nothing of the declarations.

``RARE`` are mistakes that the product lists and that are not in ``test_wrong_values``; ``PAIRS`` are two mistakes that
go together; ``UNLISTED`` are mistakes that it does not list. All follow the conventions of LILLIS otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from ireval.numbers.rounding import half_up
from tests.ireval.metrics.test_wrong_values import (
    K,
    Query,
    Wrong,
    above,
    at_relevant,
    cumulated,
    dcg,
    gains,
    gets_to,
    hits,
    ideal,
    if_any,
    interpolated,
    mean,
    precisions,
    read,
    stops,
    usual,
)

Sum = Callable[[Sequence[float]], float]


def judged(x: Sequence[int]) -> int:
    return sum(g >= 0 for g in x)


def taking_unjudged(q: Query) -> Query:
    """The query if somebody takes unjudged documents for relevant ones."""
    return Query([1 if g < 0 else g for g in q.x], q.m)


def condensed(q: Query) -> Query:
    return Query([g for g in q.x if g >= 0], q.m)


def if_unjudged(q: Query, value: Callable[[Query], float]) -> float | None:
    return if_any(min(q.x) < 0, lambda: value(taking_unjudged(q)))


def best_from(x: Sequence[int], i: int) -> float:
    """The highest precision at rank i or below it."""
    return max(precisions(x)[i - 1 :])


def line(q: Query, level: float) -> float:
    """The straight line through the points of the relevant documents; flat before the first, 0 after the last."""
    ranks = [i for i, g in enumerate(q.x, start=1) if g > 0]
    points = [(j / q.r, j / i) for j, i in enumerate(ranks, start=1)]
    if not points or level > points[-1][0] + 1e-9:
        return 0
    points = [(0.0, points[0][1]), *points]
    for (r0, p0), (r1, p1) in pairwise(points):
        if r0 - 1e-9 <= level <= r1 + 1e-9:
            return p1 if abs(level - r1) < 1e-9 else p0 + (p1 - p0) * (level - r0) / (r1 - r0)
    raise AssertionError


def share(q: Query, dcg_of: Sum, idcg_of: Sum | None = None, k: int = K) -> float:
    return dcg_of(gains(q.x)[:k]) / (idcg_of or dcg_of)(ideal(q)[:k])


def one_plus(g: Sequence[float]) -> float:
    return sum(v / (1 + math.log2(i)) for i, v in enumerate(g, start=1))


def later(g: Sequence[float]) -> float:
    return sum(v / math.log2(i + 1) for i, v in enumerate(g, start=1))


def by_ln(g: Sequence[float]) -> float:
    return dcg(g, math.log)


def by_log10(g: Sequence[float]) -> float:
    return dcg(g, math.log10)


def exponential(of: Sum) -> Sum:
    return lambda g: of([2**v - 1 for v in g])


def by_rank(g: Sequence[float]) -> float:
    return sum(v / i for i, v in enumerate(g, start=1))


def err(x: Sequence[int], stop: Sequence[float]) -> float:
    return sum(math.prod(1 - s for s in stop[: i - 1]) * stop[i - 1] / i for i in range(1, min(K, len(x)) + 1))


def rbp(x: Sequence[int], p: float) -> float:
    return read(x, lambda i: (1 - p) * p ** (i - 1))


def bpref_with_unjudged(q: Query, divisor: float, cap: float = math.inf) -> float:
    counts = [sum(g <= 0 for g in q.x[:i]) for i, g in enumerate(q.x) if g > 0]
    return sum(1 - min(count, cap) / q.r for count in counts) / divisor


RARE: dict[str, dict[str, Wrong]] = {
    "P@5": {
        "counts-unjudged-as-relevant": lambda q: if_any(min(q.x[:K]) < 0, lambda: sum(g != 0 for g in q.x[:K]) / K),
        "divides-by-the-judged": lambda q: if_any(judged(q.x[:K]), lambda: hits(q.x, K) / judged(q.x[:K])),
    },
    "R": {"counts-unjudged-as-relevant": lambda q: if_unjudged(q, lambda u: hits(u.x) / u.r)},
    "F(beta=2)": {"jaccard": lambda q: hits(q.x) / (len(q.x) + hits(q.m))},
    "AP": {
        "counts-unjudged-as-relevant": lambda q: if_unjudged(q, lambda u: sum(at_relevant(u.x)) / u.r),
        "averages-interpolated-precisions": lambda q: (
            sum(best_from(q.x, i) for i, g in enumerate(q.x, start=1) if g > 0) / q.r
        ),
        "divides-by-the-judged": lambda q: sum(at_relevant(q.x)) / judged(q.all),
        "divides-by-r-minus-1": lambda q: if_any(q.r > 1, lambda: sum(at_relevant(q.x)) / (q.r - 1)),
        "divides-by-r-plus-1": lambda q: sum(at_relevant(q.x)) / (q.r + 1),
        "stops-at-rank-5": lambda q: if_any(len(q.x) > 5, lambda: sum(at_relevant(q.x[:5])) / q.r),
        "stops-at-rank-10": lambda q: if_any(len(q.x) > 10, lambda: sum(at_relevant(q.x[:10])) / q.r),
        "rounding=intermediate,decimals=1": lambda q: sum(half_up(p, 1) for p in at_relevant(q.x)) / q.r,
        "rounding=intermediate,decimals=2": lambda q: sum(half_up(p, 2) for p in at_relevant(q.x)) / q.r,
    },
    "RR": {
        "counts-unjudged-as-relevant": lambda q: if_unjudged(
            q, lambda u: max(1 / i if g > 0 else 0 for i, g in enumerate(u.x, start=1))
        )
    },
    "DCG@5": {"one-plus-logarithm": lambda q: one_plus(gains(q.x)[:K])},
    "IDCG@5": {"one-plus-logarithm": lambda q: one_plus(ideal(q)[:K])},
    "nDCG@5": {
        "one-plus-logarithm": lambda q: share(q, one_plus),
        "forgets-the-discount": lambda q: share(q, sum),
        "averages-the-column": lambda q: mean([share(q, dcg, k=i) for i in range(1, K + 1)]),
        "ideal-not-discounted": lambda q: share(q, dcg, sum),
        "whole-dcg-over-cut-ideal": lambda q: if_any(len(q.x) > K, lambda: dcg(gains(q.x)) / dcg(ideal(q)[:K])),
        "natural-logarithm-in-dcg": lambda q: share(q, by_ln, dcg),
        "natural-logarithm-in-idcg": lambda q: share(q, dcg, by_ln),
        "decimal-logarithm-in-dcg": lambda q: share(q, by_log10, dcg),
        "decimal-logarithm-in-idcg": lambda q: share(q, dcg, by_log10),
        "other-discount-in-dcg": lambda q: share(q, later, dcg),
        "other-discount-in-idcg": lambda q: share(q, dcg, later),
        "other-gain-in-dcg": lambda q: share(q, exponential(dcg), dcg),
        "other-gain-in-idcg": lambda q: share(q, dcg, exponential(dcg)),
        "rounding=intermediate,decimals=1": lambda q: share(q, lambda g: dcg_rounded(g, 1)),
        "rounding=intermediate,decimals=2": lambda q: share(q, lambda g: dcg_rounded(g, 2)),
    },
    "IPrec@0.3": {"interpolates-linearly": lambda q: line(q, 0.3)},
    "IPrec11": {
        "leaves-out-level-0": lambda q: mean(interpolated(q, usual)[1:]),
        "interpolates-linearly": lambda q: mean([line(q, level / 10) for level in range(11)]),
        "rounding=intermediate,decimals=1": lambda q: mean([half_up(p, 1) for p in interpolated(q, usual)]),
    },
    "RBP(p=0.7)": {
        "takes-0-5-for-p": lambda q: rbp(q.x, 0.5),
        "takes-0-8-for-p": lambda q: rbp(q.x, 0.8),
        "takes-0-9-for-p": lambda q: rbp(q.x, 0.9),
        "takes-0-95-for-p": lambda q: rbp(q.x, 0.95),
    },
    "ERR@5": {
        "divides-the-grade": lambda q: err(q.x, [g / 4 for g in gains(q.x)]),
        "forgets-minus-1": lambda q: err(q.x, [2**g / 16 for g in gains(q.x)]),
    },
}


def dcg_rounded(g: Sequence[float], decimals: int) -> float:
    """Every discounted gain is rounded, and the rounded ones are added up."""
    return float(sum(half_up(float(v) if i == 1 else v / math.log2(i), decimals) for i, v in enumerate(g, start=1)))


PAIRS: dict[str, dict[str, Wrong]] = {
    "nDCG@5": {
        "natural-logarithm,ideal=retrieved-only": lambda q: if_any(
            hits(q.x), lambda: by_ln(gains(q.x)[:K]) / by_ln(sorted(gains(q.x), reverse=True)[:K])
        ),
        "natural-logarithm,gain=exponential": lambda q: share(q, exponential(by_ln)),
        "discounts-by-rank,gain=exponential": lambda q: share(q, exponential(by_rank)),
    },
    "DCG@5": {
        "discount=log2-rank-plus-1,gain=exponential": lambda q: exponential(later)(gains(q.x)[:K]),
        "natural-logarithm,gain=exponential": lambda q: exponential(by_ln)(gains(q.x)[:K]),
    },
    "Bpref": {
        "counts-unjudged,forgets-the-cap": lambda q: if_any(min(q.x) < 0, lambda: bpref_with_unjudged(q, q.r)),
        "counts-unjudged,averages-the-found": lambda q: if_any(
            min(q.x) < 0 and hits(q.m) and hits(q.x), lambda: bpref_with_unjudged(q, hits(q.x), q.r)
        ),
    },
    "AP": {
        "divisor=relevant-retrieved,unjudged=skipped": lambda q: if_any(
            hits(q.x) and min(q.x) < 0, lambda: mean(at_relevant(condensed(q).x))
        )
    },
}

UNLISTED: dict[str, dict[str, Wrong]] = {
    "P@5": {
        "one more in the divisor": lambda q: hits(q.x, K) / (K + 1),
        "by the square root": lambda q: math.sqrt(hits(q.x, K) / K) / 1.37,
    },
    "F(beta=2)": {
        "product": lambda q: hits(q.x) / len(q.x) * hits(q.x) / q.r / 1.1,
        "root of the mean square": lambda q: math.sqrt(((hits(q.x) / len(q.x)) ** 2 + (hits(q.x) / q.r) ** 2) / 2),
        "mean of F and precision": lambda q: if_any(
            hits(q.x), lambda: (5 * hits(q.x) / (4 * q.r + len(q.x)) + hits(q.x) / len(q.x)) / 2
        ),
    },
    "AP": {
        "squares the precisions": lambda q: sum(p * p for p in at_relevant(q.x)) / q.r,
        "root of the precisions": lambda q: sum(math.sqrt(p) for p in at_relevant(q.x)) / q.r,
        "weights by 1/rank": lambda q: sum(p / (i + 1) for i, p in enumerate(precisions(q.x))) / q.r,
        "discounts the precisions": lambda q: (
            later([p * (g > 0) for p, g in zip(precisions(q.x), q.x, strict=True)]) / q.r
        ),
        "geometric mean": lambda q: if_any(
            hits(q.x), lambda: math.prod(at_relevant(q.x)) ** (1 / max(hits(q.x), 1)) * hits(q.x) / q.r
        ),
    },
    "Bpref": {
        "squares the shares": lambda q: (
            sum(1 - (min(above(q.x, i), q.r) / q.r) ** 2 for i, g in enumerate(q.x) if g > 0) / q.r
        ),
        "one more in each share": lambda q: (
            sum(1 - min(above(q.x, i), q.r) / (q.r + 1) for i, g in enumerate(q.x) if g > 0) / (q.r + 2)
        ),
    },
    "nDCG@5": {
        "discounts by the root": lambda q: share(q, by_root),
        "discounts by log2(i + 2)": lambda q: share(q, by_log_of_2_more),
        "squares the share": lambda q: share(q, dcg) ** 2,
        "one more in the ideal": lambda q: dcg(gains(q.x)[:K]) / (dcg(ideal(q)[:K]) + 1),
        "counts grades twice": lambda q: share(q, lambda g: dcg([v * v for v in g])),
    },
    "IPrec11": {
        "squares the precisions": lambda q: mean([p * p for p in interpolated(q, usual)]),
        "weights the levels": lambda q: sum((11 - i) * p for i, p in enumerate(interpolated(q, usual))) / 66,
    },
    "ERR@5": {
        "divides by the root of the rank": lambda q: sum(
            s * gets_to(q.x, i) / math.sqrt(i) for i, s in enumerate(stops(q.x)[:K], start=1)
        )
    },
    "RBP(p=0.7)": {
        "takes 0.6 for p": lambda q: rbp(q.x, 0.6),
        "takes 0.75 for p": lambda q: rbp(q.x, 0.75),
    },
    "DCG@5": {
        "discounts by the root": lambda q: by_root(gains(q.x)[:K]),
        "discounts CG by the root": lambda q: by_root(cumulated(gains(q.x)[:K])),
    },
}


def by_root(g: Sequence[float]) -> float:
    return sum(v / math.sqrt(i) for i, v in enumerate(g, start=1))


def by_log_of_2_more(g: Sequence[float]) -> float:
    return sum(v / math.log2(i + 2) for i, v in enumerate(g, start=1))
