"""Two web hosts and two workers on one PostgreSQL database, clocks a minute apart: every job ends, every link works.

What a browser or a program asks goes to the hosts by turns, as behind a balancer.
"""

from __future__ import annotations

import itertools
import json
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

import pytest

from ireval.exercises import make_sheet
from ireval.exercises.exports.platform_files import export
from tests.builder_form import form_of
from tests.web.jobs.shared_workers import WAIT, WebHost, workers
from tests.web.store.conftest import database

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="clocks are moved as on Linux")

SHEET = make_sheet(7, 1)
LARGE = make_sheet(7, 6)


class _NoRedirection(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """None: the answer itself is looked at."""


class Visitor:
    """Somebody with cookies, whose requests go to each host in its turn."""

    def __init__(self, addresses: list[str]) -> None:
        self._turns = itertools.cycle(addresses)
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()), _NoRedirection)

    def ask(self, path: str, data: bytes | None = None, method: str | None = None, kind: str = "") -> tuple[int, Any]:
        """The status and the answer, to be read; ``path`` is without the host."""
        parts = urlsplit(path)
        target = f"{parts.path}?{parts.query}" if parts.query else parts.path
        headers = {"Content-Type": kind} if kind else {}
        request = Request(next(self._turns) + target, data, headers, method=method)
        try:
            answer = self._opener.open(request, timeout=20)
        except HTTPError as error:
            answer = error
        return answer.status, answer

    def order(self, variants: int, sheet: Any = SHEET) -> str:
        """Where the state of a new job of the JSON interface is."""
        body = {"format": "moodle", "variants": variants, "sheet": json.loads(sheet.to_json())}
        status, answer = self.ask("/api/v1/sheets", json.dumps(body).encode(), kind="application/json")
        assert status == 202, answer.read()
        return str(answer.headers["Location"])


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    with ExitStack() as stack:
        url = stack.enter_context(database("postgresql", tmp_path))
        hosts = []
        for number, clock in enumerate((0, 60)):
            hosts.append(WebHost(tmp_path / f"host {number}", url, clock))
            stack.callback(hosts[-1].stop)
        stack.enter_context(workers(tmp_path, url, clocks=(-60, 0)))
        yield Visitor([host.address for host in hosts])


def _posted(found: Any) -> bytes:
    return urlencode(list(found.items(multi=True))).encode()


def test_every_job_ends_and_every_link_works(visitor: Visitor) -> None:
    location = visitor.order(30)
    end = time.monotonic() + WAIT
    while (found := visitor.ask(location))[1].headers["Content-Type"] == "application/json":
        assert found[0] == 202 and time.monotonic() < end
        time.sleep(0.1)
    assert found[1].read() == export(SHEET, "moodle", 30).data
    status, answer = visitor.ask(location)
    assert status == 200 and json.load(answer)["state"] == "delivered"

    cancelled = visitor.order(200, LARGE)
    assert visitor.ask(cancelled)[0] == 202
    assert visitor.ask(cancelled, method="DELETE")[0] == 204
    while json.load(visitor.ask(cancelled)[1])["state"] != "cancelled":
        assert time.monotonic() < end
        time.sleep(0.1)

    for is_wanted in (True, False):
        form = form_of(visitor.ask("/sheets/new")[1].read().decode())
        form.setlist("exercise", ["e1"])
        form["variants"] = "30" if is_wanted else "200"
        kind = "application/x-www-form-urlencoded"
        status, answer = visitor.ask("/sheets/file/moodle", _posted(form), kind=kind)
        assert status == 303
        page = answer.headers["Location"]
        if is_wanted:
            while "Download (" not in visitor.ask(page)[1].read().decode():
                assert time.monotonic() < end
                time.sleep(0.2)
            assert visitor.ask(f"{page}/file")[1].read().startswith(b"<?xml")
            assert "was downloaded" in visitor.ask(page)[1].read().decode()
        else:
            shown = visitor.ask(page)[1].read().decode()
            token = form_of(shown.replace('class="row"', 'class="row" id="builder"'))
            status, answer = visitor.ask(f"{page}/cancel", _posted(token), kind=kind)
            assert status == 303, answer.read()
            while "cancelled" not in visitor.ask(page)[1].read().decode():
                assert time.monotonic() < end
                time.sleep(0.2)
