"""Sheets on paper: the text of the PDF is read back and compared with the questions and the key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import cycle
from typing import Any

import pytest

from ireval.errors import InputError
from ireval.exercises import (
    CHOICE,
    GENERATOR,
    Exercise,
    Generated,
    Question,
    RankedList,
    Sheet,
    make_sheet,
    variant,
    variant_keys,
    wrong_answers,
)
from ireval.exercises.exports.sheet_files import make_file
from ireval.exercises.paper.pdf import PAPERS, answer_key, worksheet
from ireval.measure import Column
from ireval.messages import Message, say
from ireval.numbers.expression import fixed
from tests.ireval.exercises.own_sheet import OWN
from tests.ireval.exercises.sample_sheets import DRAWN
from tests.tiers import sampled

pytestmark = pytest.mark.slow

pdfium = pytest.importorskip("pypdfium2", reason="install the rest with: pip install -r requirements-dev.txt")

KEY = "K7M2PX"
Make = Callable[..., bytes]
#: Points, 1/72 inch.
SIZES = {"a4": (595, 842), "us-letter": (612, 792)}
WIDE = RankedList("1n0u20310110200010203"[:20], "12031")
SHEETS = [
    make_sheet(42, len(DRAWN), conventions="lillis", title="Each kind", kinds=DRAWN),
    make_sheet(7, 2 * len(DRAWN), decimals=4, title="Each kind twice", kinds=DRAWN),
    Sheet("Long", 3, (Exercise("a", "table", "nDCG@20", 5, list=WIDE), Exercise("b", "better", "AP", 3))),
    Sheet("Fifty", 3, tuple(Exercise(kind, kind, "AP", generated=Generated(50)) for kind in ("number", "table"))),
]
ONE_PAGE = Sheet("One page", 1, (Exercise("a", "number", "AP", generated=Generated(6)),))


@cache
def _printed(make: Make, title: str, paper: str) -> bytes:
    return make(next(sheet for sheet in SHEETS if sheet.title == title), [KEY], paper=paper)


def printed(make: Make, sheet: Sheet, paper: str = "a4") -> bytes:
    """One variant of one of the sheets, made once for all tests."""
    return _printed(make, sheet.title, paper)


def pages(pdf: bytes) -> list[str]:
    """The text of every page, on one line, and without the places where long words may break."""
    document = pdfium.PdfDocument(pdf)
    texts = [page.get_textpage().get_text_bounded() for page in document]
    return [plain(text) for text in texts]


def text(pdf: bytes) -> str:
    return plain(" ".join(pages(pdf)))


def plain(words: str) -> str:
    return " ".join(words.replace("\u200b", "").replace("\ufffe", "-").replace("\u00a0", " ").split())


def solid(words: str) -> str:
    """The text without spaces, because it may be broken into lines anywhere."""
    return "".join(plain(words).split())


def facts(question: Question) -> Iterator[str]:
    yield from (question.title, question.prompt, *question.notes)
    for shown in question.lists:
        yield from (shown.title, *shown.facts)
        yield from (row.name for row in (*shown.rows, *shown.missed))
    for row in question.grid.rows if question.grid else ():
        yield from (cell.text for cell in row)
    for part in question.parts:
        if question.grid is None:
            yield part.label
        yield from (option.text for option in part.options if option.text != option.key)


@pytest.mark.parametrize(
    ("sheet", "paper"),
    [*((sheet, "a4") for sheet in SHEETS), (SHEETS[0], "us-letter")],
    ids=lambda x: x if isinstance(x, str) else x.title,
)
def test_the_worksheet_shows_the_questions(sheet: Sheet, paper: str) -> None:
    said = solid(text(printed(worksheet, sheet, paper)))
    for question in variant(sheet, KEY).questions:
        for fact in facts(question):
            assert solid(fact) in said


@pytest.mark.parametrize("sheet", sampled(SHEETS, 1, lambda sheet: sheet.title))
def test_the_key_shows_every_correct_value_and_every_worked_row(sheet: Sheet) -> None:
    said = text(printed(answer_key, sheet))
    without_spaces, numbers = solid(said), re.sub(r"[^\d. ]", "", said)
    for question in variant(sheet, KEY).questions:
        for part in question.parts:
            assert part.right in said
        for sentence in question.solution:
            assert solid(sentence) in without_spaces
        for table in question.tables:
            assert solid(table.final.replace(" - ", " − ").replace("*", "·")) in without_spaces
            for row in range(table.rows):
                assert worked_row(table.cells, table.shown_columns, row) in numbers


def worked_row(cells: Any, columns: tuple[Column, ...], row: int) -> str:
    """The last cells of a row, after the last calculation."""
    last = [cells[c.key][row] for c in columns]
    spelled = [i for i, c in enumerate(columns) if c.spelled]
    return " ".join(filter(None, last[max(spelled, default=0) :]))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.title)
def test_the_worksheet_gives_no_answer_away(sheet: Sheet) -> None:
    variety = variant(sheet, KEY)
    given = {fact for question in variety.questions for fact in facts(question)}
    said = set(text(printed(worksheet, sheet)).split())
    hidden = {
        part.right
        for question in variety.questions
        for part in question.parts
        if part.kind != CHOICE and "." in part.right
    }
    assert not (hidden - given) & said
    without_spaces = solid(text(printed(worksheet, sheet)))
    solutions = [sentence for question in variety.questions for sentence in question.solution]
    assert not [sentence for sentence in solutions if solid(sentence) in without_spaces]


def test_the_key_lists_known_wrong_values_with_their_causes() -> None:
    sheet = SHEETS[0]
    said = solid(text(printed(answer_key, sheet)))
    (question,) = [q for q in variant(sheet, KEY).questions if q.kind == "number"]
    wrongs = wrong_answers(question, question.parts[0])
    assert wrongs
    for wrong in wrongs:
        share = f"{100 * wrong.share:g}%"
        assert solid(f"{fixed(wrong.value, question.parts[0].places)}{share}{wrong.text}") in said


@pytest.mark.parametrize(("make", "paper"), list(zip([worksheet, answer_key], PAPERS, strict=True)))
def test_every_page_tells_where_it_belongs(make: Any, paper: str) -> None:
    sheet, keys = SHEETS[0], [KEY, "ABC234"]
    pdf = make(sheet, keys, paper=paper)
    assert {tuple(map(round, page.get_size())) for page in pdfium.PdfDocument(pdf)} == {SIZES[paper]}
    written = [page for page in pages(pdf) if page]
    for key in keys:
        own = [page for page in written if key in page]
        assert len(own) > 1
        for place, page in enumerate(own, 1):
            assert f"variant {key} · page {place} of {len(own)}" in page
            assert f"ireval · generator {GENERATOR} · sheet " in page
    assert len([page for page in written if KEY in page and "ABC234" in page]) == 0


def test_another_sheet_of_the_same_title_is_told_apart() -> None:
    other = replace(SHEETS[0], decimals=2)
    made = printed(worksheet, SHEETS[0]), worksheet(other, [KEY])
    digests = [re.findall(r"sheet ([0-9a-f]{8})", text(pdf))[0] for pdf in made]
    assert digests[0] != digests[1]


def test_twelve_variants_begin_on_odd_pages_of_one_file() -> None:
    keys = variant_keys(ONE_PAGE, 12)
    whole = pages(worksheet(ONE_PAGE, keys))
    first = [next(place for place, page in enumerate(whole) if key in page) for key in keys]
    assert first == sorted(set(first))
    assert all(place % 2 == 0 for place in first)


def test_a_large_class_takes_several_files() -> None:
    """The second file continues where the first one ended."""
    keys = variant_keys(ONE_PAGE, 4)
    assert make_file(ONE_PAGE, "pdf", variants=2, first=3).data == worksheet(ONE_PAGE, keys[2:])
    with pytest.raises(InputError, match=re.escape(say(Message("first-needs-pdf")))):
        make_file(ONE_PAGE, "gift", first=2)


def test_the_back_of_a_last_page_is_room_for_working() -> None:
    """One-sided sheets have no such page."""
    keys = variant_keys(ONE_PAGE, 2)
    two_sided, one_sided = (pages(worksheet(ONE_PAGE, keys, two_sided=two_sided)) for two_sided in (True, False))
    assert [len(two_sided), len(one_sided)] == [3, 2]
    assert f"ireval · generator {GENERATOR} · sheet" in two_sided[1] and "page 2 of 2" in two_sided[1]
    assert two_sided[1].endswith("working") and "of 1 point" not in two_sided[1]
    assert f"variant {keys[0]} · page 2 of 2" in two_sided[1]
    assert two_sided[2] == one_sided[1]


def test_the_same_sheet_gives_the_same_bytes() -> None:
    for make in (worksheet, answer_key):
        assert make(ONE_PAGE, [KEY, "ABC234"]) == make(ONE_PAGE, [KEY, "ABC234"])
    document = pdfium.PdfDocument(worksheet(ONE_PAGE, [KEY]))
    assert document.get_metadata_value("CreationDate") == ""


def assert_margins_are_kept(pdf: bytes, margin: int = 50) -> None:
    for page in pdfium.PdfDocument(pdf):
        ink = (page.render().to_numpy() < 200).any(axis=(0, 2))
        assert not ink[:margin].any() and not ink[-margin:].any()


@pytest.mark.parametrize("make", [worksheet, answer_key])
def test_long_and_wide_tables_stay_within_the_margins(make: Any) -> None:
    for sheet in SHEETS[2:]:
        assert_margins_are_kept(printed(make, sheet))


HOSTILE = [
    '#eval("1 + 1")',
    "$x^2$ [a] {b} \\ \\n @ref <label> *b* _i_ `c` = - + / // /* ~ --- ... '\"",
    '"); #read("/etc/passwd")',
    "#set page(width: 1pt)\n= Heading",
    "emoji 🎓 Ünïcödé Ελλάδα Привет 中文 عربى",
    "W" * 200,
    "bell \u0007 nothing \x00 tab \t end",
]


@pytest.mark.parametrize(("title", "make"), list(zip(HOSTILE, cycle([worksheet, answer_key]))))
def test_what_a_user_types_is_never_markup(title: str, make: Any) -> None:
    names = '#eval $x$ [y] \\n @a <b> *b* _i_ `c` // "q" 😀 ' + "long_" * 12
    listed = RankedList("1010100111", "101", names=tuple(names.split()))
    exercises = tuple(Exercise(kind, kind, "AP", list=listed) for kind in ("number", "table"))
    pdf = make(Sheet(title, 1, exercises), [KEY])
    said = solid(text(pdf))
    typed = [word for word in (*title.split(), *names.split()) if word.isascii() and word.isprintable()]
    assert not [word for word in typed if word not in said]
    assert_margins_are_kept(pdf)


def test_characters_that_cannot_be_printed_are_reported() -> None:
    listed = RankedList("10", "1", names=("Ünïcödé", "索引", "Ελλάδα"))
    sheet = Sheet("检索 🧪 ≥ Привет عربى", 1, (Exercise("a", "number", "AP", list=listed),))
    for kind in ("pdf", "pdf-key"):
        (note,) = make_file(sheet, kind).report
        assert (note.key, note.values) == ("signs-missing", {"signs": ["检", "索", "🧪", "引"]})
        assert say(note).startswith("The included fonts do not have 检, 索, 🧪 and 引.")
        assert make_file(ONE_PAGE, kind).report == ()


def test_the_worksheet_names_the_conventions() -> None:
    said = text(worksheet(replace(ONE_PAGE, preset="kth", overrides={"gain": "exponential", "rel": 2}), [KEY]))
    assert "Conventions: KTH lecture (Karlgren); Gain: 2^grade - 1; Lowest relevant grade: 2. Give numbers to 3" in said


@pytest.mark.parametrize("link", ["", "https://ireval.example.org/s/Qm4x9TzK/{key}?from=paper"])
def test_the_code_leads_back(link: str) -> None:
    zxingcpp = pytest.importorskip("zxingcpp", reason="install the rest with: pip install -r requirements-dev.txt")
    pdf = worksheet(SHEETS[0], [KEY], link=link) if link else printed(worksheet, SHEETS[0])
    document = pdfium.PdfDocument(pdf)
    (found,) = zxingcpp.read_barcodes(document[0].render(scale=3).to_numpy())
    wanted = re.escape(link.format(key=KEY)) or rf"ireval generator {GENERATOR} · sheet \w{{8}} · variant {KEY}"
    assert re.fullmatch(wanted, found.text)


@pytest.mark.parametrize("make", [worksheet, answer_key])
@pytest.mark.parametrize(
    ("keys", "more", "field"),
    [
        (["K7-1"], {}, "variant"),
        ([], {}, "variants"),
        (["ABC"] * 61, {}, "variants"),
        ([KEY], {"paper": "a3"}, "paper"),
        ([KEY], {"link": "x" * 3000}, "link"),
    ],
)
def test_invalid_keys_papers_and_links_are_refused(
    make: Any, keys: list[str], more: dict[str, str], field: str
) -> None:
    with pytest.raises(InputError) as caught:
        make(SHEETS[0], keys, **more)
    assert caught.value.field == field


def test_what_the_owner_wrote_is_printed_as_text() -> None:
    sheet, key = (" ".join(" ".join(pages(make(OWN, [KEY]))).split()) for make in (worksheet, answer_key))
    for text in ("Welcome to the second sheet.", "Why does AP divide by R?", "1. Give a reason.", "Reciprocal rank"):
        assert text in sheet, text
    assert "<script>alert(1)</script>" in sheet and "#set page(width: 1mm)" in sheet
    assert "Missed documents count." in key and "Missed documents count." not in sheet
    assert "Think of R." in key and "Think of R." not in sheet
    assert "0.83 (0.825 to 0.835)" in key and "MAP is a mean." in key
