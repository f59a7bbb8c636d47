"""Draws lists for exercises: short lists with few relevant documents, some of them not retrieved.

A query has more relevant documents than the cutoff: then nearly all typical mistakes give different numbers.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np

from ireval.conventions import effective
from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.sheet.model import Generated, RankedList
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec, parse
from ireval.numbers.rounding import SAME
from ireval.ranking.judgements import UNJUDGED, Ranking
from ireval.ranking.labels import write_labels, write_subtopics

#: The highest grade if a measure uses grades and the exercise does not set one.
USUAL_SCALE = 3
#: The most relevant documents of a query, unless a cutoff needs more.
MOST_RELEVANT = 10
_SHUFFLES = 50
_FEWEST_FOUND = 3
#: If the first relevant document can have at most this many ranks, its rank has few values.
_FEW_RANKS = 6
_SIZES = (200, 250, 400, 500, 800, 1000)


class Document(NamedTuple):
    """A document of the pool from which lists are drawn."""

    name: str
    grade: int
    subtopics: tuple[int, ...] = ()


def draw_list(spec: Spec, wanted: Generated, stream: Stream, rel: int = 1, *, spread: bool = True) -> RankedList:
    """A list for a measure; documents of grade ``rel`` and above are relevant.

    With ``spread``, the first relevant document is equally likely at all ranks, for measures that use only its rank.
    """
    return _ranked(spec, wanted, _pool(spec, wanted, stream, rel), stream, rel, spread=spread)


def draw_two_lists(
    spec: Spec, wanted: Generated, stream: Stream, rel: int = 1, *, spread: bool = True
) -> tuple[RankedList, RankedList]:
    """Two lists of the same documents and judgements, as two systems return them."""
    pool = _pool(spec, wanted, stream, rel)
    first, second = (_ranked(spec, wanted, pool, stream, rel, spread=spread) for _ in range(2))
    return first, replace(second, size=first.size)


def settings_like(ranked: RankedList) -> Generated:
    """The settings to draw lists of the same length and scale, with as many unjudged documents."""
    ranking = ranked.ranking()
    grades = ranking.grades.tolist()
    length = min(max(len(grades), 3), 20)
    return Generated(
        length=length,
        scale=min(max([*grades, *ranking.unretrieved.tolist(), 1]), 5),
        unjudged=min(sum(grade < 0 for grade in grades), length - 3, 10),
        subtopics=min(max(int(ranking.subtopic_total), 2), 6) if ranking.subtopics is not None else 3,
    )


def has_few_values(spec: Spec) -> bool:
    """Whether a measure has so few scores that several lists can hardly all differ: a count, or a low first rank."""
    cutoff = int(spec.own.get("k") or 0)
    return spec.measure.set_based or (looks_at_first(str(spec)) and 0 < cutoff <= _FEW_RANKS)


def _pool(spec: Spec, wanted: Generated, stream: Stream, rel: int) -> list[Document]:
    """Judged and unjudged documents, with one more non-relevant document than a list needs."""
    scale = max(wanted.scale or (USUAL_SCALE if spec.measure.graded else 1), rel)
    cutoff = min(int(spec.own.get("k") or 0), wanted.length)
    least = max(4, cutoff + 1 if cutoff else 0)
    relevant = stream.between(least, max(least + 2, min(MOST_RELEVANT, wanted.length)))
    unjudged = wanted.unjudged or (0 if spec.measure.needs_complete else stream.between(1, 2))
    plain = wanted.length - min(_FEWEST_FOUND, wanted.length - 1) + 1
    unjudged = min(unjudged, plain - 2)
    grades = [stream.between(rel, scale) for _ in range(relevant)] + [UNJUDGED] * unjudged
    grades += [stream.below(rel) if rel > 1 else 0 for _ in range(plain - unjudged)]
    names = [f"d{n}" for n in stream.sample(range(1, 100), len(grades))]
    groups: list[tuple[int, ...]] = [()] * len(names)
    if spec.measure.needs_subtopics:
        groups = [_group(grade, wanted.subtopics, stream) for grade in grades]
    return [Document(*document) for document in zip(names, grades, groups, strict=True)]


def _ranked(
    spec: Spec, wanted: Generated, pool: list[Document], stream: Stream, rel: int, *, spread: bool
) -> RankedList:
    """A ranking of some of the pool: some relevant documents, but not all, and the unjudged ones if there is room."""
    relevant = [d for d in pool if d.grade >= rel]
    unjudged = [d for d in pool if d.grade == UNJUDGED]
    plain = [d for d in pool if 0 <= d.grade < rel]
    most = min(len(relevant) - 1, wanted.length - 1)
    first = stream.between(2, max(2, wanted.length - 1)) if spread and looks_at_first(str(spec)) else 0
    most = min(most, wanted.length - first + 1) if first else most
    found = stream.between(min(2 if first else _FEWEST_FOUND, most), most)
    open_to = unjudged[: wanted.length - found - 1]
    chosen = [*stream.sample(relevant, found), *open_to, *stream.sample(plain, wanted.length - found - len(open_to))]
    cutoff = int(spec.own.get("k") or 0)
    top = _top(spec, cutoff, found, wanted.length, stream)
    if first:
        ranked = _begun(stream.shuffled(chosen), first, rel)
    else:
        ranked = _arranged(chosen, cutoff or wanted.length, stream, rel, top)
    lowest = 1 if spec.measure.needs_complete else 0
    missed = [d for d in pool if d not in ranked and d.grade >= lowest]
    with_topics = spec.measure.needs_subtopics
    return RankedList(
        labels=write_labels([d.grade for d in ranked]),
        unretrieved=write_labels([d.grade for d in missed]),
        size=stream.choice(_SIZES) if _needs_size(str(spec)) else None,
        subtopics=write_subtopics([d.subtopics for d in ranked]) if with_topics else "",
        unretrieved_subtopics=write_subtopics([d.subtopics for d in missed]) if with_topics else "",
        names=tuple(d.name for d in [*ranked, *missed]),
    )


def _top(spec: Spec, cutoff: int, found: int, length: int, stream: Stream) -> int:
    """The number of relevant documents above the cutoff, if the score depends only on it; 0 for any number.

    Such a score has few values, and each of them should be as likely as the others.
    """
    if not (spec.measure.set_based and 1 < cutoff < length):
        return 0
    return stream.between(max(1, cutoff - (length - found)), min(found, cutoff - 1))


def _arranged(documents: list[Document], cutoff: int, stream: Stream, rel: int, top: int) -> list[Document]:
    """The documents in an order that needs calculation: relevant and other documents are mixed at the top.

    With ``top``, this many of those above the cutoff are relevant.
    """
    ranked = documents
    for _ in range(_SHUFFLES):
        ranked = stream.shuffled(documents)
        relevant = [document.grade >= rel for document in ranked[:cutoff]]
        if top:
            if sum(relevant) == top:
                break
            continue
        if 2 <= sum(relevant) < len(relevant) and any(relevant[:3]) and relevant != sorted(relevant, reverse=True):
            break
    return ranked


def _begun(documents: list[Document], first: int, rel: int) -> list[Document]:
    """The documents in their order, but with the first relevant one at rank ``first``."""
    others = [d for d in documents if d.grade < rel][: first - 1]
    relevant = next(d for d in documents if d.grade >= rel)
    return [*others, relevant, *(d for d in documents if d not in others and d is not relevant)]


def _group(grade: int, count: int, stream: Stream) -> tuple[int, ...]:
    """The subtopics of a document: a relevant document covers one or two of them."""
    if grade <= 0:
        return (0,) * count
    covered = stream.sample(range(count), 1 + (stream.below(2) if count > 1 else 0))
    return tuple(int(i in covered) for i in range(count))


@cache
def looks_at_first(spelling: str) -> bool:
    """Whether the score follows from the rank of the first relevant document, as reciprocal rank does."""
    spec, conventions = parse(spelling), effective()
    if spec.measure.needs_subtopics:
        return False

    def score(labels: list[int]) -> float:
        return float(compute(spec, Ranking.one(labels, [1], 100), conventions).score)

    def depends(first: int) -> bool:
        alone = [0] * (first - 1) + [1]
        rests = ([0, 0, 0], [1, 1, 1], [0, 1, 0], [2, 0, 1])
        scores = [score([*alone, *rest, *[0] * (9 - first)]) for rest in rests]
        return bool(np.isnan(scores).any() or max(scores) - min(scores) > SAME)

    moved = score([1] + [0] * 9) - score([0] * 9 + [1])
    return not depends(1) and not depends(3) and moved > SAME


@cache
def _needs_size(spelling: str) -> bool:
    """Whether the measure needs the number of documents in the collection."""
    spec, conventions = parse(spelling), effective()
    unknown, known = (Ranking.one([1, 0, 1], [1, 0], size) for size in (None, 100))
    scores = [compute(spec, ranking, conventions).score for ranking in (unknown, known)]
    return bool(np.isnan(scores[0]) and not np.isnan(scores[1]))
