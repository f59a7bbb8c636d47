"""The measures that only trec_eval has, from their definitions, written here again in plain Python."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.ireval.metrics.test_textbook import Book, dcg, left_out, same, worth
from tests.ireval.random_lists import Typed, examples, given, st, typed

LISTS = typed()
CUTOFFS = st.integers(1, 15)


@given(LISTS, CUTOFFS, st.integers(1, 2))
@examples(50)
def test_shares_of_documents(listing: Typed, k: int, rel: int) -> None:
    b, e = Book(listing, rel), left_out(listing, rel=rel)
    unjudged = [g < 0 for g in b.grades]
    assert same(e.value(f"Unjudged@{k}"), sum(unjudged[:k]) / k)
    assert same(e.value("Unjudged"), sum(unjudged) / b.n if b.n else 0)
    assert same(e.value(f"RelP@{k}"), sum(b.rel[:k]) / min(k, b.R) if b.R else None)
    assert same(e.value("set_relative_P"), sum(b.rel) / min(max(b.n, 1), b.R) if b.R else None)
    assert same(e.value("SetAP"), (b.precision(b.n) * b.recall(b.n) if b.n else 0) if b.R else None)


@given(LISTS, st.integers(1, 20))
@examples(50)
def test_precision_at_a_multiple_of_r(listing: Typed, tenths: int) -> None:
    """In whole numbers: x R + 0.9 is (tenths R + 9) / 10. Not so 0.7 * 3, which a computer finds just below 2.1."""
    b = Book(listing)
    rank = (tenths * b.R + 9) // 10
    if b.R and int(tenths / 10 * b.R + 0.9) == rank:
        assert same(left_out(listing).value(f"Rprec_mult@{tenths / 10}"), b.precision(rank))


@given(LISTS, st.tuples(*[st.sampled_from([-2, -1, 0, 0.5, 3])] * 4))
@examples(50)
def test_utility(listing: Typed, values: tuple[float, ...]) -> None:
    b = Book(listing)
    tp = sum(b.rel)
    fp, fn = b.n - tp, b.R - tp
    expected: float | None = values[0] * tp + values[1] * fp + values[2] * fn
    if values[3]:
        expected = None if listing.size is None else (expected or 0) + values[3] * (listing.size - tp - fp - fn)
    a, b_, c, d = values
    assert same(left_out(listing).value(f"Utility(tp={a}, fp={b_}, fn={c}, tn={d})"), expected)


@given(LISTS, st.sampled_from([0, 0.3, 0.5, 0.9, 1]))
@examples(50)
def test_the_residual(listing: Typed, p: float) -> None:
    """All unjudged documents relevant: what RBP would gain, ranks below the end of the list included."""
    b = Book(listing)
    weights = [(1 - p) * p ** (i - 1) for i in b.ranks]
    open_ = sum(w for w, g in zip(weights, b.grades, strict=True) if g < 0) + p**b.n
    assert same(left_out(listing).value(f"RBP_resid(p={p}, below='always')"), open_)
    some = any(g < 0 for g in b.grades)
    assert same(left_out(listing).value(f"rbp_resid(p={p})"), open_ if some else 0)


@given(LISTS, st.integers(1, 2))
@examples(50)
def test_bing(listing: Typed, rel: int) -> None:
    b = Book(listing, rel)
    terms = [1 / math.log2(2 + b.rel[: i - 1].count(0)) for i in b.ranks if b.rel[i - 1]]
    assert same(left_out(listing, rel=rel).value("binG"), sum(terms) / b.R if b.R else None)


@given(LISTS, st.booleans())
@examples(50)
def test_g(listing: Typed, exponential: bool) -> None:
    b = Book(listing)
    gains, ideal = b.gains(exponential), b.ideal(exponential, False)
    padded = ideal + [0.0] * b.n
    behind = [sum(max(x, 1) for x in padded[:i]) - sum(gains[:i]) for i in b.ranks]
    terms = [g / math.log2(2 + x) for g, x in zip(gains, behind, strict=True) if g]
    ours = left_out(listing, gain="exponential" if exponential else "linear").value("G")
    assert same(ours, sum(terms) / sum(ideal) if sum(ideal) else None)


@given(LISTS, st.sampled_from(["log2-rank-plus-1", "log2-rank"]))
@examples(40)
def test_averages_of_ndcg(listing: Typed, discount: str) -> None:
    b = Book(listing)
    gains, ideal = b.gains(False), [g for g in b.ideal(False, False) if g > 0]

    def ndcg(i: int) -> float:
        return dcg(gains, i, discount) / dcg(ideal, i, discount)

    e = left_out(listing, discount=discount)
    if not ideal:
        assert e.value("ndcg_rel") is None and e.value("Rndcg") is None
        return
    found = [ndcg(i) for i in b.ranks if gains[i - 1]]
    end = dcg(gains, b.n, discount) / dcg(ideal, len(ideal), discount)
    assert same(e.value("ndcg_rel"), (sum(found) + (len(ideal) - len(found)) * end) / len(ideal))
    levels = [ndcg(sum(x >= g for x in ideal)) for g in set(ideal)]
    if b.n > len(ideal) + 1:
        levels.append(end)
    assert same(e.value("Rndcg"), sum(levels) / len(levels))


def test_rndcg_counts_the_end_of_the_list_from_the_second_rank_below_the_ideal_list() -> None:
    """trec_eval says that the end counts as well; it leaves it out where the list is one rank longer."""
    shorter, longer = (left_out(Typed(labels)).value("RnDCG") for labels in ("01", "001"))
    assert same(shorter, 0.0)
    assert same(longer, (0 + 1 / math.log2(4)) / 2)


def test_rndcg_is_0_where_nothing_is_relevant() -> None:
    listing: Any = Typed("10", "1")
    assert listing.explained("trec_eval", rel=2).value("Rndcg") == 0
    assert worth(1, False) == 1


@given(LISTS)
@examples(50)
def test_gmbpref_of_one_list_is_bpref(listing: Typed) -> None:
    e = left_out(listing)
    bpref = e.value("Bpref")
    assert same(e.value("gm_bpref"), None if bpref is None else max(bpref, 0.00001))


def test_the_mean_of_gmbpref_is_geometric() -> None:
    from ireval import evaluate

    qrels = {"1": {"a": 1, "b": 0}, "2": {"a": 1, "b": 1, "c": 0}}
    run = {"1": {"b": 2.0, "a": 1.0}, "2": {"a": 3.0, "c": 2.0, "b": 1.0}}
    assert evaluate(qrels, run, "gm_bpref").mean["gm_bpref"] == pytest.approx(math.sqrt(0.00001 * 0.5))
