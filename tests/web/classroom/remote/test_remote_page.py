"""The remote: the item on the screen, the answers before the class sees them, the hint, and steps that happen once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from tests import classroom
from tests.web.classroom.room_browsers import RoomBrowser
from tests.web.classroom.round_bodies import CHOICE, NUMBER, OPINION, OPINIONS, body
from web.classroom.rounds.round_question import round_question
from web.store import store
from web.store.rooms.room_records import Place, Room, Stage

pytestmark = pytest.mark.slow

#: Options of ``CHOICE`` by their letters.
A, B, C = (option.text for option in CHOICE.options)


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = classroom.made(tmp_path_factory.mktemp("remote"), RATE_SHEETS="1000/minute")
    yield app
    classroom.closed(app)


@pytest.fixture
def laptop(school: Flask) -> RoomBrowser:
    browser = RoomBrowser(school)
    browser.open()
    return browser


def shown(browser: RoomBrowser) -> str:
    """The text of the remote, without markup."""
    page = re.sub(r"<input[^>]*>|<svg.*?</svg>", "", browser.page("/classroom/remote/now"), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def part_of(browser: RoomBrowser) -> str:
    """The id of the part that is answered."""
    with browser.app.app_context():
        asked = store().rooms.round(browser.room, browser.room.round)
    found = round_question(asked.body if asked else "")
    assert found
    return found.last.id


def answered(browser: RoomBrowser, *texts: str) -> None:
    part = part_of(browser)
    browser.answered({f"phone {i}": {part: text} for i, text in enumerate(texts)})


def test_it_shows_what_is_on_the_screen_with_notes_time_and_what_comes_next(laptop: RoomBrowser) -> None:
    assert "Nothing yet" in shown(laptop)
    position = {"address": "/lab?k=5", "title": "What to divide by", "item": 9, "of": 37, "minutes": 4}
    laptop.post("/classroom/position", **position, notes="Add up.\nThen <ask>.", following="Recall")
    text = shown(laptop)
    for words in ("What to divide by", "9 of 37", "4 min left", "Then &lt;ask&gt;.", "Next Recall"):
        assert words in text


def test_a_step_of_a_lesson_has_its_notes_on_the_remote_alone(laptop: RoomBrowser) -> None:
    note = "Put the question on the phones"
    address = "/lessons/average-precision/K7M2PX/1?present=1"
    laptop.post("/classroom/position", address=address, title="Two lists", item=1, of=9)
    assert note in shown(laptop)
    assert note not in laptop.page(address)
    assert note not in laptop.page("/classroom/now")
    laptop.post("/classroom/position", address=address, title="Two lists", item=1, of=9, notes="Own words.")
    assert "Own words." in shown(laptop) and note not in shown(laptop)


def test_the_minutes_of_an_item_run_from_when_the_screen_came_to_it(laptop: RoomBrowser) -> None:
    position = {"address": "/lab", "title": "AP", "item": 2, "of": 3, "minutes": 4}
    laptop.post("/classroom/position", **position)

    def earlier(room: Room) -> dict[str, str]:
        read = json.loads(room.position)
        return {"position": json.dumps(read | {"since": read["since"] - 130})}

    with laptop.app.app_context():
        store().rooms.change(laptop.room, earlier, for_phones=False)
    assert "2 min left" in shown(laptop)
    laptop.post("/classroom/position", **position | {"address": "/lab?step=1"})
    assert "2 min left" in shown(laptop), "a step within the item"
    laptop.post("/classroom/position", **position | {"item": 3})
    assert "4 min left" in shown(laptop)


def test_the_answers_are_on_the_remote_before_the_class_sees_them(laptop: RoomBrowser) -> None:
    laptop.ask(body(CHOICE))
    assert "No answers" not in shown(laptop)
    answered(laptop, A, A, B)
    text = shown(laptop)
    assert "3 of 3" in text and f" {A} 2" in text and f" {B} (correct) ✓ 1" in text and f" {C} 0" in text
    assert "33 % correct: let them discuss" in text


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        (29, 71, "29 % correct: explain"),
        (30, 70, "30 % correct: let them discuss"),
        (69, 31, "69 % correct: let them discuss"),
        (70, 30, "70 % correct: go on"),
        (0, 2, "0 % correct: explain"),
        (2, 0, "100 % correct: go on"),
    ],
)
def test_the_hint_follows_the_share_of_correct_answers(laptop: RoomBrowser, right: int, wrong: int, said: str) -> None:
    laptop.ask(body(CHOICE))
    answered(laptop, *[B] * right, *[C] * wrong)
    assert said in shown(laptop)


def test_the_figures_of_the_hint_are_those_of_the_settings(laptop: RoomBrowser) -> None:
    laptop.post("/classroom/settings", explain="10", proceed="50")
    laptop.ask(body(CHOICE))
    answered(laptop, B, C)
    assert "50 % correct: go on" in shown(laptop)


def test_an_opinion_has_neither_a_correct_answer_nor_a_hint(laptop: RoomBrowser) -> None:
    laptop.ask(body(OPINION, options=OPINIONS))
    answered(laptop, "AP", "nDCG", "AP")
    text = shown(laptop)
    assert "A AP 2" in text and "correct" not in text and "✓" not in text and "%" not in text


def test_numbers_are_listed_with_their_causes_the_correct_one_first(laptop: RoomBrowser) -> None:
    laptop.ask(body(NUMBER))
    answered(laptop, "0.58", "0,580", "0.58", "0.29", "0.193", "?")
    text = shown(laptop)
    assert re.search(r"0\.290 \(correct\) ✓ 1 0\.58 divided by the relevant documents that were .*? 3 0\.193 ", text)
    assert "17 % correct: explain" in text


def test_after_a_second_vote_both_are_shown(laptop: RoomBrowser) -> None:
    laptop.ask(body(CHOICE))
    answered(laptop, A, A, B)
    laptop.move("discuss")
    assert "Vote again" in shown(laptop)
    laptop.move("forward")
    answered(laptop, B, B, B)
    text = shown(laptop)
    assert "100 % correct, it was 33 %" in text and f" {A} 0 , before 2" in text and "Show both votes" in text


def test_the_large_button_is_always_the_next_stage(laptop: RoomBrowser) -> None:
    laptop.ask(body(CHOICE))
    seen = []
    for _ in range(5):
        page = laptop.page("/classroom/remote/now")
        to, label = re.findall(r'name="to" value="(\w+)">\s*<button class="main">([^<]+)', page)[0]
        seen.append((label, laptop.move(to).place))
    assert seen == [
        ("Close and discuss", Place(1, 1, Stage.DISCUSS)),
        ("Vote again", Place(1, 2, Stage.OPEN)),
        ("Show both votes", Place(1, 2, Stage.VOTES)),
        ("Show the answer", Place(1, 2, Stage.ANSWER)),
        ("Go on", Place(1, 2, Stage.OVER)),
    ]
    assert 'value="next"' in laptop.page("/classroom/remote/now")


def test_a_step_that_is_sent_twice_happens_once(laptop: RoomBrowser) -> None:
    room = laptop.ask(body(CHOICE))
    laptop.move("forward", room)
    assert laptop.move("forward", room).place == Place(1, 1, Stage.CLOSED)
    for _ in range(2):
        laptop.post("/classroom/command", what="next", after="0")
    assert [x["number"] for x in json.loads(laptop.room.commands)] == [1]
    for _ in range(2):
        laptop.post("/classroom/pause", to="on")
    assert laptop.room.paused


def test_nothing_is_sent_again_while_nothing_changes(laptop: RoomBrowser) -> None:
    laptop.ask(body(CHOICE))
    first = laptop.client.get("/classroom/remote/now")
    tag = {"If-None-Match": first.headers["ETag"]}
    assert laptop.client.get("/classroom/remote/now", headers=tag).status_code == 304
    answered(laptop, A)
    second = laptop.client.get("/classroom/remote/now", headers=tag)
    assert second.status_code == 200
    answered(laptop, B)
    tag = {"If-None-Match": second.headers["ETag"]}
    assert laptop.client.get("/classroom/remote/now", headers=tag).status_code == 200, "a changed answer"


def test_forms_work_without_a_script_and_lead_back_to_the_remote(laptop: RoomBrowser) -> None:
    laptop.ask(body(CHOICE))
    page = laptop.page("/classroom/remote")
    back = set(re.findall(r'name="page" value="([^"]+)"', page))
    assert back == {"/classroom/remote"}
    assert laptop.post("/classroom/pause", page=back.pop()).location == "/classroom/remote"
    script = laptop.client.post("/classroom/pause", data={"csrf_token": laptop.token}, headers={"HX-Request": "true"})
    assert (script.status_code, script.data) == (204, b"")


def test_a_room_without_its_right_shows_nothing(laptop: RoomBrowser) -> None:
    laptop.ask(body(CHOICE))
    answered(laptop, A)
    stranger = RoomBrowser(laptop.app)
    assert A not in stranger.page("/classroom/remote") + stranger.page("/classroom/remote/now")
    waiting = RoomBrowser(laptop.app)
    waiting.pair_with(laptop)
    assert A not in waiting.page("/classroom/remote") + waiting.page("/classroom/remote/now")


def test_what_can_be_asked_about_the_screen_is_offered(laptop: RoomBrowser) -> None:
    laptop.post("/classroom/position", address="/lab?labels=10100&unretrieved=1&show=AP", title="AP")
    page = laptop.page("/classroom/remote/ask")
    assert 'action="/classroom/ask"' in page and 'name="offer"' in page
    assert 'value="/lab?labels=10100&amp;unretrieved=1&amp;show=AP"' in page
    assert RoomBrowser(laptop.app).client.get("/classroom/remote/ask").status_code == 403


def test_what_was_chosen_is_asked_and_the_remote_shows_it(laptop: RoomBrowser) -> None:
    view = "/lab?labels=10100&unretrieved=1&show=AP"
    laptop.post("/classroom/position", address=view, title="AP")
    offer = re.search(r'name="offer" value="([^"]+)"', laptop.page("/classroom/remote/ask"))
    assert offer
    form = {"view": view, "page": "/classroom/remote"}
    assert laptop.post("/classroom/ask", offer=offer[1], **form).location == "/classroom/remote"
    assert laptop.room.place == Place(1, 1, Stage.OPEN) and "0 of 0" in shown(laptop)
    laptop.post("/classroom/ask", line="Which is larger? P@5; *P@10", **form)
    assert laptop.room.round == 2 and "P@10 (correct)" in shown(laptop)


def test_an_own_line_is_shown_before_it_is_asked_and_its_correct_option_is_tapped(laptop: RoomBrowser) -> None:
    line = {"line": "Which is larger, P@5 or P@10? P@5; P@10; <equal>"}
    page = laptop.client.get("/classroom/remote/ask", query_string=line).text
    assert "Tap the right one. Only you see it." in page and "asks for" in page
    assert "<b>C</b> &lt;equal&gt;" in page and 'aria-pressed="true"' not in page
    page = laptop.client.get("/classroom/remote/ask", query_string=line | {"correct": "2"}).text
    sent = re.findall(r'name="line" value="([^"]*)"', page)[-1]
    assert sent == "Which is larger, P@5 or P@10? P@5; *P@10; &lt;equal&gt;" and "✓ correct" in page
    marked = {"line": "Which? a; *b"}
    assert 'value="Which? a; *b"' in laptop.client.get("/classroom/remote/ask", query_string=marked).text


@pytest.mark.parametrize("line", ["Which?  a", "no mark", "? ;", "x" * 900, "Which? a; a", "How many? = ten"])
def test_a_line_that_cannot_be_read_is_explained_and_kept(laptop: RoomBrowser, line: str) -> None:
    answer = laptop.client.get("/classroom/remote/ask", query_string={"line": line, "correct": "x"})
    assert answer.status_code == 400 and 'role="alert"' in answer.text
    assert f">{line}</textarea>" in answer.text and "Open the question" not in answer.text
