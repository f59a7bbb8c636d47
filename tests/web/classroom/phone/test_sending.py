"""What a phone sends: what is taken, what is refused, from whom, how often, and at which cost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from tests.classroom import closed, made
from tests.sentences import sentence
from tests.statements import counted
from tests.web.classroom.phone.lecture import ALL, CHOICE, FOUND, NUMBER, SCRIPT, TABLE, Lecture, Phone, heading
from web.classroom.access.code_limits import count_new_device
from web.server import limits
from web.store import store
from web.store.rooms.room_records import Stage

pytestmark = pytest.mark.slow


def joined(lecture: Lecture, address: str = "192.0.2.1") -> Phone:
    phone = Phone(lecture, address)
    phone.join()
    phone.poll()
    return phone


def test_without_a_script_the_form_leads_back_to_the_page(lecture: Lecture) -> None:
    phone = joined(lecture)
    lecture.ask(CHOICE)
    answer = phone.send(script=False, choice=FOUND)
    assert (answer.status_code, answer.location) == (303, lecture.door)
    assert heading(phone.page()) == "Sent"


def test_a_number_that_cannot_be_read_is_refused_with_a_remark_and_not_stored(lecture: Lecture) -> None:
    phone = joined(lecture)
    lecture.ask(NUMBER)
    for script in (True, False):
        answer = phone.send(script=script, score="half")
        assert answer.status_code == 400 and 'value="half"' in answer.text and 'aria-invalid="true"' in answer.text
        assert "half" in re.findall(r'role="alert">([^<]*)', answer.text)[0]
    assert phone.send().status_code == phone.send(score="  ").status_code == 400
    assert sentence("nothing-to-send") in phone.send(score="").text
    assert lecture.answers() == []


def test_unknown_options_parts_and_rounds_are_refused(lecture: Lecture) -> None:
    phone = joined(lecture)
    lecture.ask(CHOICE)
    assert phone.send(choice="20, everything").status_code == 400
    assert phone.send(choice=FOUND.upper()).status_code == 400
    assert phone.send(other=FOUND).status_code == 400
    page = phone.page()
    for wrong in ("9", "x", ""):
        other = page.replace('name="round" value="1"', f'name="round" value="{wrong}"')
        assert phone.send(page=other, choice=FOUND).status_code == 400
    assert lecture.answers() == []


@pytest.mark.parametrize("script", [True, False])
def test_an_answer_that_comes_late_is_refused_and_shown(lecture: Lecture, script: bool) -> None:
    phone = joined(lecture)
    lecture.ask(CHOICE)
    page = phone.page()
    lecture.show(Stage.CLOSED)
    answer = phone.send(page=page, script=script, choice=FOUND)
    assert answer.status_code == 409
    assert "The question was closed before this arrived" in answer.text and FOUND in answer.text
    assert "You did not send an answer." in answer.text
    lecture.show(Stage.OPEN, 2)
    assert phone.send(page=page, choice=FOUND).status_code == 409, "of the first vote"
    lecture.ask(NUMBER)
    late = phone.send(page=page, script=script, choice=FOUND)
    assert late.status_code == 409 and FOUND in late.text and "Calculate" in late.text
    assert lecture.answers() == []


def test_an_answer_that_is_sent_twice_because_its_response_was_lost_counts_once(lecture: Lecture) -> None:
    phone = joined(lecture)
    lecture.ask(CHOICE)
    page = phone.page()
    assert phone.send(page=page, choice=FOUND).status_code == phone.send(page=page, choice=FOUND).status_code == 200
    lecture.show(Stage.CLOSED)
    again = phone.send(page=page, choice=FOUND)
    assert again.status_code == 200 and "closed before" not in again.text
    assert phone.send(page=page, choice=ALL).status_code == 409, "it was changed too late"
    assert lecture.answers() == [(1, 1, FOUND)]


def test_a_device_has_one_voice_however_often_it_joins(lecture: Lecture) -> None:
    phone = joined(lecture)
    lecture.ask(CHOICE)
    phone.send(choice=FOUND)
    phone.join()
    phone.send(page=phone.client.get(f"{lecture.door}?change=yes").text, choice=ALL)
    assert lecture.answers() == [(1, 1, ALL)] and lecture.devices() == 1


def test_a_page_of_another_site_cannot_vote_as_a_phone(lecture: Lecture) -> None:
    """It can let a browser send a form with the phone's cookie, but it cannot know the key; its own is another's."""
    phone, attacker = joined(lecture), joined(lecture, "192.0.2.66")
    lecture.ask(CHOICE)
    form = {"round": "1", "vote": "1", "answer.choice": FOUND}
    own = re.search(r'name="device" value="([^"]*)"', attacker.page())
    mine = re.search(r'name="device" value="([^"]*)"', phone.page())
    assert own and mine
    for key in (None, "", "x", mine[1][:-1], mine[1].partition(".")[0], own[1]):
        answer = phone.post(form | ({} if key is None else {"device": key}))
        assert answer.status_code == 400 and sentence("phone-key-unknown") in answer.text, key
    assert lecture.answers() == []


def test_a_browser_without_cookies_answers_with_the_key_of_its_page(lecture: Lecture) -> None:
    phone = Phone(lecture, cookies=False)
    lecture.ask(CHOICE)
    page = phone.page()
    key = re.search(r'data-key="([^"]*)"', page)
    assert key
    assert heading(phone.send(page=page, choice=FOUND).text) == "Sent"
    again = phone.client.get(f"{lecture.door}/now", headers=SCRIPT | {"X-Phone-Key": key[1]})
    assert heading(again.text) == "Sent"


def test_nothing_new_costs_at_most_one_query_and_presence_is_noted_seldom(lecture: Lecture) -> None:
    phone = joined(lecture)
    lecture.ask(CHOICE)
    phone.poll()
    for _ in range(3):
        with counted() as found:
            assert phone.poll().status_code == 304
        assert len(found.statements) <= 1 and not found.changes, found.statements
    phone.send(choice=FOUND)
    assert phone.poll().status_code == 200, "another page of the phone sees what was sent"
    with counted() as found:
        assert phone.poll().status_code == 304
    assert len(found.statements) <= 1
    lecture.show(Stage.CLOSED)
    assert phone.poll().status_code == 200


def test_what_only_the_projector_shows_is_no_news(lecture: Lecture) -> None:
    phone = joined(lecture)
    with lecture.app.app_context():
        store().rooms.change(lecture.room, lambda _: {"position": "{}"}, for_phones=False)
    assert phone.poll().status_code == 304


def test_forty_questions_of_a_class_behind_one_address_are_within_the_limits(room_app: Flask) -> None:
    """120 phones join; each asks every two seconds, and may send forty answers in one minute of the real limits."""
    limits._limiter.reset()
    with room_app.test_request_context("/j/x", environ_base={"REMOTE_ADDR": "192.0.2.1"}):
        for phone in range(120):
            count_new_device("room")
            for _ in range(40 if phone % 40 == 0 else 1):
                limits.count(f"phone {phone}", visit=True)
                limits.count(f"phone {phone}")


def test_limits_count_phones_and_not_their_network(tmp_path: Path) -> None:
    """The rates are so low that the network's would stop the class, and a phone's one that sends without end."""
    app = made(tmp_path, RATE_CHANGES="10/minute", RATE_STUDENT="6/minute", RATE_KEYS="5/hour")
    lecture = Lecture(app)
    phones = [joined(lecture) for _ in range(5)]
    lecture.ask(CHOICE)
    for phone in phones:
        page = phone.page()
        for _ in range(4):
            assert phone.send(page=page, choice=FOUND).status_code == 200
            assert phone.poll().status_code in {200, 304}
    statuses = []
    for _ in range(4):
        phones[0].state = ""  # a whole page costs more than the answer that nothing has changed
        statuses.append(phones[0].poll().status_code)
    assert statuses[-1] == 429 and 200 in statuses
    assert int(phones[0].poll().headers["Retry-After"]) <= 60
    assert phones[1].poll().status_code == 304
    late = Phone(lecture)
    late.join()
    assert late.poll().status_code == 429, "a sixth device of the network in the room within an hour"
    closed(app)


def test_a_table_with_an_unreadable_cell_stores_none(lecture: Lecture) -> None:
    phone = joined(lecture)
    lecture.ask(TABLE)
    one, two, *_ = re.findall(r'name="answer\.([^"]+)"', phone.page())
    answer = phone.send_all({one: "0.5", two: "x"})
    assert answer.status_code == 400 and 'value="0.5"' in answer.text and 'value="x"' in answer.text
    assert lecture.answers() == []
