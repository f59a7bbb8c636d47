"""The page on the way from a laptop to three hosts: its settings, files and figures exist, and its commands work."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.conftest import DEFAULTS
from tests.documentation.recipes import blocks
from tests.endurance.server_process import Server
from tests.paths import DOCS, ROOT
from tests.web.store.conftest import SERVER, counts, database
from web.store.sheet_store import Store

NAME = "from-a-laptop-to-three-hosts.md"
PAGE = (DOCS / NAME).read_text("utf-8")
COMMANDS = [line for block in blocks(NAME) if block.language == "sh" for line in block.text.splitlines()]
POSTGRESQL = "postgresql://ireval:secret@db.example.org/ireval"


def words(command: str) -> tuple[dict[str, str], list[str]]:
    """The settings before a command, and the command."""
    settings, rest = {}, shlex.split(command)
    while re.match(r"[A-Z_]+=", rest[0]):
        name, _, value = rest.pop(0).partition("=")
        settings[name] = value
    return settings, rest


STORE = [command for command in COMMANDS if "-m web.store" in command]
SERVERS = [command for command in COMMANDS if command.endswith("app.py")]


def test_settings_and_files_exist() -> None:
    named = set(re.findall(r"`([A-Z]+(?:_[A-Z]+)*)(?:=\w+)?`", PAGE)) | {name for c in SERVERS for name in words(c)[0]}
    assert named <= DEFAULTS.keys() | {"POSTGRES_PASSWORD", "DOMAIN"}
    for name in re.findall(r"`([\w.-]+\.yaml)`", PAGE):
        assert (ROOT / name).exists() or (ROOT / "deploy" / "kubernetes" / name).exists(), name
    for command in COMMANDS:
        if command.startswith("cp "):
            assert (ROOT / shlex.split(command)[1]).is_file()
    for counter in re.findall(r"`(ireval_\w+)`", PAGE):
        assert f"| `{counter}` |" in (DOCS / "running-a-server.md").read_text("utf-8")


def test_every_step_says_how_to_check_it_and_how_to_go_back() -> None:
    steps = re.findall(r"^## (\d)\. .*?\n(.*?)(?=^## )", PAGE, re.MULTILINE | re.DOTALL)
    assert [number for number, _ in steps] == ["1", "2", "3", "4", "5"]
    for _, text in steps:
        assert "```sh\n" in text and "- **Check**: " in text and "- **Go back**: " in text


def test_the_figures_are_those_that_were_measured() -> None:
    speed = (DOCS / "speed.md").read_text("utf-8")
    said = re.search(
        r"within (\d+) and (\d+) ms\. .*? at most (\d+) saves .*? and (\d+) with PostgreSQL", PAGE, re.DOTALL
    )
    assert said
    toggles = _figures(speed, "one toggle a second")
    assert toggles == [said[1]]
    files, server = (
        _figures(speed, "a save every 2 s each, SQLite"),
        _figures(speed, "a save every 2 s each, PostgreSQL"),
    )
    assert said[2] in {*files, *server} and max(int(files[0]), int(server[0])) == int(said[2])
    assert (files[1], server[1]) == (said[3], said[4])


def _figures(speed: str, what: str) -> list[str]:
    """The milliseconds of 99 of 100 requests of 300 students, and the saves a second if there are any."""
    row = re.search(rf"^\| 300 students, {what}, p50/p95/p99 \| (.*?) \|", speed, re.MULTILINE)
    assert row
    return re.findall(r"\d+(?= ms)|\d+(?= saves/s)", row[1])


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A folder with the project's Python, where the page's paths lead to files of the test."""
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    python = tmp_path / ".venv" / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    return os.environ | {"PYTHONPATH": str(ROOT), "DATABASE_URL": f"sqlite:///{tmp_path}/sheets.sqlite"}


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the commands are for a shell of Linux or macOS")
@pytest.mark.skipif(not SERVER, reason="TEST_POSTGRES_URL names no PostgreSQL server")
def test_everything_moves_to_postgresql_and_back(tmp_path: Path, environment: dict[str, str]) -> None:
    """The commands as they are printed, one after the other; it takes as long as seven processes take to start."""
    store = Store(environment["DATABASE_URL"])
    store.publish("{}", title="Week 5", mode="practice", lifetime=timedelta(days=3))
    store.close_connections()
    with database("postgresql", tmp_path) as url:
        for command in STORE:
            run = command.replace(POSTGRESQL, f"'{url}'")
            subprocess.run(run, shell=True, cwd=tmp_path, env=environment, check=True)  # noqa: S602 - our own page
        assert counts(url)["sheets"] == 1
    assert counts(f"sqlite:///{tmp_path}/again.sqlite")["sheets"] == 1


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="there is one process elsewhere than on Linux")
@pytest.mark.parametrize("command", SERVERS, ids=["laptop", "hall", "proxy"])
def test_the_server_starts_with_the_settings_of_each_step(command: str, tmp_path: Path) -> None:
    settings, rest = words(command)
    assert rest == [".venv/bin/python", "app.py"]
    settings.pop("METRICS_ADDRESS", None)  # another program may use this port
    chosen = {"WORKERS": "1", "DRAIN_SECONDS": "0", **settings}
    server = Server(tmp_path, f"sqlite:///{tmp_path}/x.sqlite", **chosen)
    try:
        server.start()
    except RuntimeError as error:  # on all addresses, a port that was free on one of them may be taken
        if "is in use" not in str(error):
            raise
        server = Server(
            tmp_path, f"sqlite:///{tmp_path}/x.sqlite", **{"WORKERS": "1", "DRAIN_SECONDS": "0", **settings}
        )
        server.start()
    try:
        host = settings.get("HOSTS", "127.0.0.1")
        with urlopen(Request(f"http://127.0.0.1:{server.port}/readyz", headers={"Host": host})) as answer:
            assert b'"ready":true' in answer.read()
    finally:
        server.stop()


def test_the_other_commands_are_those_of_other_programs() -> None:
    others = [c for c in COMMANDS if c not in (*STORE, *SERVERS) and not c.startswith("cp ")]
    assert {shlex.split(command)[0] for command in others} <= {"docker", "kubectl", ".venv/bin/python"}
