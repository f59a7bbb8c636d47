"""Inserts rows, or changes existing ones, in either database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, bindparam
from sqlalchemy.dialects import postgresql, sqlite

_INSERTS = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def _as_given(_: Any) -> Mapping[str, Any]:
    return {}


class _Shape(NamedTuple):
    """What a statement depends on. It is built only once, because building takes longer than executing."""

    table: Table
    columns: tuple[str, ...]
    changed: Callable[[Any], Mapping[str, Any]]


class Rows(NamedTuple):
    """Rows of a table with the same columns; a row whose primary key exists is changed to the new values.

    ``changed`` is a module's function: from the new values, it returns expressions for columns of existing rows, which
    are used instead of the new values.
    """

    table: Table
    rows: Sequence[Mapping[str, Any]]
    changed: Callable[[Any], Mapping[str, Any]] = _as_given

    @property
    def shape(self) -> _Shape:
        """The shape of the statement."""
        return _Shape(self.table, tuple(self.rows[0]), self.changed)


def put(connection: Connection, *all_rows: Rows) -> None:
    """Insert or change rows, in as few statements as the database allows: PostgreSQL needs one for two single rows."""
    dialect = connection.dialect.name
    if dialect == "postgresql" and len(all_rows) > 1 and all(len(found.rows) == 1 for found in all_rows):
        values = {_place(i, name): value for i, x in enumerate(all_rows) for name, value in x.rows[0].items()}
        connection.execute(_statement_for_all(*(found.shape for found in all_rows)), values)
        return
    for found in all_rows:
        connection.execute(_statement(dialect, found.shape), list(found.rows))


@cache
def _statement(dialect: str, shape: _Shape) -> Any:
    """The statement, without values."""
    insert: Any = _INSERTS[dialect](shape.table)
    key = [column.name for column in shape.table.primary_key]
    new = {name: insert.excluded[name] for name in shape.columns if name not in key}
    new.update(shape.changed(insert.excluded))
    return insert.on_conflict_do_update(index_elements=key, set_=new)


@cache
def _statement_for_all(*shapes: _Shape) -> Any:
    """One statement for a row of each shape, with their values in places of their own."""
    *before, last = (
        _statement("postgresql", shape).values({name: bindparam(_place(i, name)) for name in shape.columns})
        for i, shape in enumerate(shapes)
    )
    return last.add_cte(*(statement.cte(f"row_{i}") for i, statement in enumerate(before)))


def _place(row: int, column: str) -> str:
    return f"{column}_{row}"
