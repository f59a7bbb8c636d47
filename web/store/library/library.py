"""Finds a collection by its key, which is part of addresses: the built-in one, or one that somebody has uploaded.

The key of an uploaded collection is the secret part of its readers' link.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flask import current_app

from ireval.collection.packed_collection import ASSESSOR, DOCUMENTS, INDEX, QRELS, RUN, TOPICS, Part, unpack
from ireval.collection.stored_collection import Collection, built_in
from ireval.errors import InputError
from web.server.incoming import privacy
from web.store import Reason, Refused, StoredCollection, is_reader_token, store
from web.store.library.natural_order import InNaturalOrder
from web.store.library.unpacked_collections import UnpackedCollections

#: The key of the collection that comes with ireval.
BUILT_IN = "harbour"
FIELD = privacy.COLLECTION


@dataclass(frozen=True)
class LibraryEntry:
    """A collection with its key and its title; ``stored`` is the record of an uploaded collection."""

    key: str
    title: str
    collection: Collection
    stored: StoredCollection | None = None


def find(key: str) -> LibraryEntry:
    """The collection with this key. Raises ``InputError`` if there is none."""
    if key == BUILT_IN:
        return LibraryEntry(BUILT_IN, "The harbour collection", built_in())
    privacy.note_key(key)
    stored = store().collections.by_reader(key) if is_reader_token(key) else None
    if stored is None:
        raise InputError(FIELD, "no-such-collection", text=key)
    return LibraryEntry(key, stored.title, unpacked(stored), stored)


def unpacked(stored: StoredCollection) -> Collection:
    """The content of a stored collection; its documents are read only when they are needed."""
    cache: UnpackedCollections = current_app.extensions.setdefault("collections", UnpackedCollections())
    return cache.get(stored, lambda: _unpack(stored))


def _unpack(stored: StoredCollection) -> tuple[Collection, int]:
    collections, size = store().collections, 0

    def parts() -> Iterator[Part]:
        nonlocal size
        for part in collections.parts(stored, QRELS, ASSESSOR, TOPICS, INDEX, RUN):
            size += len(part.body)
            yield part

    def documents(name: str) -> bytes:
        part = collections.part(stored, DOCUMENTS, name)
        if part is None:
            raise Refused(Reason.COLLECTION_GONE)
        return part.body

    found = unpack(parts(), documents)
    return replace(found, runs=InNaturalOrder(found.runs)), size
