"""The databases that a server is killed on: a new SQLite file, or a new database of a PostgreSQL server."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import make_url

TABLES = "sheets", "students", "answers", "visits", "practice", "collections", "collection_parts", "collection_pieces"


class Database:
    """A database: its URL, what is wrong with it, and how it can fail by itself, by the words for it."""

    def __init__(self, url: str, failures: Mapping[str, Callable[[], None]]) -> None:
        self.url = url
        self.failures = failures

    def faults(self) -> list[str]:
        """What is wrong with the stored data."""
        raise NotImplementedError


class SqliteFile(Database):
    """A file."""

    def faults(self) -> list[str]:
        """Pages that are damaged, and rows without those that they refer to."""
        with closing(sqlite3.connect(self.url.removeprefix("sqlite:///"))) as connection:
            checks = [row[0] for row in connection.execute("PRAGMA integrity_check")]
            orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
        return [text for text in checks if text != "ok"] + [f"{row[0]} without {row[2]}" for row in orphans]


class PostgresqlDatabase(Database):
    """A database of a PostgreSQL server."""

    def faults(self) -> list[str]:
        """Rows that cannot be read, and answers without their student."""
        orphans = "SELECT count(*) FROM answers LEFT JOIN students USING (sheet, key) WHERE students.key IS NULL"
        try:
            with psycopg.connect(self.url) as connection:
                for table in TABLES:
                    connection.execute(f"SELECT * FROM {table}".encode()).fetchall()
                found = connection.execute(orphans).fetchone()
        except psycopg.Error as error:
            return [str(error).strip()]
        return [] if found == (0,) else [f"{found} answers without their student"]


@contextmanager
def database(kind: str, folder: Path) -> Iterator[Database]:
    """An empty database of this kind, which is gone afterwards."""
    if kind == "sqlite":
        yield SqliteFile(f"sqlite:///{folder / 'sheets.sqlite'}", {})
    elif server := os.environ.get("TEST_POSTGRES_URL", ""):
        with _own_database(server) as (url, disconnect):
            yield PostgresqlDatabase(url, {"connections": disconnect})
    else:
        with own_cluster() as cluster, _own_database(cluster.url) as (url, disconnect):
            yield PostgresqlDatabase(url, {"connections": disconnect, "database": cluster.restart})


@contextmanager
def _own_database(server: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """The URL of a new database, and what ends all connections to it."""
    name = f"ireval_{secrets.token_hex(6)}"
    url = make_url(server).set(database=name).render_as_string(hide_password=False)

    def run(text: str) -> None:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(text.encode())

    run(f'CREATE DATABASE "{name}"')
    try:
        yield url, lambda: run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
    finally:
        run(f'DROP DATABASE "{name}" WITH (FORCE)')


class Cluster:
    """A PostgreSQL server in a folder of its own; it listens on a port of this computer, too, unless that is 0."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder, self.port = folder, port
        self.url = f"postgresql://postgres@/postgres?host={folder}" + (f"&port={port}" if port else "")

    def make(self) -> None:
        """Make its files."""
        self.run("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")

    def start(self) -> None:
        """Start it, and wait until it accepts connections."""
        listening = f"-c listen_addresses=127.0.0.1 -p {self.port}" if self.port else "-c listen_addresses=''"
        self.run("pg_ctl", "-l", str(self.folder / "log"), "-w", "-o", f"-k {self.folder} {listening}", "start")

    def stop(self) -> None:
        """Kill it, so that nothing is written any more."""
        self.run("pg_ctl", "-m", "immediate", "-w", "stop")

    def restart(self) -> None:
        """Kill it, and start it again."""
        self.stop()
        self.start()

    def pid(self) -> int:
        """Its first process."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs on its files."""
        user: dict[str, Any] = {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}
        command = [str(_postgresql_programs() / program), "-D", str(self.folder / "data"), *arguments]
        subprocess.run(command, check=True, cwd=self.folder, stdout=subprocess.DEVNULL, **user)


@contextmanager
def own_cluster(port: int = 0) -> Iterator[Cluster]:
    """A PostgreSQL server that is started for this alone, and is gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="ireval-postgresql-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")  # PostgreSQL refuses to run as root
    cluster = Cluster(folder, port)
    try:
        cluster.make()
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder)


def _postgresql_programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    if not found and not on_path:
        raise SystemExit("There is no PostgreSQL server here: install it, or set TEST_POSTGRES_URL to the URL of one.")
    return found[-1].parent if found else Path(str(on_path)).parent
