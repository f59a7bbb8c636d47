"""Random judgements and runs, and their rankings, whose order is computed here independently of ireval.

Topics are built from random whole numbers: drawn by hypothesis in tests, and by a seeded generator for the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from ireval.conventions import effective
from ireval.measure.scores import compute
from ireval.measure.spelling import parse
from ireval.ranking.judgements import POOLED, UNJUDGED, Ranking
from tests.ireval.random_lists import composite, st

Qrels = Mapping[str, Mapping[str, int]]
Run = Mapping[str, Mapping[str, float]]
Subtopics = Mapping[str, Mapping[str, tuple[int, ...]]]


@dataclass(frozen=True)
class Topics:
    """Judgements and a run by topic and document. Topics may be missing from either."""

    qrels: Qrels
    run: Run
    subtopics: Subtopics | None = None  #: the subtopics that each judged document covers

    @property
    def shared(self) -> list[str]:
        """The topics that are both judged and in the run."""
        return sorted(set(self.qrels) & set(self.run))

    def ranked(self, topic: str) -> list[str]:
        """A topic's documents in trec_eval's order: by descending score, ties by descending document number."""
        found = self.run[topic]
        return sorted(sorted(found, reverse=True), key=lambda doc: -found[doc])

    def ranking(self, topic: str) -> Ranking:
        """A topic's ranking for ireval. A negative grade means that a document was in the pool but not judged."""
        judged, order = self.qrels[topic], self.ranked(topic)
        missed = [doc for doc, grade in judged.items() if doc not in self.run[topic] and grade >= 0]
        known = [judged.get(doc) for doc in order]
        grades = [UNJUDGED if g is None else POOLED if g < 0 else g for g in known]
        size = len(judged.keys() | self.run[topic].keys())
        if self.subtopics is None:
            return Ranking.one(grades, [judged[doc] for doc in missed], size)
        covers = self.subtopics[topic]
        none = (0,) * max(map(len, covers.values()), default=1)
        own, others = ([covers.get(doc, none) for doc in docs] for docs in (order, missed))
        return Ranking.one(grades, [judged[doc] for doc in missed], size, own, others)


def ours(name: str, preset: str, topics: Topics, **overrides: object) -> dict[str, float]:
    """ireval's scores of the shared topics, computed as one block; NaN where one is undefined."""
    block = Ranking.block(topics.ranking(t) for t in topics.shared)
    scores = compute(parse(name), block, effective(preset, overrides)).score
    return dict(zip(topics.shared, np.asarray(scores).tolist(), strict=True))


def make(numbers: Any, *, ties: bool, negative: bool, count: int = 3, depth: int = 14, subtopics: int = 0) -> Topics:
    """Topics of up to ``depth`` documents each; ``numbers(least, most)`` draws a whole number."""
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    covers: dict[str, dict[str, tuple[int, ...]]] = {}
    for topic in map(str, range(101, 101 + count)):
        where = numbers(0, 9)  # 0: only judged, 1: only in the run
        docs = [f"D{i:04}" for i in range(numbers(1, depth))]
        top = numbers(1, 3)
        judged = {doc: numbers(-1 if negative else 0, top) for doc in docs if numbers(0, 3)}
        found = [doc for doc in docs if numbers(0, 3)] or docs[:1]
        places = [numbers(0, 4 if ties else 10**6) for _ in found]
        scores = places if ties else _ranks(places)
        if judged and max(judged.values()) < 0:
            judged[min(judged)] = 0  # otherwise trec_eval 9 never returns from its ndcg
        if where != 1 and judged:
            qrels[topic] = judged
            covers[topic] = {d: tuple(numbers(0, 1) * (g > 0) for _ in range(subtopics)) for d, g in judged.items()}
        if where != 0:
            run[topic] = {doc: score / 4 for doc, score in zip(found, scores, strict=True)}
    return Topics(qrels, run, covers if subtopics else None)


def _ranks(places: list[int]) -> list[int]:
    """Different numbers in the order of ``places``."""
    order = sorted(range(len(places)), key=lambda i: (places[i], i))
    return [order.index(i) + 1 for i in range(len(places))]


def seeded(seed: int, **how: Any) -> Topics:
    """Topics from a seed."""
    return make(Random(seed).randint, **how)  # noqa: S311 - test data


@composite
def drawn(draw: Any, **how: Any) -> Topics:
    """Topics that hypothesis draws, and shrinks when a test fails."""
    return make(lambda least, most: draw(st.integers(least, most)), **how)
