"""On drawn lists, correct and wrong answers are different numbers."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import isnan

import pytest

from ireval.diagnosis.causes import causes
from ireval.errors import InputError
from ireval.exercises import Exercise, Generated, Sheet, make_sheet, variant
from ireval.exercises.generator.acceptance import CLEAR, PATIENCE
from ireval.exercises.question.question import ranking_of
from ireval.exercises.variants.stress import stress
from ireval.exercises.variants.variant import make_question
from ireval.numbers.expression import fixed
from tests.ireval.exercises.sample_questions import KEY, one
from tests.ireval.exercises.sample_sheets import DRAWN
from tests.tiers import sampled


@pytest.mark.parametrize("measure", sampled(["AP@5", "nDCG@5", "Bpref", "alpha_nDCG@5"], 2))
def test_correct_and_wrong_answers_differ_at_the_sheets_precision(measure: str) -> None:
    """As printed, no typical wrong number looks like the correct one or like another mistake.

    Down to rank 10, a forgotten discount counts with the conventions: it is what log10(i) from rank 10 on gives.
    """
    for seed in range(20):
        question = one("number", measure, seed=seed)
        found = causes(measure, ranking_of(question.tables[0]), question.conventions)
        wrong = [c for c in found if not (c.mistake and c.mistake.rare)]
        right = fixed(question.tables[0].value or 0.0, 3)
        printed = [fixed(c.value, 3) for c in wrong if c.kind != "rounding"]
        assert right not in printed
        mistakes = [fixed(c.value, 3) for c in wrong if c.kind == "mistake" and c.key != "forgets-the-discount"]
        assert len(set(mistakes)) == len(mistakes)


@pytest.mark.parametrize(
    ("measure", "discount"),
    sampled(product(["nDCG@5", "DCG@5", "nDCG@10"], ["log2-rank", "log5-rank", "log10-rank"]), 3, "-".join),
)
def test_correct_and_wrong_answers_differ_under_every_discount(measure: str, discount: str) -> None:
    """Down to rank 5 no gain is divided by log10(i), so another logarithm is no mistake there."""
    exercise = Exercise("e1", "number", measure, generated=Generated())
    for seed in range(3):
        sheet = Sheet("", seed, (exercise,), "trec_eval", {"discount": discount})
        table = variant(sheet, KEY).questions[0].tables[0]
        wrong = {m.key: float(m.compute(table.computed.table)[0]) for m in table.measure.mistakes if not m.rare}
        right = fixed(table.value or 0.0, 3)
        assert right not in [fixed(value, 3) for value in wrong.values() if not isnan(value)], wrong
        assert isnan(wrong["natural-logarithm"]) == (discount == "log10-rank" and not measure.endswith("10"))


def test_a_measure_without_any_good_list_is_refused() -> None:
    sheet = make_sheet(1, 1)
    with pytest.raises(InputError) as refused:
        make_question(sheet, replace(sheet.exercises[0], measure="P@1"), KEY)
    assert (refused.value.key, refused.value.values) == ("no-good-list", {"id": "e1", "what": "P@1"})


def test_a_measure_without_a_clear_list_gets_the_next_best() -> None:
    sheet = make_sheet(1, 1)
    found = make_question(sheet, replace(sheet.exercises[0], measure="Accuracy"), KEY)
    assert found.grade > CLEAR and found.draws <= PATIENCE[found.grade]


def test_usual_exercises_are_clear() -> None:
    done = list(stress(range(1, 4), conventions="trec_eval"))
    assert {x.kind for x in done} == set(DRAWN)
    for x in done:
        assert (x.seeds, x.refused, x.grades[CLEAR]) == (3, 0, 3), x
        assert x.draws >= 3
