"""Cloze gaps are those of the sheet, and read back as they were written."""

from __future__ import annotations

import pytest

from ireval.exercises.exports.moodle.cloze import escaped, weights
from ireval.exercises.exports.shared.job import Job
from ireval.exercises.generator.variant_keys import variant_keys
from tests.ireval.exercises import export_readers as read
from tests.ireval.exercises.exported_answers import exported
from tests.ireval.exercises.hostile_sheets import NAMES, NASTY, WHOLE, files


def test_cloze_gaps_are_those_of_the_sheet_and_weigh_as_there() -> None:
    read_back = {(q.tags[1], q.tags[2]): q for q in read.moodle(files("moodle")[0]) if q.kind == "cloze"}
    job = Job.of(WHOLE, variant_keys(WHOLE, 2))
    several = [item for item in job.items if len(item.question.parts) > 1]
    assert len(several) == len(read_back)
    for item in several:
        question = read_back[item.question.id, item.key]
        assert len(question.gaps) == len(item.question.parts)
        assert sorted(question.weights) == sorted(weights(item.question).values())
        for part in item.question.parts:
            share = weights(item.question)[part.id] / sum(question.weights)
            assert share == pytest.approx(part.points / item.question.points, abs=0.01)
        assert sum(question.weights) / item.question.points in {1, 10, 100, 1000}


@pytest.mark.parametrize(
    "text", [NASTY.replace("\u202e", " "), *NAMES, "}", "\\", "a\\#b", "&#126;", "50%", "=x", "%1%"]
)
def test_a_text_in_a_cloze_gap_is_read_back(text: str) -> None:
    gap = f"{{1:MULTICHOICE:={escaped(text)}#{escaped(text)}~other#{escaped('x' + text)}}}"
    found = read._CLOZE.fullmatch(gap)
    assert found
    assert read.cloze_gap(found[2], found[3]).judge(text) == (1, text)
    assert read.cloze_gap(found[2], found[3]).judge("other") == (0, f"x{text}")


def test_all_fields_of_an_exercise_are_equally_wide() -> None:
    """Moodle makes a field as wide as its longest number, and by chance wider if that has more than six characters."""
    several = [question.widths for question in read.moodle(exported("lillis", "moodle")) if len(question.widths) > 2]
    assert len(several) >= 2
    assert all(set(widths) == {6} for widths in several)
