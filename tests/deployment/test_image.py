"""What the Dockerfile makes runs on a read-only file system, and holds nothing that it does not need."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.deployment import dockerfile

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="containers run on Linux")


def files(folder: Path) -> set[str]:
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    return {name for name in found if "__pycache__" not in name}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the app in the image; nobody may write to it."""
    root = tmp_path_factory.mktemp("image")
    folder = dockerfile.build(root)
    for path in [*root.rglob("*"), root]:
        path.chmod(path.stat().st_mode & 0o555)
    yield folder
    for path in [root, *root.rglob("*")]:
        path.chmod(path.stat().st_mode | 0o200)


def test_the_base_is_slim_with_a_version_and_everything_is_installed_by_hash() -> None:
    build, final = dockerfile.stages()
    for name, rest in (build[0], final[0]):
        assert name == "FROM" and re.match(r"python:3\.\d+\.\d+-slim( AS build)?$", rest)
    (install,) = (rest for name, rest in build if name == "RUN" and " install " in rest)
    assert "--require-hashes --only-binary :all: -r requirements-server.txt" in install
    assert not [rest for _, rest in [*build, *final] if re.search(r"\bapt|gcc|requirements(-dev)?\.txt", rest)]


def test_it_does_not_run_as_root_and_stops_when_it_is_asked_to() -> None:
    user, _, group = dockerfile.value("USER").partition(":")
    assert int(user) > 999 and int(group) > 999
    assert json.loads(dockerfile.value("CMD")) == ["python", "app.py"]
    assert dockerfile.value("STOPSIGNAL") == "SIGTERM"


def test_it_holds_what_runs_and_nothing_else(app: Path) -> None:
    there = {name.partition("/")[0] for name in files(app)}
    rooms = {"ireval", "web", "templates", "static", "lessons", "collections", "docs", "instance"}
    assert there == {"app.py", "LICENSE", *rooms}
    assert [name for name in files(app) if name.startswith("docs/")] == ["docs/glossary.md"]
    assert {name.split("/")[1] for name in files(app) if name.startswith("instance/")} == {"static"}
    assert not [name for name in files(app) if re.search(r"(^|/)(test|\.)|sqlite|secret_key", name)]


def without_capabilities(command: list[str]) -> list[str]:
    """The command, for which modes of files hold even if root runs it."""
    if os.geteuid():
        return command
    setpriv = shutil.which("setpriv")
    assert setpriv
    return [setpriv, "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs", "--", *command]


def test_it_starts_where_nothing_but_volumes_may_be_written(app: Path, tmp_path: Path) -> None:
    before = files(app)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    settings = dockerfile.environment() | {"PORT": port, "HOST": "127.0.0.1", "WORKERS": "1", "TMPDIR": str(tmp_path)}
    settings |= {"SECRET_KEY": "0123456789abcdef", "DATABASE_URL": f"sqlite:///{tmp_path}/sheets.sqlite"}
    command = without_capabilities([sys.executable, *json.loads(dockerfile.value("CMD"))[1:]])
    healthy = [sys.executable, *dockerfile.health_check()[1:]]
    with subprocess.Popen(
        command, cwd=app, env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout and process.stdout.readline()
            subprocess.run(healthy, env=settings, check=True, timeout=30)
            with urlopen(f"http://127.0.0.1:{port}/sheets/new", timeout=30) as answer:
                page = answer.read().decode()
            for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
                assert urlopen(f"http://127.0.0.1:{port}{address}", timeout=30).status == 200
        finally:
            process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (0, "")
    assert files(app) == before
    assert {name.partition("/")[0] for name in files(tmp_path)} <= {"sheets.sqlite", "sheets.sqlite-worker"}
    with pytest.raises(subprocess.CalledProcessError):
        subprocess.run(healthy, env=settings, check=True, stderr=subprocess.DEVNULL)
