"""The guide has one answer for each combination, and each rejected measure disagrees with it about two lists."""

from __future__ import annotations

import math

import pytest

from ireval.conventions import PRESETS
from ireval.errors import InputError
from ireval.experiments.guide_questions import Option, Rule
from ireval.experiments.guide_rules import RULES
from ireval.experiments.measure_guide import QUESTIONS, combinations, find_answer, measure_for
from ireval.measure.spelling import parse
from ireval.messages.catalogue import entries
from tests.sentences import carries

REJECTED = [(rule, rejected) for rule in RULES for rejected in rule.rejected]


def test_each_combination_has_one_rule() -> None:
    found = list(combinations())
    assert len(set(found)) == len(found) == 6 * 3 * 2
    assert {given: sum(rule.case.has(*given) for rule in RULES) for given in found} == dict.fromkeys(found, 1)


def test_no_rule_names_an_answer_that_no_question_has() -> None:
    keys = [{option.key for option in options} for options in QUESTIONS.values()]
    for rule in RULES:
        assert {rule.case.task} <= keys[0]
        assert set(rule.case.judgements) <= keys[1]
        assert set(rule.case.grades) <= keys[2]


@pytest.mark.parametrize("given", list(combinations()), ids=" ".join)
def test_each_answer_rejects_measures_that_order_two_lists_otherwise(given: tuple[str, str, str]) -> None:
    answer = find_answer(*given)
    assert answer.rejected
    for rejected in answer.rejected:
        assert set(rejected.preferred) == {0, 1}
        for texts, preferred in zip(rejected.texts, rejected.preferred, strict=True):
            assert preferred is not None
            assert float(texts[preferred]) > float(texts[1 - preferred])  # the difference shows in the numbers


@pytest.mark.parametrize(
    ("given", "scores"),
    [
        (("one-answer", "complete", "binary"), ((1, 1 / 4), (1 / 10, 3 / 10))),
        (("first-page", "complete", "graded"), (None, (2 / 10, 3 / 10))),
        (("first-page", "pooled", "binary"), ((10 / 10, 7 / 10), (5 / 10, 7 / 10))),
        (("whole-ranking", "complete", "binary"), ((4 / 5, (1 / 6 + 2 / 7 + 3 / 8 + 4 / 9 + 5 / 10) / 5), (0.4, 0.5))),
        (("whole-ranking", "pooled", "binary"), ((1, (1 / 2 + 0) / 2), ((1 / 4 + 2 / 6) / 2, (1 / 2 + 2 / 4) / 2))),
        (("first-page", "none", "graded"), ((1, 3 / math.log2(3) + 3 / 2), None)),
        (("everything", "complete", "graded"), ((6 / 10, 4 / 10), (2 / 6, 4 / 6))),
        (("diverse", "complete", "binary"), (None, None)),
        (("set", "complete", "binary"), ((2 * 1 / (2 + 4), 2 * 4 / (10 + 4)), (996 / 1000, 994 / 1000))),
    ],
)
def test_scores_are_those_of_a_calculation_by_hand(
    given: tuple[str, str, str], scores: tuple[tuple[float, float] | None, tuple[float, float] | None]
) -> None:
    for texts, expected in zip(find_answer(*given).rejected[0].texts, scores, strict=True):
        if expected:
            assert [float(text) for text in texts] == pytest.approx(expected, abs=0.0005)


@pytest.mark.parametrize(("rule", "rejected"), REJECTED, ids=lambda x: getattr(x, "measure", ""))
def test_judgements_of_an_example_are_those_of_its_case(rule: Rule, rejected: object) -> None:
    """Unjudged documents only where judgements are incomplete; several grades only where the case may have them."""
    pair = rejected.pair  # type: ignore[attr-defined]
    grades = {d.grade for side in pair.sides for d in (*side.documents, *side.others)}
    if min(grades) < 0:
        assert "complete" not in rule.case.judgements
    if max(grades) > 1:
        assert rule.case.grades == ("graded",)
    if rule.case.judgements == ("pooled",) and rejected.reason == "guide-counts-unjudged":  # type: ignore[attr-defined]
        assert min(grades) < 0


def test_what_is_said_of_a_measure_fits_it() -> None:
    for rule, rejected in REJECTED:
        right, wrong = parse(rule.measure), parse(rejected.measure)
        if rejected.reason == "guide-counts-unjudged":
            assert wrong.own.get("unjudged", "non-relevant") == "non-relevant"
        if rule.reason == "guide-condensed":
            assert right.own["unjudged"] == "skipped"
        assert (rule.case.task == "diverse") == right.measure.needs_subtopics
        if rule.case.task == "set":
            assert right.measure.set_based


def test_the_guide_has_every_source_and_sentence() -> None:
    for rule in RULES:
        assert bool(rule.sources) == bool(rule.said)
        assert set(rule.sources) <= {key for key, preset in PRESETS.items() if not preset.tool}
        wanted = {rule.reason, rule.said, rule.dispute, rule.caution, *(r.reason for r in rule.rejected)} - {""}
        assert wanted <= set(entries())
    options: list[Option] = [option for asked in QUESTIONS.values() for option in asked]
    assert {key for option in options for key in (option.title, option.meaning)} <= set(entries())


def test_an_answer_that_is_no_option_is_refused() -> None:
    with pytest.raises(InputError, check=carries("not-one-of")) as raised:
        measure_for("first-page", "completely", "binary")
    assert raised.value.field == "judgements"
    assert raised.value.suggestion == "Did you mean complete?"
