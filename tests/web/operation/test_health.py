from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests import classroom
from tests.conftest import make_app
from web.server.assets import check

pytestmark = pytest.mark.slow


def test_health_says_only_that_the_process_answers(client: FlaskClient) -> None:
    """Even where the database is gone: a restart would not bring it back, and the lab works without it."""
    gone = make_app(DATABASE_URL="postgresql://ada:topsecret@127.0.0.1:1/sheets").test_client()
    for visitor in (client, gone):
        answer = visitor.get("/healthz")
        assert (answer.status_code, answer.text, answer.mimetype) == (200, "ok\n", "text/plain")
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Set-Cookie" not in answer.headers


def test_ready_with_a_database_and_without_one(tmp_path: Path) -> None:
    app = classroom.made(tmp_path)
    answer = app.test_client().get("/readyz")
    assert (answer.status_code, answer.get_json()["ready"]) == (200, True)
    assert answer.headers["Cache-Control"] == "no-store"
    classroom.closed(app)
    without = make_app()
    without.config["DATABASE_URL"] = str(tmp_path / "never.sqlite")
    assert without.test_client().get("/readyz").status_code == 200
    assert not (tmp_path / "never.sqlite").exists()


def test_not_ready_without_the_database_and_the_reason_is_in_the_log_alone() -> None:
    answer = make_app(DATABASE_URL="postgresql://ada:topsecret@127.0.0.1:1/sheets").test_client().get("/readyz")
    assert answer.status_code == 503
    assert answer.get_json() == {"ready": False, "checks": {"database": "unreachable", "static files": "ok"}}
    assert answer.headers["Cache-Control"] == "no-store"


def test_not_ready_if_the_database_file_is_not_a_database(tmp_path: Path) -> None:
    (tmp_path / "sheets.sqlite").write_text("This is no database, whatever its name says." * 50)
    app = make_app()
    app.config["DATABASE_URL"] = str(tmp_path / "sheets.sqlite")
    assert app.test_client().get("/readyz").get_json()["checks"]["database"] == "unusable"


def test_not_ready_without_the_published_files(tmp_path: Path) -> None:
    app = make_app()
    app.extensions["published"] = app.extensions["published"]._replace(folder=tmp_path)
    answer = app.test_client().get("/readyz")
    assert (answer.status_code, answer.get_json()["checks"]["static files"]) == (503, "unusable")
    with make_app().app_context():
        check()


def test_health_is_never_refused_for_too_many_requests() -> None:
    client = make_app(RATE_CHANGES="1/day", RATE_SHEETS="1/day").test_client()
    assert {client.get(path).status_code for path in ("/healthz", "/readyz") * 20} == {200}
