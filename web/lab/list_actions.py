"""Adds, copies and removes whole lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ireval.errors import InputError
from ireval.ranking.document_names import called
from ireval.ranking.labels import MOST_UNRETRIEVED
from web.lab.arrangement import fits
from web.state.lab_list import Document, Listed
from web.state.lab_state import MOST_LISTS, State
from web.state.reading.reader import Reader


def _add(_: Reader, state: State, __: list[str]) -> State:
    """The state with one more list at the end, as long as the open one, with no relevant documents yet.

    If the query already has a list, its relevant documents are known, and the new list has missed all of them.
    """
    of_same_query = state.arrangement == "systems" or (state.arrangement == "pairs" and len(state.lists) % 2 == 1)
    place = len(state.lists) if state.arrangement == "pairs" and of_same_query else state.place
    if of_same_query:
        state = _named(state, place)
    return _appended(state, _unlabelled(state.lists[place - 1], state.conventions["rel"], missed=of_same_query))


def _copy(_: Reader, state: State, __: list[str]) -> State:
    """The state with a copy of the open list at the end.

    If both are for the same query, they have the same documents: these get names, and their labels are shared.
    """
    count = len(state.lists)
    if state.arrangement == "systems" or (state.arrangement == "pairs" and state.place == count and count % 2 == 1):
        state = _named(state, state.place)
    return _appended(state, replace(state.listed, title=""))


def _named(state: State, place: int) -> State:
    """The state with a name for each document of a list, so that other lists can have the same documents.

    Documents keep the names that the page shows. Very long lists get no names, because an address has no room for them.
    """
    opened = state.holding_lists(state.lists, place)
    if not fits([*opened.called, *opened.called]):
        return state
    lists = list(state.lists)
    lists[place - 1] = replace(lists[place - 1], names=opened.called)
    return state.holding_lists(tuple(lists), state.place)


def _remove(_: Reader, state: State, __: list[str]) -> State:
    """The state without the open list; the next list is opened, or the last one."""
    if len(state.lists) == 1:
        raise InputError("do", "only-list")
    left = (*state.before, *state.after)
    if len(left) == 1 and left[0].names == called((), len(left[0].names)):
        left = (replace(left[0], names=()),)
    return state.holding_lists(left, min(state.place, len(left)))


def _appended(state: State, listed: Listed) -> State:
    if len(state.lists) >= MOST_LISTS:
        raise InputError("do", "too-many-lists", most=MOST_LISTS)
    return state.holding_lists((*state.lists, listed), len(state.lists) + 1)


def _unlabelled(like: Listed, rel: int, *, missed: bool) -> Listed:
    relevant = [d for d in (*like.ranked, *like.missed) if d.grade >= rel] if missed else []
    new = Listed().holding([Document(0)] * len(like.grades), relevant[:MOST_UNRETRIEVED])
    known = like.size is not None and like.size >= len(new.grades) + len(new.unretrieved)
    return replace(new, size=like.size if known else None)


ACTIONS: Mapping[str, Callable[[Reader, State, list[str]], State]] = {
    "add-list": _add,
    "copy-list": _copy,
    "remove-list": _remove,
}
