"""The answer key of a variant."""

from __future__ import annotations

import json

from ireval.exercises import GENERATOR, key_json, key_text, variant
from tests.ireval.exercises.sample_questions import KEY
from tests.ireval.exercises.sample_sheets import SHEET


def test_the_key_has_the_worked_tables() -> None:
    made_of = variant(SHEET, KEY)
    text = key_text(made_of)
    assert f"variant {KEY}, generator {GENERATOR}" in text
    for question in made_of.questions:
        for part in question.parts:
            assert f"{part.label}: {part.right}" in text
        assert all(note in text for note in question.notes)
        for table in question.tables:
            assert all(line in text for line in table.lines())
    data = json.loads(key_json(made_of))
    assert [q["id"] for q in data["questions"]] == [f"e{i}" for i in range(1, 7)]
    parts = {part["id"] for q in data["questions"] if q["grid"] for part in q["parts"]}
    gaps = {c["part"] for q in data["questions"] if q["grid"] for row in q["grid"]["rows"] for c in row if c != str(c)}
    assert gaps and gaps <= parts
