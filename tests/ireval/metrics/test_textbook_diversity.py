"""The measures beyond the sources, and those of diversity, against their formulas in plain Python."""

from __future__ import annotations

import math

import pytest

from ireval.ranking.judgements import POOLED
from tests.ireval.metrics.test_textbook import APPROX, LISTS, Book, left_out, same, worth
from tests.ireval.random_lists import Typed, diverse, examples, given, st, typed

CUTOFFS = st.integers(1, 15)


@given(LISTS, CUTOFFS, st.integers(1, 3))
def test_success_and_judged(listing: Typed, k: int, rel: int) -> None:
    b, e = Book(listing, rel), left_out(listing, rel=rel)
    assert e.value(f"Success@{k}") == (1 if any(b.rel[:k]) else 0)
    seen = listing.grades[:k]
    assert same(e.value(f"Judged@{k}"), sum(g >= 0 for g in seen) / len(seen) if seen else 0)


@given(LISTS, st.none() | CUTOFFS)
def test_fallout(listing: Typed, k: int | None) -> None:
    b, e = Book(listing), left_out(listing)
    ours = e.value(f"Fallout@{k}" if k else "Fallout")
    if listing.size is None or listing.size == b.R:
        assert ours is None
    else:
        wrong = sum(not r for r in b.rel[: k or b.n])
        assert same(ours, wrong / (listing.size - b.R))


@given(LISTS, st.sampled_from([0, 0.3, 0.5, 0.8, 0.95, 1]), st.none() | CUTOFFS)
def test_rank_biased_precision(listing: Typed, p: float, k: int | None) -> None:
    b, e = Book(listing), left_out(listing)
    depth = k or max(b.n, 1)
    name = f"RBP(p={p})" + (f"@{k}" if k else "")
    best = [(1 - p) * p ** (i - 1) for i in range(1, depth + 1)]
    base = sum(w for w, r in zip(best, b.rel, strict=False) if r)
    unknown = [i >= b.n or listing.grades[i] < 0 for i in range(depth)]
    residual = sum(w for w, u in zip(best, unknown, strict=True) if u) + p**depth
    assert same(e.value(name), base)
    assert e.columns(name)["residual"][depth - 1] == pytest.approx(residual, **APPROX)
    assert (base or 0) + residual <= 1 + 1e-12


@given(LISTS, st.sampled_from(["judged", "1", "2", "3", "4", "5"]), st.none() | CUTOFFS)
@examples(40)
def test_expected_reciprocal_rank(listing: Typed, top: str, k: int | None) -> None:
    pool = [g for g in [*listing.grades, *listing.missed] if g >= 0]
    highest = max(pool, default=0) if top == "judged" else int(top)
    expected, looking = 0.0, 1.0
    for i, grade in enumerate(listing.grades[: k or len(listing.grades)], start=1):
        stop = (2 ** min(max(grade, 0), highest) - 1) / 2**highest
        expected += looking * stop / i
        looking *= 1 - stop
    name = f"ERR(top='{top}')" + (f"@{k}" if k else "")
    assert same(left_out(listing).value(name), expected)


@given(LISTS, st.integers(1, 2))
@examples(40)
def test_inferred_average_precision(listing: Typed, rel: int) -> None:
    """The formula as Yilmaz and Aslam give it, with trec_eval's smoothing."""
    b, eps = Book(listing, rel), 0.00001
    total = 0.0
    for k in b.ranks:
        if not b.rel[k - 1]:
            continue
        above = listing.grades[: k - 1]
        good, bad = sum(g >= rel for g in above), sum(0 <= g < rel for g in above)
        pool = good + bad + above.count(POOLED)
        within = pool / (k - 1) * (good + eps) / (good + bad + 2 * eps) if k > 1 else 0
        total += 1 / k + (k - 1) / k * within
    assert same(left_out(listing, rel=rel).value("infAP"), total / b.R if b.R else None)


@given(LISTS, CUTOFFS, st.booleans(), st.booleans())
@examples(40)
def test_ncg(listing: Typed, k: int, exponential: bool, retrieved_only: bool) -> None:
    b = Book(listing)
    gains, ideal = b.gains(exponential), b.ideal(exponential, retrieved_only)
    e = left_out(
        listing,
        gain="exponential" if exponential else "linear",
        ideal="retrieved-only" if retrieved_only else "all-judged",
    )
    nothing = 0 if b.R else None  # there are documents with a gain, and none was retrieved
    assert same(e.value(f"nCG@{k}"), sum(gains[:k]) / sum(ideal[:k]) if sum(ideal[:k]) else nothing)


@given(LISTS, st.integers(1, 4), st.booleans(), st.sampled_from([0, 0.5, 1, 10]))
@examples(40)
def test_q(listing: Typed, rel: int, exponential: bool, beta: float) -> None:
    """As Sakai defines it: only relevant documents have a gain, in the list and in the ideal list."""
    b = Book(listing, rel)
    gains = [worth(g, exponential) if g >= rel else 0 for g in listing.grades]
    ideal = sorted((worth(g, exponential) for g in [*listing.grades, *listing.missed] if g >= rel), reverse=True)
    blended = [(sum(b.rel[:i]) + beta * sum(gains[:i])) / (i + beta * sum(ideal[:i])) for i in b.ranks if b.rel[i - 1]]
    ours = left_out(listing, rel=rel, gain="exponential" if exponential else "linear").value(f"Q(beta={beta})")
    assert same(ours, sum(blended) / b.R if b.R else None)


