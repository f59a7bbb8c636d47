"""The tables of the queue: made once, and upgraded as their package says, while the version before still runs."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from tests.web.store.conftest import database
from web.store import schema_upgrade
from web.store.database import Database
from web.store.jobs import queue_tables

pytestmark = pytest.mark.slow

FOLDER = queue_tables.sql_folder()
#: What a database has of the package: its functions, tables with their columns, indexes, triggers and types.
OBJECTS = text("""
SELECT 'function ' || p.proname || pg_get_function_identity_arguments(p.oid) FROM pg_proc p
  WHERE p.pronamespace = current_schema()::regnamespace
UNION ALL SELECT concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable)
  FROM information_schema.columns WHERE table_schema = current_schema() AND table_name LIKE 'procrastinate%'
UNION ALL SELECT 'index ' || indexname FROM pg_indexes
  WHERE schemaname = current_schema() AND tablename LIKE 'procrastinate%'
UNION ALL SELECT 'trigger ' || trigger_name FROM information_schema.triggers WHERE trigger_schema = current_schema()
""")


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with database("postgresql", tmp_path) as found:
        yield found


@pytest.fixture
def found(url: str) -> Iterator[Database]:
    with closing(Database(url, migrated=False)) as opened:
        yield opened


@pytest.fixture
def package() -> Path:
    assert FOLDER, "procrastinate is among the requirements of development"
    return FOLDER


def objects(connection: Connection) -> set[str]:
    return set(connection.execute(OBJECTS).scalars())


def upgraded(found: Database, folder: Path | None) -> set[str]:
    """What the database has after the upgrade to the version in a folder."""
    is_current = False
    while not is_current:
        with found.migrating() as connection:
            queue_tables.upgrade(connection, folder)
            is_current = queue_tables.are_current(connection, folder)
    with found.reading() as connection:
        return objects(connection)


def test_tables_are_made_once_however_many_start(url: str, package: Path) -> None:
    def start(_: int) -> bool:
        with closing(Database(url)) as found, found.reading() as connection:
            return queue_tables.are_current(connection, package)

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(start, range(4)))
    with closing(Database(url)) as found, found.reading() as connection:
        assert any("procrastinate_fetch_job" in name for name in objects(connection))
        assert schema_upgrade.revision(connection)


def test_an_upgrade_keeps_what_the_version_before_needs(found: Database, package: Path, tmp_path: Path) -> None:
    """From the package's first tables on; what a version drops is dropped with the next one: it may still be used."""
    names = sorted(path.name for path in package.glob("migrations/*.sql"))
    some = tmp_path / "sql"
    (some / "migrations").mkdir(parents=True)
    shutil.copy(package / "migrations" / names[0], some / "schema.sql")

    def upgraded_to(version: str) -> set[str]:
        for name in names:
            if name < version:
                shutil.copy(package / "migrations" / name, some / "migrations")
        return upgraded(found, some)

    upgraded_to("00.00.01")
    upgraded_to("03.01.99")
    before = upgraded_to("03.02.99")
    after = upgraded_to("99")
    lost = {name for name in before - after if name.startswith(("function", "column"))}
    drops = "".join((package / "migrations" / name).read_text() for name in names if "03.00" < name < "03.03")
    assert all(re.search(rf"DROP FUNCTION\s+(IF EXISTS\s+)?{name.split('_v')[0][9:]}_v", drops) for name in lost)
    assert after - before
    (some / "migrations" / "03.99.00_01_pre_next_version.sql").write_text("SELECT '100%';")
    with database("postgresql", tmp_path) as other, closing(Database(other, migrated=False)) as fresh:
        assert upgraded(found, some) == upgraded(fresh, package)


def test_an_earlier_version_leaves_the_tables_of_a_later_one(found: Database, package: Path) -> None:
    before = upgraded(found, package)
    later = "99.00.00_01_pre_later 98.00.00_50_post_later 99.00.00_50_post_later 98.00.00"
    with found.writing() as connection:
        connection.exec_driver_sql(f"COMMENT ON TABLE procrastinate_jobs IS '{later}'")
    assert upgraded(found, package) == before


def test_without_the_package_there_is_nothing_to_do(found: Database) -> None:
    assert not upgraded(found, None)
