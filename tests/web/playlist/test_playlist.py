"""Playlists: read from links and files, written as codes and files, changed by the form, and refused with reasons."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ireval.errors import InputError
from ireval.explanation.worked_examples import EXAMPLES
from ireval.messages import Message
from tests.sentences import carries, sentence
from web.playlist.edits import from_form
from web.playlist.five_sources import five_sources
from web.playlist.playlist import MOST_ITEMS, Item, Playlist, read_item
from web.playlist.playlist_code import FIVE_SOURCES, read_code, write_code
from web.playlist.playlist_file import read_file, write_file
from web.state.address import from_example
from web.state.texts.packed_playlist import LONGEST_CODE

HOST = "http://localhost"


@pytest.fixture(autouse=True)
def in_request(app: Flask) -> Iterator[None]:
    with app.test_request_context("/playlist"):
        yield


TWO = Playlist(
    "My lecture",
    (Item("labels=101&step=2", "Überblick", "Say “hello”\nand wait", 3, True), Item("labels=10&show=nDCG@10", "nDCG")),
)


def packed(value: Any) -> str:
    data = zlib.compressobj(9, zlib.DEFLATED, -15)
    text = json.dumps(value).encode()
    return "1" + base64.urlsafe_b64encode(data.compress(text) + data.flush()).decode().rstrip("=")


# ---- Links and files -------------------------------------------------------------------------------------------------


def test_codes_and_files_keep_everything() -> None:
    for playlist in (TWO, Playlist(), five_sources(), Playlist("only a title", TWO.items[:1])):
        assert read_code(write_code(playlist)) == playlist
        assert read_file(write_file(playlist)) == playlist
    assert re.fullmatch(r"1[\w-]+", write_code(TWO))
    assert write_code(five_sources()) == FIVE_SOURCES


def test_a_lecture_of_a_dozen_views_fits_into_a_link() -> None:
    dozen = tuple(Item(from_example(e).query(), e.title, "A note of one sentence.", 5) for e in EXAMPLES[:12])
    assert len(write_code(Playlist("Twelve views", dozen))) < LONGEST_CODE / 3


@pytest.mark.parametrize(
    "link", ["/lab?labels=101", f"{HOST}/lab?labels=101&view=projector", "labels=101", "?labels=rnr"]
)
def test_a_link_of_the_lab_is_an_item_in_its_canonical_form(link: str) -> None:
    assert read_item(link) == Item("labels=101", "AP: 3 documents")
    assert read_item(f"{link}&step=2".replace("&view=projector", "")).steps


@pytest.mark.parametrize(
    ("link", "key"),
    [
        ("https://example.org/lab?labels=101", "playlist-not-a-lab-link"),
        ("//example.org/lab?labels=101", "playlist-not-a-lab-link"),
        ("javascript:alert(1)//?labels=101", "playlist-not-a-lab-link"),
        ("data:text/html,?labels=101", "playlist-not-a-lab-link"),
        ("/sheets/new?labels=101", "playlist-not-a-lab-link"),
        ("http://[/lab?labels=101", "playlist-not-a-lab-link"),
        ("/lab", "playlist-link-without-list"),
        ("/lab?k=5", "playlist-link-without-list"),
        ("/lab?labels=10x", "playlist-lab-link-refused"),
        ("/lab?labels=101&onload=1", "playlist-lab-link-refused"),
        ("/lab?labels=" + "1" * 4000, "playlist-link-too-long"),
    ],
)
def test_other_links_are_refused(link: str, key: str) -> None:
    with pytest.raises(InputError, check=carries(key)):
        read_item(link)


@pytest.mark.parametrize(
    ("content", "key", "values"),
    [
        (b"\xff\xfe\x00", "playlist-file-not-text", {}),
        (b"{", "playlist-file-not-json", {}),
        (b"[" * 5000, "playlist-file-not-json", {}),
        (b"[]", "playlist-file-without-items", {}),
        (b'{"items": {}}', "playlist-file-without-items", {}),
        (b'{"items": [], "script": 1}', "playlist-file-field", {"name": "script"}),
        (b'{"items": [], "title": 7}', "playlist-file-field", {"name": "title"}),
        (b'{"items": ["labels=1"]}', "playlist-item-without-link", {"place": 1}),
        (b'{"items": [{"lab": "labels=1", "minutes": "3"}]}', "playlist-item-field", {"place": 1, "name": "minutes"}),
        (b'{"items": [{"lab": "labels=1", "minutes": true}]}', "playlist-item-field", {"name": "minutes"}),
        (b'{"items": [{"lab": "labels=1"}, {"lab": "https://example.org/"}]}', "playlist-item", {"place": 2}),
        (b'{"items": [{"lab": "labels=1", "minutes": -1}]}', "playlist-item", {"place": 1}),
        (b"https://example.org/", "playlist-line", {"line": 1}),
        (b"# a comment\n\n/lab?labels=1\nno link\n", "playlist-line", {"line": 4}),
        (b"\n", "playlist-no-links", {}),
        (b"/lab?labels=1\n" * (MOST_ITEMS + 1), "playlist-too-many-items", {"most": MOST_ITEMS}),
    ],
)
def test_a_broken_file_is_refused_with_the_place(content: bytes, key: str, values: dict[str, object]) -> None:
    with pytest.raises(InputError, check=carries(key, **values)):
        read_file(content)


@pytest.mark.parametrize(
    "code",
    [
        *(
            "2abc",
            "1",
            "1!!!",
            "1AAAA",
            packed({"a": 1}),
            packed(["t"]),
            packed(["t", [["labels=1"]]]),
            packed([7, []]),
        ),
        *(write_code(TWO)[:-4], packed(["t", [["labels=1", "x", "", 0, 0]] * 20_000]), packed("x" * 500_000)),
    ],
)
def test_a_broken_code_is_refused(code: str, client: FlaskClient) -> None:
    with pytest.raises(InputError):
        read_code(code)
    assert client.get("/playlist", query_string={"items": code[:5000]}).status_code == 400
    answer = client.post("/playlist/items", data={"items": code})
    assert (answer.status_code, answer.mimetype) == (400, "application/json")


def test_a_text_has_titles_in_front_of_its_links() -> None:
    text = f"# my lecture\nWhat AP is: {HOST}/lab?labels=101&show=AP\n\n/lab?labels=01&show=P\n"
    assert [item.title for item in read_file(text).items] == ["What AP is", "P: 2 documents"]


# ---- The shipped lecture ---------------------------------------------------------------------------------------------


def test_the_lecture_of_all_five_sources_is_their_examples() -> None:
    items = five_sources().items
    assert {item.title: item.query for item in items} == {e.title: from_example(e).query() for e in EXAMPLES}
    assert len(items) == len(EXAMPLES)
    assert {e.preset for e in EXAMPLES} == {"lillis", "thesis", "blog", "kth", "mir"}
    for item in items:
        assert item == read_item(item.query, item.title, item.note, item.minutes, steps=item.steps)


def test_the_lecture_begins_with_sets_and_ends_with_subtopics() -> None:
    """As a textbook: a set, a cutoff, ranks, averages, incomplete judgements, grades, diversity."""
    titles = [item.title for item in five_sources().items]
    chapters = (
        "precision and recall",
        "P@3",
        "R-precision",
        "average precision",
        "MAP",
        "bpref",
        "DCG",
        "nDCG",
        "alpha",
    )
    places = [next(i for i, title in enumerate(titles) if word in title) for word in chapters]
    assert places[0] == 0 and places == sorted(places)


def test_each_item_of_the_lecture_has_minutes_and_a_note_whose_numbers_its_page_shows(client: FlaskClient) -> None:
    for item in five_sources().items:
        assert 1 <= item.minutes <= 10, item.title
        assert "Ask" in item.note and ("Expect: " in item.note), item.title
        shown = client.get(f"/lab?{item.query}").text
        for number in re.findall(r"\d+\.\d+", item.note):
            assert number in shown, (item.title, number)
        text = re.sub("<[^>]+>", " ", shown)
        for number in re.findall(r"(?<![./\d])\d+(?= (?:retrieved|relevant|documents))", item.note):
            assert re.search(rf"\b{number}\b", text), (item.title, number)
    total = sum(item.minutes for item in five_sources().items)
    assert 80 <= total <= 120, "two lectures of 45 minutes, or one long one"


# ---- The form --------------------------------------------------------------------------------------------------------


def fields(playlist: Playlist, **changed: str) -> dict[str, str]:
    form = {"was": write_code(playlist), "title": playlist.title}
    for i, item in enumerate(playlist.items, start=1):
        form |= {f"title{i}": item.title, f"note{i}": item.note, f"minutes{i}": str(item.minutes or "")}
        form |= {f"steps{i}": "1"} if item.steps else {}
    return form | changed


def test_fields_are_changed_and_items_moved_removed_and_brought_back() -> None:
    first, second = TWO.items
    assert from_form(fields(TWO)).playlist == TWO
    renamed = from_form(fields(TWO, title=" A  title ", title2="x", minutes2="5", note2="y", steps2="1")).playlist
    assert renamed == Playlist("A title", (first, Item(second.query, "x", "y", 5, True)))
    moved = from_form(fields(TWO, do="move 2 1"))
    assert moved.playlist.items == (second, first)
    removed = from_form(fields(TWO, do="remove 1"))
    assert (removed.playlist.items, removed.said) == ((second,), Message("playlist-removed", title=first.title))
    undone = from_form(fields(removed.playlist, do="undo", before=removed.before or ""))
    assert undone.playlist == TWO
    added = from_form(fields(TWO, do="links", links="Third /lab?labels=1\n"))
    assert [item.title for item in added.playlist.items] == ["Überblick", "nDCG", "Third"]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"minutes1": "soon"}, "minutes1"),
        ({"minutes2": "181"}, "minutes2"),
        ({"title1": "x" * 81}, "title1"),
        ({"note2": "x" * 1001}, "note2"),
        ({"title": "x" * 81}, "title"),
        ({"do": "move 1 3"}, "do"),
        ({"do": "remove 0"}, "do"),
        ({"do": "remove"}, "do"),
        ({"do": "explode"}, "do"),
        ({"do": "links", "links": "/lab?labels=1\nx"}, "links"),
    ],
)
def test_what_cannot_be_used_is_reported_and_nothing_is_lost(changed: dict[str, str], field: str) -> None:
    edited = from_form(fields(TWO, **changed))
    assert [error.field for error in edited.errors] == [field]
    assert edited.playlist == TWO


def test_without_scripts_a_playlist_is_made_of_links_and_taken_away_as_a_file(client: FlaskClient) -> None:
    empty = client.get("/playlist").text
    assert "The playlist is empty" in empty
    posted = client.post("/playlist", data={"was": "", "do": "links", "links": "One /lab?labels=101\n/lab?labels=1"})
    assert "2 items added." in posted.text and "Undo" in posted.text
    code = re.search(r'name="was" value="([^"]+)"', posted.text)
    assert code
    page = client.get(f"/playlist?items={code[1]}").text
    assert f'href="/lab?labels=101&amp;view=projector#playlist={code[1]}&amp;item=1"' in page
    answer = client.post("/playlist/file", data=fields(read_code(code[1])))
    assert answer.headers["Content-Disposition"] == 'attachment; filename="playlist.json"'
    again = client.post("/playlist/open", data={"file": (io.BytesIO(answer.data), "a.json")})
    assert (again.status_code, again.headers["Location"]) == (303, f"/playlist?items={code[1]}")
    refused = client.post("/playlist/open", data={"file": (io.BytesIO(b"{}"), "a.json")})
    assert refused.status_code == 400
    assert sentence("playlist-file-without-items") in refused.text
    one = client.get("/playlist?labels=101&show=P@3&k=3").text
    assert 'name="title1" value="P@3: 3 documents"' in one
    assert "data-add" in client.get("/lab?labels=101").text


def test_too_long_for_a_link_it_is_still_shown_and_downloaded(client: FlaskClient) -> None:
    notes = [hashlib.sha512(bytes([i])).hexdigest() for i in range(41)]
    long = Playlist("", tuple(Item(f"labels={i:011b}", f"no {i}", notes[i]) for i in range(1, 41)))
    assert len(write_code(long)) > LONGEST_CODE
    page = client.post("/playlist", data=fields(long)).text
    assert sentence("playlist-too-long-for-link", count=len(write_code(long)), most=LONGEST_CODE) in page
    assert read_file(client.post("/playlist/file", data=fields(long)).data) == long


def test_nothing_of_a_playlist_becomes_markup(client: FlaskClient) -> None:
    evil = "</textarea><script>alert(1)</script>\"'><img src=x>"
    code = write_code(Playlist(evil, (Item("labels=1", evil, evil),)))
    page = client.get(f"/playlist?items={code}").text
    assert "<script>alert" not in page and "<img" not in page
    assert client.post("/playlist/items", data={"items": code}).json["items"][0]["title"] == evil  # type: ignore[index]


def test_the_lab_adds_a_view(client: FlaskClient) -> None:
    first = client.post("/playlist/add", data={"items": "", "lab": "labels=101&view=projector&step=2"}).json
    assert first is not None
    assert (first["count"], first["title"]) == (1, "AP: 3 documents")
    assert read_code(first["items"]).items == (Item("labels=101&step=2", "AP: 3 documents", steps=True),)
    refused = client.post("/playlist/add", data={"items": first["items"], "lab": "k=3"})
    assert refused.status_code == 400


def test_fields_beside_an_unusable_one_are_still_used() -> None:
    edited = from_form(fields(TWO, title1="Precision", minutes1="soon", note1="n" * 1001))
    assert [error.field for error in edited.errors] == ["note1", "minutes1"]
    first = TWO.items[0]
    assert edited.playlist.items[0] == replace(first, title="Precision")
    assert edited.playlist.items[1] == TWO.items[1]
