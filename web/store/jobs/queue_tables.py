"""Makes and upgrades the tables in which procrastinate keeps the entries of its queues, in a PostgreSQL database.

Its package brings all tables as one SQL file, and its migrations: ``03.02.00_01_pre_name.sql`` may be applied while the
version before still runs, ``03.02.00_50_post_name.sql`` only when no process runs that version any more. So migrations
named ``post`` are applied with the next upgrade. A comment on a table says which were applied.

A dump of the store leaves these tables out: an entry only says that a job, a row of the store, may begin.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

_TABLE = "procrastinate_jobs"
_POST = "_post_"
_COMMENT = text(f"SELECT obj_description(to_regclass('{_TABLE}'), 'pg_class'), to_regclass('{_TABLE}') IS NOT NULL")


class Level(NamedTuple):
    """Which migrations were applied: the last one of those before an upgrade and of those after it.

    ``target`` is the newest migration of the version to which the tables are upgraded, and ``base`` the version whose
    processes may still run.
    """

    before: str
    after: str
    target: str
    base: str

    def lacks(self, name: str) -> bool:
        """Whether a migration is missing and may be applied now."""
        if _POST in name:
            return name > self.after and _version(name) <= self.base
        return name > self.before

    def with_applied(self, name: str) -> Level:
        """The level after this migration."""
        return self._replace(after=name) if _POST in name else self._replace(before=name)


def sql_folder() -> Path | None:
    """Where procrastinate's SQL is; None if the package is not installed. Nothing of it is imported."""
    found = find_spec("procrastinate")
    return Path(found.origin).parent / "sql" if found and found.origin else None


def are_current(connection: Connection, folder: Path | None) -> bool:
    """Whether the tables are those of the installed version or of a later one, or are not needed."""
    if folder is None or connection.dialect.name != "postgresql":
        return True
    level = _level(connection, folder)
    return level is not None and not _lacking(level, folder)


def upgrade(connection: Connection, folder: Path | None) -> None:
    """Make the tables, or apply the next migration; each needs a transaction of its own, until they are current."""
    if folder is None or are_current(connection, folder):
        return
    level = _level(connection, folder)
    if level is None:
        _run(connection, folder / "schema.sql")
        level = _newest(folder)
    else:
        newest = _newest(folder)
        if level.target < newest.target:
            level = level._replace(target=newest.target, base=_version(level.target))
        name = _lacking(level, folder)[0]
        _run(connection, folder / "migrations" / name)
        level = level.with_applied(name)
    connection.exec_driver_sql(f"COMMENT ON TABLE {_TABLE} IS '{' '.join(level)}'")


def _lacking(level: Level, folder: Path) -> list[str]:
    """The migrations that are still to be applied. Empty if the tables are of a later version."""
    names = _names(folder)
    return [name for name in names if level.lacks(name)] if max(names) >= level.target else []


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "migrations").glob("*.sql"))


def _newest(folder: Path) -> Level:
    """The level of tables that were made by ``schema.sql``."""
    names = _names(folder)
    before = max(name for name in names if _POST not in name)
    return Level(before, max((name for name in names if _POST in name), default="-"), names[-1], _version(names[-1]))


def _level(connection: Connection, folder: Path) -> Level | None:
    """None if there are no tables; tables without our comment, made by hand, are those of the installed version."""
    comment, exists = connection.execute(_COMMENT).one()
    if not exists:
        return None
    return Level(*comment.split()) if comment else _newest(folder)


def _run(connection: Connection, file: Path) -> None:
    """Run a file of statements. Without parameters, the driver sends them as they are, per cent signs included."""
    driver: Any = connection.connection.driver_connection
    driver.execute(file.read_bytes())


def _version(name: str) -> str:
    return name.partition("_")[0]
