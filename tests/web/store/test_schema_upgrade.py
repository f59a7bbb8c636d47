"""The tables: made once, as the program expects them, however many start at once."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, nullcontext
from datetime import timedelta
from pathlib import Path
from typing import Any

import alembic.op
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event, inspect, text

from tests.paths import ROOT
from tests.sentences import carries
from tests.web.store.conftest import KINDS, SERVER, Clock, database
from web.server.error_pages import StorageError
from web.store import dump, schema_upgrade
from web.store.database import Database
from web.store.schema import HEAD, metadata
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

START = """
import sys
from web.store.sheet_store import Store
for url in sys.argv[1:]:
    print("ready", flush=True)
    sys.stdin.readline()
    store = Store(url)
    store.sweep()
    store.close_connections()
"""


@pytest.fixture
def untouched(url: str) -> Iterator[Database]:
    database = Database(url, migrated=False)
    yield database
    database.close()


def to_head(database: Database) -> None:
    schema_upgrade.to_head(database._engine())


def is_own(name: str | None, *_: object) -> bool:
    """Whether a table is one of the program's own, and not one of the queue's package."""
    return not str(name).startswith("procrastinate_")


def tables(database: Database) -> set[str]:
    with database.reading() as connection:
        return set(filter(is_own, inspect(connection).get_table_names()))


def test_migrations_lead_to_the_tables_that_the_program_expects(untouched: Database) -> None:
    assert tables(untouched) == set()
    to_head(untouched)
    sheets = {"sheets", "students", "answers", "visits", "practice", "marks"}
    collections = {"collections", "collection_parts", "collection_pieces"}
    rooms = {"rooms", "room_keys", "room_rounds", "room_devices", "room_answers"}
    assert tables(untouched) == sheets | collections | rooms | {"jobs", "job_pieces", "alembic_version"}
    with untouched.reading() as connection:
        options = {"compare_type": True, "target_metadata": metadata, "include_name": is_own}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), metadata) == []
        assert schema_upgrade.revision(connection) == HEAD


def test_a_difference_would_be_noticed(untouched: Database) -> None:
    to_head(untouched)
    with untouched.writing() as connection:
        connection.execute(text("ALTER TABLE answers ADD COLUMN more INTEGER"))
        connection.execute(text("DROP INDEX sheets_by_expires"))
        context = MigrationContext.configure(connection, opts={"target_metadata": metadata, "include_name": is_own})
        assert {found[0] for found in compare_metadata(context, metadata)} == {"remove_column", "add_index"}


def test_the_last_migration_is_the_one_the_program_names() -> None:
    script = ScriptDirectory(str(schema_upgrade.STEPS), version_locations=[str(schema_upgrade.STEPS)])
    assert script.get_heads() == [HEAD]


def test_a_second_start_changes_nothing(untouched: Database) -> None:
    to_head(untouched)
    seen: list[str] = []

    def note(*arguments: Any) -> None:
        seen.append(arguments[2])

    event.listen(untouched._engine(), "before_cursor_execute", note)
    to_head(untouched)
    assert seen
    assert not [statement for statement in seen if statement.split()[0] not in {"BEGIN", "SELECT", "PRAGMA"}]


def test_processes_that_start_at_once_migrate_once(tmp_path: Path) -> None:
    """The same two processes come to a database of each kind, one after the other."""
    pipe = subprocess.PIPE
    with ExitStack() as stack:
        urls = [stack.enter_context(database(kind, tmp_path)) for kind in KINDS if kind == "sqlite" or SERVER]
        command = [sys.executable, "-c", START, *urls]
        started = [
            stack.enter_context(subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True))
            for _ in range(2)
        ]
        for _ in urls:
            for process in started:
                assert process.stdout and process.stdout.readline() == "ready\n"
            for process in started:
                assert process.stdin
                process.stdin.write("\n")
                process.stdin.flush()
        ends = [process.communicate(timeout=60) for process in started]
        assert [(process.returncode, *end) for process, end in zip(started, ends, strict=True)] == [(0, "", "")] * 2
        for url in urls:
            with closing(Database(url, migrated=False)) as found, found.reading() as connection:
                assert connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == [HEAD]


def test_who_starts_while_another_one_migrates_waits_for_it(
    untouched: Database, url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema_upgrade, "_one_at_a_time", nullcontext())  # as between processes
    store = Store(url, clock)
    with ThreadPoolExecutor(1) as pool:
        with untouched.migrating() as connection:
            schema_upgrade.step(connection, HEAD)
            second = pool.submit(store.sweep)
            with pytest.raises(TimeoutError):
                second.result(0.5)
        assert second.result() == 0
    store.close_connections()


def test_a_migration_that_fails_leaves_no_half_of_it(untouched: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the plug was pulled")

    monkeypatch.setattr(alembic.op, "create_index", fail)
    with pytest.raises(RuntimeError):
        to_head(untouched)
    assert tables(untouched) == set()
    monkeypatch.undo()
    to_head(untouched)
    assert "answers" in tables(untouched)


def test_down_and_up_again_is_the_same(untouched: Database) -> None:
    to_head(untouched)
    with untouched.writing() as connection:
        schema_upgrade.step(connection, "base")
        assert list(filter(is_own, inspect(connection).get_table_names())) == ["alembic_version"]
        schema_upgrade.step(connection, HEAD)
        context = MigrationContext.configure(connection, opts={"include_name": is_own})
        assert compare_metadata(context, metadata) == []


LATER = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "later", "@HEAD"


def upgrade():
    with op.batch_alter_table("answers") as table:
        table.add_column(sa.Column("tries", sa.Integer, nullable=False, server_default="1"))
    with op.batch_alter_table("sheets") as table:  # SQLite makes a new one for that
        table.alter_column("title", type_=sa.String(300))


def downgrade():
    with op.batch_alter_table("answers") as table:
        table.drop_column("tries")
"""


def test_a_later_version_can_use_the_current_database_and_its_backups(
    url: str, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(url, clock)
    published = store.publish("{}", title="a", mode="practice", lifetime=timedelta(days=1))
    sheet = store.by_owner(published.owner)
    assert sheet
    store.save(sheet, "ada", "1", "a", "0.5")
    store.close_connections()
    database, file = Database(url), tmp_path / "backup"
    dump.backup(database, file)
    database.close()

    shutil.copytree(schema_upgrade.STEPS, tmp_path / "steps")
    (tmp_path / "steps" / "later.py").write_text(LATER.replace("@HEAD", HEAD))
    monkeypatch.setattr(schema_upgrade, "STEPS", tmp_path / "steps")
    for module in (schema_upgrade, dump):
        monkeypatch.setattr(module, "HEAD", "later")
    for restored in (False, True):
        if restored:
            dump.restore(database, file, replace=True)
        with database.reading() as connection:
            assert connection.execute(text("SELECT key, text, tries FROM answers")).one() == ("ada", "0.5", 1)
    database.close()
    monkeypatch.undo()
    with pytest.raises(StorageError, check=carries("database-later")):
        store.by_owner(published.owner)


def test_a_database_of_a_later_version_is_left_alone(untouched: Database, url: str) -> None:
    to_head(untouched)
    with untouched.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999', oldest_code = '9999'"))
    with pytest.raises(StorageError, check=carries("database-later", found="9999")), Database(url).writing():
        pass
