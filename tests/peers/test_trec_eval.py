"""The preset ``trec_eval`` against trec_eval itself, under trec_eval's names."""

from __future__ import annotations

from itertools import product

import pytest

from ireval.conventions import DEFAULT_PRESET
from tests.ireval.random_lists import AWKWARD, Typed, examples, given, graded, st

pytrec_eval = pytest.importorskip(
    "pytrec_eval", reason="comparing with trec_eval needs it: pip install -r requirements-dev.txt"
)

CUTOFFS = (1, 3, 5, 10, 15, 20)
MEASURES = {
    *("map", "Rprec", "recip_rank", "bpref", "ndcg", "set_P", "set_recall", "set_F"),
    *(f"{name}.{','.join(map(str, CUTOFFS))}" for name in ("map_cut", "P", "recall", "ndcg_cut")),
    "iprec_at_recall",
}


def by_trec_eval(listing: Typed) -> dict[str, float]:
    """trec_eval's scores of the list; empty if the topic is not judged or nothing was retrieved."""
    docs = {f"d{i:03}": g for i, g in enumerate(listing.grades)}
    missed = {f"m{i:03}": g for i, g in enumerate(listing.missed)}
    qrels = {doc: g for doc, g in (docs | missed).items() if g >= 0}
    run = {doc: float(-rank) for rank, doc in enumerate(docs)}
    if not qrels or not run:
        return {}
    return dict(pytrec_eval.RelevanceEvaluator({"q": qrels}, MEASURES).evaluate({"q": run}).get("q", {}))


def comparable(name: str, relevant: int) -> bool:
    """Whether trec_eval's rule for recall levels, int(level * R + 0.9) documents, is the textbook's for this R."""
    if not name.startswith("iprec"):
        return True
    tenth = round(float(name.rsplit("_", 1)[1]) * 10)
    return int(tenth / 10 * relevant + 0.9) == -(-tenth * relevant // 10)


def check(listing: Typed) -> set[str]:
    explanation = listing.explained(DEFAULT_PRESET)
    relevant = int(listing.ranking.relevant_total()[0])
    theirs = {name: x for name, x in by_trec_eval(listing).items() if comparable(name, relevant)}
    ours = {name: explanation.value(name) for name in theirs}
    assert ours == pytest.approx(theirs, rel=0, abs=1e-6)
    return set(theirs)


@given(st.builds(Typed, graded, st.text(st.sampled_from("001123"), max_size=6)))
@examples(75)
def test_random_lists(listing: Typed) -> None:
    check(listing)


@given(st.builds(Typed, st.text(st.sampled_from("00001u"), max_size=40), st.text(st.sampled_from("01"), max_size=20)))
@examples(40)
def test_long_lists_with_few_relevant_documents(listing: Typed) -> None:
    check(listing)


def test_every_measure_is_compared() -> None:
    """This includes the aliases, because the names are trec_eval's."""
    compared = set().union(*(check(listing) for listing in AWKWARD.values()))
    cut = {f"{name}_{k}" for name, k in product(("map_cut", "P", "recall", "ndcg_cut"), CUTOFFS)}
    levels = {f"iprec_at_recall_{i / 10:.2f}" for i in range(11)}
    whole = {"map", "Rprec", "recip_rank", "bpref", "ndcg", "set_P", "set_recall", "set_F"}
    assert compared == cut | levels | whole


def test_no_relevant_document_scores_0() -> None:
    listing = AWKWARD["no relevant document"]
    theirs = by_trec_eval(listing)
    assert theirs["map"] == theirs["ndcg"] == theirs["bpref"] == 0
    assert check(listing)
