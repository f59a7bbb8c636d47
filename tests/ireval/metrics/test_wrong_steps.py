"""The wrong calculation of every mistake: it gives the wrong score, as it is and as it is printed."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from ireval.contract.mistake_checks import step_findings
from ireval.conventions import effective
from ireval.measure import Computed, Mistake
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec
from ireval.numbers.expression import spell
from tests.ireval.metrics.test_formulas import converted
from tests.ireval.random_lists import (
    AWKWARD,
    DIVERSE,
    Typed,
    diverse,
    everything,
    examples,
    given,
    overrides,
    presets,
    roundings,
    st,
    typed,
)

pytestmark = pytest.mark.slow

PLACES = 3
FIFTEEN = AWKWARD["the lectures' fifteen"]
FIVE = DIVERSE["the thesis' five"]


def check(mistake: Mistake, computed: Computed) -> None:
    """The step gives the wrong score."""
    assert list(step_findings(mistake, computed, computed.measure.name)) == []


@given(typed() | diverse(), presets, overrides(), roundings, st.sampled_from(list(everything())))
@examples(80)
def test_whatever_the_list_and_the_conventions(
    listing: Typed, preset: str, others: dict[str, Any], rounding: dict[str, Any], spec: Spec
) -> None:
    """The contract has every measure and mistake."""
    computed = compute(spec, listing.ranking, effective(preset, others | rounding))
    for mistake in spec.measure.mistakes:
        check(mistake, computed)


def step_of(spec: str, key: str, listing: Typed = FIFTEEN, **conventions: Any) -> str:
    shown = listing.explained("lillis", **conventions).table(spec, PLACES)
    mistake, table = next(m for m in shown.measure.mistakes if m.key == key), shown.computed.table
    step = mistake.step(table)
    assert step is not None
    return spell(step, float(mistake.compute(table)[0]), shown.score_places)


@pytest.mark.parametrize(
    ("spec", "key", "step"),
    [
        ("AP", "divides-by-the-ranks", "(1 + 0.667 + 0.500 + 0.400 + 0.333)/15"),
        ("AP", "reciprocal-ranks", "(1/1 + 1/3 + 1/6 + 1/10 + 1/15)/10"),
        ("AP", "leaves-itself-out", "(0/1 + 1/3 + 2/6 + 3/10 + 4/15)/10"),
        ("AP@10", "takes-found-for-all", "(1 + 0.667 + 0.500 + 0.400)/5"),
        ("P@10", "one-rank-early", "3/9"),
        ("P@10", "forgets-the-cutoff", "5/15"),
        ("Accuracy", "forgets-tn-throughout", "5/(5 + 10 + 5)"),
        ("F(beta=2)", "geometric-mean", "sqrt(0.333*0.500)"),
        ("F(beta=2)", "forgets-beta", "2*0.333*0.500/(0.333 + 0.500)"),
        ("RR@10", "adds-all", "1/1 + 1/3 + 1/6 + 1/10"),
        ("DCG@6", "natural-logarithm", "1 + 1/ln(3) + 3/ln(6)"),
        ("DCG@6", "discounts-the-total", "(1 + 1 + 3)/log2(6)"),
        ("nDCG@6", "ideal-in-given-order", "2.791/(1 + 1/log2(3) + 3/log2(6))"),
        ("IPrec11", "averages-reached-levels", "(1 + 1 + 0.667 + 0.500 + 0.400 + 0.333)/6"),
        ("IPrec@0.3", "exact-recall-only", "max(0.500, 0.429, 0.375, 0.333)"),
    ],
)
def test_steps_of_the_lectures_fifteen(spec: str, key: str, step: str) -> None:
    assert step_of(spec, key) == step


def test_a_step_follows_the_rounding() -> None:
    assert step_of("AP", "divides-by-the-ranks", rounding="carried") == "(1 + 0.67 + 0.50 + 0.40 + 0.33)/15"
    assert step_of("AP", "divides-by-the-ranks", rounding="columns") == "2.90/15"


def test_long_sums_are_not_written_out() -> None:
    ones = "(1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1)"
    assert step_of("AP", "divides-by-the-ranks", Typed("1" * 11 + "0", "")) == f"{ones}/12"
    assert step_of("AP", "divides-by-the-ranks", Typed("1" * 12 + "0", "")) == "12/13"
    assert step_of("nDCG@10", "decimal-logarithm") == "8.951/32.346"


def test_steps_convert_to_mathml() -> None:
    seen = 0
    for spec, listing in product(everything(), (FIFTEEN, FIVE)):
        table = compute(spec, listing.ranking, effective("lillis")).table
        for mistake in spec.measure.mistakes:
            step = mistake.step(table)
            if step is not None:
                assert converted(step.latex(PLACES)).tag == "math"
                seen += 1
    assert seen > 300
    assert converted(r"\sqrt{0.333 \cdot 0.500}").find(".//msqrt") is not None
