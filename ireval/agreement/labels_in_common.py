"""The labels that several assessors gave to the documents that all of them judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ireval.errors import InputError
from ireval.messages import Message

#: The grades of an assessor, by topic and document. A grade below 0 means unjudged.
Judgements = Mapping[str, Mapping[str, int]]
#: A topic and a document.
Pair = tuple[str, str]
#: The labels where only relevant or non-relevant counts.
BINARY = ("non-relevant", "relevant")
#: At most this many missing judgements are named.
_NAMED = 5


@dataclass(frozen=True, eq=False)
class SharedJudgements:
    """The documents that all ``assessors`` judged, as ``pairs`` of topic and document, and their labels.

    ``chosen`` has a row for each pair and a column for each assessor: the index of the label in ``labels``.
    ``missing`` has, for each assessor with missing judgements, the pairs that only others judged.
    """

    assessors: tuple[str, ...]
    labels: tuple[str, ...]
    pairs: tuple[Pair, ...]
    chosen: NDArray[np.int64]
    missing: Mapping[str, tuple[Pair, ...]]

    @property
    def judged_by_any(self) -> int:
        """The number of pairs that at least one assessor judged."""
        return len(self.pairs) + len({pair for pairs in self.missing.values() for pair in pairs})

    @property
    def notes(self) -> tuple[Message, ...]:
        """Which judgements are missing: a sentence for each assessor with missing judgements."""
        total = self.judged_by_any
        one_topic = len({topic for pairs in (self.pairs, *self.missing.values()) for topic, _ in pairs}) == 1
        return tuple(
            Message("judgements-missing", assessor=name, count=len(pairs), total=total, pairs=_named(pairs, one_topic))
            for name, pairs in self.missing.items()
        )


@dataclass(frozen=True, eq=False)
class GivenLabels:
    """All labels that assessors gave: a row of ``chosen`` for each of the ``pairs`` that somebody judged.

    A row has the index of each assessor's label in ``labels``, -1 without one.
    """

    assessors: tuple[str, ...]
    labels: tuple[str, ...]
    pairs: tuple[Pair, ...]
    chosen: NDArray[np.int64]


def given_labels(assessors: Mapping[str, Judgements], rel: int | None = None) -> GivenLabels:
    """All labels of the assessors, including documents that only some of them judged; see ``shared_judgements``.

    Raises ``InputError`` for fewer than two assessors.
    """
    if len(assessors) < 2:
        raise InputError("assessors", "too-few-assessors", count=len(assessors))
    given = [_grades(judgements) for judgements in assessors.values()]
    pairs = tuple(dict.fromkeys(pair for grades in given for pair in grades))
    grades = np.array([[mine.get(pair, -1) for mine in given] for pair in pairs], np.int64)
    grades = grades.reshape(len(pairs), len(given))
    if rel is None:
        found = np.unique(grades[grades >= 0])
        labels: tuple[str, ...] = tuple(map(str, found.tolist()))
        chosen = np.searchsorted(found, grades)
    else:
        labels, chosen = BINARY, (grades >= rel).astype(np.int64)
    return GivenLabels(tuple(assessors), labels, pairs, np.where(grades < 0, -1, chosen))


def scale_of(labels: Sequence[str]) -> tuple[int, ...]:
    """The position of each label on the scale: its number if all labels are numbers, else its place.

    >>> scale_of(["0", "1", "3"]), scale_of(["no", "partly", "yes"])
    ((0, 1, 3), (0, 1, 2))
    """
    if all(label.isascii() and label.isdigit() for label in labels):
        return tuple(map(int, labels))
    return tuple(range(len(labels)))


def shared_judgements(assessors: Mapping[str, Judgements], rel: int | None = None) -> SharedJudgements:
    """The documents that all assessors judged, in the order in which they first appear.

    ``assessors`` has the judgements of each assessor by name: ``{name: {topic: {docno: grade}}}``. With ``rel``, the
    labels are only relevant (grade ``rel`` or more) or not. Raises ``InputError`` for fewer than two assessors.
    """
    if len(assessors) < 2:
        raise InputError("assessors", "too-few-assessors", count=len(assessors))
    given = [_grades(judgements) for judgements in assessors.values()]
    every = list(dict.fromkeys(pair for grades in given for pair in grades))
    pairs = tuple(pair for pair in every if all(pair in grades for grades in given))
    grades = np.array([[mine[pair] for mine in given] for pair in pairs], np.int64).reshape(len(pairs), len(given))
    if rel is None:
        found, chosen = np.unique(grades, return_inverse=True)
        labels: Sequence[str] = [str(grade) for grade in found.tolist()]
    else:
        labels, chosen = BINARY, (grades >= rel).astype(np.int64)
    absent = {
        name: tuple(pair for pair in every if pair not in mine) for name, mine in zip(assessors, given, strict=True)
    }
    return SharedJudgements(
        tuple(assessors),
        tuple(labels),
        pairs,
        chosen.reshape(grades.shape),
        {name: missing for name, missing in absent.items() if missing},
    )


def _grades(judgements: Judgements) -> dict[Pair, int]:
    """The grades by pair of topic and document, without documents that were in the pool but not judged."""
    return {(topic, docno): grade for topic, mine in judgements.items() for docno, grade in mine.items() if grade >= 0}


def _named(pairs: Sequence[Pair], one_topic: bool) -> list[Message]:
    """The first pairs, with their topics if there are several, and the number of the other pairs."""
    key = "document-alone" if one_topic else "document-of-topic"
    named = [Message(key, docno=docno, topic=topic) for topic, docno in pairs[:_NAMED]]
    return named if len(pairs) <= _NAMED else [*named, Message("more-documents", count=len(pairs) - _NAMED)]
