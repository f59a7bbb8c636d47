"""What the README says of addresses, the interface and the command line is what they do."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from urllib.parse import urlsplit

from flask.testing import FlaskClient

from ireval.conventions import CONVENTIONS, PRESETS
from ireval.exercises import make_sheet
from tests.paths import ROOT
from web.state.address import PARTS
from web.state.lab_state import ARRANGEMENTS, CHARTS, VIEWS

README = (ROOT / "README.md").read_text("utf-8")


def fenced(beginning: str) -> list[str]:
    lines = [line for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) for line in block.splitlines()]
    return [line for line in lines if line.startswith(beginning)]


def test_every_part_of_the_address_is_explained() -> None:
    table = README[README.index("| Part | Means |") : README.index("In the table, arrow keys")]
    parts = {*PARTS - {"subtopics", "unretrieved_subtopics", "title", *CONVENTIONS}, "labels2", "title2"}
    for part in parts:
        assert f"`{part}`" in table
    for choice in (*CHARTS, *ARRANGEMENTS, *filter(None, VIEWS)):
        assert f"`{choice}`" in table
    for preset in ("lillis", "thesis", "blog", "kth", "mir", "trec_eval"):
        assert preset in PRESETS
        assert f"`{preset}`" in table


def test_the_address_typed_by_hand_opens(client: FlaskClient) -> None:
    address = re.search(r"`(/lab\?labels=\w+)`", README)
    assert address
    assert client.get(address[1]).status_code == 200


def test_the_interface_answers_the_examples(client: FlaskClient) -> None:
    evaluated, diagnosed = (
        client.get(f"{parts.path}?{parts.query}").get_json()
        for parts in (urlsplit(shlex.split(command)[1]) for command in fenced("curl '"))
    )
    assert [m["name"] for m in evaluated["measures"]] == ["AP", "nDCG@10"]
    assert round(evaluated["measures"][0]["value"], 9) == 0.29
    assert [cause["key"] for cause in diagnosed["causes"]] == ["divisor=relevant-retrieved"]


def test_the_interface_of_sheets_answers_the_examples(client: FlaskClient) -> None:
    (made,) = fenced("curl http")
    sheet = client.post("/api/v1/sheets", data=shlex.split(made)[3])
    assert sheet.data == make_sheet(42, conventions="lillis").to_json()
    questions, marks, file = (
        client.post("/api/v1/sheets", data=shlex.split(command)[1].replace("%s", sheet.text))
        for command in fenced("printf")
    )
    assert len(questions.get_json()["questions"]) == 6
    assert marks.get_json()["exercises"][0]["parts"][0]["outcome"] == "right"
    assert file.data.startswith(b"<?xml") and file.content_type.startswith("application/xml")


def test_the_command_tells_why_a_number_is_different() -> None:
    (command,) = fenced(".venv/bin/python -m ireval diagnose")
    words = shlex.split(command)
    done = subprocess.run([sys.executable, *words[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "0,58 is not right" in done.stdout and "relevant documents found (5)" in done.stdout


def test_the_command_lines_run() -> None:
    commands = fenced(".venv/bin/python -m ireval explain") + fenced(".venv/bin/python -m ireval measures")
    assert len(commands) == 2
    for command in commands:
        words = shlex.split(command)
        done = subprocess.run([sys.executable, *words[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert "nDCG" in done.stdout
