"""Notes on means: the number of topics of each mean, the topics that it leaves out and why, and remarks on scores.

The rule is the same for every measure: a mean is over the topics for which the measure is defined, and each list has
the score that it has alone. A topic without a list counts as an empty list, unless the convention ``missing`` leaves it
out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ireval.messages import Message

#: The most topics or means that a note names.
_NAMED = 10
#: Clauses by the place of the topic, from 0.
Clauses = Mapping[int, Message]


class Averaged(NamedTuple):
    """A mean: its name, the topics that it leaves out, and remarks on the scores of others."""

    name: str
    left_out: Clauses
    remarks: Clauses = {}  # noqa: RUF012 - nothing changes it


def mean_notes(
    means: Iterable[Averaged],
    topics: Sequence[str],
    key: str = "mean-over-topics",
    write: Callable[[Sequence[str]], object] | None = None,
) -> list[Message]:
    """A note for each group of means that leave out the same topics, then one for each group of the same remarks.

    ``topics`` are the names of all topics. ``write`` turns names into words (by default ``topic_names``); ``key`` is
    the key of the message.
    """

    def named(places: Sequence[int]) -> object:
        return (write or topic_names)([topics[i] for i in places])

    listed = list(means)
    notes = []
    for names, groups in _alike((m.name, m.left_out) for m in listed):
        left_out = sum(len(places) for places in groups.values())
        reasons = [Message("left-out-because", topics=named(places), why=why) for why, places in groups.items()]
        over = {"over": len(topics) - left_out, "count": len(topics)}
        notes.append(Message(key, over, means=_some(names), number=len(names), reasons=reasons))
    for names, groups in _alike((m.name, m.remarks) for m in listed):
        notes += [
            Message("remark-on-topics", means=_some(names), what=what, topics=named(places))
            for what, places in groups.items()
        ]
    return notes


def by_clause(clauses: Clauses) -> dict[Message, list[int]]:
    """The places of the topics for each clause."""
    found: dict[Message, list[int]] = {}
    for place, clause in clauses.items():
        found.setdefault(clause, []).append(place)
    return found


def topic_names(topics: Sequence[str]) -> Message:
    """The names of topics after the noun, at most ``_NAMED`` of them."""
    more = len(topics) - _NAMED
    if more > 0:
        return Message("topics-and-more", names=topics[:_NAMED], more=more)
    return Message("topics", count=len(topics), names=topics)


def _alike(said: Iterable[tuple[str, Clauses]]) -> Iterator[tuple[list[str], dict[Message, list[int]]]]:
    """Groups of names with the same clauses for the same topics, and the clauses; without names that have no clause."""
    found: list[tuple[list[str], dict[Message, list[int]]]] = []
    for name, clauses in said:
        groups = by_clause(clauses)
        same = next((names for names, others in found if others == groups), None)
        if same is not None:
            same.append(name)
        elif groups:
            found.append(([name], groups))
    yield from found


def _some(names: Sequence[str]) -> object:
    if len(names) <= _NAMED:
        return names
    return [*names[:_NAMED], Message("more-means", more=len(names) - _NAMED)]
