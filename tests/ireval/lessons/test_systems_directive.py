"""The directive for two systems: a prediction whose answer is computed, then the scores and the reason."""

from __future__ import annotations

import pytest

from ireval.lessons import Lesson, Prose, Quiz, Reveal, read_lesson
from ireval.lessons.directives.systems_directive import Scores, Systems

HEAD = "---\ntitle: Systems\nminutes: 5\nobjectives: Compare\nconventions: lillis\n---\n## One\n\n"
BEGIN = HEAD.count("\n")
TWO = """:::{systems}
labels: 00011
labels2: 11000
title: Late
title2: Early
measures: [P, AP]
predict: AP
why: |
  Early has {value}`AP list=2`.
:::
"""


def read(text: str) -> Lesson:
    lesson, faults = read_lesson(HEAD + text, "systems")
    assert not faults, faults
    return lesson


def test_the_prediction_is_followed_by_the_scores_and_the_reason() -> None:
    (block,) = read(TWO).steps[0].blocks
    assert isinstance(block, Systems)
    quiz, reveal = block.blocks
    assert isinstance(quiz, Quiz) and isinstance(reveal, Reveal) and quiz.prediction
    scores, why = reveal.blocks
    assert isinstance(scores, Scores) and scores.measures == ("P", "AP") and not scores.curves
    assert isinstance(why, Prose) and "1.000" in str(why), "both relevant documents come first"
    assert scores.parts.items() >= {"labels": "00011", "labels2": "11000", "show": "AP", "title2": "Early"}.items()


@pytest.mark.parametrize(("measure", "winner"), [("AP", "Early"), ("P", "Both are equal"), ("P@3", "Early")])
def test_the_better_system_is_computed(measure: str, winner: str) -> None:
    """AP of the first list is (1/4 + 2/5)/2 = 0.325; both have two relevant documents among five."""
    (exercise,) = read(TWO.replace("predict: AP", f"predict: {measure}")).sheet.exercises
    assert [option.text for option in exercise.options if option.correct] == [winner]
    assert {option.text for option in exercise.options} == {"Late", "Early", "Both are equal"}
    said = {"AP": "Late has 0.325. Early has 1.000.", "P": "Late has 0.400. Early has 0.400."}
    (right,) = (option for option in exercise.options if option.correct)
    assert right.feedback == said.get(measure, "Late has 0.000. Early has 0.667.")
    wrong = [option.feedback for option in exercise.options if not option.correct]
    assert all(f"higher {measure}" in text or f"differ in {measure}" in text for text in wrong)
    assert "0." not in " ".join(wrong), "the scores would give the answer away"


def test_an_example_of_two_systems_brings_its_names() -> None:
    text = ':::{systems}\nexample: "Systems 1 and 2, side by side"\nmeasures: AP\n:::\n\nNow {value}`AP list=2`.\n'
    block, prose = read(text).steps[0].blocks
    assert isinstance(block, Systems) and (block.parts["title"], block.parts["title2"]) == ("System 1", "System 2")
    assert "0.627" in str(prose), "the step is about these lists"


@pytest.mark.parametrize(
    ("old", "new", "line", "key"),
    [
        ("labels2: 11000\n", "", 1, "lesson-without-two-systems"),
        ("labels2: 11000", "labels2: 1100x", 3, "not-a-label"),
        ("measures: [P, AP]\n", "", 1, "lesson-systems-without-measures"),
        ("predict: AP", "predict: AX", 7, "unknown-measure"),
        ("predict: AP", "predicts: AP", 7, "lesson-unknown-field"),
        ("Early has {", "Early has 1 or {", 9, "lesson-typed-number"),
        ("{systems}", "{systems} Two", 1, "lesson-directive-title"),
    ],
)
def test_faults_have_the_line_on_which_they_stand(old: str, new: str, line: int, key: str) -> None:
    faults = read_lesson(HEAD + TWO.replace(old, new), "systems").faults
    assert (faults[0].line - BEGIN, faults[0].problem.key) == (line, key)
