"""Behind a proxy: path, scheme and host are the visitor's."""

from __future__ import annotations

import re

import pytest
from flask import request
from flask.testing import FlaskClient

from tests.conftest import make_app
from tests.sentences import carries
from web.server.settings import SettingError

pytestmark = pytest.mark.slow

FORWARDED = {"X-Forwarded-Prefix": "/ir", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "uni.example"}


def own_addresses(text: str) -> set[str]:
    return set(re.findall(r'(?:href|src|action)="(/[^"]*)"', text))


def redirected(client: FlaskClient, path: str, **options: object) -> str:
    answer = client.get(path, **options)
    assert answer.status_code == 302
    return answer.location


@pytest.mark.parametrize("cut", [True, False], ids=["prefix cut off", "prefix passed on"])
def test_a_prefix_works_however_the_proxy_passes_it(cut: bool) -> None:
    client = make_app(PREFIX="/teaching/ir").test_client()
    before = "" if cut else "/teaching/ir"
    page = client.get(before + "/")
    assert page.status_code == 200
    found = own_addresses(page.text)
    assert found
    assert all(url.startswith("/teaching/ir/") for url in found)
    style = next(url for url in found if "/static/page/base." in url)
    assert client.get(style.removeprefix("/teaching/ir") if cut else style).mimetype == "text/css"
    assert redirected(client, f"{before}/favicon.ico").startswith("/teaching/ir/static/")
    assert client.get(before + "/nowhere").status_code == 404
    assert client.get(before + "/api/v1/nowhere").mimetype == "application/json"


def test_the_bare_prefix_is_the_first_page() -> None:
    client = make_app(PREFIX="/teaching/ir").test_client()
    assert client.get("/teaching/ir").status_code == 200
    assert client.get("/teaching/irrelevant").status_code == 404


def test_headers_of_trusted_proxies_are_believed() -> None:
    app = make_app(PROXIES=1, HOSTS="uni.example")
    app.add_url_rule("/seen", "seen", lambda: request.url)
    client = app.test_client()
    assert client.get("/seen", headers=FORWARDED).text == "https://uni.example/ir/seen"
    assert all(url.startswith("/ir/") for url in own_addresses(client.get("/", headers=FORWARDED).text))


def test_headers_of_strangers_are_not() -> None:
    app = make_app()
    app.add_url_rule("/seen", "seen", lambda: request.url)
    client = app.test_client()
    assert client.get("/seen", headers=FORWARDED).text == "http://localhost/seen"
    assert not any(url.startswith("/ir/") for url in own_addresses(client.get("/", headers=FORWARDED).text))


def test_a_prefix_header_goes_before_the_setting() -> None:
    client = make_app(PROXIES=1, PREFIX="/other", HOSTS="uni.example").test_client()
    assert redirected(client, "/favicon.ico", headers=FORWARDED).startswith("/ir/static/")


def test_https_is_the_visitors_scheme() -> None:
    app = make_app(HTTPS=1)
    app.add_url_rule("/seen", "seen", lambda: request.url)
    assert app.test_client().get("/seen").text == "https://localhost/seen"


@pytest.mark.parametrize("prefix", ["/lab", "/api", "/static", "/api/v1"])
def test_a_prefix_that_is_an_address_of_ours_is_refused(prefix: str) -> None:
    with pytest.raises(SettingError, check=carries("prefix-is-own-address", prefix=prefix)):
        make_app(PREFIX=prefix)
