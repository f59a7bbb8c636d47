"""A lecture: a room, what the lecturer does to it, and phones that answer as a browser would."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import timedelta

from flask import Flask
from werkzeug.test import TestResponse

from ireval.exercises import Exercise, Generated, Sheet
from ireval.exercises.sheet.model import OwnOption
from ireval.lessons.directives.judging_directive import Judging
from tests.classroom import LECTURE
from web.course.course_files import lessons
from web.store import store
from web.store.rooms.room_records import Place, Room, Stage

NUMBER = Exercise("ap", "number", "AP", 1, LECTURE)
CHOICE = Exercise(
    "sum",
    "own-choice",
    text="AP divides this sum by what?",
    options=(
        OwnOption("5, the relevant documents found", feedback="WHY-FOUND"),
        OwnOption("10, all relevant documents", correct=True, feedback="WHY-ALL"),
        OwnOption("15, all documents retrieved", feedback="WHY-RETRIEVED"),
    ),
)
OPINION = Exercise("own", "own-text", text="Which one do you prefer?")
TABLE = Exercise("table", "table", "AP", 4, generated=Generated(5))
FOUND, ALL, RETRIEVED = (option.text for option in CHOICE.options)
SCRIPT = {"HX-Request": "true"}


def body_of(exercise: Exercise, options: Sequence[str] = ()) -> str:
    """The body of a round with this exercise."""
    sheet = Sheet("Lecture", 1, (exercise,), "lillis")
    body = {"kind": "question", "sheet": json.loads(sheet.to_text()), "exercise": exercise.id, "key": "K7M2PX"}
    body |= {"title": "Average precision", "view": "/lab?labels=101"}
    return json.dumps(body | ({"options": list(options)} if options else {}))


def judging_step() -> tuple[str, int]:
    """A step of the course with documents to judge."""
    for slug, lesson in lessons().items():
        for number, step in enumerate(lesson.steps, start=1):
            if any(isinstance(block, Judging) and block.name for block in step.all_blocks):
                return slug, number
    raise AssertionError


class Lecture:
    """A room of an app, and the steps of its lecturer."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        with app.app_context():
            self.opened = store().rooms.open("AP", timedelta(days=1))
        self.code, self.door = self.opened.code, f"/j/{self.opened.code}"

    @property
    def room(self) -> Room:
        """The room as it is."""
        with self.app.app_context():
            held = store().rooms.controllers.held(self.opened.owner)
        assert held
        return held.room

    def ask(self, exercise: Exercise, options: Sequence[str] = ()) -> Room:
        """Ask a question."""
        with self.app.app_context():
            return store().rooms.ask(self.room, body_of(exercise, options))

    def show(self, stage: Stage, vote: int = 1) -> Room:
        """Move the round to a stage."""
        room = self.room
        with self.app.app_context():
            return store().rooms.move(room, room.place, Place(room.round, vote, stage))

    def pause(self) -> None:
        """Pause, or go on."""
        with self.app.app_context():
            store().rooms.change(self.room, lambda room: {"paused": not room.paused}, for_phones=True)

    def end(self) -> None:
        """End the lecture."""
        with self.app.app_context():
            store().rooms.end(self.room)

    def devices(self) -> int:
        """How many devices are entered."""
        with self.app.app_context():
            return len(store().rooms.phones.places(self.room))

    def answers(self) -> list[tuple[int, int, str]]:
        """The answers to all rounds: the round, the vote and the text."""
        with self.app.app_context():
            return [(x.round, x.vote, x.text) for x in store().rooms.phones.answers(self.room)]


class Phone:
    """A phone with a browser of its own, at an address of the network."""

    def __init__(self, lecture: Lecture, address: str = "192.0.2.1", *, cookies: bool = True) -> None:
        self.lecture, self.network = lecture, {"REMOTE_ADDR": address}
        self.client = lecture.app.test_client(use_cookies=cookies)
        self.state = ""

    def join(self) -> TestResponse:
        """Open the address of the QR code."""
        return self.client.get(self.lecture.door, environ_base=self.network)

    def page(self) -> str:
        """The page as it is now."""
        answer = self.join()
        assert answer.status_code == 200
        return answer.text

    def poll(self, query: str = "") -> TestResponse:
        """Ask for news, as the script does."""
        headers = SCRIPT | ({"If-None-Match": f'"{self.state}"'} if self.state else {})
        answer = self.client.get(f"{self.lecture.door}/now{query}", headers=headers, environ_base=self.network)
        if answer.status_code == 200:
            self.state = answer.headers["ETag"].strip('"')
        return answer

    def send(self, *, script: bool = True, page: str = "", **answers: str) -> TestResponse:
        """Send the form of a page, by default of the one that is shown now; the answers by the ids of their parts."""
        return self.send_all(answers, script=script, page=page)

    def send_all(self, answers: Mapping[str, str], *, script: bool = True, page: str = "") -> TestResponse:
        """The same for ids that are no names."""
        page = page or self.page()
        form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
        form |= {f"answer.{part}": text for part, text in answers.items()}
        return self.post(form, script=script)

    def post(self, form: dict[str, str], *, script: bool = True) -> TestResponse:
        """Send a form."""
        headers = SCRIPT if script else {}
        return self.client.post(f"{self.lecture.door}/answers", data=form, headers=headers, environ_base=self.network)


def heading(text: str) -> str:
    """What is shown: the text of the heading, or of the question."""
    found = re.search(r"<h2[^>]*>(.*?)</h2>|class=\"prompt[^>]*>(.*?)</div>", text, re.DOTALL)
    assert found, text
    return " ".join(re.sub(r"<[^>]*>", "", found[1] or found[2]).split())
