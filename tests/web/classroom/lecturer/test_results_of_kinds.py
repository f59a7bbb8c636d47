"""The results of rounds that are no single question: judging, free pace; questions of several parts; empty rounds."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from tests import classroom
from tests.web.classroom.judging.made_up_class import made_up_class
from tests.web.classroom.phone.lecture import TABLE, judging_step
from tests.web.classroom.room_browsers import RoomBrowser
from tests.web.classroom.round_bodies import CHOICE, NUMBER, OPINION, body
from web.classroom.judging.judging_bodies import judging_body_of_step
from web.classroom.judging.judging_round import JudgingRound
from web.classroom.rounds.paced_round import PacedRound, paced_body
from web.classroom.rounds.round_question import round_question

pytestmark = pytest.mark.slow

A, B, C = (option.text for option in CHOICE.options)


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = classroom.made(tmp_path_factory.mktemp("kinds"), RATE_SHEETS="1000/minute")
    yield app
    classroom.closed(app)


@pytest.fixture
def laptop(school: Flask) -> RoomBrowser:
    browser = RoomBrowser(school)
    browser.open()
    return browser


def shown(browser: RoomBrowser) -> str:
    """The text of the results page."""
    page = browser.page("/classroom/results").partition("<main")[2]
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def rows(browser: RoomBrowser) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(browser.page("/classroom/results.csv").removeprefix("\ufeff"))))


def test_without_rounds_or_answers_the_page_says_so(laptop: RoomBrowser) -> None:
    page = shown(laptop)
    assert "Nothing was asked in this room." in page and "No view was kept." in page
    laptop.ask(body(CHOICE))
    assert "Nobody answered." in shown(laptop) and rows(laptop) == []


def test_judging_has_its_labels_both_kappas_and_the_rankings(laptop: RoomBrowser) -> None:
    with laptop.app.test_request_context():
        asked = judging_body_of_step(*judging_step())
        judged = JudgingRound.of(asked)
        first, second = made_up_class(judged, 12), made_up_class(judged, 12, seed=5)
        kappas = [judged.kappa(sent).shown for sent in (first, second)]
        change, found = judged.kappa_change(first, second).sentence, judged.ranked_again(second)
        spread = judged.spread(second)
    laptop.ask(json.dumps(asked))
    assert "Nobody has judged a document." in shown(laptop)
    laptop.answered(first)
    laptop.post("/classroom/snapshot")
    laptop.move("discuss")
    laptop.move("forward")
    laptop.answered(second)
    page = shown(laptop)
    assert judged.heading in page and found.headline in page and change in page
    for kappa in kappas:
        assert re.search(rf"kappa {kappa}\.", page), page
    assert all(f"{x.document.title} {x.counts[0]} {x.counts[1]} {x.counts[2]}" in page for x in spread)
    assert page.rpartition("Snapshots")[2].count(kappas[0]) >= 1, "the snapshot is of the first vote"
    cells = rows(laptop)
    assert len(cells) == sum(len(mine) for sent in (first, second) for mine in sent.values())
    assert {x["answer"] for x in cells} == {"not relevant", "partly relevant", "relevant"}
    assert all(x["part"] and x["question"] and not x["outcome"] for x in cells)


def test_free_pace_has_its_questions_by_step_and_cause(laptop: RoomBrowser) -> None:
    asked = [{**json.loads(body(x)), "step": step} for x, step in ((NUMBER, 4), (CHOICE, 6))]
    paced = PacedRound.of(whole := paced_body("average-precision", "K7M2PX", (4, 6), "", asked))
    laptop.ask(json.dumps(whole))
    laptop.answered(
        {
            "a": paced.stored(0, {"score": "0.58"}) | paced.stored(1, {"choice": B}),
            "b": paced.stored(0, {"score": "0.29"}) | paced.stored(1, {"choice": C}),
            "c": paced.stored(0, {"score": "0,580"}),
        }
    )
    laptop.post("/classroom/snapshot")
    page = shown(laptop)
    steps = page.partition("Snapshots")[0]
    assert "Free pace, steps 4 to 6" in steps and "Step 4:" in steps and "Step 6:" in steps
    assert re.search(r"0\.290? ✓ correct 1", steps)
    assert re.search(r"divided by the relevant documents that were retrieved 2", steps)
    assert f"A {A} 0" in steps and f"B {B} ✓ correct 1" in steps and f"C {C} 1" in steps
    assert "Step 4:" in page.partition("Snapshots")[2]
    found = {(x["part"].split()[0], x["option"], x["answer"]): x["outcome"] for x in rows(laptop)}
    assert found["6", "B", B] == "right" and found["6", "C", C] == "wrong" and ("4", "", "0.58") in found


def test_a_question_of_several_parts_shows_each_and_typed_opinions_are_counted(laptop: RoomBrowser) -> None:
    asked = body(TABLE)
    known = round_question(asked)
    assert known
    one, two = (part.id for part in known.question.parts[:2])
    laptop.ask(asked)
    laptop.answered({"a": {one: "0.5", two: "0.5"}, "b": {one: "0.5"}})
    laptop.ask(body(OPINION))
    laptop.answered({"a": {"answer": "AP"}, "b": {"answer": "AP"}, "c": {"answer": "<b>P@5</b>"}})
    page = shown(laptop)
    for part in known.question.parts[:2]:
        assert part.label in page
    assert "AP 2" in page and "&lt;b&gt;P@5&lt;/b&gt; 1" in page
    assert {x["part"] for x in rows(laptop) if x["round"] == "1"} == {x.label for x in known.question.parts[:2]}


def test_the_file_has_the_question_the_letter_and_the_text(laptop: RoomBrowser) -> None:
    laptop.ask(body(CHOICE))
    laptop.answered({"a": {"choice": B}})
    (row,) = rows(laptop)
    assert (row["title"], row["question"]) == ("AP", "AP divides the sum by what?")
    assert (row["option"], row["answer"], row["outcome"]) == ("B", B, "right")
