"""The lecturer's notes on a step, by an address that a screen shows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.paths import ROOT
from web.course.lecturer_notes import notes_at

LESSON = (ROOT / "lessons" / "07-average-precision.md").read_text("utf-8")
STEPS = re.split(r"^## ", LESSON, flags=re.MULTILINE)[1:]
#: The notes of each step as the file has them.
NOTES = [re.findall(r"^:+\{notes\}\n(.*?)^:::", step, re.MULTILINE | re.DOTALL) for step in STEPS]
NOTED = [number for number, notes in enumerate(NOTES, start=1) if notes]
AP = "/lessons/average-precision/K7M2PX"


@pytest.fixture(autouse=True)
def in_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


@pytest.mark.parametrize("number", range(1, len(STEPS) + 1))
def test_a_step_has_the_notes_of_its_file(number: int) -> None:
    found = words(notes_at(f"{AP}/{number}"))
    assert found[:6] == words("".join(NOTES[number - 1]))[:6]
    assert bool(found) is (number in NOTED)


@pytest.mark.parametrize(
    "address",
    [
        "/lessons/average-precision/another/{}?present=1",
        "/eval/lessons/average-precision/K7M2PX/{}?labels=101&step=1&view=projector#playlist=abc&item=2",
        "/lessons/average-precision/K7M2PX/{}#unfolded",
    ],
)
def test_the_address_may_have_all_that_a_screen_adds(address: str) -> None:
    assert len(NOTED) > 1
    for number in NOTED:
        assert notes_at(address.format(number)) == notes_at(f"{AP}/{number}") != ""


@pytest.mark.parametrize(
    "address",
    [
        "",
        "/lab?labels=101",
        f"/lab?labels=101&back={AP}/{NOTED[0]}",
        f"/lab#{AP}/{NOTED[0]}",
        f"{AP}/0",
        f"{AP}/99",
        f"{AP}/{NOTED[0]}/print",
        "/lessons/average-precision",
        "/lessons/no-such-lesson/K7M2PX/1",
        f"{AP}/9999999999",
    ],
)
def test_other_addresses_have_none(address: str) -> None:
    assert notes_at(address) == ""
