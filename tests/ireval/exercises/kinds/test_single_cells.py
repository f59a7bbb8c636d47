"""Single cells of a table as gaps: one number, marked by its causes, without the rest of the table."""

from __future__ import annotations

import pytest

from ireval import explain
from ireval.errors import InputError
from ireval.exercises import Exercise, Generated, RankedList, Sheet, check, from_json, mark, variant

LIST = RankedList("101003000200003", "32211")
KEY = "K7M2PX"


def sheet(*columns: str, measure: str = "AP", drawn: Generated | None = None) -> Sheet:
    listed = None if drawn else LIST
    exercise = Exercise("e1", "table", measure, list=listed, generated=drawn, columns=columns)
    return Sheet(title="", seed=1, exercises=(exercise,))


def test_a_cell_is_one_number_without_the_score_and_the_table() -> None:
    asked = variant(sheet("P.6"), KEY).questions[0]
    assert [part.label for part in asked.parts] == ["P[6]"] and asked.grid is None and len(asked.lists) == 1
    assert asked.parts[0].right == f"{explain('101003000200003', '32211').columns('AP')['P'][5]:.3f}"
    assert asked.title == "Calculate a cell: P[6]" and "P[6]" in asked.prompt and "3 decimals" in asked.prompt


def test_wrong_numbers_have_causes() -> None:
    asked = variant(sheet("DCG.3", measure="nDCG@5"), KEY).questions[0]
    right = explain("101003000200003", "32211").columns("nDCG@5")["DCG"][2]
    other = explain("101003000200003", "32211", conventions="lillis").columns("nDCG@5")["DCG"][2]
    outcomes = [mark(asked, {asked.parts[0].id: f"{x:.3f}"}).parts[0].outcome for x in (right, other, 9.9)]
    assert outcomes == ["right", "convention", "wrong"]


def test_cells_and_columns_may_be_mixed_and_a_sheet_keeps_them() -> None:
    both = sheet("P.6", "P.1")
    assert [part.label for part in variant(both, KEY).questions[0].parts] == ["P[1]", "P[6]"]
    assert from_json(both.to_json()) == both
    mixed = variant(sheet("DCG", "IDCG.7", measure="nDCG@5"), KEY).questions[0]
    assert [part.label for part in mixed.parts][-2:] == ["IDCG[7]", "nDCG@5"] and mixed.grid


@pytest.mark.parametrize("name", ["P.0", "P.", "P.x", "P.1.2", "Q.1", ".1", "P.99999"])
def test_other_names_are_no_cells(name: str) -> None:
    with pytest.raises(InputError) as refused:
        check(sheet(name), sheet(name).exercises[0], "e")
    assert (refused.value.field, refused.value.key) == ("e.columns[0]", "unknown-column")


def test_a_row_that_the_table_does_not_have_is_refused() -> None:
    with pytest.raises(InputError) as refused:
        check(sheet("P.16"), sheet("P.16").exercises[0], "e")
    assert refused.value.key == "no-exercise-on-list"


def test_drawn_lists_have_the_cell() -> None:
    drawn = sheet("P.4", drawn=Generated(length=6))
    assert {variant(drawn, key).questions[0].parts[0].label for key in ("K7M2PX", "ABCDEF")} == {"P[4]"}
