"""``measures --check`` checks a file in a process of its own, and ends whatever the file does."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ireval.cli.listings.checked_file import CONTRACTS
from ireval.cli.program import main
from ireval.contract.files import check_process
from ireval.contract.files.check_process import Report, read_report
from ireval.contract.finding import Finding
from tests.ireval.contract.measure_files import SOUND

SHARE = 't.column("found", t.found) / t.rank'


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a measure file is written, as a relative path."""
    monkeypatch.chdir(tmp_path)
    return Path("early_précision.py")


def checked(path: Path, text: str) -> Result:
    path.write_text(text, "utf-8")
    return CliRunner().invoke(main, ["measures", "--check", str(path)], prog_name="ireval")


def checked_alone(path: Path, seconds: float = 60) -> Report:
    return check_process.check_file(path, CONTRACTS["measure"], "measure", seconds)


def line_of(part: str) -> int:
    return 1 + SOUND[: SOUND.index(part)].count("\n")


def test_a_sound_file_passes(file: Path) -> None:
    result = checked(file, SOUND)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.output.startswith(f"{file}: EarlyP passed ")
    assert result.output.endswith(" checks.\n")


def test_a_broken_rule_has_the_status_1(file: Path) -> None:
    result = checked(file, SOUND.replace(SHARE, "1 / 0"))
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.startswith(f"{file}: fails: line {line_of(SHARE)}: ZeroDivisionError")
    assert result.stdout.count("\n") == 1


def test_a_file_that_cannot_be_loaded_has_the_status_2(file: Path) -> None:
    result = checked(file, SOUND.replace("import numpy as np", "import numpy as"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"Error: {file}, line 8: SyntaxError")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [(SHARE, "all(iter(int, 1)) or any(iter(int, 1))"), ("MISTAKES = (", "while True: pass\nMISTAKES = (")],
)
def test_a_measure_that_does_not_end_is_stopped(file: Path, old: str, new: str) -> None:
    """Also within a function of Python in C, which never lets another thread run."""
    file.write_text(SOUND.replace(old, new), "utf-8")
    (found,) = checked_alone(file, seconds=1).findings
    assert (found.key, found.where) == ("endless", f"line {line_of(old)}")
    assert "stopped after 1 second." in found.wrong


def test_a_measure_that_ends_its_process_is_reported(file: Path) -> None:
    file.write_text(SOUND.replace(SHARE, "__import__('os')._exit(0)"), "utf-8")
    report = checked_alone(file)
    assert report.wrong
    assert [str(finding) for finding in report.findings] == [
        "fails: the file: It ends the program that checks it, with exit status 0. Take out what ends it."
    ]


def test_a_measure_that_closes_the_output_is_reported(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file.write_text(SOUND.replace(SHARE, "__import__('sys').stdout.close()"), "utf-8")
    assert checked_alone(file).wrong
    assert capfd.readouterr() == ("", "")


def test_a_report_survives_the_way_between_processes() -> None:
    report = Report((Finding("a", "b", "“c”", "d", note=True),), "AP", 3, "no")
    assert read_report(report.as_json()) == report
    assert not report.wrong
