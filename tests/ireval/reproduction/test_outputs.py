"""Outputs of trec_eval 9.0.8 and of the copied archive of that name on the built-in collection, recorded, compared."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from ireval.cli.program import main
from ireval.messages import say
from ireval.reproduction.printed_causes import causes_of
from ireval.reproduction.printed_differences import PrintedComparison
from ireval.reproduction.printed_means import mean_notes
from ireval.reproduction.printed_scores import read_printed
from ireval.reproduction.reproduction import reproduce
from ireval.trec import FileError
from tests.paths import ROOT

pytestmark = pytest.mark.slow

HARBOUR = ROOT / "collections" / "harbour"
QRELS, RUN = HARBOUR / "qrels.txt", HARBOUR / "runs" / "words.txt"
RECORDED = Path(__file__).parent / "recorded"
NINE, ARCHIVE, COMPLETE = (
    RECORDED / f"trec_eval-{name}.txt" for name in ("9.0.8", "archive", "9.0.8-c-two-topics-missing")
)


def said(compared: PrintedComparison) -> str:
    return " ".join(say(message) for message in compared.notes)


def test_the_archive_differs_in_interpolated_precision_and_the_files_name_it() -> None:
    compared = PrintedComparison(read_printed(NINE), read_printed(ARCHIVE))
    by_hand = {
        tuple(a.split()[:2])
        for a, b in zip(NINE.read_text().splitlines(), ARCHIVE.read_text().splitlines(), strict=True)
        if a != b and a.split()[1] != "all"
    }
    assert by_hand and {(d.measure, d.topic) for d in compared.differences} == by_hand
    assert "Only interpolated precision differs" in said(compared)
    assert "The archive trec_eval.9.0.8.tar.gz does as version 10" in said(compared)
    lines = [file.read_text().splitlines() for file in (NINE, ARCHIVE)]
    differing = sum(a != b for a, b in zip(*lines, strict=True))
    guide = " ".join((ROOT / "docs" / "command-line.md").read_text().split())
    assert f"differs from that of 9.0.8 in {differing} of {len(lines[0])} lines" in guide
    (cause,) = causes_of(compared, QRELS, RUN)
    assert "trec_eval 9 " in say(cause.message) and "trec_eval 10" in say(cause.message).partition("the second")[2]


@pytest.mark.parametrize(("file", "ten"), [(NINE, False), (ARCHIVE, True)])
def test_the_mean_that_each_prints_is_found(file: Path, ten: bool) -> None:
    score = read_printed(file).overall["11pt_avg"].text
    match = reproduce(str(QRELS), str(RUN), "11pt_avg", score).matches[0]
    assert match.way.setup.chosen["interpolation"] == f"trec-eval-{10 if ten else 9}" and not match.way.changes


def test_topics_missing_with_c_explain_the_mean() -> None:
    [note] = mean_notes(read_printed(COMPLETE))
    assert "a mean over 10 topics, but only 8 are shown" in say(note) and "-c" in say(note)
    text = said(PrintedComparison(read_printed(NINE), read_printed(COMPLETE)))
    assert "has topics 3 and 9" in text and "the averages of" in text


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ("num_rel 1 9\nnum_ret 1 5\nnum_rel_ret 1 2\nmap 1 0.5\n", "judgements are other ones"),
        ("num_rel 1 3\nnum_ret 1 4\nnum_rel_ret 1 2\nmap 1 0.5\n", "-M"),
        ("num_rel 1 3\nnum_ret 1 5\nnum_rel_ret 1 1\nmap 1 0.5\n", "num_rel_ret"),
        ("num_rel 1 3\nnum_ret 1 5\nnum_rel_ret 1 2\nmap 1 0.4\n", "order of the documents differs"),
        (
            "num_rel 1 3\nnum_ret 1 5\nnum_rel_ret 1 2\nmap 1 0.5\nmap all 0.5\n",
            "values of topics that are in both outputs are the same",
        ),
        ("rbp 1 0.3\n" + "num_rel 1 3\nnum_ret 1 5\nnum_rel_ret 1 2\nmap 1 0.5\n", "since 10.0-rc1"),
    ],
)
def test_what_the_outputs_alone_show(other: str, words: str) -> None:
    one = "num_rel\t1\t3\nnum_ret  1  5\nnum_rel_ret 1 2\nmap                   \t1\t0.5\n"
    assert words in said(PrintedComparison(read_printed(one.encode()), read_printed(other.encode())))


def test_a_mean_that_is_not_one() -> None:
    [note] = mean_notes(read_printed(b"runid all me\nmap 1 0.5000\nmap 2 0.3000\nmap all 0.4500\n"))
    assert "is not the mean of the topics shown" in say(note) and "0.4000" in say(note)
    assert not mean_notes(read_printed(b"map 1 0.3333\nmap 2 0.6667\nmap all 0.5\n"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("map 1\n", 1),
        ("map 1 0.5\nmap 2 half\n", 2),
        ("map 1 0.5\nP_5 1 0.2\nmap 1 0.6\n", 3),
        ("runid all me\n", None),
    ],
)
def test_malformed_lines_are_named_by_number(text: str, line: int | None) -> None:
    with pytest.raises(FileError) as error:
        read_printed(text.encode())
    assert error.value.line == line


def test_the_commands() -> None:
    score = read_printed(NINE).overall["map"].text
    found = CliRunner().invoke(main, ["reproduce", "score", str(QRELS), str(RUN), "map", score])
    assert found.exit_code == 0 and f"{score} is map of trec_eval 9 with -c" in found.stdout
    assert "evaluate QRELS RUN -m map --conventions trec_eval" in found.stdout
    found = CliRunner().invoke(main, ["reproduce", "outputs", str(NINE), str(ARCHIVE)])
    assert found.exit_code == 1 and "iprec_at_recall" in found.stdout
    assert CliRunner().invoke(main, ["reproduce", "outputs", str(NINE), str(NINE)]).exit_code == 0
    found = CliRunner().invoke(main, ["reproduce", "outputs", str(NINE), str(NINE), "--run", str(RUN)])
    assert found.exit_code == 2 and "belong together" in found.stderr
