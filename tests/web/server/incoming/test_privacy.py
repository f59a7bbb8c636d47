"""Which requests are private, and which values no log may have, however they are written."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from flask import Flask

from tests.conftest import make_app
from web.server.incoming import privacy


@pytest.fixture(scope="module")
def app() -> Flask:
    return make_app()


def encoded(text: str, times: int) -> str:
    for _ in range(times):
        text = "".join(f"%{ord(c):02X}" for c in text) if "%" not in text else quote(text, safe="")
    return text


@pytest.mark.parametrize("times", range(1, 8))
def test_a_collection_is_found_however_often_it_is_encoded(times: int) -> None:
    assert privacy.plain(encoded("collection=x", times)) == "collection=x"
    assert privacy.names_collection([("was", encoded("collection=x", times))])


def test_encodings_without_end_count_as_secret() -> None:
    assert privacy.plain(encoded("labels=1", 20)) == "collection"
    assert privacy.plain("50 %") == "50 %"
    assert not privacy.names_collection([("title", "50 %"), ("labels", "101")])


@pytest.mark.parametrize("name", ["token", "key", "job", "code", "link", "collection", "csrf_token"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_values_of_secret_parts_are_known(app: Flask, name: str, method: str) -> None:
    """They are what the pages call the parts of their addresses and forms that give access."""
    sent = {name: "s3cret-value", "labels": "101"}
    data, query = ({}, sent) if method == "GET" else (sent, {})
    with app.test_request_context("/lab", method=method, query_string=query, data=data):
        from flask import request

        assert request.form is not None
        assert "s3cret-value" in privacy.secret_values()
        assert "101" not in privacy.secret_values()


def test_a_secret_in_a_query_within_a_part_is_known(app: Flask) -> None:
    with app.test_request_context("/lab", query_string={"pinned": "labels=1&key=s3cret;link=0ther"}):
        assert {"s3cret", "0ther"} <= privacy.secret_values()


def test_only_requests_about_a_collection_are_private() -> None:
    for query, private in (("labels=101", False), ("collection=x", True), ("was=c%256fllection%253dx", True)):
        environ = {"QUERY_STRING": query}
        privacy.watch_address(environ)
        assert privacy.is_private(environ) is private
