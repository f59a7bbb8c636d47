from __future__ import annotations

import pytest
from flask import Flask, abort, request
from flask.testing import FlaskClient

from ireval.messages import Message
from tests.conftest import make_app
from tests.sentences import advice, sentence


@pytest.mark.parametrize(("path", "method", "status"), [("/nowhere", "GET", 404), ("/lab", "DELETE", 405)])
def test_a_page_explains_the_error_and_links_to_the_lab(
    client: FlaskClient, path: str, method: str, status: int
) -> None:
    answer = client.open(path, method=method)
    assert (answer.status_code, answer.mimetype) == (status, "text/html")
    assert 'href="/"' in answer.text
    assert f"Error {status}" in answer.text


@pytest.mark.parametrize(("path", "method", "status"), [("/nowhere", "GET", 404), ("/evaluate", "DELETE", 405)])
def test_the_json_interface_answers_in_one_shape(client: FlaskClient, path: str, method: str, status: int) -> None:
    answer = client.open(f"/api/v1{path}", method=method)
    assert (answer.status_code, answer.mimetype) == (status, "application/json")
    error = answer.get_json()["error"]
    assert set(error) == {"field", "message", "suggestion"}
    assert error["field"] is None
    assert error["message"]


def test_a_405_names_the_methods_that_work(client: FlaskClient) -> None:
    assert {"GET", "POST"} <= set(client.delete("/lab").headers["Allow"].replace(" ", "").split(","))


def receiving() -> Flask:
    app = make_app()
    app.testing = False
    app.config["WTF_CSRF_ENABLED"] = False
    app.add_url_rule("/take", "take", lambda: str(len(request.form)), methods=["POST"])
    app.add_url_rule(
        "/gone", "gone", lambda: abort(404, Message("not-one-of", name="Lesson", text="<b>7</b>", hint=""))
    )
    return app


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_form_of_a_thousand_ranks_passes(kind: str) -> None:
    form = {f"g{rank}": "3" for rank in range(1, 1001)} | {f"field{i}": "x" * 200 for i in range(40)}
    answer = receiving().test_client().post("/take", data=form, content_type=kind)
    assert (answer.status_code, answer.text) == (200, "1040")


PART = b'--limit\r\nContent-Disposition: form-data; name="a"\r\n\r\n%s\r\n--limit--\r\n'


@pytest.mark.parametrize(
    ("kind", "body"),
    [("application/x-www-form-urlencoded", b"a=%s"), ("multipart/form-data; boundary=limit", PART)],
)
def test_more_than_a_megabyte_is_refused_with_a_page(kind: str, body: bytes) -> None:
    answer = receiving().test_client().post("/take", data=body % (b"x" * 2**20), content_type=kind)
    assert answer.status_code == 413
    assert advice("error-413") in answer.text


def test_a_page_can_say_more_and_it_is_escaped() -> None:
    answer = receiving().test_client().get("/gone")
    assert sentence("not-one-of", name="Lesson", text="<b>7</b>") in answer.text
    assert "<b>7" not in answer.text


@pytest.mark.parametrize("host", ["..", "a" * 300])
@pytest.mark.parametrize("address", ["/lab", "/api/v1/conventions", "/nowhere"])
def test_a_host_that_cannot_be_one_is_refused_without_links(client: FlaskClient, host: str, address: str) -> None:
    answer = client.get(address, headers={"Host": host})
    assert answer.status_code == 400
    assert answer.mimetype == ("application/json" if address.startswith("/api/") else "text/plain")
    assert "Content-Security-Policy" in answer.headers
    assert "href" not in answer.text
