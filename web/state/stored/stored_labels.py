"""Stored labels and the visitor's own: lists of a collection, changes of their labels, and their parts in an address.

An address names the topic, the runs and, as the part ``own``, the labels that differ from the stored ones. Only a list
whose documents differ from the stored ones is written in full, with ``labels`` and ``names``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from ireval.errors import InputError
from ireval.ranking.document_names import LONGEST_NAME, split_names, write_names
from ireval.ranking.judgements import UNJUDGED
from ireval.ranking.labels import MOST_UNRETRIEVED, grade_of, write_labels
from web.state.lab_list import Document, Listed
from web.state.stored.stored_topic import StoredList, StoredTopic

#: Grades by docno.
Labels = Mapping[str, int]
NONE: Labels = MappingProxyType({})
#: The parts of an address that name a topic of a collection.
TOPIC_PARTS = ("collection", "topic", "assessor", "depth", "own")
#: How many documents of a run are listed by default.
DEPTH = 20
#: The sign between a docno and the visitor's own label.
_IS = "="


def listed_of(stored: StoredList, own: Labels = NONE) -> Listed:
    """The list of a run with the stored labels, which the visitor's ``own`` labels replace.

    The documents not retrieved are limited to the number that the lab allows: those with the highest grades.
    """
    topic, shown = stored.topic, set(stored.docnos)
    grades = {**topic.grades, **own}
    missed = [Document(grade, docno) for docno, grade in grades.items() if grade >= 0 and docno not in shown]
    missed.sort(key=lambda d: -d.grade)
    listed = Listed(title=stored.run[:LONGEST_NAME], stored=stored).holding(
        [Document(grades.get(docno, UNJUDGED), docno) for docno in stored.docnos], missed[:MOST_UNRETRIEVED]
    )
    size = topic.size
    known = len(listed.grades) + len(listed.unretrieved)
    return replace(listed, size=size if size is not None and size >= known else None)


def own_labels(lists: Iterable[Listed]) -> dict[str, int]:
    """The labels of documents of the collection that differ from the stored ones, in the order of their docnos."""
    own: dict[str, int] = {}
    for listed in lists:
        if listed.stored is None:
            continue
        for document in (*listed.ranked, *listed.missed):
            differs = document.name and document.grade != listed.stored.topic.grade(document.name)
            if differs and listed.stored.knows(document.name):
                own.setdefault(document.name, document.grade)
    return dict(sorted(own.items()))


def settle_lists(lists: Sequence[Listed]) -> tuple[Listed, ...]:
    """The same lists; where the documents are the stored ones, those not retrieved are in the stored order."""
    own = own_labels(lists)
    return tuple(_settle(listed, own) for listed in lists)


def _settle(listed: Listed, own: Labels) -> Listed:
    if listed.stored is None or listed.diverse:
        return listed
    usual = listed_of(listed.stored, own)
    if listed.ranked != usual.ranked or sorted(listed.missed) != sorted(usual.missed):
        return listed
    return listed.holding(usual.ranked, usual.missed)


def with_stored_labels(listed: Listed) -> Listed:
    """The list in its own order with the stored labels, and with the judged documents that were not retrieved."""
    stored = listed.stored
    if stored is None:
        return listed
    grade = stored.topic.grade
    ranked = [d._replace(grade=grade(d.name), group=()) if d.name else d for d in listed.ranked]
    here = {d.name for d in ranked}
    missed = [Document(grade, docno) for docno, grade in stored.topic.grades.items() if docno not in here]
    missed.sort(key=lambda d: -d.grade)
    return listed.holding(ranked, missed[:MOST_UNRETRIEVED])


def address_parts(lists: Sequence[Listed], topic: StoredTopic) -> dict[str, str]:
    """The parts of an address for lists of which some belong to a topic of a collection."""
    own = own_labels(lists)
    parts = {"collection": topic.entry.key, "topic": topic.number}
    for place, listed in enumerate(lists, start=1):
        parts |= list_parts(listed, "" if place == 1 else str(place), own)
    if topic.assessor:
        parts["assessor"] = topic.assessor
    if topic.depth != DEPTH:
        parts["depth"] = str(topic.depth)
    if own:
        parts["own"] = write_own(own)
    return parts


def list_parts(listed: Listed, number: str, own: Labels) -> dict[str, str]:
    """The parts of one list: only its run if it has the stored documents."""
    if listed.stored is None:
        return listed.parts(number)
    run = {f"run{number}": listed.stored.run}
    usual = listed_of(listed.stored, own)
    if not listed.title or listed.size is None or listed.holding(usual.ranked, usual.missed) != listed:
        return run if listed == usual else run | listed.parts(number)
    changed = {"title": listed.title, "size": str(listed.size)}
    return run | {name + number: text for name, text in changed.items() if text != str(getattr(usual, name))}


def write_own(own: Labels) -> str:
    r"""The visitor's own labels as a part of an address.

    >>> write_own({"h23": 2, "a,b": UNJUDGED})
    'h23=2,a\\,b=u'
    """
    return write_names(f"{docno}{_IS}{write_labels([grade])}" for docno, grade in own.items())


def read_own(text: str) -> dict[str, int]:
    r"""The visitor's own labels in an address, by docno. Raises ``InputError``.

    >>> read_own("h23=2, a\\,b=u")
    {'a,b': -1, 'h23': 2}
    """
    own: dict[str, int] = {}
    for item in filter(None, split_names(text)):
        docno, _, label = item.rpartition(_IS)
        grade = grade_of(label) if len(label) == 1 else None
        if not docno or grade is None:
            raise InputError("own", "own-label-unreadable", item=item)
        own[docno] = max(grade, UNJUDGED)
    return dict(sorted(own.items()))
