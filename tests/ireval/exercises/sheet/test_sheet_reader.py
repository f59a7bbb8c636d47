"""Sheets as JSON: written and read back, and every wrong field named by its path."""

from __future__ import annotations

from typing import Any

import pytest

from ireval.errors import InputError
from ireval.exercises import Sheet, from_json, make_sheet
from tests.ireval.exercises.sample_sheets import WHOLE, changed


@pytest.mark.parametrize("sheet", [WHOLE, make_sheet(1), make_sheet(7, 14, conventions="lillis", decimals=2)])
def test_a_sheet_is_read_back_whole(sheet: Sheet) -> None:
    assert from_json(sheet.to_json()) == sheet
    assert from_json(sheet.to_json()).to_json() == sheet.to_json()
    assert sheet.to_json().endswith(b"}\n")


@pytest.mark.parametrize(
    ("path", "value", "field", "word"),
    [
        ("format", "other", "format", "not a sheet"),
        ("generator", 2, "generator", "version 2"),
        ("generator", 1.5, "generator", "whole number"),
        ("generator", True, "generator", "whole number"),
        ("seed", -1, "seed", "out of range"),
        ("seed", 2**53, "seed", "out of range"),
        ("seed", ..., "seed", "missing"),
        ("title", 3, "title", "text"),
        ("title", "x" * 201, "title", "200"),
        ("title", "a\u0007b", "title", "printed"),
        ("decimals", 1, "decimals", "out of range"),
        ("policy", "never", "policy", "not known"),
        ("colour", "red", "colour", "no such field"),
        ("credit.mistake", 1.5, "credit.mistake", "out of range"),
        ("credit.luck", 1, "credit.luck", "no such field"),
        ("conventions", [], "conventions", "object"),
        ("conventions.preset", "lilis", "conventions.preset", "not known"),
        ("conventions.overrides.divisor", "two", "conventions.overrides.divisor", "not a choice"),
        ("conventions.overrides.luck", 1, "conventions.overrides.luck", "no convention"),
        ("exercises", [], "exercises", "no exercises"),
        ("exercises", {}, "exercises", "list"),
        ("exercises", [{}] * 41, "exercises", "40"),
        ("exercises.1", "AP", "exercises[1]", "object"),
        ("exercises.1.id", "lab-1", "exercises[1].id", "two exercises"),
        ("exercises.1.id", "E 2", "exercises[1].id", "cannot be an id"),
        ("exercises.1.kind", "nubmer", "exercises[1].kind", "no kind"),
        ("exercises.1.measure", "MAPP", "exercises[1].measure", "no measure"),
        ("exercises.1.measure", "P@51", "exercises[1].measure", "too deep"),
        ("exercises.1.measure", "P@1", "exercises[1].generated", "No good list"),
        ("exercises.1.measure", ..., "exercises[1].measure", "missing"),
        ("exercises.1.points", "2", "exercises[1].points", "a number"),
        ("exercises.1.columns", ["AP"], "exercises[1].columns", "no columns"),
        ("exercises.1.task", "x", "exercises[1].task", "no task"),
        ("exercises.1.generated.length", 2, "exercises[1].generated.length", "out of range"),
        ("exercises.1.generated.unjudged", 8, "exercises[1].generated.unjudged", "too many"),
        ("exercises.1.list", {"labels": "101"}, "exercises[1].generated", "not both"),
        ("exercises.0.columns", ["term", "luck"], "exercises[0].columns[1]", "no column"),
        ("exercises.0.columns", ["term", "term"], "exercises[0].columns[1]", "twice"),
        ("exercises.0.columns", [7], "exercises[0].columns[0]", "name"),
        ("exercises.0.list.labels", "10x", "exercises[0].list.labels", "not a label"),
        ("exercises.0.list.labels", "", "exercises[0].list.labels", "empty"),
        ("exercises.0.list.labels", "1" * 51, "exercises[0].list", "50"),
        ("exercises.0.list.names", ["a", 3], "exercises[0].list.names[1]", "name"),
        ("exercises.0.list.size", 3, "exercises[0].list.size", "already known"),
        ("exercises.0.list", None, "exercises[0].list", "object"),
    ],
)
def test_what_is_wrong_is_told_by_its_path(path: str, value: Any, field: str, word: str) -> None:
    with pytest.raises(InputError) as refused:
        from_json(changed(path, value))
    assert refused.value.field == field
    assert word in refused.value.message


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "not JSON"),
        ("{", "Line 1"),
        ("[1]", "object"),
        (b"\xff{}", "UTF-8"),
        ('{"seed": NaN}', "not a number"),
        ('{"seed": 1, "seed": 2}', "twice"),
        ("[" * 100_000, "nested|JSON"),
        ("1" * 10_000, "object"),
        (" " * 400_001, "400,000"),
    ],
)
def test_what_is_no_sheet_is_refused(text: str | bytes, word: str) -> None:
    with pytest.raises(InputError, match=word):
        from_json(text)
