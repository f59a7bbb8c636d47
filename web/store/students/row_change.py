"""One statement that inserts rows or changes the rows that are there, in either database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

_INSERTS = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def put(
    connection: Connection,
    table: Table,
    rows: Sequence[Mapping[str, Any]],
    changed: Callable[[Any], Mapping[str, Any]] = lambda _: {},
) -> None:
    """Insert rows that have the same columns; change those whose primary key is there to the new values.

    ``changed`` gives expressions for columns of rows that are there, from the new values, in place of these.
    """
    insert: Any = _INSERTS[connection.dialect.name](table)
    key = [column.name for column in table.primary_key]
    new = {name: insert.excluded[name] for name in rows[0] if name not in key}
    new.update(changed(insert.excluded))
    connection.execute(insert.on_conflict_do_update(index_elements=key, set_=new), list(rows))
