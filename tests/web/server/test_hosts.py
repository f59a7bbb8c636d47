"""Links are built from hosts that the settings allow; nothing that is sent back names any other one."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from http.client import HTTPConnection

import pytest
from flask import Flask

from tests.conftest import make_app
from tests.sentences import sentence
from tests.serving import running
from web.server.hosts import WITHOUT_LINKS

pytestmark = pytest.mark.slow

EVIL = "evil.example"
PAGES = [
    "/lab?labels=101",
    "/embed?labels=101",
    "/take/link.svg?labels=101",
    "/lab/chart.tex?labels=101",
    "/favicon.ico",
]
PAGES += ["/playlist", "/sheets/new", "/nowhere", "/lab/", "/api/v1/conventions", "/s/aaaaaaaaaaaaaaaaaaaaaa"]


def status(app: Flask, host: str, path: str = "/lab?labels=101", **headers: str) -> int:
    return app.test_client().get(path, headers={"Host": host, **headers}).status_code


@pytest.fixture(scope="module")
def address() -> Iterator[tuple[str, int]]:
    app = make_app()
    app.testing = False
    with running(app) as found:
        host, port = found.removeprefix("http://").split(":")
        yield host, int(port)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("method", ["GET", "POST", "HEAD"])
def test_a_response_to_an_unknown_host_does_not_repeat_its_name(
    address: tuple[str, int], method: str, path: str
) -> None:
    connection = HTTPConnection(*address)
    connection.putrequest(method, path, skip_host=True)
    connection.putheader("Host", EVIL)
    connection.putheader("X-Forwarded-Host", EVIL)
    connection.putheader("Content-Length", "0")
    connection.endheaders()
    answer = connection.getresponse()
    text = answer.read().decode() + str(answer.headers)
    connection.close()
    assert answer.status == 400
    assert EVIL not in text
    assert method == "HEAD" or "HOSTS" in text


@pytest.mark.parametrize(
    "head",
    [
        "GET http://evil.example/lab?labels=1 HTTP/1.1\r\nHost: evil.example",
        "GET /lab?labels=1 HTTP/1.1\r\nHost: 127.0.0.1@evil.example",
        "GET /lab?labels=1 HTTP/1.1\r\nHost: evil.example:80\r\nHost: localhost",
        "GET /lab?labels=1 HTTP/1.1\r\nHost: localhost\r\nHost: evil.example",
        "GET /lab?labels=1 HTTP/1.1\r\nHost: localhost.evil.example",
        "GET /lab?labels=1 HTTP/1.1\r\nHost: 8.8.8.8",
        "GET /lab?labels=1 HTTP/1.1\r\nHost: [::ffff:8.8.8.8]",
        "GET /lab?labels=1 HTTP/1.1\r\nHost: [evil.example",
        "GET /lab?labels=1 HTTP/1.1\r\nHost:",
        "GET /lab?labels=1 HTTP/1.1",
        "GET /lab?labels=1 HTTP/1.0",
    ],
)
def test_odd_ways_to_name_a_host_are_refused(address: tuple[str, int], head: str) -> None:
    with socket.create_connection(address) as connection:
        connection.sendall(f"{head}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
    assert answer.startswith(("HTTP/1.1 400", "HTTP/1.0 400"))
    assert EVIL not in answer and "8.8.8.8" not in answer


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST.:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.1.20:8000", "10.1.2.3", "[fd00::1]"],
)
def test_without_a_setting_this_computer_and_private_networks_are_known(host: str) -> None:
    assert status(make_app(HOST="0.0.0.0"), host) == 200


def test_this_computers_names_and_the_one_it_listens_on_are_known() -> None:
    app = make_app(HOST="hall.example")
    assert status(app, "hall.example:8000") == status(app, f"{socket.gethostname()}:8000") == 200
    assert status(app, EVIL) == 400


@pytest.mark.parametrize(
    ("host", "wanted"),
    [
        ("uni.example", 200),
        ("UNI.example.:443", 200),
        ("xn--mller-kva.example", 200),
        ("a.b.example.org", 200),
        ("ported.example:8443", 200),
        ("[2001:db8::1]:80", 200),
        ("ported.example", 400),
        ("ported.example:80", 400),
        ("example.org", 400),
        ("eviluni.example", 400),
        ("uni.example.evil.example", 400),
        ("evil.example.org.evil.example", 400),
        ("localhost", 400),
        ("192.168.1.20", 400),
    ],
)
def test_the_setting_says_which_hosts_there_are(host: str, wanted: int) -> None:
    app = make_app(HOSTS="uni.example, *.example.org ported.example:8443 müller.example [2001:db8::1]")
    assert status(app, host) == wanted


def test_behind_a_proxy_the_visitors_host_counts() -> None:
    app = make_app(PROXIES=1, HOSTS="uni.example")
    assert status(app, "127.0.0.1:8000", **{"X-Forwarded-Host": "uni.example"}) == 200
    assert status(app, "uni.example", **{"X-Forwarded-Host": EVIL}) == 400
    assert status(app, "uni.example", **{"X-Forwarded-Host": f"uni.example, {EVIL}"}) == 400


def test_the_refusal_says_what_to_do_and_the_log_names_the_host_once(caplog: pytest.LogCaptureFixture) -> None:
    app = make_app()
    client = app.test_client()
    for _ in range(3):
        answer = client.get("/", headers={"Host": EVIL})
    assert sentence("host-unknown") in answer.text
    assert client.get("/api/v1/none", headers={"Host": EVIL}).json["error"]["message"]  # type: ignore[index]
    assert [record.getMessage().count(EVIL) for record in caplog.records] == [1]
    for number in range(100):
        client.get("/", headers={"Host": f"a{number}.example"})
    assert len(caplog.records) == 20


def test_what_the_server_says_of_itself_needs_no_host() -> None:
    app = make_app(HOSTS="uni.example")
    for path in WITHOUT_LINKS:
        assert status(app, "10.0.0.7:8000", path) != 400
    assert status(app, "10.0.0.7:8000") == 400
