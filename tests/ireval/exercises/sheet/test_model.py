"""A sheet is always written as the same bytes of JSON."""

from __future__ import annotations

import json
from dataclasses import replace

from ireval.exercises import from_json
from tests.ireval.exercises.sample_sheets import FIXED, WHOLE


def test_letters_stay_letters() -> None:
    assert "Übung 1".encode() in WHOLE.to_json()
    assert from_json(WHOLE.to_json().decode()) == WHOLE


def test_numbers_that_json_writes_as_whole_are_whole() -> None:
    data = json.loads(replace(WHOLE, exercises=(replace(FIXED, points=2.0),)).to_json())
    assert repr(data["exercises"][0]["points"]) == "2"
