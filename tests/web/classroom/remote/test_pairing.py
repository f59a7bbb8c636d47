"""A second device becomes the remote: by a code that works once, and after the laptop has confirmed its name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from tests import classroom
from tests.sentences import sentence
from tests.web.classroom.room_browsers import RoomBrowser
from web.classroom.access.two_words import FIRST, SECOND, two_words

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = classroom.made(tmp_path_factory.mktemp("pairing"), RATE_SHEETS="1000/minute")
    yield app
    classroom.closed(app)


@pytest.fixture
def laptop(school: Flask) -> RoomBrowser:
    browser = RoomBrowser(school)
    browser.open()
    return browser


def test_a_device_is_paired_by_a_code_and_goes_on_when_the_laptop_confirms_its_name(laptop: RoomBrowser) -> None:
    remote = RoomBrowser(laptop.app)
    assert 'name="code"' in remote.page("/classroom/remote")
    name = remote.pair_with(laptop)
    assert f"Confirm “{name}” on the laptop" in remote.page("/classroom/remote/now")
    assert remote.post("/classroom/pause").status_code == 403, "no right before it is confirmed"
    laptop.confirm(name)
    assert 'id="clock"' in remote.page("/classroom/remote/now")
    assert remote.post("/classroom/pause").status_code == 303 and laptop.room.paused
    laptop.confirm(name, no="yes")
    assert "Not paired" in remote.page("/classroom/remote/now")
    assert remote.post("/classroom/pause").status_code == 403


def test_a_refused_device_says_so(laptop: RoomBrowser) -> None:
    remote = RoomBrowser(laptop.app)
    laptop.confirm(remote.pair_with(laptop), no="yes")
    page = remote.page("/classroom/remote")
    assert "Not paired" in page and "Pair again" in page


def test_a_code_is_typed_in_any_writing_and_works_once(laptop: RoomBrowser) -> None:
    code = laptop.pairing_code()
    first, second = RoomBrowser(laptop.app), RoomBrowser(laptop.app)
    assert first.post("/classroom/remote", code=f" {code[:3].lower()}-{code[3:]} ").status_code == 303
    late = second.post("/classroom/remote", code=code)
    assert late.status_code == 404 and sentence("pairing-code-unknown") in late.text
    assert f'value="{code}"' in late.text, "what was typed is kept"
    assert not second.tokens


def test_an_opened_link_pairs_nothing_before_the_button_is_pressed(laptop: RoomBrowser) -> None:
    remote, code = RoomBrowser(laptop.app), laptop.pairing_code()
    assert remote.client.get("/r").location == "/classroom/remote"
    location = remote.client.get(f"/r/{code}").location
    assert f'value="{code}"' in remote.page(location) and not remote.tokens
    assert RoomBrowser(laptop.app).post("/classroom/remote", code=code).status_code == 303


def test_the_drawing_leads_only_to_the_form_of_this_site(laptop: RoomBrowser) -> None:
    drawing = laptop.client.get(f"/classroom/remote/code.svg?code={laptop.pairing_code()}")
    assert drawing.status_code == 200 and drawing.mimetype == "image/svg+xml"
    for text in ("", "K7M2P", "K7M2P0", "//evil", "K7M2PX&x=1"):
        assert laptop.client.get("/classroom/remote/code.svg", query_string={"code": text}).status_code == 404


@pytest.mark.parametrize("typed", ["", "K7M2P0", "Ж7M2PX", "<b>", "A" * 300])
def test_a_text_that_cannot_be_a_code_is_refused_and_explained(laptop: RoomBrowser, typed: str) -> None:
    answer = RoomBrowser(laptop.app).post("/classroom/remote", code=typed)
    assert answer.status_code in (400, 404) and 'role="alert"' in answer.text and '<b>"' not in answer.text


def test_many_wrong_codes_of_a_device_are_refused_and_correct_ones_are_not_counted(laptop: RoomBrowser) -> None:
    remote = RoomBrowser(laptop.app)
    for _ in range(3):
        assert remote.post("/classroom/remote", code=laptop.pairing_code()).status_code == 303
    statuses = [remote.post("/classroom/remote", code="222222").status_code for _ in range(31)]
    assert statuses == [404] * 30 + [429]
    refused = remote.post("/classroom/remote", code=laptop.pairing_code())
    assert refused.status_code == 429 and sentence("too-many-pairing-codes") in refused.text
    assert RoomBrowser(laptop.app).post("/classroom/remote", code=laptop.pairing_code()).status_code == 303


def test_a_network_has_ten_times_as_many_wrong_codes(school: Flask) -> None:
    laptop = RoomBrowser(school)
    laptop.open()
    elsewhere = {"environ_base": {"REMOTE_ADDR": "192.0.2.77"}}
    tried = []
    for _ in range(11):
        browser = RoomBrowser(school)
        form = {"csrf_token": browser.token, "code": "222222"}
        tried += [browser.client.post("/classroom/remote", data=form, **elsewhere).status_code for _ in range(30)]
    assert tried == [404] * 300 + [429] * 30
    assert RoomBrowser(school).post("/classroom/remote", code=laptop.pairing_code()).status_code == 303


def test_names_are_two_words_of_the_list_and_always_the_same() -> None:
    assert (len(set(FIRST)), len(set(SECOND))) == (32, 64)
    names = [two_words(f"device {i}") for i in range(3000)]
    assert names == [two_words(f"device {i}") for i in range(3000)]
    assert {name.split()[0] for name in names} == set(FIRST) and {name.split()[1] for name in names} == set(SECOND)
    assert max(map(len, names)) <= 18
