"""``restore`` with backups that were right once: all of a file is restored, or nothing and the reason is said."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from ireval.collection.packed_collection import Part
from ireval.messages.keyed_error import KeyedError
from tests.fuzz.area import Area
from tests.fuzz.dice import Dice
from tests.fuzz.files import compressed
from tests.fuzz.json_texts import json_text
from tests.fuzz.outcome import Fault, Outcome
from tests.fuzz.randomness import seeded_secrets
from web.store import dump
from web.store.backups import seal
from web.store.database import Database
from web.store.sheet_store import Store


@dataclass(frozen=True)
class Backup:
    """The bytes of a file; ``packed`` is whether its name says that it is compressed."""

    data: bytes
    packed: bool = False
    replace: bool = True


class Backups(Area):
    """Files for ``python -m web.store restore``. Cases are ``Backup``."""

    name, share = "restore", 0.5

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    @cached_property
    def _lines(self) -> list[dict[str, Any]]:
        """The lines of a backup of a database with a bit of everything, without what seals them."""
        return [json.loads(line) for line in self._whole.splitlines()[:-1]]

    @cached_property
    def _whole(self) -> bytes:
        file = self._path / "first.jsonl"
        with closing(Database(str(self._path / "first.sqlite"), migrated=False)) as database:
            dump.backup(database, file)
        return file.read_bytes()

    @property
    def _path(self) -> Path:
        assert self._folder
        return Path(self._folder.name)

    def begin(self, seed: int) -> None:  # noqa: ARG002 - nothing is drawn while it runs
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="fuzz-", dir=_fast())
            with seeded_secrets(0):
                _filled(Store(str(self._path / "first.sqlite")))
        for name in ("first.sqlite-wal", "first.sqlite-shm", "second.sqlite", "second.sqlite-wal", "second.sqlite-shm"):
            (self._path / name).unlink(missing_ok=True)
        shutil.copy(self._path / "first.sqlite", self._path / "second.sqlite")

    def end(self) -> None:
        if self._folder:
            self._folder.cleanup()

    def case(self, dice: Dice) -> Backup:
        found = [json.dumps(line, ensure_ascii=False) for line in self._lines]
        for _ in range(dice.choice([0, 1, 1, 1, 1, 2])):
            self._change(dice, found)
        lines = "\n".join(found).encode("utf-8", "surrogatepass") + b"\n"
        if dice.chance(0.8):  # somebody who means harm can compute it
            lines += seal.line_with(sha256(lines).hexdigest())
        data = compressed(dice, lines)
        packed = data[:2] == b"\x1f\x8b"
        return Backup(data, packed=not packed if dice.chance(0.05) else packed, replace=dice.chance(0.8))

    def _change(self, dice: Dice, found: list[str]) -> None:
        at, what = (
            dice.below(len(found)),
            dice.choice(["put", "put", "put", "put", "other", "delete", "double", "move"]),
        )
        if what == "put":
            found[at] = json_text(dice, self._lines[min(at, len(self._lines) - 1)])
        elif what == "other":
            found[at] = json_text(dice, dice.choice(self._lines))
        elif what == "delete" and len(found) > 1:
            del found[at]
        elif what == "double":
            found.insert(at, found[at])
        else:
            found.insert(dice.below(len(found)), found.pop(at))

    def run(self, case: Backup) -> Outcome:
        """Restore, and look at the database if the file was refused: nothing may be different there."""
        file = self._path / ("case.jsonl.gz" if case.packed else "case.jsonl")
        file.write_bytes(case.data)
        url = str(self._path / "second.sqlite")
        before = self._rows()
        try:
            with closing(Database(url, migrated=False)) as database:
                dump.restore(database, file, replace=case.replace)
        except (KeyedError, OSError) as error:
            said = str(error)
            faults = [] if self._rows() == before else [Fault("half restored", said[:80], said)]
            faults += [Fault("message", "more than a line", said)] if "\n" in said or len(said) > 1_000 else []
            return Outcome("refused", tuple(faults))
        with suppress(OSError):
            again = self._path / "again.jsonl"
            with closing(Database(url, migrated=False)) as database:
                dump.backup(database, again)
        return Outcome("restored")

    def _rows(self) -> list[str]:
        """Tables and rows of the database, as statements that would make them again."""
        with closing(sqlite3.connect(self._path / "second.sqlite")) as connection:
            return list(connection.iterdump())


def _fast() -> str | None:
    """A folder in memory, if there is one: each case writes a database."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108


def _filled(store: Store) -> None:
    day = timedelta(days=3000)
    for mode in ("once", "practice"):
        made = store.publish('{"β": "𝒢"}', title='"Übung" \\ 1', mode=mode, lifetime=day)
        sheet = store.by_owner(made.owner)
        assert sheet
        keys = ["ada", "bob"]
        if mode == "once":
            store.rosters.enter(sheet, keys, iter(keys).__next__, after=0)
        for key in keys:
            store.save(sheet, key, "1", "a", "line\nand “line”\t€", device="d" * 22)
        if mode == "once":
            store.submit(sheet, "bob")
    parts = [Part("run", "bm25", b"\0\xff" * 40), Part("documents", "d1", b"")]
    store.collections.add(parts, title="Übung", summary="{}", lifetime=day)
    store.close_connections()
