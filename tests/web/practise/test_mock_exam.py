"""A mock exam with plain forms: the answers stay in the form, the end counts the right ones and names causes."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from ireval.exercises.practice.known_causes import cause_named
from ireval.numbers.expression import fixed
from web.practise.mock_exam import MockExam

QUERY = {"topic": ["measure=AP", "lesson=bpref"], "count": "3", "minutes": "5", "key": "K7M2PX"}


def fields(page: str) -> dict[str, str]:
    return {name: unescape(text) for name, text in re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page)}


def test_a_choice_leads_to_an_exam_with_new_numbers(client: FlaskClient) -> None:
    assert client.get("/practise/exam").status_code == 200
    query = {name: value for name, value in QUERY.items() if name != "key"}
    one, other = (client.get("/practise/exam", query_string=query).headers["Location"] for _ in range(2))
    assert one != other and "question 1 of 3" in client.get(one).text


def test_answers_are_kept_while_going_to_and_fro_and_the_right_ones_are_counted(client: FlaskClient) -> None:
    with client.application.test_request_context():
        exam = MockExam({name: str(value) for name, value in QUERY.items()}, list(QUERY["topic"]), {})
        questions = [exam.drawn(number).question for number in (1, 2, 3)]
    page = client.get("/practise/exam/paper", query_string=QUERY).text
    for number, question in enumerate(questions, start=1):
        assert f"question {number} of 3" in page and 'class="feedback"' not in page
        right = {f"{question.id}.{part.id}": part.right for part in question.parts}
        typed = right if number < 3 else dict.fromkeys(right, "0.1234")
        move = {"go": str(number + 1)} if number < 3 else {"go": "1"}
        page = client.post("/practise/exam/paper", query_string=QUERY, data={**fields(page), **typed, **move}).text
    assert "question 1 of 3" in page and questions[0].parts[0].right in page
    shown = {f"{questions[0].id}.{part.id}": part.right for part in questions[0].parts}
    data = {**fields(page), **shown, "finish": "1"}
    marks = client.post("/practise/exam/paper", query_string=QUERY, data=data).text
    assert "2 of 3 right" in marks and "Question 3" in marks and "Practise this" in marks and "Lesson:" in marks
    assert "point" not in re.sub("<[^>]*>", "", marks).lower()


def test_the_browser_gets_to_know_what_was_right_and_what_was_wrong_but_nothing_of_empty_answers(
    client: FlaskClient,
) -> None:
    with client.application.test_request_context():
        exam = MockExam({"count": "3", "key": "K7M2PX"}, ["mistake=AP.averages-every-rank"], {})
        parts = [exam.drawn(number).question.parts[0] for number in (1, 2, 3)]
        cause = cause_named("AP.averages-every-rank")
        wrong = fixed(cause.value(exam.drawn(2).question.tables[0].computed), parts[1].places)
    query = {"topic": "mistake=AP.averages-every-rank", "count": "3", "key": "K7M2PX"}
    data = {"q1.practice.score": parts[0].right, "q2.practice.score": wrong, "q3.practice.score": " ", "finish": "1"}
    marks = client.post("/practise/exam/paper", query_string=query, data=data).text
    found = re.findall(r'data-key="(\w+)" data-about="([^"]*)" data-outcome="(\w+)"', marks)
    about = "mistake=AP.averages-every-rank"
    assert [(said, outcome) for _, said, outcome in found] == [(about, "right"), (about, "wrong")]
    assert len({key for key, _, _ in found}) == 2 and cause.sentence[:20] in unescape(marks)


def test_without_answers_nothing_is_right_and_all_is_explained(client: FlaskClient) -> None:
    marks = client.post("/practise/exam/paper", query_string=QUERY, data={"finish": "1"})
    assert marks.status_code == 200 and "0 of 3 right" in marks.text and "step by step" in marks.text


@pytest.mark.parametrize(
    "wrong",
    [{"count": "0"}, {"count": "99"}, {"minutes": "x"}, {"topic": "foo=1"}, {"topic": "measure=Foo"}, {"topic": "<b>"}],
)
def test_what_cannot_be_used_is_refused(client: FlaskClient, wrong: dict[str, str]) -> None:
    for path in ("/practise/exam", "/practise/exam/paper"):
        answer = client.get(path, query_string={**QUERY, **wrong})
        assert answer.status_code == 400 and 'role="alert"' in answer.text and "<b></strong>" not in answer.text


@pytest.mark.parametrize("name", ["at", "go", "begun", "q1.practice.score", "q99.x", "q.x", "practice.score"])
@pytest.mark.parametrize("value", ["-1", "99999999999999", "²", '"><script>', "\0"])
def test_hostile_forms_are_shown_like_others(client: FlaskClient, name: str, value: str) -> None:
    answer = client.post("/practise/exam/paper", query_string={**QUERY, "topic": "measure=AP"}, data={name: value})
    assert answer.status_code == 200 and '"><script>' not in answer.text
