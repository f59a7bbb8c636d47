"""The visitor's own labels of a topic: they are only in the address, and can be undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ireval.errors import InputError
from ireval.ranking.document_names import LONGEST_NAME
from web.lab.arrangement import fits
from web.state.lab_list import Listed, default_scale
from web.state.lab_state import State
from web.state.reading.reader import Reader
from web.state.stored.stored_labels import (
    Labels,
    list_parts,
    own_labels,
    settle_lists,
    with_stored_labels,
    write_own,
)


def _restore(_: Reader, state: State, __: list[str]) -> State:
    """The state with the stored labels in all lists of the collection, and with a scale that includes them."""
    if state.topic is None:
        raise InputError("do", "no-stored-labels")
    lists = tuple(map(with_stored_labels, state.lists))
    scale = max(state.scale, default_scale(lists))
    return state.holding_lists(lists, state.place).having(scale=scale)


ACTIONS: Mapping[str, Callable[[Reader, State, list[str]], State]] = {"stored-labels": _restore}


def checked_topic(reader: Reader, was: State, state: State) -> State:
    """Return ``state`` with the documents of its topic in the stored order, if they are the stored documents.

    An address has room for a limited number of own labels and names; a change beyond it is reported and undone.
    """
    if state.topic is None:
        return state
    lists = settle_lists(state.lists)
    own = own_labels(lists)
    if not fits([write_own(own)]):
        reader.errors.append(InputError("do", "too-many-own-labels", count=len(own)))
        return was
    crowded = [listed for listed in lists if not _has_room(listed, own)]
    if crowded:
        reader.errors.append(InputError("do", "no-room-for-documents", count=len(crowded[0].names)))
        return was
    return state.holding_lists(lists, state.place)


def _has_room(listed: Listed, own: Labels) -> bool:
    """Whether an address has room for a list of the topic; it always has for a list with the stored documents."""
    if listed.stored is None or "names" not in list_parts(listed, "", own):
        return True
    return fits(listed.names) and all(len(name) <= LONGEST_NAME for name in listed.names)
