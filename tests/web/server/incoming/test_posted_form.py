"""A posted form has the names and values that Python's and Werkzeug's own readers find in it."""

from __future__ import annotations

from io import BytesIO
from urllib.parse import parse_qsl

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Request

from web.server.incoming.posted_form import posted_form, read_pairs

PIECES = st.sampled_from(
    ["g1", "do", "cover-P", "=", "=", "&", "&", "+", "%", "%20", "%C3%A4", "%FF", "%zz", "ä", "€", "1", ";", " "]
)
TYPES = ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=UTF-8"]


@given(st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=40))
def test_the_pairs_are_those_of_python(text: str) -> None:
    text = text.encode("utf-8", "replace").decode()
    assert read_pairs(text) == parse_qsl(text, keep_blank_values=True, errors="werkzeug.url_quote")


@pytest.mark.parametrize("kind", [*TYPES, "text/plain", ""])
@pytest.mark.parametrize(
    "body",
    [b"", b"g1=1&g2=2&g1=3", b"do=sort&do=add&title=a+b%26c", b"title=%FF&g1=%C3%A4", b"g1=\xe4", b"a=b;c=d&&=x&y"],
)
def test_the_fields_are_those_of_werkzeug(kind: str, body: bytes) -> None:
    environ = EnvironBuilder("/lab", method="POST", input_stream=BytesIO(body), content_type=kind).get_environ()
    environ["CONTENT_LENGTH"] = str(len(body))
    form = Request(environ | {"wsgi.input": BytesIO(body)}).form
    with Flask("test").request_context(environ | {"wsgi.input": BytesIO(body)}):
        fields, pressed = posted_form()
    assert list(fields.items()) == list(form.to_dict().items())
    assert pressed == form.getlist("do")


def test_files_may_come_with_the_fields() -> None:
    data = {"g1": "1", "do": ["sort", "add"], "list": (BytesIO(b"1 0"), "list.txt")}
    with Flask("test").test_request_context("/lab", method="POST", data=data):
        assert posted_form() == ({"g1": "1", "do": "sort"}, ["sort", "add"])
