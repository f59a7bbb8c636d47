"""How often and how much at a time."""

from __future__ import annotations

import sys

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from ireval.messages import Message, say
from tests.conftest import make_app
from tests.sentences import sentence
from web.server import limits


def limited(**settings: object) -> Flask:
    app = make_app(**({"RATE_CHANGES": "3/minute", "RATE_SHEETS": "1/hour", "PROXIES": 1} | settings))
    app.config["WTF_CSRF_ENABLED"] = False

    @app.post("/answer", endpoint="answer")
    @app.post("/api/v1/answer", endpoint="api_answer")
    @limits.changes
    @limits.at_most(100)
    def answer() -> str:
        return "kept"

    @app.post("/publish")
    @limits.publishing
    def publish() -> str:
        return "published"

    return app


@pytest.fixture
def client() -> FlaskClient:
    return limited().test_client()


def test_too_many_are_refused_with_the_time_to_wait(client: FlaskClient) -> None:
    assert [client.post("/answer").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
    answer = client.post("/answer")
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert answer.mimetype == "text/html"
    assert sentence("error-429") in answer.text
    seconds = Message("seconds-to-wait", count=int(answer.headers["Retry-After"]))
    assert say(Message("too-many-requests", wait=seconds)) in answer.text or "1 minute" in answer.text
    assert client.get("/").status_code == 200
    answer = client.post("/api/v1/answer")  # counted together
    assert answer.status_code == 429
    assert answer.get_json()["error"]["message"] == f"{sentence('error-429')}."
    assert "Retry-After" in answer.headers


def test_publishing_is_counted_by_itself(client: FlaskClient) -> None:
    assert [client.post("/publish").status_code for _ in range(2)] == [200, 429]
    assert client.post("/answer").status_code == 200
    assert 60 < int(client.post("/publish").headers["Retry-After"]) <= 3600


def test_every_address_is_counted_by_itself_as_the_believed_proxy_tells_it(client: FlaskClient) -> None:
    def post(forwarded: str) -> int:
        return client.post("/answer", headers={"X-Forwarded-For": forwarded}).status_code

    assert [post("192.0.2.1") for _ in range(4)] == [200, 200, 200, 429]
    assert post("192.0.2.2") == 200
    assert post("192.0.2.9, 192.0.2.1") == 429  # what comes before was claimed by the visitor


def test_a_rate_of_nobody_believed_cannot_be_dodged() -> None:
    client = limited(PROXIES=0).test_client()
    found = [
        client.post("/answer", headers={"X-Forwarded-For": f"192.0.2.{number}"}).status_code for number in range(4)
    ]
    assert found == [200, 200, 200, 429]


def test_a_body_that_is_too_large_is_refused_with_the_limit(client: FlaskClient) -> None:
    assert client.post("/answer", data=b"x" * 100).status_code == 200
    answer = client.post("/answer", data=b"x" * 101)
    assert answer.status_code == 413
    assert sentence("request-too-large", size=101, most=100) in answer.text
    assert client.post("/answer").status_code == 200


def test_a_request_has_at_most_four_mebibytes() -> None:
    """Whatever a page does with it; the documentation names the limit."""
    client = make_app().test_client()
    most = 4 * 2**20
    statuses = [client.post("/no-page", data=b"x" * n).status_code for n in (most, most + 1)]
    assert statuses[0] != 413 and statuses[1] == 413


def test_one_browser_gets_60_new_keys_an_hour() -> None:
    app = make_app(RATE_KEYS="1000/hour")
    app.config["WTF_CSRF_ENABLED"] = False

    @app.post("/key")
    @limits.new_keys_of(lambda: request.args.get("browser", ""))
    def key() -> str:
        return "key"

    client = app.test_client()
    answers = [client.post("/key?browser=a").status_code for _ in range(62)]
    assert answers == [200] * 60 + [429] * 2
    assert client.post("/key?browser=b").status_code == 200
    assert {client.post("/key").status_code for _ in range(62)} == {200}, "a browser without a name is not counted here"


def test_what_does_not_say_how_large_it_is_is_refused(client: FlaskClient) -> None:
    assert client.post("/answer", headers={"Transfer-Encoding": "chunked"}).status_code == 411


def test_pages_without_a_limit_do_not_run_the_limiter(app: Flask) -> None:
    client = app.test_client()
    files = set()
    sys.setprofile(lambda frame, *_: files.add(frame.f_code.co_filename))
    try:
        assert client.get("/healthz").status_code == 200
    finally:
        sys.setprofile(None)
    assert any("flask/app" in name.replace("\\", "/") for name in files)
    assert not [name for name in files if "flask_limiter" in name]
