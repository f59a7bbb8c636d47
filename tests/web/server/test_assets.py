"""Static files as pages ask for them: hashed names, kept for good, compressed."""

from __future__ import annotations

import gzip
import hashlib
import re
from urllib.parse import unquote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.paths import ROOT

SCRIPTS = [
    "charts/figure_page.js",
    *(f"classroom/{name}.js" for name in ("corner", "lecturer", "phone/phone", "remote", "remote_ask")),
    "collections/collections.js",
    "compare/compare.js",
    "downloads/lesson_step.js",
    "entry/entry_page.js",
]
SCRIPTS += ["experiments/diversity.js", "jobs/job.js", "lab/frame/embed.js", "lab/lab.js", "lab/projector.js"]
SCRIPTS += [f"lessons/{name}.js" for name in ("course", "lesson", "presenting")]
SCRIPTS += ["page/projector_page.js", "page/scripted.js"]
SCRIPTS += [
    "playlist/builder.js",
    "practise/exam.js",
    "practise/exercise.js",
    "practise/mistakes.js",
    *(
        f"sheets/{name}.js"
        for name in ("builder", "door", "links", "removal", "results", "student", "times", "writing")
    ),
]
SOURCES = {path.relative_to(ROOT / "static").as_posix(): path for path in (ROOT / "static").rglob("*.*")}
FONTS = ["mathfont.js", "mathfont-wide.js", "STIXTwoMath.woff2"]
STATIC = [*SCRIPTS, *sorted(name for name in SOURCES if not name.endswith(".js"))]


def address(app: Flask, name: str) -> str:
    with app.test_request_context("/"):
        found: str = app.jinja_env.globals["asset"](name)  # type: ignore[operator]
        return found


@pytest.mark.parametrize("name", [*STATIC, *FONTS, "plotly.min.js", "htmx.min.js"])
def test_a_file_is_served_under_the_digest_of_its_content_for_good(app: Flask, client: FlaskClient, name: str) -> None:
    url = address(app, name)
    answer = client.get(url)
    assert answer.status_code == 200
    assert hashlib.sha256(answer.data).hexdigest()[:12] == url.split(".")[-2]
    assert "immutable" in answer.headers["Cache-Control"]
    assert "max-age=315360000" in answer.headers["Cache-Control"]
    assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize(("name", "mimetype"), [("page/base.css", "text/css"), ("plotly.min.js", "text/javascript")])
def test_text_is_compressed_for_those_who_ask(app: Flask, client: FlaskClient, name: str, mimetype: str) -> None:
    plain = client.get(address(app, name))
    small = client.get(address(app, name), headers={"Accept-Encoding": "gzip"})
    assert plain.mimetype == small.mimetype == mimetype
    assert small.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in small.headers["Vary"]
    assert gzip.decompress(small.data) == plain.data
    assert "Content-Encoding" not in plain.headers


def test_style_sheets_name_published_files(app: Flask, client: FlaskClient) -> None:
    css = client.get(address(app, "formulas/math.css")).text
    font = address(app, "STIXTwoMath.woff2").rpartition("/")[2]
    assert f'url("../{font}")' in css


def test_the_favicon_is_found_under_its_old_name(app: Flask, client: FlaskClient) -> None:
    assert client.get("/favicon.ico").location == address(app, "page/favicon.svg")


def test_the_icon_is_in_the_page_so_that_nothing_is_requested_when_the_address_changes(
    app: Flask, client: FlaskClient
) -> None:
    (icon,) = re.findall(r'<link rel="icon" [^>]*href="data:image/svg\+xml,([^"]+)">', client.get("/").text)
    drawing = client.get(address(app, "page/favicon.svg")).text
    assert "".join(unquote(icon).split()) == "".join(drawing.split())


def test_an_unknown_asset_is_a_mistake_of_ours(app: Flask) -> None:
    with pytest.raises(KeyError):
        address(app, "none.css")
