"""Plausible wrong formulas of alpha-nDCG, in plain Python: another discount, another ideal list, another alpha."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ireval.conventions import effective
from ireval.diagnosis.inquiry import inquiry
from ireval.numbers.rounding import half_up
from ireval.ranking.judgements import Ranking
from tests.ireval.diagnosis.plausible_formulas import DISCOUNTS, outcome

K, SUBTOPICS = 5, 4
Documents = list[list[int]]
RIGHT = "log2(i+1)"


def gains(order: Sequence[list[int]], alpha: float) -> list[float]:
    seen = Counter[int]()
    found = []
    for covered in order:
        found.append(sum((1 - alpha) ** seen[s] for s in covered))
        seen.update(covered)
    return found


def greedy(documents: Documents, alpha: float) -> list[float]:
    left, seen, found = [d for d in documents if d], Counter[int](), list[float]()
    while left and len(found) < K:
        worth = [round(sum((1 - alpha) ** seen[s] for s in d), 12) for d in left]
        best = left.pop(worth.index(max(worth)))
        found.append(sum((1 - alpha) ** seen[s] for s in best))
        seen.update(best)
    return found


def dcg(values: Sequence[float], discount: str) -> float:
    return sum(gain / DISCOUNTS[discount](i) for i, gain in enumerate(values[:K], start=1))


#: The gains of the ideal list: of the listed documents, the missed ones, and alpha.
IDEALS: dict[str, Callable[[Documents, Documents, float], list[float]]] = {
    "greedy": lambda x, m, a: greedy([*x, *m], a),
    "own": lambda x, _, a: greedy(x, a),
    "of the top": lambda x, _, a: greedy(x[:K], a),
    "sorted": lambda x, m, a: gains(sorted([*x, *m], key=len, reverse=True), a),
    "own sorted": lambda x, _, a: gains(sorted(x, key=len, reverse=True), a),
    "sorted gains": lambda x, _, a: sorted(gains(x, a), reverse=True),
    "given order": lambda x, m, a: gains([d for d in (*x, *m) if d], a),
    "in full": lambda x, m, _: greedy([*x, *m], 0),
}


def wrong_scores(x: Documents, m: Documents) -> Iterator[float]:
    """Each single slip, and each other discount with another ideal list of the same documents."""
    for discount in ("none", "log2 i", "1/i", "ln i", "log10 i"):
        for ideal in ("greedy", "own", "sorted"):
            yield score(x, m, discount, ideal, 0.5)
    for ideal in IDEALS:
        if ideal != "greedy":
            yield score(x, m, RIGHT, ideal, 0.5)
    for alpha in (0.0, 1.0):
        yield score(x, m, RIGHT, "greedy", alpha)
    yield dcg(gains(x, 0.5), RIGHT)


def score(x: Documents, m: Documents, discount: str, ideal: str, alpha: float) -> float:
    below = dcg(IDEALS[ideal](x, m, alpha), discount)
    return dcg(gains(x, alpha), discount) / below if below else math.nan


def tally(lists: int) -> Counter[str]:
    """Of the wrong numbers on random lists, with three decimals: those named, and those blamed on something else."""
    stream, counts = random.Random(4), Counter[str]()  # noqa: S311 - the same lists in every run
    for _ in range(lists):
        x, m = ([[s for s in range(SUBTOPICS) if stream.random() < 0.4] for _ in range(n)] for n in (7, 3))
        own, missed = ([[int(s in d) for s in range(SUBTOPICS)] for d in documents] for documents in (x, m))
        listed, others = ([int(bool(d)) for d in documents] for documents in (x, m))
        ranking = Ranking.one(listed, others, subtopics=own, unretrieved_subtopics=missed)
        ready = inquiry(f"alpha_nDCG@{K}", ranking, effective("thesis"))
        for value in wrong_scores(x, m):
            if value == value:
                counts.update(outcome(ready.diagnose(f"{float(half_up(value, 3)):.3f}"), value))
    return counts
