"""Parts of collections as rows: each is written and read piece by piece, and never more than one part is in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, func, insert, select

from ireval.collection.packed_collection import Part
from ireval.errors import InputError
from web.store import bounds
from web.store.collections.collection_records import PartSize
from web.store.schema import PIECE, collection_parts, collection_pieces

#: Pieces that are read at once.
PIECES = 8


def write(connection: Connection, collection: str, parts: Iterable[Part], most: int | None) -> int | None:
    """Add parts to a collection; returns the number of their bytes, or None as soon as that is larger than ``most``.

    Raises ``InputError`` if the collection has a part of the same kind and name.
    """
    last = select(func.max(collection_parts.c.number)).where(collection_parts.c.collection == collection)
    found = connection.execute(last).scalar_one()
    first, size = 0 if found is None else found + 1, 0
    for number, part in enumerate(parts, first):
        size += len(part.body)
        if most is not None and size > most:
            return None
        name = bounds.part_name(part.name)
        if connection.execute(_select_part(collection, part.kind, name)).first():
            raise InputError("name", "stored-part-twice", name=name)
        row = {"collection": collection, "number": number, "kind": part.kind, "name": name, "size": len(part.body)}
        connection.execute(insert(collection_parts).values(row))
        for place, start in enumerate(range(0, len(part.body), PIECE)):
            body = part.body[start : start + PIECE]
            piece = {"collection": collection, "part": number, "number": place, "body": body}
            connection.execute(insert(collection_pieces).values(piece))
    return size


def remove(connection: Connection, collection: str, kind: str, name: str) -> int:
    """Remove a part; returns the number of its bytes, which is 0 if there is none."""
    found = connection.execute(_select_part(collection, kind, name)).one_or_none()
    if found is None:
        return 0
    there = and_(collection_parts.c.collection == collection, collection_parts.c.number == found.number)
    connection.execute(delete(collection_parts).where(there))
    return int(found.size)


def read(connection: Connection, collection: str, where: ColumnElement[bool]) -> Iterator[Part]:
    """The parts that ``where`` selects, one after the other, in the order in which they were added."""
    both = and_(
        collection_pieces.c.collection == collection_parts.c.collection,
        collection_pieces.c.part == collection_parts.c.number,
    )
    columns = collection_parts.c.number, collection_parts.c.kind, collection_parts.c.name, collection_pieces.c.body
    joined = select(*columns).select_from(collection_parts.outerjoin(collection_pieces, both))
    meant = joined.where(collection_parts.c.collection == collection, where)
    ordered = meant.order_by(collection_parts.c.number, collection_pieces.c.number)
    rows = connection.execute(ordered, execution_options={"yield_per": PIECES})
    for (_, kind, name), pieces in groupby(rows, key=lambda row: (row.number, row.kind, row.name)):
        yield Part(kind, name, b"".join(piece.body or b"" for piece in pieces))


def sizes(connection: Connection, collection: str) -> list[PartSize]:
    """All parts of a collection without their bytes, in the order in which they were added."""
    columns = collection_parts.c.kind, collection_parts.c.name, collection_parts.c.size
    meant = select(*columns).where(collection_parts.c.collection == collection)
    return [PartSize(*row) for row in connection.execute(meant.order_by(collection_parts.c.number))]


def _select_part(collection: str, kind: str, name: str) -> Select[tuple[int, int]]:
    """A query for the number and the size of a part."""
    same = collection_parts.c.kind == kind, collection_parts.c.name == name
    columns = collection_parts.c.number, collection_parts.c.size
    return select(*columns).where(collection_parts.c.collection == collection, *same)
