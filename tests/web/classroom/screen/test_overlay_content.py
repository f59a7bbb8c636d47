"""What lies over a presenter view by the stage of the round: nothing correct before the answer, and no secret ever."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from flask import Flask

from ireval.exercises import Exercise, Generated
from tests import classroom
from tests.web.classroom.lecturer_laptop import Laptop, client_with, made
from tests.web.classroom.round_bodies import CHOICE, NUMBER, OPINION, OPINIONS, body
from web.store import store

pytestmark = pytest.mark.slow

VIEW = "/lab?labels=101003000200003&unretrieved=32211&show=AP"
WAY = ("open", "closed", "votes", "answer")
OPTION = {"5": "5, the relevant documents found", "10": "10, all relevant documents"}
SOLVED = (
    "Gives 0.290", "Gives 0.580", "Correct", "✓", "class=\"ok", "0.290", "divided by the relevant documents",
)  # fmt: skip


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = made(tmp_path_factory.mktemp("screen"))
    yield app
    classroom.closed(app)


@pytest.fixture
def laptop(school: Flask) -> Laptop:
    opened = Laptop(school)
    assert opened.post("open").status_code == 204
    return opened


def shown(laptop: Laptop, **query: str) -> str:
    answer = laptop.now(**query)
    assert answer.status_code == 200
    return answer.text


def letters(text: str) -> list[str]:
    """The texts of the lines, without what is said about them."""
    lines = re.findall(r'<span class="text">(.*?)</span>\s*(?:<svg|<button|</li>)', text, re.DOTALL)
    bare = (
        re.sub(r"<small>.*</small>|<[^>]+>|[ABC]</span>:|Correct\\.|✓", " ", line, flags=re.DOTALL) for line in lines
    )
    return [" ".join(line.split()).removeprefix("Correct. ") for line in bare]


def test_without_a_room_there_is_nothing_and_a_stranger_sees_none(school: Flask, laptop: Laptop) -> None:
    assert school.test_client().get("/classroom/now").status_code == 204
    assert school.test_client().get("/classroom/screen").status_code == 403
    assert school.test_client().get("/classroom/code.svg").status_code == 403
    code = f"{laptop.room.code[:3]}-{laptop.room.code[3:]}"
    assert code in shown(laptop) and "localhost/j" in shown(laptop)
    laptop.post("end")
    assert laptop.now().status_code == 204


def test_it_is_304_until_something_changes(laptop: Laptop) -> None:
    laptop.ask(body(CHOICE))
    etag = laptop.now().headers["ETag"]
    assert laptop.now(etag).status_code == 304
    laptop.sent({"a": {"choice": OPTION["5"]}})
    assert laptop.now(etag).status_code == 200
    etag = laptop.now().headers["ETag"]
    for action, fields in (("pause", {}), ("pairing", {}), ("command", {"what": "next"}), ("snapshot", {})):
        laptop.post(action, **fields)
        assert laptop.now(etag).status_code == 200, action
        etag = laptop.now().headers["ETag"]
        assert laptop.now(etag).status_code == 304
    laptop.move("forward")
    assert laptop.now(etag).status_code == 200
    etag = laptop.now().headers["ETag"]
    assert laptop.now(etag, part="other").status_code == 200


@pytest.mark.parametrize("asked", [CHOICE, NUMBER], ids=["choice", "number"])
def test_nothing_says_what_is_correct_before_the_answer(laptop: Laptop, asked: Exercise) -> None:
    laptop.ask(body(asked))
    part = "score" if asked is NUMBER else "choice"
    wrong = "0.58" if asked is NUMBER else OPTION["5"]
    laptop.sent({f"p{i}": {part: wrong} for i in range(4)})
    order = letters(shown(laptop))
    for stage in WAY[:3]:
        text = shown(laptop, cause="divisor=relevant-retrieved", part=part)
        assert f"is-{stage}" in text
        assert not [sign for sign in SOLVED if sign in text], stage
        assert letters(text) == order
        laptop.move("forward")
    text = shown(laptop)
    assert "is-answer" in text and "Correct" in text and "✓" in text
    assert letters(text)[: len(order)] == order or asked is NUMBER
    laptop.move("forward")
    assert 'id="room-round"' not in shown(laptop)
    laptop.move("back")
    assert "is-answer" in shown(laptop)


def test_both_votes_stand_beside_each_other_with_the_flow(laptop: Laptop) -> None:
    laptop.ask(body(CHOICE))
    laptop.sent({f"p{i}": {"choice": OPTION["5"]} for i in range(5)} | {"q": {"choice": OPTION["10"]}})
    laptop.move("forward")
    assert "<rect" not in shown(laptop).partition('id="round-result"')[2]
    laptop.move("forward")
    laptop.move("discuss")
    text = shown(laptop)
    assert "Convince them" in text and 'data-left="12' in text and 'class="n"' not in text, "no votes in a discussion"
    laptop.move("forward")
    laptop.sent({f"p{i}": {"choice": OPTION["10"]} for i in range(4)}, vote=2)
    laptop.move("forward")
    laptop.move("forward")
    text = shown(laptop)
    assert "4 went from A to B." in text and "<small>5 →</small> 0" in text and "<small>1 →</small> 4" in text
    assert "2 did not vote again." in text


def test_a_wrong_calculation_is_shown_beside_the_correct_one(laptop: Laptop) -> None:
    laptop.ask(body(NUMBER))
    laptop.sent({"a": {"score": "0.58"}, "b": {"score": "0.58"}, "c": {"score": "0.193"}, "d": {"score": "0.29"}})
    for _ in range(3):
        laptop.move("forward")
    first, other = shown(laptop), shown(laptop, cause="divides-by-the-ranks")
    assert [re.findall(r'<mn class="diff">(\d+)', text) for text in (first, other)] == [["5", "10"], ["15", "10"]]
    assert "divided by the number of ranks" in first


def test_several_gaps_are_shown_one_at_a_time_the_last_first(laptop: Laptop) -> None:
    laptop.ask(body(Exercise("t", "table", "AP", 4, generated=Generated())))
    laptop.move("forward")
    assert "data-part" not in shown(laptop)
    laptop.move("forward")
    parts = re.findall(r'data-part="([^"]+)"(?: aria-pressed="(true)")?', shown(laptop))
    assert len(parts) > 1 and [bool(on) for _, on in parts] == [False] * (len(parts) - 1) + [True]
    chosen = re.findall(r'data-part="([^"]+)" aria-pressed', shown(laptop, part=parts[0][0]))
    assert chosen == [parts[0][0]]


def test_nothing_is_ever_correct_in_a_poll(laptop: Laptop) -> None:
    laptop.ask(body(OPINION, options=OPINIONS))
    laptop.sent({"a": {"answer": "AP"}})
    for _ in range(3):
        laptop.move("forward")
    text = shown(laptop)
    assert "is-answer" in text and letters(text) == list(OPINIONS)
    assert not re.search(r"✓|Correct|class=\"ok", text)


def test_no_secret_is_on_the_screen(school: Flask, laptop: Laptop) -> None:
    with school.app_context():
        opened = store().rooms.open("", timedelta(days=1))
        store().rooms.ask(laptop.room, body(CHOICE))
    laptop.client = client_with(school, opened.owner)
    laptop.csrf = ""
    laptop.ask(body(CHOICE))
    code = laptop.post("pairing").text
    texts = [shown(laptop), laptop.client.get("/classroom/screen").text, laptop.client.get("/classroom/code.svg").text]
    texts.append(laptop.offers(VIEW))
    secrets = (opened.owner, opened.recovery, opened.recovery.replace("-", ""), code)
    assert not [secret for secret in secrets for text in texts if secret in text]


def test_a_paired_remote_waits_for_yes_or_no(school: Flask, laptop: Laptop) -> None:
    code = laptop.post("pairing").text
    with school.app_context():
        token = store().rooms.controllers.pair(code, "blue harbour")
    assert token and client_with(school, token).get("/classroom/now").status_code == 204
    text = shown(laptop)
    assert "A remote was paired: <strong>blue harbour</strong>. Is it yours?" in text and 'data-rhythm="1000"' in text
    (digest,) = re.findall(r'name="controller" value="([0-9a-f]+)"', text)
    laptop.post("confirm", controller=digest)
    assert client_with(school, token).get("/classroom/now").status_code == 200
    assert "Is it yours?" not in shown(laptop)


def test_another_laptop_is_led_to_what_was_shown(school: Flask, laptop: Laptop) -> None:
    address = f"{VIEW}&view=projector#playlist=abc&item=3"
    laptop.post("position", address=address, title="AP")
    answer = client_with(school, laptop.token).get("/classroom/screen")
    assert (answer.status_code, answer.location) == (303, address)
    laptop.post("position", address="//elsewhere.example/", title="AP")
    assert client_with(school, laptop.token).get("/classroom/screen").status_code == 200


def test_commands_are_numbered_for_the_screen(laptop: Laptop) -> None:
    for what in ("next", "black"):
        laptop.post("command", what=what)
    (found,) = re.findall(r'data-commands="([^"]*)"', shown(laptop))
    assert [(x["number"], x["what"]) for x in json.loads(html.unescape(found))] == [(1, "next"), (2, "black")]