def test_q_measure_by_hand() -> None:
    """Of the grades 1 and 2 only 2 is relevant: (1 + 2)/(2 + 2) at rank 2."""
    assert Typed("12").explained(rel=2).value("Q") == 0.75
    assert Typed("12").explained().value("Q") == pytest.approx(((1 + 1) / (1 + 2) + (2 + 3) / (2 + 3)) / 2)


@given(LISTS)
def test_q_without_gain_is_ap_and_gmap_has_a_floor(listing: Typed) -> None:
    e = left_out(listing)
    ap = e.value("AP")
    assert same(e.value("Q(beta=0)"), ap)
    assert same(e.value("GMAP"), None if ap is None else max(ap, 0.00001))


@given(LISTS)
def test_three_points(listing: Typed) -> None:
    e = left_out(listing, interpolation="any-higher-recall")
    points = [e.value(f"IPrec@{level}") for level in (0.2, 0.5, 0.8)]
    assert same(e.value("IPrec3"), None if None in points else sum(p or 0 for p in points) / 3)


def read(groups: str) -> list[list[int]]:
    return [[int(c) for c in group] for group in groups.split(",")] if groups else []


class Topics:
    """A list as the diversity papers see it: J(d, i), and the subtopics that some judged document covers."""

    def __init__(self, listing: Typed) -> None:
        self.ranked, self.missed = read(listing.subtopics), read(listing.unretrieved_subtopics)
        self.pool = [*self.ranked, *self.missed]
        self.known = [j for j in range(max(map(len, self.pool), default=0)) if any(d[j] for d in self.pool)]

    def gains(self, documents: list[list[int]], alpha: float) -> list[float]:
        """What each document adds to those before it."""
        return [
            sum((1 - alpha) ** sum(d[j] for d in documents[:i]) for j in self.known if document[j])
            for i, document in enumerate(documents)
        ]

    def greedy(self, alpha: float) -> list[list[int]]:
        """The ideal list, a document at a time, the first of equals."""
        left, chosen = list(self.pool), list[list[int]]()
        while left:
            added = [round(self.gains([*chosen, d], alpha)[-1], 9) for d in left]
            chosen.append(left.pop(added.index(max(added))))
        return chosen


def discounted(gains: list[float], k: int) -> float:
    return sum(g / math.log2(i + 1) for i, g in enumerate(gains[:k], start=1))


def by_rank(gains: list[float], k: int) -> float:
    return sum(g / i for i, g in enumerate(gains[:k], start=1))


@given(diverse(), CUTOFFS, st.sampled_from([0, 0.3, 0.5, 1]))
@examples(50)
def test_alpha_ndcg(listing: Typed, k: int, alpha: float) -> None:
    t, e = Topics(listing), left_out(listing)
    best = discounted(t.gains(t.greedy(alpha), alpha), k)
    own = discounted(t.gains(t.ranked, alpha), k)
    assert same(e.value(f"alpha_nDCG(alpha={alpha})@{k}"), own / best if best else None)


@given(diverse(), CUTOFFS)
@examples(50)
def test_intent_aware_measures(listing: Typed, k: int) -> None:
    t, every = Topics(listing), left_out(listing, subtopic_count="all")
    e, count = left_out(listing), len(t.known)
    whole = {name: every.value(name) for name in (f"P_IA@{k}", f"StRecall@{k}", f"ERR_IA@{k}")}
    if not count:
        assert e.value(f"P_IA@{k}") is e.value(f"StRecall@{k}") is e.value(f"ERR_IA@{k}") is None
        assert set(whole.values()) == {0}
        return
    for name, value in whole.items():
        assert same(value, (e.value(name) or 0) * count / len(t.pool[0])), "the same sum, divided by all subtopics"
    precisions = [sum(d[j] for d in t.ranked[:k]) / k for j in t.known]
    assert same(e.value(f"P_IA@{k}"), sum(precisions) / count)
    covered = sum(any(d[j] for d in t.ranked[:k]) for j in t.known)
    assert same(e.value(f"StRecall@{k}"), covered / count)
    reciprocal = 0.0
    for j in t.known:
        looking = 1.0
        for i, document in enumerate(t.ranked[:k], start=1):
            reciprocal += looking * document[j] / 2 / i
            looking *= 1 - document[j] / 2
    assert same(e.value(f"ERR_IA(norm='none')@{k}"), reciprocal / count)
    perfect = sum(0.5 ** (i - 1) / i for i in range(1, k + 1))
    assert same(e.value(f"ERR_IA@{k}"), 2 * reciprocal / count / perfect)
    ideal = by_rank(t.gains(t.greedy(0.5), 0.5), k)
    assert same(e.value(f"nERR_IA@{k}"), by_rank(t.gains(t.ranked, 0.5), k) / ideal if ideal else None)


@given(typed())
def test_without_subtopics_nothing_is_defined_and_somebody_says_why(listing: Typed) -> None:
    for name in ("alpha_nDCG@5", "P_IA@5", "ERR_IA", "nERR_IA", "StRecall"):
        table = listing.explained().table(name)
        assert table.value is None
        assert "subtopics=110,011,000" in table.remark


def test_a_list_can_beat_the_greedy_one() -> None:
    """The document on four subtopics comes first in the ideal list; two others would cover all six."""
    listing = Typed(subtopics="111000,000111", unretrieved_subtopics="011110")
    table = listing.explained().table("alpha_nDCG(alpha=1)@2")
    assert table.value == pytest.approx((3 + 3 / math.log2(3)) / (4 + 1 / math.log2(3)), **APPROX)
    assert table.value is not None and table.value > 1
    assert not table.measure.bounded
