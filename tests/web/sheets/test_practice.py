"""Practice in stages: right or not, the cause, the step, the solution; tries; and what is said of answers at once."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest
from flask import Flask

from ireval.exercises import Exercise, Generated, RankedList, Sheet, from_json, variant
from ireval.exercises.marking.marks import mark
from ireval.exercises.question.outcomes import WRONG
from ireval.exercises.question.question import Question
from ireval.messages import Message, say
from tests.builder_form import changed, opened, sheet_in
from tests.classroom import SHEET, Student, publish

pytestmark = pytest.mark.slow

DIVIDED_BY_FOUND = "You divided by the 5 relevant documents that were retrieved."
CALCULATION = "(1 + 0.667 + 0.500 + 0.400 + 0.333)/10"
PRACTICE = replace(SHEET, policy="practice")


def practising(school: Flask, sheet: Sheet = PRACTICE) -> Student:
    return Student(school, publish(school, sheet, "practice").students)


def exercise(page: str, name: str) -> str:
    """What the page has of one exercise, with its characters as read."""
    start = page.index(f'id="exercise-{name}"')
    end = page.find('<div class="card exercise', start + 1)
    return html.unescape(page[start : end if end > 0 else len(page)])


def buttons(shown: str) -> list[str]:
    return re.findall(r'<button name="(check|hint|step|solution)"', shown)


def test_an_exercise_is_shown_stage_by_stage(school: Flask) -> None:
    student = practising(school)
    assert buttons(exercise(student.page(), "ap")) == ["check"]
    where = student.post(check="ap", **{"ap.score": "0.580"})
    assert where == f"{student.address}#exercise-ap"
    shown = exercise(student.page(), "ap")
    assert "AP: incorrect" in shown and "0 of 1 correct." in shown
    assert all(text not in student.page() for text in ("You divided", "typical", "convention</", "1 of 2 points"))
    assert buttons(shown) == ["check", "hint"]

    student.post(hint="ap")
    shown = exercise(student.page(), "ap")
    assert DIVIDED_BY_FOUND in shown and "1 of 2 points" in shown
    assert CALCULATION not in shown and "0.290" not in shown
    assert buttons(shown) == ["check", "step"]

    student.post(step="ap")
    shown = exercise(student.page(), "ap")
    assert DIVIDED_BY_FOUND in shown and CALCULATION in shown and "0.290" not in shown
    assert buttons(shown) == ["check", "solution"]

    student.post(solution="ap")
    shown = exercise(student.page(), "ap")
    assert f"{CALCULATION} = 0.290" in shown and say(Message("practice-over")) in shown
    assert buttons(shown) == [] and " disabled>" in shown
    assert f'href="{student.address.rsplit("/", 1)[0]}/new"' in shown, "other numbers are a new key away"
    assert buttons(exercise(student.page(), "dcg")) == ["check"], "others are as they were"


def test_a_stage_cannot_be_skipped_and_holds_for_the_answers_that_were_checked(school: Flask) -> None:
    student = practising(school)
    student.save(ap_score="0.58")
    student.post(step="ap")  # never checked
    assert buttons(exercise(student.page(), "ap")) == ["check", "hint"]
    student.post(step="ap")
    assert CALCULATION not in exercise(student.page(), "ap"), "the cause comes first"
    student.save(ap_score="0.29")
    shown = exercise(student.page(), "ap")
    assert "AP:" not in shown and 'class="sign' not in shown and buttons(shown) == ["check"], "not checked yet"
    student.save(ap_score="0.58")
    assert DIVIDED_BY_FOUND in exercise(student.page(), "ap")
    student.post(check="ap", **{"ap.score": "0.29"})
    shown = exercise(student.page(), "ap")
    assert "1 of 1 correct." in shown or "too few decimals" in shown


def test_no_stage_holds_anything_of_a_later_one(school: Flask) -> None:
    """Every exercise, answered wrongly: no correct value, option or sentence of the key is in the page's source."""
    kinds = ("number", "table", "better", "wrong-cell", "choose", "inverse")
    measures = {"number": "AP", "table": "nDCG@5", "better": "AP", "wrong-cell": "AP"}
    exercises = tuple(
        Exercise(kind, kind, measures.get(kind, ""), generated=None if kind == "choose" else Generated())
        for kind in kinds
    )
    owner = publish(school, Sheet("All", 3, exercises, "lillis", policy="practice"), "practice")
    student = Student(school, owner.students)
    questions = variant(owner.sheet, student.key).questions
    wrong = {f"{q.id}.{part.id}": wrong_answer(q, part.id) for q in questions for part in q.parts}
    student.save_all(wrong)
    for stage in ("check", "hint", "step"):
        for q in questions:
            student.post(**{stage: q.id})
        source = student.page()
        page = html.unescape(source)
        assert "Correct:" not in page and "Correct answer:" not in page and 'class="worked"' not in page
        for q in questions:
            shown = exercise(source, q.id)
            assert "incorrect" in shown, (stage, q.id)
            later = q.solution[:1] if q.kind == "choose" else q.solution[1:]
            assert all(sentence not in shown for sentence in later), (stage, q.id)
            for part in q.parts:
                if part.options:
                    assert not part.right_option.why or part.right_option.why not in shown
                elif part.places and not q.grid:
                    assert f"= {part.right}" not in shown
    for q in questions:
        student.post(solution=q.id)
    page = html.unescape(student.page())
    assert page.count('<div class="solved">') == len(questions)


