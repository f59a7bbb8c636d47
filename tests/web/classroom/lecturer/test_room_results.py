"""The results of a room: by question and cause on one page, as CSV, as a playlist, and for practice."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from ireval.exercises import Exercise
from tests import classroom
from tests.web.classroom.room_browsers import RoomBrowser
from tests.web.classroom.round_bodies import CHOICE, NUMBER, OPINION, OPINIONS, body
from web.classroom.access.two_words import FIRST, SECOND
from web.classroom.rounds.round_question import round_question

pytestmark = pytest.mark.slow

A, B, C = (option.text for option in CHOICE.options)


@pytest.fixture(scope="module")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RoomBrowser]:
    """The browser of a lecturer who has asked a choice with two votes, a number, and for an opinion."""
    app: Flask = classroom.made(tmp_path_factory.mktemp("results"))
    browser = RoomBrowser(app)
    browser.open("Week 5")
    browser.post(
        "/classroom/position", address="/lab?labels=10100&unretrieved=1&show=AP&view=projector", title="A list"
    )
    ask(browser, CHOICE, A, A, B)
    browser.move("discuss")
    browser.move("forward")
    send(browser, body(CHOICE), B, B, B, C)
    browser.post("/classroom/snapshot")
    ask(browser, NUMBER, "0.58", "0,58", "0.29", "=1+1")
    ask(browser, OPINION, "AP", "nDCG", options=OPINIONS)
    browser.post("/classroom/position", address="/switchboard?labels=101", title="Conventions")
    browser.post("/classroom/snapshot")
    yield browser
    classroom.closed(app)


def ask(browser: RoomBrowser, exercise: Exercise, *texts: str, options: tuple[str, ...] = ()) -> None:
    asked = body(exercise, options=options)
    browser.ask(asked)
    send(browser, asked, *texts)


def send(browser: RoomBrowser, asked: str, *texts: str) -> None:
    found = round_question(asked)
    assert found
    browser.answered({f"phone {i}": {found.last.id: text} for i, text in enumerate(texts)})


def rows(browser: RoomBrowser) -> list[dict[str, str]]:
    answer = browser.client.get("/classroom/results.csv")
    assert answer.status_code == 200 and "attachment" in answer.headers["Content-Disposition"]
    return list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))


def test_the_file_has_a_row_for_each_answer_with_its_outcome_and_cause(laptop: RoomBrowser) -> None:
    found = rows(laptop)
    assert len(found) == 3 + 4 + 4 + 2
    first = [(x["round"], x["vote"], x["device"], x["answer"], x["outcome"]) for x in found[:7]]
    assert first[0][:4] == ("1", "1", "1", A) and first[2] == ("1", "1", "3", B, "right")
    assert [x[4] == "right" for x in first] == [False, False, True, True, True, True, False]
    number = {x["answer"]: x for x in found if x["round"] == "2"}
    assert "divided by the relevant documents that were retrieved" in number["0.58"]["cause"]
    assert number["0.29"]["outcome"] == "right" and number["0.29"]["cause"] == ""
    assert {(x["outcome"], x["cause"]) for x in found if x["round"] == "3"} == {("", "")}


def test_no_cell_of_the_file_is_a_formula(laptop: RoomBrowser) -> None:
    typed = [x["answer"] for x in rows(laptop) if "1+1" in x["answer"]]
    assert typed and all(not text.startswith("=") for text in typed)


def test_devices_have_their_two_words_where_phones_show_them(laptop: RoomBrowser) -> None:
    laptop.post("/classroom/settings", explain="30", proceed="70", names="yes")
    names = {x["device"] for x in rows(laptop)}
    laptop.post("/classroom/settings", explain="30", proceed="70")
    assert len(names) == 4 and all(x.split()[0] in FIRST and x.split()[1] in SECOND for x in names)


def test_the_page_shows_both_votes_who_changed_and_the_causes(laptop: RoomBrowser) -> None:
    page = " ".join(re.sub(r"<[^>]+>", " ", laptop.page("/classroom/results")).split())
    assert f"{B} ✓ correct 1 3" in page and f"{A} 2 0" in page
    assert re.search(r"Vote 2 , after the discussion: 2 went from [A-C] to [A-C]\. 1 voted only", page)
    assert "0.58 divided by the relevant documents that were retrieved" in page
    assert "AP 1" in page and page.count("✓ correct") == 3, "twice in its rounds, and in the snapshot"


def test_snapshots_become_a_playlist_of_those_views_that_it_can_hold(laptop: RoomBrowser) -> None:
    page = laptop.page("/classroom/results")
    link = re.search(r'href="(/playlist\?items=[^"]+)"', page)
    assert link and "1 of 2 snapshots" in page
    built = laptop.page(html.unescape(link[1]))
    assert "A list" in built and "labels=10100" in built
    assert '/switchboard?labels=101"' in page


def test_the_same_questions_can_be_practised_with_new_numbers(laptop: RoomBrowser) -> None:
    links = re.findall(r'href="(/practise\?like=[^"]+)"', laptop.page("/classroom/results"))
    assert len(links) == 1, "own questions have no new numbers"
    assert laptop.client.get(html.unescape(links[0]), follow_redirects=True).status_code == 200


def test_the_results_are_for_controllers_alone(laptop: RoomBrowser) -> None:
    stranger = RoomBrowser(laptop.app)
    for path in ("/classroom/results", "/classroom/results.csv"):
        assert stranger.client.get(path).status_code == 403
