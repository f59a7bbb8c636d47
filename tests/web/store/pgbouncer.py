"""PgBouncer in front of a PostgreSQL server, with one connection to it for each transaction."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

PROGRAM = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin")
SETTINGS = """
[databases]
* = host={host} port={port}
[pgbouncer]
unix_socket_dir = {folder}
listen_port = {listening}
auth_type = any
pool_mode = transaction
default_pool_size = 4
logfile = {folder}/log
pidfile = {folder}/pid
"""


@contextmanager
def pgbouncer(server: str) -> Iterator[str]:
    """The URL of PgBouncer in front of the server of this URL, by a socket in a folder of its own.

    Each statement outside of a transaction may reach another connection of the server.
    """
    if not PROGRAM:
        pytest.skip("PgBouncer is not installed")
    url = make_url(server)
    user = url.username or "postgres"
    host, port = url.query.get("host") or url.host, url.query.get("port") or url.port or 5432
    folder = Path(tempfile.mkdtemp(prefix="ireval-pgbouncer-"))
    settings = folder / "pgbouncer.ini"
    settings.write_text(
        SETTINGS.format(host=host, port=port, folder=folder, listening=6432).replace("* = ", f"* = user={user} ")
    )
    command = [PROGRAM, str(settings)]
    if os.geteuid() == 0:  # it refuses to run as root
        # The server's socket may be in a folder that only the server's user may enter.
        user_of = pwd.getpwuid(Path(str(host)).stat().st_uid) if Path(str(host)).is_dir() else pwd.getpwnam("nobody")
        os.chown(folder, user_of.pw_uid, user_of.pw_gid)
        command = [PROGRAM, "-u", user_of.pw_name, str(settings)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        found = f"postgresql://{user}@/{url.database}?host={folder}&port=6432"
        _wait(found, process, folder / "log")
        yield found
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder)


def _wait(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until it lets somebody through to the server."""
    for _ in range(100):
        try:
            return psycopg.connect(url, prepare_threshold=None, connect_timeout=5).close()
        except psycopg.OperationalError:
            if process.poll() is not None:
                break
            time.sleep(0.05)
    raise RuntimeError(f"PgBouncer did not start: {log.read_text('utf-8') if log.exists() else ''}")
