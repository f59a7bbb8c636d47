"""An own question gets its correct answer when the class has it already: what was sent stays, and counts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from ireval.errors import InputError
from tests import classroom
from tests.web.classroom.lecturer_laptop import Laptop, made
from tests.web.classroom.round_bodies import CHOICE, body
from tests.web.classroom.screen.test_overlay_content import shown
from web.classroom.questions.asked_question import AskedQuestion
from web.classroom.questions.spoken_question import corrected, own_question, spoken_question
from web.store import store

POLL = "Which is larger here? P@5; P@10; equal"


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = made(tmp_path_factory.mktemp("corrected"))
    yield app
    classroom.closed(app)


@pytest.fixture
def laptop(school: Flask) -> Laptop:
    opened = Laptop(school)
    assert opened.post("open").status_code == 204
    return opened


def stored(laptop: Laptop) -> AskedQuestion:
    with laptop.app.test_request_context("/"):
        found = store().rooms.round(laptop.room, laptop.room.round)
        assert found
        return AskedQuestion.of(json.loads(found.body))


@pytest.mark.parametrize("line", [POLL, POLL.replace("P@10;", "*P@10;"), "How many? = 4", "How many?"])
def test_the_class_sees_the_same_question_before_and_after(line: str) -> None:
    before = spoken_question(line, "")
    choice = bool(AskedQuestion.of(before).options)
    after = corrected(before, "c" if choice else "10")
    old, new = AskedQuestion.of(before), AskedQuestion.of(after)
    assert (new.prompt, new.options) == (old.prompt, old.options)
    assert [field.id for field in new.fields] == [field.id for field in old.fields]
    assert not new.is_opinion
    (right,) = new.correct.values()
    assert right == ("C" if choice else "10")
    own = own_question(after)
    assert own and ([x.letter for x in own.options if x.right] == ["C"] if choice else own.answer == "10")


@pytest.mark.parametrize("text", ["", "D", "AB", "1", "*"])
def test_an_option_that_there_is_not_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="no option"):
        corrected(spoken_question(POLL, ""), text)


def test_text_is_no_correct_number_and_other_questions_have_their_answer() -> None:
    with pytest.raises(InputError):
        corrected(spoken_question("How many?", ""), "many")
    with pytest.raises(InputError, match="you wrote"):
        corrected(json.loads(body(CHOICE)), "A")
    assert own_question(json.loads(body(CHOICE))) is None


@pytest.mark.slow
def test_it_is_a_poll_until_the_correct_option_is_marked_and_answers_stay(laptop: Laptop) -> None:
    laptop.post("ask", view="/lab", line=POLL)
    part = stored(laptop).fields[0].id
    laptop.sent({"a": {part: "P@5"}, "b": {part: "P@10"}, "c": {part: "P@10"}})
    before = shown(laptop)
    page = laptop.client.get("/classroom").text
    assert [*re.findall(r'name="correct" value="(\w)"', page)] == ["A", "B", "C"]
    assert laptop.post("correct", round="1", correct="B").status_code == 204
    assert shown(laptop) == before, "the class sees nothing of it"
    laptop.sent({"d": {part: "equal"}})
    laptop.move("forward")
    laptop.move("forward")
    assert "Correct" not in shown(laptop) and "✓" not in shown(laptop)
    assert laptop.post("correct", round="1", correct="A").status_code == 204, "a slip can be put right"
    laptop.move("forward")
    text = shown(laptop)
    (right,) = re.findall(r'<li class="ok".*?</li>', text, re.DOTALL)
    assert "P@5" in right and re.findall(r'<span class="n">(\d+)</span>', right) == ["1"]
    assert [int(n) for n in re.findall(r'<span class="n">(\d+)</span>', text)] == [1, 2, 1]


@pytest.mark.slow
def test_a_number_can_be_marked_too_and_nothing_after_the_answer(laptop: Laptop) -> None:
    laptop.post("ask", view="/lab", line="How many documents are relevant?")
    part = stored(laptop).fields[0].id
    laptop.sent({"a": {part: "10"}, "b": {part: "15"}})
    assert laptop.post("correct", round="1", correct="10").status_code == 204
    assert laptop.post("correct", round="2", correct="10").status_code >= 400, "only the round in force"
    for _ in range(3):
        laptop.move("forward")
    assert re.search(r'class="ok.*?10', shown(laptop), re.DOTALL)
    assert laptop.post("correct", round="1", correct="15").status_code >= 400
    assert stored(laptop).correct == {part: "10"}


@pytest.mark.slow
def test_only_a_controller_marks_and_the_panel_speaks_of_no_star(school: Flask, laptop: Laptop) -> None:
    laptop.post("ask", view="/lab", line=POLL)
    stranger = Laptop(school)
    assert stranger.post("correct", round="1", correct="A").status_code == 403
    assert stored(laptop).is_opinion
    assert not re.search(r"star|\*", laptop.offers("/lab").partition('id="own-question"')[2])
