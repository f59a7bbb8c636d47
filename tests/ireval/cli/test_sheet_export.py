"""The command `sheet export`."""

from __future__ import annotations

import io
import re
import sys
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from ireval.cli.options import Program
from ireval.cli.sheet_export import export_command
from ireval.exercises import make_sheet, variant_keys
from ireval.exercises.exports.platform_files import export
from ireval.exercises.paper.pdf import answer_key
from ireval.messages import Message, say
from tests.ireval.exercises.export_readers import moodle
from tests.ireval.exercises.exported_answers import SHEETS

pytestmark = pytest.mark.slow


def called(*args: str) -> Any:
    program = Program(commands=[export_command])
    return CliRunner().invoke(program, ["export", *args], prog_name="python -m ireval sheet")


def test_the_command_writes_a_file_and_lists_unsupported_parts(tmp_path: Any) -> None:
    sheet, out = tmp_path / "sheet.json", tmp_path / "out.xml"
    sheet.write_bytes(SHEETS["lillis"].to_json())
    result = called(str(sheet), "--format", "moodle", "--variants", "2", "-o", str(out))
    assert result.exit_code == 0, result.output
    assert out.read_bytes() == export(SHEETS["lillis"], "moodle", 2).data
    assert "not carried forward" in result.stderr
    assert len(moodle(out.read_bytes())) == 2 * len(SHEETS["lillis"].exercises)
    piped = called(str(sheet), "-f", "gift", "-o", "-")
    assert piped.stdout_bytes == export(SHEETS["lillis"], "gift").data


def test_the_command_continues_after_another_pdf(tmp_path: Any) -> None:
    sheet = make_sheet(1, 1)
    (tmp_path / "sheet.json").write_bytes(sheet.to_json())
    more = "--format", "pdf-key", "--first", "61", "--variants", "2", "-o", str(tmp_path / "key.pdf")
    assert called(str(tmp_path / "sheet.json"), *more).exit_code == 0
    assert (tmp_path / "key.pdf").read_bytes() == answer_key(sheet, variant_keys(sheet, 62)[60:])


class Terminal(io.StringIO):
    """Standard error as a person reads it."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stream", "lines"), [(Terminal, ["0 of 2", "1 of 2", "2 of 2"]), (io.StringIO, [])])
def test_progress_is_shown_on_a_terminal_and_nowhere_else(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, stream: type[io.StringIO], lines: list[str]
) -> None:
    (tmp_path / "sheet.json").write_bytes(replace(make_sheet(42, 1), secret="5a" * 16).to_json())
    monkeypatch.setattr(sys, "stderr", shown := stream())
    args = "-f", "csv", "--variants", "2", "-o", str(tmp_path / "file.csv")
    export_command.main([str(tmp_path / "sheet.json"), *args], standalone_mode=False)
    assert re.findall(r"\r(\d of \d) variants", shown.getvalue()) == lines


@pytest.mark.parametrize(("policy", "secret", "warned"), [("once", "", 1), ("once", "5a" * 16, 0), ("practice", "", 0)])
def test_the_command_warns_of_lists_that_can_be_found(tmp_path: Any, policy: str, secret: str, warned: int) -> None:
    sheet = tmp_path / "sheet.json"
    sheet.write_bytes(replace(make_sheet(42, 1), policy=policy, secret=secret).to_json())
    assert called(str(sheet), "-f", "csv", "-o", "-").stderr.count(say(Message("sheet-guessable"))) == warned
    assert say(Message("sheet-guessable")) not in called(str(sheet), "-f", "json", "-o", "-").stderr


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("no-such.json", "-f", "csv"), "sheet: no-such.json cannot be read"),
        (("{sheet}", "-f", "moodel"), "format: There is no format “moodel”. Did you mean moodle?"),
        (("{sheet}", "-f", "csv", "--variants", "0"), "variants: "),
        (("{sheet}", "-f", "csv", "-o", "{sheet}/x"), "output: "),
    ],
)
def test_the_command_reports_wrong_input(tmp_path: Any, args: tuple[str, ...], word: str) -> None:
    sheet = tmp_path / "sheet.json"
    sheet.write_bytes(make_sheet(1, 1).to_json())
    result = called(*(arg.format(sheet=sheet) for arg in args))
    assert result.exit_code == 2
    assert word in result.stderr
