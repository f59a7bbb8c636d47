"""Some hundreds of plausible wrong formulas, in plain Python: single slips, and two of them together.

Those of cumulated gain are all combinations of discount, gain and ideal list in which at most two differ from a preset.
Nothing here knows the product's declarations. All are made by somebody whose page follows the preset.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product

from ireval.conventions import effective
from ireval.diagnosis.inquiry import inquiry
from ireval.diagnosis.slips import SLIPS
from ireval.diagnosis.verdict import Diagnosis
from ireval.numbers.rounding import SAME, half_up
from ireval.ranking.judgements import Ranking
from tests.ireval.diagnosis.mistaken_formulas import condensed, err, rbp, taking_unjudged
from tests.ireval.metrics.test_wrong_values import (
    K,
    Query,
    Wrong,
    at_relevant,
    f,
    gains,
    hits,
    ideal,
    interpolated,
    mean,
    precisions,
    read,
    usual,
)

Discount = Callable[[int], float]
#: The discount that each preset uses.
OF_PRESET = {"lillis": "log2 i", "trec_eval": "log2(i+1)"}
DISCOUNTS: dict[str, Discount] = {
    "log2 i": lambda i: math.log2(i) if i > 1 else 1,
    "log2(i+1)": lambda i: math.log2(i + 1),
    "ln i": lambda i: math.log(i) if i > 1 else 1,
    "ln i from 3": lambda i: math.log(i) if i > 2 else 1,
    "ln(i+1)": lambda i: math.log(i + 1),
    "log10 i": lambda i: math.log10(i) if i > 1 else 1,
    "log10(i+1)": lambda i: math.log10(i + 1),
    "1/i": lambda i: i,
    "1+log2 i": lambda i: 1 + math.log2(i),
    "none": lambda _: 1,
}
GAINS: dict[str, Callable[[float], float]] = {
    "linear": lambda g: g,
    "exponential": lambda g: 2**g - 1,
    "binary": lambda g: min(g, 1),
}
IDEALS: dict[str, Callable[[Query, int | None], list[int]]] = {
    "all": lambda q, k: ideal(q)[:k],
    "own": lambda q, k: sorted(gains(q.x), reverse=True)[:k],
    "top k": lambda q, k: sorted(gains(q.x)[:k], reverse=True),
    "given order": lambda q, k: gains(q.all)[:k],
    "unbounded": lambda q, _: ideal(q),
}


def summed(grades: Sequence[int], discount: str, gain: str) -> float:
    return sum(GAINS[gain](g) / DISCOUNTS[discount](i) for i, g in enumerate(grades, start=1))


def ndcg(q: Query, discount: str, gain: str, best: str, k: int | None = K, *, ends: bool = False) -> float | None:
    """Without a cutoff, the ideal list ``ends`` where the ranking ends, or not."""
    below = summed(IDEALS[best](q, len(q.x) if ends and not k else k), discount, gain)
    return summed(gains(q.x)[:k], discount, gain) / below if below else None


def dcg_by(q: Query, discount: str, gain: str) -> float:
    return summed(gains(q.x)[:K], discount, gain)


def idcg_by(q: Query, discount: str, gain: str, best: str) -> float:
    return summed(IDEALS[best](q, K), discount, gain)


def skipping(wrong: Wrong) -> Wrong:
    """The same without unjudged documents."""
    return lambda q: wrong(condensed(q))


def combined(preset: str, *parts: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All choices of which one or two are not the first of their part."""
    usual_parts = [(OF_PRESET[preset] if part is DISCOUNT_NAMES else part[0]) for part in parts]
    for chosen in product(*parts):
        if 1 <= sum(a != b for a, b in zip(chosen, usual_parts, strict=True)) <= 2:
            yield chosen


DISCOUNT_NAMES = tuple(DISCOUNTS)


def of_ndcg(preset: str, k: int | None) -> Iterator[tuple[str, Wrong]]:
    ends = preset == "lillis"
    for d, g, best in combined(preset, DISCOUNT_NAMES, tuple(GAINS), tuple(IDEALS)):
        yield f"{d}, {g}, {best}", partial(ndcg, discount=d, gain=g, best=best, k=k, ends=ends)
    own = OF_PRESET[preset]
    for d, g, best in ((own, "linear", "all"), *combined(preset, DISCOUNT_NAMES, ("linear",), ("all",))):
        wrong = partial(ndcg, discount=d, gain=g, best=best, k=k, ends=ends)
        yield f"{d}, unjudged skipped", skipping(wrong)


