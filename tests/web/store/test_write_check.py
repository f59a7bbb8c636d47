"""`/readyz` writes: a database that can only be read, or has no space, is not ready, and the cause is named."""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from tests.conftest import make_app
from tests.sentences import carries
from tests.web.store.conftest import database as empty_database
from web import store as stores
from web.server.error_pages import StorageError
from web.store.connections import write_check
from web.store.database import Database

pytestmark = pytest.mark.slow

NOBODY = 65534  # a user id


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The URL of an empty schema of PostgreSQL, to which options can be added."""
    with empty_database("postgresql", tmp_path) as url:
        with closing(Database(url)) as database:
            database.check_writes()
        yield url


def told(url: str) -> str:
    """What `/readyz` says of a database."""
    app = make_app(DATABASE_URL=url)
    answer = app.test_client().get("/readyz")
    state: str = answer.get_json()["checks"]["database"]
    assert (answer.status_code == 200) == (state == "ok")
    with app.app_context():
        stores.store().close_connections()
    return state


def query_only(connection: Any, *_: object) -> None:
    connection.execute("PRAGMA query_only=ON")


def no_more_pages(connection: Any, *_: object) -> None:
    connection.execute("PRAGMA max_page_count=1")


@contextmanager
def as_anybody() -> Iterator[None]:
    """What an ordinary user may do, and no more."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_file_that_could_only_be_read_is_written_as_soon_as_that_changes() -> None:
    """Another process has it open, so that it can be read; SQLite keeps that connection as it was opened."""
    with tempfile.TemporaryDirectory() as name, closing(Database(f"{name}/s.sqlite")) as other:
        other.check_writes()
        paths = [*Path(name).iterdir(), Path(name)]
        for path in paths:
            path.chmod(0o555)
        with closing(Database(f"{name}/s.sqlite", migrated=False)) as database:
            for _ in range(2):
                with as_anybody(), pytest.raises(StorageError, check=carries("database-read-only")):
                    database.check_writes()
            for path in reversed(paths):
                path.chmod(0o755)
            with suppress(StorageError):  # this one may still find it out
                database.check_writes()
            database.check_writes()


@pytest.mark.parametrize(("limit", "key"), [(query_only, "database-read-only"), (no_more_pages, "database-full")])
def test_a_file_that_takes_nothing(tmp_path: Path, limit: Callable[..., None], key: str) -> None:
    with closing(Database(str(tmp_path / "s.sqlite"))) as database:
        database.check_writes()
        event.listen(database._engine(), "checkout", limit)
        with pytest.raises(StorageError, check=carries(key)), database.writing() as connection:
            connection.exec_driver_sql("CREATE TABLE new (x)")
        if key == "database-read-only":
            with pytest.raises(StorageError, check=carries(key)):
                database.check_writes()


def test_a_disk_without_space(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A log of SQLite can have room on a full disk, so the space of the disk itself counts, too."""
    url = f"sqlite:///{tmp_path}/s.sqlite"
    assert told(url) == "ok"
    monkeypatch.setattr(write_check, "FREE", 10**18)
    with caplog.at_level(logging.WARNING):
        assert told(url) == "disk full"
    assert "s.sqlite is full" in caplog.text


def test_a_check_leaves_nothing_behind(url: str) -> None:
    with closing(Database(url)) as database:
        database.check_writes()
        before = size(database)
        for _ in range(50):
            database.check_writes()
        assert size(database) == before


def size(database: Database) -> object:
    with database.reading() as connection:
        if database.file:
            return connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        sizes = (
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
        )
        return connection.exec_driver_sql(sizes).scalar_one()


def test_postgresql_that_can_only_be_read(server: str) -> None:
    assert told(f"{server}%20-cdefault_transaction_read_only%3Don") == "read-only"
    assert told(server) == "ok"


def test_postgresql_writes_a_file(server: str) -> None:
    """A limit of temporary files shows that the check writes one: on a full disk that is an error, too."""
    limited = f"{server}%20-ctemp_file_limit%3D1kB"
    with closing(Database(limited)) as database, pytest.raises(StorageError, match="temporary file size"):
        database.check_writes()
