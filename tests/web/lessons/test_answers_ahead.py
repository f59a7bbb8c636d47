"""No page of the course shows an answer before its question: on the screen, on paper and in the presenter view."""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple

import pytest
from flask.testing import FlaskClient

from ireval.exercises import variant
from ireval.exercises.question.question import Part, Question
from ireval.lessons import Lab, Lesson, Step
from tests.web.lessons.test_lessons import COURSE, KEY

#: Numbers that stand on many pages by chance, such as one half, say nothing.
BY_CHANCE = re.compile(r"[0-9]+(\.0*|\.[0-9]0*|\.(25|75|33|67|333|667)0*)?")
#: The kinds of questions with a computed answer about a list of the step.
KINDS = {"number", "table"}
#: The question is to find this precision among those of the ranks, which earlier steps calculate.
INPUT = {("precision-recall-curve", "0.556")}


class Answer(NamedTuple):
    """The answer to a part of a question, and the labels of the list that it is about."""

    question: Question
    part: Part
    labels: str


def answers(lesson: Lesson, number: int) -> list[Answer]:
    """The answers that tell something, of the questions in a step and in those after it."""
    exercises = {e.id: e for e in lesson.sheet.exercises if int(e.id.partition("-")[0]) >= number and e.list}
    questions = [q for q in variant(lesson.sheet, KEY).questions if q.id in exercises and q.kind in KINDS]
    return [
        Answer(question, part, asked.labels)
        for question in questions
        if (asked := exercises[question.id].list)
        for part in question.parts
        if not BY_CHANCE.fullmatch(part.right)
    ]


def labels_of(step: Step) -> set[str]:
    labs = [block for block in step.blocks if isinstance(block, Lab)]
    return {text for lab in labs for name, text in lab.parts.items() if name.startswith("labels")}


def of_measure(item: re.Match[str], measure: str) -> str:
    """A measure among those to choose from, if it is the one that is asked for."""
    return item[0] if f'value="{measure}"' in unescape(item[0]) else ""


def text_of(page: str, measure: str) -> str:
    """The texts of a page's list, lab, charts and figures; not the text below a question, which follows it."""
    main = page.partition("<main")[2]
    main = re.sub(r'<label class="item.*?</label>', lambda item: of_measure(item, measure), main, flags=re.DOTALL)
    main = re.sub(
        r"<details class=\"unfold\".*?</details>|<aside class=\"convention-note\".*?</aside>", "", main, flags=re.DOTALL
    )
    main = re.sub(r'<input type="hidden"[^>]*>|<nav.*?</nav>|data-[a-z-]+="[^"]*"', "", main, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", " ", main) + " ".join(re.findall(r'(?:aria-label|title)="([^"]*)"', main)))


@pytest.mark.parametrize("view", ["", "?present=1", "print"])
@pytest.mark.parametrize("slug", list(COURSE.lessons))
def test_nothing_that_is_asked_later_is_shown_before(client: FlaskClient, slug: str, view: str) -> None:
    lesson, found = COURSE.lessons[slug], {}
    handout = client.get(f"/lessons/{slug}/{KEY}/print").text if view == "print" else ""
    parts = handout.split('<section class="printed-step"')[1:]
    for number, step in enumerate(lesson.steps, start=1):
        shown = labels_of(step)
        ahead = [answer for answer in answers(lesson, number) if answer.labels in shown]
        if not ahead:
            continue
        if view == "print":
            page = "<main" + parts[number - 1]
        else:
            page = client.get(f"/lessons/{slug}/{KEY}/{number}{view}", follow_redirects=True).text
        for answer in ahead:
            text = text_of(page, str(answer.question.tables[0].spec)).replace(",", ".")
            numbers = set(re.findall(r"(?<![0-9.])[0-9]+\.[0-9]+", text))
            if answer.part.right in numbers and (slug, answer.part.right) not in INPUT:
                found[f"step {number}"] = f"{answer.question.title}: {answer.part.right}"
    assert found == {}


@pytest.mark.parametrize("slug", list(COURSE.lessons))
def test_paper_answers_none_of_its_questions_on_any_page(client: FlaskClient, slug: str) -> None:
    """All steps lie on the desk at once: a later one may not answer an earlier question either."""
    lesson = COURSE.lessons[slug]
    parts = client.get(f"/lessons/{slug}/{KEY}/print").text.split('<section class="printed-step"')[1:]
    found = {}
    for number, step in enumerate(lesson.steps, start=1):
        shown = labels_of(step)
        for answer in answers(lesson, 1):
            if answer.labels not in shown:
                continue
            text = text_of("<main" + parts[number - 1], str(answer.question.tables[0].spec)).replace(",", ".")
            if (
                answer.part.right in re.findall(r"(?<![0-9.])[0-9]+\.[0-9]+", text)
                and (slug, answer.part.right) not in INPUT
            ):
                found[f"step {number}: {answer.part.right}"] = f"{answer.question.id} {answer.question.title}"
    assert found == {}
