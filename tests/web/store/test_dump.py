"""Backup and restore: everything of one moment, whole or not at all, from each kind of database into each."""

from __future__ import annotations

import gzip
import json
import os
import re
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from ireval.messages import Message, say
from tests.paths import DOCS
from tests.sentences import carries
from tests.web.store.conftest import KINDS, Clock, database, enter, sealed
from web import store as stores
from web.server.settings import Settings
from web.store import Published, Sheet, StorageError, __main__, dump
from web.store.backups.file_lines import LONGEST_LINE
from web.store.database import Database
from web.store.schema import HEAD
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow

DAY = timedelta(days=1)


class Full(NamedTuple):
    store: Store
    url: str
    clock: Clock
    published: Published

    @property
    def sheet(self) -> Sheet:
        found = self.store.by_owner(self.published.owner)
        assert found
        return found


@pytest.fixture
def full(store: Store, url: str, clock: Clock) -> Full:
    """A store with a bit of everything: two sheets, one of them with a roster of three, two of whom have answered."""
    published = store.publish('{"β": "𝒢"}', title='"Übung" \\ 1', mode="once", lifetime=DAY)
    full = Full(store, url, clock, published)
    enter(store, full.sheet, "ada", "bob", "eve")
    store.save(full.sheet, "ada", "1", "a", "line\nand “line”\t€")
    store.save(full.sheet, "bob", "1", "a", "0.5")
    clock.go(seconds=0.123456)
    store.submit(full.sheet, "bob")
    copied = store.by_owner(store.copy(full.sheet, lifetime=2 * DAY).owner)
    assert copied
    store.close(copied)
    return full


def backed_up(url: str, file: Path) -> int:
    with closing(Database(url, migrated=False)) as source:
        return dump.backup(source, file)


def restored(url: str, file: Path, *, replace: bool = False) -> int:
    with closing(Database(url, migrated=False)) as target:
        return dump.restore(target, file, replace=replace).rows


@pytest.fixture(params=KINDS)
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with database(request.param, tmp_path / "other") as found:
        yield found


def test_a_backup_brings_everything_into_another_database(full: Full, other: str, tmp_path: Path) -> None:
    """A file is packed or not; between databases of one kind it is, and between others it is not."""
    name = "sheets.jsonl.gz" if full.url[:6] == other[:6] else "sheets.jsonl"
    file, again = tmp_path / name, tmp_path / f"again-{name}"
    assert backed_up(full.url, file) == restored(other, file) == 2 + 3 + 2
    assert os.name == "nt" or file.stat().st_mode & 0o777 == 0o600
    backed_up(other, again)
    opened = gzip.open if name.endswith("gz") else open
    with opened(again, "rt", encoding="utf-8") as one, opened(file, "rt", encoding="utf-8") as two:
        assert sorted(one) == sorted(two)
    found = Store(other, full.clock)
    assert found.by_student(full.published.student) == found.by_owner(full.published.owner) == full.sheet
    assert list(found.all_answers(full.sheet)) == list(full.store.all_answers(full.sheet))
    assert [answers.submitted for answers in found.all_answers(full.sheet)] == [None, full.clock.now]
    found.save(full.sheet, "ada", "1", "b", "goes on")
    found.close_connections()


def test_a_backup_is_of_one_moment_while_others_write(full: Full, tmp_path: Path) -> None:
    sheet = full.store.by_owner(full.store.publish("{}", title="a", mode="practice", lifetime=DAY).owner)
    assert sheet
    begun, ended = threading.Event(), threading.Event()

    def write() -> None:
        number = 0
        while not ended.is_set():
            full.store.save(sheet, f"{number:06}", "1", "a", "1")
            number += 1
            if number == 5:
                begun.set()

    writer = threading.Thread(target=write)
    writer.start()
    begun.wait(30)
    files = [tmp_path / f"{number}" for number in range(3)]
    for file in files:
        backed_up(full.url, file)
    ended.set()
    writer.join()
    sizes = []
    for file in files:
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        students = {row["key"] for row in rows if row.get("table") == "students"} - {"ada", "bob", "eve"}
        answers = {row["key"] for row in rows if row.get("table") == "answers"} - {"ada", "bob"}
        assert students == answers == {f"{number:06}" for number in range(len(students))}
        sizes.append(len(students))
    assert sizes == sorted(sizes)
    assert sizes[0] >= 5


