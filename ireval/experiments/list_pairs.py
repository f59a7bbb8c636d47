"""Two rankings for one topic with the same judgements, on which measures may disagree.

A document is written as its label and its name: ``1:a``. With subtopics, the label is the group of subtopics that the
document covers: ``110:a``. ``missed`` are judged documents that are in neither ranking.

>>> pair = ListPair("1:a 0:b", "0:b 0:c 1:a")
>>> [round(score, 3) for score in pair.scores("RR")]
[1.0, 0.333]
>>> pair.preferred("RR"), pair.sides[0].unretrieved
(0, (0,))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ireval.conventions import DEFAULT_PRESET, effective
from ireval.errors import InputError
from ireval.evaluation.several_lists import ListScores, SeveralLists
from ireval.measure.spelling import Spec, parse
from ireval.numbers.rounding import SAME
from ireval.ranking.judgements import Ranking
from ireval.ranking.labels import Group, grade_of
from ireval.stdlib.lazy_attribute import lazy_attribute


class Judged(NamedTuple):
    """A document with its grade and, if subtopics were judged, the group of subtopics that it covers."""

    name: str
    grade: int
    group: Group


class PairSide(NamedTuple):
    """One of the two rankings: its ``documents``, and the judged documents ``others`` that it has not retrieved."""

    documents: tuple[Judged, ...]
    others: tuple[Judged, ...]

    @property
    def unretrieved(self) -> tuple[int, ...]:
        """The grades of the judged documents that it has not retrieved."""
        return tuple(d.grade for d in self.others)

    def ranking(self, size: int | None) -> Ranking:
        """The ranking with its judgements, for the measures."""
        own, missed = ([d.group for d in part] for part in (self.documents, self.others))
        groups = (own, missed) if any(map(len, (*own, *missed))) else (None, None)
        return Ranking.one([d.grade for d in self.documents], self.unretrieved, size, *groups)


@dataclass(frozen=True)
class ListPair:
    """Two rankings for one topic, as text; ``size`` is the number of documents in the collection, if it matters."""

    first: str
    second: str
    missed: str = ""
    size: int | None = None

    @lazy_attribute
    def sides(self) -> tuple[PairSide, PairSide]:
        """Both rankings. Raises ``InputError`` if a document has two labels, or is retrieved twice."""
        first, second, missed = (list(_read(text)) for text in (self.first, self.second, self.missed))
        known: dict[str, Judged] = {}
        for document in (*first, *second, *missed):
            if known.setdefault(document.name, document) != document:
                raise InputError("pair", "pair-labels-differ", name=document.name)
        for ranked in (first, second):
            if len({d.name for d in ranked}) < len(ranked):
                raise InputError("pair", "pair-repeats-document", text=" ".join(d.name for d in ranked))
        known = _grouped(known)
        first, second = ([known[d.name] for d in ranked] for ranked in (first, second))
        judged = sorted((d for d in known.values() if d.grade >= 0), key=lambda d: -d.grade)
        both = (PairSide(tuple(own), tuple(d for d in judged if d not in own)) for own in (first, second))
        return next(both), next(both)

    def scores(self, measure: str | Spec) -> tuple[float, float]:
        """The scores of both rankings; NaN if the measure is undefined."""
        first, second = self._scored(measure).values.tolist()
        return first, second

    def texts(self, measure: str | Spec, places: int) -> tuple[str, str]:
        """The scores of both rankings as text."""
        scored = self._scored(measure)
        first, second = (scored.text(value, places) for value in scored.values.tolist())
        return first, second

    def preferred(self, measure: str | Spec) -> int | None:
        """The place of the ranking with the higher score, 0 or 1; None if both have the same."""
        first, second = self.scores(measure)
        return None if not abs(first - second) > SAME else int(second > first)

    def _scored(self, measure: str | Spec) -> ListScores:
        spec = parse(measure) if isinstance(measure, str) else measure
        rankings = [side.ranking(self.size) for side in self.sides]
        return SeveralLists(rankings, effective(DEFAULT_PRESET)).score(spec)


def _grouped(known: dict[str, Judged]) -> dict[str, Judged]:
    """The documents with a group for each if one has a group; an unjudged document covers no subtopic."""
    count = max((len(d.group) for d in known.values()), default=0)
    return {name: d if d.group else d._replace(group=(0,) * count) for name, d in known.items()}


def _read(text: str) -> tuple[Judged, ...]:
    return tuple(_document(part) for part in text.split())


def _document(part: str) -> Judged:
    label, _, name = part.partition(":")
    if len(label) > 1 and set(label) <= {"0", "1"}:
        group = tuple(map(int, label))
        return Judged(name, int(any(group)), group)
    grade = grade_of(label) if len(label) == 1 else None
    if grade is None or not name:
        raise InputError("pair", "pair-document-unreadable", text=part)
    return Judged(name, grade, ())
