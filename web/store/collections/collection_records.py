"""The values that describe collections to the store and its users; they are independent of any database."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple


class PartSize(NamedTuple):
    """A part without its bytes; ``size`` is their number."""

    kind: str
    name: str
    size: int


class StoredCollection(NamedTuple):
    """A collection without its parts. ``summary`` is a JSON text, ``size`` the bytes of all parts; times have a zone.

    ``version`` changes whenever the parts change.
    """

    id: str
    title: str
    summary: str
    size: int
    version: int
    created: datetime
    expires: datetime


class CollectionLinks(NamedTuple):
    """A new collection's id and the secret parts of its two links; the reader's is derived from the owner's."""

    id: str
    reader: str
    owner: str
