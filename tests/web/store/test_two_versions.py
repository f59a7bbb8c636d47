"""Two versions on one database, as while the processes of a server are replaced one after the other."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from importlib.util import cache_from_source
from itertools import pairwise
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from tests.sentences import carries
from tests.web.store.additive_changes import faults, tables_of
from web.store import StorageError, dump, schema_upgrade
from web.store.database import Database
from web.store.schema import HEAD
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

#: The last migration before migrations declared which code can work with their tables.
BEFORE = "0006"
NEXT, AFTER = "9001", "9002"
MIGRATION = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "{revision}", "{before}"
{declaration}

def upgrade():
{body}

def downgrade():
    pass
"""
ADDITIONS = """
    op.add_column("answers", sa.Column("tries", sa.Integer, nullable=False, server_default="1"))
    op.add_column("sheets", sa.Column("colour", sa.String(20)))
    op.create_index("answers_by_saved", "answers", ["saved"])
    op.create_table(
        "notes",
        sa.Column("sheet", sa.String(16), sa.ForeignKey("sheets.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.execute("INSERT INTO notes SELECT id, 'new' FROM sheets")
"""
NOTHING = "    pass"


class Later:
    """A later version: this one, with further migrations."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "steps"
        shutil.copytree(schema_upgrade.STEPS, self.folder)

    def add(self, revision: str, before: str, body: str, oldest: str = "") -> None:
        declaration = f'oldest_code = "{oldest}"' if oldest else ""
        filled = MIGRATION.format(revision=revision, before=before, declaration=declaration, body=body)
        file = self.folder / f"r{revision}.py"
        file.write_text(filled)
        Path(cache_from_source(str(file))).unlink(missing_ok=True)  # it may be as old and as long as the text before

    def start(self, url: str, head: str) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(schema_upgrade, "STEPS", self.folder)
            patch.setattr(schema_upgrade, "HEAD", head)
            with closing(Database(url)) as database, database.reading() as connection:
                assert schema_upgrade.revision(connection) == head


@pytest.fixture
def later(tmp_path: Path) -> Later:
    return Later(tmp_path)


def saved(store: Store, owner: str, key: str) -> list[str]:
    sheet = store.by_owner(owner)
    assert sheet
    store.save(sheet, key, "1", "a", "0.5")
    return sorted(student.key for student in store.all_answers(sheet))


def test_an_earlier_version_works_on_with_what_was_only_added(
    url: str, store: Store, later: Later, tmp_path: Path
) -> None:
    """With the connections that it has, and after another start; and nothing of the later version is lost by it."""
    owner = store.publish("{}", title="a", mode="practice", lifetime=timedelta(days=1)).owner
    assert saved(store, owner, "ada") == ["ada"]
    later.add(NEXT, HEAD, ADDITIONS, oldest=HEAD)
    later.start(url, NEXT)
    assert saved(store, owner, "bob") == ["ada", "bob"]
    store.close_connections()
    assert saved(store, owner, "eve") == ["ada", "bob", "eve"]
    with closing(Database(url, migrated=False)) as database:
        for refused, key in (
            (lambda: dump.backup(database, tmp_path / "backup"), "backup-by-earlier"),
            (lambda: _stepped(database), "database-later"),
        ):
            with pytest.raises(StorageError, check=carries(key, known=HEAD)):
                refused()
        assert not (tmp_path / "backup").exists()
        with database.reading() as connection:
            assert connection.scalars(text("SELECT tries FROM answers")).all() == [1, 1, 1]
            assert connection.scalars(text("SELECT text FROM notes")).all() == ["new"]
        sheet = store.by_owner(owner)
        assert sheet
        store.delete(sheet)
        with database.reading() as connection:
            assert connection.scalars(text("SELECT text FROM notes")).all() == []
    later.start(url, NEXT)


def _stepped(database: Database) -> None:
    with database.migrating() as connection:
        schema_upgrade.step(connection, "base")


@pytest.mark.parametrize(
    ("declared", "is_usable"),
    [((HEAD, HEAD), True), ((HEAD, NEXT), False), ((HEAD, AFTER), False), ((HEAD, ""), False), (("", HEAD), True)],
)
def test_the_last_migration_says_which_code_can_work_with_its_tables(
    url: str, store: Store, later: Later, declared: tuple[str, str], is_usable: bool
) -> None:
    store.sweep()
    store.close_connections()
    later.add(NEXT, HEAD, NOTHING, declared[0])
    later.add(AFTER, NEXT, NOTHING, declared[1])
    later.start(url, AFTER)
    if is_usable:
        assert store.by_owner("x") is None
    else:
        with pytest.raises(StorageError, check=carries("database-later", found=AFTER, known=HEAD)):
            store.by_owner("x")


def test_saves_go_on_while_a_migration_waits_for_a_reader(url: str, store: Store, later: Later) -> None:
    """As for a backup, which reads a table of PostgreSQL for minutes: who waits for the table holds up all others.

    It takes as long as it does because a save has to come between two attempts of the migration, several times.
    """
    owner = store.publish("{}", title="a", mode="practice", lifetime=timedelta(days=1)).owner
    saved(store, owner, "ada")
    later.add(NEXT, HEAD, ADDITIONS, oldest=HEAD)
    has_begun = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        with closing(Database(url)) as other, other.reading(snapshot=True) as reading:
            assert reading.execute(text("SELECT count(*) FROM answers")).scalar_one() == 1

            def migrate() -> None:
                has_begun.set()
                later.start(url, NEXT)

            migration = pool.submit(migrate)
            has_begun.wait()
            for number in range(12):
                assert f"key{number}" in saved(store, owner, f"key{number}")
                threading.Event().wait(0.1)
            assert url.startswith("sqlite") or not migration.done(), "the reader is in its way"
        migration.result()
    assert "bob" in saved(store, owner, "bob")


def _steps(folder: Path, file: Path | str = "") -> Iterator[tuple[str, str | None, list[str]]]:
    """Each migration of a folder: its revision, what it declares, and how its tables differ from those before.

    With the ``file`` of a database that has all tables of today, only later ones.
    """
    script = ScriptDirectory(str(folder), version_locations=[str(folder)])
    first = HEAD if file else BEFORE
    engine = create_engine(f"sqlite:///{file}")
    with pytest.MonkeyPatch.context() as patch, engine.connect().execution_options(referring=False) as connection:
        patch.setattr(schema_upgrade, "STEPS", folder)
        if not file:
            schema_upgrade.step(connection, first)
        before = tables_of(connection)
        for step in reversed(list(script.iterate_revisions("heads", first))):
            schema_upgrade.step(connection, step.revision)
            after = tables_of(connection)
            yield step.revision, getattr(step.module, schema_upgrade.OLDEST, None), faults(before, after)
            before = after
        connection.rollback()
    engine.dispose()


def wrong_declarations(folder: Path, file: Path | str = "") -> list[str]:
    """What authors of migrations have to change; empty if all is right."""
    found, oldest = [], BEFORE
    for revision, declared, changes in _steps(folder, file):
        if declared is None:
            found.append(f"{revision} does not declare {schema_upgrade.OLDEST}")
        elif not oldest <= declared <= revision:
            found.append(f"{revision} declares {declared}, which is not from {oldest} to {revision}")
        elif declared < revision and changes:
            found.append(f"{revision} declares {declared}, but: {'; '.join(changes)}")
        oldest = declared or revision
    return found


def test_every_migration_declares_which_code_can_work_with_its_tables() -> None:
    """The rules of docs/architecture.md."""
    assert wrong_declarations(schema_upgrade.STEPS) == []
    script = ScriptDirectory(str(schema_upgrade.STEPS), version_locations=[str(schema_upgrade.STEPS)])
    revisions = [step.revision for step in reversed(list(script.walk_revisions()))]
    assert all(len(revision) == 4 and revision.isdecimal() for revision in revisions)
    assert all(first < second for first, second in pairwise(revisions))


BATCH = 'with op.batch_alter_table("answers") as t: '
WRONG: list[tuple[str, str]] = [
    ('op.drop_table("marks")', "marks is gone"),
    ('op.rename_table("marks", "grades")', "marks is gone"),
    (BATCH + 't.drop_column("saved")', "answers.saved is gone"),
    (BATCH + 't.alter_column("text", new_column_name="words")', "answers.text is gone"),
    (BATCH + 't.alter_column("text", type_=sa.String(9))', "answers.text is another one"),
    (
        'with op.batch_alter_table("sheets") as t: t.alter_column("opens", nullable=False)',
        "sheets.opens is another one",
    ),
    ('with op.batch_alter_table("sheets") as t: t.alter_column("late", server_default=None)', "lost its default"),
    (
        BATCH + 't.add_column(sa.Column("more", sa.Integer)); t.alter_column("more", nullable=False)',
        "answers.more needs a value",
    ),
    ('op.create_index("one", "answers", ["saved"], unique=True)', "('unique', 'saved')"),
    (BATCH + 't.create_unique_constraint("one", ["saved"])', "('unique', 'saved')"),
    (BATCH + "t.create_check_constraint('plain', sa.text(\"text <> ''\"))", "('check',"),
    (BATCH + 't.create_foreign_key("to", "sheets", ["sheet"], ["id"])', "('reference', 'sheet', 'sheets')"),
    (
        'op.create_table("n", sa.Column("sheet", sa.String(16), sa.ForeignKey("sheets.id"), primary_key=True))',
        "n keeps rows of sheets from being deleted",
    ),
]


def test_a_change_that_earlier_code_cannot_bear_is_noticed(later: Later, new_file: Path, tmp_path: Path) -> None:
    """It takes as long as it does because each kind of change is made on real tables."""
    file = tmp_path / "x.sqlite"
    for change, fault in WRONG:
        shutil.copy(new_file, file)
        later.add(NEXT, HEAD, f"    {change}", oldest=HEAD)
        (found,) = wrong_declarations(later.folder, file)
        assert fault in found
    shutil.copy(new_file, file)
    later.add(NEXT, HEAD, f"    {change}", oldest=NEXT)
    assert wrong_declarations(later.folder, file) == []


def test_additions_are_no_fault_and_declarations_are_in_order(later: Later, new_file: Path, tmp_path: Path) -> None:
    def complaints(first: str, second: str) -> int:
        later.add(NEXT, HEAD, ADDITIONS, first)
        later.add(AFTER, NEXT, NOTHING, second)
        return len(wrong_declarations(later.folder, shutil.copy(new_file, tmp_path / "x.sqlite")))

    assert [complaints(HEAD, HEAD), complaints(HEAD, NEXT), complaints(NEXT, NEXT), complaints(HEAD, AFTER)] == [0] * 4
    assert [complaints(NEXT, HEAD), complaints(HEAD, "9003"), complaints(HEAD, "")] == [1] * 3


def test_a_database_from_before_such_declarations_gets_one_with_its_next_migration(url: str, later: Later) -> None:
    with closing(Database(url)) as database, database.migrating() as connection:
        connection.execute(text(f"ALTER TABLE alembic_version DROP COLUMN {schema_upgrade.OLDEST}"))
    later.add(NEXT, HEAD, NOTHING, HEAD)
    later.start(url, NEXT)
    with closing(Database(url)) as database, database.reading() as connection:
        assert schema_upgrade.revision(connection) == NEXT
