"""Collections, kept until they expire or are deleted."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select, update

from ireval.collection.packed_collection import Part
from ireval.messages import Message
from web.store import bounds, erasure, tokens
from web.store.collections import part_rows
from web.store.collections.collection_records import CollectionLinks, PartSize, StoredCollection
from web.store.database import Database
from web.store.records import Deletion, Reason, Refused
from web.store.schema import collection_parts, collections

_COLUMNS = [collections.c[name] for name in StoredCollection._fields]


class CollectionStore:
    """The collections of one database. This is a part of ``Store``, and raises the same errors.

    The parts of all collections together have at most ``space`` bytes; None sets no limit.
    """

    def __init__(
        self, database: Database, clock: Callable[[], datetime], sweep: Callable[[], None], space: int | None
    ) -> None:
        self._database, self._clock, self._sweep, self._space = database, clock, sweep, space

    def add(
        self, parts: Iterable[Part], *, title: str, summary: str, lifetime: timedelta, within: Connection | None = None
    ) -> CollectionLinks:
        """Store a new collection with these parts; returns its id and the secret parts of its links.

        The parts are stored one after the other; if iterating over ``parts`` raises an exception, none is stored.
        Meanwhile nobody else can write to a SQLite file, so the parts should be quick to make. ``within`` is a
        transaction of the caller; without it, this begins one of its own.
        """
        now, owner = self._clock(), tokens.owner_token()
        links = CollectionLinks(secrets.token_hex(6), tokens.reader_token(owner), owner)
        row = {
            "id": links.id,
            "reader": tokens.digest(links.reader),
            "owner": tokens.digest(owner),
            "title": _title(title),
            "summary": bounds.summary(summary),
            "size": 0,
            "version": _version(),
            "created": now,
            "expires": now + bounds.days(lifetime),
        }
        with self._writing(within) as connection:
            connection.execute(insert(collections).values(row))
            size = self._write(connection, links.id, parts)
            connection.execute(update(collections).where(collections.c.id == links.id).values(size=size))
        return links

    def by_reader(self, token: str) -> StoredCollection | None:
        """The collection whose readers' link has this token."""
        return self._find(collections.c.reader == tokens.digest(token))

    def by_owner(self, token: str) -> StoredCollection | None:
        """The collection whose owner's link has this token."""
        return self._find(collections.c.owner == tokens.digest(token))

    def all(self) -> list[StoredCollection]:
        """All collections, in the order in which they were stored."""
        there = select(*_COLUMNS).where(collections.c.expires > self._clock())
        with self._database.reading() as connection:
            return [StoredCollection(*row) for row in connection.execute(there.order_by(collections.c.created))]

    def count(self) -> int:
        """The number of collections."""
        there = select(func.count()).select_from(collections).where(collections.c.expires > self._clock())
        with self._database.reading() as connection:
            return connection.execute(there).scalar_one()

    def sizes(self, collection: StoredCollection) -> list[PartSize]:
        """All parts without their bytes, in the order in which they were added."""
        with self._database.reading() as connection:
            return part_rows.sizes(connection, collection.id)

    def parts(self, collection: StoredCollection, *kinds: str) -> Iterator[Part]:
        """The parts of these kinds, one after the other, in the order in which they were added; without kinds, all.

        They are read in one snapshot. Raises ``Refused`` if the collection is gone.
        """
        yield from self._read(
            collection, collection_parts.c.kind.in_(kinds) if kinds else collection_parts.c.number >= 0
        )

    def part(self, collection: StoredCollection, kind: str, name: str) -> Part | None:
        """One part, if it is there. Raises ``Refused`` if the collection is gone."""
        same = and_(collection_parts.c.kind == kind, collection_parts.c.name == name)
        with closing(self._read(collection, same)) as found:
            return next(found, None)

    def change(
        self,
        collection: StoredCollection,
        summary: Callable[[str], str],
        *,
        add: Iterable[Part] = (),
        remove: Iterable[tuple[str, str]] = (),
        within: Connection | None = None,
    ) -> None:
        """Remove parts, by kind and name, and then add others, such as runs; all of this or nothing.

        ``summary`` returns the new summary for the stored one. A part to ``remove`` may be gone already. ``within`` is
        a transaction of the caller; without it, this begins one of its own.
        """
        with self._writing(within) as connection:
            before = self._lock(connection, collection)
            removed = sum(part_rows.remove(connection, collection.id, *part) for part in remove)
            if removed:
                erasure.note(connection)
            values = {"size": before.size - removed, "version": _version()}
            self._change(connection, collection, summary=bounds.summary(summary(before.summary)), **values)
            size = values["size"] + self._write(connection, collection.id, add)
            self._change(connection, collection, size=size)
        if removed:
            self._database.erasure.finish()

    def rename(self, collection: StoredCollection, title: str) -> None:
        """Give the collection another title."""
        with self._database.writing() as connection:
            self._lock(connection, collection)
            self._change(connection, collection, title=_title(title))

    def delete(self, collection: StoredCollection) -> Deletion:
        """Remove the collection and its parts, so that no query finds them; returns the state of the deletion.

        The collection may be gone already.
        """
        self._remove(collection.id)
        return self._database.erasure.finish()

    def remove_expired(self) -> int:
        """Remove what has expired, one collection after the other; returns their number."""
        expired = select(collections.c.id).where(collections.c.expires <= self._clock()).order_by(collections.c.id)
        with self._database.reading() as connection:
            found = connection.scalars(expired).all()
        return sum(self._remove(id_) for id_ in found)

    def _writing(self, within: Connection | None) -> AbstractContextManager[Connection]:
        return nullcontext(within) if within is not None else self._database.writing()

    def _find(self, where: ColumnElement[bool]) -> StoredCollection | None:
        self._sweep()
        with self._database.reading() as connection:
            there = select(*_COLUMNS).where(where, collections.c.expires > self._clock())
            row = connection.execute(there).one_or_none()
        return StoredCollection(*row) if row else None

    def _read(self, collection: StoredCollection, where: ColumnElement[bool]) -> Generator[Part, None, None]:
        with self._database.reading(snapshot=True) as connection:
            there = select(collections.c.id).where(collections.c.id == collection.id)
            if connection.execute(there.where(collections.c.expires > self._clock())).first() is None:
                raise Refused(Reason.COLLECTION_GONE)
            yield from part_rows.read(connection, collection.id, where)

    def _write(self, connection: Connection, id_: str, parts: Iterable[Part]) -> int:
        """Add parts; returns their bytes. Raises ``Refused`` if there is no space for them."""
        most = None
        if self._space is not None:
            used = connection.execute(select(func.sum(collections.c.size))).scalar_one()
            most = self._space - int(used or 0)
        size = part_rows.write(connection, id_, parts, most)
        if size is None:
            raise Refused(Reason.COLLECTIONS_FULL)
        return size

    def _lock(self, connection: Connection, collection: StoredCollection) -> StoredCollection:
        """The collection as it is now; nobody else changes it until the transaction ends."""
        there = and_(collections.c.id == collection.id, collections.c.expires > self._clock())
        row = connection.execute(select(*_COLUMNS).where(there).with_for_update()).one_or_none()
        if row is None:
            raise Refused(Reason.COLLECTION_GONE)
        return StoredCollection(*row)

    @staticmethod
    def _change(connection: Connection, collection: StoredCollection, **values: Any) -> None:
        connection.execute(update(collections).where(collections.c.id == collection.id).values(values))

    def _remove(self, id_: str) -> int:
        """Remove a collection; returns 1, or 0 if it is already gone."""
        with self._database.writing() as connection:
            removed = connection.execute(delete(collections).where(collections.c.id == id_)).rowcount
            if removed:
                erasure.note(connection)
        return removed


def _title(text: str) -> str:
    return bounds.line("title", Message("stored-title"), text, bounds.TITLE)


def _version() -> int:
    """A random number, so that a collection with other parts never has the same version, not even after a restore."""
    return secrets.randbelow(2**31)
