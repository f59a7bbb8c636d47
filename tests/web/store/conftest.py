"""An empty database of each kind, and a store in it whose clock stands still until it is moved."""

from __future__ import annotations

import os
import secrets
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import func, select

from web.store import Sheet
from web.store.backups import seal
from web.store.database import Database
from web.store.schema import metadata
from web.store.sheet_store import Store

SERVER = os.environ.get("TEST_POSTGRES_URL", "")
KINDS = ["sqlite", "postgresql"]


class Clock:
    """A clock for a store."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def go(self, **much: float) -> datetime:
        self.now += timedelta(**much)
        return self.now


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """The URL of an empty database, which is gone afterwards; with PostgreSQL it is a schema, which is made faster."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'new' / 'sheets.sqlite'}"
        return
    if not SERVER:
        pytest.skip("TEST_POSTGRES_URL names no PostgreSQL server")
    name = f"ireval_{secrets.token_hex(6)}"
    with psycopg.connect(SERVER, autocommit=True) as connection:
        connection.execute(f'CREATE SCHEMA "{name}"'.encode())
        try:
            yield f"{SERVER}{'&' if '?' in SERVER else '?'}options=-csearch_path%3D{name}"
        finally:
            connection.execute(f'DROP SCHEMA "{name}" CASCADE'.encode())


def counts(url: str) -> Counter[str]:
    """The number of rows of each table that has any."""
    with closing(Database(url)) as found, found.reading() as connection:
        rows = {
            name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for name, table in metadata.tables.items()
        }
    return +Counter(rows)


def sealed(lines: list[str]) -> str:
    """The lines with a digest, as somebody could compute it who changed them on purpose."""
    text = "".join(f"{line}\n" for line in lines)
    return text + seal.line_with(sha256(text.encode()).hexdigest()).decode()


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path) as found:
        yield found


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def new_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of SQLite with all tables and no rows: a copy takes less time than the migrations."""
    file = tmp_path_factory.mktemp("new") / "sheets.sqlite"
    store = Store(f"sqlite:///{file}")
    store.sweep()
    store.close_connections()
    return file


@pytest.fixture
def store(url: str, clock: Clock, new_file: Path) -> Iterator[Store]:
    if url.startswith("sqlite"):
        file = Path(url.removeprefix("sqlite:///"))
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(new_file, file)
    found = Store(url, clock)
    yield found
    found.close_connections()


def enter(store: Store, sheet: Sheet, *keys: str) -> None:
    """Enter students on the roster of a sheet, with these keys, and with the same as names."""
    store.rosters.enter(sheet, keys, iter(keys).__next__, after=len(store.rosters.seats(sheet)))


@pytest.fixture
def publish(store: Store) -> Callable[..., Sheet]:
    def made(mode: str = "practice", days: float = 10) -> Sheet:
        published = store.publish('{"seed": 42}', title="Sheet 1", mode=mode, lifetime=timedelta(days=days))
        sheet = store.by_student(published.student)
        assert sheet
        if mode == "once":
            enter(store, sheet, "ada", "bob")
        return sheet

    return made
