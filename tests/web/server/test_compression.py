"""Answers as gzip: for those who ask, with the same content, whichever library packs them."""

from __future__ import annotations

import gzip
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from tests.paths import ROOT
from web.server import compression

TEXT = "grade 1, rank 2, nDCG@10 0.58; " * 400


@pytest.fixture
def client() -> FlaskClient:
    app = Flask(__name__)
    compression.init_app(app)
    packed = Response(gzip.compress(TEXT.encode()), mimetype="text/html", headers={"Content-Encoding": "gzip"})

    def pieces() -> Iterator[str]:
        for line in TEXT.split(";"):
            yield line + ";"

    answers: dict[str, Callable[[], Response]] = {
        "page": lambda: Response(TEXT, mimetype="text/html"),
        "packed": lambda: packed,
        "short": lambda: Response("1010"),
        "picture": lambda: Response(TEXT, mimetype="image/png"),
        "error": lambda: Response(TEXT, 400, mimetype="text/html", headers={"Vary": "Accept-Encoding"}),
        "streamed": lambda: Response(pieces(), mimetype="application/xml", headers={"Content-Length": "12800"}),
        "file": lambda: Response(pieces(), mimetype="application/zip"),
    }
    for name, view in answers.items():
        app.add_url_rule(f"/{name}", name, view)
    return app.test_client()


@pytest.mark.parametrize("name", ["page", "packed", "error", "streamed"])
def test_text_is_packed_once_for_those_who_ask(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/{name}", headers={"Accept-Encoding": "gzip, deflate, br, zstd"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(answer.data).decode().strip("; ") == TEXT.strip("; ")
    assert answer.content_length in {None, len(answer.data)} and len(answer.data) < len(TEXT) / 20


@pytest.mark.parametrize(
    ("name", "accepted"),
    [("page", ""), ("page", "br"), ("page", "gzip;q=0, br"), ("short", "gzip"), ("picture", "gzip"), ("file", "gzip")],
)
def test_other_answers_stay_as_they_are(client: FlaskClient, name: str, accepted: str) -> None:
    plain, answer = client.get(f"/{name}"), client.get(f"/{name}", headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers
    assert answer.data == plain.data and "Accept-Encoding" in answer.headers["Vary"]


@pytest.mark.slow
def test_zlib_packs_where_the_faster_library_is_not_installed() -> None:
    program = """
import sys, gzip
sys.modules["isal"] = None
from web.server import compression
assert compression.LEVEL == 1
assert gzip.decompress(compression.gzip_bytes(b"rank" * 999)) == b"rank" * 999
"""
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)
