"""Free pace between steps of a lesson: each phone at its own question, and the progress without names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from ireval.errors import InputError
from tests import classroom
from tests.sentences import carries, sentence
from tests.web.classroom.room_browsers import RoomBrowser
from tests.web.classroom.round_bodies import CHOICE, NUMBER, OPINION, OPINIONS, body
from web.classroom.rounds.paced_round import Mark, PacedRound, paced_body
from web.store import store
from web.store.rooms.room_records import Stage

pytestmark = pytest.mark.slow

A, B, C = (option.text for option in CHOICE.options)
LESSON = "/lessons/average-precision/K7M2PX"


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = classroom.made(tmp_path_factory.mktemp("pace"), RATE_SHEETS="1000/minute")
    yield app
    classroom.closed(app)


@pytest.fixture
def laptop(school: Flask) -> RoomBrowser:
    browser = RoomBrowser(school)
    browser.open()
    return browser


@pytest.fixture(scope="module")
def paced() -> PacedRound:
    bodies = [json.loads(body(NUMBER)), json.loads(body(CHOICE)), json.loads(body(OPINION, options=OPINIONS))]
    steps = [{**each, "step": step} for each, step in zip(bodies, (4, 4, 6), strict=True)]
    return PacedRound.of(paced_body("average-precision", "K7M2PX", (4, 6), "", steps))


def named(paced: PacedRound, place: int, text: str) -> dict[str, str]:
    """An answer to the one part of a question, as a room stores it."""
    return paced.stored(place, {paced.question(place).fields[-1].id: text})


def test_each_phone_works_at_the_first_question_that_it_has_not_answered(paced: PacedRound) -> None:
    assert paced.progress({}) == ((Mark.OPEN,) * 3, 0)
    sent = named(paced, 0, "0.29")
    assert paced.progress(sent) == ((Mark.CORRECT, Mark.OPEN, Mark.OPEN), 1)
    sent |= named(paced, 1, A)
    assert paced.progress(sent) == ((Mark.CORRECT, Mark.WRONG, Mark.OPEN), 2)
    sent |= named(paced, 2, "AP")
    assert paced.progress(sent) == ((Mark.CORRECT, Mark.WRONG, Mark.SENT), None)
    assert paced.marked(0, named(paced, 0, "0.58")).parts[0].cause != "right"
    assert paced.answers(1, sent) == {paced.question(1).fields[-1].id: A}


def test_the_screen_says_only_how_many_are_at_which_step(paced: PacedRound) -> None:
    devices = [{}, named(paced, 0, "0.29"), named(paced, 0, "?") | named(paced, 1, B)]
    assert paced.at_steps(devices) == [(4, 2), (6, 1), (0, 0)]
    done = named(paced, 0, "1") | named(paced, 1, B) | named(paced, 2, "AP")
    assert paced.at_steps([done]) == [(4, 0), (6, 0), (0, 1)]


def test_another_kind_of_round_and_too_many_questions_are_refused() -> None:
    with pytest.raises(InputError, check=carries("round-without-question")):
        PacedRound.of(json.loads(body(NUMBER)))
    with pytest.raises(InputError, check=carries("pace-without-questions")):
        paced_body("x", "K", (1, 2), "", [])
    with pytest.raises(InputError, check=carries("pace-too-long", count=90)):
        paced_body("x", "K", (1, 2), "", [json.loads(body(NUMBER))] * 90)


def test_steps_of_the_lesson_on_the_screen_are_asked_and_followed(laptop: RoomBrowser) -> None:
    refused = laptop.post("/classroom/pace", **{"from": "1", "to": "2"})
    assert refused.status_code == 400 and sentence("pace-without-lesson") in refused.text
    laptop.post("/classroom/position", address=f"{LESSON}/2?present=1", title="AP")
    assert 'action="/classroom/pace"' in laptop.page() and "Free pace" in laptop.page("/classroom/remote/ask")
    for wrong in ({"from": "3", "to": "2"}, {"from": "0", "to": "2"}, {"from": "x", "to": "2"}, {"to": "999"}):
        assert laptop.post("/classroom/pace", **wrong).status_code == 400
    answer = laptop.post("/classroom/pace", **{"from": "1", "to": "4", "page": "/classroom/remote"})
    assert answer.location == "/classroom/remote" and laptop.room.stage is Stage.OPEN
    with laptop.app.app_context():
        asked = store().rooms.round(laptop.room, laptop.room.round)
        paced = PacedRound.of(json.loads(asked.body if asked else ""))
        first = paced.question(0)
        right = paced.stored(0, {part.id: part.right for part in first.question.parts})
    assert len(paced.bodies) > 1 and set(paced.steps) <= {1, 2, 3, 4}
    laptop.answered({"a": right, "b": dict.fromkeys(right, "0.123")})
    for path in ("/classroom/remote/now", "/classroom"):
        page = laptop.page(path)
        marks = re.findall(r'class="m-(\w+)"', page)
        assert len(marks) == 2 * len(paced.bodies) and marks.count("correct") == 1, path
    rows = laptop.page("/classroom/results.csv").splitlines()[1:]
    assert len(rows) == 2 * len(right) and sum(",right," in row for row in rows) == len(right)
    assert laptop.move("over").stage is Stage.OVER
