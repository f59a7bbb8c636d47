"""One set of judgements for all lists on one query: documents with the same name are the same document.

A list without names has judgements of its own, because it is unknown which of its documents other lists have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ireval.ranking.labels import MOST_UNRETRIEVED
from web.state.lab_list import Document, Listed


class Conflict(NamedTuple):
    """A document with two labels: ``label`` in the list at ``used`` is used, not ``other`` in the list at ``lost``."""

    name: str
    used: int
    label: int
    lost: int
    other: int


class Completion(NamedTuple):
    """Judged documents of other lists that the list at ``place`` has missed, by name."""

    place: int
    names: tuple[str, ...]


@dataclass
class Shared:
    """Lists that agree, and the changes that were needed for that. Places count from 1."""

    lists: tuple[Listed, ...]
    conflicts: list[Conflict]
    completions: list[Completion]


def share(lists: Sequence[Listed], arrangement: str, leader: int = 0) -> Shared:
    """The same lists with one label for each document of a query, and with all its judged documents in every list.

    Where labels differ, that of the list at ``leader`` is used. Without a leader, a label is preferred to no judgement,
    and the first label to later ones.
    """
    shared = Shared(tuple(lists), [], [])
    for members in sharing(lists, arrangement):
        if len(members) > 1:
            _share_query(shared, sorted(members, key=lambda place: place != leader), led=leader in members)
    return shared


def sharing(lists: Sequence[Listed], arrangement: str) -> list[list[int]]:
    """For each query, the places of the lists that share their judgements: those with names."""
    return [
        [place for place in places if _is_named(lists[place - 1], letter(place, arrangement))]
        for places in queries(len(lists), arrangement)
    ]


def queries(count: int, arrangement: str) -> list[list[int]]:
    """The places of the lists on each query, from 1."""
    places = list(range(1, count + 1))
    if arrangement == "pairs":
        return [places[i : i + 2] for i in range(0, count, 2)]
    return [places] if arrangement == "systems" else [[place] for place in places]


def letter(place: int, arrangement: str) -> str:
    """The beginning of the names of unnamed documents if several lists belong to one query: a2, b2.

    Unnamed documents of two lists are different documents, so their names must differ.
    """
    if arrangement == "pairs":
        return "ba"[place % 2]
    return chr(96 + place) if place <= 26 else f"s{place}-"


def without_missed(lists: Iterable[Listed], names: set[str]) -> tuple[Listed, ...]:
    """The lists without the missed documents of these names; a document that one of the lists retrieved stays."""
    lists = tuple(lists)
    gone = names - {d.name for listed in lists for d in listed.ranked}
    return tuple(
        listed.holding(listed.ranked, [d for d in listed.missed if d.name not in gone])
        if any(d.name in gone for d in listed.missed)
        else listed
        for listed in lists
    )


def _is_named(listed: Listed, own: str) -> bool:
    """Whether a document has a name of its own, and not just the default name of an earlier rank."""
    return any(name and not (name.startswith(own) and name[len(own) :].isdecimal()) for name in listed.names)


def _share_query(shared: Shared, places: list[int], *, led: bool) -> None:
    twice = {name for place in places for name in _ambiguous_names(shared.lists[place - 1])}
    known: dict[str, tuple[int, Document]] = {}
    for place in places:
        for document in _named_documents(shared.lists[place - 1]):
            if document.name in twice:
                continue
            first = known.setdefault(document.name, (place, document))
            if first[1].grade != document.grade:
                first, lost = _choose_label(first, (place, document), led=led and first[0] == places[0])
                shared.conflicts.append(Conflict(document.name, first[0], first[1].grade, lost[0], lost[1].grade))
            if not first[1].group and document.group:
                first = first[0], first[1]._replace(group=document.group)
            known[document.name] = first
    judgements = {name: document for name, (_, document) in known.items()}
    lists = list(shared.lists)
    for place in sorted(places):
        lists[place - 1], added = _complete(lists[place - 1], judgements)
        if added:
            shared.completions.append(Completion(place, added))
    shared.lists = tuple(lists)


def _choose_label(
    first: tuple[int, Document], second: tuple[int, Document], *, led: bool
) -> tuple[tuple[int, Document], tuple[int, Document]]:
    """The label to use and the other one."""
    if not led and first[1].grade < 0 <= second[1].grade:
        return second, first
    return first, second


def _named_documents(listed: Listed) -> Iterator[Document]:
    return (d for d in (*listed.ranked, *listed.missed) if d.name)


def _ambiguous_names(listed: Listed) -> set[str]:
    """Names that the list gives to two documents, and which are therefore ambiguous."""
    return {name for name, count in Counter(d.name for d in _named_documents(listed)).items() if count > 1}


def _complete(listed: Listed, judgements: dict[str, Document]) -> tuple[Listed, tuple[str, ...]]:
    """The list with these judgements, and the names of the documents that were added to its missed ones."""
    has = {d.name for d in _named_documents(listed)}
    added = [d for name, d in judgements.items() if name not in has and d.grade >= 0]
    ranked, missed = ([judgements.get(d.name, d) for d in part] for part in (listed.ranked, listed.missed))
    missed = [d for d in (*missed, *added) if d.grade >= 0][:MOST_UNRETRIEVED]
    if ranked == listed.ranked and missed == listed.missed:
        return listed, ()
    whole = listed.holding(ranked, missed)
    if whole.size is not None and whole.size < len(ranked) + len(missed):
        whole = replace(whole, size=None)
    return whole, tuple(d.name for d in added)
