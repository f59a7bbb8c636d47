"""GIFT is read alike by another program."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.ireval.exercises import export_readers as read
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


@pytest.mark.parametrize("number", range(4))
def test_gift_is_read_alike_by_another_program(pegjs: Path, tmp_path: Path, number: int) -> None:
    source = tmp_path / "questions.gift"
    source.write_bytes(files("gift")[number])
    script = (
        "const fs = require('fs'); const gift = require('gift-pegjs');"
        "console.log(JSON.stringify(gift.parse(fs.readFileSync(process.argv[1], 'utf8'))))"
    )
    done = subprocess.run(["node", "-e", script, str(source)], cwd=pegjs, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    category, *others = json.loads(done.stdout)
    path, mine = read.gift(source.read_text("utf-8"))
    assert (category["type"], category["title"]) == ("Category", path)
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
