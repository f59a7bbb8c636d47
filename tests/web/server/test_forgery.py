"""Changes are taken only from our own pages, but for those that store nothing."""

from __future__ import annotations

import os
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner

from tests.conftest import make_app
from tests.sentences import carries, sentence
from web.server import forgery
from web.store import StorageError

pytestmark = pytest.mark.slow

KEY = "not drawn at random at all"


def having_a_form(**settings: object) -> Flask:
    app = make_app(**({"SECRET_KEY": KEY} | settings))
    app.add_url_rule("/form", "form", lambda: render_template_string("{{ csrf_token() }}"))
    app.add_url_rule("/change", "change", lambda: "changed", methods=["POST", "PUT", "PATCH", "DELETE"])
    app.add_url_rule("/api/v1/change", "api_change", lambda: "changed", methods=["POST"])
    return app


@pytest.fixture
def client() -> FlaskClient:
    return having_a_form().test_client()


def test_a_form_of_ours_is_taken_as_field_and_as_header(client: FlaskClient) -> None:
    token = client.get("/form").text
    assert client.post("/change", data={"csrf_token": token}).text == "changed"
    assert client.delete("/change", headers={"X-CSRFToken": token}).text == "changed"
    assert client.get("/form").text  # several pages may be open
    assert client.post("/change", data={"csrf_token": token}).text == "changed"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_a_forged_request_is_refused_with_a_page(client: FlaskClient, method: str) -> None:
    own = client.get("/form").text
    changed = own[:-9] + ("A" if own[-9] != "A" else "B") + own[-8:]
    another_visitors = having_a_form().test_client().get("/form").text
    for token in ("", "wrong", changed, another_visitors, None):
        answer = client.open("/change", method=method, data={} if token is None else {"csrf_token": token})
        assert (answer.status_code, answer.mimetype) == (400, "text/html"), token
        assert sentence("forged-request") in answer.text


def test_a_token_without_its_cookie_is_refused() -> None:
    app = having_a_form()
    token = app.test_client().get("/form").text
    answer = app.test_client().post("/api/v1/change", data={"csrf_token": token})
    assert answer.status_code == 400
    assert answer.get_json()["error"]["suggestion"] == sentence("forged-request")


@pytest.mark.parametrize(("settings", "flags"), [({}, set()), ({"HTTPS": 1}, {"Secure"})])
def test_the_cookie_is_for_our_requests_alone_and_ends_with_the_browser(
    settings: dict[str, object], flags: set[str]
) -> None:
    answer = having_a_form(**settings, PREFIX="/ir").test_client().get("/form")
    (cookie,) = answer.headers.getlist("Set-Cookie")
    parts = cookie.split("; ")
    assert parts[0].startswith("ireval=")
    assert set(parts[1:]) == {"HttpOnly", "Path=/ir/", "SameSite=Lax"} | flags


