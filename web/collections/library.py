"""Finds a collection by its key, which is part of addresses."""

from __future__ import annotations

from dataclasses import dataclass

from ireval.collection.stored_collection import Collection, built_in
from ireval.errors import InputError

#: The key of the collection that comes with ireval.
BUILT_IN = "harbour"
FIELD = "collection"


@dataclass(frozen=True)
class LibraryEntry:
    """A collection with its key and its title."""

    key: str
    title: str
    collection: Collection


def find(key: str) -> LibraryEntry:
    """The collection with this key. Raises ``InputError`` if there is none."""
    if key != BUILT_IN:
        raise InputError(FIELD, "no-such-collection", text=key)
    return LibraryEntry(BUILT_IN, "The harbour collection", built_in())
