"""The presenter view of a step: what it leads to stays in it, and the hall sees no notes."""

from __future__ import annotations

import html
import re

import pytest
from flask.testing import FlaskClient

from ireval.lessons import Lab, Lesson
from ireval.lessons.directives.judging_directive import Judging
from tests.tiers import sampled
from tests.web.lessons.test_lessons import COURSE, KEY, STEPS, name_of
from web.playlist.lesson_playlist import lesson_playlist
from web.playlist.playlist_code import read_code

pytestmark = pytest.mark.slow

AP = f"/lessons/average-precision/{KEY}"
NOTE = "Put the question on the phones"


@pytest.mark.parametrize(("lesson", "number"), sampled(STEPS, 8, name_of))
def test_each_step_leads_on_in_the_presenter_view_and_back_to_the_lesson(
    client: FlaskClient, lesson: Lesson, number: int
) -> None:
    here = f"/lessons/{lesson.slug}/{KEY}"
    text = client.get(f"{here}/{number}?present=1").text
    bar = re.search(r'id="presenting-step".*?<p class="vh" id="presenting-said"', text, re.DOTALL)
    assert bar and f'href="{here}/{number}">End<' in bar[0]
    for way, there in (("prev", number - 1), ("next", number + 1)):
        wanted = 1 <= there <= len(lesson.steps)
        assert (f'rel="{way}" href="{here}/{there}?present=1"' in bar[0]) is wanted
    assert text.count('id="corner-ask"') == 1
    judged = [b for b in lesson.steps[number - 1].all_blocks if isinstance(b, Judging) and b.name]
    asking = len(lesson.steps[number - 1].quizzes) + len(judged)
    assert text.count(f'action="{here}/{number}/answers?present=1') == asking


@pytest.mark.parametrize("lesson", COURSE.lessons.values(), ids=lambda lesson: lesson.slug)
def test_a_step_leads_to_its_presenter_view(client: FlaskClient, lesson: Lesson) -> None:
    here = f"/lessons/{lesson.slug}/{KEY}/{len(lesson.steps)}"
    assert f'href="{here}?present=1">Present<' in client.get(here).text


def test_notes_are_on_the_lecturer_s_print_alone(client: FlaskClient) -> None:
    assert NOTE in client.get(f"{AP}/print?answers=1&notes=1").text
    for page in (f"{AP}/1", f"{AP}/1?present=1", f"{AP}/print", f"{AP}/print?answers=1"):
        assert NOTE not in client.get(page).text


def test_a_checked_answer_stays_in_the_presenter_view(client: FlaskClient) -> None:
    answer = client.post(f"{AP}/1/answers?present=1", data={"check": "1-1"}).text
    assert 'id="presenting-step"' in answer and f'rel="next" href="{AP}/2?present=1"' in answer


def test_the_lab_keeps_the_presenter_view_in_its_address(client: FlaskClient) -> None:
    text = client.get(f"{AP}/3?present=1").text
    address = re.search(r'data-address="([^"]+)"', text)
    assert address and "view=projector" in address[1] and 'class="lesson projector presents"' in text
    moved = client.get(f"{AP}/3?present=1&labels=101")
    assert moved.status_code == 303 and moved.headers["Location"] == f"{AP}/3?labels=101&view=projector"
    assert 'id="presenting-step"' in client.get(moved.headers["Location"]).text


def test_readers_get_no_cookie(client: FlaskClient) -> None:
    for number in (1, 2):
        assert "Set-Cookie" not in client.get(f"{AP}/{number}").headers
    begun = client.get("/lessons/average-precision/2?present=1")
    assert begun.headers["Location"].endswith("/2?present=1"), "other numbers, still presented"


@pytest.mark.parametrize("slug", COURSE.lessons)
def test_a_lesson_gives_a_playlist_of_its_labs(client: FlaskClient, slug: str) -> None:
    lesson = COURSE.lessons[slug]
    labs = [number for number, step in enumerate(lesson.steps, start=1) if any(isinstance(b, Lab) for b in step.blocks)]
    answer = client.get(f"/lessons/{slug}/playlist")
    if not labs:
        assert answer.status_code == 404
        return
    code = answer.headers["Location"].partition("items=")[2]
    with client.application.test_request_context():
        found = read_code(code)
        assert found == lesson_playlist(lesson)
    assert [item.title for item in found.items] == [lesson.steps[number - 1].title for number in labs]
    for item, number in zip(found.items, labs, strict=True):
        shown = client.get(f"/lessons/{slug}/{KEY}/{number}").text
        query = re.search(r'name="was" value="([^"]*)"', shown)
        assert query and html.unescape(query[1]) == item.query


def test_the_notes_of_a_step_are_those_of_its_item(client: FlaskClient) -> None:
    with client.application.test_request_context():
        notes = [item.note for item in lesson_playlist(COURSE.lessons["average-precision"]).items]
    assert "divide by the documents found" in notes[3] and "1.000" in notes[3], "with its number, computed"
