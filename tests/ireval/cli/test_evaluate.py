"""The command ``evaluate``: every format, the reports on standard error, and the exit status."""

from __future__ import annotations

import csv
import gzip
import io
import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ireval.cli.program import main
from ireval.evaluation.trec_eval_names import OFFICIAL
from ireval.messages import Message, say
from tests.paths import DOCS

pytestmark = pytest.mark.usefixtures("files")

QRELS = "1 0 a 1\n1 0 b 0\n2 0 a 2\n10 0 c 1\n"
FULL = "1 Q0 b 1 2 me\n1 Q0 a 2 1 me\n2 Q0 a 1 1 me\n10 Q0 x 1 1 me\n"
SHORT = "1 Q0 a 2 1 other\n77 Q0 a 2 1 other\n"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, content in (("qrels", QRELS), ("full", FULL), ("short", SHORT)):
        (tmp_path / name).write_text(content)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["evaluate", *arguments])


def test_without_measures_it_prints_what_trec_eval_prints() -> None:
    result = call("qrels", "full")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [line.split("\t") for line in result.stdout.splitlines()]
    assert [line[0] for line in lines] == ["runid", *OFFICIAL]
    values = {name: value for name, _, value in lines}
    assert {line[1] for line in lines} == {"all"}
    assert values["runid"] == "me"
    assert values["num_q"] == "3" and values["num_rel_ret"] == "2"
    assert values["map"] == "0.5000" and values["P_5"] == "0.1333"


def test_trec_lines_by_topic() -> None:
    result = call("qrels", "full", "-q", "-m", "map", "-m", "nDCG@10,gm_map", "--places", "2")
    assert result.stdout.splitlines() == [
        *("map\t1\t0.50", "nDCG@10\t1\t0.63"),
        *("map\t10\t0.00", "nDCG@10\t10\t0.00"),
        *("map\t2\t1.00", "nDCG@10\t2\t1.00"),
        *("map\tall\t0.50", "nDCG@10\tall\t0.54", "gm_map\tall\t0.02"),
    ]


def test_missing_topics_that_score_0() -> None:
    result = call("qrels", "short", "-m", "AP")
    assert (result.exit_code, result.stdout) == (0, "AP\tall\t0.3333\n")
    missing = Message("topics", count=2, names=["2", "10"])
    assert result.stderr.splitlines() == [
        say(Message("missing-topics-scored-0", run="short", topics=missing)),
        say(Message("topics-without-judgements", run="short", topics=Message("topics", count=1, names=["77"]))),
    ]


def test_missing_topics_that_are_left_out() -> None:
    result = call("qrels", "short", "-m", "AP", "--set", "missing=left-out")
    assert (result.exit_code, result.stdout) == (1, "AP\tall\t1.0000\n")
    assert "short: missing from the run and left out of the means: topics 2, 10." in result.stderr


def test_many_missing_topics_are_counted(files: Path) -> None:
    (files / "many").write_text("".join(f"{i} 0 a 1\n" for i in range(13)))
    result = call("many", "short", "-m", "AP")
    assert "topics 0, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more." in result.stderr


def test_comments_are_mentioned_once(files: Path) -> None:
    (files / "noted").write_text("# by hand\n" + QRELS + "#\n")
    (files / "first").write_text("# by hand\n" + FULL)
    (files / "second").write_text(FULL)
    result = call("noted", "first", "second", "-m", "AP", "-m", "RR@3", "--conventions", "ir_measures")
    assert result.stderr.splitlines() == [
        "Ignored lines that begin with # (as trec_eval 10 does; version 9 does not): 2 in noted, 1 in first."
    ]
    assert result.stdout == call("qrels", "first", "second", "-m", "AP", "-m", "RR@3").stdout
    assert call("qrels", "second").stderr == ""


def test_options_of_trec_eval() -> None:
    assert call("qrels", "full", "-m", "map", "-l", "2").stdout == "map\tall\t0.3333\n"
    assert call("qrels", "full", "-m", "num_ret", "-M", "1").stdout == "num_ret\tall\t3\n"
    assert call("qrels", "full", "-m", "num_ret", "-J").stdout == "num_ret\tall\t3\n"
    assert call("qrels", "full", "-m", "Fallout", "-N", "10", "--places", "3").stdout != "Fallout\tall\tnan\n"
    assert call("qrels", "full", "-m", "map", "-n").stdout == ""
    assert call("qrels", "full", "-m", "map", "-nq").stdout == "map\t1\t0.5000\nmap\t10\t0.0000\nmap\t2\t1.0000\n"
    assert call("qrels", "short", "-m", "AP", "-c", "--set", "missing=left-out").stdout == "AP\tall\t0.3333\n"
    assert call("qrels", "full", "-nq", "-m", "AP", "--format", "csv").stdout.splitlines()[-1] == "full,10,0.0"
    assert "means" not in json.loads(call("qrels", "full", "-nq", "-m", "AP", "--format", "json").stdout)[0]
    assert call("qrels", "full", "-nq", "-m", "AP", "--format", "table").stdout.split()[:2] == ["topic", "AP"]
    for wrong in (("-M", "0"), ("-N", "x"), ("-l", "0")):
        assert call("qrels", "full", *wrong).exit_code == 2


