"""A letter stands for the same option everywhere: on phones, the screen at every stage, the remote, and afterwards."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from ireval.exercises import CHOICE
from tests import classroom
from tests.web.classroom.room_browsers import RoomBrowser
from web.classroom.questions.asked_question import AskedQuestion
from web.classroom.questions.asked_view import read_view
from web.classroom.questions.lesson_questions import lesson_offers
from web.classroom.questions.offers import offered_questions
from web.classroom.questions.round_body import Body
from web.classroom.questions.spoken_question import spoken_question
from web.course.course_files import lessons

pytestmark = pytest.mark.slow

KEY = "K7M2PX"
LAB = "/lab?labels=101003000200003&unretrieved=32211&labels2=0110"
LINES = (
    "Which is larger here? P@5; *P@10; equal; R; S; T",
    "Which one do you like? nDCG; AP",
    "Which? *B; A",
    "What? C & <b>; *A: D; 10; 9",
)
Letters = list[tuple[str, str]]


@pytest.fixture(scope="module")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RoomBrowser]:
    app: Flask = classroom.made(tmp_path_factory.mktemp("letters"), RATE_SHEETS="100000/minute")
    browser = RoomBrowser(app)
    browser.open()
    yield browser
    classroom.closed(app)


def of_course(app: Flask) -> Iterator[Body]:
    """Every question of every lesson that is answered by a letter, those with drawn numbers, too."""
    with app.test_request_context("/"):
        for slug, lesson in lessons().items():
            for number in range(1, len(lesson.steps) + 1):
                address = f"/lessons/{slug}/{KEY}/{number}"
                view = read_view(address)
                for offer in lesson_offers(view.step, address) if view and view.step else ():
                    body = offer.body()
                    if AskedQuestion.of(body).options:
                        yield body


def of_views(app: Flask) -> list[Body]:
    """What the lab and the switchboard can ask with options, and questions typed on the spot."""
    with app.test_request_context("/"):
        views = (LAB, "/switchboard?labels=101003&unretrieved=11")
        offered = [offer.body() for view in views for offer in offered_questions(view)]
        return [x for x in [*offered, *(spoken_question(line, LAB) for line in LINES)] if AskedQuestion.of(x).options]


def lines_of(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def on_phone(page: str) -> Letters:
    """The letters and what is sent for them."""
    found = re.findall(r'<input type="radio" name="[^"]*" value="([^"]*)"[^>]*><i[^>]*>(\w)</i>', page)
    return [(letter, html.unescape(key)) for key, letter in found]


def on_screen(page: str) -> Letters:
    """The letters and texts of a page's rows."""
    rows = re.findall(r'<li class="[^"]*">\s*<span class="letter[^"]*"[^>]*>(.*?)</span>\s*(.*?)</li>', page, re.DOTALL)
    found = []
    for letter, rest in rows:
        text = re.search(
            r'<span class="text">(.*?)(?:<small>|</span>\s*(?:<svg|<span class="n"|<button|$))', rest, re.DOTALL
        )
        words = lines_of(text[1]) if text else ""
        shown = lines_of(letter)
        if shown == "✓":
            shown, _, words = words.partition(":")
        found.append((shown.strip(), words.replace("Correct.", "", 1).strip() if "Correct." in words else words))
    return found


def on_remote(page: str) -> Letters:
    rows = re.findall(r'<span class="l">(\w)</span>\s*<span class="t">(.*?)(?:<span|</span>)', page, re.DOTALL)
    return [(letter, lines_of(text)) for letter, text in rows]


def on_results(page: str) -> Letters:
    rows = re.findall(r'<b class="letter"[^>]*>(\w)</b>(.*?)(?:<span|</th>)', page, re.DOTALL)
    return [(letter, lines_of(text)) for letter, text in rows]


def check(browser: RoomBrowser, body: Body) -> None:
    """Ask a question of everybody, in a room of its own, and compare all pages at all stages."""
    asked = AskedQuestion.of(body)
    field = next(x for x in asked.fields if x.lettered)
    keys, texts = (
        [(x.letter, x.key) for x in asked.options],
        [(x.letter, " ".join(x.text.split())) for x in asked.options],
    )
    browser.post("/classroom/end")
    room = browser.open()
    browser.ask(json.dumps(body))
    phone = browser.app.test_client()
    phone.get(f"/j/{room.code}")
    page = phone.get(f"/j/{room.code}").text
    assert on_phone(page) == keys, body["title"]
    device = re.search(r'name="device" value="([^"]*)"', page)
    assert device
    form = {"device": device[1], "round": "1", "vote": "1", field.name: keys[-1][1]}
    sent = phone.post(f"/j/{room.code}/answers", data=form, headers={"HX-Request": "true"}).text
    assert f"{keys[-1][0]}: {texts[-1][1]}" in lines_of(sent)
    assert on_remote(browser.page("/classroom/remote/now")) == texts
    for to in ("open", "votes", "answer"):
        if to != "open":
            browser.move(to)
        assert on_screen(browser.page("/classroom/now")) == texts, (body["title"], to)
    page = browser.page("/classroom/results")
    assert on_results(page) == texts
    (row,) = csv.DictReader(io.StringIO(browser.page("/classroom/results.csv").removeprefix("\ufeff")))
    assert row["option"] == keys[-1][0] and row["answer"].lstrip("'") == asked.options[-1].text


def test_every_question_with_options_of_the_course(laptop: RoomBrowser) -> None:
    """The kinds of choice questions of the course, each once at all doors; the letters of the others in their order."""
    kinds: dict[tuple[str, int, bool], Body] = {}
    for body in of_course(laptop.app):
        exercise = next(x for x in body["sheet"]["exercises"] if x["id"] == body["exercise"])
        asked = AskedQuestion.of(body)
        written = [option["text"].strip() for option in exercise.get("options", ()) if isinstance(option, dict)]
        if written:
            assert [x.key for x in asked.options] == written, body["title"]
        drawn = not written
        kinds.setdefault((exercise["kind"], len(asked.options), drawn), body)
    assert len(kinds) >= 3 and any(
        part.kind == CHOICE for part in AskedQuestion.of(next(iter(kinds.values()))).question.parts
    )
    for body in kinds.values():
        check(laptop, body)


def test_what_the_lab_and_the_switchboard_ask_and_what_is_typed_on_the_spot(laptop: RoomBrowser) -> None:
    bodies = of_views(laptop.app)
    assert len(bodies) >= len(LINES) + 3
    for body in bodies:
        check(laptop, body)
