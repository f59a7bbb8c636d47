"""The command line, in this process and once as a real program."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import chain

import pytest
from click.testing import CliRunner, Result

from ireval import explain
from ireval.cli.program import main
from ireval.measure.listing import variants
from ireval.measure.registry import measures
from tests.paths import ROOT

pytestmark = pytest.mark.slow

FIFTEEN = ("101003000200003", "--unretrieved", "32211")


def called(*args: str) -> Result:
    return CliRunner().invoke(main, list(args), prog_name="python -m ireval", env={"COLUMNS": "80"})


def shown(*args: str) -> str:
    result = called(*args)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def refused(*args: str) -> str:
    """The one line on standard error."""
    result = called(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("Error: ").rstrip("\n")


def table(labels: str, measure: str, unretrieved: str = "", preset: str = "trec_eval") -> str:
    return "\n".join(explain(labels, unretrieved, conventions=preset).table(measure).lines()) + "\n"


def test_a_table_as_in_the_lecture() -> None:
    choices = ("--set", "rounding=columns", "--set", "decimals=1", "--places", "2")
    lines = shown("explain", *FIFTEEN, "-m", "nDCG@10", "--conventions", "lillis", *choices).splitlines()
    assert lines[0] == "nDCG@10: normalised discounted cumulated gain"
    assert lines[1].split() == ["rank", "G", "CG", "calculation", "DCG", "IG", "IDCG", "nDCG"]
    assert lines[4].split() == ["3", "1", "2", "1/log2(3)", "+", "1", "1.6", "3", "7.9", "0.20"]
    assert lines[-1] == "nDCG@10 = 3.4/11.8 = 0.29"


def test_measures_are_shown_in_the_order_of_their_options() -> None:
    text = shown("explain", *FIFTEEN, "-m", "nDCG@10", "--measure=AP", "-mP@3,R")
    assert text == "\n".join(table(FIFTEEN[0], m, "32211") for m in ("nDCG@10", "AP", "P@3", "R"))


@pytest.mark.parametrize("labels", ["-nru", "--10", "--", "-", "-10-", "---", "--nr", "-1", "-u-"])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_labels_that_begin_with_a_dash(labels: str, place: int) -> None:
    options = [["-m", "Bpref"], ["--conventions", "lillis"]]
    args = [*options[:place], [labels], *options[place:]]
    assert shown("explain", *chain(*args)) == table(labels, "Bpref", preset="lillis")


def test_two_dashes_before_labels_end_the_options() -> None:
    assert shown("explain", "-m", "AP", "--", "-nr") == table("-nr", "AP")


def test_without_a_measure_everything_is_shown() -> None:
    values = ("--size", "800", "-k", "5", "--level", "0,5", "--beta", "2")
    text = shown("explain", *FIFTEEN, *values, "--conventions", "mir")
    explanation = explain(FIFTEEN[0], "32211", size=800, conventions="mir")
    listed = variants({"k": 5, "level": 0.5, "beta": 2}, explanation.conventions)
    lines = text.splitlines()
    expected = {m.name for m in measures().values() if m.variants and not m.needs_subtopics}
    assert {spec.measure.name for _, spec in listed} == expected
    for label, spec in listed:
        step_table = explanation.table(spec)
        assert step_table.final in lines
        ends = f" {step_table.result}" + (f" ({step_table.remark})" if step_table.remark else "")
        assert any(line.startswith(f"{label} ") and line.endswith(ends) for line in lines), label
    assert lines[lines.index("All scores") - 1] == ""


def test_spellings_with_the_same_table_are_shown_together() -> None:
    lines = shown("explain", "1010", "-k", "2").splitlines()
    start = lines.index("P, P@2: precision")
    assert lines[start + 6 : start + 8] == ["P = 2/4 = 0.500", "P@2 = 1/2 = 0.500"]


def test_empty_lists_and_lists_without_relevant_documents() -> None:
    for labels in ("", "000", "uuu", "-"):
        text = shown("explain", labels, "--conventions", "lillis")
        assert "not defined (" in text
        assert "nan" not in text.lower().split()


@pytest.mark.parametrize(
    ("args", "field", "words"),
    [
        (["10x"], "labels", "Character 3 is “x”"),
        (["-x"], "labels", "Character 2 is “x”"),
        (["1\n0"], "labels", "“\\n”"),
        (["1\x1b[31m"], "labels", "“\\x1b”"),
        (["1" * 1001], "labels", "1,001 documents"),
        (["1", "--unretrieved", "1u"], "unretrieved", "Document 2"),
        (["1", "--unretrieved", "--"], "unretrieved", "Document 1"),
        (["1", "-m", "nDGC"], "measures", "Did you mean nDCG?"),
        (["1", "-m", ""], "measures", "Choose one of"),
        (["1", "-m", "nDCG@0"], "measures", "from 1 to 1000"),
        (["1", "-m", "F(beta={[]:1})"], "measures", "There is no measure"),
        (["1", "--conventions", "lilis"], "conventions", "Did you mean lillis?"),
        (["1", "--set", "discuont=log2-rank"], "set", "Did you mean discount?"),
        (["1", "--set", "discount"], "set", "discount=log2-rank"),
        (["1", "--set", "discount=log2-rang"], "discount", "Did you mean log2-rank?"),
        (["1", "--size", "-5"], "size", "from 0"),
        (["1", "--size=many"], "size", "not a number"),
        (["1", "--size", "nan"], "size", "from 0"),
        (["11", "--size", "2", "--unretrieved", "1"], "size", "2 retrieved and 1 judged"),
        (["1", "-k", "0"], "cutoff", "from 1 to 1000"),
        (["1", "-k0"], "cutoff", "from 1 to 1000"),
        (["1", "--level", "1.5"], "level", "from 0 to 1"),
        (["1", "--beta", "-1"], "beta", "from 0 to 100"),
        (["1", "--places", "9"], "places", "from 0 to 8"),
    ],
)
def test_wrong_input_is_reported_in_one_line(args: list[str], field: str, words: str) -> None:
    line = refused("explain", *args)
    assert line.startswith(f"{field}: ")
    assert words in line


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "Usage: python -m ireval explain [OPTIONS] LABELS"),
        (["1", "0"], "unexpected extra argument (0)"),
        (["1", "--mesure", "AP"], "--measure"),
        (["1", "-m"], "'-m' requires an argument"),
    ],
)
def test_wrong_use_is_refused(args: list[str], words: str) -> None:
    result = called("explain", *args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert words in result.stderr


@pytest.mark.parametrize("args", ["--help", "-h", "explain --help", "explain 1 -h", "measures -h"])
def test_help(args: str) -> None:
    assert shown(*args.split()).startswith("Usage: python -m ireval")


def test_the_measures_are_listed() -> None:
    text = shown("measures")
    assert [line.split()[0] for line in text.splitlines() if not line.startswith(" ")] == list(measures())
    assert all(len(line) <= 80 for line in text.splitlines())
    flowing = " ".join(text.split())
    for measure in measures().values():
        assert f"{measure.name} {measure.title}. {measure.sentence}" in flowing


def test_the_long_list_has_aliases_settings_and_sources() -> None:
    flowing = " ".join(shown("measures", "--long").split())
    for measure in measures().values():
        assert f"Source: {measure.source}" in flowing
        for alias in measure.other_names:
            assert alias.format(k="<k>", level="<level>", x="<x>") in flowing
    assert "Conventions and parameters: @k, discount, gain, ideal, ideal_cut" in flowing
    assert "- short_list, “Short list: P@k divides by”: n (k); retrieved (documents retrieved)" in flowing


@pytest.mark.parametrize("columns", ["20", "40", "200", "0", "x"])
def test_any_width_of_terminal(columns: str) -> None:
    result = CliRunner().invoke(main, ["measures"], env={"COLUMNS": columns})
    assert result.exit_code == 0
    assert all(len(line) <= 100 for line in result.stdout.splitlines())


def program(*args: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "ireval", *args]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False, env=os.environ | environment)


def test_as_a_program() -> None:
    done = program("explain", "--10", "-m", "AP", PYTHONIOENCODING="utf-8")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines() == table("--10", "AP").splitlines()
    failed = program("explain", "1é", PYTHONIOENCODING="ascii")
    assert (failed.returncode, failed.stdout) == (2, b"")
    assert failed.stderr.startswith(b"Error: labels: ")
    assert b"Traceback" not in failed.stderr


def test_a_reader_that_stops_early_is_no_error() -> None:
    """As in ``python -m ireval explain ... | head -1``."""
    command = [sys.executable, "-m", "ireval", "explain", "10" * 500]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"P, P@10: precision")
        process.stdout.close()
        assert process.stderr.read() == b""
