"""PgBouncer in transaction mode: nothing of the store relies on a connection that outlives a transaction."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest

from ireval.collection.packed_collection import Part
from tests.web.store.conftest import SERVER, Clock, counts
from tests.web.store.pgbouncer import pgbouncer
from web.store import Deletion, SentAnswer, Sheet, dump, schema_upgrade
from web.store.database import Database
from web.store.schema import HEAD
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def pooled() -> Iterator[str]:
    if not SERVER:
        pytest.skip("TEST_POSTGRES_URL names no PostgreSQL server")
    with pgbouncer(SERVER) as url:
        yield url


@pytest.fixture
def url(pooled: str) -> Iterator[str]:
    """An empty database of its own: the settings of a connection would not reach the server."""
    name = f"ireval_{secrets.token_hex(6)}"
    with psycopg.connect(SERVER, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
        try:
            yield pooled.replace("@/postgres?", f"@/{name}?")
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def publish(store: Store) -> Sheet:
    published = store.publish('{"seed": 42}', title="Sheet", mode="practice", lifetime=timedelta(days=10))
    sheet = store.by_owner(published.owner)
    assert sheet
    return sheet


def test_sheets_answers_marks_and_collections(url: str, clock: Clock) -> None:
    store = Store(url, clock)
    sheet = publish(store)

    def write(number: int) -> None:
        for step in range(12):  # more often than a driver needs to prepare a statement by itself
            store.save_all(sheet, f"student {number}", [SentAnswer("1", "a", str(step))], device=f"device{number}")

    with ThreadPoolExecutor(8) as pool:  # more than PgBouncer has connections
        list(pool.map(write, range(8)))
    assert {found.key: found.given for found in store.all_answers(sheet)} == {
        f"student {number}": {("1", "a"): "11"} for number in range(8)
    }
    store.marks.keep(sheet, {"student 1": ("state", "marks")})
    record = store.marks.student(sheet, "student 1")
    assert record and record.state == "state"
    body = secrets.token_bytes(3_000_000)  # pieces are read by a cursor of the server
    links = store.collections.add([Part("run", "a", body)], title="C", summary="{}", lifetime=timedelta(days=1))
    collection = store.collections.by_reader(links.reader)
    assert collection and [part.body for part in store.collections.parts(collection)] == [body]
    store.check_writes()
    assert store.collections.delete(collection) is Deletion.BY_SERVER
    assert store.delete(sheet) is Deletion.BY_SERVER
    store.close_connections()  # when the tables have been vacuumed
    assert set(counts(url)) == set()


def test_upgrades_backups_and_limits(url: str, tmp_path: Path) -> None:
    """Two that open an empty database at once; a backup, restored in place of other rows; limits of one transaction."""
    stores = [Store(url) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(Store.sweep, stores)) == [0, 0]
    sheet = publish(stores[0])
    stores[0].save(sheet, "ada", "1", "a", "0.5")
    file = tmp_path / "backup.gz"
    with closing(Database(url, migrated=False)) as database:
        rows = dump.backup(database, file)
        stores[0].save(sheet, "ada", "1", "b", "0.6")
        assert dump.restore(database, file, replace=True) == (rows, True)
        with database.reading(snapshot=True) as connection:
            assert schema_upgrade.revision(connection) == HEAD
            inside = {name: connection.exec_driver_sql(f"SHOW {name}").scalar_one() for name in LIMITS}
            level = connection.exec_driver_sql("SHOW transaction_isolation").scalar_one()
        assert level == "repeatable read" and "0" not in inside.values()
    assert stores[1].answers(sheet, "ada").given == {("1", "a"): "0.5"}
    for store in stores:
        store.close_connections()
    with psycopg.connect(url, prepare_threshold=None) as connection:  # a connection that others have used
        assert {name: connection.execute(f"SHOW {name}".encode()).fetchone() for name in LIMITS} == dict.fromkeys(
            LIMITS, ("0",)
        )


LIMITS = "statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"
