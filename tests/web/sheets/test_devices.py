"""A key that is open on two devices, or was changed on another one, is noticed on both and by the owner."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests import classroom
from tests.classroom import Student, controls, publish

pytestmark = pytest.mark.slow

OPEN = "This key is also open on another device."


def since(page: str) -> str:
    """When the answers of this page were read."""
    found = re.search(r'data-since="([^"]+)"', page)
    assert found
    return found[1]


def told(page: str) -> bool:
    """Whether a page says that the key is open elsewhere."""
    return OPEN in page and 'id="elsewhere" class="notice" hidden' not in page


def asked(student: Student, moment: str) -> dict[str, object] | None:
    """What the script of a page that was loaded at this moment learns."""
    answer = student.client.get(f"{student.address}/elsewhere", query_string={"since": moment})
    found: dict[str, object] | None = answer.json if answer.status_code == 200 else None
    return found


@pytest.mark.parametrize("mode", ["once", "practice"])
def test_both_devices_learn_of_each_other(school: Flask, mode: str) -> None:
    owner = publish(school, mode=mode)
    phone = Student(school, owner.students)
    phone.save(ap_score="0.5")
    laptop = Student(school, owner.students, phone.key)
    loaded = since(phone.page())
    assert asked(phone, loaded) is None, "the laptop has not shown its cookie yet"
    assert told(laptop.page()) and told(phone.page())
    assert asked(phone, loaded) == {"open": True, "changed": None}
    assert laptop.save(ap_score="0.29") == 200
    news = asked(phone, loaded)
    assert news and news["open"] is True and str(news["changed"]) > loaded
    assert asked(phone, since(phone.page())) == {"open": True, "changed": None}, "a page loaded since then shows it"
    assert "Answers were last saved there on" in phone.page()
    stranger = Student(school, owner.students)
    assert not told(stranger.page()) and asked(stranger, loaded) is None
    page = owner.page(f"/students/{phone.key}")
    assert "This key was open on 2 devices" in page and page.count("last answer saved") == 2


def test_what_arrives_late_does_not_replace_what_the_same_page_saved_since(school: Flask) -> None:
    """The page gave up a request and sent a newer one, and the network delivers the old one afterwards."""
    student = Student(school, publish(school, mode="practice").students)

    def known() -> str:
        return student.page().partition('data-saved="')[2].partition('"')[0]

    def save(text: str, saved: str) -> tuple[int, str]:
        headers = {"X-CSRFToken": student.token, "X-Saved": saved}
        form = {"ap.score": text, "dcg.score": text}
        answer = student.client.post(f"{student.address}/answers", data=form, headers=headers)
        return answer.status_code, answer.headers["X-Saved"]

    assert known() == ""
    status, first = save("0.5", "")
    assert (status, first) == (204, known()) and first
    status, second = save("0.29", first)
    assert status == 204 and second not in {"", first}
    for late in ("", first):
        assert save("0.5", late) == (202, second)
        assert dict(controls(student.page()))["ap.score"] == "0.29"
    assert save("0.5", second)[0] == 204, "whoever knows of the last answers may replace them"
    assert dict(controls(student.page()))["dcg.score"] == "0.5"
    phone = Student(school, student.address.rsplit("/", 1)[0], student.key)
    assert phone.save(ap_score="0.3") == 200, "another device has its own order, and a program none"


def test_a_save_brings_the_news(school: Flask) -> None:
    owner = publish(school)
    phone = Student(school, owner.students)
    loaded = since(phone.page())
    assert phone.save(ap_score="0.5") == 204
    laptop = Student(school, owner.students, phone.key)
    laptop.save(dcg_score="3.394")
    form, headers = {"dcg.score": "3", "since": loaded}, {"X-CSRFToken": phone.token}
    answer = phone.client.post(f"{phone.address}/answers", data=form, headers=headers)
    assert answer.status_code == 200 and answer.json
    assert answer.json["open"] is True and answer.json["changed"] > loaded


def test_without_javascript_a_form_does_not_overwrite_what_another_device_saved(school: Flask) -> None:
    """Such a form holds all answers, and in hidden fields what they were when the page was loaded."""
    owner = publish(school)
    old, new = (Student(school, owner.students, key) for key in owner.enter("Ada") * 2)
    new.save(ap_score="0.5")
    page = old.page()
    hidden = dict(re.findall(r'<input type="hidden" name="(was:[^"]+|compared)" value="([^"]*)"', page))
    assert hidden == {"compared": "yes", "was:ap.score": "0.5"}
    new.save(ap_score="0.29", dcg_score="3.394")
    old.post(**(dict(controls(page)) | hidden | {"table.score": "0.7"}))
    stored = dict(controls(old.page()))
    assert (stored["ap.score"], stored["dcg.score"], stored["table.score"]) == ("0.29", "3.394", "0.7")
    assert told(old.page())


def test_a_device_is_a_random_cookie_of_one_sheet(school: Flask) -> None:
    owner = publish(school)
    client = school.test_client()
    address = f"{owner.students}/{owner.seat()}"
    (cookie,) = [c for c in client.get(address).headers.getlist("Set-Cookie") if c.startswith("ireval-device=")]
    assert f"Path={owner.students}" in cookie and "HttpOnly" in cookie and "SameSite=Lax" in cookie
    client.set_cookie("ireval-device", "x" * 3000, path=owner.students)
    assert client.get(address).status_code == 200
    assert not any("ireval-device" in c for c in client.get(owner.students).headers.getlist("Set-Cookie"))
    assert client.get(f"{address}/elsewhere?since=tomorrow").status_code == 204
    assert client.get(f"{owner.students}/K7M2PX/elsewhere").status_code == 204


def test_news_are_counted_apart_from_answers(tmp_path_factory: pytest.TempPathFactory) -> None:
    app = classroom.made(tmp_path_factory.mktemp("news"), RATE_CHANGES="2/hour")
    student = Student(app, publish(app, mode="practice").students)
    news = [student.client.get(f"{student.address}/elsewhere").status_code for _ in range(3)]
    assert news == [204, 204, 429]
    assert student.save(ap_score="0.29") == 204
    classroom.closed(app)
