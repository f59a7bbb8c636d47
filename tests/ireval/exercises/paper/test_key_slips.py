"""Printed slips: the PDF is read back, with its QR codes."""

from __future__ import annotations

import pytest

from ireval.errors import InputError
from ireval.exercises.paper.key_slips import MOST_SLIPS, Slip, slips_pdf
from ireval.exercises.paper.pdf import PAPERS
from tests.ireval.exercises.paper.test_pdf import SIZES, assert_margins_are_kept, pages, solid

pytestmark = pytest.mark.slow

pdfium = pytest.importorskip("pypdfium2", reason="install the rest with: pip install -r requirements-dev.txt")

LINK = "https://ireval.example.org/s/Qm4x9TzKd83jfnGh37sKwQ/"
NAMES = ["Ada Lovelace", "", "Björk Guðmundsdóttir", '#eval("1") $x^2$ *b* @c <d>', "=1+1", "n" * 200]
SLIPS = [Slip(NAMES[i] if i < len(NAMES) else f"Seat {i}", f"K7M{i}PX", f"{LINK}K7M{i}PX") for i in range(14)]


@pytest.mark.parametrize("paper", PAPERS)
def test_every_student_gets_a_slip_with_name_key_link_and_code(paper: str) -> None:
    zxingcpp = pytest.importorskip("zxingcpp", reason="install the rest with: pip install -r requirements-dev.txt")
    pdf = slips_pdf("Exercises #1", SLIPS, paper)
    document = pdfium.PdfDocument(pdf)
    assert {tuple(map(round, page.get_size())) for page in document} == {SIZES[paper]}
    first, second = map(solid, pages(pdf))
    for said, slips in ((first, SLIPS[:12]), (second, SLIPS[12:])):
        assert said.count("Exercises#1") == len(slips)
        for slip in slips:
            assert solid(slip.name)[:60] in said
            assert said.count(slip.key) == 2  # large, and in the link
            assert slip.link in said
    codes = {code.text for page in document for code in zxingcpp.read_barcodes(page.render(scale=3).to_numpy())}
    assert codes == {slip.link for slip in SLIPS}
    assert_margins_are_kept(pdf, 30)


def test_slips_stay_on_their_pages() -> None:
    """A key, name, title or link that is too long for a slip neither moves the others nor starts a page."""
    long = Slip("A name of many words " * 8, "W" * 24, LINK + "x" * 300)
    pdf = slips_pdf("A title of many words " * 9, [long] * 12, "us-letter")
    assert len(pages(pdf)) == 1
    assert_margins_are_kept(pdf, 30)


def test_the_same_slips_give_the_same_bytes() -> None:
    assert slips_pdf("A", SLIPS[:2], "a4") == slips_pdf("A", SLIPS[:2], "a4")


@pytest.mark.parametrize(
    ("slips", "paper", "field"),
    [
        ([], "a4", "slips"),
        (SLIPS[:1] * (MOST_SLIPS + 1), "a4", "slips"),
        (SLIPS[:1], "a3", "paper"),
        ([Slip("", "K", "x" * 3000)], "a4", "link"),
    ],
)
def test_wrong_numbers_of_slips_papers_and_links_are_refused(slips: list[Slip], paper: str, field: str) -> None:
    with pytest.raises(InputError) as caught:
        slips_pdf("A", slips, paper)
    assert caught.value.field == field