def of_dcg(preset: str) -> Iterator[tuple[str, Wrong]]:
    for d, g in combined(preset, DISCOUNT_NAMES, tuple(GAINS)):
        yield f"{d}, {g}", partial(dcg_by, discount=d, gain=g)


def of_idcg(preset: str) -> Iterator[tuple[str, Wrong]]:
    for d, g, best in combined(preset, DISCOUNT_NAMES, tuple(GAINS), ("all", "own", "given order")):
        yield f"{d}, {g}, {best}", partial(idcg_by, discount=d, gain=g, best=best)


TERMS: dict[str, Callable[[Query], list[float]]] = {
    "usual": lambda q: at_relevant(q.x),
    "ranks from 0": lambda q: [p * i / (i - 1) if i > 1 else p for i, p in ranked(q)],
    "ranks from 2": lambda q: [p * i / (i + 1) for i, p in ranked(q)],
    "first forgotten": lambda q: at_relevant(q.x)[1:],
    "last forgotten": lambda q: at_relevant(q.x)[:-1],
    "itself left out": lambda q: [p - 1 / i for i, p in ranked(q)],
    "reciprocal ranks": lambda q: [1 / i for i, _ in ranked(q)],
    "unjudged counted": lambda q: at_relevant(taking_unjudged(q).x),
    "one rank early": lambda q: at_relevant(q.x[:-1]),
    "every rank": lambda q: precisions(q.x),
    "unjudged skipped": lambda q: at_relevant(condensed(q).x),
}
DIVISORS: dict[str, Callable[[Query], float]] = {
    "R": lambda q: q.r,
    "found": lambda q: hits(q.x),
    "ranks": lambda q: len(q.x),
    "judged": lambda q: sum(g >= 0 for g in q.all),
    "R - 1": lambda q: q.r - 1,
    "none": lambda _: 1,
}


def ranked(q: Query) -> list[tuple[int, float]]:
    return [(i, p) for i, (p, g) in enumerate(zip(precisions(q.x), q.x, strict=True), start=1) if g > 0]


def of_ap(_: str) -> Iterator[tuple[str, Wrong]]:
    for terms, divisor in product(TERMS, DIVISORS):
        if (terms, divisor) != ("usual", "R"):
            yield f"{terms}, by {divisor}", partial(ap_by, terms=terms, divisor=divisor)


def ap_by(q: Query, terms: str, divisor: str) -> float | None:
    return share(sum(TERMS[terms](q)), DIVISORS[divisor](q))


def share(above: float, below: float) -> float | None:
    return above / below if below > 0 else None


def rbp_by(q: Query, p: float, factor: float = 1) -> float:
    return rbp(q.x, p) * factor


def of_rbp(_: str) -> Iterator[tuple[str, Wrong]]:
    def weighted(q: Query, p: float, factor: float, value: Callable[[int], float] = lambda _: 1) -> float:
        return factor * sum(value(g) * p ** (i - 1) for i, g in enumerate(q.x, start=1) if g > 0)

    yield "grades as gains", lambda q: weighted(q, 0.7, 0.3, float)
    yield "grades by the top", lambda q: weighted(q, 0.7, 0.3, lambda g: g / max(q.all))
    yield "by n", lambda q: weighted(q, 0.7, 0.3) / len(q.x)
    yield "by R", lambda q: weighted(q, 0.7, 0.3) / q.r
    yield "by the weights", lambda q: weighted(q, 0.7, 0.3) / sum(0.3 * 0.7**i for i in range(len(q.x)))
    yield "no factor", lambda q: weighted(q, 0.7, 1)
    yield "power i", lambda q: weighted(q, 0.7, 0.21)
    yield "swapped", lambda q: weighted(q, 0.3, 0.7)
    for p in (0.5, 0.8, 0.9, 0.95):
        yield f"p {p}", partial(rbp_by, p=p)
        yield f"p {p}, no factor", partial(rbp_by, p=p, factor=1 / (1 - p))
    yield "no factor, unjudged skipped", lambda q: weighted(condensed(q), 0.7, 1)
    yield "unjudged skipped", lambda q: weighted(condensed(q), 0.7, 0.3)
    yield "unjudged relevant", lambda q: read([g != 0 for g in q.x], lambda i: 0.3 * 0.7 ** (i - 1))


