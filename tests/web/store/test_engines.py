"""What is said to PostgreSQL at the beginning of a transaction, and connections that it has closed meanwhile."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import psycopg
import pytest

from web.store.connections import engines
from web.store.database import Database


@pytest.mark.parametrize(
    ("patience", "options", "begun"),
    [
        (5.0, {}, ("READ COMMITTED", 4_500, 4_000)),
        (1.0, {"snapshot": True}, ("REPEATABLE READ", 900, 800)),
        (600.0, {"lock_patience": 60.0}, ("READ COMMITTED", 540_000, 60_000)),
        (5.0, {"lock_patience": 0}, ("READ COMMITTED", 4_500, 1)),
    ],
)
def test_a_transaction_has_its_limits_in_milliseconds(
    patience: float, options: dict[str, Any], begun: tuple[str, int, int]
) -> None:
    """A statement ends before the wait for its answer, and a wait for a lock before both; 0 would be no limit."""
    level, statement, lock = begun
    assert engines._begin(patience, options).split("; ") == [
        f"BEGIN ISOLATION LEVEL {level}",
        f"SET LOCAL statement_timeout = {statement}",
        f"SET LOCAL lock_timeout = {lock}",
        "SET LOCAL idle_in_transaction_session_timeout = 120000",
    ]


def test_a_limit_for_new_connections_ends_with_its_block() -> None:
    with engines.connecting_within(2):
        with engines.connecting_within(1):
            assert engines._opening.patience == 1
        assert engines._opening.patience == 2
    assert engines._opening.patience == 5


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_connection_that_the_server_has_closed_is_replaced(url: str) -> None:
    with closing(Database(url)) as database:
        with database.reading() as connection:
            (process,) = connection.exec_driver_sql("SELECT pg_backend_pid()").one()
        with psycopg.connect(url, autocommit=True) as other:
            assert other.execute("SELECT pg_terminate_backend(%s, 10000)", [process]).fetchone() == (True,)
        with database.reading() as connection:
            assert connection.exec_driver_sql("SELECT 1").scalar_one() == 1
