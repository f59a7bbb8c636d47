"""Two systems beside each other, and tables as they are printed, on the pages of lessons."""

from __future__ import annotations

from flask.testing import FlaskClient

from ireval.exercises import variant
from tests.web.lessons.learner import Learner
from tests.web.lessons.test_lessons import COURSE, KEY, page

CURVE, DISCOUNTS = COURSE.lessons["precision-recall-curve"], COURSE.lessons["two-discounts"]


def number(slug: str, title: str) -> int:
    return [step.title for step in COURSE.lessons[slug].steps].index(title) + 1


def test_two_systems_stand_beside_each_other_and_their_scores_are_folded(client: FlaskClient) -> None:
    text = page(client, CURVE, number(CURVE.slug, "Two systems"))
    lists, _, rest = text.partition('<div class="predicted">')
    assert lists.count('aria-label="the labels differ"') == 4, "at ranks 2, 3, 8 and 19"
    assert "0.616" not in lists, "no score stands beside the question"
    question, _, scores = rest.partition("<details")
    assert "Predict first" in question and "0.616" not in question
    assert '<span class="better">▲</span> 0.627' in scores and "0.616" in scores and "+0.011" in scores
    assert scores.count('aria-label="Precision-recall curves side by side"') == 1
    assert 'href="/lab?labels=11010000100111101010' in rest, "both lists open in the lab"


def test_the_prediction_is_marked_by_the_computed_scores(client: FlaskClient) -> None:
    place = number(DISCOUNTS.slug, "Same gains, another order")
    (quiz,) = DISCOUNTS.steps[place - 1].quizzes
    address = f"/lessons/{DISCOUNTS.slug}/{KEY}/{place}/answers"
    for choice, standing in (("Both are equal", "1 of 1"), ("Model A", "0 of 1")):
        answer = client.post(address, data={f"{quiz.exercise.id}.choice": choice, "check": quiz.exercise.id}).text
        assert standing in answer, "both have a cumulated gain of 12"
        is_right = standing == "1 of 1"
        assert ("Model A has 12." in answer.replace("\n", " ")) is is_right, "the scores would give the answer away"


def test_a_printed_table_is_shown_as_it_is_printed_and_a_wrong_cell_explained(client: FlaskClient) -> None:
    place = number(DISCOUNTS.slug, "Where rounding shows")
    (quiz,) = DISCOUNTS.steps[place - 1].quizzes
    name = quiz.exercise.id
    question = next(q for q in variant(DISCOUNTS.sheet, KEY).questions if q.id == name)
    text = page(client, DISCOUNTS, place)
    assert "Find the wrong cell" in text and text.count("<td>0.29</td>") == 5
    sent = {f"{name}.cell": "NDCG[5]", f"{name}.value": "0.17", "check": name}
    answer = client.post(f"/lessons/{DISCOUNTS.slug}/{KEY}/{place}/answers", data=sent).text
    assert "0 of 2" in answer and question.parts[0].right == "nDCG[3]"
    kept = client.post(f"/lessons/{DISCOUNTS.slug}/{KEY}/{place}/answers", data=sent | {f"{name}.cell": "NDCG[3]"}).text
    assert "1 of 2" in kept, "the column's key is a name of the cell, too"
    learner = Learner(client, f"/lessons/{DISCOUNTS.slug}/{KEY}/{place}", question)
    solved = learner.see_solution({"cell": "NDCG[5]", "value": "0.17"})
    assert "It is 1.6 divided by 7.9." in solved and "1.631/7.893 = 0.207" in solved


def test_the_switchboard_opens_with_the_list_of_the_step(client: FlaskClient) -> None:
    text = page(client, DISCOUNTS, number(DISCOUNTS.slug, "All conventions at once"))
    address = text.partition('<a href="/switchboard')[2].partition('"')[0].replace("&amp;", "&")
    board = client.get(f"/switchboard{address}")
    assert board.status_code == 200 and "0.469" in board.text and "0.287" in board.text
