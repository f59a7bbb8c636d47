"""Judging on a phone: three documents one after another, each label sent as it is tapped."""

from __future__ import annotations

import json
import re

import pytest

from tests.web.classroom.phone.lecture import Lecture, Phone, heading, judging_step
from web.classroom.judging.judging_bodies import judging_body_of_step
from web.store import store
from web.store.rooms.room_records import Stage

pytestmark = pytest.mark.slow


def test_each_label_is_sent_as_it_is_tapped_and_can_be_taken_back(lecture: Lecture) -> None:
    phone, other = Phone(lecture), Phone(lecture)
    for each in (phone, other):
        each.join()
        each.poll()
    with lecture.app.test_request_context():
        store().rooms.ask(lecture.room, json.dumps(judging_body_of_step(*judging_step())))
    page = phone.page()

    def tap(**fields: str) -> str:
        hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
        answer = phone.post(hidden | fields)
        assert answer.status_code == 200, answer.text
        return answer.text

    assert "1 of 3" in page
    first = heading(page)
    page = tap(label="2")
    assert "2 of 3" in page and heading(page) != first
    undone = tap(undo=re.findall(r'name="undo" value="([^"]*)"', page)[0])
    assert "1 of 3" in undone and lecture.answers() == []
    page = undone
    for label in ("0", "1", "2"):
        page = tap(label=label)
    assert heading(page) == "Sent" and len(lecture.answers()) == 3
    foreign = {"document": "nothing", "label": "1"}, {"label": "3"}, {"document": ""}
    for wrong in foreign:
        hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', other.page()))
        hidden.pop("label", None)
        assert other.post(hidden | wrong).status_code == 400
    lecture.show(Stage.CLOSED)
    assert first in phone.page() and "You did not send an answer." in other.page()
    lecture.show(Stage.ANSWER)
    assert "What the class found is on the screen." in phone.page()
