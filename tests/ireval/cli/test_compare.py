"""The command ``compare``: every format, the seed, and files that cannot be used."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ireval.cli.program import main
from ireval.comparison.significance import TESTS
from tests.ireval.comparison.sixty_topics import QRELS, RUNS

pytest.importorskip("scipy")
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("files")]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    lines = [f"{topic} 0 {doc} {grade}" for topic, judged in QRELS.items() for doc, grade in judged.items()]
    (tmp_path / "qrels").write_text("\n".join(lines))
    for name, run in RUNS.items():
        rows = [f"{topic} Q0 {doc} 1 {score!r} {name}" for topic, mine in run.items() for doc, score in mine.items()]
        (tmp_path / name).write_text("\n".join(rows))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["compare", *arguments])


def test_json_has_what_a_report_needs() -> None:
    result = call("qrels", "first", "third", "-m", "AP", "-m", "nDCG@10", "--format", "json", "--seed", "7")
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert (found["runs"], found["seed"]) == (["first", "third"], 7)
    assert [measure["name"] for measure in found["measures"]] == ["AP", "nDCG@10"]
    for measure in found["measures"]:
        (pair,) = measure["pairs"]
        assert pair["mean_difference"] == pytest.approx(measure["means"]["third"] - measure["means"]["first"])
        assert pair["interval"][0] < pair["mean_difference"] < pair["interval"][1]
        assert pair["wins"] + pair["ties"] + pair["losses"] == measure["topics_compared"] == len(QRELS)
        assert list(pair["p"]) == list(pair["holm"]) == list(TESTS)
        assert all(0 < p <= 1 for p in pair["p"].values())
    assert found["note"].startswith("A p-value is the probability")
    assert 0 < found["overlap"][0]["rbo"] < 1


def test_the_seed_decides_and_nothing_else() -> None:
    one, again, other = (call("qrels", "first", "third", "--format", "json", "--seed", n).stdout for n in "112")
    assert one == again != other


def test_csv_has_a_row_for_each_pair_and_measure_or_topic() -> None:
    result = call("qrels", "first", "second", "third", "-m", "AP,P@5", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [(row["measure"], row["run_a"], row["run_b"]) for row in rows] == [
        (measure, a, b)
        for measure in ("AP", "P@5")
        for a, b in (("first", "second"), ("first", "third"), ("second", "third"))
    ]
    assert float(rows[0]["mean_b"]) - float(rows[0]["mean_a"]) == pytest.approx(float(rows[0]["mean_difference"]))
    by_topic = list(csv.DictReader(io.StringIO(call("qrels", "first", "third", "-q", "--format", "csv").stdout)))
    assert [row["topic"] for row in by_topic] == list(QRELS)
    assert sum(float(row["difference"]) for row in by_topic) / len(QRELS) == pytest.approx(
        float(rows[1]["mean_difference"])
    )
    assert all(row["reason"] for row in by_topic)


def test_the_table_says_it_in_sentences() -> None:
    text = call("qrels", "first", "third", "-q", "--places", "3").stdout
    assert re.search(r"\nthird is better: third 0\.\d{3}, first 0\.\d{3} \(p [=<] 0\.\d+, 60 topics\)\.\n", text)
    assert "third finds d" in text and " of the +0." in text
    assert "A p-value is the probability" in text
    assert "Jaccard@10" in text


def test_the_sentences_of_three_runs_stand_with_their_pair() -> None:
    blocks = call("qrels", "first", "second", "third").stdout.split(" minus ")[1:]
    pairs = [("second", "first"), ("third", "first"), ("third", "second")]
    for block, (b, a) in zip(blocks, pairs, strict=True):
        assert block.startswith(f"{a}: ")
        assert block.count(f"{b} is better than {a} on ") == block.count("The test in use") == 1
    found = json.loads(call("qrels", "first", "second", "third", "--format", "json").stdout)["measures"][0]
    assert [note for pair in found["pairs"] for note in pair["summary"]] == found["summary"]


@pytest.mark.parametrize("form", ["table", "csv", "json"])
def test_sentences_have_the_decimals_asked_for(form: str) -> None:
    text = call("qrels", "first", "third", "-q", "--places", "2", "--format", form).stdout
    decimals = {len(digits) for digits in re.findall(r"[+−]\d\.(\d+)", text)}
    assert decimals == {2}


@pytest.mark.parametrize(
    ("name", "line", "message"),
    [
        ("third", "1 Q0 d1 1 high x", "third, line 1:"),
        ("third", "1 Q0 d1 1 2.5 x\n1 Q0 d1 2 1.5 x", "third, line 2:"),
        ("qrels", "1 0 d1 1\n1 0 d2\n", "qrels, line 2"),
        ("qrels", "1 0 d1 1\n1 0 d1 2\n", "qrels, line 2:"),
    ],
)
def test_wrong_files_are_refused_with_their_line(files: Path, name: str, line: str, message: str) -> None:
    (files / name).write_text(line)
    result = call("qrels", "first", "third")
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_other_input_is_refused() -> None:
    assert call("qrels", "first").exit_code == 2
    assert "at least two runs" in call("qrels", "first").stderr
    assert "seed: -1 is out of range" in call("qrels", "first", "third", "--seed", "-1").stderr
    assert "gone" in call("qrels", "first", "gone").stderr
    assert call("qrels").exit_code == 2


def test_topics_that_are_left_out_are_reported(files: Path) -> None:
    rows = (files / "third").read_text().splitlines()
    (files / "third").write_text("\n".join(row for row in rows if row.split()[0] != "3"))
    result = call("qrels", "first", "third", "--set", "missing=left-out")
    assert result.exit_code == 1
    assert "third: missing from the run and left out of the means: topic 3" in result.stderr
    assert "AP: compared over 59 of 60 topics." in result.stdout


def test_where_nothing_can_be_compared_the_reason_and_the_exit_status_say_so() -> None:
    result = call("qrels", "first", "third", "-m", "Fallout@10", "-m", "Accuracy")
    assert result.exit_code == 1
    assert "Fallout@10: compared over 0 of 60 topics. Left out: topics 0, 1, 2" in result.stdout
    assert result.stdout.count("(the size of the collection is not known, so neither is ") == 2
    known = call("qrels", "first", "third", "-m", "Fallout@10", "--size", "50")
    assert (known.exit_code, known.stderr) == (0, "")
    assert re.search(r"first 0\.\d{3}.* \(p [=<] 0\.\d+, 60 topics\)\.\n", known.stdout)
    assert call("qrels", "first", "third", "-m", "Fallout@10,AP").exit_code == 0
    assert "Documents in the collection" in call("qrels", "first", "third", "--size", "x").stderr
