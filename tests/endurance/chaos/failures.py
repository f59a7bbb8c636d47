"""The failures that are played, each for some seconds, after which everything is as before."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from dataclasses import dataclass
from typing import NamedTuple

from tests.endurance.chaos.installation import Installation
from tests.endurance.server_process import descendants
from tests.web.store.outages import stopped

BOTH, POSTGRESQL, SQLITE = ("sqlite", "postgresql"), ("postgresql",), ("sqlite",)
BETWEEN = 2.0  # seconds between two kills
SLOW = 0.15  # seconds that each message between a server and its database takes

Outage = Callable[[Installation], AbstractContextManager[object]]


class Stage(NamedTuple):
    """What is ready to be played, for so many seconds, and the ports at which visitors ask meanwhile."""

    play: Callable[[float], None]
    ports: Sequence[int]


@dataclass(frozen=True)
class Failure:
    """A failure on some kinds of databases, after which everything is as before.

    ``may_cut``: requests under way may be cut off.
    ``once``: no job is begun twice. ``left_out`` says why it cannot be played on an installation.
    """

    name: str
    stage: Callable[[Installation], AbstractContextManager[Stage]]
    kinds: tuple[str, ...] = BOTH
    may_cut: bool = False
    once: bool = False
    left_out: Callable[[Installation], str] = lambda _: ""


def _lasting(outage: Outage, *others: float) -> Callable[[Installation], AbstractContextManager[Stage]]:
    """Plays what lasts as long as a context, with other servers whose clocks are ahead by so many seconds."""

    def play(installation: Installation, seconds: float) -> None:
        with outage(installation):
            time.sleep(seconds)

    return _staged(play, others)


def _repeated(strike: Callable[[Installation], None], *others: float) -> Callable[..., AbstractContextManager[Stage]]:
    """Plays what takes a moment, at least once."""

    def play(installation: Installation, seconds: float) -> None:
        end = time.monotonic() + seconds
        while True:
            strike(installation)
            time.sleep(max(0, min(BETWEEN, end - time.monotonic())))
            if time.monotonic() >= end:
                return

    return _staged(play, others)


def _staged(
    play: Callable[[Installation, float], None], others: Sequence[float]
) -> Callable[[Installation], AbstractContextManager[Stage]]:
    @contextmanager
    def stage(installation: Installation) -> Iterator[Stage]:
        with ExitStack() as stack:
            for clock in others:
                stack.enter_context(installation.another_server(clock=clock))
            yield Stage(lambda seconds: play(installation, seconds), [server.port for server in installation.servers])

    return stage


def _signal_worker(number: signal.Signals) -> Callable[[Installation], None]:
    def strike(installation: Installation) -> None:
        os.kill(random.choice(descendants(installation.server.pid)), number)

    return strike


def _kill_first(installation: Installation) -> None:
    installation.server.kill_first()
    installation.server.start()


def _update(installation: Installation) -> None:
    installation.server.stop()
    installation.server.start()


@contextmanager
def _database_gone(installation: Installation) -> Iterator[None]:
    assert installation.cluster
    installation.cluster.stop()
    try:
        yield
    finally:
        installation.cluster.start()


def _restart_database(installation: Installation) -> None:
    assert installation.cluster
    installation.cluster.restart()


@contextmanager
def _rates_gone(installation: Installation) -> Iterator[None]:
    assert installation.storage
    installation.storage.stop()
    try:
        yield
    finally:
        installation.storage.start()


@contextmanager
def _locked(installation: Installation) -> Iterator[None]:
    file = installation.disk.folder / "sheets.sqlite"
    with closing(sqlite3.connect(file, isolation_level=None, timeout=10)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def _database_read_only(installation: Installation) -> Iterator[None]:
    """As after a failover to a server that only copies another one."""
    installation.tell("ALTER SYSTEM SET default_transaction_read_only = on")
    installation.tell("SELECT pg_reload_conf()")
    try:
        yield
    finally:
        installation.tell("ALTER SYSTEM RESET default_transaction_read_only")
        installation.tell("SELECT pg_reload_conf()")


@contextmanager
def _file_read_only(installation: Installation) -> Iterator[Stage]:
    """A server whose first look at its file finds a disk that can only be read; later it takes something again."""
    with ExitStack() as stack:
        server = stack.enter_context(installation.another_server(installation.url(installation.disk.view)))
        disk = stack.enter_context(ExitStack())
        disk.enter_context(installation.disk.read_only())

        def play(seconds: float) -> None:
            time.sleep(seconds)
            disk.close()

        yield Stage(play, [server.port])


def _hung(installation: Installation) -> AbstractContextManager[object]:
    assert installation.cluster
    return stopped(installation.cluster.pid())


def _silent(installation: Installation) -> AbstractContextManager[object]:
    assert installation.relay
    return installation.relay.silent()


def _slow(installation: Installation) -> AbstractContextManager[object]:
    assert installation.relay
    return installation.relay.slow(SLOW)


def _full(installation: Installation) -> AbstractContextManager[object]:
    return installation.disk.full(installation.processes())


def _needs_disk(installation: Installation) -> str:
    missing = installation.relay and not installation.own_disk
    return "the disk of a database server can be filled by root alone, who may mount one" if missing else ""


def _needs_rates(installation: Installation) -> str:
    return "" if installation.storage else "fakeredis is not installed"


def _as_always(_: Installation) -> AbstractContextManager[object]:
    return nullcontext()


FAILURES = (
    Failure("database hung", _lasting(_hung), POSTGRESQL),
    Failure("database slow", _lasting(_slow), POSTGRESQL),
    Failure("network to the database silent", _lasting(_silent), POSTGRESQL),
    Failure("database restarted", _repeated(_restart_database), POSTGRESQL),
    Failure("database gone", _lasting(_database_gone), POSTGRESQL),
    Failure("database read-only", _lasting(_database_read_only), POSTGRESQL),
    Failure("file locked by another program", _lasting(_locked), SQLITE),
    Failure("disk read-only", _file_read_only, SQLITE),
    Failure("disk full", _lasting(_full), left_out=_needs_disk),
    Failure("a clock 60 s ahead", _lasting(_as_always, 60), POSTGRESQL, once=True),
    Failure("a clock 60 s behind", _lasting(_as_always, -60), POSTGRESQL, once=True),
    Failure("SIGTERM to processes for pages", _repeated(_signal_worker(signal.SIGTERM))),
    Failure("SIGKILL of processes for pages", _repeated(_signal_worker(signal.SIGKILL)), may_cut=True),
    Failure("SIGTERM to a worker of jobs", _repeated(lambda found: found.end_worker(signal.SIGTERM))),
    Failure("SIGKILL of a worker of jobs", _repeated(lambda found: found.end_worker(signal.SIGKILL))),
    Failure("SIGTERM to one of two servers", _repeated(_update, 0)),
    Failure("SIGKILL of the first process of one of two servers", _repeated(_kill_first, 0), may_cut=True),
    Failure("storage of rates away", _lasting(_rates_gone), once=True, left_out=_needs_rates),
)
