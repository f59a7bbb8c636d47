"""Typical mistakes: what every declaration promises, over the whole registry."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from ireval.contract.cases import choices_of
from ireval.contract.mistake_checks import mistake_block
from ireval.conventions import effective
from ireval.diagnosis.causes import overview, wrong_values
from ireval.measure import Measure
from ireval.measure.registry import measures
from ireval.measure.scores import compute
from ireval.measure.spelling import Spec, parse
from ireval.messages.catalogue import BARE, say
from ireval.numbers.arrays import Floats
from ireval.ranking.judgements import POOLED, UNJUDGED, Ranking
from tests.ireval.cli.test_explain import shown
from tests.ireval.random_lists import (
    Typed,
    diverse,
    everything,
    examples,
    given,
    presets,
    roundings,
    st,
    typed,
)

pytestmark = pytest.mark.slow

LISTS = 300
#: The longest of the random lists.
LONGEST = 30
DECLARED = [m for m in measures().values() if m.mistakes]
#: Cutoffs, levels and settings under which mistakes are looked at.
VARIED = {
    "RBP": ["RBP", "RBP@4", "RBP(p=0.5)@10"],
    "F": ["F", "F@4", "F(beta=2)", "F(beta=0.5)@4"],
    "alpha_nDCG": ["alpha_nDCG", "alpha_nDCG@4", "alpha_nDCG(alpha=0.3)@10"],
    "P_at_recall": [f"P_at_recall@{level}" for level in (0.2, 0.3, 0.5, 0.8)],
    "Rprec_mult": [f"Rprec_mult@{times}" for times in (0.4, 1, 1.4, 2)],
    "IPrec": [f"IPrec@{level}" for level in (0.1, 0.3, 0.5, 0.8)],
}


def spellings(measure: Measure) -> list[Spec]:
    usual = [measure.name, f"{measure.name}@4", f"{measure.name}@10"] if measure.cutoff else [measure.name]
    return [parse(name) for name in VARIED.get(measure.name, usual)]


def lists(measure: Measure, count: int = LISTS) -> Ranking:
    """The random lists that the measure needs."""
    drawn = random_lists(count)
    if measure.needs_subtopics:
        return replace(drawn, **covering(drawn))
    if measure.name == "infAP":
        every_second = np.arange(drawn.grades.shape[-1]) % 2 == 0
        return replace(drawn, grades=np.where((drawn.grades == UNJUDGED) & every_second, POOLED, drawn.grades))
    return drawn


def covering(drawn: Ranking) -> dict[str, Any]:
    """Subtopics for every relevant document: one or more of five, the first of them most often."""
    draw = np.random.default_rng(5)

    def groups(grades: Any) -> Any:
        chosen = draw.random((*grades.shape, 5)) < [0.5, 0.3, 0.2, 0.1, 0.1]
        chosen[..., 0] |= ~chosen.any(axis=-1)
        return chosen & (grades > 0)[..., None]

    return {"subtopics": groups(drawn.grades), "unretrieved_subtopics": groups(drawn.unretrieved)}


@cache
def random_lists(count: int = LISTS) -> Ranking:
    """Random lists of 3 to 30 documents: a third relevant, some unjudged; and documents that they missed."""
    draw = random.Random(3)  # noqa: S311 - the same lists in every run

    def one() -> Ranking:
        ranked = draw.choices([0, 1, 2, 3, -1], [9, 4, 2, 1, 3], k=draw.randint(3, 12) + draw.choice([0, 0, 18]))
        missed = draw.choices([0, 1, 2, 3], [3, 3, 2, 1], k=draw.randint(1, 6))
        return Ranking.one(ranked, missed, len(ranked) + len(missed) + draw.randint(5, 80))

    return Ranking.block(one() for _ in range(count))


def score(spec: Spec, conventions: dict[str, Any]) -> Floats:
    return compute(spec, lists(spec.measure), conventions).score


@cache
def wrong(spec: str, preset: str, **others: Any) -> tuple[Floats, dict[str, Floats]]:
    """The right scores, and the wrong ones by key."""
    conventions = effective(preset, others)
    return score(parse(spec), conventions), wrong_values(spec, lists(parse(spec).measure), conventions)


def check_block(block: list[Typed], conventions: dict[str, Any], specs: list[Spec]) -> None:
    for spec in specs:
        assert list(mistake_block(spec, block, conventions, str(conventions))) == []
        assert list(wrong_values(spec, block[0].ranking, conventions)) == [m.key for m in spec.measure.mistakes]


@given(st.lists(typed() | diverse(), min_size=1, max_size=4), presets, roundings, st.data())
@examples(60)
def test_one_list_and_a_block_agree(block: list[Typed], preset: str, rounding: dict[str, Any], data: Any) -> None:
    """And no list makes a mistake warn or fail: warnings are errors in these tests. The contract has every measure."""
    spec = data.draw(st.sampled_from([s for s in everything() if s.measure.mistakes]))
    names = data.draw(st.lists(st.sampled_from(spec.measure.conventions), unique=True))
    others = {n: data.draw(st.sampled_from(choices_of(n))) for n in names}
    check_block(block, effective(preset, {**others, **rounding}), [spec])


def test_a_sentence_names_the_cutoff_only_where_there_is_one() -> None:
    """Without a cutoff there is no count to fill in."""
    for measure in DECLARED:
        if measure.cutoff and measure.cutoff.name == "k":
            _, values = wrong(measure.name, "trec_eval")
            for mistake in measure.mistakes:
                assert not mistake.is_about_cutoff or np.isnan(values[mistake.key]).all()


LEAST = {"AP": 8, "nDCG": 10, "Bpref": 7, "P": 7, "Rprec": 6, "RR": 6, "F": 7, "IPrec11": 6, "DCG": 10, "IDCG": 9}


FIRST = "P R F Accuracy Rprec P_at_recall AP RR Bpref CG DCG IDCG nDCG IPrec IPrec11"


@pytest.mark.parametrize("name", FIRST.split())
def test_enough_are_declared(name: str) -> None:
    assert len(measures()[name].mistakes) >= LEAST.get(name, 3)


def test_all_that_were_asked_for_are_declared() -> None:
    """Over the registry; what divides AP by the relevant documents found is a convention."""
    declared = {m.key for measure in DECLARED for m in measure.mistakes}
    asked = (
        "divides-by-the-length divides-by-the-ranks averages-every-rank drops-rank-1 natural-logarithm discounts-cg "
        "ideal-in-given-order one-rank-early one-rank-late counts-from-0 forgets-the-cutoff counts-unjudged "
        "forgets-the-cap swaps-precision-and-recall arithmetic-mean takes-found-for-all"
    )
    assert set(asked.split()) <= declared


def test_the_command_prints_mistakes_by_measures() -> None:
    text = shown("mistakes")
    rows = dict(line.split(maxsplit=1) for line in text.splitlines() if not line.startswith(" "))
    assert set(rows) == {m.key for measure in DECLARED for m in measure.mistakes}
    assert all(len(line) <= 80 for line in text.splitlines())
    assert rows["averages-every-rank"] == "P, AP"
    assert dict(overview())["arithmetic-mean"] == "F"


def test_at_length_it_prints_the_sentences() -> None:
    flowing = " ".join(shown("mistakes", "--long").split())
    for measure in DECLARED:
        for mistake in measure.mistakes:
            assert f"{measure.name} {mistake.key} {say(mistake.message(measure.name), BARE)}" in flowing
    assert "{" not in flowing
