"""What the README and the pages in `docs/` say of addresses, the interface and the command line is what they do."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient

from ireval.conventions import CONVENTIONS, PRESETS
from ireval.exercises import make_sheet
from tests.known_causes import DIVIDED_BY_FOUND
from tests.paths import DOCS, ROOT
from web.state.address import PARTS
from web.state.lab_state import ARRANGEMENTS, CHARTS, VIEWS

pytestmark = pytest.mark.slow

README = (ROOT / "README.md").read_text("utf-8")
ADDRESSES, COMMANDS, SHEETS = (
    (DOCS / f"{name}.md").read_text("utf-8") for name in ("addresses", "command-line", "sheets")
)


def fenced(page: str, beginning: str) -> list[str]:
    lines = [line for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL) for line in block.splitlines()]
    return [line for line in lines if line.startswith(beginning)]


def anchor(heading: str) -> str:
    """The name of a heading in addresses, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_the_readme_is_short_and_its_links_lead_somewhere() -> None:
    """Links of all pages, to files and to their headings."""
    assert len(README.splitlines()) <= 150
    for page in (*ROOT.glob("*.md"), *DOCS.glob("*.md")):
        for link in re.findall(r"\]\((?!https?:)([^)]+)\)", page.read_text("utf-8")):
            path, _, heading = link.partition("#")
            target = page.parent / path if path else page
            assert target.is_file(), f"{page.name}: {link}"
            headings = re.findall(r"^#+ (.+)$", target.read_text("utf-8"), re.MULTILINE) if heading else []
            assert not heading or heading in {anchor(h) for h in headings}, f"{page.name}: {link}"


def test_every_part_of_the_address_is_explained() -> None:
    table = ADDRESSES[ADDRESSES.index("| Part | Means |") : ADDRESSES.index("In the table, the arrow keys")]
    parts = {*PARTS - {"subtopics", "unretrieved_subtopics", "title", *CONVENTIONS}, "labels2", "title2"}
    for part in parts:
        assert f"`{part}`" in table
    for choice in (*CHARTS, *ARRANGEMENTS, *filter(None, VIEWS)):
        assert f"`{choice}`" in table
    for preset in ("lillis", "thesis", "blog", "kth", "mir", "trec_eval"):
        assert preset in PRESETS
        assert f"`{preset}`" in table


def test_the_address_typed_by_hand_opens(client: FlaskClient) -> None:
    for page in (README, ADDRESSES):
        address = re.search(r"`(/lab\?labels=\w+)`", page)
        assert address
        assert client.get(address[1]).status_code == 200


def test_the_interface_answers_the_examples(client: FlaskClient) -> None:
    evaluated, diagnosed, mean = (
        client.get(f"{parts.path}?{parts.query}").get_json()
        for parts in (urlsplit(shlex.split(command)[1]) for command in fenced(ADDRESSES, "curl '"))
    )
    assert fenced(README, "curl '") == fenced(ADDRESSES, "curl '")[:1]
    assert [m["name"] for m in evaluated["measures"]] == ["AP", "nDCG@10"]
    assert round(evaluated["measures"][0]["value"], 9) == 0.29
    assert [cause["key"] for cause in diagnosed["causes"]] == ["divisor=relevant-retrieved"]
    assert mean["causes"]


def test_the_interface_of_sheets_answers_the_examples(client: FlaskClient) -> None:
    (made,) = fenced(SHEETS, "curl http")
    sheet = client.post("/api/v1/sheets", data=shlex.split(made)[3])
    assert sheet.data == make_sheet(42, conventions="lillis").to_json()
    questions, marks, file = (
        client.post("/api/v1/sheets", data=shlex.split(command)[1].replace("%s", sheet.text))
        for command in fenced(SHEETS, "printf")[:3]
    )
    assert len(questions.get_json()["questions"]) == 6
    assert marks.get_json()["exercises"][0]["parts"][0]["outcome"] == "right"
    assert file.data.startswith(b"<?xml") and file.content_type.startswith("application/xml")


def test_the_command_tells_why_a_number_is_different() -> None:
    for command, says in zip(
        fenced(COMMANDS, ".venv/bin/python -m ireval diagnose"), (DIVIDED_BY_FOUND, "mean R"), strict=True
    ):
        words = shlex.split(command)
        done = subprocess.run([sys.executable, *words[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert says in " ".join(done.stdout.split())


def test_the_command_lines_run() -> None:
    commands = [
        *fenced(README, ".venv/bin/python -m ireval explain"),
        *fenced(COMMANDS, ".venv/bin/python -m ireval explain"),
        *fenced(COMMANDS, ".venv/bin/python -m ireval measures"),
    ]
    assert len(commands) == 4
    for command in commands:
        words = shlex.split(command)
        done = subprocess.run([sys.executable, *words[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert ("MAP" if "MAP" in command else "nDCG") in done.stdout
