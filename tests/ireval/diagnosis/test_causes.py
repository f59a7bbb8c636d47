"""Where another number comes from, on the lecture's list of fifteen with values worked out by hand, and in general."""

from __future__ import annotations

from typing import Any

import pytest

from ireval.conventions import CONVENTIONS, PRESETS, effective
from ireval.diagnosis.causes import Cause, alternatives, causes, mistakes, wrong_values
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec, parse
from ireval.measure.support import preset_support
from ireval.messages import say
from tests.ireval.random_lists import AWKWARD, Typed, everything, examples, given, presets, roundings, st, typed

FIFTEEN = AWKWARD["the lectures' fifteen"].ranking
LILLIS = effective("lillis")


def by_key(found: list[Cause]) -> dict[str, Cause]:
    keys = {cause.key: cause for cause in found}
    assert len(keys) == len(found), "a key is given twice"
    return keys


@pytest.mark.parametrize(
    ("measure", "key", "value"),
    [
        # 1 + 1/2 + 2/3 + 2/4 + 2/5 + 3/6 + 3/7 + 3/8 + 3/9 + 4/10 + 4/11 + 4/12 + 4/13 + 4/14 + 5/15 = 6.7272
        ("AP", "averages-every-rank", 6.7272 / 15),
        ("AP", "adds-every-rank", 6.7272 / 10),
        # 1 + 2/3 + 3/6 + 4/10 + 5/15 = 2.9
        ("AP", "divides-by-the-ranks", 2.9 / 15),
        ("AP", "forgets-to-divide", 2.9),
        ("AP", "leaves-itself-out", (0 + 1 / 3 + 2 / 6 + 3 / 10 + 4 / 15) / 10),
        ("AP", "reciprocal-ranks", (1 + 1 / 3 + 1 / 6 + 1 / 10 + 1 / 15) / 10),
        ("AP@10", "forgets-the-cutoff", 0.29),
        ("P@10", "divides-by-the-length", 4 / 15),
        ("P@10", "adds-grades", 7 / 10),
        ("F", "arithmetic-mean", (1 / 3 + 1 / 2) / 2),
        ("F", "forgets-the-factor", 0.2),
        ("F(beta=2)", "forgets-beta", 0.4),
        ("Rprec", "takes-the-whole-list", 1 / 3),
        ("Rprec", "counts-below-rank-r", 1 / 2),
        ("RR", "takes-the-last", 1 / 15),
        # 0, 1, 3, 6 and 10 non-relevant documents stand above the five, 0, 2, 5, 9 and 14 documents at all
        ("Bpref", "forgets-1-minus", (0 + 1 + 3 + 6 + 10) / 10 / 10),
        ("Bpref", "averages-the-found", (1 + 0.9 + 0.7 + 0.4 + 0) / 5),
        ("Bpref", "counts-everything-above", (1 + 0.8 + 0.5 + 0.1 + 0) / 10),
        # G/log2(i): 1, 0.631, 1.161, 0.602 at ranks 1, 3, 6, 10; the ideal list gives 11.834
        ("DCG@10", "drops-rank-1", 2.3935),
        ("DCG@10", "discounts-by-rank", 1 + 1 / 3 + 3 / 6 + 2 / 10),
        ("nDCG@10", "drops-rank-1", 2.3935 / 8.8339),
        ("nDCG@10", "forgets-to-divide", 3.3935),
        ("nDCG@10", "ideal-in-given-order", 1),
        # 1, 1, 2/3, 1/2, 2/5, 1/3 at levels 0 to 0.5
        ("IPrec11", "divides-by-10", 0.39),
        ("IPrec11", "averages-reached-levels", 0.65),
        ("P_at_recall@0.3", "one-rank-early", 2 / 5),
        ("Accuracy", "forgets-tn", 5 / 800),
    ],
)
def test_on_the_fifteen_documents(measure: str, key: str, value: float) -> None:
    cause = by_key(mistakes(measure, FIFTEEN, LILLIS))[key]
    assert cause.kind == "mistake"
    assert cause.value == pytest.approx(value, abs=5e-5)


def test_texts_name_the_counts_of_the_list() -> None:
    found = by_key(causes("AP@10", FIFTEEN, LILLIS))
    assert (
        say(found["forgets-the-cutoff"].message)
        == "You used the whole list. Only the ranks down to the cutoff (10) count."
    )
    assert say(found["takes-found-for-all"].message) == (
        "You counted only the 5 relevant documents in the list, including those below the cutoff (10). "
        "The query has 10 relevant documents in all."
    )
    assert say(found["divisor=relevant-retrieved"].message) == (
        "You divided by the 4 relevant documents that were retrieved. AP divides by all 10 relevant documents."
    )


