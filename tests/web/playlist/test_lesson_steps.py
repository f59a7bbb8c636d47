"""Steps of lessons in a playlist: read from their addresses, kept in codes and files, presented in their own view."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ireval.errors import InputError
from ireval.lessons import read_course
from tests.paths import ROOT
from web.playlist.playlist import Playlist, read_item
from web.playlist.playlist_code import read_code, write_code
from web.playlist.playlist_file import read_file, write_file

STEP = "/lessons/average-precision/5"
AP = read_course(ROOT / "lessons").lessons["average-precision"]
TITLE = f"{AP.title}: {AP.steps[4].title}"


@pytest.fixture(autouse=True)
def in_request(app: Flask) -> Iterator[None]:
    with app.test_request_context("/playlist"):
        yield


@pytest.mark.parametrize("link", [STEP, f"http://localhost{STEP}", f"{STEP}?present=1", f"{STEP}?labels=101#x"])
def test_the_address_of_a_step_is_an_item_called_after_it(link: str) -> None:
    item = read_item(link)
    assert (item.query, item.title, item.steps) == (STEP, TITLE, False)
    assert (item.address, item.projected) == (STEP, f"{STEP}?present=1")


def test_a_key_is_kept_for_its_numbers() -> None:
    assert read_item("/lessons/bpref/K7M2PXABC/1", "Mine").query == "/lessons/bpref/K7M2PXABC/1"


def test_codes_and_files_keep_steps() -> None:
    playlist = Playlist("Mixed", (read_item("labels=101"), read_item(STEP, note="Ask.", minutes=5)))
    assert read_code(write_code(playlist)) == playlist == read_file(write_file(playlist))
    assert [item.title for item in read_file(f"Divide {STEP}").items] == ["Divide"]


@pytest.mark.parametrize(
    ("link", "key"),
    [
        ("/lessons/average-precision/99", "playlist-no-such-step"),
        ("/lessons/nothing/1", "playlist-no-such-step"),
        ("/lessons/average-precision", "playlist-not-a-lab-link"),
        ("https://example.org/lessons/average-precision/3", "playlist-not-a-lab-link"),
        ("/lessons/average-precision/3/class", "playlist-not-a-lab-link"),
        ("/lessons/average-precision/K0/3", "not-in-keys"),
    ],
)
def test_a_link_that_is_not_a_lesson_step_is_refused(link: str, key: str) -> None:
    with pytest.raises(InputError) as refused:
        read_item(link)
    assert refused.value.key == key


def test_below_a_prefix_the_path_is_stored_without_it(app: Flask) -> None:
    with app.test_request_context("/playlist", base_url="http://localhost/ireval"):
        item = read_item(f"/ireval{STEP}")
        assert item.query == STEP and item.address == f"/ireval{STEP}"


def test_a_link_opens_a_playlist_of_one_step_without_a_script(client: FlaskClient) -> None:
    page = client.get(f"/playlist?link={STEP}")
    assert page.status_code == 200 and f'value="{TITLE}"' in page.text and "Step through" not in page.text
    assert client.get("/playlist?link=/lessons/nothing/1").status_code == 400
