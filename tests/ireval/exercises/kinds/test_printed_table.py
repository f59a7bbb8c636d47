"""Tables as their sources print them, slips included: the wrong cells are found, and nothing else is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ireval.errors import InputError
from ireval.exercises import Exercise, Question, Sheet, check, from_json, mark, variant
from ireval.exercises.sheet.model import RankedList
from ireval.exercises.sheet.quoted_table import QuotedTable

FIFTEEN = RankedList("101003000200003", "32211")
KTH_2 = RankedList("10110001100111101000")
SAID = "This happened."


def exercise(measure: str, ranked: RankedList, preset: str, figures: dict[str, str], *wrong: str) -> Exercise:
    quoted = QuotedTable(figures, dict.fromkeys(wrong, SAID))
    return Exercise("e1", "printed-table", measure, 12, list=ranked, preset=preset, text="In print:", printed=quoted)


#: Each with its first wrong cell, the correct figure there and the printed one, by hand or as recomputed elsewhere.
LILLIS = exercise(
    "nDCG@15",
    FIFTEEN,
    "lillis",
    {
        "DCG": "1.0 1.0 1.6 1.6 1.6 2.8 2.8 2.8 2.8 3.4 3.4 3.4 3.4 3.4 4.2",
        "IDCG": "3.0 6.0 7.9 8.9 9.8 10.5 10.9 11.2 11.5 11.8 11.8 11.8 11.8 11.8 11.8",
        "NDCG": "0.33 0.17 0.20 0.18 0.16 0.27 0.26 0.25 0.24 0.29 0.29 0.29 0.29 0.29 0.36",
    },
    *("NDCG[3]", "NDCG[5]", "NDCG[15]"),
)
BLOG = exercise(
    "nDCG@3",
    RankedList("524"),
    "blog",
    {"DCG": "5.00 6.26 8.26", "IDCG": "5.00 7.52 8.52", "NDCG": "- - 0.9694"},
    "NDCG[3]",
)
KTH_P = exercise(
    "AP",
    KTH_2,
    "kth",
    {"P": "1,000 0,500 0,567 0,750 0,600 - - - 0,556 0,500 - - 0,538 0,571 0,600 0,563 - 0,556 - -"},
    "P[3]",
)
KTH_POINTS = exercise(
    "IPrec11",
    RankedList("11010000100111101010"),
    "kth",
    {"P": "1 1 0,75 0,53 0,53 0,53 0,53 0,53 0,53 0,53 0,5"},
    *("P[0.2]", "P[0.3]", "P[1.0]"),
)
KTH_DCG = exercise(
    "nDCG@9",
    RankedList("300221130"),
    "kth",
    {
        "DCG": "3,00 3,00 3,00 3,00 3,43 4,20 5,27 5,61 5,61",
        "IDCG": "3,00 6,00 7,26 8,26 8,69 9,08 9,08 9,08 9,08",
        "NDCG": "1,00 0,50 0,41 0,36 0,39 0,46 0,58 0,62 0,62",
    },
    *(f"DCG[{rank}]" for rank in range(4, 9)),
)
TABLES = [
    (LILLIS, "nDCG[3]", "0.21", "0.20"),
    (BLOG, "nDCG[3]", "0.9693", "0.9694"),
    (KTH_P, "P[3]", "0.667", "0.567"),
    (KTH_POINTS, "P[0.2]", "1.00", "0.75"),
    (KTH_DCG, "DCG[4]", "4.00", "3.00"),
]


def sheet(one: Exercise) -> Sheet:
    return Sheet("In print", 1, (one,), "trec_eval")


def asked(one: Exercise) -> Question:
    return variant(sheet(one), "K7M2PX").questions[0]


@pytest.mark.parametrize(("one", "cell", "right", "stands"), TABLES, ids=["lillis", "blog", "p", "points", "dcg"])
def test_the_first_wrong_cell_and_its_correct_figure_are_asked_for(
    one: Exercise, cell: str, right: str, stands: str
) -> None:
    check(sheet(one), one, "exercises[0]")
    question = asked(one)
    assert (question.parts[0].right, question.parts[1].right, question.parts[1].stands) == (cell, right, stands)
    assert mark(question, {"cell": cell, "value": right}).points == 12
    wrong = mark(question, {"cell": cell, "value": stands})
    assert wrong.part("cell").points and not wrong.part("value").points
    assert SAID in wrong.part("cell").text and cell.partition("[")[2].rstrip("]") in wrong.part("cell").text
    assert from_json(sheet(one).to_json()) == sheet(one)


def test_the_table_shows_what_is_printed_and_nothing_else() -> None:
    grid = asked(KTH_P).grid
    assert grid and grid.heads == ("rank", "document", "label", "P")
    assert [row[3].text for row in grid.rows][:9] == [
        "1,000",
        "0,500",
        "0,567",
        "0,750",
        "0,600",
        "–",
        "–",
        "–",
        "0,556",
    ]
    assert asked(KTH_POINTS).lists and not asked(KTH_POINTS).cells, "the points have no documents of their own"


def test_each_cell_has_its_own_feedback() -> None:
    (where, _) = asked(KTH_DCG).parts
    said = {option.key: option.why for option in where.options}
    assert said["DCG[4]"] == f"At rank 4, 3,00 is printed for DCG. {SAID}"
    assert said["DCG[6]"].endswith("But DCG[4] comes first.")
    assert "calculated correctly from a wrong cell" in said["nDCG[9]"], "5.61/9.08 = 0.62"
    assert said["DCG[3]"] == "This cell is correct: DCG[3] = 0/log2(3) + 3 = 3.000."
    several = "Five numbers in this nDCG@9 table are wrong, and others follow from them. Find the first wrong one, "
    assert several in asked(KTH_DCG).prompt
    assert "One number" in asked(KTH_P).prompt and "calculated from" not in asked(KTH_P).prompt


def having(one: Exercise, figures: dict[str, str] | None = None, *wrong: str, **more: Any) -> Exercise:
    assert one.printed
    names = wrong or tuple(one.printed.slips)
    return replace(one, printed=QuotedTable(figures or one.printed.figures, dict.fromkeys(names, SAID)), **more)


@pytest.mark.parametrize(
    ("one", "field", "key"),
    [
        (replace(BLOG, text=" "), "text", "own-question-empty"),
        (replace(BLOG, list=None), "list", "printed-list-missing"),
        (replace(BLOG, printed=None), "printed.figures", "printed-missing"),
        (having(BLOG, {"DGC": "5.00 6.26 8.26"}), "printed.figures.DGC", "printed-unknown-column"),
        (having(BLOG, {"NDCG": "- 0.9694"}), "printed.figures.NDCG", "printed-figure-count"),
        (having(BLOG, {"NDCG": "- - much"}), "printed.figures.NDCG", "printed-no-figure"),
        (having(BLOG, {"NDCG": "- - 1/2"}), "printed.figures.NDCG", "printed-no-figure"),
        (replace(BLOG, printed=replace(BLOG.printed, slips={})), "printed.slips", "printed-no-slip"),  # type: ignore[type-var]
        (having(BLOG, None, "NDCG[2]"), "printed.slips.NDCG[2]", "printed-unknown-cell"),
        (having(BLOG, None, "NDCG[3]", "DCG[2]"), "printed.slips.DCG[2]", "printed-cell-is-right"),
        (having(KTH_DCG, None, *KTH_DCG.printed.slips, "DCG[9]"), "printed.slips.DCG[9]", "printed-cell-follows"),  # type: ignore[union-attr]
        (having(LILLIS, None, "NDCG[3]", "NDCG[5]"), "printed.figures.NDCG", "printed-cell-is-wrong"),
        (having(BLOG, {"NDCG": "- - 0.9693"}), "printed.slips.NDCG[3]", "printed-cell-is-right"),
    ],
)
def test_a_table_without_slips_or_with_more_than_are_named_is_refused(one: Exercise, field: str, key: str) -> None:
    with pytest.raises(InputError) as refused:
        check(sheet(one), one, "exercises[0]")
    assert (refused.value.field, refused.value.key) == (f"exercises[0].{field}", key)
    assert refused.value.message.endswith(".") and refused.value.suggestion, "what is wrong, and what to do"


def test_by_the_rounding_of_the_source_its_figures_are_no_slips() -> None:
    """LILLIS divides cells that are rounded to one decimal; under this convention 0.20 is 1.6/7.9."""
    rounded = replace(LILLIS, overrides={"rounding": "columns", "decimals": 1})
    with pytest.raises(InputError) as refused:
        check(Sheet("", 1, (rounded,), "lillis").for_exercise(rounded), rounded, "exercises[0]")
    assert refused.value.key == "printed-cell-is-right"
