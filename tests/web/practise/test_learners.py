"""What three learners see at every stage: one is right, one guesses, one makes each typical mistake. Plain forms."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from ireval.exercises import CHOICE, KINDS, Exercise, Generated, Part, Question, Sheet
from ireval.exercises.practice.known_causes import KnownCause, cause_named, causes_of
from ireval.exercises.practice.like_exercise import like_text, read_like
from ireval.measure.registry import measures
from tests.tiers import sampled
from tests.web.practise.test_practice import FIELD, KEY, Learner, at, drawn, wrong_number
from web.question import single_questions

STAGES = ("check", "hint", "step", "solution")
CAUSES = [cause for measure in measures().values() for cause in causes_of(measure)]


def _like(kind: str) -> str:
    exercise = Exercise(
        "x", kind, next(iter(KINDS[kind].measures), ""), generated=Generated() if KINDS[kind].draws_lists else None
    )
    return like_text(Sheet("", 1, (exercise,)), exercise)


LIKE = {kind.key: _like(kind.key) for kind in KINDS.values() if not kind.own}


def asked(kind: str) -> Question:
    sheet = read_like(LIKE[kind])
    return single_questions.question(sheet, sheet.exercises[0], KEY)


def wrong(part: Part) -> str:
    """An answer that is not right."""
    if part.kind == CHOICE:
        return next(option.key for option in part.options if option is not part.right_option)
    return "0.1234" if part.right != "0.1234" else "0.4321"


def begins(client: FlaskClient, kind: str) -> Learner:
    return Learner(client, at(f"like={quote(LIKE[kind])}"))


def fields(question: Question, **texts: str) -> dict[str, str]:
    return {f"{question.id}.{name}": text for name, text in texts.items()}


def seen(page: str) -> str:
    return unescape(page[page.index("<main") : page.index("</main>")])


def buttons(page: str) -> list[str]:
    return [name for name in STAGES if f'name="{name}"' in page]


@pytest.mark.parametrize("kind", LIKE)
def test_whoever_is_right_gets_the_reason_and_no_points(client: FlaskClient, kind: str) -> None:
    question = asked(kind)
    learner = begins(client, kind)
    right = {part.id: part.right_option.key if part.kind == CHOICE else part.right for part in question.parts}
    page = seen(learner.press("check", **fields(question, **right)))
    if question.kind != "inverse":
        assert learner.outcome == "right", question.kind
        assert f"{len(question.parts)} of {len(question.parts)} correct." in page
    assert buttons(page) == ["solution"] and ">Next</a>" in page
    assert not re.search(r"\bpoints?\b", re.sub("<[^>]*>", "", page))
    reasons = [part.right_option.why for part in question.parts if part.kind == CHOICE and part.right_option.why]
    assert all(reason in page for reason in reasons)


@pytest.mark.parametrize("kind", LIKE)
def test_whoever_guesses_sees_stage_by_stage_and_never_the_solution_before_it(client: FlaskClient, kind: str) -> None:
    question, learner = asked(kind), begins(client, kind)
    guessed = fields(question, **{part.id: wrong(part) for part in question.parts})
    page = seen(learner.press("check", **guessed))
    reached = ["check"]
    for _ in range(3):
        assert 'class="solved"' not in page and "step by step" not in page, reached
        assert not re.search(r"\bpoints?\b", re.sub("<[^>]*>", "", page))
        (_, following) = buttons(page)
        assert STAGES.index(following) > STAGES.index(reached[-1])
        reached.append(following)
        page = seen(learner.press(following, **guessed))
        if following == "solution":
            break
    assert reached[-1] == "solution" and 'class="solved"' in page and buttons(page) == []


@pytest.mark.parametrize("kind", LIKE)
@pytest.mark.parametrize("button", STAGES)
def test_no_first_button_opens_the_solution(client: FlaskClient, kind: str, button: str) -> None:
    """Whatever a form asks for, and whatever was typed: the first answer to it is whether it is right."""
    question = asked(kind)
    for text in (None, "", "abc"):
        typed = fields(question, **{part.id: wrong(part) if text is None else text for part in question.parts})
        answer = client.post(at(f"like={quote(LIKE[kind])}"), data={**typed, button: "1"})
        page = seen(answer.text)
        assert 'class="solved"' not in page and "disabled" not in page, (kind, button, text)
        again = client.post(
            at(f"like={quote(LIKE[kind])}"), data={**typed, "solution": "1", "progress": progress(answer.text)}
        )
        skipped = "check" in buttons(page) and "solution" not in buttons(page)
        assert not skipped or 'class="solved"' not in again.text, "the stages between cannot be skipped"


def progress(page: str) -> str:
    return re.findall(r'name="progress" value="([^"]*)"', page)[0]


@pytest.mark.parametrize("cause", sampled(CAUSES, 8, lambda cause: cause.name))
def test_whoever_makes_a_typical_mistake_sees_its_cause_when_asked(client: FlaskClient, cause: KnownCause) -> None:
    question = drawn(cause.name)
    typed = wrong_number(question, cause.name)
    learner = Learner(client, at(f"mistake={cause.name}", 1))
    first = seen(learner.press("check", practice_score=typed))
    if learner.outcome != "wrong":
        return  # at its decimals the number is right with another rounding
    assert f"= {question.parts[0].right}" not in first and 'class="solved"' not in first
    named = learner.about.partition("=")
    sentence = cause_named(named[2]).sentence if named[0] == "mistake" else ""
    assert named[0] == "mistake" and sentence[:25] not in first, "the cause is shown on request"
    second = seen(learner.press("hint", practice_score=typed))
    assert len(second) > len(first) and f"= {question.parts[0].right}" not in second
    assert FIELD in second and 'class="solved"' not in second


def test_an_exercise_of_a_sheet_is_remembered_by_its_measure_or_as_it_is(client: FlaskClient) -> None:
    for kind in ("number", "two-judges"):
        question, learner = asked(kind), begins(client, kind)
        learner.press("check", **fields(question, **{part.id: wrong(part) for part in question.parts}))
        measure = json.loads(LIKE[kind]).get("measure")
        about = learner.about
        assert about.startswith((f"measure={measure}", f"mistake={measure}.") if measure else "like={")
        assert client.get("/practise", query_string={"mixed": about}).status_code == 303
