"""What was changed so that all lists on one query share their judgements, in words."""

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
    """For each two lists that disagree: the place of the one whose labels are not used, and what is said."""
    ordered = sorted(conflicts, key=lambda c: (c.used, c.lost))
    for (used, lost), group in groupby(ordered, key=lambda c: (c.used, c.lost)):
        documents = [
            Message("document-with-two-labels", name=c.name, used=write_labels([c.label]), lost=write_labels([c.other]))
            for c in group
        ]
        values = {"used": state.list_title(used), "lost": state.list_title(lost), "documents": _short(documents)}
        yield lost, Message("labels-disagree", values)


def completion_messages(state: State, completions: Sequence[Completion]) -> tuple[Message, ...]:
    """For each list that was completed: which documents it has missed."""
    rel = state.conventions["rel"]
    return tuple(
        Message(
            "judgements-completed",
            list=state.list_title(place),
            documents=_short(names),
            count=len(names),
            relevant=state.lists[place - 1].relevant(rel),
        )
        for place, names in completions
    )


def _short(items: Sequence[str | Message]) -> list[str | Message]:
    """The first of them and, where there are many, how many more there are."""
    if len(items) <= MOST_NAMED:
        return list(items)
    return [*items[: MOST_NAMED - 1], Message("some-more", count=len(items) - MOST_NAMED + 1)]