def test_sheets_that_are_there_stay_unless_they_are_to_be_replaced(full: Full, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    backed_up(full.url, file)
    later = full.store.publish("{}", title="later", mode="practice", lifetime=DAY)
    with pytest.raises(StorageError, check=carries("database-holds-sheets")):
        restored(full.url, file)
    assert full.store.by_owner(later.owner)
    restored(full.url, file, replace=True)
    assert full.store.by_owner(later.owner) is None
    assert full.sheet


def of_earlier_version(file: Path) -> list[str]:
    """The lines of a backup as earlier versions wrote it: without a format and a digest."""
    first, *rows, _ = file.read_text("utf-8").splitlines()
    return [json.dumps({name: value for name, value in json.loads(first).items() if name != "format"}), *rows]


def drop_last(lines: list[str]) -> list[str]:
    return lines[:-1]


def drop_row(lines: list[str]) -> list[str]:
    return lines[:-2] + lines[-1:]


def cut(lines: list[str]) -> list[str]:
    return [*lines[:3], lines[3][:10]]


def more(lines: list[str]) -> list[str]:
    return [lines[0], json.dumps({**json.loads(lines[1]), "more": 1}), *lines[2:]]


def foreign(lines: list[str]) -> list[str]:
    return [lines[0], lines[1].replace('"sheets"', '"pg_user"', 1), *lines[2:]]


def unheard_of(lines: list[str]) -> list[str]:
    return [lines[0], '{"table": []}', *lines[2:]]


def no_switch(lines: list[str]) -> list[str]:
    return [lines[0], lines[1].replace("true", '"ajar"').replace("false", '"ajar"'), *lines[2:]]


def never(lines: list[str]) -> list[str]:
    return [lines[0], re.sub(r'"expires": \d+', f'"expires": {10**30}', lines[1]), *lines[2:]]


def changed(**values: object) -> Callable[[list[str]], list[str]]:
    """A damage that gives columns of the first sheet other values."""

    def damage(lines: list[str]) -> list[str]:
        return [lines[0], json.dumps({**json.loads(lines[1]), **values}), *lines[2:]]

    damage.__name__ = f"{values}"
    return damage


def deep(lines: list[str]) -> list[str]:
    return [lines[0], '{"table": "sheets", "id": ' + "[" * 100_000 + "]" * 100_000 + "}", *lines[2:]]


def half(lines: list[str]) -> list[str]:
    return [lines[0], lines[1].replace("Übung", "\\ud800"), *lines[2:]]


def endless(lines: list[str]) -> list[str]:
    return [lines[0], '{"table": "' + "x" * LONGEST_LINE + '"}', *lines[2:]]


def no_list(lines: list[str]) -> list[str]:
    return [lines[0], "[]", *lines[2:]]


def odd_revision(lines: list[str]) -> list[str]:
    return [lines[0].replace(f'"{HEAD}"', "[4]"), *lines[1:]]


def twice(lines: list[str]) -> list[str]:
    return [*lines[:-1], lines[-2], json.dumps({"rows": len(lines) - 1})]


def orphan(lines: list[str]) -> list[str]:
    return [lines[0], *lines[-2:-1], '{"rows": 1}']


def newer(lines: list[str]) -> list[str]:
    return [lines[0].replace(HEAD, "9999"), *lines[1:]]


def nothing(lines: list[str]) -> list[str]:  # noqa: ARG001
    return []


def something(lines: list[str]) -> list[str]:  # noqa: ARG001
    return ["# Not a backup"]


DAMAGES: list[tuple[Callable[[list[str]], list[str]], Callable[[object], bool]]] = [
    (drop_last, carries("backup-incomplete", rows=7)),
    (drop_row, carries("backup-incomplete", rows=6)),
    (cut, carries("backup-damaged", line=4)),
    (more, carries("backup-line-unknown", line=2)),
    (foreign, carries("backup-line-unknown", line=2)),
    (unheard_of, carries("backup-line-unknown", line=2)),
    (no_switch, carries("backup-value-refused", line=2, column="open")),
    (never, carries("backup-value-refused", line=2, column="expires")),
    (changed(title=5), carries("backup-value-refused", line=2, column="title")),
    (changed(title="a\0b"), carries("backup-value-refused", line=2, column="title")),
    (changed(title="x" * 201), carries("backup-value-refused", line=2, column="title")),
    (changed(title=None), carries("backup-value-refused", line=2, column="title")),
    (changed(body={"seed": 1}), carries("backup-value-refused", line=2, column="body")),
    (changed(open=1), carries("backup-value-refused", line=2, column="open")),
    (changed(created="1"), carries("backup-value-refused", line=2, column="created")),
    (changed(created=1.5), carries("backup-value-refused", line=2, column="created")),
    (changed(created=True), carries("backup-value-refused", line=2, column="created")),
    (changed(created=-1), carries("backup-value-refused", line=2, column="created")),
    (changed(created=10**400), carries("backup-damaged", line=2)),
    (changed(mode="exam"), carries("rows-refused", table="sheets")),
    (deep, carries("backup-damaged", line=2)),
    (half, carries("backup-damaged", line=2)),
    (endless, carries("backup-line-too-long", line=2)),
    (no_list, carries("backup-damaged", line=2)),
    (odd_revision, carries("not-a-backup")),
    (twice, carries("rows-refused")),
    (orphan, lambda error: carries("rows-without-parents")(error) or carries("rows-refused")(error)),
    (newer, carries("revision-later", found="9999")),
    (nothing, carries("not-a-backup")),
    (something, carries("backup-damaged", line=1)),
]


#: What the database itself refuses.
REFUSED = {"{'mode': 'exam'}", "twice", "orphan"}


def test_a_damaged_backup_changes_nothing(full: Full, tmp_path: Path) -> None:
    """What is refused before it reaches a database is tried with one kind alone, but for the first of it."""
    both = [(damage, check) for damage, check in DAMAGES if damage.__name__ in REFUSED | {"drop_last"}]
    assert len(both) == len(REFUSED) + 1
    file, damaged = tmp_path / "backup", tmp_path / "damaged"
    backed_up(full.url, file)
    for damage, check in DAMAGES if full.url.startswith("sqlite") else both:
        damaged.write_text("\n".join(damage(of_earlier_version(file))), "utf-8")
        with pytest.raises(StorageError, check=check) as refused:
            restored(full.url, damaged, replace=True)
        assert "\n" not in str(refused.value) and len(str(refused.value)) < 300, damage.__name__
    assert len(list(full.store.all_answers(full.sheet))) == 2


def test_a_damaged_archive_changes_nothing(full: Full, tmp_path: Path) -> None:
    file = tmp_path / "backup.gz"
    backed_up(full.url, file)
    file.write_bytes(file.read_bytes()[:-30])
    with pytest.raises(StorageError, check=carries("backup-damaged")):
        restored(full.url, file, replace=True)
    assert full.sheet


#: The file is read in the same way for every database, and what is refused reaches none.
one_database = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


@pytest.fixture
def backups(full: Full, tmp_path: Path) -> tuple[Path, Path]:
    """A backup as it is and compressed."""
    plain, packed = tmp_path / "sheets.jsonl", tmp_path / "sheets.jsonl.gz"
    backed_up(full.url, plain)
    backed_up(full.url, packed)
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    return plain, packed


def refused(full: Full, file: Path, data: bytes) -> str:
    """Why a file with these bytes in place of its own is refused; the database stays as it is."""
    changed_file = file.with_name(f"changed-{file.name}")
    changed_file.write_bytes(data)
    with pytest.raises(StorageError) as error:
        restored(full.url, changed_file, replace=True)
    said = str(error.value)
    assert "\n" not in said and len(said) < 300
    return said


def places(size: int) -> list[int]:
    """Places all over a file: its ends whole, where heads and digests are, and some in between."""
    return sorted(
        {*range(min(60, size)), *range(max(0, size - 280), size, 3), *range(size - 20, size), *range(0, size, 41)}
    )


@pytest.mark.parametrize("packed", [False, True])
@one_database
def test_every_changed_byte_is_noticed(full: Full, backups: tuple[Path, Path], packed: bool) -> None:
    """In the header and the checksums of a compressed file too, and in bits that no line depends on."""
    file = backups[packed]
    data = file.read_bytes()
    for place in places(len(data)):
        for other in (data[place] ^ 1, data[place] ^ 0x80):
            assert refused(full, file, data[:place] + bytes([other]) + data[place + 1 :]), (place, other)
    assert len(list(full.store.all_answers(full.sheet))) == 2


@one_database
def test_every_other_change_of_a_file_is_noticed(full: Full, backups: tuple[Path, Path]) -> None:
    """Cut off anywhere, with bytes behind it, with lines that changed places, are missing or are there twice."""
    file, packed = backups
    lines, size = file.read_bytes().splitlines(keepends=True), len(backups[1].read_bytes())
    changes = [lines[:i] for i in range(len(lines))]
    changes += [[*lines[:i], lines[i][:-1]] for i in range(len(lines))]
    changes += [[*lines[:i], *lines[i + 1 :]] for i in range(len(lines))]
    changes += [[*lines[: i + 1], *lines[i:]] for i in range(len(lines))]
    changes += [[*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]] for i in range(len(lines) - 1)]
    changes += [[*lines, more] for more in (b"\n", b" ", b"\0", b"x", lines[-1], lines[0], b'{"rows": 7}\n')]
    changes += [[line.replace(b"\n", b"\r\n") for line in lines], [b"\xef\xbb\xbf", *lines]]
    for change in changes:
        assert refused(full, file, b"".join(change))
        assert refused(full, packed, gzip.compress(b"".join(change)))
    data = packed.read_bytes()
    for end in places(size):
        assert refused(full, packed, data[:end])
    for more in (b"\0", b"\0" * 512, b"x", b"\n", gzip.compress(b""), gzip.compress(b"\n"), data):
        assert refused(full, packed, data + more)
        assert refused(full, packed, more + data)
    assert len(list(full.store.all_answers(full.sheet))) == 2


