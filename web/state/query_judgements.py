"""Applies a change of the open list to the other lists on its query, which share its judgements."""

from __future__ import annotations

from dataclasses import replace

from ireval.errors import InputError
from ireval.messages import Message
from web.state.lab_list import Document, Listed
from web.state.lab_state import State
from web.state.reading.reader import Reader
from web.state.shared_judgements import queries, share, sharing, without_missed
from web.state.sharing_notes import conflict_messages


def with_shared_judgements(reader: Reader, was: State, state: State) -> tuple[State, tuple[Message, ...]]:
    """``state`` with the labels of the open list in all lists on its query, and notes where lists were joined.

    A renamed document gets its new name in every list, and a document that no list retrieves any longer is removed from
    all. If a list retrieved a document, it cannot be removed from the missed documents of others: the error is
    collected.
    """
    if len(state.lists) == 1 or state.arrangement == "queries":
        return state, ()
    if state.arrangement != was.arrangement:
        shared = share(state.lists, state.arrangement)
        joined = state.holding_lists(shared.lists, state.place)
        return joined, tuple(message for _, message in conflict_messages(joined, shared.conflicts))
    if len(state.lists) == len(was.lists) and state.place == was.place:
        state = _with_new_names(was, _follow_names(reader, was, state))
    shared = share(state.lists, state.arrangement, state.place)
    return state.holding_lists(shared.lists, state.place), ()


def ranks_retrieved_elsewhere(state: State) -> list[int]:
    """The ranks of documents that another list on the query also retrieved; if deleted here, they are still judged."""
    if not (state.before or state.after):
        return []
    members = next((group for group in sharing(state.lists, state.arrangement) if state.place in group), [])
    elsewhere = {d.name for place in members if place != state.place for d in state.lists[place - 1].ranked}
    return [rank for rank, document in enumerate(state.ranked, 1) if document.name and document.name in elsewhere]


def _follow_names(reader: Reader, was: State, state: State) -> State:
    """``state``, with the documents that the open list renamed or removed renamed or removed in the others, too."""
    places = next(group for group in queries(len(state.lists), state.arrangement) if state.place in group)
    others = [place for place in places if place != state.place]
    before, now = _names(was), _names(state)
    if not now:
        return state
    lists = list(state.lists)
    renamed = _renamed(was, state)
    if renamed and not any(renamed[1] in _names(lists[place - 1]) for place in others):
        for place in others:
            lists[place - 1] = _with_name(lists[place - 1], *renamed)
    else:
        gone = before - now
        _refuse_removal(reader, was, gone, [lists[place - 1] for place in others])
        remaining = without_missed([lists[place - 1] for place in others], gone)
        for place, listed in zip(others, remaining, strict=True):
            lists[place - 1] = listed
    return state.holding_lists(tuple(lists), state.place)


def _with_new_names(was: State, state: State) -> State:
    """``state`` with names for unnamed relevant documents that are new in the open list, if it shares judgements.

    Only a named document can be listed as missed in the other lists. If the open list had missed documents without
    names before, these stay unnamed, because the other lists may have missed the same ones.
    """
    members = next((group for group in sharing(state.lists, state.arrangement) if state.place in group), [])
    if len(members) < 2:
        return state
    known = any(not d.name for d in was.missed)
    count = len(state.grades)
    ranked = [d if d.name or d.grade < 1 else d._replace(name=state.name(i)) for i, d in enumerate(state.ranked)]
    missed = [
        d if d.name or d.grade < 1 or known else d._replace(name=state.name(count + i))
        for i, d in enumerate(state.missed)
    ]
    return state if (ranked, missed) == (state.ranked, state.missed) else state.holding(ranked, missed)


def _names(listed: Listed) -> set[str]:
    return {name for name in listed.names if name}


def _renamed(was: Listed, now: Listed) -> tuple[str, str] | None:
    """The old and the new name if exactly one document was renamed, and nothing else changed."""
    pairs = [(a.name, b.name) for a, b in zip(was.ranked, now.ranked, strict=False) if a.name != b.name]
    same_length = len(was.grades) == len(now.grades)
    return pairs[0] if same_length and len(pairs) == 1 and all(pairs[0]) else None


def _with_name(listed: Listed, old: str, new: str) -> Listed:
    return replace(listed, names=tuple(new if name == old else name for name in listed.names))


def _refuse_removal(reader: Reader, was: State, gone: set[str], others: list[Listed]) -> None:
    """Collect an error if a number of missed documents was lowered below those that another list retrieved."""
    retrieved = {d.name for listed in others for d in listed.ranked}
    dropped: list[Document] = [d for d in was.missed if d.name in gone & retrieved]
    if dropped and "do" not in reader.source:
        field = f"missed{dropped[0].grade}"
        if field in reader.source:
            names = [d.name for d in dropped]
            reader.errors.append(InputError(field, "missed-document-retrieved", documents=names, count=len(names)))
