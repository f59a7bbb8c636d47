"""A server that is killed when one collection is stored, and another one is still being read."""

from __future__ import annotations

import io
import re
import sys
import time
from collections.abc import Mapping
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import encode_multipart

from tests.classroom import token
from tests.endurance.server_process import Server
from tests.ireval.collection.upload.uploads import GOOD
from web.store.sheet_store import Store

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there is one process elsewhere than on Linux")

PATIENCE = 60  # seconds


class Visitor:
    """A browser without scripts."""

    def __init__(self, server: Server) -> None:
        self.address = f"http://127.0.0.1:{server.port}"
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def open(self, path: str, body: bytes | None = None, boundary: str = "") -> tuple[str, str]:
        """The path at which the answer is after all redirects, and its text."""
        kind = {"Content-Type": f"multipart/form-data; boundary={boundary}"} if body else {}
        with self._opener.open(Request(self.address + path, body, kind), timeout=PATIENCE) as answer:
            return answer.geturl().removeprefix(self.address), answer.read().decode()

    def upload(self, files: Mapping[str, bytes]) -> str:
        """The path of the page of the job that reads the files."""
        form: list[tuple[str, object]] = [("csrf_token", token(self.open("/collections")[1]))]
        form += [("files", FileStorage(io.BytesIO(content), name)) for name, content in files.items()]
        boundary, body = encode_multipart(MultiDict(form))
        return self.open("/collections", body, boundary)[0]

    def wait(self, path: str) -> str:
        """The path of the page to which a job leads."""
        end = time.monotonic() + PATIENCE
        while path.startswith("/jobs/"):
            assert time.monotonic() < end
            path = self.open(path)[0]
        return path


def test_a_killed_server_loses_no_finished_upload(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'store.sqlite'}"
    server = Server(tmp_path, database, WORKERS="2", JOBS="1")
    try:
        server.start()
        visitor = Visitor(server)
        owner = visitor.wait(visitor.upload(GOOD))
        assert owner.startswith("/collections/own/")
        readers = re.findall(r'id="\w+-link" value="http://[^/]+([^"]+)"', visitor.open(owner)[1])[0]
        before = visitor.open(readers)[1]
        large = {**GOOD, "large.txt": b"".join(b"1 Q0 x%d 1 %d large\n" % (i, -i) for i in range(999))}
        assert visitor.upload(large).startswith(("/jobs/", "/collections/own/"))
        server.kill()
        server.start()
        figures = re.compile(r"<dt>[^<]*</dt><dd>[^<]*</dd>")
        assert figures.findall(visitor.open(readers)[1]) == figures.findall(before) != []
        assert owner in visitor.open(owner)[1]
        store = Store(database)
        kept = store.collections.all()
        store.close_connections()
        assert 1 <= len(kept) <= 2, "the other one is there as a whole, or not at all"
    finally:
        server.stop()
    assert server.tracebacks() == []
