"""The commands ``sheet ...``, run in a temporary folder."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from ireval.exercises import GENERATOR, KINDS, OUTCOMES, from_json, key_json, variant
from ireval.exercises.marking.class_answers import HEAD
from ireval.messages import Message, say
from tests.ireval.cli.sheet_commands import called, rows
from tests.ireval.exercises.sample_questions import KEY
from tests.ireval.exercises.sample_sheets import SHEET
from tests.paths import DOCS


def key_file() -> str:
    """The correct answers of one variant as a long file."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(("variant", "exercise", "part", "answer"))
    for question in variant(SHEET, KEY).questions:
        writer.writerows((KEY, question.id, part.id, part.right) for part in question.parts)
    return text.getvalue()


def test_from_seed_to_marks(tmp_path: Path) -> None:
    sheet, answers, marks = (str(tmp_path / name) for name in ("sheet.json", "answers.csv", "marks.csv"))
    assert called("make", "--seed", "42", "--conventions", "lillis", "-o", sheet).exit_code == 0
    assert Path(sheet).read_bytes() == SHEET.to_json()
    assert called("make", "--seed", "42", "--conventions", "lillis").stdout_bytes == SHEET.to_json()

    key = called("key", sheet, "--variant", KEY.lower())
    assert key.exit_code == 0 and f"variant {KEY}, generator {GENERATOR}" in key.output
    assert called("key", sheet, "--variant", KEY, "--format", "json").stdout_bytes == key_json(variant(SHEET, KEY))
    assert "variant " in called("key", sheet).output

    Path(answers).write_text(key_file(), "utf-8")
    assert called("mark", sheet, answers, "-o", marks).exit_code == 0
    found = rows(Path(marks).read_text("utf-8"))
    assert tuple(found[0]) == HEAD
    assert {row["outcome"] for row in found} == {"right"}
    assert all(row["points"] == row["of"] for row in found)


def test_examples_stay_lines_in_the_help() -> None:
    assert "\n  python -m ireval sheet mark sheet.json answers.csv -o marks.csv\n" in called("mark", "--help").output
    assert (
        "\n  python -m ireval sheet make --seed 42 --conventions lillis -o sheet.json\n" in called("make", "-h").output
    )


def test_the_help_names_the_columns_of_the_output() -> None:
    text = " ".join(called("mark", "--help").output.split())
    assert f"the columns {', '.join(HEAD[:-1])} and {HEAD[-1]}." in text


def test_an_introduction_reaches_the_sheet_if_it_is_not_too_long() -> None:
    made = called("make", "--seed", "1", "--exercises", "1", "--intro", "Work *alone*.")
    assert json.loads(made.output)["intro"] == "Work *alone*."
    assert called("make", "--seed", "1", "--intro", "x" * 4001).exit_code == 2


def test_a_sheet_that_counts_gets_a_secret() -> None:
    """By itself without a seed, and on request with one: the exercises of the seed, on lists that nobody can find."""
    made = [from_json(called("make", *args).stdout_bytes) for args in ((), (), ("--seed", "42", "--secret"))]
    assert {len(bytes.fromhex(sheet.secret)) for sheet in made} == {16} and len({sheet.secret for sheet in made}) == 3
    assert made[0].seed != made[1].seed and made[2].seed == 42
    plain = from_json(called("make", "--seed", "42").stdout_bytes)
    assert not plain.secret and made[2].exercises == plain.exercises
    assert variant(made[2], KEY).questions[0].lists != variant(plain, KEY).questions[0].lists


def test_settings_reach_the_sheet() -> None:
    made = called("make", "--seed", "1", "--exercises", "8", "--decimals", "4", "--title", "Ü", "--set", "rel=2")
    sheet = from_json(made.stdout_bytes)
    assert (sheet.seed, len(sheet.exercises), sheet.decimals, sheet.title) == (1, 8, 4, "Ü")
    assert sheet.overrides == {"rel": 2} and sheet.preset == "trec_eval"


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("make", "--seed", "x"), "seed: "),
        (("make", "--seed", "1", "--exercises", "41"), "exercises: "),
        (("make", "--seed", "1", "--decimals", "7"), "decimals: "),
        (("make", "--seed", "1", "--conventions", "lilis"), "lillis"),
        (("make", "--seed", "1", "-o", "/no/such/folder/sheet.json"), "cannot be written"),
        (("key", "/no/such/sheet.json"), "cannot be read"),
    ],
)
def test_wrong_input_is_reported_in_one_line(args: tuple[str, ...], word: str) -> None:
    result = called(*args)
    assert result.exit_code == 2 and result.stdout == ""
    assert word in result.stderr and result.stderr.count("\n") == 1


def test_a_wrong_sheet_and_a_wrong_key_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "sheet.json"
    data = json.loads(SHEET.to_json())
    data["exercises"][1]["measure"] = "BPREFF"
    path.write_text(json.dumps(data), "utf-8")
    assert "exercises[1].measure: " in called("key", str(path)).stderr
    path.write_bytes(SHEET.to_json())
    assert (
        f"variant: {say(Message('not-in-keys', character='0'))}" in called("key", str(path), "--variant", "K0").stderr
    )
    answers = tmp_path / "answers.csv"
    answers.write_text("variant,exercise,part,answer\n", "utf-8")
    assert "no answers" in called("mark", str(path), str(answers)).stderr


@pytest.mark.slow
def test_stress_reports_every_kind() -> None:
    result = called("stress", "--seeds", "1")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0].split()[:2] == ["kind", "measure"] and len(lines) > 20
    assert {line.split()[0] for line in lines[1:]} == {kind.key for kind in KINDS.values() if not kind.own}


def test_the_page_names_every_outcome_and_command() -> None:
    page = (DOCS / "sheets.md").read_text("utf-8")
    assert [word for word in OUTCOMES if f"`{word}`" not in page] == []
    assert [name for name in ("make", "key", "mark", "stress", "export") if f"ireval sheet {name} " not in page] == []


@pytest.mark.parametrize("option", ["--title", "--intro"])
def test_text_that_no_file_can_hold_is_refused(option: str) -> None:
    made = called("make", "--seed", "1", option, "half a character \udc80")
    assert made.exit_code == 2 and "Traceback" not in made.output
