"""A question names the conventions and decimals that the student has to know."""

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


def test_notes_name_the_conventions_with_an_effect() -> None:
    """They name everything that changes the number and that the list does not show."""
    assert notes("AP") == notes("AP", divisor="min-r-k") == {"AP divides by: all relevant (R)"}
    assert notes("AP@5", divisor="min-r-k") == {"AP divides by: min(R, k)"}
    assert "Lowest relevant grade: 2" in notes("AP", rel=2)
    assert "Lowest relevant grade: 1" in notes("AP", "1020", "3")
    assert "Lowest relevant grade: 1" in notes("P@3", "1010", "3")
    assert "Lowest relevant grade: 1" not in notes("P@3", "1010", "1")
    assert "Rounding: every step, rounded to 2 decimals" in notes("AP", rounding="carried")
    assert "Rounding: quotients of shown cells, rounded to 1 decimal" in notes("nDCG@5", rounding="columns", decimals=1)
    assert "Top grade: 4" in notes("ERR@5")
    assert "Level reached: recall > r" in notes("P_at_recall(reach='above')@0.5")
    assert any(note.startswith("Interpolation: The highest precision") for note in notes("IPrec@0.5"))
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
def test_notes_say_where_the_ideal_list_ends_on_this_list(measure: str, cut: str, end: str) -> None:
    assert f"Ideal list ends: {end}" in notes(measure, ideal_cut=cut)


def test_the_prompt_gives_the_decimals_of_every_column() -> None:
    """On paper, a cell has no hint."""
    sheet = make_sheet(1, 1, overrides={"rounding": "columns", "decimals": 1})
    prompts = {
        measure: make_question(sheet, replace(sheet.exercises[0], kind="table", measure=measure), KEY).question.prompt
        for measure in ("nDCG@5", "P@5", "CG@5")
    }
    assert prompts["nDCG@5"].startswith("Fill in the columns G, CG, DCG, IG, IDCG and nDCG of the table for ")
    assert prompts["nDCG@5"].endswith(". Give DCG and IDCG to 1 decimal and nDCG to 3 decimals.")
    assert prompts["P@5"].startswith("Fill in the columns P and recall of the table for ")
    assert prompts["P@5"].endswith(". Give numbers to 3 decimals.")
    assert prompts["CG@5"].startswith("Fill in the column CG of the table for ")
    assert prompts["CG@5"].endswith(". Give numbers without decimals.")
