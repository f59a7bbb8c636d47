"""Mistakes made by formulas of our own: the known ones are named, and the others are not taken for known ones."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from itertools import product

import numpy as np
import pytest

from ireval.conventions import effective
from ireval.diagnosis.candidates import Candidate, by_choice
from ireval.diagnosis.causes import wrong_values
from ireval.diagnosis.elsewhere.across_page import is_elsewhere
from ireval.diagnosis.inquiry import inquiry
from ireval.diagnosis.slips import SLIPS
from ireval.diagnosis.verdict import Diagnosis
from ireval.measure.scores import compute
from ireval.measure.spelling import parse
from ireval.numbers.arrays import Floats
from ireval.ranking.judgements import Ranking
from tests.ireval.diagnosis.mistaken_formulas import PAIRS, RARE, UNLISTED
from tests.ireval.diagnosis.test_inquiry_of_every_measure import CHOSEN, written
from tests.ireval.metrics.test_wrong_values import WRONG, Query, Wrong, queries
from tests.tiers import sampled

LILLIS = effective("lillis")
#: Shares of wrong numbers, at three decimals.
LISTED_NAMED, PAIRS_NAMED, UNLISTED_BLAMED = 0.99, 0.95, 0.01
LISTS = 36
#: Queries whose pairs are all looked at.
PAIRED = 120


@cache
def computed(name: str) -> tuple[Floats, dict[str, Floats]]:
    """The correct scores of all queries, and the wrong ones by key."""
    block = Ranking.block(Ranking.one(*query) for query in queries())
    right = compute(parse(name), block, LILLIS)
    others = {c.key: c.value for c in by_choice(right)}
    return right.score, {**pairs_of(name), **wrong_values(name, block, LILLIS), **others}


def pairs_of(name: str) -> dict[str, Floats]:
    """What the pairs of the formulas give for the first queries, by key; NaN where a pair is none."""
    found = {key: np.full(len(queries()), np.nan) for key in PAIRS.get(name, {})}
    for i, query in enumerate(queries()[:PAIRED] if found else ()):
        pairs = inquiry(name, Ranking.one(*query), LILLIS).pairs
        for place in range(len(pairs.values) if pairs else 0):
            key = pairs.key(place) if pairs else ""
            if pairs and key in found:
                found[key][i] = pairs.values[place]
    return found


ALL = [(name, key, f) for table in (RARE, PAIRS) for name, formulas in table.items() for key, f in formulas.items()]
CASES = sampled((case for case in ALL if "rounding" not in case[1]), 8, lambda case: f"{case[0]}-{case[1]}")
ROUNDED = [pytest.param(*case, id=f"{case[0]}-{case[1]}") for case in ALL if "rounding" in case[1]]


@pytest.mark.parametrize(("name", "key", "formula"), CASES)
def test_values_are_what_the_words_say(name: str, key: str, formula: Wrong) -> None:
    """Where the mistake gives another score than the correct one; of a pair, also than one of the two alone."""
    right, wrong = computed(name)
    shown = 0
    for i, query in enumerate(queries()[: PAIRED if key in PAIRS.get(name, {}) else None]):
        expected = formula(query)
        if expected is None:
            continue
        single = [right[i], *(values[i] for other, values in wrong.items() if other != key)]
        if not any(abs(expected - x) <= 1e-9 for x in single):
            assert wrong[key][i] == pytest.approx(expected, abs=1e-12), query
            shown += 1
        else:
            assert math.isnan(wrong[key][i]) or any(abs(wrong[key][i] - x) <= 1e-9 for x in (*single, expected)), query
            # also where another mistake gives the same wrong score
            shown += bool(abs(wrong[key][i] - expected) <= 1e-9 and abs(expected - right[i]) > 1e-9)
    assert shown >= 10


@pytest.mark.parametrize(("name", "key", "formula"), ROUNDED)
def test_intermediate_values_are_rounded_and_then_added(name: str, key: str, formula: Wrong) -> None:
    block = Ranking.block(Ranking.one(*query) for query in queries())
    rounding, decimals = (part.partition("=")[2] for part in key.split(","))
    score = compute(parse(name), block, LILLIS | {"rounding": rounding, "decimals": int(decimals)}).score
    assert score == pytest.approx([formula(query) for query in queries()], abs=1e-9)


@cache
def outcomes(name: str) -> dict[str, Counter[str]]:
    """Of each table: how often a mistake shows, is named, and is blamed on something else for certain.

    A number that a known cause gives exactly is that cause's as well.
    """
    listed = {**WRONG.get(name, {}), **CHOSEN.get(name, {}), **RARE.get(name, {})}
    tables = {"listed": listed, "pairs": PAIRS.get(name, {}), "unlisted": UNLISTED.get(name, {})}
    counts = {table: Counter[str]() for table in tables}
    for query in queries()[:LISTS]:
        ready = inquiry(name, Ranking.one(*query), LILLIS)
        for table, formulas in tables.items():
            for key, formula in formulas.items():
                value = formula(query)
                if value is not None and ready.target.value is not None:
                    counts[table].update(outcome(ready.diagnose(written(value)), key, value))
    return counts


def outcome(found: Diagnosis, key: str, value: float) -> list[str]:
    keys = [cause.key for cause in found.causes]
    exact = any(abs(cause.value - value) < 1e-9 for cause in found.causes)
    if found.right or (exact and key not in keys):
        return []
    if key in keys or (key.startswith("rounding=") and any(cause.kind == "rounding" for cause in found.causes)):
        return ["all", "named"]
    return ["all", "blamed"] if keys and found.certain and keys[0] not in SLIPS else ["all"]


def share(counts: Counter[str], what: str, name: str) -> float:
    print(f"{name}: {counts[what] / counts['all']:.1%} of {counts['all']}")  # noqa: T201
    return counts[what] / counts["all"]


@pytest.mark.parametrize("name", sampled(sorted({*RARE, *PAIRS}), 3))
def test_listed_mistakes_and_pairs_are_named(name: str) -> None:
    found = outcomes(name)
    assert share(found["listed"], "named", name) >= LISTED_NAMED
    assert found["listed"]["all"] > LISTS
    if name in PAIRS:
        assert share(found["pairs"], "named", f"{name}, pairs") >= PAIRS_NAMED
        assert found["pairs"]["all"] > LISTS / 10


@pytest.mark.thorough
def test_other_mistakes_are_not_taken_for_listed_ones() -> None:
    found = {name: outcomes(name)["unlisted"] for name in UNLISTED}
    for name, counts in found.items():
        assert counts["named"] == 0
        share(counts, "blamed", name)
        assert counts["blamed"] <= max(1, 2 * UNLISTED_BLAMED * counts["all"]), name
    blamed, every = (sum(counts[key] for counts in found.values()) for key in ("blamed", "all"))
    assert blamed <= UNLISTED_BLAMED * every


@pytest.mark.parametrize("name", ["AP", "nDCG@5", "F", "Bpref", "IPrec11"])
def test_a_number_close_to_the_correct_one_is_a_slip(name: str) -> None:
    """Nothing is blamed for certain, and only few numbers may come from something else."""
    possible = Counter[int]()
    asked = [inquiry(name, Ranking.one(*query), LILLIS) for query in queries()[:20]]
    for ready, units in product(asked, (1, -1, 5, -5)):
        value = ready.target.value
        if value is None or not 0.01 < value < 0.99:
            continue
        near = float(written(value)) + units / 1000
        found = ready.diagnose(f"{near:.3f}")
        if found.right:  # a half may be rounded either way
            continue
        if is_elsewhere(found.causes[0]):  # of a number that ends in 0, before it is said that zeros were added
            assert found.typed.shortened
            continue
        assert found.causes[0].kind == "rounding"
        assert found.causes[0].key in SLIPS or found.causes[0].presets
        possible[units] += any(cause.kind != "rounding" for cause in found.causes)
        if found.causes[0].key == "close":
            assert found.causes[0].message.values["units"] == abs(units)
            assert not found.certain
    assert all(count <= 4 for count in possible.values()), possible


def test_likelier_causes_come_first() -> None:
    """A source's practice, then typical mistakes, then rare ones."""
    query = Query([1, 0, 2, 0, -1, 1, 3], [2, 1])
    ready = inquiry("nDCG@5", Ranking.one(*query), LILLIS)
    order = [(x.kind, bool(x.mistake and x.mistake.rare)) for x in ready.others if isinstance(x, Candidate)]
    firsts = [order.index(kind) for kind in (("convention", False), ("mistake", False), ("mistake", True))]
    assert firsts == sorted(firsts)
    assert ("mistake", False) not in order[order.index(("mistake", True)) :]


