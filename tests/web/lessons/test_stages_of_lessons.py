"""Questions of lessons and reviews in the stages of practice sheets: what three kinds of learners see at each stage.

One answers at random, one makes each typical mistake, and one is right. The correct answers are those of the drawn
questions; numbers in the examples are computed by hand.
"""

from __future__ import annotations

import re
from hashlib import sha256

import pytest
from flask.testing import FlaskClient

from ireval.exercises import CHOICE, NUMBER, Question, mark, variant
from ireval.exercises.marking.stages import Stage, texts
from ireval.lessons import Lesson, read_lesson
from ireval.lessons.directives.systems_directive import Systems
from ireval.messages import say
from tests.tiers import sampled
from tests.web.lessons.learner import Learner, asked_in
from tests.web.lessons.slips import course_slips, said_of
from tests.web.lessons.test_lessons import COURSE, KEY, SCRIPT
from web.formulas.formatted_markup import formatted_line
from web.lessons.review_page import review_quizzes

pytestmark = pytest.mark.slow

LESSONS = list(COURSE.lessons.values())
#: Words that only an exercise with points needs.
OF_POINTS = re.compile(r"\d points?\b|\b(no|lose) points\b|\bguess|\bearns?\b")


def random_answers(question: Question, lesson: str) -> dict[str, str]:
    """Answers of somebody who does not know, in the form that is asked for; the same in each run."""
    found = {}
    for part in question.parts:
        drawn = int(sha256(f"{lesson} {question.id} {part.id}".encode()).hexdigest()[:8], 16)
        number = f"{drawn / 2**32:.{1 + drawn % 3}f}"
        if part.kind == CHOICE:
            found[part.id] = part.options[drawn % len(part.options)].key
        else:
            found[part.id] = number if part.kind == NUMBER else "1 2"
    return found


def right_answers(question: Question) -> dict[str, str]:
    return {part.id: part.right for part in question.parts}


def gives_away(learner: Learner) -> list[str]:
    """What the page says of the solution before its time."""
    question = learner.question
    found = [
        word for word in ("Correct:", "Correct answer:", "Model answer:", 'class="worked"') if word in learner.form
    ]
    for part in question.parts:
        if part.kind == CHOICE and part.right_option.why and part.right_option.why in learner.feedback:
            found.append(part.right_option.why)
        if part.kind == NUMBER and part.places and f"{part.label} = {part.right}" in learner.feedback:
            found.append(part.right)
    return found


@pytest.mark.parametrize("lesson", sampled(LESSONS, 4, lambda lesson: lesson.slug))
def test_who_answers_at_random_gets_each_stage_on_request_and_nothing_before(
    client: FlaskClient, lesson: Lesson
) -> None:
    for address, question in asked_in(lesson):
        learner, given = Learner(client, address, question), random_answers(question, lesson.slug)
        words = learner.send("check", given)
        assert re.search(r"\d+ of \d+ correct\.", words) and not OF_POINTS.search(learner.feedback), (
            address,
            learner.feedback,
        )
        if learner.done:  # it happened to be right
            continue
        pressed = ["check"]
        if "unreadable" in learner.feedback:
            assert not learner.solved and not learner.done and not gives_away(learner)
            continue
        while not learner.solved:
            assert not learner.done and not gives_away(learner), (address, pressed, gives_away(learner))
            assert learner.buttons[0] == "check" and len(learner.buttons) == 2, (address, pressed)
            before = learner.feedback
            pressed.append(learner.buttons[1])
            learner.send(pressed[-1], given)
            assert not OF_POINTS.search(learner.feedback), learner.feedback
            assert learner.solved or learner.feedback != before, "each stage says something new"
        assert pressed in (
            ["check", "hint", "solution"],
            ["check", "step", "solution"],
            ["check", "hint", "step", "solution"],
        ), address
        assert learner.done and not learner.buttons and " disabled" in learner.form


