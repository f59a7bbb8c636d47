"""Free pace on a phone: one question after another, each answered once, with its result at once; names; the end."""

from __future__ import annotations

import html
import json
import re

import pytest
from flask.testing import FlaskClient

from tests.web.classroom.phone.lecture import CHOICE, FOUND, NUMBER, OPINION, TABLE, Lecture, Phone, body_of, heading
from web.classroom.access.two_words import FIRST, SECOND
from web.classroom.rounds.paced_round import paced_body
from web.store import store
from web.store.rooms.room_records import Stage

pytestmark = pytest.mark.slow

OPINIONS = ("P@5", "AP")


@pytest.fixture
def paced(lecture: Lecture) -> Lecture:
    """A lecture with three questions at free pace: a number, options, and an opinion."""
    asked = [json.loads(body_of(NUMBER)), json.loads(body_of(CHOICE)), json.loads(body_of(OPINION, OPINIONS))]
    steps = [{**each, "step": step} for each, step in zip(asked, (4, 5, 5), strict=True)]
    with lecture.app.app_context():
        store().rooms.ask(lecture.room, json.dumps(paced_body("average-precision", "K7M2PX", (4, 5), "", steps)))
    return lecture


def pressed(phone: Phone, page: str) -> str:
    """The page after "Next question"."""
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    answer = phone.post(hidden | {"next": "yes"})
    assert answer.status_code == 200
    return answer.text


def test_each_question_has_its_result_at_once_and_leads_to_the_next_one(paced: Lecture) -> None:
    phone = Phone(paced)
    first = phone.page()
    assert "Question 1 of 3" in first and "WHY-" not in first
    page = phone.send(score="0.58").text
    assert "You divided by the 5" in page and 'class="pair"' in page and "Next question" in page
    page = pressed(phone, page)
    assert "Question 2 of 3" in page and "WHY-" not in page
    page = phone.send(page=page, choice=FOUND).text
    assert "WHY-FOUND" in page and f"A: {FOUND}" in page
    page = phone.send(page=pressed(phone, page), answer="AP").text
    assert heading(page) == "Sent" and "B: AP" in page and "That was the last question" in page
    assert 'name="next"' not in page
    assert heading(phone.page()) == "All questions are answered"


def test_what_was_answered_is_answered_once_and_a_lost_response_does_no_harm(paced: Lecture) -> None:
    phone = Phone(paced)
    first = phone.page()
    assert phone.send(page=first, score="0.58").status_code == 200
    again = phone.send(page=first, score="0.58")
    assert again.status_code == 200 and "You divided by the 5" in again.text
    other = phone.send(page=first, score="0.29")
    assert other.status_code == 409 and "This question was answered before" in other.text
    assert "0.29" in other.text and "You divided by the 5" in other.text
    assert paced.answers() == [(1, 1, "0.58")]


def test_an_answer_that_cannot_be_read_is_shown_again_at_its_question(paced: Lecture) -> None:
    phone = Phone(paced)
    page = phone.page()
    for wrong in ("zero", " "):
        refused = phone.send(page=page, score=wrong)
        assert refused.status_code == 400 and "Question 1 of 3" in refused.text and 'role="alert"' in refused.text
    assert 'value="zero"' in phone.send(page=page, score="zero").text
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    for place in ("", "-1", "3", "x", "1 "):
        assert phone.post(hidden | {"place": place, "answer.score": "1"}).status_code == 400, place
    assert phone.post(hidden | {"place": "1", "answer.score": "1"}).status_code == 400, "a part of another question"
    assert paced.answers() == []


def test_news_keep_the_result_that_is_read(paced: Lecture) -> None:
    phone = Phone(paced)
    phone.page()
    phone.poll()
    sent = phone.send(score="0.58")
    poll = re.search(r'data-poll="[^"]*/now(\?place=0)"', sent.text)
    assert poll
    phone.state = sent.headers["ETag"].strip('"')
    assert phone.poll(poll[1]).status_code == 304
    paced.pause()
    assert "You divided by the 5" in phone.poll(poll[1]).text
    for place in ("1", "7", "-4", "x"):
        assert "Question 2 of 3" in phone.client.get(f"{paced.door}?place={place}").text, "it is not answered yet"


def test_without_a_script_every_button_works(paced: Lecture) -> None:
    phone = Phone(paced)
    answer = phone.send(script=False, score="0.58")
    assert answer.status_code == 303
    page = phone.client.get(answer.location).text
    assert "You divided by the 5" in page
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    following = phone.post(hidden | {"next": "yes"}, script=False)
    assert "Question 2 of 3" in phone.client.get(following.location).text


def test_after_the_lecturer_ends_it_the_phone_says_how_many_were_answered(paced: Lecture) -> None:
    phone = Phone(paced)
    phone.send(score="0.58")
    for stage in (Stage.CLOSED, Stage.ANSWER):
        paced.show(stage)
        assert "1 of 3 answered" in phone.page()
    late = Phone(paced)
    page = late.page()
    assert "0 of 3 answered" in page and "WHY-" not in page
    paced.show(Stage.OVER)
    assert heading(phone.page()) == "That was this question"


def test_a_phone_shows_its_name_of_two_words_where_the_lecturer_wants_names(lecture: Lecture) -> None:
    phone, other = Phone(lecture), Phone(lecture)
    assert 'class="name"' not in phone.page()
    with lecture.app.app_context():
        store().rooms.change(lecture.room, lambda _: {"settings": '{"names": true}'}, for_phones=True)
    names = [re.findall(r"</span>([a-z]+) ([a-z]+)</p>", each.page())[0] for each in (phone, other, phone)]
    assert names[0] == names[2] and all(a in FIRST and b in SECOND for a, b in names)


def test_a_reload_enters_the_phone_and_so_does_the_first_request_of_the_script(lecture: Lecture) -> None:
    phone = Phone(lecture)
    assert "data-new" in phone.page() and lecture.devices() == 0
    assert "data-new" not in phone.page() and lecture.devices() == 1
    other = Phone(lecture)
    assert "data-new" in other.page()
    assert "data-new" not in other.poll().text and lecture.devices() == 2


def practised(page: str) -> list[tuple[str, str]]:
    """The links of the last page: their addresses and titles."""
    listed = re.findall(r'<ul class="again">(.*?)</ul>', page, re.DOTALL)
    return [(html.unescape(a), b) for a, b in re.findall(r'href="([^"]+)"[^>]*>([^<]+)<', listed[0] if listed else "")]


def test_the_last_page_has_the_same_questions_with_new_numbers(lecture: Lecture) -> None:
    phone, client = Phone(lecture), lecture.app.test_client()
    phone.page()
    for exercise in (NUMBER, CHOICE, TABLE, NUMBER):
        lecture.ask(exercise)
        phone.page()
    lecture.end()
    found = practised(phone.page())
    assert len(found) == 2, "each once, and own questions have no new numbers"
    for address, title in found:
        assert title and _opens(client, address)
    assert practised(phone.poll().text) == found


def _opens(client: FlaskClient, address: str) -> bool:
    return client.get(address, follow_redirects=True).status_code == 200


def test_the_last_page_without_such_questions_leads_to_practice(lecture: Lecture) -> None:
    phone = Phone(lecture)
    phone.page()
    lecture.ask(CHOICE)
    phone.page()
    lecture.end()
    page = phone.page()
    assert not practised(page) and 'href="/practise' in page and "You can close this page" in page
