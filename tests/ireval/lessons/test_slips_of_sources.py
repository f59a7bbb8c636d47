"""What the sources print wrongly stands in the lessons as it is printed, and is found out by the formula."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from ireval.exercises import Exercise
from ireval.lessons import Lab, Lesson, read_course
from ireval.lessons.directives.systems_directive import Systems
from tests.paths import ROOT, WORKED_EXAMPLES

LESSONS = read_course(ROOT / "lessons").lessons
GOLDEN = {x["id"]: x["expected"] for x in json.loads(WORKED_EXAMPLES.read_text("utf-8"))["examples"]}


def printed_tables() -> Iterator[tuple[Lesson, Exercise]]:
    for lesson in LESSONS.values():
        yield from ((lesson, exercise) for exercise in lesson.sheet.exercises if exercise.printed)


TABLES = {(x.preset or lesson.sheet.preset, x.measure): x for lesson, x in printed_tables()}


def numbers(exercise: Exercise, column: str) -> list[float]:
    assert exercise.printed
    texts = exercise.printed.figures[column].split()
    return [float(text.replace(",", ".")) for text in texts if text != "-"]


def slips(exercise: Exercise, column: str) -> set[str]:
    assert exercise.printed
    return {name.partition("[")[2].rstrip("]") for name in exercise.printed.slips if name.startswith(f"{column}[")}


def wrong(golden: dict[str, Any], labels: list[str]) -> set[str]:
    return {label for label, agrees in zip(labels, golden["printed_agrees"], strict=True) if not agrees}


def test_the_first_lecture_divides_rounded_cells() -> None:
    table, golden = TABLES["lillis", "nDCG@15"], GOLDEN["lillis.ndcg"]
    for column in ("DCG", "IDCG", "NDCG"):
        assert numbers(table, column) == golden[column]["printed"]
    assert slips(table, "NDCG") == wrong(golden["NDCG"], [str(i) for i in range(1, 16)]) == {"3", "5", "15"}


@pytest.mark.parametrize(("measure", "query"), [("nDCG@3", "blog.ndcg_A"), ("nDCG@5", "blog.ndcg_B")])
def test_the_blog_divides_rounded_cells(measure: str, query: str) -> None:
    table, golden = TABLES["blog", measure], GOLDEN[query]
    assert [numbers(table, column) for column in ("DCG", "IDCG")] == [golden[c]["printed"] for c in ("DCG", "IDCG")]
    assert numbers(table, "NDCG") == [golden["value"]["printed"]]
    assert slips(table, "NDCG") == {measure[-1]} and not golden["value"]["printed_agrees"]


def test_the_points_of_system_one_break_their_rule() -> None:
    table, golden = TABLES["kth", "IPrec11"], GOLDEN["kth.interpolated_11pt"]["system_1"]
    assert numbers(table, "P") == golden["printed"]
    assert slips(table, "P") == wrong(golden, [f"{i / 10:.1f}" for i in range(11)]) == {"0.2", "0.3", "1.0"}


def test_system_two_gets_the_gains_of_system_one() -> None:
    table, golden = TABLES["kth", "nDCG@9"], GOLDEN["kth.ndcg"]
    ranks = [str(i) for i in range(1, 10)]
    assert numbers(table, "DCG") == golden["DCG"]["system_2"]["printed"]
    assert numbers(table, "NDCG") == golden["nDCG"]["system_2"]["printed"]
    assert wrong(golden["DCG"]["system_2"], ranks) - slips(table, "DCG") == {"9"}, "where nothing is added"
    assert wrong(golden["nDCG"]["system_2"], ranks) == set("456789") and not slips(table, "NDCG")


def test_a_precision_is_mistyped() -> None:
    table, exact = TABLES["kth", "AP"], GOLDEN["kth.two_systems"]["system_2"]["precision"]["exact"]
    assert table.printed
    texts = [text.replace(",", ".") for text in table.printed.figures["P"].split()]
    differ = {str(i) for i, text in enumerate(texts, 1) if text != "-" and text != f"{exact[i - 1] + 1e-9:.3f}"}
    assert differ == slips(table, "P") == {"3"}


def test_the_sums_of_the_average_precisions_are_as_the_lesson_says() -> None:
    """The figures of the lesson come to what the slide prints, if divided as the lesson says."""
    step = next(step for step in LESSONS["average-precision"].steps if step.title == "Which divisor?")
    text = (ROOT / "lessons" / "07-average-precision.md").read_text("utf-8")
    figures = [float(x) for x in text.partition("`1.000 1.000")[2].partition("`")[0].split()]
    total = 2 + sum(figures)
    assert f"{total:.3f}" == "6.662" and "The sum is `6.662`" in text
    printed = GOLDEN["kth.average_precision"]
    assert int(total / 10 * 1000) / 1000 == printed["system_1"]["printed"], "0.6662, cut"
    assert [f"{total / n:.3f}" in text for n in (len(figures) + 2, 20)] == [True, True]
    assert f"{printed['system_2']['printed']:.3f}".replace(".", ",") in text
    quiz = step.quizzes[0].exercise
    assert [option.text for option in quiz.options if option.correct] == ["By ten"]


def test_other_slips_are_questions_of_choice() -> None:
    correct = {
        option.text
        for lesson in LESSONS.values()
        for exercise in lesson.sheet.exercises
        for option in exercise.options
        if option.correct
    }
    assert {"tn and fn", "It has one entry too many", "The value of recall"} <= correct
    vector = (ROOT / "lessons" / "10-graded-relevance.md").read_text("utf-8").partition("`3.0 6.0")[2].partition("`")[0]
    printed = GOLDEN["lillis.ndcg"]["IDCG"]["printed"]
    assert [3.0, 6.0, *map(float, vector.split())] == [*printed, printed[-1]]


def test_a_printed_table_comes_after_an_example_that_is_correct() -> None:
    for lesson, exercise in printed_tables():
        place = next(i for i, step in enumerate(lesson.steps) if exercise in [q.exercise for q in step.quizzes])
        blocks = [block for step in lesson.steps[: place + 1] for block in step.blocks]
        before = [quiz.exercise for step in lesson.steps[: place + 1] for quiz in step.quizzes]
        calculated = [x for x in before[: before.index(exercise)] if x.measure and not x.printed]
        assert calculated and any(isinstance(block, Lab | Systems) for block in blocks), lesson.slug
