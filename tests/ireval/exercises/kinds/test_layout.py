"""What a student has to know of conventions and decimals stands beside the question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ireval.exercises import RankedList, make_sheet
from ireval.exercises.variants.variant import make_question
from tests.ireval.exercises.sample_questions import KEY


def notes(measure: str, labels: str = "", missed: str = "", **overrides: object) -> set[str]:
    sheet = make_sheet(5, 1, conventions="lillis", overrides=overrides)
    listed = {"list": RankedList(labels, missed), "generated": None} if labels else {}
    return set(make_question(sheet, replace(sheet.exercises[0], measure=measure, **listed), KEY).question.notes)  # type: ignore[arg-type]


def test_what_a_student_has_to_know_is_told() -> None:
    """Everything that changes the number, and that the list does not show."""
    assert notes("AP") == notes("AP", divisor="min-r-k") == {"AP divides by: all relevant (R)"}
    assert notes("AP@5", divisor="min-r-k") == {"AP divides by: min(R, k)"}
    assert "Relevant from grade: 2" in notes("AP", rel=2)
    assert "Relevant from grade: 1" in notes("AP", "1020", "3")
    assert "Relevant from grade: 1" in notes("P@3", "1010", "3")
    assert "Relevant from grade: 1" not in notes("P@3", "1010", "1")
    assert "Rounding: every step, rounded to 2 decimals" in notes("AP", rounding="carried")
    assert "Rounding: quotients of shown cells, rounded to 1 decimal" in notes("nDCG@5", rounding="columns", decimals=1)
    assert "Top grade: 4" in notes("ERR@5")
    assert "Level reached: recall > r" in notes("P_at_recall(reach='above')@0.5")
    assert "Interpolation: The highest precision at any recall of r or more" in notes("IPrec@0.5")
    assert not notes("RR", rounding="columns")  # there is no sum to round
    assert "Unjudged documents: count as non-relevant" in notes("AP", "1u1", "1")
    assert {"Discount: log2(i + 1)", "Alpha: 0.5"} <= notes("alpha_nDCG@5")
    assert any(note.startswith("Ideal list: of all judged documents") for note in notes("alpha_nDCG@5"))


@pytest.mark.parametrize(
    ("measure", "cut", "end"),
    [
        ("nDCG@5", "whole", "at the cutoff"),
        ("nDCG@5", "list-end", "at the cutoff"),
        ("nDCG@5", "uncut", "with its last document"),
        ("nDCG", "whole", "with its last document"),
        ("nDCG", "list-end", "where the ranking ends"),
    ],
)
def test_where_the_ideal_list_ends_is_told_as_it_is_on_this_list(measure: str, cut: str, end: str) -> None:
    assert f"Ideal list ends: {end}" in notes(measure, ideal_cut=cut)


def test_the_decimals_of_every_column_are_told() -> None:
    """Paper has no hint beside a cell."""
    sheet = make_sheet(1, 1, overrides={"rounding": "columns", "decimals": 1})
    asked = {
        measure: make_question(sheet, replace(sheet.exercises[0], kind="table", measure=measure), KEY).question.prompt
        for measure in ("nDCG@5", "P@5", "CG@5")
    }
    assert asked["nDCG@5"].endswith(
        "G, CG, DCG, IG, IDCG and NDCG. Give DCG and IDCG to 1 decimal and NDCG to 3 decimals."
    )
    assert asked["P@5"].endswith("fill in the columns P and recall. Give numbers to 3 decimals.")
    assert asked["CG@5"].endswith("fill in the column CG. Give numbers without decimals.")
