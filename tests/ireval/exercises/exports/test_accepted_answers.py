"""Exported files, read back, mark as the sheet itself does."""

from __future__ import annotations

import pytest

from ireval.exercises import CHOICE, NUMBER
from ireval.exercises.exports.shared.accepted_answers import accepted_answers
from tests.ireval.exercises.exported_answers import (
    READERS,
    SHEETS,
    VARIANTS,
    exported,
    in_document_order,
    questions,
    typed,
)
from tests.ireval.exercises.ilias_reader import ilias_gaps

#: Moodle's list, as in ``get_grade_options`` of its source; both systems that read GIFT take the same.
MOODLES = (100, 90, 80, 75, 70, 66.666, 60, 50, 40, 33.333, 30, 25, 20, 16.666, 14.2857, 12.5, 11.111, 10, 5, 0)


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize("name", SHEETS)
def test_numbers_are_marked_as_the_sheet_marks_them(name: str, form: str) -> None:
    sheet = SHEETS[name]
    gaps, numbers = READERS[form](exported(name, form)), typed(name)
    checked = 0
    for key, question in questions(sheet):
        parts = in_document_order(question) if form == "moodle" else question.parts
        for place, part in enumerate(parts):
            if part.kind != NUMBER:
                continue
            gap = gaps[key, question.id, place]
            assert gap.right == part.right
            for text, share, said in numbers[key, question.id, part.id]:
                got, feedback = gap.judge(text)
                expected = share if form in {"csv", "qti21"} else nearest(share)
                assert got == pytest.approx(expected, abs=1e-5), (question.title, part.label, text)
                assert any(x in feedback for x in said), (question.title, part.label, text, feedback)
                checked += 1
    assert checked > 100


def nearest(share: float) -> float:
    return min((x / 100 for x in MOODLES), key=lambda known: abs(known - share))


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


def test_the_right_number_comes_first_and_the_better_paid_before_the_others() -> None:
    for _, question in questions(SHEETS["shares"], 1):
        for part in question.parts:
            found = accepted_answers(question, part) if part.kind == NUMBER else []
            rest = [x.share for x in found if x.cause != "copied"]  # what stands on the sheet comes before all others
            assert rest == sorted(rest, reverse=True)
            assert not found or (found[0].value, found[0].cause) == (part.right, "right")