@pytest.mark.parametrize("lesson", sampled(LESSONS, 4, lambda lesson: lesson.slug))
def test_who_makes_a_typical_mistake_sees_that_it_is_wrong_then_the_cause_then_the_step(
    client: FlaskClient, lesson: Lesson
) -> None:
    for address, question in asked_in(lesson):
        for slip in course_slips()[lesson.slug, question.id][:2]:
            learner, given = Learner(client, address, question), {slip.part.id: slip.answer}
            learner.send("check", given)
            assert " ".join(said_of(question, slip).split()) not in learner.feedback, "right or not, and no more"
            assert "mistake" not in learner.feedback and not learner.done and not gives_away(learner)
            learner.send("hint", given)
            cause = learner.feedback
            assert " ".join(said_of(question, slip).split()) in cause, slip
            assert not gives_away(learner) and not OF_POINTS.search(cause), (slip, gives_away(learner))
            if "step" in learner.buttons:
                learner.send("step", given)
                assert len(learner.feedback) > len(cause) and not gives_away(learner)
            learner.send("check", right_answers(question))
            assert learner.done and not learner.solved, "whoever corrects the answer needs no solution"


@pytest.mark.parametrize("lesson", sampled(LESSONS, 4, lambda lesson: lesson.slug))
def test_who_is_right_gets_the_reason_at_once_and_may_see_the_solution(client: FlaskClient, lesson: Lesson) -> None:
    for address, question in asked_in(lesson):
        learner = Learner(client, address, question)
        words = learner.send("check", right_answers(question))
        count = len(question.parts)
        assert f"{count} of {count} correct." in words and learner.done and not learner.solved
        assert learner.buttons == ["check", "solution"] and not OF_POINTS.search(learner.feedback)
        for part in question.parts:
            if part.kind == CHOICE:
                why = " ".join(part.right_option.why.replace("`", "").replace("**", "").split())
                assert why and why in learner.feedback, (address, why)
        learner.send("solution", right_answers(question))
        assert learner.solved and learner.buttons == []


@pytest.mark.parametrize("lesson", sampled(LESSONS, 4, lambda lesson: lesson.slug))
def test_an_empty_check_opens_nothing(client: FlaskClient, lesson: Lesson) -> None:
    for address, question in asked_in(lesson):
        learner = Learner(client, address, question)
        for _ in range(3):
            learner.send("check", {})
            assert not learner.done and not learner.solved and not gives_away(learner), address
            assert "solution" not in learner.buttons, address


AP = COURSE.lessons["average-precision"]


def ap_question() -> tuple[str, Question]:
    return asked_in(AP)[[address for address, _ in asked_in(AP)].index(f"/lessons/{AP.slug}/{KEY}/5")]


def test_without_a_script_the_page_keeps_the_stages_and_opens_what_follows_at_the_end(client: FlaskClient) -> None:
    """AP = 2.9/10 = 0.290; 0.58 = 2.9/5."""
    address, question = ap_question()
    learner = Learner(client, address, question, script=False)
    folded, unfolded = '<details class="unfold">', '<details class="unfold" open>'
    for button, cause, step in (("check", False, False), ("hint", True, False), ("step", True, True)):
        words = learner.send(button, {"score": "0.58"})
        assert ("by the 5 relevant documents" in words) is cause and ("Now calculate AP" in words) is step
        assert folded in learner.page and unfolded not in learner.page
    learner.send("solution", {"score": "0.58"})
    assert "= 0.290" in learner.words and unfolded in learner.page and folded not in learner.page
    right = Learner(client, address, question, script=False)
    right.send("check", {"score": "0.290"})
    assert unfolded in right.page


def test_other_answers_are_checked_anew(client: FlaskClient) -> None:
    address, question = ap_question()
    learner = Learner(client, address, question)
    learner.send("check", {"score": "0.58"})
    assert "5 relevant" in learner.send("hint", {"score": "0.58"})
    words = learner.send("step", {"score": "0.5"})
    assert "Now calculate" not in words and learner.buttons == ["check", "hint"], "these were not checked before"
    assert "Now calculate" not in learner.send("step", {"score": "0.5"}), "the cause comes first"


@pytest.mark.parametrize("progress", ["", "4", "9-9-x", "4-0-<b>", "3-1-000", f"1-{10**20}-{0:064}"])
def test_progress_that_no_page_wrote_is_none(client: FlaskClient, progress: str) -> None:
    address, question = ap_question()
    sent = {f"{question.id}.score": "0.58", "progress": progress, "step": question.id}
    answer = client.post(f"{address}/answers", data=sent, headers=SCRIPT)
    assert "0 of 1 correct" in answer.text and "Now calculate" not in answer.text and "<b>" not in answer.text


