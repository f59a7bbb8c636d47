"""GIFT is read alike by another program, and no question gives another one away."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ireval.exercises.exports.platform_files import export
from tests.ireval.exercises import export_readers as read
from tests.ireval.exercises.exported_answers import SHEETS, exported, questions
from tests.ireval.exercises.hostile_sheets import files

GIFT_PEGJS = ("gift-pegjs@1.0.2", "pegjs@0.10.0")


@pytest.fixture(scope="session")
def pegjs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which Node finds gift-pegjs."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("Node and npm are not installed")
    folder = tmp_path_factory.mktemp("npm")
    command = [npm, "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--ignore-scripts", *GIFT_PEGJS]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode:
        pytest.skip(f"npm could not install {GIFT_PEGJS[0]}: {done.stderr[-300:]}")
    return folder


def test_gift_is_read_alike_by_another_program(pegjs: Path, tmp_path: Path) -> None:
    texts = [data.decode() for data in files("gift")]
    source = tmp_path / "texts.json"
    source.write_text(json.dumps(texts), "utf-8")
    script = (
        "const fs = require('fs'); const gift = require('gift-pegjs');"
        "const texts = JSON.parse(fs.readFileSync(process.argv[1], 'utf8'));"
        "console.log(JSON.stringify(texts.map(text => gift.parse(text))))"
    )
    done = subprocess.run(["node", "-e", script, str(source)], cwd=pegjs, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for text, theirs in zip(texts, json.loads(done.stdout), strict=True):
        assert_read_alike(text, theirs)


def assert_read_alike(source: str, theirs_all: list[Any]) -> None:
    """What the other program reads in a file is what our reader does."""
    others = [x for x in theirs_all if x["type"] != "Category"]
    paths, mine = read.gift(source)
    assert [x["title"] for x in theirs_all if x["type"] == "Category"] == paths
    assert len(others) == len(mine) > 0
    for theirs, own in zip(others, mine, strict=True):
        assert theirs["title"] == own.title
        assert (theirs["stem"]["format"], read.text_of(theirs["stem"]["text"])) == ("html", own.shown)
        choices = theirs.get("choices") or []
        assert len(choices) == len(own.ranges) + len(own.options)
        text = "Description" if own.title == "00 Introduction" else "Essay"
        assert theirs["type"] == ("Numerical" if own.ranges else "MC" if own.options else text)
        for choice, number_ in zip(choices, own.ranges, strict=False):
            weight = choice["weight"] if choice["isCorrect"] else 0
            assert (100 if weight is None else weight) == pytest.approx(number_.fraction)
            value = choice["text"]
            assert value.get("number", value.get("text")) == (
                number_.value if number_.value == "*" else float(number_.value)
            )
            assert number_.value == "*" or value["range"] == float(number_.tolerance)
            assert read.text_of(choice["feedback"]["text"]) == number_.feedback
        for choice, (text, right, said) in zip(choices, own.options, strict=False):
            assert (read.text_of(choice["text"]["text"]), choice["isCorrect"]) == (text, right)
            assert read.text_of(choice["feedback"]["text"]) == said


def test_no_character_of_a_title_is_escaped_in_a_category() -> None:
    """Moodle replaces escaped characters before it looks for categories, and does not put them back there."""
    sheet = replace(SHEETS["lillis"], title="\\:a \\# /b", exercises=SHEETS["lillis"].exercises[:1])
    categories, _ = read.gift(export(sheet, "gift", 1).data.decode())
    assert [path[:26] for path in categories] == ["$course$/top/∖:a ∖# //b/01"]


def test_feedback_on_one_gap_shows_no_other_gap() -> None:
    """Each gap of an exercise is a question of its own, so its feedback must not answer the next one."""
    categories, asked = read.gift(exported("lillis", "gift").decode())
    assert [path.rpartition("/")[2][:2] for path in categories] == [f"0{i}" for i in range(1, len(categories) + 1)]
    by_title = {question.title: question for question in asked}
    checked = 0
    for place, (key, question) in enumerate(questions(SHEETS["lillis"])):
        number = place % len(SHEETS["lillis"].exercises) + 1
        for part in question.parts if len(question.parts) > 1 else ():
            gap = by_title[f"{number:02d} {question.title} ({key}) {part.label}"]
            right = part.right_option.text if part.kind == "choice" else part.right
            assert gap.general.strip() == f"The correct answer is {right}."
            if part.kind == "choice":
                assert {said for *_, said in gap.options} == {gap.general.strip()}
            else:
                assert gap.ranges[-1].feedback == f"No known mistake gives this number. {gap.general.strip()}"
            checked += 1
    assert checked > 20


def test_single_questions_keep_their_calculation() -> None:
    asked = read.gift(exported("lillis", "gift").decode())[1]
    assert any(re.search(r"AP = .* = 0\.\d{3}", question.general) for question in asked)