def test_the_tag_and_the_grades_as_strings(files: Path) -> None:
    (files / "tagged").write_text(FULL.replace("me", "my run"))
    result = call("qrels", "tagged", "-q", "-m", "runid,relstring,num_ret", "-m", "relstring.1")
    assert result.stdout.splitlines() == [
        *("relstring.1\t1\t'0'", "num_ret\t1\t2"),  # once, with the length that is given, as trec_eval prints it
        *("relstring.1\t10\t'-'", "num_ret\t10\t1"),
        *("relstring.1\t2\t'2'", "num_ret\t2\t1"),
        *("runid\tall\tmy", "num_ret\tall\t4"),
    ]
    [run] = json.loads(call("qrels", "tagged", "-q", "-m", "relstring", "--format", "json").stdout)
    assert (run["tag"], run["topics"][0]) == ("my run", {"topic": "1", "relstring": "'01'"})
    rows = call("qrels", "full", "-q", "-m", "relstring,AP", "--format", "csv").stdout.splitlines()
    assert rows[:2] == ["run,topic,relstring,AP", "full,1,'01',0.5"]
    assert call("qrels", "full", "-q", "-m", "relstring", "--format", "table").stdout.split()[-2:] == ["10", "'-'"]


def test_several_runs_are_compared_in_one_table() -> None:
    result = call("qrels", "full", "short", "-m", "AP", "-m", "num_ret")
    assert result.stdout.splitlines() == ["run        AP  num_ret", "full   0.5000        4", "short  0.3333        1"]
    assert result.exit_code == 0
    many = call("qrels", "full", "short").stdout.splitlines()
    assert many[0].split() == ["measure", "full", "short"] and len(many) == len(OFFICIAL) + 1


def test_several_runs_as_trec_lines_begin_with_their_names() -> None:
    lines = call("qrels", "full", "short", "-m", "AP", "--format", "trec").stdout.splitlines()
    assert lines == ["runid\tall\tme", "AP\tall\t0.5000", "runid\tall\tother", "AP\tall\t0.3333"]


def test_table_of_one_run_by_topic() -> None:
    lines = call("qrels", "full", "-q", "-m", "AP", "--format", "table").stdout.splitlines()
    assert lines[:3] == ["measure    full", "AP       0.5000", ""]
    assert [line.split()[0] for line in lines[3:]] == ["topic", "1", "2", "10"]


def test_csv() -> None:
    result = call("qrels", "full", "short", "-q", "-m", "AP", "-m", "num_q", "-m", "P@3", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [(row["run"], row["topic"]) for row in rows][:4] == [("full", t) for t in ("1", "2", "10", "all")]
    assert rows[3]["P@3"] == repr(2 / 9) and rows[3]["num_q"] == "3"
    rounded = call("qrels", "full", "-m", "P@3", "--format", "csv", "--places", "2")
    assert rounded.stdout == "run,topic,P@3\nfull,all,0.22\n"


def test_json() -> None:
    arguments = ("qrels", "short", "-q", "-m", "AP", "-m", "num_q", "--format", "json", "--conventions", "lillis")
    [run] = json.loads(call(*arguments).stdout)
    assert run["means"] == {"AP": 1 / 3, "num_q": 3}
    assert run["missing"] == ["2", "10"] and run["unjudged"] == ["77"]
    assert run["topics"][0] == {"topic": "1", "AP": 1, "num_q": 1}
    assert run["conventions"]["discount"] == "log2-rank"
    assert "topics" not in json.loads(call("qrels", "short", "-m", "AP", "--format", "json").stdout)[0]


def test_undefined_scores_in_every_format(files: Path) -> None:
    (files / "none").write_text("1 0 a 0\n")
    arguments = ("none", "full", "-q", "-m", "AP", "--conventions", "lillis", "--format")
    assert call(*arguments, "trec").stdout == "AP\tall\tnan\n"
    assert call(*arguments, "csv").stdout.splitlines()[1:] == ["full,1,", "full,all,"]
    assert json.loads(call(*arguments, "json").stdout)[0]["means"] == {"AP": None}
    assert call(*arguments, "table").stdout.splitlines()[1].split() == ["AP", "–"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("qrels", "nowhere"), "run: nowhere: the file cannot be read"),
        (("full", "full"), "qrels: full, line 1: “1 Q0 b 1 2 me” has 6 fields"),
        (("qrels", "qrels"), "run: qrels, line 1: “1 0 a 1” has 4 fields"),
        (("qrels", "full", "-m", "APP"), "There is no measure “APP”."),
        (("qrels", "full", "--set", "x=1"), "There is no convention “x”."),
        (("qrels", "full", "--conventions", "x"), "There is no preset “x”."),
        (("qrels", "full", "--places", "x"), "“x” is not a number."),
        (("qrels", "full", "--format", "x"), "'x' is not one of"),
        (("qrels",), "Missing argument 'RUN...'"),
    ],
)
def test_wrong_input_is_reported(arguments: tuple[str, ...], message: str) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_nothing_in_a_file_acts_on_the_terminal(files: Path) -> None:
    (files / "wild").write_text("1 Q0 a 1 1 \x1b[31mred\n\x1b[2J Q0 a 1 1 me\n")
    result = call("qrels", "wild", "-m", "AP", "--format", "trec")
    assert "\x1b" not in result.output


TEXT = (DOCS / "command-line.md").read_text("utf-8")


def fenced(language: str) -> list[str]:
    section = TEXT.split("## Evaluating runs\n")[1].split("\n## ")[0]
    return section.split(f"```{language}\n")[1].split("```")[0].splitlines()


def test_commands_of_the_page(files: Path) -> None:
    (files / "qrels").rename("qrels.txt")
    (files / "full").rename("bm25.txt")
    (files / "dense.txt.gz").write_bytes(gzip.compress(FULL.encode()))
    for command in fenced("sh"):
        program, *arguments = shlex.split(command)
        assert [program, *arguments[:3]] == [".venv/bin/python", "-m", "ireval", "evaluate"]
        result = call(*arguments[3:])
        assert (result.exit_code, result.stderr) == (0, "") and result.stdout
    lines = [line for line in fenced("python") if "to_pandas" not in line]
    exec("\n".join(lines), {})  # noqa: S102 - the page's own words
