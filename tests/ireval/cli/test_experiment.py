"""The commands of ``experiment``: every format, the seed, and what cannot be used."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ireval.cli.program import main
from ireval.collection import built_in
from ireval.experiments.incomplete_judgements import take_away_judgements
from ireval.experiments.incomplete_reports import plain
from ireval.experiments.significance_tests.simulation_choices import read_simulation
from ireval.experiments.significance_tests.simulation_reports import plain as plain_shares
from tests.paths import ROOT

HARBOUR = ROOT / "collections" / "harbour"
FILES = [str(HARBOUR / "qrels.txt"), *(str(HARBOUR / "runs" / f"{name}.txt") for name in ("pieces", "words"))]
CHOICES = ["-m", "AP", "-m", "Bpref", "--repeats", "4"]


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["experiment", "incomplete", *arguments])


def test_json_is_what_the_core_says() -> None:
    result = call(*FILES, *CHOICES, "--seed", "3", "--format", "json", "--set", "rel=2")
    assert (result.exit_code, result.stderr) == (0, "")
    runs = {f"{name}.txt": run for name, run in built_in().runs.items()}
    experiment = take_away_judgements(built_in().qrels, runs, ["AP", "Bpref"], repeats=4, seed=3, rel=2)
    expected = plain(experiment.result(experiment.scores()))
    assert json.loads(result.stdout) == json.loads(json.dumps(expected))


def test_csv_has_the_numbers_of_json() -> None:
    rows = list(csv.DictReader(io.StringIO(call(*FILES, *CHOICES, "--format", "csv").stdout)))
    found = json.loads(call(*FILES, *CHOICES, "--format", "json").stdout)
    for measure in found["measures"]:
        for quantity, expected in (("average score", measure["average"]), ("kendall tau", measure["kendall_tau"])):
            mine = [row for row in rows if (row["measure"], row["quantity"]) == (measure["name"], quantity)]
            assert [float(row["mean"]) for row in mine] == [x["mean"] for x in expected]
            assert [float(row["share"]) for row in mine] == found["shares"]
            assert [int(row["judgements"]) for row in mine] == found["judgements"]


def test_the_seed_decides_what_is_drawn() -> None:
    first, again, other = (call(*FILES, *CHOICES, "--seed", seed).stdout for seed in ("3", "3", "4"))
    assert first == again != other
    assert first.startswith("Scores averaged over 2 systems and 4 samples, seed 3\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([FILES[0]], "RUN"),
        ([*FILES, "--repeats", "0"], "repeats: 0 is out of range. Give a whole number from 1 to 10000."),
        ([*FILES, "-m", "GMAP"], "GMAP is a geometric mean"),
        ([FILES[0], "nowhere.txt"], "nowhere.txt"),
        ([FILES[1], FILES[1]], "line 1: "),
    ],
)
def test_what_cannot_be_used_is_named(arguments: list[str], said: str) -> None:
    result = call(*arguments)
    assert result.exit_code != 0 and not result.stdout
    assert said in f"{result.stderr} {result.exception}"


def simulate(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["experiment", "tests", "--simulations", "20", *arguments])


def test_simulated_tests_are_those_of_the_core() -> None:
    result = simulate("--topics", "4", "--shape", "tied", "--effect", "1", "--seed", "5", "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    texts = {"topics": "4", "shape": "tied", "effect": "1", "seed": "5", "simulations": "20"}
    assert json.loads(result.stdout) == json.loads(json.dumps(plain_shares(read_simulation(texts).run())))


def test_differences_of_runs_are_simulated() -> None:
    shown = simulate(*FILES, "-m", "P@10", "--format", "csv")
    assert (shown.exit_code, shown.stderr) == (0, "") and "type I error,sign-flip,10,0.0," in shown.stdout
    assert simulate(*FILES, "-m", "AP", "--format", "csv").stdout != shown.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (FILES[:2], "2 files given; the differences of two runs need three"),
        (["--shape", "runs"], "0 files given"),
        ([*FILES, "--shape", "tied"], "exclude each other"),
        ([*FILES, "-m", "AP,P@5"], "There are 2 measures"),
        ([FILES[0], FILES[1], "nowhere.txt"], "nowhere.txt"),
        ([FILES[0], FILES[1], FILES[1]], ""),
        (["--topics", "2"], "topics: Number of topics: 2 is out of range. Give a whole number from 3 to 200."),
        (["--alpha", "x"], "Significance level"),
    ],
)
def test_a_simulation_that_cannot_be_used_is_refused_in_one_line(arguments: list[str], said: str) -> None:
    result = simulate(*arguments)
    assert result.exit_code == 2 and result.stdout == "" and result.stderr.count("\n") == 1
    assert said in result.stderr


def agree(text: str, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["experiment", "agreement", "-", *arguments], input=text)


def test_a_table_of_counts_has_its_agreement(tmp_path: Path) -> None:
    counts = ",yes,no\nyes,300,20\nno,10,70\n"
    (tmp_path / "counts.csv").write_text(counts)
    result = CliRunner().invoke(main, ["experiment", "agreement", str(tmp_path / "counts.csv")])
    assert result.exit_code == 0 and result.stdout == agree(counts).stdout
    assert "Cohen's kappa                        400    0.9250    0.6650  0.7761\n" in result.stdout
    found = json.loads(agree(counts, "--format", "json").stdout)
    assert (found["labels"], found["documents"]) == (["yes", "no"], 400)
    assert {name: round(one.get("kappa", one.get("alpha")), 4) for name, one in found["agreement"].items()} == {
        "cohen": 0.7761,
        "cohen-pooled": 0.7759,
        "alpha-nominal": 0.7762,
    }
    rows = list(csv.DictReader(io.StringIO(agree(counts, "--format", "csv").stdout)))
    assert [row["value"] for row in rows] == ["0.7761", "0.7759", "0.7762"]
    assert "is Cohen's kappa" in agree(counts, "--number", "0.7761").stdout
    assert (
        "is the pooled kappa (Scott's pi), 0.7759"
        in agree(counts, "--number", "0.7759", "--marginals", "pooled").stdout
    )
    undefined = agree("0 0\n0 40")
    assert undefined.exit_code == 0 and "Not defined: every document got the same label" in undefined.stdout


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        ("300 2O\n10 70", [], "Row 1, column 2"),
        ("", [], "The table is empty"),
        ("300 20\n10 70", ["--coefficient", "fleiss"], "coefficient: "),
        ("300 20\n10 70", ["--marginals", "both"], "marginals: "),
        ("300 20\n10 70", ["--number", "kappa"], "kappa"),
    ],
)
def test_counts_that_cannot_be_used_are_refused_in_one_line(text: str, arguments: list[str], said: str) -> None:
    result = agree(text, *arguments)
    assert result.exit_code == 2 and result.stdout == "" and result.stderr.count("\n") == 1
    assert said in result.stderr
