"""The policy is on every kind of answer."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from tests.conftest import make_app
from web.server import browser_libraries
from web.server.security import HEADERS, PLOTLY_STYLES, POLICY, PRIVATE

pytestmark = pytest.mark.slow


def broken() -> Flask:
    """An app with an address that fails, which answers as it would in earnest."""
    app = make_app()
    app.testing = False

    def fail() -> str:
        raise ZeroDivisionError("secret detail")

    def own() -> tuple[str, dict[str, str]]:
        return "framed", {"Content-Security-Policy": "frame-ancestors https://lms.example"}

    app.add_url_rule("/fail", "fail", fail)
    app.add_url_rule("/api/v1/fail", "api_fail", fail)
    app.add_url_rule("/own", "own", own)
    return app


def asset_address(client: FlaskClient, name: str) -> str:
    stem, _, ending = name.rpartition(".")
    found = re.search(rf'"(/static/{re.escape(stem)}\.[0-9a-f]+\.{ending})"', client.get("/no-such-page").text)
    assert found
    return found[1]


def test_every_kind_of_answer_carries_the_policy() -> None:
    app = broken()
    client = app.test_client()
    css = asset_address(client, "page/base.css")
    etag = client.get(css).headers["ETag"]
    answers = {
        client.get("/"): 200,
        client.head("/"): 200,
        client.options("/lab"): 200,
        client.get("/no-such-page"): 404,
        client.get("/api/v1/none"): 404,
        client.delete("/lab"): 405,
        client.get("/fail"): 500,
        client.get("/api/v1/fail"): 500,
        client.get("/favicon.ico"): 302,
        client.post("/lab", data=b"x" * (app.config["MAX_CONTENT_LENGTH"] + 1), content_type="text/plain"): None,
        client.get(css): 200,
        client.get(css, headers={"If-None-Match": etag}): 304,
        client.post(css): 405,
        client.get("/static/none.css"): 404,
        client.get("/static/../app.py"): 404,
    }
    for answer, status in answers.items():
        assert status is None or answer.status_code == status, answer.request.path
        for name, value in HEADERS.items():
            wanted = PRIVATE.get(name, value) if "no-store" in answer.headers.get("Cache-Control", "") else value
            assert answer.headers.getlist(name) == [wanted], (answer.request.path, name)
        assert "Strict-Transport-Security" not in answer.headers


def test_a_private_answer_is_stored_nowhere_and_not_indexed() -> None:
    """What PRIVACY.md promises of pages behind secret links, word for word as the standards spell it."""
    answer = make_app().test_client().get("/s/" + "A" * 22)
    assert answer.status_code == 404
    found = {name: answer.headers.getlist(name) for name in ("Cache-Control", "X-Robots-Tag", "Referrer-Policy")}
    assert found == {
        "Cache-Control": ["no-store"],
        "X-Robots-Tag": ["noindex"],
        "Referrer-Policy": ["no-referrer"],
    }


def test_an_answer_may_bring_its_own_policy() -> None:
    answer = broken().test_client().get("/own")
    assert answer.headers.getlist("Content-Security-Policy") == ["frame-ancestors https://lms.example"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


#: Addresses of the lab and of others; with a setting all addresses are asked, without one these are.
SOME = {"/", "/lab", "/embed", "/measures", "/take/table.<any(csv, tex, md):ending>"}


@pytest.mark.parametrize("allowed", ["", "https://moodle.example.org 'self'"])
def test_only_the_lab_without_navigation_may_be_framed_and_only_where_a_setting_says_so(allowed: str) -> None:
    app = make_app(FRAME_ANCESTORS=allowed)
    client = app.test_client()
    relaxed = HEADERS["Content-Security-Policy"].replace("frame-ancestors 'none'", f"frame-ancestors {allowed}")
    seen = set()
    for rule in app.url_map.iter_rules():
        if not allowed and rule.rule not in SOME:
            continue
        for path in fill(rule):
            for method in sorted((rule.methods or set()) - {"OPTIONS"} - ({"HEAD"} if "?" in path else set())):
                answer = client.open(path, method=method)
                seen.add(rule.rule)
                wanted = relaxed if allowed and rule.rule == "/embed" else HEADERS["Content-Security-Policy"]
                assert answer.headers.getlist("Content-Security-Policy") == [wanted], (method, path)
                assert "X-Frame-Options" not in answer.headers
    assert seen >= SOME


def fill(rule: Rule) -> list[str]:
    """Addresses of a rule; an unsound one, too, which is refused."""
    path = re.sub(r"<any\((\w+)[^>]*>", r"\1", rule.rule)
    path = re.sub(r"<[^>]*>", "none", path)
    return [path, f"{path}?labels=x"]


def test_the_policy_allows_nothing_by_default_and_no_inline_code() -> None:
    assert POLICY["default-src"] == POLICY["base-uri"] == POLICY["frame-ancestors"] == ("'none'",)
    assert POLICY["script-src"] == POLICY["connect-src"] == POLICY["font-src"] == ("'self'",)
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


def test_the_style_hashes_are_those_of_the_installed_plotly() -> None:
    script = browser_libraries.read_checked(browser_libraries.PLOTLY).decode("utf-8")
    sheets = re.findall(r"textContent='([^'\\]*)'", script)
    assert len(sheets) == 1, "Plotly adds another style sheet than the one of its map library"

    def digest(text: str) -> str:
        return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

    needed = (digest(""), digest(sheets[0]))
    assert needed == PLOTLY_STYLES


@pytest.mark.parametrize("path", ["/fail", "/api/v1/fail"])
def test_a_failure_tells_nothing_of_the_inside(path: str) -> None:
    answer = broken().test_client().get(path)
    assert answer.status_code == 500
    for word in ("Traceback", "ZeroDivisionError", "secret detail", ".py"):
        assert word not in answer.text


def test_with_https_browsers_must_keep_using_it() -> None:
    client = make_app(HTTPS=1).test_client()
    assert int(client.get("/").headers["Strict-Transport-Security"].removeprefix("max-age=")) >= 15552000