def err_by(q: Query, top: int) -> float:
    return err(q.x, [(2 ** min(g, top) - 1) / 2**top for g in gains(q.x)])


def of_err(_: str) -> Iterator[tuple[str, Wrong]]:
    for top in (1, 2, 3, 5):
        yield f"top {top}", partial(err_by, top=top)
    yield "top of the query", lambda q: err(q.x, [(2**g - 1) / 2 ** max(q.all) for g in gains(q.x)])
    yield "top of the list", lambda q: err(q.x, [(2**g - 1) / 2 ** max(0, *q.x) for g in gains(q.x)])
    yield "2^top - 1", lambda q: err(q.x, [(2**g - 1) / 15 for g in gains(q.x)])
    yield "shares of grades", lambda q: err(q.x, [g / 4 for g in gains(q.x)])
    yield "binary", lambda q: err(q.x, [min(g, 1) / 16 for g in gains(q.x)])
    yield "unjudged skipped", lambda q: err(condensed(q).x, [(2**g - 1) / 16 for g in gains(condensed(q).x)])


def f_by(q: Query, beta: float, found: bool = False) -> float | None:
    """F with this beta; with recall 1 if those ``found`` are taken for all."""
    recall = 1.0 if found else hits(q.x) / q.r
    return f(hits(q.x) / len(q.x), recall, beta**2) if hits(q.x) else None


def of_f(_: str) -> Iterator[tuple[str, Wrong]]:
    for beta in (0.5, 1, 3):
        yield f"beta {beta}", partial(f_by, beta=beta)
    yield "beta 1, found for all", partial(f_by, beta=1, found=True)
    yield "swapped", lambda q: f(hits(q.x) / q.r, hits(q.x) / len(q.x), 4) if hits(q.x) else None
    yield "not squared", partial(f_by, beta=math.sqrt(2))
    yield "mean", lambda q: (hits(q.x) / len(q.x) + hits(q.x) / q.r) / 2
    yield "unjudged skipped", lambda q: f_by(condensed(q), 2) if condensed(q).x else None


def of_eleven_points(_: str) -> Iterator[tuple[str, Wrong]]:
    yield "levels .1 to 1 over 11", lambda q: sum(interpolated(q, usual)[1:]) / 11
    yield "levels .1 to 1 over 10", lambda q: mean(interpolated(q, usual)[1:])
    yield "over 10", lambda q: sum(interpolated(q, usual)) / 10
    yield "not interpolated", lambda q: mean(interpolated(q, at_first))
    yield "not interpolated, .1 to 1", lambda q: mean(interpolated(q, at_first)[1:])
    yield "unjudged skipped", lambda q: mean(interpolated(condensed(q), usual))


def at_first(level: float, points: list[tuple[float, float]]) -> float:
    return next((p for r, p in points if r >= level - 1e-9), 0)


#: The formulas of each measure under a preset.
PLAUSIBLE: dict[str, Callable[[str], Iterator[tuple[str, Wrong]]]] = {
    f"nDCG@{K}": lambda preset: of_ndcg(preset, K),
    "nDCG": lambda preset: of_ndcg(preset, None),
    f"DCG@{K}": of_dcg,
    f"IDCG@{K}": of_idcg,
    "AP": of_ap,
    "RBP(p=0.7)": of_rbp,
    f"ERR@{K}": of_err,
    "F(beta=2)": of_f,
    "IPrec11": of_eleven_points,
}


def tally(name: str, preset: str, lists: Sequence[Query]) -> Counter[str]:
    """Of all wrong numbers of a measure, with three decimals: those that are named, and those blamed on something else.

    A number is named if one of its causes gives exactly the formula's value. One that is correct, or nearly so, with
    three decimals is none.
    """
    counts = Counter[str]()
    for query in lists:
        ready = inquiry(name, Ranking.one(*query), effective(preset))
        for _, wrong in PLAUSIBLE[name](preset):
            value = wrong(query)
            if value is not None and ready.target.value is not None:
                counts.update(outcome(ready.diagnose(f"{float(half_up(value, 3)):.3f}"), value))
    return counts


def outcome(found: Diagnosis, value: float) -> list[str]:
    """What a wrong number with this value counts as."""
    if found.right or (found.causes and found.causes[0].key in SLIPS):
        return []
    fits = [abs(cause.value - value) <= SAME for cause in found.causes]
    blamed = found.certain and bool(fits) and not fits[0]
    return ["all", *(["named"] if any(fits) else []), *(["blamed"] if blamed else [])]
