"""Files for learning platforms have the same bytes every time, and report what they do not support."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from ireval.errors import InputError
from ireval.exercises import Exercise, RankedList, Sheet, make_sheet, variant
from ireval.exercises.exports.platform_files import FORMATS, MOST_VARIANTS, SheetFile, export
from ireval.messages import Message, say
from tests.ireval.exercises.exported_answers import READERS, SHEETS


@cache
def exported(form: str, variants: int) -> SheetFile:
    return export(make_sheet(3, 2), form, variants)


@pytest.mark.parametrize("form", FORMATS)
def test_more_variants_begin_with_the_same_ones(form: str) -> None:
    if form not in READERS:
        return
    one, two = (READERS[form](exported(form, n).data) for n in (1, 2))
    assert set(one) < set(two)
    assert all(two[key].right == one[key].right for key in one)


def test_names_of_files_are_plain() -> None:
    sheet = replace(make_sheet(1, 1), title="../Übung «1»/\u202ex" + "y" * 80)
    assert export(sheet, "moodle").name == "ubung-1-x" + "y" * 51 + ".moodle.xml"
    assert export(replace(sheet, title="演習"), "csv").name == "sheet.csv"


@pytest.mark.parametrize(
    ("form", "variants", "field"),
    [("mooodle", 1, "format"), ("gift", 0, "variants"), ("gift", MOST_VARIANTS + 1, "variants")],
)
def test_unknown_formats_and_numbers_out_of_range_are_refused(form: str, variants: int, field: str) -> None:
    with pytest.raises(InputError) as refused:
        export(make_sheet(1, 1), form, variants)
    assert refused.value.field == field


#: What Moodle XML and GIFT say of numbers.
MOODLES = {"numbers-without-digits", "moodle-comma", "moodle-zeros"}


def notes(sheet: Sheet, form: str) -> dict[str, Message]:
    """A file's notes by key; a note on some exercises counts by the key of what it says of them."""
    report = export(sheet, form).report
    return {note.values["note"].key if "note" in note.values else note.key: note for note in report}  # type: ignore[attr-defined]


def test_a_file_reports_what_its_format_does_not_support() -> None:
    found = {form: notes(SHEETS["lillis"], form) for form in FORMATS}
    by_hand = {"marked-by-hand"}
    expected = {
        "moodle": {"errors-not-carried", "moodle-whole-weights", *MOODLES},
        "qti21": {"errors-not-carried", "numbers-without-digits", "qti21-comma"},
        "qti12": {"errors-not-carried", "canvas-no-partial-credit", "canvas-comma", "canvas-blanks"},
        "ilias": {"errors-not-carried"}
        | {f"ilias-{what}" for what in ("no-partial-credit", "comma", "as-printed", "tables", "pool")},
        "gift": {"errors-not-carried", "gift-without-points", "gift-one-gap", *MOODLES},
        "csv": {"errors-not-carried", "csv-comma"},
    }
    assert {form: set(found[form]) - by_hand for form in expected} == expected
    assert all(by_hand <= set(keys) for keys in found.values())
    assert "mistakes earn 50% of the points" in say(found["qti12"]["canvas-no-partial-credit"])
    blanks = found["qti12"]["canvas-blanks"]
    places = [i for i, q in enumerate(variant(SHEETS["lillis"], "K7").questions, 1) if q.grid or len(q.parts) > 1]
    assert blanks.values["places"] == places and len(places) > 1


def test_notes_name_the_exercises_that_they_concern() -> None:
    """The words of ``exports.toml``; other tests look at keys and values."""
    table = Exercise("e1", "table", "AP", 1, list=RankedList("101", "1"))
    *_, note = export(replace(make_sheet(1, 1), exercises=(table,)), "moodle").report
    expected = "Exercise 1: Moodle weights gaps in whole points, and uses their sum, 100, as the question's mark. "
    assert say(note) == expected + "Set it to 1 in the quiz."
    several = Message("note-on-exercises", count=3, places=[2, 3, 5], note=Message("gift-one-gap"))
    gift = "GIFT allows one gap per question: an exercise with several gaps becomes several questions."
    assert say(several) == f"Exercises 2, 3 and 5: {gift}"
