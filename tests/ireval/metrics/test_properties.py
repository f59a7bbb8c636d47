"""What must hold for any list: which changes matter to a measure, and in which direction."""

from __future__ import annotations

from typing import Any

import pytest

from ireval.conventions import effective
from tests.ireval.random_lists import Typed, assume, examples, given, presets, st, typed

LISTS = typed(st.text(st.sampled_from("0101230u"), min_size=1, max_size=12))
APPROX: dict[str, Any] = {"rel": 0, "abs": 1e-12}


@given(LISTS, presets, st.integers(1, 12), st.randoms(use_true_random=False))
def test_order_within_and_below_the_cutoff_does_not_matter_to_sets(
    listing: Typed, preset: str, k: int, random: Any
) -> None:
    head, tail = list(listing.labels[:k]), list(listing.labels[k:])
    random.shuffle(head)
    random.shuffle(tail)
    other = Typed("".join(head + tail), listing.unretrieved, listing.size)
    for name in (f"P@{k}", f"R@{k}", f"F(beta=2)@{k}", f"CG@{k}", "P", "R", "F(beta=1)", "Accuracy"):
        assert listing.explained(preset).value(name) == other.explained(preset).value(name), name


@given(LISTS, presets, st.integers(1, 12), st.randoms(use_true_random=False))
def test_order_below_the_cutoff_does_not_matter_to_ranks(listing: Typed, preset: str, k: int, random: Any) -> None:
    tail = list(listing.labels[k:])
    random.shuffle(tail)
    other = Typed(listing.labels[:k] + "".join(tail), listing.unretrieved, listing.size)
    for name in (f"AP@{k}", f"RR@{k}", f"DCG@{k}", f"IDCG@{k}", f"nDCG@{k}"):
        assert listing.explained(preset).value(name) == other.explained(preset).value(name), name


@given(st.text(st.sampled_from("0123"), min_size=1, max_size=12), presets)
def test_the_ideal_order_scores_1(labels: str, preset: str) -> None:
    """Where every relevant document is retrieved, the best first; at a cutoff, if the ideal list ends there, too."""
    assume(any(c != "0" for c in labels))
    best = Typed("".join(sorted(labels, reverse=True)))
    relevant = sum(c != "0" for c in labels)
    cut = effective(preset)["ideal_cut"] != "uncut" or relevant <= 5
    for name in ("AP", f"P@{relevant}", "Rprec", "R", "RR", "Bpref", "nDCG", "IPrec11", "IPrec@0.5", *["nDCG@5"] * cut):
        assert best.explained(preset).value(name) == pytest.approx(1, **APPROX), name


@given(LISTS, presets, st.integers(1, 5))
def test_unjudged_documents_at_the_end_change_nothing(listing: Typed, preset: str, count: int) -> None:
    """An ideal list that is not longer than the ranking grows with it, so nDCG is left out there."""
    longer = Typed(listing.labels + "u" * count, listing.unretrieved)
    names = ("AP", "RR", "Bpref", "Bpref(bpref='10-plus-r')", "Rprec", "R", "nDCG@3", "DCG@10", "IPrec@0.3", "IPrec11")
    for name in names:
        if name == "nDCG@3" and effective(preset)["ideal_cut"] == "shorter":
            continue
        before, after = listing.explained(preset).value(name), longer.explained(preset).value(name)
        assert (before is None) == (after is None), name
        assert (before or 0) == pytest.approx(after or 0, **APPROX), name


@given(typed(st.text(st.sampled_from("01u"), min_size=1, max_size=10)), presets, st.integers(0, 10))
def test_bpref_does_not_see_unjudged_documents(listing: Typed, preset: str, place: int) -> None:
    other = Typed(listing.labels[:place] + "u" + listing.labels[place:], listing.unretrieved)
    assert listing.explained(preset).value("Bpref") == other.explained(preset).value("Bpref")


some = st.text(st.sampled_from("0101230u"), max_size=6)


@given(st.tuples(some, some), st.sampled_from("123"), st.sampled_from("0u"), st.sampled_from(["", "1", "02"]), presets)
@examples(50)
def test_moving_a_relevant_document_up_never_lowers_a_score(
    around: tuple[str, str], relevant: str, other: str, missed: str, preset: str
) -> None:
    """Interpolation over intervals is left out: a document that moves up may leave an interval to worse ones."""
    head, tail = around
    lower, higher = Typed(head + other + relevant + tail, missed), Typed(head + relevant + other + tail, missed)
    choices = {"interpolation": "any-higher-recall"}
    for name in ("AP", "AP@4", "RR", "Bpref", "nDCG", "nDCG@4", "DCG@4", "P@4", "Rprec", "IPrec11", "IPrec@0.5"):
        before, after = lower.explained(preset, **choices).value(name), higher.explained(preset, **choices).value(name)
        assert before is not None
        assert after is not None
        assert after >= before - 1e-12, name


@given(LISTS, presets)
def test_a_missed_document_costs_recall_but_not_precision(listing: Typed, preset: str) -> None:
    assume(any(c in "123" for c in listing.labels))
    missed = Typed(listing.labels, listing.unretrieved + "1")
    before, after = (x.explained(preset, divisor="all-relevant") for x in (listing, missed))
    for name in ("AP", "R"):
        assert (after.value(name) or 0) < (before.value(name) or 0), name
    for name in ("P", "RR", "DCG@5"):
        assert after.value(name) == before.value(name), name


@given(LISTS, presets)
def test_interpolated_precision_never_rises(listing: Typed, preset: str) -> None:
    points = listing.explained(preset, interpolation="any-higher-recall").columns("IPrec11")["P"]
    assert points == sorted(points, key=lambda x: -(x or 0))


@given(LISTS, presets)
def test_a_table_goes_on_from_the_row_above(listing: Typed, preset: str) -> None:
    """The list's first ranks alone have the same first rows, where nothing is measured against the whole."""
    half = Typed(listing.labels[: len(listing.labels) // 2 + 1])
    for name, keys in {"P": ("found", "P"), "DCG": ("G", "DCG"), "CG": ("CG",), "RR": ("RR",)}.items():
        long, short = listing.explained(preset).columns(name), half.explained(preset).columns(name)
        for key in keys:
            assert long[key][: len(short[key])] == pytest.approx(short[key], **APPROX)