def wrong_answer(question: Question, name: str) -> str:
    part = question.part(name)
    if part.options:
        return next(option.key for option in part.options if option.key != part.right)
    if question.task:
        n = len(question.lists[0].rows)
        swaps = (f"{i} {j}" for i in range(1, n) for j in range(i + 1, n + 1))
        orders = (row.label for row in question.lists[0].rows)
        same = "".join("u" if label == "unjudged" else label for label in orders)
        try:
            return same if not question.task.judge(same)[0] else ""
        except ValueError:
            return next(swap for swap in swaps if not question.task.judge(swap)[0])
    numbers = (f"{part.value + 0.0917 + 0.0013 * i:.4f}" for i in range(9))
    # a number that matches no cause by chance
    return next(x for x in numbers if mark(question, {name: x}).part(name).outcome == WRONG)


def test_tries_are_counted_and_the_last_one_shows_the_solution(school: Flask) -> None:
    student = practising(school, replace(PRACTICE, tries=3))
    assert "3 of 3 tries left." in exercise(student.page(), "ap")
    student.post(check="ap")
    assert "3 of 3 tries left." in exercise(student.page(), "ap"), "nothing was tried"
    student.post(check="ap", **{"ap.score": "no idea"})
    assert "3 of 3 tries left." in exercise(student.page(), "ap"), "nothing could be read"
    student.post(check="ap", **{"ap.score": "0.58"})
    for button in ("check", "hint", "check"):
        student.post(**{button: "ap"})
    assert "2 of 3 tries left." in exercise(student.page(), "ap"), "the same answer is no other try"
    student.post(check="ap", **{"ap.score": "0.59"})
    assert "1 of 3 tries left." in exercise(student.page(), "ap")
    assert "3 of 3 tries left." in exercise(student.page(), "dcg")
    student.post(check="ap", **{"ap.score": "0.60"})
    shown = exercise(student.page(), "ap")
    assert f"{CALCULATION} = 0.290" in shown and " disabled>" in shown

    assert student.save(ap_score="0.290", dcg_score="3.394") == 400, "the answers stay as they are"
    page = student.page()
    assert 'value="0.60"' in exercise(page, "ap") and 'value="3.394"' in exercise(page, "dcg"), "others are stored"
    elsewhere = school.test_client().get(student.address).text
    assert f"{CALCULATION} = 0.290" in html.unescape(elsewhere), "another device shows the same"
    assert "3 of 3 tries left." in exercise(Student(school, student.address.rsplit("/", 1)[0]).page(), "ap")


def test_a_sheet_keeps_its_bytes_without_a_limit_of_tries() -> None:
    assert b"tries" not in SHEET.to_json()
    limited = replace(SHEET, tries=2)
    assert from_json(limited.to_json()) == limited


def test_the_builder_sets_the_tries(school: Flask) -> None:
    client = school.test_client()
    _, form = opened(client, "seed=1")
    page = changed(client, form, policy="practice", tries="3")
    assert sheet_in(page).tries == 3 and re.search(r'name="tries" value="3"', page)
    assert sheet_in(changed(client, form, policy="practice", tries="")).tries == 0
    refused = changed(client, form, 400, policy="practice", tries="many")
    assert 'id="tries-error"' in refused and re.search(r'name="tries" value="many"', refused)
    door = school.test_client().get(publish(school, replace(PRACTICE, tries=3), "practice").students)
    assert "You can check each exercise 3 times." in door.text


def test_where_marks_come_later_nothing_is_checked(school: Flask) -> None:
    student = Student(school, publish(school).students)
    student.post(check="ap", **{"ap.score": "0.58"})
    page = student.page()
    assert "Check" not in page and 'class="sign' not in page and "tries" not in page


def test_what_cannot_be_read_is_said_at_once_and_before_submitting(school: Flask) -> None:
    names = tuple(f"paper{c}" for c in "abcdefgh")
    swap = Exercise("swap", "inverse", task="p-same-ap-up", list=RankedList("01000100", "11", names=names))
    student = Student(school, publish(school, replace(SHEET, exercises=(*SHEET.exercises, swap))).students)
    headers = {"X-CSRFToken": student.token}

    def saved(**answers: str) -> dict[str, str]:
        form = {name.replace("_", ".", 1): text for name, text in answers.items()}
        answer = student.client.post(f"{student.address}/answers", data=form, headers=headers)
        assert answer.status_code in {200, 204}
        found: dict[str, str] = answer.json["remarks"] if answer.json else {}
        return found

    assert saved(ap_score="0.2.9", dcg_score="3.394") == {
        "ap.score": "“0.2.9” has more than one decimal point or comma. Use at most one, and do not separate thousands."
    }
    assert saved(ap_score="29") == {"ap.score": "AP lies between 0 and 1. Did you mean 29 % = 0.29?"}
    assert saved(dcg_score="29") == {}, "DCG may be 29"
    assert saved(ap_score="AP = 2.9/10", swap_answer="paperb, papera") == {}
    assert saved(swap_answer="paperb") == {
        "swap.answer": "“paperb” does not name two ranks. Type two ranks, such as 2 7."
    }
    assert saved(ap_score="29", **{"table_P-1": "x"})
    page = student.page()
    asked = html.unescape(page)
    assert "Did you mean 29 % = 0.29?" in asked and 'value="29"' in page, "stored as it was typed"
    assert re.search(r'aria-describedby="ap\.score-remark"', page)
    assert re.search(r'<li id="table\.P-1-remark" class="remark"><a href="#table\.P-1">', page)
    assert student.post(submit="yes").endswith("/submit")
    before = html.unescape(student.page("/submit"))
    for field in ("ap.score", "table.P-1", "swap.answer"):
        assert f'href="{student.address}#{field}"' in before
    assert "Did you mean 29 % = 0.29?" in before and "“x” is not a number." in before
    empty = before[before.index('id="empty"') :]
    assert f'href="{student.address}#fit.measure"' in empty and "#dcg.score" not in empty
    student.post("/submit")
    assert 'class="remark"' not in student.page(), "nothing can be changed any more"
