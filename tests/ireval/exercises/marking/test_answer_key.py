"""The answer key of a variant."""

from __future__ import annotations

import json
from dataclasses import replace

from ireval.exercises import GENERATOR, RankedList, key_json, key_text, variant
from tests.ireval.exercises.own_sheet import OWN
from tests.ireval.exercises.sample_questions import KEY, one
from tests.ireval.exercises.sample_sheets import SHEET, WHOLE


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


def test_the_key_shows_the_list_the_points_and_the_tables() -> None:
    """AP@5 = (1 + 2/5)/4, with the sum rounded to one decimal; the text is written down by hand."""
    lines = key_text(variant(WHOLE, KEY)).splitlines()
    assert lines[0] == "Übung 1: answer key"
    assert lines[2].endswith("Decimals: 4.") and lines[3] == ""
    assert lines[4] == "1. Fill in the table: AP@5 (2.5 points)"
    assert lines[6].startswith("   Lowest relevant grade: 1; AP divides by: all relevant (R);")
    assert lines[7:12] == [
        "   ranked: ä b 1, c 0, d3 0, d4 unjudged, d5 2",
        "   not retrieved: d6 3, d7 2",
        "   term[1]: 1.0000 (0.02 points)",
        "   sum[1]: 1.0 (0.02 points)",
        "   term[2]: 0.0000 (0.02 points)",
    ]
    assert lines[18:20] == ["   sum[5]: 1.4 (0.15 points)", "   AP@5: 0.3500 (2.19 points)"]
    table = lines.index("   AP@5: average precision")
    assert lines[table - 1] == ""
    assert lines[table + 2] == "      1      1          1/1  1.0000  1.0000  1.0  0.2500"
    assert lines[table + 7] == "   AP@5 = 1.4/4 = 0.3500"
    assert "   nDCG(discount='log2-rank')@5: 0.6214 (1 point)" in lines
    assert key_text(variant(WHOLE, KEY)).endswith("= 6.4/10.3 = 0.6214\n")


def test_the_key_of_own_questions_has_hints_ends_and_calculations() -> None:
    text = key_text(variant(OWN, KEY))
    assert "\n\nWelcome to the second sheet.\n" in text
    assert "\n   Hint: Think of R. " in text
    assert "\n   Your answer: Missed documents count. (2 points)\n" in text
    assert "\n   Your answer: 0.83, accepted from 0.825 to 0.835 (1 point)\n" in text
    assert "\n   Query 1\n   ranked: d11 0, d35 0, d37 1," in text
    assert "\n   MAP: 0.339 (1 point)\n   MAP = (0.172 + 0.291 + 0.553)/3 = 0.339.\n" in text
    questions = json.loads(key_json(variant(OWN, KEY)))["questions"]
    first, second, third, fourth = ([*question["parts"]] for question in questions)
    assert "places" not in first[0] and "accepted" not in first[0] and "options" not in first[0]
    assert (second[0]["places"], second[0]["accepted"]) == (2, ["0.825", "0.835"])
    assert [option["key"] for option in third[0]["options"]][:2] == ["Reciprocal rank", "AP"]
    assert [(part["right"], part["accepted"]) for part in fourth][-1] == ("0.339", ["0.339"])
    assert [question["points"] for question in questions] == [2, 1, 1, 4]
    assert [question["grid"] for question in questions] == [None] * 4


def test_the_key_as_data_has_the_cells_and_the_lists() -> None:
    (first, _) = json.loads(key_json(variant(WHOLE, KEY)))["questions"]
    assert first["lists"] == [
        {
            "title": "",
            "rows": [
                ["1", "ä b", "1", ""],
                ["2", "c", "0", ""],
                ["3", "d3", "0", ""],
                ["4", "d4", "unjudged", ""],
                ["5", "d5", "2", ""],
            ],
            "missed": [["", "d6", "3", ""], ["", "d7", "2", ""]],
            "facts": [],
        }
    ]
    assert first["grid"]["heads"] == ["rank", "document", "label", "term", "sum"]
    assert first["grid"]["rows"][4] == ["5", "d5", "2", {"part": "term-5"}, {"part": "sum-5"}]
    parts = {part["id"]: part for part in first["parts"]}
    assert (parts["sum-5"]["right"], parts["sum-5"]["points"], parts["sum-5"]["places"]) == ("1.4", 0.146, 1)
    assert first["points"] == 2.5


def test_several_correct_numbers_have_their_ends() -> None:
    """With two decimals on the way, nDCG may be one unit more or less; an interval of one number is no interval."""
    question = one("table", "nDCG", list=RankedList("20303", "321"), columns=("DCG", "NDCG"), decimals=2)
    made = replace(variant(SHEET, KEY), questions=(question,))
    text = key_text(made)
    assert "   DCG[5]: 5.18, accepted from 5.18 to 5.19 (" in text
    assert "   nDCG[5]: 0.53 (" in text
    parts = {part["id"]: part["accepted"] for part in json.loads(key_json(made))["questions"][0]["parts"]}
    assert (parts["DCG-5"], parts["NDCG-5"], parts["DCG-1"]) == (["5.18", "5.19"], ["0.53"], ["2.00"])
