"""The CSV of a sheet has one right answer a part, and no formulas."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from ireval.exercises.exports import csv
from ireval.exercises.exports.platform_files import export
from tests.ireval.exercises import export_readers as read
from tests.ireval.exercises.export_readers import rows
from tests.ireval.exercises.exported_answers import SHEETS, VARIANTS, exported, questions
from tests.ireval.exercises.hostile_sheets import HOSTILE, by_hand


def test_no_cell_of_csv_is_a_formula() -> None:
    table = read.rows(export(replace(HOSTILE, title="=HYPERLINK(1)"), "csv").data) + read.rows(csv.write(by_hand()))
    assert table[0]["sheet"] == "'=HYPERLINK(1)"
    for row in table:
        for cell in row.values():
            assert not re.match(r"\s*[=+@＝＋－＠]", cell)
            assert not re.match(r"\s*-(?![0-9.]+$)", cell)


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "＝", "＋", "－", "＠"])
def test_a_title_is_no_formula(sign: str) -> None:
    """OWASP names these eight as beginnings of formulas; Excel with Japanese or Chinese input takes the wide ones."""
    table = read.rows(export(replace(HOSTILE, title=f"{sign}SUM(A1)"), "csv").data)
    assert {row["sheet"] for row in table} == {f"'{sign}SUM(A1)"}
    assert csv.harmless(f" {sign}SUM(A1)").lstrip().startswith("'")


def test_csv_has_one_right_answer_a_part() -> None:
    sheet = SHEETS["lillis"]
    right = [row for row in rows(exported("lillis", "csv")) if row["answer"] == "right"]
    wanted = {(key, q.id, part.id, part.right) for key, q in questions(sheet) for part in q.parts}
    assert {(row["variant"], row["exercise"], row["part"], row["value"]) for row in right} == wanted
    assert len(right) == len(wanted)
    assert sum(float(row["points"]) for row in right) == pytest.approx(VARIANTS * sheet.points, abs=1e-4)
