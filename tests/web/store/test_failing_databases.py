"""A database that hangs, is gone or is locked: pages that need none answer as always, the others say so in time.

These tests take half a minute. They protect what no other test shows: that the product as it ships, with two threads
in each process, goes on and resumes by itself.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.endurance.apart import run_apart
from tests.endurance.databases import Cluster, own_cluster
from tests.endurance.server_process import Server, descendants, free_port
from tests.web.store.outages import READY, STORED, RelayThread, ask_all, seconds_until_it_works, stopped
from web.store.connections.bulkhead import PATIENCE

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="processes are stopped as on Linux")]

OUTAGE = PATIENCE + 2.5  # seconds
#: Connections that a process keeps while it does not use them.
POOL = 5
#: Seconds after which a page of the store must have said that the store cannot be used: those of a connection that is
#: found to be dead and those of another that is not made, and time for a computer that is busy.
IN_TIME = 2 * PATIENCE + 4


@contextmanager
def served(folder: Path, url: str) -> Iterator[Server]:
    server = Server(folder, url, WORKERS="1", THREADS="2", JOB_WORKER="0")
    server.start()
    try:
        yield server
    finally:
        server.stop()


def expect_the_rest_to_answer(server: Server, seconds: float = OUTAGE) -> None:
    """While the database fails, everything that needs none answers, and everything else is refused in time."""
    plain, stored = run_apart(ask_all(server.port, seconds))
    assert set(plain.statuses) == {200}, plain.statuses
    pages = {status for path, status, _ in stored.answers if path != READY}
    assert pages == {503}, stored.statuses
    assert 503 in {status for path, status, _ in stored.answers if path == READY}, "what it found before is soon old"
    assert stored.longest < IN_TIME


def works_again(server: Server) -> None:
    run_apart(seconds_until_it_works(server.port))


def threads(server: Server) -> int:
    """The threads of the process that answers."""
    pid = [server.pid, *descendants(server.pid)][-1]
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def connections(cluster: Cluster) -> int:
    """The product's connections, as the database counts them."""
    with psycopg.connect(cluster.url) as connection:
        found = connection.execute("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'ireval'").fetchone()
    assert found
    return int(found[0])


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with own_cluster(free_port()) as found:
        yield found


@pytest.mark.thorough
def test_postgresql_that_hangs_or_is_gone_stops_no_other_page(cluster: Cluster, tmp_path: Path) -> None:
    relay = RelayThread(cluster.port)
    url = f"postgresql://postgres@127.0.0.1:{relay.port}/postgres"
    try:
        with served(tmp_path, url) as server:
            works_again(server)
            run_apart(ask_all(server.port, 1))
            before = threads(server)
            with stopped(cluster.pid()):
                expect_the_rest_to_answer(server)
            works_again(server)
            with relay.silent():
                expect_the_rest_to_answer(server)
            works_again(server)
            cluster.stop()
            expect_the_rest_to_answer(server, 4)
            cluster.start()
            works_again(server)
            cluster.restart()
            works_again(server)
            run_apart(ask_all(server.port, 1))
            assert threads(server) <= before and 0 < connections(cluster) <= POOL
            assert "Traceback" not in server.log.read_text()
    finally:
        relay.close()


def test_a_file_that_another_program_locks_stops_no_other_page(tmp_path: Path) -> None:
    file = tmp_path / "sheets.sqlite"
    with served(tmp_path, f"sqlite:///{file}") as server:
        works_again(server)
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            plain, stored = run_apart(ask_all(server.port, OUTAGE))
            other.execute("ROLLBACK")
        assert set(plain.statuses) == {200}
        found = {path: {status for p, status, _ in stored.answers if p == path} for path in STORED}
        assert found == {STORED[0]: {404}, STORED[1]: {400}, READY: {200, 503}}, "reading waits for nobody"
        assert stored.longest < IN_TIME
        works_again(server)
