"""Two processes with one storage of rates count requests together, and go on by themselves when it is gone."""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import pytest

from tests.conftest import DEFAULTS, make_app
from tests.paths import ROOT
from tests.sentences import carries
from web.server.limits import INSTALL
from web.server.settings import SettingError

pytestmark = pytest.mark.slow

pytest.importorskip("fakeredis", reason="install the rest with: pip install -r requirements-dev.txt")
MOST = 4


#: A process of its own answers at once; a thread of the tests may be late, and then counts as gone.
STORAGE = """
import fakeredis
server = fakeredis.TcpFakeServer(("127.0.0.1", 0))
print(server.server_address[1], flush=True)
server.serve_forever()
"""


@contextmanager
def storage() -> Iterator[str]:
    """The address of a server that speaks the protocol of Redis, until it goes away with all its connections."""
    with subprocess.Popen([sys.executable, "-c", STORAGE], stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout
        try:
            yield f"redis://127.0.0.1:{int(started.stdout.readline())}/0"
        finally:
            started.kill()


@contextmanager
def process(rate_storage: str) -> Iterator[str]:
    """The address of `python app.py` with this storage."""
    settings = {"PORT": "0", "WORKERS": "1", "RATE_CHANGES": f"{MOST}/hour", "RATE_STORAGE": rate_storage}
    kept = {name: value for name, value in os.environ.items() if name not in DEFAULTS}
    with subprocess.Popen(
        [sys.executable, "app.py"], cwd=ROOT, env=kept | settings, stdout=subprocess.PIPE, text=True
    ) as started:
        try:
            assert started.stdout
            yield next(word for word in started.stdout.readline().split() if word.startswith("http")).rstrip("/")
        finally:
            started.terminate()


def counted(address: str) -> int:
    """The status of a request that counts; the sheet that it should make has no seed."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
    try:
        connection.request("POST", "/api/v1/sheets", "{}")
        return connection.getresponse().status
    finally:
        connection.close()


def counts() -> tuple[list[int], list[list[int]]]:
    """The answers of two processes in turn while the storage is there, and of each once it is gone."""
    with ExitStack() as processes:
        with storage() as url:
            one, other = (processes.enter_context(process(url)) for _ in range(2))
            together = [counted(address) for address in (one, other) * 3]
        return together, [[counted(address) for _ in range(MOST + 1)] for address in (one, other)]


def test_processes_count_together_and_each_by_itself_once_the_storage_is_gone() -> None:
    together, alone = counts()
    if 429 not in together:  # on a computer that stood still for a second, the storage counted as gone
        together, alone = counts()
    usual = together[0]
    assert usual < 429
    assert together == [usual] * MOST + [429] * 2
    assert alone == [[usual] * MOST + [429]] * 2


def test_a_missing_client_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "redis.backoff", None)
    with pytest.raises(SettingError, check=carries("rate-storage-client", command=INSTALL)):
        make_app(RATE_STORAGE="redis://127.0.0.1:6379/0")
    assert (ROOT / INSTALL.split()[-1]).is_file()