@one_database
def test_what_was_not_changed_is_restored(full: Full, backups: tuple[Path, Path]) -> None:
    """Also a file that another program has unpacked or compressed: its lines are as they were."""
    file, packed = backups
    again, other = file.with_name("again.jsonl"), file.with_name("other.jsonl.gz")
    again.write_bytes(gzip.decompress(packed.read_bytes()))
    with gzip.open(other, "wb", compresslevel=1) as out:  # with its name and a time
        out.write(file.read_bytes())
    for each in (file, packed, again, other):
        with closing(Database(full.url, migrated=False)) as target:
            assert dump.restore(target, each, replace=True) == (7, True)


@one_database
def test_a_backup_of_an_earlier_version_is_restored_and_said_to_be_unchecked(
    full: Full, backups: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, shown = tmp_path / "old.jsonl.gz", tmp_path / "old.jsonl.gz"
    lines = of_earlier_version(backups[0])
    old.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode()))
    monkeypatch.setenv("DATABASE_URL", full.url)
    said = __main__.main(["restore", "--replace", str(old)])
    assert said == say(Message("rows-restored-unchecked", rows=7, file=str(shown)))
    assert refused(full, backups[0], "".join(f"{line}\n" for line in [*lines, '{"rows": 7}']).encode())
    cut_off = backups[0].read_text("utf-8").splitlines(keepends=True)[:-1]  # names its format, so it is no old one
    backups[0].write_text("".join(cut_off), "utf-8")
    with pytest.raises(StorageError, check=carries("backup-changed")):
        restored(full.url, backups[0], replace=True)


