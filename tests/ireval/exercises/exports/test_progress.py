"""Whoever makes a file learns how many of its variants are finished."""

from __future__ import annotations

import pytest

from ireval.exercises import make_sheet
from ireval.exercises.exports.sheet_files import FILE_KINDS, make_file


@pytest.mark.parametrize("kind", [kind for kind in FILE_KINDS if kind != "json"])
def test_each_format_counts_its_variants_up_to_all(kind: str) -> None:
    reports: list[tuple[int, int]] = []
    make_file(make_sheet(7, 1), kind, variants=4, progress=lambda done, total: reports.append((done, total)))
    assert [done for done, _ in reports] == [0, 1, 2, 3, 4]
    assert {total for _, total in reports} == {4}
