"""Judgements and runs as plain dicts, which Python sorts and joins document by document.

For dicts this is far faster than columns of all documents, which files need. A dict that is not plain, for example
because a name or number cannot be used, is left to ``plain_dicts``, so errors are the same.

>>> qrels, run = plain_qrels({"1": {"a": 1, "b": 0, "c": 2}}), plain_run({"1": {"b": 2.5, "a": 2.5}})
>>> ranking = PlainLists(qrels, run, RankOrder()).ranking(slice(0, 1))
>>> ranking.grades.tolist(), ranking.unretrieved.tolist()
([0, 1], [2])
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import Any

import numpy as np

from ireval.ranking.judgements import UNJUDGED, Ranking
from ireval.stdlib.lazy_attribute import lazy_attribute
from ireval.trec.judged_run import JudgedRun, blocks_of, join
from ireval.trec.plain_dicts import is_name, qrels_of, run_of
from ireval.trec.qrels import HIGHEST, Qrels, stored_grade
from ireval.trec.rank_order import RankOrder, score_groups
from ireval.trec.reading.name_lengths import LONGEST_NAME
from ireval.trec.reading.text_column import Ints
from ireval.trec.runs import Run


@dataclass(frozen=True, eq=False)
class PlainQrels:
    """Judgements as a dict from topic to docno to grade; ``columns`` converts them to ``Qrels``."""

    grades: Mapping[str, Mapping[str, int]]
    name: str = "the qrels"
    comments: int = 0

    @property
    def topics(self) -> list[str]:
        """The topics, in the order of the dict."""
        return list(self.grades)

    @lazy_attribute
    def columns(self) -> Qrels:
        """The judgements as ``Qrels``, for a run from a file."""
        return qrels_of(self.grades, self.name)


@dataclass(frozen=True, eq=False)
class PlainRun:
    """A run as a dict from topic to docno to score; ``columns`` converts it to a ``Run``."""

    scores: Mapping[str, Mapping[str, float]]
    name: str = "run"
    tag: str = "run"
    comments: int = 0

    @property
    def topics(self) -> list[str]:
        """The topics, in the order of the dict."""
        return list(self.scores)

    @lazy_attribute
    def columns(self) -> Run:
        """The run as a ``Run``, for judgements from a file."""
        return replace(run_of(self.scores, self.tag), name=self.name)

    def with_empty(self, topics: Sequence[str]) -> PlainRun:
        """The run with these topics added, each with an empty list."""
        return replace(self, scores={**self.scores, **{topic: {} for topic in topics}})


def plain_qrels(judgements: object) -> PlainQrels | None:
    """Judgements from topic to docno to grade; None for any other object, or if something cannot be used."""
    if not isinstance(judgements, dict) or not _are_names(judgements):
        return None
    grades: dict[str, Mapping[str, int]] = {}
    for topic, mine in judgements.items():
        if not isinstance(mine, dict) or not _are_names(mine) or not _are(Integral, int, mine.values()):
            return None
        if max(mine.values(), default=0) > HIGHEST:
            return None
        pooled = min(mine.values(), default=0) < 0
        grades[topic] = {doc: stored_grade(int(grade)) for doc, grade in mine.items()} if pooled else mine
    return PlainQrels(grades) if any(grades.values()) else None


def plain_run(scores: object) -> PlainRun | None:
    """A run from topic to docno to score; None for any other object, or if something cannot be used."""
    if not isinstance(scores, dict) or not scores or not _are_names(scores):
        return None
    for mine in scores.values():
        if not isinstance(mine, dict) or not _are_names(mine) or not _are(Real, float, mine.values()):
            return None
        try:
            if not all(map(math.isfinite, mine.values())):
                return None
        except OverflowError:
            return None
    return PlainRun(scores)


class PlainLists:
    """The topics of a plain run that have judgements, as lists; the counterpart of ``JudgedRun`` for dicts."""

    def __init__(self, qrels: PlainQrels, run: PlainRun, by: RankOrder) -> None:
        self._pairs = [(run.scores[topic], qrels.grades[topic]) for topic in run.scores if topic in qrels.grades]
        self._by = by
        judged = [i for i, topic in enumerate(run.scores) if topic in qrels.grades]
        self.topics: Ints = np.array(judged, dtype=np.int64)

    def blocks(self) -> list[slice]:
        """Slices of ``topics``, like ``JudgedRun.blocks``."""
        return list(blocks_of([len(scores) + len(grades) for scores, grades in self._pairs]))

    def ranking(self, block: slice) -> Ranking:
        """The lists of a block; a single list for a block of one topic."""
        lists = [self._list(*pair) for pair in self._pairs[block]]
        return lists[0] if len(lists) == 1 else Ranking.block(lists)

    def _list(self, scores: Mapping[str, float], grades: Mapping[str, int]) -> Ranking:
        ranked = [grades.get(doc, UNJUDGED) for doc in _ranked(scores, self._by)]
        ranking = Ranking.one(ranked, [grade for doc, grade in grades.items() if doc not in scores and grade >= 0])
        if not self._by.together:
            return ranking
        by_rank = np.array(sorted(map(float, scores.values()), reverse=True), dtype=np.float64)
        return replace(ranking, score_groups=score_groups(by_rank, self._by))


def join_lists(qrels: Qrels | PlainQrels, run: Run | PlainRun, *, by: RankOrder, rel: int) -> JudgedRun | PlainLists:
    """The run's documents by rank, in the order ``by``, with their grades; see ``join``."""
    if isinstance(qrels, PlainQrels) and isinstance(run, PlainRun):
        return PlainLists(qrels, run, by)
    judged = qrels.columns if isinstance(qrels, PlainQrels) else qrels
    return join(judged, run.columns if isinstance(run, PlainRun) else run, by=by, rel=rel)


def _ranked(scores: Mapping[str, float], by: RankOrder) -> list[str]:
    """The documents in the order of their ranks. Document numbers are compared by their bytes in UTF-8."""
    values = list(map(float, scores.values()))
    if by.scores == "single":
        values = array("f", values).tolist()  # a score that is too large becomes infinite, as in trec_eval
    if by.ties == "docno-ascending":
        return [doc for _, doc in sorted(zip([-value for value in values], scores, strict=True))]
    pairs = list(zip(values, scores, strict=True))
    pairs.sort(key=_score if by.ties == "input-order" else None, reverse=True)
    return [doc for _, doc in pairs]


def _score(pair: tuple[float, str]) -> float:
    return pair[0]


def _are_names(names: Mapping[Any, object]) -> bool:
    """Whether all keys can be names of topics or documents."""
    try:
        text = "".join(names)
    except TypeError:
        return False
    if not text.isascii():
        return all(map(is_name, names))
    return "\0" not in text and "" not in names and max(map(len, names), default=0) <= LONGEST_NAME


def _are(kind: type, usual: type, values: Iterable[object]) -> bool:
    """Whether all values are instances of ``kind``; ``usual`` is a subclass, which is checked first for speed."""
    return all(issubclass(found, kind) for found in set(map(type, values)) if found is not usual)
