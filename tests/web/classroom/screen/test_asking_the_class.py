"""Asking about what is on the screen: an offer, an own question in one line, or an exercise of a sheet."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from tests import classroom
from tests.web.classroom.lecturer_laptop import Laptop, made
from tests.web.classroom.screen.test_overlay_content import VIEW, shown
from tests.web.lessons.test_lessons import KEY
from web.coursework.publishing import publish_sheet
from web.store import lifetime, store

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = made(tmp_path_factory.mktemp("asking"))
    yield app
    classroom.closed(app)


def asked(laptop: Laptop) -> dict[str, object]:
    with laptop.app.app_context():
        found = store().rooms.round(laptop.room, laptop.room.round)
    assert found
    body: dict[str, object] = json.loads(found.body)
    return body


def test_one_step_opens_a_room_and_asks(school: Flask) -> None:
    laptop = Laptop(school)
    keys = re.findall(r'name="offer" value="([^"]+)"', laptop.offers(VIEW))
    assert keys[:1] == ["score"]
    answer = laptop.post("ask", view=VIEW, offer="score")
    assert answer.status_code == 204 and laptop.room.stage == "open"
    assert asked(laptop)["view"] == VIEW and "Calculate" in shown(laptop)
    code = laptop.room.code
    laptop.post("ask", view=VIEW, line="Which is larger? P@5; *P@10")
    assert laptop.room.code == code and laptop.room.round == 2
    assert "P@10" in shown(laptop)


def test_each_question_of_a_step_can_be_asked(school: Flask) -> None:
    laptop = Laptop(school)
    view = f"/lessons/average-precision/{KEY}/5?present=1"
    keys = re.findall(r'name="offer" value="(question-[^"]+)"', laptop.offers(view))
    assert keys
    assert laptop.post("ask", view=view, offer=keys[0]).status_code == 204
    assert asked(laptop)["key"] == KEY


def test_a_line_that_cannot_be_read_is_kept_with_what_is_wrong(school: Flask) -> None:
    laptop = Laptop(school)
    answer = laptop.post("ask", view=VIEW, line="Which? <b>one</b>")
    assert answer.status_code == 400 and 'role="alert"' in answer.text
    assert 'value="Which? &lt;b&gt;one&lt;/b&gt;"' in answer.text
    assert laptop.now().status_code == 204, "no room was opened"
    assert laptop.post("ask", view=VIEW, offer="no-such").status_code == 400
    assert laptop.post("ask", view="https://elsewhere.example/", offer="score").status_code == 400


def test_an_exercise_of_a_sheet_is_asked_with_its_owners_link(school: Flask) -> None:
    with school.test_request_context("/"):
        owner = publish_sheet(classroom.SHEET, lifetime()).owner
    laptop = Laptop(school)
    page = laptop.client.get(f"/o/{owner}").text
    assert 'id="ask-in-class"' in page and '<option value="ap">' in page
    for exercise in classroom.SHEET.exercises:
        assert laptop.post("ask", sheet=owner, exercise=exercise.id).status_code == 204
    assert laptop.room.round == len(classroom.SHEET.exercises)
    assert owner not in shown(laptop)
    assert laptop.post("ask", sheet=owner, exercise="none").status_code == 404
    assert laptop.post("ask", sheet="x" * len(owner), exercise="ap").status_code == 404
    answer = laptop.client.post("/classroom/ask", data={"csrf_token": laptop.csrf, "sheet": owner, "exercise": "ap"})
    assert (answer.status_code, answer.location) == (303, "/classroom/screen")


def test_nobody_is_asked_by_a_foreign_page(school: Flask) -> None:
    laptop = Laptop(school)
    laptop.offers(VIEW)
    assert laptop.client.post("/classroom/ask", data={"view": VIEW, "offer": "score"}).status_code == 400


def test_a_prepared_question_is_offered_first_without_its_options(school: Flask) -> None:
    laptop = Laptop(school)
    line = "Which is larger? P@5; *P@10"
    query = {"view": VIEW, "question": line}
    text = laptop.client.get("/classroom/offers", query_string=query).text
    first, *others = re.findall(r'name="offer" value="([^"]+)"( autofocus)?', text)
    assert first == ("prepared", " autofocus") and others and not any(focus for _, focus in others)
    assert "Which is larger?" in text and "P@10" not in text.partition('id="own-question"')[0], "one is correct"
    laptop.offers(VIEW)
    assert laptop.post("ask", view=VIEW, offer="prepared", line=line).status_code == 204
    assert asked(laptop)["title"] == "Which is larger?" and "P@10" in shown(laptop)
    for broken in ("", "no question", "? a"):
        answer = laptop.client.get("/classroom/offers", query_string={"view": VIEW, "question": broken})
        assert answer.status_code == 200 and "prepared" not in answer.text


def test_the_remote_has_the_prepared_question_of_the_item(school: Flask) -> None:
    laptop = Laptop(school)
    laptop.post("open")
    laptop.post("position", address=VIEW, title="AP", question="Which is larger? P@5; *P@10")
    for page in ("/classroom/remote", "/classroom/remote/ask"):
        text = laptop.client.get(page).text
        assert "Which is larger?" in text and 'value="Which is larger? P@5; *P@10"' in text
    laptop.post("position", address=VIEW, title="AP", question="")
    assert "Prepared question" not in laptop.client.get("/classroom/remote").text