@one_database
def test_what_a_digest_seals_is_read_as_carefully(full: Full, backups: tuple[Path, Path]) -> None:
    """Whoever changes a file on purpose can compute its digest."""
    whole = backups[0].read_text("utf-8").splitlines()[:-1]
    for damage, check in DAMAGES:
        if damage in {drop_row, more, foreign, no_switch, twice, deep}:
            backups[0].write_text(sealed(damage(whole)), "utf-8")
            with pytest.raises(StorageError, check=check):
                restored(full.url, backups[0], replace=True)
    for version in (1, 3, "2", None):
        head = json.dumps({**json.loads(whole[0]), "format": version})
        backups[0].write_text(sealed([head, *whole[1:]]), "utf-8")
        with pytest.raises(StorageError, check=carries("backup-format-unknown")):
            restored(full.url, backups[0], replace=True)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
@one_database
def test_a_pipe_is_checked_at_its_end(full: Full, backups: tuple[Path, Path], tmp_path: Path) -> None:
    """It can be read only once, so its rows are stored before the digest is known, and then taken back."""
    data, pipe = backups[0].read_bytes(), tmp_path / "pipe"
    os.mkfifo(pipe)
    for sent in (data.replace(b"bung", b"bong"), data[:-80]):
        writer = threading.Thread(target=pipe.write_bytes, args=(sent,))
        writer.start()
        with pytest.raises(StorageError, check=lambda error: error.key in {"backup-changed", "backup-end-changed"}):
            restored(full.url, pipe, replace=True)
        writer.join()
    assert full.sheet.title == '"Übung" \\ 1'


