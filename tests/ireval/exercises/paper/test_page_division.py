"""How exercises are divided among the pages of a worksheet, measured on the pages as pictures."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from ireval.exercises import Question, Sheet, make_sheet, variant, variant_keys
from ireval.exercises.paper.pdf import worksheet
from tests.ireval.exercises.paper.test_pdf import ONE_PAGE, SHEETS, pages, solid
from tests.tiers import sampled

pytestmark = pytest.mark.slow

pdfium = pytest.importorskip("pypdfium2", reason="install the rest with: pip install -r requirements-dev.txt")

#: Points at the top and at the bottom of a page that are margin, page header and footer.
EDGE = 48
CLASS = {1: ONE_PAGE, 4: make_sheet(5, 4, conventions="lillis")}
CLASS |= {6: make_sheet(42, 6, conventions="lillis"), 12: make_sheet(7, 12, decimals=4)}


@cache
def printed(size: int, paper: str, variants: int) -> bytes:
    sheet = CLASS[size]
    return worksheet(sheet, variant_keys(sheet, variants), paper=paper)


def fullness(page: Any) -> float:
    """How far down the page something is printed: 1 is the last line before the footer."""
    ink = (page.render().to_numpy() < 240).any(axis=(1, 2))[EDGE:-EDGE]
    return float(ink.nonzero()[0].max(initial=0)) / len(ink)


def begun(question: Question, place: int, text: str) -> bool:
    return solid(f"{place}{question.title}") in solid(text)


@pytest.mark.parametrize(
    ("size", "paper", "variants"),
    sampled([(1, "a4", 1), (4, "a4", 2), (6, "us-letter", 2), (12, "a4", 1)], 2),
)
def test_pages_are_full_and_the_last_has_more_than_one_question(size: int, paper: str, variants: int) -> None:
    sheet, pdf = CLASS[size], printed(size, paper, variants)
    drawn = list(zip(pdfium.PdfDocument(pdf), pages(pdf), strict=True))
    for key in variant_keys(sheet, variants):
        own = [(page, text) for page, text in drawn if f"variant {key} · page " in text]
        counts = [
            sum(begun(question, place, text) for place, question in enumerate(variant(sheet, key).questions, 1))
            for _, text in own
        ]
        exercises = [page for (page, _), count in zip(own, counts, strict=True) if count]
        assert sum(counts) == size
        assert all(fullness(page) > 0.7 for page in exercises[:-1]), [fullness(page) for page, _ in own]
        assert len(exercises) == 1 or [count for count in counts if count][-1] > 1
        assert len(exercises) <= -(-size // 2)
        assert len(own) - len(exercises) <= 1  # the back of the last page, for the next variant
        assert all(fullness(page) > 0.9 for page, _ in own[len(exercises) :])
        assert not any("\ufffd" in text or not text for _, text in drawn)


def test_a_long_table_begins_below_its_question_and_fills_its_pages() -> None:
    """A table with 50 rows breaks; the title and the prompt stay on the page on which it begins."""
    sheet = next(sheet for sheet in SHEETS if sheet.title == "Fifty")
    _, table = variant(sheet, "K7M2PX").questions
    pdf = worksheet(sheet, ["K7M2PX"])
    texts = [solid(text) for text in pages(pdf)]
    begins = next(number for number, text in enumerate(texts) if solid(table.title) in text)
    assert solid(table.prompt) in texts[begins]
    names = [row[1].text for row in table.grid.rows] if table.grid else []
    assert all(name in texts[begins] for name in names[:3])
    assert all(fullness(page) > 0.7 for page in list(pdfium.PdfDocument(pdf))[:-1])


def test_exercises_never_run_over_the_edge_of_a_page() -> None:
    """What was placed by its measured height ends above the footer."""
    for seed in (1, 2):
        sheet: Sheet = make_sheet(seed, 6, conventions="thesis")
        pdf = worksheet(sheet, variant_keys(sheet, 1), paper="us-letter")
        texts = pages(pdf)
        assert [f"page {i} of {len(texts)}" in text for i, text in enumerate(texts, 1)] == [True] * len(texts)
        assert len(texts) <= 3
