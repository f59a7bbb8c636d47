"""The directive for a table with a wrong cell: drawn, or quoted from a source with its slips."""

from __future__ import annotations

import pytest

from ireval.exercises import variant
from ireval.lessons import Lesson, Quiz, read_lesson

HEAD = "---\ntitle: Slips\nminutes: 5\nobjectives: Find them\nconventions: kth\n---\n## One\n\n"
BEGIN = HEAD.count("\n")
TABLE = """:::{wrong-cell}
measure: AP
text: A slide prints these precisions.
labels: 1011
figures:
  P: 1,00 0,50 0,57 0,75
slips:
  "P[3]": Two of three are relevant, which is {cell}`AP P 3 places=2`.
:::
"""


def read(text: str) -> Lesson:
    lesson, faults = read_lesson(HEAD + text, "slips")
    assert not faults, faults
    return lesson


def test_figures_are_quoted_and_what_is_correct_is_computed() -> None:
    lesson = read(TABLE)
    (block,) = lesson.steps[0].blocks
    assert isinstance(block, Quiz) and not block.prediction
    (question,) = variant(lesson.sheet, "K7M2PX").questions
    cell, value = question.parts
    assert (cell.right, value.right, value.stands) == ("P[3]", "0.67", "0.57")
    assert "Two of three are relevant, which is 0.67." in cell.right_option.why
    assert question.prompt.startswith("A slide prints these precisions.")


def test_without_a_list_of_its_own_the_table_is_on_that_of_the_step_which_stays() -> None:
    own = read(":::{lab}\nlabels: 0011\n:::\n" + TABLE + "\nAP is {value}`AP`.\n")
    assert "0.417" in str(own.steps[0].blocks[-1]), "(1/3 + 2/4)/2, on the list of the lab"
    shown = read(":::{lab}\nlabels: 1011\n:::\n" + TABLE.replace("labels: 1011\n", ""))
    (exercise,) = shown.sheet.exercises
    assert exercise.list and exercise.list.labels == "1011"


def test_a_table_may_be_drawn() -> None:
    lesson = read(":::{wrong-cell}\nmeasure: AP\ngenerated: {length: 8}\n:::\n")
    questions = [variant(lesson.sheet, key).questions[0] for key in ("AAAAAA", "BBBBBB")]
    assert questions[0].grid != questions[1].grid and questions[0].parts[1].stands


@pytest.mark.parametrize(
    ("old", "new", "line", "key"),
    [
        ("1,00 0,50 0,57 0,75", "1,00 0,50 0,57", 6, "printed-figure-count"),
        ("1,00 0,50 0,57 0,75", "1,00 0,50 0,67 0,75", 8, "printed-cell-is-right"),
        ("1,00 0,50 0,57 0,75", "1,00 0,55 0,57 0,75", 6, "printed-cell-is-wrong"),
        ('"P[3]"', '"P[5]"', 8, "printed-unknown-cell"),
        ("  P: 1", "  Q: 1", 6, "printed-unknown-column"),
        ("Two of three", "2 of three", 8, "lesson-typed-number"),
        ("labels: 1011", "labels: 10x1", 4, "not-a-label"),
        ("measure: AP", "measures: AP", 2, "lesson-unknown-field"),
        ("measure: AP", "measure: AQ", 2, "unknown-measure"),
        ("{wrong-cell}", "{wrong-cell} Slips", 1, "lesson-directive-title"),
    ],
)
def test_faults_have_the_line_on_which_they_stand(old: str, new: str, line: int, key: str) -> None:
    faults = read_lesson(HEAD + TABLE.replace(old, new), "slips").faults
    assert (faults[0].line - BEGIN, faults[0].problem.key) == (line, key)