def test_a_line_without_an_end_is_never_held(url: str, tmp_path: Path) -> None:
    """A line of 50 MB, packed into 50 kB, is refused while 4 MB of it are in memory."""
    bomb = tmp_path / "bomb.gz"
    with gzip.open(bomb, "wb", compresslevel=1) as packed:
        for _ in range(50):
            packed.write(b"[" * 10**6)
    tracemalloc.start()
    with pytest.raises(StorageError, check=carries("backup-line-too-long", line=1)):
        restored(url, bomb)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 15 * 10**6


@pytest.mark.parametrize("name", ["sheets.jsonl", "sheets.jsonl.gz"])
def test_what_is_no_archive_is_refused(url: str, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(gzip.compress(b'{"kind": "x"}')[:-12] + b"\xff" * 40)
    with pytest.raises(StorageError, check=carries("backup-damaged", line=1)):
        restored(url, file)


def test_where_there_is_nothing_no_backup_pretends_otherwise(url: str, tmp_path: Path) -> None:
    with pytest.raises(StorageError, check=lambda error: error.key in {"no-database", "database-never-used"}):
        backed_up(url, tmp_path / "backup")
    assert not list(tmp_path.iterdir())


def test_the_commands_of_the_page(full: Full, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", full.url)
    page = (DOCS / "running-a-server.md").read_text("utf-8")
    prefix = ".venv/bin/python -m web.store "
    commands = [line.removeprefix(prefix).split() for line in page.splitlines() if line.startswith(prefix)]
    backup, restore = [command for command in commands if command[0] in {"backup", "restore"}]
    assert __main__.main(backup) == say(Message("rows-backed-up", rows=7, file="sheets.jsonl.gz"))
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/another.sqlite")
    assert __main__.main(restore) == say(Message("rows-restored", rows=7, file="sheets.jsonl.gz"))
    with pytest.raises(StorageError, check=carries("database-holds-sheets")):
        __main__.main(restore)
    assert __main__.main([*restore, "--replace"]) == say(Message("rows-restored", rows=7, file="sheets.jsonl.gz"))


def test_the_commands_use_the_database_of_the_app() -> None:
    from app import create_app
    from tests.conftest import DEFAULTS

    app = create_app(DEFAULTS)
    assert Settings().database_url == ""
    assert Path(app.config["DATABASE_URL"]) == __main__.INSTANCE / stores.FILE
