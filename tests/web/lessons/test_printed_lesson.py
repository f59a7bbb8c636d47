"""A lesson on paper: every step and question, room for answers, and nothing that gives an answer away."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from ireval.exercises import variant
from ireval.lessons import Lab, Lesson, Reveal
from tests.tiers import sampled
from tests.web.lessons.test_lessons import COURSE, KEY
from web.lessons.lecture.printed_step import printed_tables

pytestmark = pytest.mark.slow

LESSONS = COURSE.lessons.values()


@pytest.mark.parametrize("lesson", sampled(LESSONS, 4, lambda lesson: lesson.slug))
def test_the_handout_has_all_steps_and_questions_and_no_controls(client: FlaskClient, lesson: Lesson) -> None:
    page = client.get(f"/lessons/{lesson.slug}/{KEY}/print").text
    main = page.partition("<main")[2]
    titles = [f"{number}. {step.title}" for number, step in enumerate(lesson.steps, start=1)]
    assert re.findall(r'<h2 id="step-\d+">(.*?)</h2>', main.replace("&#39;", "'")) == titles
    assert main.count('class="quiz"') == sum(len(step.quizzes) for step in lesson.steps)
    assert not re.search(r"<(button|form|summary|textarea(?![^>]*disabled))\b", main)
    assert all("disabled" in found for found in re.findall(r"<(?:input|select)\b[^>]*>", main))
    for step in lesson.steps:
        assert not any(isinstance(b, Reveal) and f"<h3>{b.title}</h3>" in main for b in step.all_blocks)


@pytest.mark.parametrize("lesson", sampled(LESSONS, 4, lambda lesson: lesson.slug))
def test_with_the_solutions_every_correct_answer_is_there(client: FlaskClient, lesson: Lesson) -> None:
    page = client.get(f"/lessons/{lesson.slug}/{KEY}/print?answers=1").text
    for question in variant(lesson.sheet, KEY).questions:
        for part in question.parts:
            right = next((o.text for o in part.options if o.key == part.right), part.right)
            assert right in re.sub(r"<[^>]+>", "", page).replace("&#39;", "'"), (question.id, part.id)
    reveals = [block for step in lesson.steps for block in step.all_blocks if isinstance(block, Reveal)]
    assert page.count('class="unfolded"') == len(reveals)


def test_covered_cells_are_empty_until_solutions_are_printed(client: FlaskClient) -> None:
    (lab,) = [block for block in COURSE.lessons["average-precision"].steps[2].blocks if isinstance(block, Lab)]
    with client.application.test_request_context():
        (hidden,), (open_,) = printed_tables(lab, covered=True), printed_tables(lab, covered=False)
    assert (
        hidden.heads == open_.heads == ("rank", "document", "label", "found", "calculation", "P", "term", "sum", "AP")
    )
    assert len(hidden.rows) == 15 and hidden.closing == "" and open_.closing.endswith("= 0.290")
    assert open_.rows[5] == ("6", "d9", "3", "3", "3/6", "0.500", "0.500", "2.167", "0.217")
    assert hidden.rows[5] == ("6", "d9", "3", "3", "", "", "", "2.167", "")
    assert {row[5] for row in hidden.rows} == {row[8] for row in hidden.rows} == {""}, "what the questions ask for"


def test_without_solutions_only_the_columns_that_are_taught_are_printed(client: FlaskClient) -> None:
    """At step 3, the sums of AP's table would give the precisions away that the question asks for."""
    for rest, heads in (("", ["rank", "document", "label", "P", "AP"]), ("?answers=1", None)):
        printed = client.get(f"/lessons/average-precision/{KEY}/print{rest}").text
        step = printed.split('<section class="printed-step"')[3].partition("</table>")[0]
        found = re.findall(r'<th scope="col">([^<]*)</th>', step)
        assert found == heads if heads else "sum" in found


def test_the_same_key_prints_the_same_numbers(client: FlaskClient) -> None:
    first, again, other = (
        client.get(f"/lessons/average-precision/{key}/print").text for key in (KEY, KEY, "AAAABBBBC")
    )
    assert first == again != other
    assert 'type="module"' not in first, "nothing to check"
    assert client.get("/lessons/average-precision/k7m2pxabc/print").status_code == 404


def test_every_list_of_a_lab_is_printed(client: FlaskClient) -> None:
    with client.application.test_request_context():
        found = printed_tables(Lab({"labels": "10", "labels2": "01", "title2": "Mine", "show": "RR"}), covered=True)
    assert [table.title.partition(":")[0] for table in found] == ["System A", "Mine"]
    assert [table.closing for table in found] == ["RR = 1/1 = 1.000", "RR = 1/2 = 0.500"]
