"""Caches the last collections that this process has unpacked, since unpacking a large one takes seconds."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from ireval.collection.stored_collection import Collection
from web.store import StorageError, StoredCollection

WAIT = 1.0  # seconds that a thread waits while another one unpacks


@dataclass(eq=False)
class UnpackedCollections:
    """The collections that were used last: at most ``most``, whose packed parts have at most ``most_bytes``.

    A single one is kept even if it is larger; otherwise each page would unpack it again.
    """

    most: int = 6
    most_bytes: int = 12_000_000
    _cache: OrderedDict[str, tuple[int, Collection, int]] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _turn: threading.Lock = field(default_factory=threading.Lock)

    def get(self, stored: StoredCollection, unpack: Callable[[], tuple[Collection, int]]) -> Collection:
        """The collection as it is stored now; ``unpack`` returns it, and its packed bytes, if it is not cached."""
        if found := self._find(stored):
            return found
        # Two threads never unpack at the same time, and so never the same collection; and a database that does not
        # answer one of them holds the others up for a moment only.
        if not self._turn.acquire(timeout=WAIT):
            raise StorageError("collections-being-unpacked")
        try:
            if found := self._find(stored):
                return found
            made, size = unpack()
            with self._lock:
                self._cache[stored.id] = stored.version, made, size
                self._cache.move_to_end(stored.id)
                self._shrink()
            return made
        finally:
            self._turn.release()

    def _find(self, stored: StoredCollection) -> Collection | None:
        with self._lock:
            version, found, _ = self._cache.get(stored.id, (None, None, 0))
            if version != stored.version:
                return None
            self._cache.move_to_end(stored.id)
            return found

    def _shrink(self) -> None:
        while len(self._cache) > 1 and (
            len(self._cache) > self.most or sum(size for *_, size in self._cache.values()) > self.most_bytes
        ):
            self._cache.popitem(last=False)
