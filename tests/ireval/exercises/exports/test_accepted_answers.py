"""Exported files, read back, mark as the sheet itself does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ireval.exercises import CHOICE, NUMBER, Exercise, RankedList, make_sheet, variant
from ireval.exercises.exports.shared.accepted_answers import accepted_answers
from ireval.exercises.question.outcomes import COPIED
from tests.ireval.exercises.exported_answers import READERS, SHEETS, VARIANTS, exported, in_document_order, questions
from tests.ireval.exercises.ilias_reader import ilias_gaps


@pytest.mark.parametrize("form", ["moodle", "qti21", "gift", "ilias"])
def test_choices_are_marked_as_the_sheet_marks_them(form: str) -> None:
    sheet = SHEETS["lillis"]
    gaps = (READERS | {"ilias": ilias_gaps})[form](exported("lillis", form))
    checked = 0
    for key, question in questions(sheet):
        parts = in_document_order(question) if form in {"moodle", "ilias"} else question.parts
        for place, part in enumerate(parts):
            for option in part.options if part.kind == CHOICE else ():
                share, said = gaps[key, question.id, place].judge(option.text)
                assert share == (option.key == part.right)
                assert option.why in said or (form == "gift" and len(parts) > 1)
                checked += 1
    assert checked >= 6 * VARIANTS


def test_the_right_numbers_come_first_and_the_better_paid_before_the_others() -> None:
    for _, question in questions(SHEETS["shares"], 1):
        for part in question.parts:
            found = accepted_answers(question, part) if part.kind == NUMBER else []
            paid = [x.share for x in found if x.cause != COPIED]
            assert paid == sorted(paid, reverse=True)
            assert not found or (found[0].value, found[0].cause) == (part.right, "right")


def test_numbers_cut_off_or_with_too_few_decimals_stand_for_themselves() -> None:
    average = Exercise("e1", "number", "AP", list=RankedList("10100000000", "1"))
    (question,) = variant(replace(make_sheet(1, 1, decimals=4), exercises=(average,)), "K7").questions
    assert question.parts[0].right == "0.5556"
    found = {x.value: x[1:] for x in accepted_answers(question, question.parts[0])}
    few = ("0.0000001", 0.5, "few-decimals", "Right so far. More decimals, please.")
    assert found["0.56"] == found["0.556"] == few
    for places, text in enumerate(("0.55", "0.555", "0.5555"), 2):
        said = f"You cut the number off after {places} decimals instead of rounding it."
        assert found[text] == ("0.0000001", 0.5, "cut-off", said)
    assert "0.6" not in found
