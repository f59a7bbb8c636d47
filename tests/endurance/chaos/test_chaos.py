"""The chaos suite for a moment.

It protects what no test of a part shows: that visitors of a whole installation lose nothing that was
acknowledged, see nothing that was deleted, and have the lab all the time, while its parts fail.
"""

from __future__ import annotations

import os
import random
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.endurance.apart import run_apart
from tests.endurance.chaos.chaos_run import ChaosPlan, run_chaos
from tests.endurance.chaos.deletions import Deletions
from tests.endurance.chaos.failures import FAILURES
from tests.endurance.chaos.scenario_figures import ChaosFigures, ScenarioFigures
from tests.endurance.chaos.small_disk import PlainFolder

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="there is one process elsewhere than on Linux")
#: Failures that no other test plays on a whole installation.
SHORT = {"sqlite": "disk read-only", "postgresql": "database slow"}


def good() -> ScenarioFigures:
    """Figures of a scenario in which everything was as it should be."""
    return ScenarioFigures("quiet", asked=9, answered=9, acknowledged=5, deleted=2, ordered=1, ended=1, resumed=0.2)


def test_each_gate_fails_the_whole_run() -> None:
    assert not ChaosFigures("sqlite", [good()]).failed
    assert ChaosFigures("sqlite", []).failed, "nothing was played"
    wrong = {
        "answered": 8,
        "repeated": 1,
        "lost": ["an answer"],
        "shown_again": ["a page"],
        "lost_jobs": ["a file"],
        "doubled": 1,
        "resumed": None,
        "faults": ["a traceback"],
    }
    for name, value in wrong.items():
        found = good()
        setattr(found, name, value)
        figures = ChaosFigures("sqlite", [good(), found])
        assert figures.failed, name
        assert [line.split()[-1] for line in str(figures).splitlines()[2:4]] == ["passed", "failed"]
    found = good()
    found.may_cut, found.repeated, found.begun_again = True, 3, 1
    assert not found.problems, "where a process is killed"
    found.once = True
    assert found.problems
    found.refused[500] = 1
    assert len(found.problems) == 2


def test_a_failure_that_cannot_be_played_is_named_with_the_reason() -> None:
    left_out = ScenarioFigures("disk full", left_out="only root may mount one")
    figures = ChaosFigures("postgresql", [good(), left_out])
    assert not figures.failed and "disk full: left out: only root may mount one" in str(figures)


def test_names_of_failures_choose_some() -> None:
    assert [failure.name for failure in ChaosPlan(only=["disk", "hung"]).failures("postgresql")] == [
        "database hung",
        "disk full",
    ]
    names = [failure.name for failure in FAILURES]
    assert len(set(names)) == len(names)


class _StillThere(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/o/kept" else 404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def forgetful() -> Iterator[int]:
    """The port of a server that shows one of two pages after their deletion."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _StillThere) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield int(server.server_address[1])
        server.shutdown()
        thread.join()


def test_a_page_that_is_older_than_its_deletion_is_found(forgetful: int) -> None:
    deletions = Deletions([forgetful], random.Random(1))
    deletions.note(["/o/gone", "/o/kept"])
    found = run_apart(deletions.look_everywhere())
    assert found and all("kept" in text and "gone" not in text for text in found)
    assert run_apart(deletions.look()) == [], "they are forgotten"


@on_linux
def test_an_ordinary_user_has_a_full_and_a_read_only_disk_too(tmp_path: Path) -> None:
    disk = PlainFolder(tmp_path)
    with disk.mounted():
        file = disk.folder / "sheets.sqlite"
        file.write_bytes(bytes(1000))
        with disk.full([os.getpid()]), pytest.raises(OSError, match="File too large"):
            file.write_bytes(bytes(2000))
        file.write_bytes(bytes(2000))
        modes = [path.stat().st_mode for path in (file, disk.folder)]
        with disk.read_only():
            assert not any(path.stat().st_mode & 0o222 for path in (file, disk.folder))
        assert [path.stat().st_mode for path in (file, disk.folder)] == modes


@pytest.mark.thorough
@on_linux
@pytest.mark.parametrize("kind", SHORT)
def test_visitors_lose_nothing_while_parts_fail(kind: str) -> None:
    found = run_apart(run_chaos(kind, ChaosPlan(seconds=1, only=[SHORT[kind]], orders=False)))
    assert not found.failed, f"{found}"
    played = [scenario for scenario in found.scenarios if not scenario.left_out]
    assert sum(scenario.acknowledged for scenario in played) and sum(scenario.deleted for scenario in played)
