"""A ranked list with its judgements, as an address contains it; a page may show several."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from itertools import zip_longest
from typing import NamedTuple, Self

from ireval.ranking.document_names import by_rank, called, write_names
from ireval.ranking.judgements import Ranking
from ireval.ranking.labels import Group, write_labels, write_subtopics
from ireval.stdlib.lazy_attribute import lazy_attribute
from web.state.stored.stored_topic import StoredList


class Document(NamedTuple):
    """A judged or retrieved document: its grade, its name if it has one, and the subtopics it covers, if judged."""

    grade: int
    name: str = ""
    group: Group = ()

    def covering(self, subtopics: int) -> Group:
        """Its group among this many subtopics: all 0 if its subtopics are not judged, or if it is not relevant."""
        return self.group if self.group and self.grade >= 1 else (0,) * subtopics


@dataclass(frozen=True)
class Listed:
    """A ranked list.

    ``grades`` are in the order of ranks, ``unretrieved`` from the highest down; ``names`` of both, in that order, may
    be shorter. ``subtopics`` and ``unretrieved_subtopics`` have a group for each document, or both are empty if
    subtopics are not judged. ``size`` is the size of the collection, None if unknown; ``title`` distinguishes the list
    from others. ``stored`` is the collection's list from which this one was made, None if there is none.
    """

    grades: tuple[int, ...] = ()
    unretrieved: tuple[int, ...] = ()
    subtopics: tuple[Group, ...] = ()
    unretrieved_subtopics: tuple[Group, ...] = ()
    names: tuple[str, ...] = ()
    size: int | None = None
    title: str = ""
    stored: StoredList | None = field(default=None, compare=False, repr=False)

    @property
    def listed(self) -> Listed:
        """The list alone, without the other parts of a state."""
        return Listed(**{f.name: getattr(self, f.name) for f in fields(Listed)})

    @property
    def diverse(self) -> bool:
        """Whether subtopics were judged."""
        return bool(self.subtopics or self.unretrieved_subtopics)

    @property
    def ranking(self) -> Ranking:
        """The list with its judgements, for the measures."""
        groups = (self.subtopics, self.unretrieved_subtopics) if self.diverse else (None, None)
        return Ranking.one(self.grades, self.unretrieved, self.size, *groups)

    @property
    def top(self) -> int:
        """The highest grade; 0 if there is none."""
        return max((0, *self.grades, *self.unretrieved))

    @property
    def ranked(self) -> list[Document]:
        """The documents retrieved, by rank."""
        return self._documents(0, self.grades, self.subtopics)

    @property
    def missed(self) -> list[Document]:
        """The judged documents not retrieved."""
        return self._documents(len(self.grades), self.unretrieved, self.unretrieved_subtopics)

    def _documents(self, start: int, grades: tuple[int, ...], groups: tuple[Group, ...]) -> list[Document]:
        names = self.names[start : start + len(grades)]
        both = zip_longest(grades, names, groups)
        return [Document(grade, name or "", group or ()) for grade, name, group in both]

    def holding(self, ranked: Iterable[Document], missed: Iterable[Document]) -> Self:
        """A copy with these documents; those not retrieved are sorted from the highest grade down."""
        ranked, missed = list(ranked), sorted(missed, key=lambda d: -d.grade)
        subtopics = max((len(d.group) for d in (*ranked, *missed)), default=0)
        return replace(
            self,
            grades=tuple(d.grade for d in ranked),
            unretrieved=tuple(d.grade for d in missed),
            names=trim_names(tuple(d.name for d in (*ranked, *missed))),
            subtopics=tuple(d.covering(subtopics) for d in ranked) if subtopics else (),
            unretrieved_subtopics=tuple(d.covering(subtopics) for d in missed) if subtopics else (),
        )

    def name(self, index: int) -> str:
        """The name of the document at ``index``, counting the ranked documents first, then those not retrieved."""
        return self.called[index] if index < len(self.called) else by_rank(index + 1, self.letter)

    @lazy_attribute
    def called(self) -> tuple[str, ...]:
        """The name of each document, as ``ireval.ranking.document_names.called`` decides."""
        return called(self.names, len(self.grades) + len(self.unretrieved), self.letter)

    @property
    def letter(self) -> str:
        """The first letter of the names of unnamed documents."""
        return "d"

    def relevant(self, rel: int) -> int:
        """How many documents have grade ``rel`` or more, retrieved or not."""
        return sum(g >= rel for g in (*self.grades, *self.unretrieved))

    def parts(self, number: str = "") -> dict[str, str]:
        """The parts of an address for this list, with the list's ``number`` after every name."""
        understood = self.subtopics and not any(map(any, self.unretrieved_subtopics))
        parts = {
            "labels": write_labels(self.grades),
            "unretrieved": write_labels(self.unretrieved),
            "subtopics": write_subtopics(self.subtopics),
            "unretrieved_subtopics": "" if understood else write_subtopics(self.unretrieved_subtopics),
            "size": "" if self.size is None else str(self.size),
            "names": write_names(self.names) if any(self.names) else "",
            "title": self.title,
        }
        return {name + number: text for name, text in parts.items() if text or name == "labels"}


def trim_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """``names`` without empty ones at the end."""
    count = max((i + 1 for i, name in enumerate(names) if name), default=0)
    return names[:count]


def default_scale(lists: tuple[Listed, ...]) -> int:
    """1 if only the grades 0 and 1 are used; otherwise 3, or more if a grade is higher."""
    top = max((listed.top for listed in lists), default=0)
    return 1 if top <= 1 else max(3, top)