@pytest.mark.parametrize(
    ("measure", "key", "value", "users"),
    [
        ("AP", "divisor=relevant-retrieved", 0.58, ("sklearn", "ragas")),
        ("nDCG@10", "discount=log2-rank-plus-1", 0.31534, ("thesis", "blog", "trec_eval", "ranx")),
        ("nDCG@10", "ideal=retrieved-only", 3.3935 / 8.1925, ("blog", "sklearn")),
        ("nDCG@10", "discount=log2-rank-plus-1,ideal=retrieved-only", 0.4689, ("blog", "sklearn")),
        ("Bpref", "bpref=10-plus-r", 0.4, ()),
        ("P_at_recall@0.3", "reach=above", 0.4, ()),
        ("P@10", "rel=2", 0.2, ()),
        ("nDCG", "rounding=columns,decimals=1", 4.2 / 11.8, ("lillis",)),
        ("nDCG", "rounding=columns,decimals=3", 4.161 / 11.834, ()),
    ],
)
def test_what_is_done_elsewhere_is_no_mistake(measure: str, key: str, value: float, users: tuple[str, ...]) -> None:
    cause = by_key(alternatives(measure, FIFTEEN, LILLIS))[key]
    assert cause.kind == ("rounding" if "rounding" in key else "convention")
    assert cause.value == pytest.approx(value, abs=5e-5)
    assert set(users) <= set(cause.presets)
    assert users or not cause.presets
    assert all(preset_support(preset, parse(measure).measure) == "checked" for preset in cause.presets)


def test_averaging_over_the_relevant_documents_down_to_the_cutoff_is_a_convention() -> None:
    """It divides AP@k by those found there; no mistake of AP says so."""
    value = (1 + 2 / 3 + 3 / 6 + 4 / 10) / 4
    found = [c for c in causes("AP@10", FIFTEEN, LILLIS) if abs(c.value - value) < 1e-9]
    assert [c.key for c in found] == ["divisor=relevant-retrieved"]


def test_a_list_that_ends_above_the_cutoff_was_not_taken_too_far() -> None:
    """P@5 of 4 documents is 1/4 by the convention for short lists, not by counting ranks below 5."""
    short = Typed("0u20", "33").ranking
    quarter = [c.key for c in causes("P@5", short, LILLIS) if abs(c.value - 1 / 4) < 1e-9]
    assert quarter == ["one-rank-early", "short_list=retrieved"]
    for spec in (spec for spec in everything() if spec.own.get("k", 2) >= 2):
        assert "forgets-the-cutoff" not in by_key(mistakes(spec, Typed("12", "33").ranking, LILLIS)), spec


def test_a_parameter_in_the_spelling_has_alternatives_too() -> None:
    found = by_key(alternatives("Bpref(bpref='10-plus-r')", FIFTEEN, LILLIS))
    assert found["bpref=r"].value == pytest.approx(0.3)
    assert found["bpref=r"].presets == ("lillis",)


def test_what_changes_nothing_is_left_out() -> None:
    """No grade above 1, no cutoff, nothing missed: neither gain nor divisor matters, nor which documents are ideal."""
    binary = Typed("0110").ranking
    assert not [c.key for c in alternatives("AP", binary, LILLIS) if "divisor" in c.key]
    assert [c.key for c in alternatives("CG@2", binary, LILLIS)] == []
    found = {c.key for c in alternatives("nDCG", binary, LILLIS)}
    assert {key for key in found if "ideal" in key} == {"ideal=best-everywhere"}
    assert {key.partition("=")[0] for key in found} == {"discount", "ideal", "rounding"}


def test_rounding_that_only_rounds_the_result_is_left_out() -> None:
    """P@3 is 1/3; no cell is rounded on the way to it."""
    assert not [c for c in alternatives("P@3", Typed("100").ranking, LILLIS) if c.kind == "rounding"]


def test_the_list_without_rounding_from_a_page_that_rounds() -> None:
    rounded = effective("lillis", {"rounding": "columns", "decimals": 1})
    found = by_key(alternatives("nDCG@10", FIFTEEN, rounded))
    assert found["rounding=exact"].value == pytest.approx(0.28677, abs=5e-6)
    assert "rounding=columns,decimals=1" not in found


def check(spec: Spec, listing: Typed, conventions: dict[str, Any]) -> None:
    right = float(compute(spec, listing.ranking, conventions).score)
    found = causes(spec, listing.ranking, conventions)
    by_key(found)
    assert [c.kind for c in found] == sorted((c.kind for c in found), key=["mistake", "convention", "rounding"].index)
    for cause in found:
        assert cause.value != right
        assert cause.value == cause.value
        text = say(cause.message)
        assert text.startswith("You ") and text.endswith(".")
        assert not set("{}") & set(text), cause
        assert "nan" not in text.split()
        assert set(cause.presets) <= set(PRESETS)
    wrong = wrong_values(spec, listing.ranking, conventions)
    named = {c.key for c in found if c.kind == "mistake"}
    assert named == {k for k, v in wrong.items() if v == v and not abs(v - right) <= 1e-9}


@given(typed(), presets, roundings, st.sampled_from(list(everything())))
@examples(40)
def test_causes_of_any_list(listing: Typed, preset: str, rounding: dict[str, Any], spec: Spec) -> None:
    check(spec, listing, effective(preset, rounding))


@pytest.mark.parametrize("name", AWKWARD)
def test_causes_of_awkward_lists(name: str) -> None:
    """Every list has every sixth spelling, and every spelling two of the lists."""
    specs = [spec for spec in everything() if spec.measure.mistakes]
    for spec in specs[list(AWKWARD).index(name) % 6 :: 6]:
        check(spec, AWKWARD[name], LILLIS)


def test_every_choice_says_what_was_done_and_what_holds() -> None:
    for name, convention in CONVENTIONS.items():
        if convention.scope == "list" and name != "decimals":
            done = [c.did for c in convention.choices] or [convention.did]
            assert all(did and did[0].islower() and did[-1] != "." for did in done), name
            assert all(c.rule and c.rule[0].isupper() and c.rule.endswith(".") for c in convention.choices), name
