"""The command that plants faults: it finds those that no test notices, on lines that changed, within its time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray")
from tests.paths import ROOT
from tools import mutants

pytestmark = pytest.mark.thorough

MODULE = '"""Half."""\n\n\ndef is_low(x):\n    return x < 10\n'
#: It notices most faults, but nothing is said of 10 itself.
TEST = "from tiny.scale import is_low\n\n\ndef test_low():\n    assert is_low(1) and not is_low(30)\n"
STRONGER = TEST + "    assert is_low(9) and not is_low(10) and not is_low(11)\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A package with one module, and a test that is weak at one place."""
    for name, text in {
        "tiny/__init__.py": "",
        "tiny/scale.py": MODULE,
        "tests/tiny/test_scale.py": TEST,
        "pytest.ini": "[pytest]\nmarkers = thorough\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    git(tmp_path, "init", "-q")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *words: str) -> None:
    name = ("-c", "user.name=x", "-c", "user.email=x@localhost")
    subprocess.run(["git", *name, *words], cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "more")


def run(root: Path, *words: str) -> tuple[int, str]:
    """The status and the output of the command for a checkout, in a process that has not imported these tests."""
    call = "import sys, pathlib, tools.mutants as t; sys.exit(t.main(sys.argv[2:], pathlib.Path(sys.argv[1])))"
    done = subprocess.run(
        [sys.executable, "-c", call, str(root), *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert not done.stderr
    return done.returncode, done.stdout


def test_a_fault_that_no_test_notices_is_found(checkout: Path) -> None:
    command = ["--all", "--room", "tiny", "--sample", "30"]
    status, found = run(checkout, *command)
    assert status == 1
    assert "tiny/scale.py:5:" in found and "+    return x" in found
    assert (checkout / "tiny/scale.py").read_text("utf-8") == MODULE, "only a copy is changed"
    (checkout / "tests/tiny/test_scale.py").write_text(STRONGER, "utf-8")
    assert run(checkout, *command, "--most", "0")[0] == 0


def test_faults_on_lines_that_changed_lately(capfd: pytest.CaptureFixture[str]) -> None:
    """Prints the share that survives in rooms whose tests need no server; so few faults prove nothing."""
    rooms = [f"--room={room}" for room in ("ireval.metrics", "ireval.exercises.marking", "ireval.comparison")]
    status, report = run(ROOT, *rooms, "--sample", "2", "--minutes", "2", "--most", "100")
    with capfd.disabled():
        sys.stdout.write(f"\n{report}")
    assert status == 0


def test_only_changed_lines_get_faults(checkout: Path) -> None:
    (checkout / "tiny/more.py").write_text("LIMIT = 3\n", "utf-8")
    (checkout / "tiny/scale.py").write_text(MODULE.replace("10", "20") + "\n\nROOM = 1\n", "utf-8")
    commit(checkout)
    assert mutants.changed_lines(checkout, "HEAD~1") == {Path("tiny/more.py"): {1}, Path("tiny/scale.py"): {5, 6, 7, 8}}
    status, report = run(checkout, "--since", "HEAD", "--room", "tiny")
    assert status == 0 and "tiny                          0         0       -" in report


def test_tests_that_fail_without_a_fault_prove_nothing(checkout: Path) -> None:
    (checkout / "tests/tiny/test_scale.py").write_text(TEST.replace("30", "3"), "utf-8")
    status, report = run(checkout, "--all", "--room", "tiny", "--sample", "3")
    assert status == 1 and "Tests fail without a fault" in report


def test_changes_are_those_since_the_last_tag(checkout: Path) -> None:
    assert mutants.changed_lines(checkout, mutants.usual_start(checkout)) == {}, "there is one commit"
    git(checkout, "tag", "v1")
    (checkout / "tiny/more.py").write_text("LIMIT = 3\n", "utf-8")
    commit(checkout)
    assert mutants.usual_start(checkout) == "v1"


def test_no_fault_is_tried_after_the_time_is_over(checkout: Path) -> None:
    status, report = run(checkout, "--all", "--room", "tiny", "--minutes", "0", "--sample", "3")
    assert status == 0 and "2 not run" in report


def test_no_fault_is_planted_where_it_has_no_effect(tmp_path: Path) -> None:
    source = (
        "from functools import cache\n\n\n@cache\ndef half(x: int | None) -> int | float:\n"
        "    y: int | None = x\n    zip(x, y, strict=True)\n    return y == 1 or 2\n"
    )
    (tmp_path / "half.py").write_text(source, "utf-8")
    faults = mutants.faults_in([tmp_path / "half.py"], tmp_path / "faults")
    assert {fault.start_pos[0] for fault in faults} == {8}
    assert "core/ReplaceComparisonOperator_Eq_NotEq" in {fault.operator_name for fault in faults}
    assert "core/ReplaceComparisonOperator_Eq_Is" not in {fault.operator_name for fault in faults}
