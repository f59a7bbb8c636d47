"""`python app.py`: it says where it is, and when it cannot start, why."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.conftest import DEFAULTS, make_app
from tests.serving import running
from web import serve
from web.settings import SettingError, Settings

ROOT = Path(__file__).parents[2]


def environment(**settings: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in DEFAULTS}
    return kept | settings


@contextmanager
def started(**settings: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "app.py"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(**settings), stdout=pipe, stderr=pipe, text=True
    ) as process:
        alarm = threading.Timer(60, process.kill)
        alarm.start()
        try:
            yield process
        finally:
            alarm.cancel()
            process.kill()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
def test_it_prints_an_address_that_answers_and_ends_quietly() -> None:
    with started(PORT="0") as process:
        assert process.stdout
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, line or process.communicate()
        with urlopen(found[0]) as answer:  # noqa: S310 - our own address
            assert answer.status == 200
            assert "Server" not in answer.headers
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (out, err, process.returncode) == ("", "", 0)


def test_a_port_in_use_is_told_without_a_stack_trace() -> None:
    with serve.listening_socket("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        with started(PORT=port) as process:
            out, err = process.communicate()
    assert process.returncode == 1
    assert out == ""
    assert re.fullmatch(rf"ireval cannot start\. Port {port} on 127\.0\.0\.1 is in use.* Set PORT=\d+.*\n", err)


def test_a_bad_setting_is_told_without_a_stack_trace() -> None:
    with started(THREADS="many") as process:
        err = process.communicate()[1]
    assert process.returncode == 1
    assert err.startswith("ireval cannot start. THREADS is 'many'")
    assert err.count("\n") == 1


@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-host.invalid"])
def test_an_address_of_another_computer_names_host(host: str) -> None:
    with pytest.raises(SettingError, match=rf"HOST is '{re.escape(host)}'.*HOST=127\.0\.0\.1"):
        serve.listening_socket(host, 0)


def test_everybodys_address_is_spelled_out() -> None:
    with serve.listening_socket("0.0.0.0", 0) as listener:
        port = listener.getsockname()[1]
        found = serve.addresses(listener, Settings(host="0.0.0.0", prefix="/ir"))
    assert found[0] == f"http://127.0.0.1:{port}/ir/"
    assert all(url.endswith(f":{port}/ir/") and "0.0.0.0" not in url for url in found)


class OnSix(socket.socket):
    """A listener that says it is on IPv6, for computers that have none."""

    def getsockname(self) -> tuple[str, int, int, int]:
        return ("::1", 8000, 0, 0)


def test_ipv6_addresses_are_written_in_brackets() -> None:
    with OnSix() as listener:
        assert serve.addresses(listener, Settings(host="::1")) == ["http://[::1]:8000/"]


def test_forwarded_headers_reach_the_app_behind_a_proxy() -> None:
    with running(make_app(PROXIES=1)) as address:
        connection = http.client.HTTPConnection(address.removeprefix("http://"))
        connection.request("GET", "/favicon.ico", headers={"X-Forwarded-Prefix": "/ir"})
        answer = connection.getresponse()
        answer.read()
        connection.close()
    assert (answer.getheader("Location") or "").startswith("/ir/static/")
