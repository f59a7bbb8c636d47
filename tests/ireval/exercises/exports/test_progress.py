"""Whoever makes a file learns how many of its variants are finished."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from ireval.exercises import make_sheet
from ireval.exercises.exports.sheet_files import FILE_KINDS, make_file
from ireval.exercises.paper import pdf, typesetting


@pytest.mark.parametrize("kind", [kind for kind in FILE_KINDS if kind != "json"])
def test_each_format_counts_its_variants_up_to_all(kind: str) -> None:
    reports: list[tuple[int, int]] = []
    make_file(make_sheet(7, 1), kind, variants=4, progress=lambda done, total: reports.append((done, total)))
    counts = [done for done, _ in reports]
    if FILE_KINDS[kind].on_paper:  # laid out in one piece, whose progress is estimated
        assert counts[0] == 0 and counts[-1] == 4 and counts == sorted(set(counts))
    else:
        assert counts == [0, 1, 2, 3, 4]
    assert {total for _, total in reports} == {4}


def test_a_pdf_is_not_finished_before_it_is_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    reports: list[int] = []

    def typeset(content: Mapping[str, object], template: str, waiting: Callable[[float], None]) -> bytes:
        assert reports[-1] == 1, "a quarter of the work: the variants are drawn"
        waiting(3600)
        return typesetting.typeset(content, template)

    monkeypatch.setattr(pdf, "typeset", typeset)
    make_file(make_sheet(7, 1), "pdf", variants=4, progress=lambda done, _: reports.append(done))
    assert reports == [0, 1, 3, 4]


def test_much_is_typeset_although_somebody_looks_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than fits into a pipe is still being sent when Typst is waited for again."""
    looks: list[float] = []
    monkeypatch.setattr(typesetting, "RHYTHM", 0.001)
    content = {"title": " " * 2_000_000, "paper": "a4", "lacking": "", "slips": []}
    assert typesetting.typeset(content, "key_slips.typ", looks.append).startswith(b"%PDF")
    assert looks and looks == sorted(looks)
