"""Figures of measures of diversity: a lane for each subtopic, and the greedy ideal list."""

from __future__ import annotations

import pytest

from tests.web.charts.figures.test_figures import DIVERSE, box, boxes, drawn, elements, texts
from web.state.address import from_query

#: Documents with five subtopics, more than a card shows.
MANY = {"subtopics": "10000,01000,11000,00011,00100,10101", "unretrieved_subtopics": "00011"}

#: The second document is unjudged, and skipped.
SKIPPED = {"subtopics": "100,000,110,000,010,101,000,001", "labels": "1u101101", "unjudged": "skipped"}


def lanes(show: str, rank: int) -> list[float]:
    """How full the lane of each subtopic is in the row of a rank."""
    shapes = elements(drawn(show, DIVERSE).wide)
    widths = [box(shape).width for key, shape in shapes.items() if key.startswith(f"lane-{rank}-")]
    filled = {
        key[-2:]: box(shape).width
        for key, shape in shapes.items()
        if key.startswith("gain-") and shape.get("data-of") == str(rank)
    }
    return [round(filled.get(f"{j:02}", 0.0) / width, 2) for j, width in enumerate(widths, 1)]


def test_a_repetition_fills_half_of_what_the_last_one_filled() -> None:
    """Documents cover 1, 1, 1 2, none, 2, 1 3, none, 3."""
    assert [lanes("alpha_nDCG@8", rank) for rank in (1, 2, 3, 5, 6, 8)] == [
        [1, 0, 0],
        [0.5, 0, 0],
        [0.25, 1, 0],
        [0, 0.5, 0],
        [pytest.approx(0.125, abs=0.006), 0, 1],
        [0, 0, 0.5],
    ]


@pytest.mark.parametrize(
    ("show", "rank_2", "rank_8"),
    [
        ("alpha_nDCG(alpha=0)@8", [1, 0, 0], [0, 0, 1]),
        ("alpha_nDCG(alpha=1)@8", [0, 0, 0], [0, 0, 0]),
        ("nERR_IA@8", [0.5, 0, 0], [0, 0, 0.5]),
        ("P_IA@8", [1, 0, 0], [0, 0, 1]),
        ("StRecall@8", [0, 0, 0], [0, 0, 0]),
    ],
)
def test_what_a_repetition_is_worth_is_the_measure_s(show: str, rank_2: list[float], rank_8: list[float]) -> None:
    assert (lanes(show, 2), lanes(show, 8)) == (rank_2, rank_8)


def test_lanes_narrow_as_the_discount_says() -> None:
    widths = {rank: boxes(drawn("alpha_nDCG@8", DIVERSE).wide, f"lane-{rank}-")[0].width for rank in (1, 3, 7)}
    assert widths[3] / widths[1] == pytest.approx(1 / 2, abs=2e-3)
    assert widths[7] / widths[1] == pytest.approx(1 / 3, abs=2e-3)


def test_the_ideal_list_is_greedy() -> None:
    """d3 has two new ones first; then d6 (a repeated and a new one, like d9, which was missed, but ranked); then d9."""
    shapes = elements(drawn("alpha_nDCG@8", DIVERSE).wide)
    copies = [shape for key, shape in shapes.items() if key.startswith("ideal-") and "card" in shape.get("class", "")]
    by_height = sorted(copies, key=lambda shape: float(shape.get("transform", "").split()[1].rstrip(")")))
    names = [next(t.text for t in shape if "name" in (t.get("class") or "")) for shape in by_height]
    assert names == ["d3", "d6", "d9", "d1", "d5", "d8", "d2"]
    assert ["dashed" in shape.get("class", "") for shape in by_height].index(True) == 2


@pytest.mark.parametrize("given", [DIVERSE, MANY, SKIPPED])
@pytest.mark.parametrize("show", ["alpha_nDCG@5", "nERR_IA", "ERR_IA@3", "P_IA@5", "P_IA@20", "StRecall@4"])
def test_the_tank_of_subtopics_is_as_full_as_the_score_says(show: str, given: dict[str, str]) -> None:
    reading = from_query({**given, "show": show})
    score = reading.state.explanation.table(show, 3).value
    assert score is not None
    found = drawn(show, given)
    for markup in (found.wide, found.narrow):
        tank, pieces = box(elements(markup)["tank"]), boxes(markup, "piece-")
        end = max(piece.x + piece.width + 1 for piece in pieces)
        assert (end - tank.x) / tank.width == pytest.approx(score, abs=1.5 / tank.width)


def test_cards_say_their_subtopics() -> None:
    labels = [shape.get("aria-label") for shape in elements(drawn("alpha_nDCG@8", DIVERSE).wide).values()]
    assert {"Rank 3, d3, subtopics 1, 2", "Rank 4, d4, no subtopic", "Rank 8, d8, subtopic 3"} <= set(labels)


def test_sums_of_whole_numbers_have_no_decimals() -> None:
    """Eight pairs of a document and a subtopic, of eight documents with three subtopics."""
    found = drawn("P_IA@8", DIVERSE)
    assert "add up to 8 of 24: IA-P@8 is 0.333" in found.sentence and "of 24" in texts(found.wide)