def test_a_forgotten_discount_is_named_as_that_on_a_short_list() -> None:
    """1 + 3 + 2 = 6; log10(i) from rank 10 gives the same on five ranks, and nobody means that."""
    ready = inquiry("DCG", Ranking.one([1, 0, 3, 0, 2], []), LILLIS)
    assert [cause.key for cause in ready.diagnose("6").causes] == ["forgets-the-discount"]
    assert [cause.key for cause in ready.diagnose("6.00").causes] == ["forgets-the-discount"]


def test_a_pair_is_offered_only_where_nothing_single_fits_for_certain() -> None:
    """ln with the ideal of the retrieved documents: the words say both."""
    query = Query([0, 1, 0, 2, 1, 3], [3, 2])
    found = inquiry("nDCG@5", Ranking.one(*query), LILLIS)
    value = PAIRS["nDCG@5"]["natural-logarithm,ideal=retrieved-only"](query)
    assert value is not None
    causes = found.diagnose(f"{value:.5f}").causes
    assert [cause.key for cause in causes] == ["natural-logarithm,ideal=retrieved-only"]
    assert causes[0].message.key == "did-several"
    assert len(causes[0].message.values["deeds"]) == 2  # type: ignore[arg-type]
    assert f"{value:.5f}" in found.diagnose(f"{value:.5f}").yours(causes[0]).text
