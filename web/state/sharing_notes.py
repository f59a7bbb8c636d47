"""Sentences about the changes that let all lists on one query share their judgements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ireval.messages import Message
from ireval.ranking.labels import write_labels
from web.state.lab_state import State
from web.state.shared_judgements import Completion, Conflict

#: With more documents than this, a sentence does not name every one.
MOST_NAMED = 4


def conflict_messages(state: State, conflicts: Sequence[Conflict]) -> Iterator[tuple[int, Message]]:
    """For each pair of lists that disagree: the place of the one whose labels are not used, and a message."""
    ordered = sorted(conflicts, key=lambda c: (c.used, c.lost))
    for (used, lost), group in groupby(ordered, key=lambda c: (c.used, c.lost)):
        documents = [
            Message("document-with-two-labels", name=c.name, used=write_labels([c.label]), lost=write_labels([c.other]))
            for c in group
        ]
        values = {"used": _title(state, used), "lost": _title(state, lost), "documents": _short(documents)}
        yield lost, Message("labels-disagree", values)


def completion_messages(state: State, completions: Sequence[Completion]) -> tuple[Message, ...]:
    """One sentence on the missed documents that were added to lists; empty if there are none."""
    rel = state.conventions["rel"]
    lists = [
        Message(
            "completed-list",
            list=_title(state, place),
            documents=_short(names),
            relevant=state.lists[place - 1].relevant(rel),
        )
        for place, names in completions
    ]
    return (Message("judgements-completed", lists=_short(lists)),) if lists else ()


def _title(state: State, place: int) -> str:
    """The title of a list; in pairs, with its system."""
    title = state.list_title(place)
    return f"{title}, {'BA'[place % 2]}" if state.arrangement == "pairs" else title


def _short(items: Sequence[str | Message]) -> list[str | Message]:
    """The items; of many, only the first ones and the number of the others."""
    if len(items) <= MOST_NAMED:
        return list(items)
    return [*items[: MOST_NAMED - 1], Message("some-more", count=len(items) - MOST_NAMED + 1)]
