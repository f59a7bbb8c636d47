"""Questions that are prepared in a playlist: one line an item, kept by codes and files, and given to the presenter."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ireval.errors import InputError
from web.playlist.edits import from_form
from web.playlist.playlist import Playlist, read_item
from web.playlist.playlist_code import read_code, write_code
from web.playlist.playlist_file import read_file, write_file

LINE = "Which is larger? *P@5; P@10; <b>“equal”</b>"


@pytest.fixture(autouse=True)
def in_request(app: Flask) -> Iterator[None]:
    with app.test_request_context("/playlist"):
        yield


def asking() -> Playlist:
    return Playlist("Asked", (read_item("labels=101", "One", question=LINE), read_item("labels=10", "Two", steps=True)))


def code_of(items: list[list[object]]) -> str:
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packed.compress(json.dumps(["Old", items]).encode()) + packed.flush()
    return "1" + base64.urlsafe_b64encode(data).decode().rstrip("=")


def test_codes_and_files_keep_questions() -> None:
    assert asking().items[0].question == LINE
    assert read_code(write_code(asking())) == asking() == read_file(write_file(asking()))


def test_a_playlist_without_questions_has_the_code_that_it_always_had() -> None:
    plain = [["labels=101&show=nDCG@10", "One", "Note", 3, 1]]
    read = read_code(code_of(plain))
    assert read.items[0].question == "" and read.items[0].minutes == 3
    assert read_code(write_code(read)) == read
    with pytest.raises(InputError):
        read_code(code_of([["labels=101", "One", "", 0, 0, "", ""]]))


@pytest.mark.parametrize("line", ["P@5; P@10", "Which? one", "Which? a; A", "x" * 700, "How many? = ten"])
def test_a_line_that_cannot_be_read_is_refused_at_every_door(line: str, client: FlaskClient) -> None:
    with pytest.raises(InputError):
        read_item("labels=101", question=line)
    file = json.dumps({"items": [{"lab": "labels=101"}, {"lab": "labels=101", "question": line}]})
    with pytest.raises(InputError) as refused:
        read_file(file)
    assert refused.value.key == "playlist-item" and "2" in refused.value.message
    with pytest.raises(InputError):
        read_code(code_of([["labels=101", "One", "", 0, 0, line]]))
    edited = from_form({"was": write_code(asking()), "title1": "New", "question1": line})
    assert [error.field for error in edited.errors] == ["question1"]
    assert (edited.playlist.items[0].question, edited.playlist.items[0].title) == (LINE, "New")
    page = client.post("/playlist", data={"was": write_code(asking()), "title1": "New", "question1": line})
    assert page.status_code == 400 and edited.errors[0].message.split("“")[0] in page.text


def test_the_form_has_a_field_for_each_item(client: FlaskClient) -> None:
    page = client.get(f"/playlist?items={write_code(asking())}").text
    assert 'name="question1"' in page and 'name="question2"' in page and "Question to ask" in page
    assert "<b>“equal”" not in page and "&lt;b&gt;“equal”&lt;/b&gt;" in page
    asked = from_form(
        {"was": write_code(asking()), "title1": "One", "question1": "", "title2": "Two", "question2": LINE}
    )
    assert [item.question for item in asked.playlist.items] == ["", LINE] and not asked.errors


def test_the_presenter_gets_the_questions(client: FlaskClient) -> None:
    answer = client.post("/playlist/items", data={"items": write_code(asking())})
    assert [item["question"] for item in answer.get_json()["items"]] == [LINE, ""]
