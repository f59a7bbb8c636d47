"""Long lists fold: runs of documents without relevance are one row, so that a list of a hundred can be read."""

from __future__ import annotations

import pytest

from tests.web.charts.figures.test_figures import box, boxes, drawn, elements, texts

#: A hundred documents: relevant ones at ranks 1, 2, 12 and 60; ranks 70 to 72 are unjudged.
LABELS = "".join("1" if i in {1, 2, 12, 60} else "u" if i in {70, 71, 72} else "0" for i in range(1, 101))
SHOWN = ["nDCG", "AP", "P@10", "Bpref", "RR", "RBP", "ERR@10", "IPrec11", "Judged@20"]


def cards(markup: str) -> list[int]:
    return [int(s.get("data-of", 0)) for key, s in elements(markup).items() if key.startswith("card-")]


@pytest.mark.parametrize("show", SHOWN)
def test_a_list_of_a_hundred_is_as_high_as_a_short_one(show: str) -> None:
    found, short = drawn(show, {"labels": LABELS}), drawn(show, {"labels": "1" * 20})
    for long, other in ((found.wide, short.wide), (found.narrow, short.narrow)):
        heights = [int(markup.split("viewBox", 1)[1].split('"')[1].split()[3]) for markup in (long, other)]
        assert heights[0] <= heights[1]


def test_the_top_and_the_relevant_documents_have_cards() -> None:
    found = drawn("AP", {"labels": LABELS})
    assert sorted(cards(found.wide)) == [*range(1, 12), 12, 60]
    assert sorted(cards(found.narrow)) == [*range(1, 7), 12, 60]
    assert "47 not relevant" in texts(found.wide)
    assert "40 not relevant or unjudged" in texts(found.wide)


def test_every_rank_is_somewhere() -> None:
    for labels in (LABELS, "1" * 100, "0" * 100, "10" * 50, "2" + "0" * 20):
        found = drawn("AP", {"labels": labels})
        for markup in (found.wide, found.narrow):
            folded = [s.get("data-of", "") for key, s in elements(markup).items() if key.startswith("fold-")]
            ranks = cards(markup) + [int(rank) for of in set(folded) for rank in of.split()]
            assert sorted(ranks) == list(range(1, len(labels) + 1))


@pytest.mark.parametrize("count", [12, 13, 20, 21])
def test_short_lists_are_not_folded(count: int) -> None:
    found = drawn("AP", {"labels": "1".ljust(count, "0")})
    assert bool(boxes(found.wide, "fold-")) == (count > 20)
    assert bool(boxes(found.narrow, "fold-")) == (count > 12)


def test_a_fold_ends_at_the_cutoff() -> None:
    """The cut of P@30 lies between two rows."""
    shapes = elements(drawn("P@30", {"labels": LABELS}).wide)
    folds = [s for key, s in shapes.items() if key.startswith("fold-") and not key.endswith("-words")]
    assert {30, 31} <= {int(rank) for fold in folds for rank in (fold.get("data-of", "").split()[0::1])}
    assert all(not {"30", "31"} <= set(fold.get("data-of", "").split()) for fold in folds)
    cut = float(shapes["cut"].get("d", "").split("L")[0].split()[1])
    middles = {fold.get("data-of", "").split()[0]: box(fold).y for fold in folds}
    assert middles["13"] < cut < middles["31"]


def test_crossings_of_folded_documents_are_counted() -> None:
    """Above rank 12 stand 9 documents judged non-relevant, above rank 60 56; 2 + 4 relevant ones stand above others."""
    assert f"{9 + 56} in all" in drawn("Bpref", {"labels": LABELS}).sentence
