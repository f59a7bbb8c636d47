"""The lab as a step of a lesson: whatever the state, `lessons check` accepts it, and it shows the same list."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html

from ireval.cli.program import main
from ireval.explanation.worked_examples import EXAMPLES
from ireval.lessons import Lab, Lesson, Quiz, read_lesson
from ireval.measure.registry import measures
from tests.documentation.recipes import blocks
from tests.paths import DOCS
from tests.sentences import sentence
from tests.web.state.test_lab_state import a_state
from web.downloads.lesson_step import LessonStep, lesson_step
from web.state.address import from_example, from_query
from web.state.lab_state import State

pytestmark = pytest.mark.slow

LILLIS = "labels=101003000200003&unretrieved=32211&size=800&conventions=lillis"


def state(query: str) -> State:
    reading = from_query(dict(parse_qsl(query, keep_blank_values=True)))
    assert not reading.errors
    return reading.state


def checked(step: LessonStep) -> Lesson:
    """The lesson of a step, in which nothing is wrong."""
    lesson, faults = read_lesson(step.file, "step")
    assert not faults, [fault.text for fault in faults]
    assert len(lesson.steps) == 1 and lesson.steps[0].title == step.title
    return lesson


def shown(lesson: Lesson) -> State:
    """What the lab of a lesson shows."""
    (lab,) = [block for block in lesson.steps[0].blocks if isinstance(block, Lab)]
    reading = from_query(lab.parts)
    assert not reading.errors
    return reading.state


def asked(lesson: Lesson) -> list[Quiz]:
    return lesson.steps[0].quizzes


def same(one: State, other: State) -> bool:
    parts = ["grades", "unretrieved", "subtopics", "unretrieved_subtopics", "names", "size"]
    parts += ["conventions", "show", "chart", "step", "k", "level", "beta", "scale"]
    return {name: getattr(one, name) for name in parts} == {name: getattr(other, name) for name in parts}


@settings(max_examples=25)
@given(st.composite(a_state)())
def test_every_state_is_a_step_with_its_list(given_state: State) -> None:
    step = lesson_step(given_state)
    lesson = checked(step)
    assert same(shown(lesson), given_state)
    noted = {note.key for note in step.notes}
    assert ("lesson-step-without-question" in noted) is (not asked(lesson))
    assert ("lesson-step-one-list" in noted) is (len(shown(lesson).lists) < len(given_state.lists))


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=12)


@settings(max_examples=40)
@given(
    st.lists(
        NAMES | st.sampled_from([":::", "\n:::\n## X", "'", '"', "#", "- a", "{lab}", "&a", "*a", "\\,"]), max_size=4
    )
)
def test_no_name_gets_out_of_its_field(names: list[str]) -> None:
    text = ",".join(name.replace("\\", "\\\\").replace(",", "\\,") for name in names)
    reading = from_query({"labels": "0101", "names": text})
    lesson = checked(lesson_step(reading.state))
    assert shown(lesson).names == reading.state.names


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e.preset}: {e.title}")
def test_every_worked_example_is_a_step_with_a_question(example: Any) -> None:
    chosen = from_example(example)
    lesson = checked(lesson_step(chosen))
    (quiz,) = asked(lesson)
    assert quiz.exercise.measure == chosen.show and quiz.exercise.list is not None
    assert quiz.exercise.list.names == chosen.names


@pytest.mark.parametrize("measure", measures().values(), ids=lambda measure: measure.name)
def test_every_measure_can_be_asked_and_is_covered(measure: Any) -> None:
    diverse = "&subtopics=110,000,011,000,100" if measure.needs_subtopics else "&labels=10201"
    query = f"conventions=mir&size=90&k=3&level=0.5&beta=2{diverse}&show="
    spellings = [*(each.format(k=3, level=0.5, beta=2) for each in measure.variants), measure.name, f"{measure.name}@2"]
    found = (from_query(dict(parse_qsl(query + quote(spelling)))) for spelling in spellings)
    chosen = next(reading.state for reading in found if not reading.errors)
    assert chosen.show.startswith(measure.name.split("@")[0])
    step = lesson_step(chosen)
    lesson = checked(step)
    assert [quiz.exercise.measure for quiz in asked(lesson)] == [chosen.show]
    assert not {chosen.show, measure.score}.isdisjoint(shown(lesson).cover)


@pytest.mark.parametrize(
    ("query", "covers"),
    [
        (f"{LILLIS}&show=nDCG@10&cover=DCG.6,CG", "CG,DCG.6,nDCG@10"),
        (f"{LILLIS}&show=nDCG@10&cover=nDCG@10", "nDCG@10"),
        (f"{LILLIS}&show=AP&cover=P@10", "AP"),
        (f"{LILLIS}&show=AP(rel=2,divisor=%27min-r-k%27)", "AP"),
    ],
)
def test_what_is_covered_stays_so_and_the_answer_too(query: str, covers: str) -> None:
    cover = set(shown(checked(lesson_step(state(query)))).cover)
    assert set(covers.split(",")) <= cover
    repeats = cover - {*covers.split(","), state(query).show}
    assert all("." in name for name in repeats), "else only cells that repeat the answer"


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        (f"labels={'10' * 30}", sentence("exercise-list-too-long", count=60, most=50)),
        ("labels=&unretrieved=1", sentence("exercise-list-empty")),
    ],
)
def test_without_a_question_the_page_says_why(client: FlaskClient, query: str, reason: str) -> None:
    assert not asked(checked(lesson_step(state(query))))
    page = unescape(client.get(f"/take/lesson-step?{query}").text)
    assert f"The step has no question: {reason}" in page


def test_the_page_has_the_text_and_the_file_a_lesson(client: FlaskClient, tmp_path: Path) -> None:
    query = f"{LILLIS}&show=AP&names={quote('</textarea><script>,a: b')}"
    step = lesson_step(state(query))
    page = html.document_fromstring(client.get(f"/take/lesson-step?{query}").text)
    assert [area.text.lstrip("\n") for area in page.iter("textarea")] == [step.text]
    answer = client.get(f"/take/lesson.md?{query}")
    assert answer.text == step.file and answer.headers["Content-Disposition"] == 'attachment; filename="lesson.md"'
    (tmp_path / "lesson.md").write_text(answer.text, "utf-8")
    passed = CliRunner().invoke(main, ["lessons", "check", str(tmp_path)])
    assert passed.exit_code == 0 and passed.output.startswith("1 lesson with 1 step and 1 question;")
    menu = client.get(f"/lab?{query}").text
    assert "Copy as a lesson step" in menu


@pytest.mark.parametrize("path", ["lesson-step", "lesson.md"])
def test_an_address_with_an_error_is_refused(client: FlaskClient, path: str) -> None:
    assert client.get(f"/take/{path}?labels=1x1").status_code == 400


def test_the_documentation_has_what_the_lab_gives() -> None:
    page = (DOCS / "write-a-lesson.md").read_text("utf-8")
    address = re.search(r"`/lab\?([^`]+)`", page)
    assert address
    (lesson,) = [block.text for block in blocks("write-a-lesson.md") if block.file.endswith("02-average-precision.md")]
    assert lesson == lesson_step(state(address[1])).file
