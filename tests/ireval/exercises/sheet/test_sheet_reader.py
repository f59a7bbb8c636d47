"""Sheets as JSON: written, read back, and every invalid field named by its path."""

from __future__ import annotations

from typing import Any

import pytest

from ireval.errors import InputError
from ireval.exercises import GENERATOR, Sheet, from_json, make_sheet
from tests.ireval.exercises.sample_sheets import WHOLE, changed


@pytest.mark.parametrize("sheet", [WHOLE, make_sheet(1), make_sheet(7, 14, conventions="lillis", decimals=2)])
def test_a_sheet_is_read_back_whole(sheet: Sheet) -> None:
    assert from_json(sheet.to_json()) == sheet
    assert from_json(sheet.to_json()).to_json() == sheet.to_json()
    assert sheet.to_json().endswith(b"}\n")


@pytest.mark.parametrize(
    ("path", "value", "field", "key"),
    [
        ("format", "other", "format", "not-a-sheet"),
        ("generator", 1, "generator", "other-generator"),
        ("generator", 1.5, "generator", "json-wrong-type"),
        ("generator", True, "generator", "json-wrong-type"),
        ("seed", -1, "seed", "number-out-of-range"),
        ("seed", 2**53, "seed", "number-out-of-range"),
        ("seed", ..., "seed", "json-field-missing"),
        ("title", 3, "title", "json-wrong-type"),
        ("title", "x" * 201, "title", "json-text-too-long"),
        ("title", "a\u0007b", "title", "unprintable-character"),
        ("decimals", -1, "decimals", "number-out-of-range"),
        ("policy", "never", "policy", "json-not-a-choice"),
        ("colour", "red", "colour", "json-unknown-field"),
        ("credit.mistake", 1.5, "credit.mistake", "number-out-of-range"),
        ("credit.luck", 1, "credit.luck", "json-unknown-field"),
        ("conventions", [], "conventions", "json-wrong-type"),
        ("conventions.preset", "lilis", "conventions.preset", "json-not-a-choice"),
        ("conventions.overrides.divisor", "two", "conventions.overrides.divisor", "not-one-of"),
        ("conventions.overrides.luck", 1, "conventions.overrides.luck", "sheet-unknown-convention"),
        ("exercises", [], "exercises", "sheet-without-exercises"),
        ("exercises", {}, "exercises", "json-wrong-type"),
        ("exercises", [{}] * 41, "exercises", "json-list-too-long"),
        ("exercises.1", "AP", "exercises[1]", "json-object-expected"),
        ("exercises.1.id", "lab-1", "exercises[1].id", "exercise-id-twice"),
        ("exercises.1.id", "E 2", "exercises[1].id", "not-an-exercise-id"),
        ("exercises.1.kind", "nubmer", "exercises[1].kind", "unknown-kind"),
        ("exercises.1.measure", "MAPP", "exercises[1].measure", ""),
        ("exercises.1.measure", "P@51", "exercises[1].measure", "cutoff-too-deep"),
        ("exercises.1.measure", "P@1", "exercises[1].generated", "no-good-list"),
        ("exercises.1.measure", ..., "exercises[1].measure", "measure-missing"),
        ("exercises.1.points", "2", "exercises[1].points", "json-wrong-type"),
        ("exercises.1.columns", ["AP"], "exercises[1].columns", "kind-without-field"),
        ("exercises.1.task", "x", "exercises[1].task", "unknown-task"),
        ("exercises.1.generated.length", 2, "exercises[1].generated.length", "number-out-of-range"),
        ("exercises.1.generated.unjudged", 8, "exercises[1].generated.unjudged", "too-many-unjudged"),
        ("exercises.1.list", {"labels": "101"}, "exercises[1].generated", "fixed-and-drawn"),
        ("exercises.1.preset", "lilis", "exercises[1].preset", "json-not-a-choice"),
        ("exercises.1.overrides.gain", "much", "exercises[1].overrides.gain", "not-one-of"),
        ("exercises.1.overrides.luck", 1, "exercises[1].overrides.luck", "sheet-unknown-convention"),
        ("exercises.1.decimals", 7, "exercises[1].decimals", "number-out-of-range"),
        ("exercises.0.columns", ["term", "luck"], "exercises[0].columns[1]", "unknown-column"),
        ("exercises.0.columns", ["term", "term"], "exercises[0].columns[1]", "column-twice"),
        ("exercises.0.columns", [7], "exercises[0].columns[0]", "not-a-name"),
        ("exercises.0.list.labels", "10x", "exercises[0].list.labels", ""),
        ("exercises.0.list.labels", "", "exercises[0].list.labels", "exercise-list-empty"),
        ("exercises.0.list.labels", "1" * 51, "exercises[0].list", "exercise-list-too-long"),
        ("exercises.0.list.names", ["a", 3], "exercises[0].list.names[1]", "not-a-name"),
        ("exercises.0.list.size", 3, "exercises[0].list.size", ""),
        ("exercises.0.list", None, "exercises[0].list", "json-wrong-type"),
    ],
)
def test_an_error_names_the_path_of_its_field(path: str, value: Any, field: str, key: str) -> None:
    """Measures, labels and conventions have their own errors: those keep their keys, at the sheet's field."""
    with pytest.raises(InputError) as refused:
        from_json(changed(path, value))
    assert (refused.value.field, refused.value.key) == (field, key or refused.value.key)
    assert refused.value.message


def test_errors_say_what_is_wrong_and_what_to_do() -> None:
    """The words of ``sheet.toml``; other tests look at keys and values."""
    said = {}
    for path, value in (
        ("seed", -1),
        ("title", "x" * 201),
        ("decimal", 3),
        ("generator", 1),
        ("exercises.1.id", "E 2"),
    ):
        with pytest.raises(InputError) as refused:
            from_json(changed(path, value))
        said[path] = f"{refused.value.message} {refused.value.suggestion}".strip()
    assert said == {
        "seed": "-1 is out of range. Give a whole number from 0 to 9007199254740991.",
        "title": "The text has 201 characters; at most 200 are allowed.",
        "decimal": "There is no field “decimal” here. Did you mean decimals?",
        "generator": f"The sheet was made by version 1 of the generator; this program has version {GENERATOR}. Open "
        f"the sheet with the program that made it, or change its version to {GENERATOR} to get a new sheet with other "
        "lists.",
        "exercises.1.id": "“E 2” cannot be the id of an exercise. Use up to 20 lower-case letters, digits and hyphens, "
        "such as e1.",
    }


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "sheet-not-json"),
        ("{", "sheet-not-json"),
        ("[1]", "json-object-expected"),
        (b"\xff{}", "sheet-not-utf-8"),
        ('{"seed": NaN}', "json-no-such-number"),
        ('{"seed": 1, "seed": 2}', "json-field-twice"),
        ("[" * 100_000, "sheet-nested-too-deeply"),
        ("1" * 10_000, "json-no-such-number"),
        ("7", "json-object-expected"),
        ('{"seed": 1e999}', "json-no-such-number"),
        ('{"title": "\\ud800"}', "unprintable-character"),
        ('{"\\ud800": 1}', "unprintable-character"),
        (" " * 400_001, "sheet-too-large"),
    ],
)
def test_a_file_that_is_no_sheet_is_refused(text: str | bytes, key: str) -> None:
    with pytest.raises(InputError) as refused:
        from_json(text)
    assert refused.value.key == key