def test_reviews_have_the_same_stages(client: FlaskClient) -> None:
    lesson = COURSE.lessons["precision-and-recall"]
    questions = {question.id: question for question in variant(lesson.sheet, KEY).questions}
    for quiz in review_quizzes(lesson, KEY):
        learner = Learner(client, f"/lessons/{lesson.slug}/review/{KEY}", questions[quiz.exercise.id], script=False)
        given = {"score": "0.0917"}
        for button, more in (("check", "hint"), ("hint", "step"), ("step", "solution")):
            learner.send(button, given)
            assert learner.buttons == ["check", more] and not gives_away(learner) and not learner.solved
        learner.send("solution", given)
        assert learner.solved and not OF_POINTS.search(learner.feedback)


def test_a_lecturer_may_show_the_solution_after_any_check(client: FlaskClient) -> None:
    address, question = ap_question()
    sent = {f"{question.id}.score": "0.58", "check": question.id}
    text = client.post(f"{address}/answers?present=1", data=sent, headers=SCRIPT).text
    assert re.findall(r'<button[^>]* name="(check|hint|step|solution)"', text) == ["check", "hint", "solution"]
    text = client.post(f"{address}/answers?present=1", data={"check": question.id}, headers=SCRIPT).text
    assert "solution" in re.findall(r'<button[^>]* name="(\w+)"', text), "as for a class that does not answer"


NUMBERS = """---
title: Shares
minutes: 5
objectives: Calculate a share
conventions: trec_eval
---
## One list

:::{lab}
labels: 1100000000
unretrieved: "11"
show: P
cover: P
:::

:::{question}
kind: number
measure: P
list: shown
:::
"""


@pytest.mark.parametrize("given", ["0.5", "0.50", "0.500", "0,5", "50 %", "1/2"])
def test_recall_in_place_of_precision_is_named_with_any_number_of_decimals(given: str) -> None:
    """P = 2/10, R = 2/4."""
    lesson, faults = read_lesson(NUMBERS, "shares")
    assert not faults
    (question,) = variant(lesson.sheet, KEY).questions
    (message,) = texts(mark(question, {"score": given}, graded=False), Stage.CAUSE).values()
    assert "recall" in say(message).casefold(), say(message)
    assert not OF_POINTS.search(say(message)) and "decimals" not in say(message)


def test_a_prediction_of_two_systems_says_the_scores_only_to_who_is_right(client: FlaskClient) -> None:
    found = 0
    for lesson in LESSONS:
        for number, step in enumerate(lesson.steps, start=1):
            for block in step.all_blocks:
                if not isinstance(block, Systems):
                    continue
                (question,) = [q for _, q in asked_in(lesson) if q.id == block.inside[0].exercise.id]  # type: ignore[attr-defined]
                (part,) = question.parts
                for option in part.options:
                    learner = Learner(client, f"/lessons/{lesson.slug}/{KEY}/{number}", question)
                    learner.send("check", {part.id: option.key})
                    learner.send("hint", {part.id: option.key})
                    assert bool(re.search(r"has \d", learner.feedback)) is (option.key == part.right)
                    found += 1
    assert found


def test_feedback_is_typeset(client: FlaskClient) -> None:
    """A figure in backticks is code on the page; what looks like HTML stays text."""
    (asked,) = [quiz for quiz in AP.steps[9].quizzes if quiz.exercise.options]
    address, question = f"/lessons/{AP.slug}/{KEY}/10", asked.exercise.id
    (drawn,) = [q for q in variant(AP.sheet, KEY).questions if q.id == question]
    learner = Learner(client, address, drawn)
    answers = {"choice": "By eleven, the number of figures"}
    learner.send("check", answers)
    learner.send("hint", answers)
    assert "That would give about <code>0.606</code>." in learner.form and "`" not in learner.form
    learner.send("solution", answers)
    assert "`" not in learner.form
    typeset = '<strong>a</strong> &lt;b&gt; <code translate="no">1 &lt; 2</code> - c'
    assert formatted_line("**a** <b> `1 < 2`\n\n- c") == typeset