def test_a_form_of_a_computer_whose_clock_is_ahead_is_taken(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its cookie and its token are signed with times of the future."""
    with monkeypatch.context() as ahead:
        ahead.setattr(TimestampSigner, "get_timestamp", lambda _: int(time.time()) + 3600)
        token = client.get("/form").text
    assert client.post("/change", data={"csrf_token": token}).text == "changed"


def test_the_lab_needs_no_token_and_sets_no_cookie(client: FlaskClient) -> None:
    for answer in (client.get("/"), client.get("/lab?labels=10"), client.post("/lab", data={"labels": "10"})):
        assert answer.status_code in {200, 303, 400}
        assert "csrf" not in answer.text
        assert "Set-Cookie" not in answer.headers
    assert client.post("/lab", data={"labels": "10"}).status_code == 303


def test_what_stores_nothing_is_all_that_is_exempt() -> None:
    app = having_a_form()
    taken = set()
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<[^>]*>", "x", re.sub(r"<any\((\w+)[^>]*>", r"\1", rule.rule.replace("<int:number>", "1")))
        for method in (rule.methods or set()) & {"POST", "PUT", "PATCH", "DELETE"}:
            if sentence("forged-request") not in app.test_client().open(path, method=method).text:
                taken.add(rule.rule)
    sheets = {"/sheets/new", "/sheets/open", "/sheets/file/<key>", "/api/v1/sheets", "/api/v1/jobs/<job>"}
    playlists = {f"/playlist{path}" for path in ("", "/add", "/file", "/items", "/open")}
    lessons = {f"/lessons/<slug>/<key>/<int:number>{path}" for path in ("", "/answers")}
    comparisons = {"/compare", "/api/v1/compare", "/experiments/assessors", "/experiments/diversity"}
    comparisons |= {"/api/v1/reproduce", "/api/v1/reproduce/outputs"}
    lessons.add("/lessons/<slug>/review/<key>/answers")
    lessons |= {"/practise/exercise", "/practise/exam/paper"}
    lessons.add("/j/<code>/answers")  # its form has the signed key of the phone, which no other site can know
    assert taken == {"/", "/lab", "/enter", "/embed", "/measures/<name>"} | sheets | playlists | lessons | comparisons


def test_the_key_is_drawn_once_for_all_processes_and_kept_to_its_owner(tmp_path: Path) -> None:
    file = tmp_path / "new" / "secret_key"
    begun = Barrier(8)

    def ask(_: int) -> str:
        begun.wait()
        return forgery.read_secret(file)

    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(ask, range(8)))
    assert len(found) == 1
    assert found == {forgery.read_secret(file)}
    assert len(found.pop()) >= 43
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["secret_key"]
    assert forgery.read_secret(tmp_path / "other") != forgery.read_secret(file)


def test_a_file_system_without_links_keeps_the_key_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    found = forgery.read_secret(tmp_path / "key")
    assert found == forgery.read_secret(tmp_path / "key")
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_imported_macros_know_the_token_as_well(client: FlaskClient) -> None:
    app = client.application
    app.jinja_env.globals["field"] = app.jinja_env.from_string(
        "{% macro field() %}{{ csrf_token() }}{% endmacro %}"
    ).module.field  # type: ignore[attr-defined]
    app.add_url_rule("/macro", "macro", lambda: render_template_string("{{ field() }}"))
    assert client.post("/change", data={"csrf_token": client.get("/macro").text}).text == "changed"


def test_without_a_place_for_the_key_pages_without_forms_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    app = having_a_form(SECRET_KEY="")
    app.instance_path = str(tmp_path / "file")
    client = app.test_client()
    client.set_cookie("ireval", "of an earlier time")
    assert client.get("/").status_code == 200
    assert client.get("/form").status_code == 503
    assert client.post("/change").status_code == 503
    with pytest.raises(StorageError, check=carries("secret-not-kept")):
        forgery.read_secret(tmp_path / "file" / "key")


def test_a_drawn_key_works_over_a_restart(tmp_path: Path) -> None:
    cookie = token = ""
    for start in range(2):
        app = having_a_form(SECRET_KEY="")
        app.instance_path = str(tmp_path)
        client = app.test_client()
        if start == 0:
            assert client.get("/").status_code == 200
            assert not list(tmp_path.iterdir())  # not needed yet
            token = client.get("/form").text
            found = client.get_cookie("ireval")
            assert found
            cookie = found.value
        else:
            client.set_cookie("ireval", cookie)
            assert client.post("/change", data={"csrf_token": token}).text == "changed"


@pytest.mark.parametrize("disposition", ["", ':"', ": form-data", ': form-data; filename="x"', ": form-data; name*=x"])
@pytest.mark.parametrize("path", ["/lab", "/sheets/new", "/enter", "/s/nobody/begin", "/playlist", "/o/nobody/reopen"])
def test_a_part_of_a_form_without_a_name_is_left_out(client: FlaskClient, path: str, disposition: str) -> None:
    part = f"--x\r\nContent-Disposition{disposition}\r\n\r\nvalue\r\n--x--\r\n"
    answer = client.post(path, data=part.encode(), content_type="multipart/form-data; boundary=x")
    assert answer.status_code < 500


@pytest.mark.parametrize("path", ["/lab//x", "/s//begin", "/o/nobody//reopen", "/measures//x"])
def test_an_address_with_an_empty_part_leads_nowhere(client: FlaskClient, path: str) -> None:
    """It is not sent on to another address, which the visitor did not ask for."""
    assert client.get(f"http://localhost{path}").status_code in {404, 405}
