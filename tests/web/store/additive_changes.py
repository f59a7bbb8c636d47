"""What a migration has changed so that code which does not know it may fail: read off the tables before and after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, MetaData, Table, UniqueConstraint


def tables_of(connection: Connection) -> MetaData:
    """The tables as they are."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: not name.startswith(("procrastinate_", "alembic_")))
    return found


def faults(before: MetaData, after: MetaData) -> list[str]:
    """Each change that is not an addition which earlier code need not know of; empty if there is none."""
    found: list[str] = []
    for name, old in before.tables.items():
        new = after.tables.get(name)
        found += [f"{name} is gone"] if new is None else _changes(old, new)
    for name, new in after.tables.items():
        if name not in before.tables:
            found += _hindering_references(new)
    return found


def _changes(old: Table, new: Table) -> Iterator[str]:
    for column in old.columns:
        there = new.columns.get(column.name)
        if there is None:
            yield f"{column} is gone"
        elif str(there.type) != str(column.type) or there.nullable != column.nullable:
            yield f"{column} is another one"
        elif column.server_default is not None and there.server_default is None:
            yield f"{column} has lost its default"
    for column in new.columns:
        is_left_empty = column.nullable or column.server_default is not None
        if column.name not in old.columns and not is_left_empty:
            yield f"{column} needs a value"
    known = _rules(old)
    for rule in _rules(new):
        if rule not in known:
            yield f"{new.name} has a new rule: {rule}"


def _hindering_references(new: Table) -> Iterator[str]:
    """References of a new table without which a row that earlier code deletes would have to stay."""
    for key in new.foreign_key_constraints:
        if key.ondelete not in {"CASCADE", "SET NULL"}:
            yield f"{new.name} keeps rows of {key.referred_table.name} from being deleted"


def _rules(table: Table) -> set[Any]:
    """What rows of the table must fulfil."""
    rules: set[Any] = {("key", *(column.name for column in table.primary_key))}
    for rule in table.constraints:
        if isinstance(rule, UniqueConstraint):
            rules.add(("unique", *sorted(column.name for column in rule.columns)))
    for index in table.indexes:
        if index.unique:
            rules.add(("unique", *sorted(column.name for column in index.columns)))
    for key in table.foreign_key_constraints:
        rules.add(("reference", *sorted(key.column_keys), key.referred_table.name))
    for rule in table.constraints:
        if rule.__visit_name__ in {"check_constraint", "table_or_column_check_constraint"}:
            rules.add(("check", str(getattr(rule, "sqltext", ""))))
    return rules
