"""Every measure against its textbook formula, written here again in plain Python and from the definitions alone."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.ireval.random_lists import Typed, examples, given, st, typed

LISTS = typed()
CUTOFFS = st.integers(1, 15)
APPROX: dict[str, Any] = {"rel": 0, "abs": 1e-12}


class Book:
    """A list as a book sees it: rel_i and G[i] from rank 1, R and N."""

    def __init__(self, listing: Typed, rel: int = 1) -> None:
        self.grades, self.missed = listing.grades, listing.missed
        self.n = len(self.grades)
        self.rel = [int(g >= rel) for g in self.grades]
        self.R = sum(self.rel) + sum(g >= rel for g in self.missed)
        self.N = sum(0 <= g < rel for g in [*self.grades, *self.missed])

    def precision(self, k: int) -> float:
        return sum(self.rel[:k]) / k

    def recall(self, k: int) -> float:
        return sum(self.rel[:k]) / self.R

    @property
    def ranks(self) -> range:
        return range(1, self.n + 1)

    def gains(self, exponential: bool) -> list[float]:
        return [worth(g, exponential) for g in self.grades]

    def ideal(self, exponential: bool, retrieved_only: bool) -> list[float]:
        pool = self.grades if retrieved_only else [*self.grades, *self.missed]
        return sorted((worth(g, exponential) for g in pool), reverse=True)


def worth(grade: int, exponential: bool) -> float:
    if grade <= 0:
        return 0
    return 2**grade - 1 if exponential else grade


def discounted(gain: float, i: int, discount: str) -> float:
    if discount == "log2-rank-plus-1":
        return gain / math.log2(i + 1)
    base = int(discount.removeprefix("log").removesuffix("-rank"))
    return gain if i < base else gain / math.log(i, base)


def dcg(gains: list[float], k: int, discount: str) -> float:
    return sum(discounted(g, i, discount) for i, g in enumerate(gains[:k], start=1))


def same(ours: float | None, book: float | None) -> bool:
    if ours is None or book is None:
        return ours is book
    return ours == pytest.approx(book, **APPROX)


def left_out(listing: Typed, **choices: Any) -> Any:
    """The list explained where R = 0 leaves a measure undefined, as in the books."""
    return listing.explained(no_relevant="left-out", **choices)


@given(LISTS, CUTOFFS, st.integers(1, 3))
@examples(40)
def test_precision_and_recall(listing: Typed, k: int, rel: int) -> None:
    b, e = Book(listing, rel), left_out(listing, rel=rel)
    assert same(e.value(f"P@{k}"), b.precision(k))
    assert same(e.value("P"), b.precision(b.n) if b.n else 0)
    assert same(e.value(f"R@{k}"), b.recall(k) if b.R else None)
    assert same(e.value("R"), b.recall(b.n) if b.R else None)
    assert same(e.value("Rprec"), b.precision(b.R) if b.R else None)
    assert e.columns("R")["found"] == [sum(b.rel[:i]) for i in b.ranks] or not b.n


@given(LISTS, st.sampled_from([0.5, 1, 2, 3.7]), CUTOFFS)
@examples(40)
def test_f_measure(listing: Typed, beta: float, k: int) -> None:
    b, e = Book(listing), left_out(listing)
    for cutoff, name in ((k, f"F(beta={beta})@{k}"), (b.n, f"F(beta={beta})")):
        if not b.R:
            assert e.value(name) is None
            continue
        p, r = b.precision(cutoff) if cutoff else 0, b.recall(cutoff)
        assert same(e.value(name), (1 + beta**2) * p * r / (beta**2 * p + r) if p + r else 0)


@given(LISTS)
@examples(40)
def test_accuracy(listing: Typed) -> None:
    b, e = Book(listing), left_out(listing)
    if not listing.size:
        assert e.value("Accuracy") is None
        return
    tp = sum(b.rel)
    fp, fn = b.n - tp, b.R - tp
    tn = listing.size - tp - fp - fn
    columns = e.columns("Accuracy")
    assert [columns[key][-1] for key in ("tp", "fp", "fn", "tn")] == [tp, fp, fn, tn]
    assert same(e.value("Accuracy"), (tp + tn) / (tp + fp + fn + tn))


@given(LISTS, st.sampled_from([0, 0.1, 0.25, 0.3, 0.5, 0.7, 1]), st.booleans())
@examples(50)
def test_precision_at_a_recall_level(listing: Typed, level: float, above: bool) -> None:
    b = Book(listing)
    name = f"P_at_recall(reach='above')@{level}" if above else f"P_at_recall@{level}"
    reached = [i for i in b.ranks if b.R and (b.recall(i) > level if above else b.recall(i) >= level)]
    ours = left_out(listing).value(name)
    if b.n:
        assert same(ours, b.precision(reached[0]) if reached else None)


@given(LISTS, st.none() | CUTOFFS, st.sampled_from(["all-relevant", "min-r-k", "relevant-retrieved"]))
@examples(50)
def test_average_precision(listing: Typed, k: int | None, divisor: str) -> None:
    b = Book(listing)
    ranks = [i for i in b.ranks if b.rel[i - 1] and (k is None or i <= k)]
    below = {"all-relevant": b.R, "min-r-k": min(b.R, k or b.R), "relevant-retrieved": len(ranks)}[divisor]
    book = sum(b.precision(i) for i in ranks) / below if below else 0 if b.R else None
    assert same(left_out(listing, divisor=divisor).value(f"AP@{k}" if k else "AP"), book)


@given(LISTS, st.none() | CUTOFFS)
@examples(50)
def test_reciprocal_rank(listing: Typed, k: int | None) -> None:
    b = Book(listing)
    first = next((i for i in b.ranks if b.rel[i - 1] and (k is None or i <= k)), None)
    assert same(left_out(listing).value(f"RR@{k}" if k else "RR"), 1 / first if first else 0)


@given(LISTS, st.sampled_from(["r", "min-r-n", "10-plus-r"]), st.integers(1, 2))
@examples(50)
def test_bpref(listing: Typed, form: str, rel: int) -> None:
    b = Book(listing, rel)
    cap = {"r": b.R, "min-r-n": min(b.R, b.N), "10-plus-r": 10 + b.R}[form]
    total = 0.0
    for i in b.ranks:
        if b.rel[i - 1]:
            above = sum(0 <= g < rel for g in b.grades[: i - 1])
            total += 1 - min(above, cap) / cap if above else 1
    assert same(left_out(listing, rel=rel).value(f"Bpref(bpref='{form}')"), total / b.R if b.R else None)


DISCOUNTS = st.sampled_from(["log2-rank-plus-1", "log2-rank", "log5-rank", "log10-rank"])


@given(LISTS, CUTOFFS, DISCOUNTS, st.booleans(), st.booleans())
@examples(60)
def test_cumulated_gain(listing: Typed, k: int, discount: str, exponential: bool, retrieved_only: bool) -> None:
    b = Book(listing)
    gains, ideal = b.gains(exponential), b.ideal(exponential, retrieved_only)
    e = left_out(
        listing,
        discount=discount,
        gain="exponential" if exponential else "linear",
        ideal="retrieved-only" if retrieved_only else "all-judged",
    )
    best = dcg(ideal, k, discount)
    assert e.value(f"CG@{k}") == sum(gains[:k])
    assert same(e.value(f"DCG@{k}"), dcg(gains, k, discount))
    assert same(e.value(f"IDCG@{k}"), best)
    nothing = 0 if b.R else None  # there are documents with a gain, and none was retrieved
    assert same(e.value(f"nDCG@{k}"), dcg(gains, k, discount) / best if best else nothing)
    whole = dcg(ideal, len(ideal), discount)
    assert same(e.value("nDCG"), dcg(gains, b.n, discount) / whole if whole else nothing)


@given(LISTS, DISCOUNTS)
def test_the_ideal_list_cut_where_the_ranking_ends(listing: Typed, discount: str) -> None:
    b = Book(listing)
    if b.n:
        best = dcg(b.ideal(False, False), b.n, discount)
        ours = left_out(listing, discount=discount, ideal_cut="list-end").value("nDCG")
        assert same(ours, dcg(b.gains(False), b.n, discount) / best if best else None)


def interpolated(b: Book, tenth: int, interval: bool) -> float:
    """In whole numbers: recall i is at least tenth/10 where 10 found >= tenth R. Points are at relevant documents."""
    found = {i: 10 * sum(b.rel[:i]) for i in b.ranks if b.rel[i - 1]}
    beyond = [i for i in found if found[i] >= tenth * b.R]
    within = [i for i in beyond if found[i] <= (tenth + 1) * b.R]
    chosen = within if interval and within else beyond
    return max((b.precision(i) for i in chosen), default=0)


@given(LISTS, st.booleans())
@examples(50)
def test_interpolated_precision(listing: Typed, interval: bool) -> None:
    b = Book(listing)
    e = left_out(listing, interpolation="following-interval" if interval else "any-higher-recall")
    if not b.R:
        assert e.value("IPrec11") is None
        return
    points = [interpolated(b, tenth, interval) for tenth in range(11)]
    assert e.columns("IPrec11")["P"] == pytest.approx(points, **APPROX)
    assert same(e.value("IPrec11"), sum(points) / 11)
    for tenth, point in enumerate(points):
        assert same(e.value(f"IPrec@{tenth / 10}"), point)
