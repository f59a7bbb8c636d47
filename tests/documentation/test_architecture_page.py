"""The page on the architecture names what is there, in the order that the tests keep."""

from __future__ import annotations

import re

from tests.paths import ROOT
from tests.test_architecture import FLOORS, LAYERS, module

PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def test_the_rooms_are_those_of_the_layers() -> None:
    table = PAGE[PAGE.index("<!-- layers -->") : PAGE.index("<!-- end of layers -->")]
    assert re.findall(r"^\| `([\w.]+)` \| .+ \|$", table, re.MULTILINE) == LAYERS


def test_every_file_that_is_named_is_there() -> None:
    named = re.findall(r"`((?:ireval|web|templates|static|tests)/[\w/.]+)`", PAGE)
    assert len(named) > 20
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_floors_are_those_of_the_tests() -> None:
    table = PAGE[PAGE.index("<!-- floors -->") : PAGE.index("<!-- end of floors -->")]
    rows = re.findall(r"^\| (\d) \| (.+) \|$", table, re.MULTILINE)
    floors = [re.findall(r"`(\w+)`", rooms) for _, rooms in reversed(rows)]
    assert [number for number, _ in rows] == ["6", "5", "4", "3", "2", "1"]
    assert floors[:-1] == FLOORS


def test_every_room_in_the_picture_is_a_room() -> None:
    picture = PAGE[PAGE.index("```mermaid") :].partition("```\n\n")[0]
    rooms = {word for line in picture.splitlines() if "-->" in line for word in re.findall(r"\w+", line)}
    names = {room.rpartition(".")[2] for room in LAYERS}
    assert rooms - {"core"} <= names
    assert (ROOT / "app.py").is_file() and module(ROOT / "app.py") == "app"


def test_arrows_of_the_picture_go_one_way() -> None:
    places = {room.rpartition(".")[2]: i for i, room in enumerate(LAYERS)}
    for line in PAGE[PAGE.index("```mermaid") :].partition("```\n\n")[0].splitlines():
        chain = [places[word] for word in re.findall(r"\w+", line) if "-->" in line and word in places]
        assert chain == sorted(chain), line
