"""An installation whose parts can fail: servers, a database with a network to it and a disk, a storage of rates."""

from __future__ import annotations

import os
import secrets
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import psycopg

from tests.endurance.chaos.job_service import JobService, workers_beside
from tests.endurance.chaos.rate_storage import RateStorage
from tests.endurance.chaos.small_disk import PlainFolder, SmallDisk, small_disk
from tests.endurance.databases import Cluster, own_cluster
from tests.endurance.server_process import SECRET, Server, descendants, free_port
from tests.web.jobs.shared_workers import moved_clock
from tests.web.store.outages import RelayThread

WORKERS = 2
SETTINGS = {
    "WORKERS": "2",
    "PROXIES": "1",
    "DRAIN_SECONDS": "3",
    "COLLECTION_SPACE": "1000",
    "RATE_CHANGES": "1000000/minute",
    "RATE_SHEETS": "1000000/hour",
    "RATE_COLLECTIONS": "1000000/hour",
    "RATE_KEYS": "1000000/hour",
}


class Installation:
    """One server that runs all the time, and what it needs. ``cluster`` and ``relay`` are there with PostgreSQL."""

    def __init__(self, folder: Path, disk: SmallDisk, storage: RateStorage | None) -> None:
        self.folder, self.disk, self.storage = folder, disk, storage
        self.cluster: Cluster | None = None
        self.relay: RelayThread | None = None
        self.name = ""  # of the database in the cluster
        self.servers: list[Server] = []
        self.services: list[JobService] = []  # with PostgreSQL; otherwise the server has a worker beside it

    @property
    def own_disk(self) -> bool:
        """Whether the database is on a disk of its own."""
        return not isinstance(self.disk, PlainFolder)

    @property
    def server(self) -> Server:
        """The server that runs all the time."""
        return self.servers[0]

    def url(self, folder: Path | None = None) -> str:
        """The URL of the database, of which the file is in this folder."""
        if self.relay:
            return f"postgresql://postgres@127.0.0.1:{self.relay.port}/{self.name}"
        return f"sqlite:///{folder or self.disk.folder}/sheets.sqlite"

    def processes(self) -> list[int]:
        """The processes of all servers."""
        return [pid for server in self.servers for pid in (server.pid, *descendants(server.pid))]

    def end_worker(self, number: int) -> None:
        """End a worker of jobs with this signal; it is started again."""
        if self.services:
            self.services[0].end_and_start(number)
        for pid in [] if self.services else workers_beside(self.server):
            os.kill(pid, number)

    def attempts(self) -> dict[str, int]:
        """How many workers have begun with each job that the database knows."""
        query = "SELECT id, attempt FROM jobs"
        if self.cluster:
            with psycopg.connect(self.cluster.url, dbname=self.name) as connection:
                return dict(connection.execute(query).fetchall())
        with closing(sqlite3.connect(self.disk.folder / "sheets.sqlite")) as file:
            return dict(file.execute(query).fetchall())

    @contextmanager
    def job_services(self, count: int) -> Iterator[None]:
        """So many workers as services."""
        settings = {"DATABASE_URL": self.url(), "SECRET_KEY": SECRET, "JOBS": "1"}
        self.services = [JobService(self.folder, settings) for _ in range(count)]
        try:
            for service in self.services:
                service.start()
            yield
        finally:
            for service in self.services:
                service.end()

    def tell(self, text: str) -> None:
        """Have PostgreSQL do something, directly."""
        assert self.cluster
        with psycopg.connect(self.cluster.url, autocommit=True) as connection:
            connection.execute(text.encode())

    @contextmanager
    def another_server(self, url: str = "", clock: float = 0) -> Iterator[Server]:
        """One more server of the same pages, which has begun to listen; its clock is ahead by so many seconds."""
        storage = {"RATE_STORAGE": self.storage.url} if self.storage else {}
        own = {"JOB_WORKER": str(int(bool(clock) or not (self.services or url)))}
        moved = moved_clock(self.folder, clock) if clock else {}
        server = Server(self.folder, url or self.url(), **SETTINGS, **storage, **own, **moved)
        server.start()
        self.servers.append(server)
        try:
            yield server
        finally:
            server.stop()
            self.servers.remove(server)

    def make_database(self) -> None:
        """Make a database in the cluster, on the disk if there is one."""
        self.name = f"ireval_{secrets.token_hex(6)}"
        where = ""
        if self.own_disk:
            space = self.disk.folder / "tables"
            space.mkdir()
            os.chown(space, *_user_of(self.cluster))
            self.tell(f"CREATE TABLESPACE small LOCATION '{space}'")
            where = " TABLESPACE small"
        self.tell(f"CREATE DATABASE {self.name}{where}")


def _user_of(cluster: Cluster | None) -> tuple[int, int]:
    assert cluster
    state = (cluster.folder / "data").stat()
    return state.st_uid, state.st_gid


@contextmanager
def installed(kind: str) -> Iterator[Installation]:
    """An installation with a database of this kind, and one server. Nothing of it is left afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ireval-chaos-")))
        folder.chmod(0o755)  # another user runs PostgreSQL
        disk = small_disk(folder)
        stack.enter_context(disk.mounted())
        storage = RateStorage() if RateStorage.exists() else None
        if storage:
            storage.start()
            stack.callback(storage.stop)
        found = Installation(folder, disk, storage)
        if kind == "postgresql":
            found.cluster = stack.enter_context(own_cluster(free_port()))
            found.make_database()
            found.relay = RelayThread(found.cluster.port)
            stack.callback(found.relay.close)
            stack.enter_context(found.job_services(WORKERS))
        stack.enter_context(found.another_server())
        yield found
