"""The command ``evaluate`` on expected and retrieved ids in JSON, which needs no further file."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner, Result

from ireval.cli.program import main
from tests.paths import DOCS

pytestmark = pytest.mark.usefixtures("files")

DENSE = {
    "q1": {"expected": ["d1", "d2", "d3"], "retrieved": ["d1", "x", "d3"]},
    "q2": {"expected": [7], "retrieved": [1, 2, 7]},
}
SPARSE = {"q1": {"expected": ["d3", "d2", "d1"], "retrieved": ["d2"]}, "q2": {"expected": ["7"], "retrieved": []}}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, content in (("dense.json", DENSE), ("sparse.json", SPARSE), ("dense", DENSE)):
        (tmp_path / name).write_text(json.dumps(content))
    (tmp_path / "dense.json.gz").write_bytes(gzip.compress(json.dumps(DENSE).encode()))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["evaluate", *arguments])


@pytest.mark.parametrize("file", ["dense.json", "dense", "dense.json.gz"])
def test_one_file_holds_both(file: str) -> None:
    result = call(file, "-m", "hit rate@2", "-m", "AP", "-q", "--places", "3")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        *("hit rate@2\tq1\t1.000", "AP\tq1\t0.556"),
        *("hit rate@2\tq2\t0.000", "AP\tq2\t0.333"),
        *("hit rate@2\tall\t0.500", "AP\tall\t0.444"),
    ]


def test_each_file_is_a_system() -> None:
    """Ragas divides by the relevant documents retrieved: (1 + 2/3)/2 and 1/3 against 1 and 0."""
    result = call("dense.json", "sparse.json", "-m", "AP", "-m", "RR", "--conventions", "ragas")
    assert result.stdout.splitlines() == [
        "run              AP      RR",
        "dense.json   0.5833  0.6667",
        "sparse.json  0.5000  0.5000",
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe(files: Path) -> None:
    os.mkfifo(files / "pipe")
    writer = Thread(target=lambda: (files / "pipe").write_text(json.dumps(DENSE)))
    writer.start()
    result = call("pipe", "-m", "RR")
    writer.join()
    assert result.stdout == "RR\tall\t0.6667\n"


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        ('{"q1": {"expected": ["a"],\n "retrieved": ["a" "b"]}}', (), "ids: new.json, line 2: the JSON cannot be read"),
        (
            '{"q1": {"expected": ["a"], "retrieved": ["b", "b"]}}',
            (),
            "query “q1”, “retrieved”: the id “b” is there twice",
        ),
        ("{}", (), "there is no query with an id"),
        (
            '{"q1": {"expected": ["a"], "retrieved": []}}',
            ("dense.json",),
            "the expected ids of query “q1” are not those",
        ),
        ('{"q1": {"expected": ["a"], "retrieved": []}}', ("--subtopics",), "Expected ids in JSON have no subtopics."),
        ('{"q1": {"expected": ["a"], "retrieved": []}}', ("nowhere",), "ids: nowhere: the file cannot be read"),
    ],
)
def test_wrong_input_is_reported_in_one_line(
    files: Path, content: str, arguments: tuple[str, ...], message: str
) -> None:
    (files / "new.json").write_text(content)
    result = call("new.json", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr and result.stderr.count("\n") == 1


def test_a_damaged_archive_is_reported_in_one_line(files: Path) -> None:
    (files / "new.gz").write_bytes(gzip.compress(b"")[:10] + b"\x07")  # no such kind of block
    result = call("new.gz", "new.gz")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "new.gz" in result.stderr and result.stderr.count("\n") == 1


def test_the_page_shows_the_form(files: Path) -> None:
    """Its file of ids is read, and its command prints what the page says."""
    section = (
        (DOCS / "command-line.md").read_text("utf-8").split("## Expected and retrieved ids\n")[1].split("\n## ")[0]
    )
    form, command, printed = (section.split(f"```{kind}\n")[1].split("```")[0] for kind in ("json", "sh", "text"))
    (files / "answers.json").write_text(form)
    _, _, _, _, *arguments = command.split()
    assert call(*arguments).stdout == printed
