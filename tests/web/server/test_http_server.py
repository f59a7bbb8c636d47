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
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from ireval.messages import Message, say
from tests.conftest import DEFAULTS, make_app
from tests.paths import ROOT
from tests.sentences import carries
from tests.serving import running
from web.server.serving import http_server, workers
from web.server.settings import SettingError, Settings

pytestmark = pytest.mark.slow


def environment(**settings: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in DEFAULTS}
    return kept | {"JOB_WORKER": "0"} | settings


@contextmanager
def started(*, start_new_session: bool = False, **settings: str) -> Iterator[subprocess.Popen[str]]:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a job in the background, which hands that on
        signal.signal(signal.SIGINT, signal.default_int_handler)
    command = [sys.executable, "app.py"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment(**settings),
        stdout=pipe,
        stderr=pipe,
        text=True,
        start_new_session=start_new_session,
    ) as process:
        alarm = threading.Timer(60, process.kill)
        alarm.start()
        try:
            yield process
        finally:
            alarm.cancel()
            process.kill()


def address_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    found = re.search(r"http://[^ ]+", process.stdout.readline())
    assert found, process.communicate()
    return found[0]


def answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=5) as answer:  # noqa: S310 - our own address
            return bool(answer.status == 200)
    except OSError:
        return False


def children(process: subprocess.Popen[str]) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


def soon(happens: Callable[[], bool]) -> bool:
    end = time.monotonic() + 20
    while not happens() and time.monotonic() < end:
        time.sleep(0.05)
    return happens()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_an_address_that_answers_and_ends_quietly(sign: signal.Signals) -> None:
    with started(PORT="0", WORKERS="1") as process:
        assert process.stdout
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, line or process.communicate()
        with urlopen(found[0]) as answer:  # noqa: S310 - our own address
            assert answer.status == 200
            assert "Server" not in answer.headers
        assert sys.platform != "linux" or not children(process)
        process.send_signal(sign)
        out, err = process.communicate()
    assert (out, err, process.returncode) == ("", "", 0)
    assert not answers(found[0])


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="there is one process elsewhere than on Linux")


@on_linux
def test_the_others_do_not_outlive_the_first_process() -> None:
    with started(PORT="0", WORKERS="2") as process:
        address = address_of(process)
        assert soon(lambda: answers(address) and len(children(process)) == 2)
        others = children(process)
        process.kill()
        process.wait()
        ended = soon(lambda: not answers(address))
        for other in [] if ended else others:
            os.kill(other, signal.SIGKILL)
        assert ended


@on_linux
def test_processes_that_die_are_replaced_and_ctrl_c_in_a_terminal_ends_all_of_them_quietly() -> None:
    """One for pages and the one for jobs, and those that take their places, as soon as they are there."""
    with started(PORT="0", WORKERS="2", JOB_WORKER="1", start_new_session=True) as process:
        address = address_of(process)
        assert soon(lambda: answers(address) and len(children(process)) == 3)
        for _ in range(2):
            before = sorted(children(process))
            for dead in before[1:]:
                os.kill(dead, signal.SIGKILL)
            assert soon(lambda: len(children(process)) == 3 and len(set(children(process)) - set(before)) == 2)  # noqa: B023
        assert all(answers(address) for _ in range(8))
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate()  # ends when nobody holds the pipes any more, children included
    assert (out, err, process.returncode) == ("", "", 0)
    assert not answers(address)


@on_linux
def test_a_process_that_stands_still_keeps_no_newcomer_waiting_and_the_server_from_ending() -> None:
    with started(PORT="0", WORKERS="2", REQUEST_SECONDS="1") as process:
        address = address_of(process)
        assert soon(lambda: answers(address) and len(children(process)) == 2)
        os.kill(children(process)[0], signal.SIGSTOP)
        assert all(answers(address) for _ in range(8))
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate()
    assert (out, err, process.returncode) == ("", "", 0)


@on_linux
def test_a_port_that_several_processes_share_is_in_use_for_others_until_termination_ends_them_quietly() -> None:
    with started(PORT="0", WORKERS="3") as process:
        address = address_of(process)
        assert soon(lambda: answers(address) and len(children(process)) == 3)
        port = address.rstrip("/").rpartition(":")[2]
        with started(PORT=port, WORKERS="2") as second:
            assert second.communicate() == ("", in_use(int(port)))
        assert second.returncode == 1
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate()
    assert (out, err, process.returncode) == ("", "", 0)
    assert not answers(address)


def test_there_are_as_many_processes_as_requested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert workers.count(4) == 1
    monkeypatch.setattr(sys, "platform", "linux")
    assert workers.count(4) == 4


def test_a_full_hall_does_not_fill_the_terminal(caplog: pytest.LogCaptureFixture) -> None:
    def slow(environ: object, start_response: Callable[..., object]) -> list[bytes]:  # noqa: ARG001
        time.sleep(0.02)
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"done"]

    with running(slow, threads=1) as address:
        visitors = [threading.Thread(target=answers, args=(address,)) for _ in range(12)]
        for visitor in visitors:
            visitor.start()
        for visitor in visitors:
            visitor.join()
    assert not caplog.records


def in_use(port: int) -> str:
    """What the program says where it cannot start because of this port."""
    error = SettingError("port-in-use", host="127.0.0.1", port=port, free=port % 65535 + 1)
    return f"{say(Message('cannot-start'))} {error}\n"


def test_a_port_in_use_is_reported_without_a_stack_trace() -> None:
    with http_server.listening_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with started(PORT=str(port)) as process:
            assert process.communicate() == ("", in_use(port))
    assert process.returncode == 1


def test_a_bad_setting_is_reported_without_a_stack_trace() -> None:
    with started(THREADS="many") as process:
        err = process.communicate()[1]
    assert process.returncode == 1
    assert err.startswith(f"{say(Message('cannot-start'))} THREADS")
    assert err.count("\n") == 1


@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-host.invalid"])
def test_an_address_of_another_computer_names_host(host: str) -> None:
    with pytest.raises(SettingError, check=carries("host-not-here", host=host)):
        http_server.listening_socket(host, 0)


def test_the_address_for_all_networks_is_written_out() -> None:
    with http_server.listening_socket("0.0.0.0", 0) as listener:
        port = listener.getsockname()[1]
        found = http_server.addresses(listener, Settings(host="0.0.0.0", prefix="/ir"))
    assert found[0] == f"http://127.0.0.1:{port}/ir/"
    assert all(url.endswith(f":{port}/ir/") and "0.0.0.0" not in url for url in found)


class OnSix(socket.socket):
    """A listener that says it is on IPv6, for computers that have none."""

    def getsockname(self) -> tuple[str, int, int, int]:
        return ("::1", 8000, 0, 0)


def test_ipv6_addresses_are_written_in_brackets() -> None:
    with OnSix() as listener:
        assert http_server.addresses(listener, Settings(host="::1")) == ["http://[::1]:8000/"]


def test_forwarded_headers_reach_the_app_behind_a_proxy() -> None:
    with running(make_app(PROXIES=1)) as address:
        connection = http.client.HTTPConnection(address.removeprefix("http://"))
        connection.request("GET", "/favicon.ico", headers={"X-Forwarded-Prefix": "/ir"})
        answer = connection.getresponse()
        answer.read()
        connection.close()
    assert (answer.getheader("Location") or "").startswith("/ir/static/")
