"""Nobody who reads the log can open a sheet, or see who worked on what."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, request
from flask.testing import FlaskClient
from sqlalchemy import create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from tests import classroom
from tests.classroom import Owner
from tests.conftest import make_app
from web.operation.logs import JsonLines, TextLines

pytestmark = pytest.mark.slow

KEY = "K7M2PX"
TYPED = "0.123456789"


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """The log as it was; an app with the setting writes to the standard error of its test."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), logging.getLogger("ireval.requests").level
    yield
    root.handlers = handlers
    logging.getLogger("ireval.requests").setLevel(level)


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def broken(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the app's database raise an error that says everything that it knows."""

    def fail(*arguments: object, **others: object) -> None:
        raise RuntimeError(f"out of order: {arguments[1:]} {others} for {KEY}")

    monkeypatch.setattr(app, "testing", False)
    for name in ("by_student", "by_owner", "save"):
        monkeypatch.setattr(f"web.store.sheet_store.Store.{name}", fail)


def addresses(owner: Owner) -> list[str]:
    """Pages with secrets in their paths and queries."""
    students, own = owner.students, owner.own
    return [
        *(students, f"{students}/{KEY}", f"{students}?key={KEY}", f"{students}/{KEY}/submit", f"{students}/link.svg"),
        *(own, f"{own}/links", f"{own}/students/{KEY}", f"{own}/answers.csv", f"{own}/students-link"),
        *(f"/lab?labels={'10' * 20}", f"/why?labels=1010&typed={TYPED}", "/nowhere/" + "x" * 30, "/sheets/recover"),
    ]


@pytest.mark.parametrize("kind", ["json", "off"])
def test_no_line_holds_a_secret(
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    app = classroom.made(tmp_path, LOG=kind)
    with classroom.noted_cookies(app) as cookies:
        owner = classroom.publish_by_page(app)
        client = app.test_client()
        for address in addresses(owner):
            client.get(address)
        owner.client.post(f"{owner.students}/{KEY}/answers", data={"ap.score": TYPED})
        broken(app, monkeypatch)
        failures = [client.get(address) for address in addresses(owner)[:7]]
        failures.append(client.post("/sheets/recover", data={"code": "SECRET-CODE-OF-MINE"}))
    classroom.closed(app)
    assert {answer.status_code for answer in failures[:7]} == {500}
    written = capsys.readouterr().err + caplog.text
    assert "out of order" in written and "Traceback" in written
    secrets = [owner.students.rpartition("/")[2], owner.own.rpartition("/")[2], KEY, TYPED, "1010", "SECRET-CODE"]
    assert cookies
    secrets += cookies.values()
    assert [secret for secret in secrets if secret in written] == []
    assert "127.0.0.1" not in written
    for answer in failures[:7]:
        reference = re.search(r"Error 500, request (\w+)", answer.text)
        assert reference and reference[1] in written
        assert answer.headers["X-Request-ID"] == reference[1]


def test_no_line_holds_what_opens_a_room(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A code may consist of letters alone; a phone's key and the owner's token are in cookies and in forms."""
    app = classroom.made(tmp_path, LOG="json")
    with classroom.noted_cookies(app) as cookies:
        client, code = app.test_client(), "QRSTUV"
        monkeypatch.setattr("web.store.rooms.room_store.RoomStore._free_code", lambda *_: code)
        secret = classroom.token(client.get("/classroom/recover").text)
        client.post("/classroom/open", data={"csrf_token": secret})
        link = re.search(r"/classroom/o/([\w-]+)", client.get("/classroom/links").text)
        assert link and client.get(f"/j/{code}").status_code == 200
        pairing = client.post("/classroom/pairing", data={"csrf_token": secret}).location.rpartition("=")[2]
        key = dict(cookies)["ireval-phone"]

        def fail(*given: object, **others: object) -> None:
            raise RuntimeError(
                f"out of order: {given[1:]} {others} {[*request.cookies.values(), *request.form.values()]}: /r/{code}"
            )

        for name in ("phones.Phones.at_door", "controllers.Controllers.pair", "controllers.Controllers.held"):
            monkeypatch.setattr(f"web.store.rooms.{name}", fail)
        monkeypatch.setattr(app, "testing", False)
        form = {"csrf_token": secret, "code": pairing, "device": key}
        failed = [client.get(f"/j/{code}"), client.get(f"/j/{code}/now"), client.get(link[0]), client.get("/classroom")]
        failed += [client.get(f"/classroom?pairing={pairing}"), client.post("/classroom/remote", data=form)]
        failed += [app.test_client().post(f"/j/{code}/answers", data=form)]
    classroom.closed(app)
    assert {answer.status_code for answer in failed} == {500}
    written = capsys.readouterr().err + caplog.text
    assert "out of order" in written and "Traceback" in written
    assert [x for x in (code, pairing, key, link[1], secret, *cookies.values()) if x in written] == []


def test_records_of_other_libraries_are_cleaned_too(caplog: pytest.LogCaptureFixture, client: FlaskClient) -> None:
    """Their messages, what is put into them, and their tracebacks."""
    client.get("/")
    secret, path = "OpMYk_SuyWu7abX8-IowNw", "/s/OpMYk_SuyWu7abX8-IowNw/K7M2PX"
    logging.getLogger("waitress").warning("Client disconnected while serving %s", path)
    logging.getLogger("waitress").warning("%(path)s", {"path": f"{path}?key=K7M2PX"})
    engine = create_engine("sqlite://")
    try:
        with engine.connect() as connection:
            connection.execute(text("SELECT :key FROM nowhere"), {"key": secret})
    except SQLAlchemyError:
        logging.getLogger("sqlalchemy").exception("%s failed", path)
    engine.dispose()
    try:
        raise RuntimeError(f"https://example.org/ireval{path}/answers")
    except RuntimeError:
        logging.getLogger("elsewhere").exception("it failed", stack_info=True)
    logging.getLogger("elsewhere").error("postgresql://ada:top%ssecret@host/name", ":")
    assert caplog.text.count("Traceback") >= 2 and "nowhere" in caplog.text
    assert "/s/…" in caplog.text
    assert [word for word in (secret, "K7M2PX", "secret@") if word in caplog.text] == []


def test_a_request_is_one_line_with_its_route_and_without_its_address(capsys: pytest.CaptureFixture[str]) -> None:
    app = make_app(LOG="json")
    client = app.test_client()
    page = client.get("/lab?labels=101", headers={"Accept-Encoding": "identity"})
    static = re.search(r'href="(/static/[^"]+\.css)"', client.get("/lab?labels=101").text)
    assert static
    client.get(static[1])
    client.open("/lab", method="NONSENSE")
    client.get("/nowhere")
    found = lines(capsys)
    shown = [(line["method"], line["route"], line["status"]) for line in found]
    assert shown == [
        ("GET", "/lab", 200),
        ("GET", "/lab", 200),
        ("GET", "/static/<path:filename>", 200),
        ("other", "unmatched", 405),
        ("GET", "unmatched", 404),
    ]
    assert found[0]["bytes"] == len(page.data)
    keys = {"time", "level", "logger", "method", "route", "status", "bytes", "ms", "id"}
    assert all(set(line) == keys for line in found)
    assert len({line["id"] for line in found}) == 5
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", found[0]["time"])


def test_health_checks_fill_no_log(capsys: pytest.CaptureFixture[str]) -> None:
    client = make_app(LOG="text").test_client()
    client.get("/healthz")
    client.get("/readyz")
    client.get("/measures")
    assert re.findall(r"/\w+", capsys.readouterr().err) == ["/measures"]


def test_a_network_is_written_if_asked_and_the_id_of_a_proxy_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    client = make_app(LOG="json", LOG_NETWORKS=1, PROXIES=1).test_client()
    given = {"X-Forwarded-For": "203.0.113.77", "X-Request-ID": "a1b2c3d4e5"}
    client.get("/healthz", headers=given)
    client.get("/api/v1/conventions", headers=given)
    client.get("/api/v1/conventions", headers=given | {"X-Request-ID": "bad\tid"})
    first, second = lines(capsys)
    assert (first["network"], first["id"]) == ("203.0.113.0/24", "a1b2c3d4e5")
    assert second["id"] != "bad\tid"


def test_without_a_proxy_nobody_chooses_the_id(capsys: pytest.CaptureFixture[str]) -> None:
    make_app(LOG="json").test_client().get("/api/v1/conventions", headers={"X-Request-ID": "a1b2c3d4e5"})
    assert lines(capsys)[0]["id"] != "a1b2c3d4e5"


def test_a_visitor_cannot_forge_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    app = make_app(LOG="text")
    app.testing = False
    app.add_url_rule("/fail/<path:rest>", "fail", lambda **_: str(1 / 0))
    app.test_client().get("/fail/x%0a2026-01-01T00:00:00Z error all is well")
    assert "\n2026-01-01T00" not in capsys.readouterr().err


def test_by_default_no_request_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    app = make_app()
    app.test_client().get("/lab?labels=101")
    assert capsys.readouterr().err == ""
    formatters = [type(handler.formatter) for handler in logging.getLogger().handlers]
    assert not {JsonLines, TextLines} & set(formatters)


def test_the_log_has_a_part_of_the_visitors_network(capsys: pytest.CaptureFixture[str]) -> None:
    client = make_app(LOG="json", LOG_NETWORKS=1).test_client()
    for address in ("192.0.2.7", "::ffff:192.0.2.200", "2001:db8:1:2::7", "2001:db8:1:ffff::%2", "unknown"):
        client.get("/glossary", environ_overrides={"REMOTE_ADDR": address})
    assert [line.get("network", "") for line in lines(capsys)] == [*["192.0.2.0/24"] * 2, *["2001:db8:1::/48"] * 2, ""]
