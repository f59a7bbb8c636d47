"""Practice alone with plain forms: what is chosen, what a learner sees at each stage, and that nothing is stored."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from ireval.diagnosis.causes import wrong_values
from ireval.exercises import Question
from ireval.exercises.practice.known_causes import cause_named
from ireval.exercises.practice.practice_exercise import draw_exercise
from ireval.measure.registry import measures
from ireval.numbers.expression import fixed
from tests.conftest import make_app

KEY = "K7M2PX"
FIELD = "practice.score"
CAUSES = ("AP.averages-every-rank", "RR.counts-from-0", "nDCG.ideal-in-given-order", "P.swaps-precision-and-recall")


def drawn(cause: str, level: int = 1) -> Question:
    known = cause_named(cause)
    return draw_exercise(known.measure.name, level, KEY, "trec_eval", known).question(KEY)


def wrong_number(question: Question, cause: str) -> str:
    table = question.tables[0]
    found = wrong_values(table.spec, table.computed.table.ranking, question.conventions)[cause.partition(".")[2]]
    return fixed(float(found), 3)


class Learner:
    """Somebody who practises with forms alone, without a script: each answer is sent with what the form keeps."""

    def __init__(self, client: FlaskClient, address: str) -> None:
        self.client = client
        self.page = client.get(address)
        assert self.page.status_code == 200

    def press(self, button: str, **answers: str) -> str:
        """Send the form with a button that the page has; returns the page."""
        assert f'name="{button}"' in self.page.text, f"no button {button}"
        action: str = unescape(re.findall(r'<form class="exercise"[^>]* action="([^"]+)"', self.page.text)[0])
        kept = re.findall(r'name="progress" value="([^"]*)"', self.page.text)[0]
        fields = {name.replace("_", "."): value for name, value in answers.items()}
        self.page = self.client.post(action, data={**fields, "progress": kept, button: "1"})
        assert self.page.status_code == 200
        return self.page.text

    @property
    def outcome(self) -> str:
        return str(re.findall(r'data-outcome="(\w*)"', self.page.text)[0])

    @property
    def about(self) -> str:
        return unescape(re.findall(r'data-outcome="\w*" data-about="([^"]*)"', self.page.text)[0])

    @property
    def next_level(self) -> int:
        return int(re.findall(r'<a class="tool[^"]* next" href="[^"]*level=(\d)', self.page.text)[0])


def at(query: str, level: int = 2) -> str:
    return f"/practise/exercise?{query}&level={level}&key={KEY}"


def begun(answer: TestResponse) -> str:
    assert answer.status_code == 303
    return str(answer.headers["Location"])


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("measure=AP", "measure=AP&"),
        ("measure=map", "measure=AP&"),
        ("measure=nDCG@10", "measure=nDCG@10&"),
        ("mistake=AP.divides-by-the-ranks", "mistake=AP.divides-by-the-ranks&"),
        ("mistake=AP/divides-by-the-ranks", "mistake=AP.divides-by-the-ranks&"),
        ("lesson=07-average-precision", "lesson=average-precision&"),
        ("lesson=average-precision", "lesson=average-precision&"),
        ("mixed=1", "mixed=1&"),
        ("measure=DCG&conventions=lillis", "measure=DCG&conventions=lillis&"),
    ],
)
def test_a_choice_leads_to_an_exercise_with_new_numbers(client: FlaskClient, query: str, kept: str) -> None:
    one, other = (begun(client.get(f"/practise?{query}")) for _ in range(2))
    assert one.startswith(f"/practise/exercise?{kept}") and one != other
    page = client.get(one)
    assert page.status_code == 200 and re.search(r'class="level">Level [1-4] of 4', page.text)
    assert page.text == client.get(one).text, "the address decides all"
    assert 'method="post"' in page.text and "point" not in re.sub("<[^>]*>", "", page.text).lower()


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("measure=Foo", "There is no measure “Foo”"),
        ("measure=IPrec@7", ""),
        ("mistake=AP.foo", "There is no typical mistake “AP.foo”"),
        ("mistake=AP", "There is no typical mistake “AP”"),
        ("lesson=zz", "average-precision"),
        ("measure=AP&lesson=bpref", "several things to practise"),
        ("mixed=1&level=0", "from 1 to 4"),
        ("mixed=1&level=", None),
        ("mixed=1&conventions=foo", "There are no conventions “foo”"),
    ],
)
def test_what_is_unknown_is_named_with_what_exists(client: FlaskClient, query: str, said: str | None) -> None:
    answer = client.get(f"/practise?{query}")
    assert answer.status_code == (303 if said is None else 400)
    if said is not None:
        assert 'role="alert"' in answer.text and said in answer.text and "Practise this" in answer.text


@pytest.mark.parametrize("name", ["measure", "mistake", "lesson", "mixed", "level", "key", "conventions"])
@pytest.mark.parametrize("value", ['"><script>', "\0", "é" * 3000, "../../etc", "${7*7}", "AP.a=b,c=d", "=" * 50])
def test_hostile_parts_of_an_address_are_refused_or_escaped(app: Flask, name: str, value: str) -> None:
    client = FlaskClient(app, app.response_class)  # that of other tests reads the markup, which takes most of the time
    query = {"measure": "AP", "key": KEY, "level": "1", name: value}
    if name in {"mistake", "lesson", "mixed"}:
        del query["measure"]
    found = (client.get(path, query_string=query) for path in ("/practise", "/practise/exercise"))
    for answer in (*found, client.post("/practise/exercise", query_string=query)):
        assert answer.status_code in {200, 303, 400}
        assert "<script>" not in answer.text.replace("<script src=", "").replace('<script type="module"', "")


@pytest.mark.parametrize("typed", ['"><script>', "1e999", "nan", "\0", "9" * 500, "0.5" * 500, "−0,5", "½", "1/0"])
def test_hostile_answers_are_marked_like_others(client: FlaskClient, typed: str) -> None:
    for progress in ("", "4-999999-" + "f" * 64, "x" * 5000, '"><script>'):
        data = {FIELD: typed, "progress": progress, "check": "1"}
        answer = client.post(at("measure=AP"), data=data)
        assert answer.status_code == 200 and "<script>" not in answer.text


def test_whoever_is_right_sees_the_reason_and_a_harder_exercise(client: FlaskClient) -> None:
    right = draw_exercise("AP", 2, KEY, "trec_eval").question(KEY).parts[0].right
    learner = Learner(client, at("measure=AP"))
    assert learner.outcome == "" and learner.next_level == 2
    text = learner.press("check", practice_score=right)
    assert (learner.outcome, learner.about, learner.next_level) == ("right", "measure=AP", 3)
    assert f"= {right}" in text and 'name="check"' not in text and ">Next</a>" in text


def test_a_right_answer_after_a_wrong_one_stays_at_the_level(client: FlaskClient) -> None:
    right = draw_exercise("AP", 2, KEY, "trec_eval").question(KEY).parts[0].right
    learner = Learner(client, at("measure=AP"))
    learner.press("check", practice_score="0.1234")
    assert (learner.outcome, learner.next_level) == ("wrong", 1)
    learner.press("check", practice_score=right)
    assert (learner.outcome, learner.next_level) == ("right", 2)


@pytest.mark.parametrize("cause", CAUSES)
def test_whoever_makes_a_typical_mistake_sees_its_cause_then_the_step_then_the_solution(
    client: FlaskClient, cause: str
) -> None:
    question = drawn(cause)
    typed, right = wrong_number(question, cause), question.parts[0].right
    sentence = cause_named(cause).sentence.split(".")[0].split(" (")[0]
    learner = Learner(client, at(f"mistake={cause}", 1))
    first = learner.press("check", practice_score=typed)
    main = first[first.index("<main") :]
    assert "0 of 1 correct" in main and sentence[:20] not in main and f"= {right}" not in main
    assert (learner.outcome, learner.about) == ("wrong", f"mistake={cause}")
    second = learner.press("hint", practice_score=typed)
    assert "typical mistake" in second and f"= {right}" not in second and "step by step" not in second
    fourth = learner.press("step", practice_score=typed)
    assert "step by step" not in fourth and f"= {right}" not in fourth
    last = learner.press("solution", practice_score=typed)
    assert "step by step" in last and right in last and ">Next</a>" in last
    assert learner.outcome == "wrong" and learner.next_level == 1
    assert 'href="/lessons/' in last and 'href="/practise/mistakes"' in last


def test_whoever_guesses_at_random_is_told_no_cause_that_is_not_known(client: FlaskClient) -> None:
    learner = Learner(client, at("measure=AP"))
    for typed in ("0.111", "0.97", "0.3333"):
        text = learner.press("check", practice_score=typed)
        assert learner.outcome == "wrong" and "0 of 1 correct" in text
        assert learner.about.startswith(("measure=AP", "mistake=AP."))
    assert "step by step" not in text


def test_an_empty_or_unreadable_answer_is_no_answer_and_opens_no_solution(client: FlaskClient) -> None:
    for typed in ("", "abc"):
        learner = Learner(client, at("measure=AP"))
        text = learner.press("check", practice_score=typed)
        assert learner.outcome == "" and learner.next_level == 2 and "step by step" not in text
        assert 'name="solution"' not in text


def test_in_mixed_practice_a_mistake_can_be_asked_again(client: FlaskClient) -> None:
    learner = Learner(client, at("mixed=mistake%3DAP.averages-every-rank", 1))
    text = learner.press("check", practice_score=wrong_number(drawn(CAUSES[0]), CAUSES[0]))
    assert learner.about == f"mistake={CAUSES[0]}"
    assert re.search(r'next" href="/practise\?mixed=1&amp;level=1"', text), "then it goes on as before"


@pytest.mark.slow
def test_every_measure_and_every_lesson_can_be_practised(client: FlaskClient) -> None:
    """Each is a page of its own, so that no choice of the first page leads to an error."""
    door = client.get("/practise").text
    for name in re.findall(r'<option value="([^"]+)"', door):
        kind = "measure" if name in measures() else "lesson"
        for level in (1, 4):
            page = client.get(at(f"{kind}={name}", level))
            assert page.status_code == 200, name
            assert re.search(r'<p class="level">Level \d of 4: [^<]+\.</p>', page.text)


def test_the_first_page_teaches_while_nothing_is_remembered(client: FlaskClient) -> None:
    door, mistakes = client.get("/practise").text, client.get("/practise/mistakes").text
    assert "Start mixed practice" in door and "Nothing yet. The causes of wrong answers" in door
    assert "Nothing yet. This page lists the causes" in mistakes
    for cause in CAUSES:
        assert f'href="/practise?mistake={cause}"' in door and f'href="/practise?mistake={cause}"' in mistakes


def test_nothing_is_stored_on_the_server(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/store.sqlite"
    with make_app(DATABASE_URL=database).test_client() as client:
        before = sorted(tmp_path.iterdir())
        learner = Learner(client, begun(client.get("/practise?measure=AP")))
        for button in ("check", "hint"):
            learner.press(button, practice_score="0.1234") if f'name="{button}"' in learner.page.text else None
            assert "Set-Cookie" not in learner.page.headers
        assert sorted(tmp_path.iterdir()) == before
