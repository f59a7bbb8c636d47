"""A sheet is always written as the same bytes of JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

from ireval.exercises import Credit, from_json
from tests.ireval.exercises.sample_sheets import FIXED, WHOLE


def test_letters_stay_letters() -> None:
    assert "Übung 1".encode() in WHOLE.to_json()
    assert from_json(WHOLE.to_json().decode()) == WHOLE


def test_numbers_that_json_writes_as_whole_are_whole() -> None:
    data = json.loads(replace(WHOLE, exercises=(replace(FIXED, points=2.0),)).to_json())
    assert repr(data["exercises"][0]["points"]) == "2"


def test_a_known_cause_is_worth_half_unless_a_sheet_says_otherwise() -> None:
    """The shares that docs/sheets.md promises, and by which sheets without shares were marked."""
    shares = {"carried": 1, "mistake": 0.5, "convention": 0.5, "rounding": 0.5, "few": 0.5}
    assert asdict(Credit()) == shares
