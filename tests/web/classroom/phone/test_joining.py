"""Joining a room: the code as it is typed, wrong codes and their limits, and devices that are entered."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest
from flask import Flask, g
from flask_limiter import RateLimitExceeded

from tests.sentences import sentence
from tests.web.classroom.phone.lecture import Lecture, Phone, heading
from web.classroom.access import code_limits
from web.store import store

pytestmark = pytest.mark.slow

WRONG = "ZZZZZ2"


def typed(lecture: Lecture, text: str) -> tuple[int, str]:
    """The status and the page for a code that is typed; where it leads if it leads on."""
    answer = lecture.app.test_client().get("/j", query_string={"code": text})
    return answer.status_code, answer.location or answer.text


def test_the_page_has_one_field_and_no_navigation(room_app: Flask) -> None:
    for address in ("/j", "/j/"):
        page = room_app.test_client().get(address)
        assert page.status_code == 200 and page.text.count("<input") == 1
        assert "<nav" not in page.text and "No account. No name." in page.text
        assert "Set-Cookie" not in page.headers


@pytest.mark.parametrize("write", [str.lower, lambda c: f" {c[:3]} {c[3:]} ", lambda c: f"{c[:3]}–{c[3:]}"])
def test_a_code_is_read_as_it_is_typed(lecture: Lecture, write: object) -> None:
    assert callable(write)
    text = write(lecture.code)
    assert typed(lecture, text) == (303, lecture.door)
    answer = lecture.app.test_client().get(f"/j/{text.strip()}")
    assert (answer.status_code, answer.location) == (303, lecture.door)


def test_what_cannot_be_a_code_is_explained_and_kept(lecture: Lecture) -> None:
    for text, said in {
        "": sentence("code-missing"),
        "K7M-2P0": sentence("code-lookalikes"),
        "K7M 2Pl": sentence("code-lookalikes"),
        "K7M2PÄ": sentence("code-alphabet"),
        "K7M": "A code has 6 characters; you typed 3.",
    }.items():
        status, page = typed(lecture, text)
        assert status == 400 and said in page and f'value="{text}"' in page, text
    page = typed(lecture, '"><b>x')[1]
    assert "<b>x" not in page


def test_a_wrong_code_is_answered_in_a_sentence_with_the_code_in_the_field(lecture: Lecture) -> None:
    answer = lecture.app.test_client().get(f"/j/{WRONG}")
    assert answer.status_code == 404
    assert "No lecture is open under the code ZZZ-ZZ2." in answer.text and f'value="{WRONG}"' in answer.text


def test_a_right_code_shows_at_once_what_is_in_force_and_gives_one_key_for_a_day(lecture: Lecture) -> None:
    phone = Phone(lecture)
    answer = phone.join()
    assert heading(answer.text) == "You are in"
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/j" in cookie and "Max-Age=86400" in cookie
    assert phone.join().headers["Set-Cookie"].partition(";")[0] == cookie.partition(";")[0]
    assert answer.headers["Cache-Control"] == "no-store"


def wrong_codes(lecture: Lecture, count: int, *, network: str = "192.0.2.1") -> None:
    """Let this many wrong codes come from a network, as far as its limits are concerned."""
    with lecture.app.test_request_context("/j/x", environ_base={"REMOTE_ADDR": network}):
        for _ in range(count):
            code_limits.check_code(wrong=True)


def test_a_class_that_mistypes_once_gets_in_and_a_network_that_tries_codes_is_stopped(lecture: Lecture) -> None:
    """It is a class of 120 behind one address, and the limit of 300 in an hour."""
    wrong_codes(lecture, 119)
    phone = Phone(lecture)
    assert phone.client.get(f"/j/{WRONG}", environ_base=phone.network).status_code == 404
    assert phone.join().status_code == phone.poll().status_code == 200
    wrong_codes(lecture, 179)
    guesser = Phone(lecture, cookies=False)
    tries = [guesser.client.get(f"/j/{WRONG}", environ_base=guesser.network) for _ in range(2)]
    assert [answer.status_code for answer in tries] == [404, 429]
    assert 3500 < int(tries[-1].headers["Retry-After"]) <= 3600
    assert f'value="{WRONG}"' in tries[-1].text, "what was typed is kept"
    assert Phone(lecture).join().status_code == 200, "somebody who tries codes does not keep the class out"
    assert Phone(lecture, "192.0.2.9").client.get(f"/j/{WRONG}").status_code == 404


def test_after_hundreds_of_wrong_codes_in_a_minute_no_new_device_of_the_network_joins(lecture: Lecture) -> None:
    """One student with a script must not keep out for an hour all who come late."""
    inside = Phone(lecture)
    inside.join()
    inside.poll()
    with lecture.app.test_request_context("/j/x", environ_base=inside.network), suppress(RateLimitExceeded):
        g.cost_of_code = 601
        code_limits._count_guess()
    refused = Phone(lecture).join()
    assert refused.status_code == 429, "a right code would show that it is right"
    assert int(refused.headers["Retry-After"]) <= 60
    assert inside.join().status_code == inside.poll("?change=yes").status_code == 200
    assert Phone(lecture, "192.0.2.8").join().status_code == 200


def test_an_ipv6_site_that_takes_another_network_for_each_code_is_stopped(lecture: Lecture) -> None:
    def guess(network: int) -> None:
        with lecture.app.test_request_context("/j/x", environ_base={"REMOTE_ADDR": f"2001:db8:7:{network:x}::1"}):
            g.cost_of_code = 599
            code_limits._count_guess()

    for network in range(16):
        guess(network)
    with pytest.raises(RateLimitExceeded):
        guess(17)
    assert Phone(lecture, "2001:db8:8:1::1").join().status_code == 200


def test_a_device_may_mistype_twenty_times_an_hour(lecture: Lecture) -> None:
    phone = Phone(lecture)
    tries = [phone.client.get(f"/j/{WRONG}", environ_base=phone.network).status_code for _ in range(22)]
    assert tries == [404] * 21 + [429], "the first one gave it its key"
    assert phone.join().status_code == 200
    assert Phone(lecture).client.get(f"/j/{WRONG}", environ_base=phone.network).status_code == 404


def test_requests_that_keep_no_cookie_enter_no_device(lecture: Lecture) -> None:
    flood = Phone(lecture, cookies=False)
    for _ in range(10):
        assert flood.join().status_code == flood.poll().status_code == 200
        flood.state = ""
    assert lecture.devices() == 0
    phone = Phone(lecture)
    phone.join()
    assert lecture.devices() == 0
    phone.poll()
    phone.poll()
    phone.join()
    assert lecture.devices() == 1


def test_a_full_room_says_so_kindly(lecture: Lecture) -> None:
    with lecture.app.app_context():
        for place in range(8):
            store().rooms.phones.enter(lecture.room, f"device {place}")
    phone = Phone(lecture)
    phone.join()
    answer = phone.poll()
    assert answer.status_code == 200 and heading(answer.text) == "This room is full"
    assert "Answer together with your neighbour" in answer.text
    assert phone.poll().status_code == 304
    assert lecture.devices() == 8


def test_an_ended_code_leads_nowhere_but_phones_in_the_room_hear_that_it_is_over(lecture: Lecture) -> None:
    phone = Phone(lecture)
    phone.join()
    phone.poll()
    lecture.end()
    assert heading(phone.poll().text) == "The lecture is over"
    assert heading(phone.page()) == "The lecture is over"
    late = Phone(lecture)
    assert late.join().status_code == 404
    with lecture.app.app_context():
        store().rooms.delete(lecture.room)
    gone = phone.poll()
    assert gone.status_code == 404 and heading(gone.text) == "The lecture is over"


def test_a_code_that_ended_hours_ago_is_over(lecture: Lecture, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone(lecture)
    phone.join()
    phone.poll()
    with lecture.app.app_context():
        rooms = store().rooms.phones
        clock = rooms._clock
        monkeypatch.setattr(rooms, "_clock", lambda: clock() + timedelta(hours=5))
        for part in (store().rooms, store().rooms.glances):
            monkeypatch.setattr(part, "_clock", lambda: clock() + timedelta(hours=5))
        store().rooms.glances.forget()
        assert heading(phone.poll().text) == "The lecture is over"
