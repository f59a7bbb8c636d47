"""The store is opened when a page first needs it, and says what is wrong when it cannot be."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask

from tests.conftest import DEFAULTS, make_app
from tests.paths import ROOT
from tests.sentences import carries, sentence
from tests.web.store.conftest import Clock
from web import store as stores
from web.server.settings import SettingError, Settings
from web.store import Reason, Refused, StorageError
from web.store.database import Database
from web.store.sheet_store import Store

pytestmark = pytest.mark.slow


def program(code: str, **settings: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in DEFAULTS}
    command = [sys.executable, "-c", code] if code else [sys.executable, "app.py"]
    return subprocess.run(command, cwd=ROOT, env=kept | settings, capture_output=True, text=True, check=False)


def test_the_lab_loads_no_database_and_no_heavy_package_and_opens_none(tmp_path: Path) -> None:
    code = """
import sys, app
served = app.create_app()
assert served.test_client().get("/").status_code == 200
heavy = "sqlalchemy", "alembic", "psycopg", "plotly", "ziamath", "js_lib_htmx"
print([name for name in heavy if name in sys.modules])
"""
    done = program(code, DATABASE_URL=f"sqlite:///{tmp_path}/sheets.sqlite")
    assert (done.stdout, done.stderr) == ("[]\n", "")
    assert not list(tmp_path.iterdir())


def test_a_store_is_opened_once_when_first_used(url: str) -> None:
    app = make_app(DATABASE_URL=url)
    with app.app_context():
        assert stores.store().by_student("x") is None
        assert stores.store() is stores.store()
        assert stores.lifetime().days == Settings().sheet_days
        stores.store().close_connections()


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_a_file_is_for_its_owner_alone_and_its_folder_is_made(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "a b" / "ü" / "100%.sqlite"
    store = Store(str(path), clock)  # a plain path, as a default is
    store.sweep()
    found = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert set(found) == {"100%.sqlite", "100%.sqlite-wal", "100%.sqlite-shm"}
    assert set(found.values()) == {0o600}
    store.close_connections()


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///C:\\data\\sheets.sqlite", "C:\\data\\sheets.sqlite"),
        ("C:\\data\\sheets.sqlite", "C:\\data\\sheets.sqlite"),
        ("sqlite:////srv/sheets.sqlite", "/srv/sheets.sqlite"),
        ("sqlite:///sheets.sqlite", "sheets.sqlite"),
    ],
)
def test_paths_of_files(url: str, path: str) -> None:
    assert Database(url).url.database == path


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_postgresql_is_spoken_to_through_its_newest_driver(scheme: str) -> None:
    url = Database(f"{scheme}://ada:p%40ss@db.example:5433/sheets").url
    assert (url.drivername, url.password, url.port) == ("postgresql+psycopg", "p@ss", 5433)


@pytest.mark.parametrize(
    "url", ["mysql://h/d", "postgresql+psycopg2://h/d", "sqlite://", "sqlite:///:memory:", "x://["]
)
def test_another_database_is_refused(url: str) -> None:
    with pytest.raises(StorageError, check=lambda error: error.key.startswith("database-url")):
        Database(url)


def test_writes_are_on_disk_when_they_are_acknowledged(url: str) -> None:
    settings = {
        "sqlite": {"PRAGMA journal_mode": "wal", "PRAGMA synchronous": "2", "PRAGMA foreign_keys": "1"},
        "postgresql": {"SHOW synchronous_commit": "on"},
    }
    with closing(Database(url)) as database, database.reading() as connection:
        for question, answer in settings[connection.dialect.name].items():
            assert str(connection.exec_driver_sql(question).scalar_one()) == answer


def broken(url: str) -> Flask:
    app = make_app(DATABASE_URL=url)

    def sheet() -> str:
        return str(stores.store().by_student("x"))

    def closed() -> str:
        raise Refused(Reason.CLOSED)

    app.add_url_rule("/sheet", "sheet", sheet)
    app.add_url_rule("/api/v1/sheet", "api_sheet", sheet)
    app.add_url_rule("/closed", "closed", closed)
    return app


UNREACHABLE = "postgresql://ada:topsecret@127.0.0.1:1/sheets"


def test_a_missing_database_is_reported_without_its_address(caplog: pytest.LogCaptureFixture) -> None:
    client = broken(UNREACHABLE).test_client()
    for path in ("/sheet", "/api/v1/sheet"):
        answer = client.get(path)
        assert answer.status_code == 503
        assert sentence("sheets-busy") in answer.text
        assert int(answer.headers["Retry-After"]) > 0
        assert "127.0.0.1" not in answer.text
    assert client.get("/").status_code == 200
    assert "127.0.0.1:1/sheets" in caplog.text
    assert "topsecret" not in caplog.text


def test_a_refusal_is_a_page(tmp_path: Path) -> None:
    answer = broken(f"sqlite:///{tmp_path}/x").test_client().get("/closed")
    assert answer.status_code == 409
    assert sentence("sheet-closed") in answer.text


def test_a_start_with_a_database_that_cannot_be_used_says_so() -> None:
    done = program("", DATABASE_URL=UNREACHABLE, PORT="0")
    assert done.returncode == 1
    assert done.stderr.startswith(
        f"{sentence('cannot-start')} DATABASE_URL: postgresql+psycopg://ada:***@127.0.0.1:1/sheets"
    )
    assert done.stderr.count("\n") == 1
    assert "topsecret" not in done.stderr


def test_a_start_migrates_and_sweeps_where_there_is_a_database(url: str, clock: Clock) -> None:
    store = Store(url, clock)  # long ago
    clock.go(days=-9000)
    store.publish("{}", title="old", mode="once", lifetime=timedelta(days=1))
    settings = Settings(database_url=url)
    stores.prepare(make_app(DATABASE_URL=url), settings)
    assert store.sweep() == 0
    store.close_connections()


def test_a_start_makes_no_file_of_its_own_accord(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app = make_app()
    app.config["DATABASE_URL"] = str(tmp_path / "sheets.sqlite")
    stores.prepare(app, Settings())
    assert not list(tmp_path.iterdir())
    (tmp_path / "sheets.sqlite").write_text("this is no database, and the lab works without one" * 20)
    stores.prepare(app, Settings())
    assert sentence("sheets-unusable", problem="") in capsys.readouterr().err
    with pytest.raises(SettingError, check=carries("setting-of-database")):
        stores.prepare(app, Settings(database_url="sqlite:///x"))


def test_settings_never_show_secrets() -> None:
    found = Settings.read({"DATABASE_URL": UNREACHABLE, "SECRET_KEY": "k" * 20}, environment={})
    assert "topsecret" not in repr(found)
    assert "kkk" not in repr(found)
    with pytest.raises(SettingError) as caught:
        Settings.read({"DATABASE_URL": "mysql://ada:tops@cret@h/d", "SECRET_KEY": ""}, environment={})
    assert "cret" not in str(caught.value)
    with pytest.raises(SettingError, check=carries("secret-too-short", name="SECRET_KEY")) as caught:
        Settings.read({"SECRET_KEY": "topsecret"}, environment={})
    assert "topsecret" not in str(caught.value)
