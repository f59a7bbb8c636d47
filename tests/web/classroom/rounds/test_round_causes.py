"""The causes of a class's answers, and a wrong calculation beside the correct one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unittest.mock import Mock

import pytest
from flask import Flask

from ireval.exercises import Exercise, Generated, mark
from tests.web.classroom.round_bodies import CHOICE, NUMBER, OPINION, OPINIONS, body
from tests.web.classroom.rounds.test_votes import asked
from web.classroom.rounds import round_causes
from web.classroom.rounds.round_causes import cause_counts, correct_share


@pytest.fixture(autouse=True)
def _in_app(app: Flask) -> Iterator[None]:
    with app.test_request_context("/"):
        yield


def test_numbers_are_counted_by_cause_and_the_correct_one_comes_first() -> None:
    question = asked(body(NUMBER))
    texts = ["0.58"] * 5 + ["0.580", "29/100", "0.290", "0.193", "0.31"]
    found = cause_counts(question, question.last, [{"score": text} for text in texts])
    assert [(x.name, x.devices, x.right) for x in found] == [
        ("0.290", 2, True), ("0.58", 6, False), ("0.193", 1, False), ("0.31", 1, False),
    ]  # fmt: skip
    assert found[1].words == "divided by the relevant documents that were retrieved"
    assert found[1].length == 100 and found[0].length == pytest.approx(33.3)
    assert correct_share(question, question.last, [{"score": text} for text in texts]) == 0.2


def test_the_correct_answer_is_shown_even_if_nobody_gave_it() -> None:
    question = asked(body(NUMBER))
    found = cause_counts(question, question.last, [{"score": "0.58"}])
    assert (found[0].name, found[0].devices, found[0].right) == ("0.290", 0, True)


def test_a_wrong_calculation_is_beside_the_correct_one_with_the_divisor_marked() -> None:
    question = asked(body(NUMBER))
    by_found = cause_counts(question, question.last, [{"score": "0.58"}])[1].show
    assert by_found and by_found.conventions == {"divisor": "relevant-retrieved"}
    assert re.findall(r'<mn class="diff">([^<]+)', by_found.wrong) == ["5"]
    assert re.findall(r'<mn class="diff">([^<]+)', by_found.right) == ["10"]
    by_ranks = cause_counts(question, question.last, [{"score": "0.193"}])[1].show
    assert by_ranks and re.findall(r'<mn class="diff">([^<]+)', by_ranks.wrong) == ["15"]
    unknown = cause_counts(question, question.last, [{"score": "0.31"}])[1]
    assert unknown.show is None


def test_options_keep_their_order_and_say_why() -> None:
    question = asked(body(CHOICE))
    order = [x.key for x in question.choices(question.last)]
    found = cause_counts(question, question.last, [{question.last.id: order[0]}] * 3)
    assert [x.name for x in found] == ["A", "B", "C"] and [x.key for x in found] == order
    assert [x.devices for x in found] == [3, 0, 0]
    assert [x.key for x in found if x.right] == ["10, all relevant documents"]
    assert {x.words for x in found} == {"Gives 0.290.", "Gives 0.580.", "Gives 0.193."}


def test_nothing_is_correct_in_an_opinion() -> None:
    for question in (asked(body(OPINION, options=OPINIONS)), asked(body(OPINION))):
        sent = [{question.last.id: "AP"}]
        assert (
            cause_counts(question, question.last, sent) == [] and correct_share(question, question.last, sent) is None
        )


def test_each_distinct_answer_is_marked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    question = asked(body(NUMBER, view="/once"))
    marked = Mock(wraps=mark)
    monkeypatch.setattr(round_causes, "mark", marked)
    for _ in range(3):
        cause_counts(question, question.last, [{"score": "0.58"}] * 100 + [{"score": "0.29"}] * 20)
    assert marked.call_count == 2


def test_a_table_is_counted_part_by_part_with_what_follows_from_own_cells() -> None:
    question = asked(body(Exercise("t", "table", "AP", 4, generated=Generated())))
    parts = question.question.parts
    right = {part.id: part.right for part in parts}
    assert question.last is parts[-1] and question.part("none") is parts[-1]
    for part in parts:
        found = cause_counts(question, part, [right, {part.id: "99"}])
        assert [(x.devices, x.right) for x in found] == [(1, True), (1, False)]
