"""Answers that are kept: the same bytes for the same request, within bounds, and never for another request."""

from __future__ import annotations

import gzip
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask, Response, make_response, request
from flask.testing import FlaskClient
from werkzeug.datastructures import Headers
from werkzeug.test import TestResponse

from tests.conftest import make_app
from tests.web.lab.test_routes import FRAGMENT, controls
from web.server.answer_cache import AnswerCache, CachedAnswer, cache_answer, cache_of

PAGE = "/lab?labels=101003000200003&unretrieved=32211&conventions=lillis"
GZIP = {"Accept-Encoding": "gzip"}


@pytest.fixture
def fresh() -> Flask:
    app = make_app(ANSWER_CACHE="1")
    app.test_client_class = FlaskClient  # reads no answer, so that it may be compressed
    return app


def counts(app: Flask) -> tuple[int, int, int]:
    cache = cache_of(app)
    assert cache is not None
    return cache.hits, cache.misses, len(cache)


def test_the_same_change_has_the_same_answer_without_computing_it_again(fresh: Flask) -> None:
    client = fresh.test_client()
    posted = controls(client.get(PAGE).text) | {"g2": "1"}
    assert counts(fresh) == (0, 1, 1)
    for headers in (FRAGMENT, FRAGMENT | GZIP):
        hits, misses, _ = counts(fresh)
        first, second = (client.post("/lab", data=posted, headers=headers) for _ in range(2))
        assert counts(fresh)[:2] == (hits + 1, misses + 1)
        assert first.data == second.data and "labels=111003" in controls(plain(second))["was"]
        assert sorted(first.headers) == sorted(second.headers)
        assert {"HX-Request", "Accept-Encoding"} <= set(second.vary) or headers is FRAGMENT


def plain(response: TestResponse) -> str:
    packed = response.headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(response.data) if packed else response.data).decode()


def test_what_an_answer_depends_on_keeps_answers_apart(fresh: Flask) -> None:
    client = fresh.test_client()
    posted = controls(client.get(PAGE).text) | {"g2": "1"}
    variants = [
        (posted, FRAGMENT),
        (posted | {"g3": "0"}, FRAGMENT),
        (posted | {"was": posted["was"].replace("labels=1", "labels=0")}, FRAGMENT),
        (posted | {"has": ""}, FRAGMENT),
        (posted, FRAGMENT | GZIP),
        (posted, FRAGMENT | {"X-Forwarded-Prefix": "/elsewhere"}),
    ]
    answers = [client.post("/lab", data=data, headers=headers) for data, headers in variants]
    again = [client.post("/lab", data=data, headers=headers) for data, headers in variants]
    assert [a.data for a in answers] == [a.data for a in again]
    assert len({a.data for a in answers}) == 5, "a prefix that no proxy is trusted to send changes nothing"
    page, fragment = (client.get(PAGE, headers=headers) for headers in ({}, FRAGMENT))
    assert page.text.startswith("<!doctype") and fragment.text.startswith("<form")
    assert client.get(PAGE, headers=FRAGMENT).data == fragment.data


def test_the_same_bytes_of_another_type_are_another_request(fresh: Flask) -> None:
    """A form and a plain text of the same bytes are read differently, so neither may get the other's answer."""

    @cache_answer
    def view() -> Response:
        return make_response(f"{request.mimetype}: {request.form.get('k')}")

    typed = {"application/x-www-form-urlencoded": "3", "text/plain": None}
    for _ in range(2):
        for kind, k in typed.items():
            with fresh.test_request_context("/lab", method="POST", data=b"k=3", content_type=kind):
                assert view().get_data(as_text=True) == f"{kind}: {k}"
    assert counts(fresh) == (2, 2, 2)


def test_errors_and_redirects_are_not_kept(fresh: Flask) -> None:
    client = fresh.test_client()
    posted = controls(client.get(PAGE).text)
    known = counts(fresh)[2]
    for _ in range(2):
        assert client.post("/lab", data=posted | {"k": "x"}, headers=FRAGMENT).status_code == 400
        assert client.post("/lab", data=posted | {"g2": "1"}).status_code == 303
        assert client.get("/lab?labels=10x").status_code == 400
    assert counts(fresh)[2] == known and counts(fresh)[0] == 0


def test_answers_with_a_cookie_are_never_kept(fresh: Flask) -> None:
    @cache_answer
    def view() -> Response:
        response = make_response("secret")
        response.set_cookie("key", "secret")
        return response

    with fresh.test_request_context("/lab"):
        assert view().get_data() == view().get_data() == b"secret"
    assert counts(fresh)[::2] == (0, 0)


def test_a_cache_of_size_0_keeps_nothing() -> None:
    app = make_app(ANSWER_CACHE="0")
    client = app.test_client()
    assert client.get(PAGE).data == client.get(PAGE).data
    assert cache_of(app) is None


def entry(size: int) -> CachedAnswer:
    return CachedAnswer(b"x" * size, Headers())


def test_the_answer_asked_for_longest_ago_makes_room() -> None:
    cache = AnswerCache(10_000)
    for name in (b"a", b"b", b"c", b"d", b"e", b"f", b"g"):
        cache.keep(name, entry(600))
    assert cache.find(b"a")
    for name in (b"h", b"i"):
        cache.keep(name, entry(600))
    assert cache.find(b"a") and not cache.find(b"b") and cache.find(b"i")
    assert 600 * len(cache) < cache.size <= 10_000
    cache.keep(b"large", entry(2_000))
    assert not cache.find(b"large"), "one answer does not push out all the others"
    assert (cache.hits, cache.misses) == (3, 2)


def test_threads_share_a_cache_within_its_bounds() -> None:
    cache = AnswerCache(50_000)

    def work(thread: int) -> None:
        for i in range(500):
            key = b"%d" % ((i * 7 + thread) % 120)
            if cache.find(key) is None:
                cache.keep(key, entry(int(key) * 20))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    sizes = [len(found.body) + 600 for i in range(120) if (found := cache.find(b"%d" % i))]
    assert sum(sizes) == cache.size <= 50_000
    assert cache.hits + cache.misses == 8 * 500 + 120
