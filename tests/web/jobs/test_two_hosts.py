"""Two web hosts and two workers on one PostgreSQL database, clocks a minute apart: every job ends, every link works.

What a browser or a program asks goes to the hosts by turns, as behind a balancer.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.cookiejar import CookieJar
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

import pytest
from werkzeug.datastructures import MultiDict

from ireval.exercises import make_sheet
from ireval.exercises.exports.platform_files import export
from tests.builder_form import form_of
from tests.web.jobs.shared_workers import WAIT, WebHost, workers
from tests.web.store.conftest import database

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="clocks are moved as on Linux")]

SHEET = make_sheet(7, 1)
LARGE = make_sheet(7, 6)


class _NoRedirection(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """None: the answer itself is looked at."""


class Answer(NamedTuple):
    """An answer that was read to its end."""

    status: int
    headers: Any
    body: bytes


class Visitor:
    """Somebody with cookies, whose requests go to each host in its turn."""

    def __init__(self, addresses: list[str]) -> None:
        self.addresses = addresses
        self.forget()

    def forget(self) -> None:
        """Forget all cookies."""
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()), _NoRedirection)

    def ask(self, path: str, data: bytes | None = None, method: str | None = None, kind: str = "") -> Answer:
        """The answer; ``path`` is without the host."""
        parts = urlsplit(path)
        target = f"{parts.path}?{parts.query}" if parts.query else parts.path
        headers = {"Content-Type": kind} if kind else {}
        self.addresses.append(self.addresses.pop(0))
        request = Request(self.addresses[0] + target, data, headers, method=method)  # noqa: S310 - a host of the test
        try:
            found = self._opener.open(request, timeout=20)
        except HTTPError as error:
            found = error
        with found:
            return Answer(found.status, found.headers, found.read())

    def order(self, variants: int, sheet: Any = SHEET) -> str:
        """Where the state of a new job of the JSON interface is."""
        body = {"format": "moodle", "variants": variants, "sheet": json.loads(sheet.to_json())}
        answer = self.ask("/api/v1/sheets", json.dumps(body).encode(), kind="application/json")
        assert answer.status == 202, answer.body
        return str(answer.headers["Location"])


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    tmp_path = tmp_path_factory.mktemp("hosts")
    with ExitStack() as stack:
        url = stack.enter_context(database("postgresql", tmp_path))
        hosts = []
        for number, clock in enumerate((0, 60)):
            hosts.append(WebHost(tmp_path / f"host {number}", url, clock))
            stack.callback(hosts[-1].stop)
        stack.enter_context(workers(tmp_path, url, clocks=(-60, 0)))
        yield Visitor([host.address for host in hosts])


def expect(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


@pytest.mark.thorough
def test_a_program_gets_its_file_or_cancels(visitor: Visitor) -> None:
    location = visitor.order(30)
    while (found := visitor.ask(location)).headers["Content-Type"] == "application/json":
        assert found.status == 202
        time.sleep(0.2)
    assert found.body == export(SHEET, "moodle", 30).data
    expect(lambda: json.loads(visitor.ask(location).body)["state"] == "delivered")

    cancelled = visitor.order(200, LARGE)
    assert visitor.ask(cancelled).status == 202
    assert visitor.ask(cancelled, method="DELETE").status == 204
    expect(lambda: json.loads(visitor.ask(cancelled).body)["state"] == "cancelled")


def test_a_browser_gets_its_file_or_cancels(visitor: Visitor) -> None:
    def text(path: str) -> str:
        return visitor.ask(path).body.decode()

    def send(path: str, found: Any) -> str:
        data = urlencode(list(found.items(multi=True))).encode()
        answer = visitor.ask(path, data, kind="application/x-www-form-urlencoded")
        assert answer.status == 303, answer.body
        return str(answer.headers["Location"])

    form = form_of(text("/sheets/new"))
    form.setlist("exercise", ["e1"])
    form["variants"] = "30"
    page = send("/sheets/file/moodle", form)
    expect(lambda: "Download (" in text(page))
    assert visitor.ask(f"{page}/file").body.startswith(b"<?xml")
    expect(lambda: "was downloaded" in text(page))

    form["variants"] = "200"
    for address in list(visitor.addresses):  # the page comes from this host, and the other one stops the work
        visitor.forget()
        page = send("/sheets/file/moodle", form)
        while visitor.addresses[-1] != address:
            text(page)
        token = re.search(r'name="csrf_token" value="([^"]+)"', text(page))
        assert token and send(f"{page}/cancel", MultiDict({"csrf_token": token[1]})) == page
        while 'data-state="cancelled"' not in text(page):
            time.sleep(0.1)
