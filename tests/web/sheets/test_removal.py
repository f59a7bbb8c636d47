"""The owner's page that removes answers which are not from the class."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from flask import Flask

from ireval.exercises.generator.issued_keys import grouped_key
from ireval.messages import Message, say
from tests.classroom import Owner, Student, publish

pytestmark = pytest.mark.slow


def listed(page: str) -> list[str]:
    """The keys in the list."""
    return re.findall(r'<input type="checkbox" name="key" value="(\w+)"', page)


@pytest.fixture
def owner(school: Flask) -> Owner:
    return publish(school, mode="practice")


def begun(school: Flask, owner: Owner, **answers: str) -> Student:
    student = Student(school, owner.students)
    assert student.save(**answers) in {200, 204}
    return student


def test_selected_students_are_removed_after_a_question(school: Flask, owner: Owner) -> None:
    assert "/students/remove" not in owner.page(), "nobody has begun"
    ada = begun(school, owner, ap_score="0.29", dcg_score="3.394")
    evil = [begun(school, owner, ap_score="spam") for _ in range(2)]
    assert f'href="{owner.own}/students/remove"' in owner.page()
    page = owner.page("/students/remove")
    assert listed(page)[-1] == ada.key and sorted(listed(page)) == sorted([ada.key, *(x.key for x in evil)])
    form = {"csrf_token": owner.token, "key": [x.key for x in evil]}
    question = owner.client.post(f"{owner.own}/students/remove", data=form)
    assert (
        question.status_code == 200
        and "Remove 2 students?" in question.text
        and "You cannot undo this" in question.text
    )
    assert all(grouped_key(x.key) in question.text for x in evil) and grouped_key(ada.key) not in question.text
    assert evil[0].save(ap_score="more") == 200, "nothing happened yet"
    done = owner.client.post(f"{owner.own}/students/remove", data=form | {"sure": "yes"}, follow_redirects=True)
    assert "2 students were removed" in done.text and listed(done.text) == [ada.key]

    assert "spam" not in owner.page("/answers.csv") and ">1<" in owner.page()
    gone = say(Message("key-removed"))
    assert evil[0].save(ap_score="again") == 410
    refused = school.test_client().get(evil[0].address)
    assert refused.status_code == 410 and gone in unescape(refused.text) and f"{owner.students}/new" in refused.text
    assert owner.client.get(f"{owner.own}/students/{evil[0].key}").status_code == 404
    assert ada.save(ap_score="0.290") == 204


def test_all_who_began_at_a_time_with_few_answers_are_removed(school: Flask, owner: Owner) -> None:
    ada = begun(school, owner, ap_score="0.29", dcg_score="3.394")
    evil = begun(school, owner, ap_score="spam")
    soon = f"{datetime.now(UTC) + timedelta(minutes=2):%Y-%m-%dT%H:%M}"
    assert listed(owner.page(f"/students/remove?most=1&until={soon}")) == [evil.key]
    assert listed(owner.page(f"/students/remove?since={soon}&zone=UTC")) == []
    assert listed(owner.page("/students/remove?until=2020-01-01T00:00&zone=Europe/Vienna")) == []
    page = owner.page("/students/remove?most=1")
    shown = re.findall(r'name="shown" value="([^"]+)"', page)[0]
    later = begun(school, owner, ap_score="0.5")
    form = {"csrf_token": owner.token, "all": "yes", "most": "1", "zone": "UTC", "shown": shown}
    question = owner.client.post(f"{owner.own}/students/remove", data=form).text
    assert "Remove 1 student?" in question and grouped_key(evil.key) in question
    assert owner.client.post(f"{owner.own}/students/remove", data=form | {"sure": "yes"}).status_code == 303
    assert listed(owner.page("/students/remove")) == [later.key, ada.key], "who began after that was not shown"


@pytest.mark.parametrize(
    "query", ["since=yesterday", "until=2026-01-01T00:00&zone=Mars", "most=many", "most=-1", "most=1e999", "since=%ed"]
)
def test_what_cannot_be_read_is_shown_as_it_was_typed(owner: Owner, query: str) -> None:
    answer = owner.client.get(f"{owner.own}/students/remove?{query}")
    assert answer.status_code == 400 and 'role="alert"' in answer.text
    form = dict(pair.split("=") for pair in query.split("&")) | {"csrf_token": owner.token, "all": "yes"}
    assert owner.client.post(f"{owner.own}/students/remove", data=form | {"sure": "yes"}).status_code == 400


def test_the_list_comes_in_pages(school: Flask, owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.sheets.owner.removal.PAGE", 2)
    keys = [begun(school, owner, ap_score="1").key for _ in range(3)][::-1]
    assert listed(owner.page("/students/remove")) == keys[:2] and "1 to 2 of 3" in owner.page("/students/remove")
    for page in ("2", "99"):
        assert listed(owner.page(f"/students/remove?page={page}")) == keys[2:]
    assert listed(owner.page("/students/remove?page=x")) == keys[:2]


def test_nothing_is_removed_unasked(school: Flask, owner: Owner) -> None:
    student = begun(school, owner, ap_score="0.29")
    address = f"{owner.own}/students/remove"
    assert owner.client.post(address, data={"csrf_token": owner.token}).status_code == 400, "nobody selected"
    assert owner.client.post(address, data={"key": student.key, "sure": "yes"}).status_code == 400, "forged"
    shown = {"csrf_token": owner.token, "all": "yes", "sure": "yes", "shown": "never"}
    assert owner.client.post(address, data=shown).status_code == 400
    assert school.test_client().get(address.replace("/o/", "/s/")).status_code == 404
    assert student.save(ap_score="0.3") == 204
    once = publish(school)
    refused = once.client.get(f"{once.own}/students/remove")
    assert refused.status_code == 404 and say(Message("removal-on-roster")) in refused.text
