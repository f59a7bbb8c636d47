"""Files for learning platforms come out alike every time, and say what they leave out."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from ireval.errors import InputError
from ireval.exercises import Exercise, RankedList, make_sheet
from ireval.exercises.exports.platform_files import FORMATS, MOST_VARIANTS, export
from tests.ireval.exercises.exported_answers import READERS, SHEETS


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_sheet_gives_the_same_bytes(form: str) -> None:
    sheet = make_sheet(3, 2)
    first = export(sheet, form, 2)
    assert first == export(make_sheet(3, 2), form, 2)
    assert first.data != export(make_sheet(4, 2), form, 2).data
    assert not re.search(rb"20[2-9][0-9]-[01][0-9]", first.data)


@pytest.mark.parametrize("form", FORMATS)
def test_more_variants_begin_with_the_same_ones(form: str) -> None:
    if form not in READERS:
        return
    one, two = (READERS[form](export(make_sheet(3, 2), form, n).data) for n in (1, 2))
    assert set(one) < set(two)
    assert all(two[key].right == one[key].right for key in one)


def test_names_of_files_are_plain() -> None:
    sheet = replace(make_sheet(1, 1), title="../Übung «1»/\u202ex" + "y" * 80)
    assert export(sheet, "moodle").name == "ubung-1-x" + "y" * 51 + ".moodle.xml"
    assert export(replace(sheet, title="演習"), "csv").name == "sheet-1.csv"


@pytest.mark.parametrize(
    ("form", "variants", "field"),
    [("mooodle", 1, "format"), ("gift", 0, "variants"), ("gift", MOST_VARIANTS + 1, "variants")],
)
def test_what_there_is_not_is_refused(form: str, variants: int, field: str) -> None:
    with pytest.raises(InputError) as refused:
        export(make_sheet(1, 1), form, variants)
    assert refused.value.field == field


def test_what_a_format_cannot_do_is_reported() -> None:
    reports = {form: " ".join(export(SHEETS["lillis"], form).report) for form in FORMATS}
    assert "not carried forward" in reports["moodle"]
    assert re.search(r"Exercises 2, 3(, \d)* and \d: In Canvas it has blanks", reports["qti12"])
    assert "no part of the points" in reports["qti12"]
    assert "GIFT has no points" in reports["gift"]
    assert "no points for mistakes" in reports["ilias"] and "not carried forward" in reports["ilias"]
    assert "a question pool that is there already" in reports["ilias"]
    assert "Tables are lists" in reports["ilias"] and "marked by hand" in reports["ilias"]
    table = Exercise("e1", "table", "AP", 1, list=RankedList("101", "1"))
    (_, told) = export(replace(make_sheet(1, 1), exercises=(table,)), "moodle").report
    assert told == "Exercise 1: Moodle counts gaps in whole points; set the question's mark to 1 in the quiz."
