"""Counts what is sent to databases."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event


class Counted:
    """The statements in their order, but those that begin transactions, and the number of transactions."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.transactions = 0

    @property
    def changes(self) -> list[str]:
        """The tables of the statements that do more than read, after what is done."""
        words = [statement.split() for statement in self.statements if not statement.startswith("SELECT")]
        return [f"{found[0]} {found[2]}" for found in words]


@contextmanager
def counted() -> Iterator[Counted]:
    """Count the statements and transactions of this thread, in all databases."""
    found, here = Counted(), threading.get_ident()

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        if threading.get_ident() == here and not statement.startswith("BEGIN "):
            found.statements.append(statement)

    def end(_: Any) -> None:
        found.transactions += threading.get_ident() == here

    event.listen(Engine, "before_cursor_execute", note)
    event.listen(Engine, "commit", end)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", note)
        event.remove(Engine, "commit", end)
