"""Judging and free pace over a presenter view: what the screen shows at each stage, and where it is offered."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator

import pytest
from flask import Flask
from sklearn.metrics import cohen_kappa_score

from ireval.collection import built_in
from tests import classroom
from tests.markup import texts
from tests.web.classroom.judging.made_up_class import Sent, made_up_class
from tests.web.classroom.judging.test_judging_bodies import uploaded
from tests.web.classroom.lecturer_laptop import Laptop, made
from tests.web.classroom.screen.test_overlay_content import shown
from tests.web.lessons.test_lessons import KEY
from web.classroom.judging.judging_round import JudgingRound
from web.store import store
from web.store.library import library

pytestmark = pytest.mark.slow

STEP = f"/lessons/relevance-and-judges/{KEY}/4?present=1"
TOPIC = "/lab?collection=harbour&topic=9&run=words&view=projector"


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = made(tmp_path_factory.mktemp("judging-screen"))
    yield app
    classroom.closed(app)


@pytest.fixture
def laptop(school: Flask) -> Laptop:
    opened = Laptop(school)
    assert opened.post("open").status_code == 204
    return opened


def judged(laptop: Laptop) -> JudgingRound:
    with laptop.app.test_request_context("/"):
        found = store().rooms.round(laptop.room, laptop.room.round)
        assert found
        return JudgingRound.of(json.loads(found.body))


def labels(laptop: Laptop, seed: int = 1, phones: int = 36) -> Sent:
    with laptop.app.test_request_context("/"):
        return made_up_class(judged(laptop), phones, seed)


def plain(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


COMPARED = "/compare?collection=harbour&run=pieces&run=words&topic=9&view=projector"


@pytest.mark.parametrize("view", [STEP, TOPIC, TOPIC.replace("/lab", "/switchboard"), COMPARED])
def test_judging_is_offered_by_a_step_and_by_a_topic_of_a_collection(laptop: Laptop, view: str) -> None:
    offers = laptop.offers(view)
    (title,) = re.findall(r'value="judge"[^>]*>(?:<kbd>\d</kbd> )?([^<]+)<', offers)
    assert title.startswith("Judge 3 documents each: ")
    assert laptop.post("ask", view=view, offer="judge").status_code == 204
    text = shown(laptop)
    assert judged(laptop).topic.description in html.unescape(text)
    assert "three documents each" in plain(text)


def test_judging_is_not_offered_where_there_are_no_texts(laptop: Laptop) -> None:
    for view in ("/lab?labels=10100", f"/lessons/average-precision/{KEY}/5?present=1"):
        assert "judge" not in re.findall(r'name="offer" value="([^"]+)"', laptop.offers(view))


def test_an_uploaded_collection_is_judged_and_says_so_when_it_is_gone(school: Flask, laptop: Laptop) -> None:
    with school.test_request_context("/"):
        key = uploaded([*built_in().documents.values()])
        run = next(iter(library.find(key).collection.all_runs))
    view = f"/lab?collection={key}&topic=9&run={run}&view=projector"
    assert laptop.post("ask", view=view, offer="judge").status_code == 204
    laptop.sent(labels(laptop))
    for _ in range(3):
        laptop.move("forward")
    assert 'id="judging-kappa"' in shown(laptop) and "Stored judgements" in shown(laptop)
    with school.test_request_context("/"):
        gone = json.loads(store().rooms.round(laptop.room, 1).body) | {"documents": ["none-such", "nor-this"]}  # type: ignore[union-attr]
    laptop.ask(json.dumps(gone))
    assert "none-such" in shown(laptop) and 'data-forward="over"' in shown(laptop)
    laptop.move("over")
    assert "room-round" not in shown(laptop)


def test_a_round_of_judging_goes_through_its_stages(laptop: Laptop) -> None:
    laptop.post("ask", view=STEP, offer="judge")
    sent = labels(laptop)
    laptop.sent(sent)
    assert "36 of 36 phones, three documents each" in plain(shown(laptop))
    assert "popovertarget" not in shown(laptop), "no label is shown while the class judges"
    laptop.move("forward")
    assert "three documents each, closed" in plain(shown(laptop))
    laptop.move("forward")
    text = shown(laptop)
    asked = judged(laptop)
    counts = re.findall(r'aria-label="(\d[^"]*)"', text)
    assert len(counts) == len(asked.documents)
    assert sum(int(n) for row in counts for n in re.findall(r"\d+", row)) == 3 * 36
    assert re.findall(r'data-key="(\d)"', text) == [str(i) for i in range(1, len(asked.documents) + 1)]
    assert "kappa" not in text and 'data-next=""' in text
    laptop.move("forward")
    text = shown(laptop)
    assert 'data-next="rankings" data-previous=""' in text
    found = asked.kappa(sent)
    assert found.shown in plain(text) and found.sentence in html.unescape(plain(text))
    last = shown(laptop, part="rankings")
    assert 'data-next="" data-previous="kappa"' in last
    assert plain(asked.ranked_again(sent).headline) in plain(last)
    assert 'id="judging-kappa"' in shown(laptop, part="kappa")
    laptop.move("forward")
    assert "room-round" not in shown(laptop)


def test_the_remote_has_labels_and_kappa_before_the_class_sees_them(laptop: Laptop) -> None:
    laptop.post("ask", view=STEP, offer="judge")
    sent = labels(laptop)
    laptop.sent(sent)
    asked = judged(laptop)
    page = plain(laptop.client.get("/classroom/remote").text)
    assert f"Fleiss’ kappa {asked.kappa(sent).shown}" in page
    first = asked.spread(sent)[0]
    assert f"{first.document.title} {' '.join(map(str, first.counts))}" in page
    for _ in range(3):
        laptop.move("forward")
    page = laptop.client.get("/classroom/remote").text
    assert re.findall(r'name="what" value="(next|back)"', page) == ["back", "next"], (
        "the screen knows which part follows"
    )
    assert 'name="to" value="over"' in page


def test_two_phones_agree_as_scikit_learn_says(laptop: Laptop) -> None:
    """The majority of three unanimous phones is their label: compared with each stored assessor by a peer."""
    laptop.post("ask", view=STEP, offer="judge")
    asked = judged(laptop)
    grade = {x.docno: i % 3 for i, x in enumerate(asked.documents)}
    sent = {f"p{i}": {x.docno: str(grade[x.docno]) for x in asked.documents_for(i)} for i in range(24)}
    laptop.sent(sent)
    for _ in range(3):
        laptop.move("forward")
    rows = dict(re.findall(r'<th scope="row">([^<]+)</th><td>([^<]+)</td>', shown(laptop)))
    stored = asked.collection.assessors
    assert rows
    for name, mine in stored.items():
        theirs = mine.get(asked.topic.number, {})
        both = [docno for docno in grade if docno in theirs]
        expected = cohen_kappa_score([grade[x] for x in both], [theirs[x] for x in both])
        assert float(rows[name.capitalize()].replace("−", "-")) == pytest.approx(expected, abs=0.0006), name


def test_a_second_vote_says_whether_agreement_rose(laptop: Laptop) -> None:
    laptop.post("ask", view=STEP, offer="judge")
    asked = judged(laptop)
    first = labels(laptop)
    laptop.sent(first)
    for _ in range(2):
        laptop.move("forward")
    laptop.move("discuss")
    text = shown(laptop)
    assert "What does the guideline say?" in text and "popovertarget" not in text
    laptop.move("forward")
    agreed = {device: dict.fromkeys(mine, "2") | {next(iter(mine)): "0"} for device, mine in first.items()}
    laptop.sent(agreed, vote=2)
    for _ in range(3):
        laptop.move("forward")
    text = shown(laptop)
    assert asked.kappa_change(first, agreed).sentence in plain(text)
    assert [*texts(text, "figcaption")] == ["First vote", "Second vote"]


def test_free_pace_shows_how_many_phones_are_at_which_step(laptop: Laptop) -> None:
    laptop.post("position", address=f"/lessons/average-precision/{KEY}/5?present=1", title="AP")
    assert laptop.post("pace", **{"from": "2", "to": "6"}).status_code in {204, 303}
    text = shown(laptop)
    rows = re.findall(r'<span class="text">([^<]+)</span>', text)
    assert rows[-1] == "Done" and all(row.startswith("Step ") for row in rows[:-1]) and len(rows) > 1
    assert set(re.findall(r'<span class="n">(\d+)</span>', text)) == {"0"}
    laptop.sent({f"p{i}": {"0.answer": "1"} for i in range(3)})
    text = shown(laptop)
    assert sum(map(int, re.findall(r'<span class="n">(\d+)</span>', text))) == 3
    assert 'data-forward="over" data-back="open"' in text
    laptop.move("over")
    assert "room-round" not in shown(laptop)
    laptop.move("open")
    assert "Done" in shown(laptop)
