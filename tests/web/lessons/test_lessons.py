"""The pages of lessons: steps in order, the lab of a step, questions drawn for a key, and answers marked."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from ireval.exercises import variant
from ireval.lessons import Lab, Lesson, Quiz, read_course
from ireval.lessons.directives.systems_directive import Systems
from ireval.measure.spelling import parse
from ireval.ranking.labels import read_labels
from tests.paths import ROOT
from tests.tiers import sampled
from web.state.address import from_query

pytestmark = pytest.mark.slow

COURSE = read_course(ROOT / "lessons")
STEPS = [(lesson, i) for lesson in COURSE.lessons.values() for i in range(1, len(lesson.steps) + 1)]
KEY = "K7M2PXABC"
#: The page's script gets the question alone, which takes less time.
SCRIPT = {"HX-Request": "true"}
#: A step, a key or both that no lesson has.
WRONG = ("K7M2PXABC/0", "K7M2PXABC/99", "k7m2pxabc/1", "<b>/1", "99")
AP = COURSE.lessons["average-precision"]


def name_of(step: tuple[Lesson, int]) -> str:
    """A step as tests name it: the lesson and the number."""
    return f"{step[0].slug}-{step[1]}"


def page(client: FlaskClient, lesson: Lesson, number: int, key: str = KEY) -> str:
    answer = client.get(f"/lessons/{lesson.slug}/{key}/{number}")
    assert answer.status_code == 200
    return answer.text


def test_nothing_is_wrong_with_the_course() -> None:
    assert not [f"{file.name}:{fault.line}: {fault.text}" for file, found in COURSE.faults.items() for fault in found]


@pytest.mark.parametrize("lesson", COURSE.lessons.values(), ids=lambda lesson: lesson.slug)
def test_each_lesson_begins_with_a_prediction_asks_three_times_and_ends_with_drawn_questions(lesson: Lesson) -> None:
    asking = [step for step in lesson.steps if step.quizzes]
    assert any(quiz.prediction for quiz in lesson.steps[0].quizzes) and len(asking) >= 3
    last = [quiz for quiz in lesson.steps[-1].quizzes if quiz.exercise.generated]
    assert last, "the check is drawn for each visitor"


def test_every_step_is_a_page_with_its_title_and_the_way_on_and_its_links_lead_somewhere(client: FlaskClient) -> None:
    """The pages of all steps, which takes seconds, and is what readers of a lesson need.

    All addresses have nothing wrong in their parts; one is opened of those with the same path and the same parts.
    """
    addresses = set()
    for lesson, number in STEPS:
        text, place = page(client, lesson, number), name_of((lesson, number))
        title = f'<h1 class="step-title" id="step" tabindex="-1">{lesson.steps[number - 1].title}</h1>'
        assert title in text.replace("&#39;", "'"), place
        assert ('rel="prev"' in text) is (number > 1), place
        assert ('rel="next"' in text) is (number < len(lesson.steps)), place
        assert text.count('class="quiz"') == len(lesson.steps[number - 1].quizzes), place
        shown = text.partition("<main")[2]
        if number > 1:  # what is for lecturers is the same at each step
            shown = shown.partition('class="lecturing"')[0]
        addresses |= {unescape(found).partition("#")[0] for found in re.findall(r'<a\b[^>]* href="(/[^"]*)"', shown)}
    assert len(addresses) > len(STEPS), "each step has links of its own"
    places: dict[tuple[str, ...], str] = {}
    for address in sorted(addresses - {f"/lessons/{lesson.slug}/{KEY}/{number}" for lesson, number in STEPS}):
        path, query = urlsplit(address)[2:4]
        parts = dict(parse_qsl(query, keep_blank_values=True))
        if path.startswith(("/lab", "/switchboard", "/enter")):
            assert not (found := from_query(parts).errors), (address, found)
        places.setdefault((path, *(name for name in parts if name not in {"unretrieved", "names"})), address)
    answers = {address: client.get(address).status_code for address in places.values()}
    assert {address: status for address, status in answers.items() if status not in {200, 303}} == {}


@pytest.mark.parametrize(("lesson", "number"), sampled(STEPS, 12, name_of))
def test_right_answers_are_marked_right_and_the_solution_is_shown_on_request(
    client: FlaskClient, lesson: Lesson, number: int
) -> None:
    questions = {question.id: question for question in variant(lesson.sheet, KEY).questions}
    for quiz in lesson.steps[number - 1].quizzes:
        question = questions[quiz.exercise.id]
        sent = {f"{question.id}.{part.id}": part.right for part in question.parts}
        address = f"/lessons/{lesson.slug}/{KEY}/{number}/answers"
        right = client.post(address, data={**sent, "check": question.id}, headers=SCRIPT).text
        count = len(question.parts)
        assert f"{count} of {count}" in _standing(right, question.id)
        progress = re.search(r'name="progress" value="([^"]*)"', right)
        assert progress
        sent |= {"progress": progress[1], "solution": question.id}
        shown = client.post(address, data=sent, headers=SCRIPT).text
        assert 'class="solved"' in shown and 'class="solved"' not in right


def _standing(text: str, exercise: str) -> str:
    form = re.search(rf'<form class="quiz" id="quiz-{exercise}".*?</form>', text, re.DOTALL)
    assert form
    found = re.search(r'<p class="standing"[^>]*>(.*?)</p>', form[0], re.DOTALL)
    assert found
    return found[1]


def test_what_was_typed_stays_and_its_mistake_is_not_named_before_somebody_asks(client: FlaskClient) -> None:
    (quiz,) = AP.steps[4].quizzes
    answer = client.post(
        f"/lessons/{AP.slug}/{KEY}/5/answers", data={f"{quiz.exercise.id}.score": "0,58", "check": quiz.exercise.id}
    )
    assert 'value="0,58"' in answer.text and "0 of 1 correct" in answer.text
    assert "by the 5 relevant documents" not in answer.text, "2.9/5, where 2.9/10 is right"


@pytest.mark.parametrize("lesson", COURSE.lessons.values(), ids=lambda lesson: lesson.slug)
def test_no_step_shows_the_score_that_it_asks_for(client: FlaskClient, lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps, start=1):
        lab = next((block for block in step.blocks if isinstance(block, Lab)), None)
        asked = {str(parse(quiz.exercise.measure)) for quiz in step.quizzes if quiz.exercise.list}
        if lab and str(parse(lab.parts["show"])) in asked:
            assert 'class="result covered"' in page(client, lesson, number), f"step {number}"


@pytest.mark.parametrize(("lesson", "number"), [(AP, 5), (COURSE.lessons["relevance-and-judges"], 4)])
def test_the_script_gets_the_question_alone_as_it_is_on_the_page(
    client: FlaskClient, lesson: Lesson, number: int
) -> None:
    address = f"/lessons/{lesson.slug}/{KEY}/{number}/answers"
    whole = client.get(address.removesuffix("/answers")).text
    for name in re.findall(r'name="check" value="([^"]+)"', whole):
        alone = client.post(address, data={"check": name}, headers=SCRIPT)
        page_again = client.post(address, data={"check": name}).text
        form = re.search(rf'<form class="quiz[^>]* id="quiz-{name}".*?</form>', page_again, re.DOTALL)
        assert form and alone.text.strip() == form[0] and "HX-Request" in alone.headers["Vary"]
    assert client.post(address, data={"check": "9-9"}, headers=SCRIPT).status_code == 404


def test_keys_draw_other_numbers_and_the_address_keeps_them(client: FlaskClient) -> None:
    drawn = len(AP.steps)
    assert page(client, AP, drawn) == page(client, AP, drawn) != page(client, AP, drawn, "AAAABBBBC")
    begun = [client.get(f"/lessons/{AP.slug}").headers["Location"] for _ in range(2)]
    assert begun[0] != begun[1] and all(re.fullmatch(rf"/lessons/{AP.slug}/\w+/1", address) for address in begun)


def test_the_lab_of_a_step_follows_its_labels(client: FlaskClient) -> None:
    address = f"/lessons/{AP.slug}/{KEY}/5"
    assert ">2.900<" in page(client, AP, 5)
    changed = client.get(f"{address}?labels=111003000200003&unretrieved=32211&size=800&conventions=lillis").text
    assert ">4.567<" in changed and 'class="quiz"' in changed
    form = {"was": "labels=10&conventions=lillis", "g1": "0", "g2": "1", "show": "AP"}
    fragment = client.post(address, data=form, headers=SCRIPT)
    assert fragment.status_code == 200 and f'action="{address}"' in fragment.text and "<h1" not in fragment.text
    plain = client.post(address, data=form)
    assert plain.status_code == 303 and plain.headers["Location"].startswith(f"{address}?labels=01")


@pytest.mark.parametrize(
    "path",
    ["nothing", "nothing/K7M2PXABC/1", *(f"average-precision/{rest}" for rest in WRONG)],
)
def test_what_does_not_exist_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(f"/lessons/{path}").status_code == 404


def test_a_step_without_a_lab_takes_no_change(client: FlaskClient) -> None:
    assert client.post(f"/lessons/{AP.slug}/{KEY}/1", data={"g1": "1"}).status_code == 404


@pytest.mark.parametrize(
    "sent", [{}, {"check": "9-9"}, {"check": "1-1", "1-1.choice": "<script>"}, {"solution": "x" * 99}]
)
def test_answers_that_belong_to_no_question_do_no_harm(client: FlaskClient, sent: dict[str, str]) -> None:
    answer = client.post(f"/lessons/{AP.slug}/{KEY}/1/answers", data=sent)
    assert answer.status_code == 200 and "<script>" not in answer.text.replace('<script type="module"', "")


def test_the_course_lists_its_lessons_with_what_they_teach(client: FlaskClient) -> None:
    text = client.get("/lessons").text
    for lesson in COURSE.lessons.values():
        assert f'href="/lessons/{lesson.slug}"' in text and lesson.objectives[0] in text
    assert isinstance(AP.steps[0].quizzes[0], Quiz)


@pytest.mark.parametrize("lesson", COURSE.lessons.values(), ids=lambda lesson: lesson.slug)
def test_the_last_step_leads_to_the_lab_with_the_last_list(client: FlaskClient, lesson: Lesson) -> None:
    shown = [block for step in lesson.steps for block in step.blocks if isinstance(block, Lab | Systems)]
    found = re.search(r'<a class="tool lab-door" href="([^"]+)"', page(client, lesson, len(lesson.steps)))
    assert found, "a lesson has a list to go on with"
    address, last = unescape(found[1]), shown[-1].parts
    parts = dict(parse_qsl(urlsplit(address).query, keep_blank_values=True))
    labels = [name for name in last if re.fullmatch(r"labels\d*", name)]
    assert [read_labels(parts[name]) for name in labels] == [read_labels(last[name]) for name in labels]
    assert all(parts[name] == last[name] for name in ("subtopics", "conventions") if name in last)
    assert parts.get("arrangement", "systems") == last.get("arrangement", "systems")
    assert client.get(address).status_code == 200


def test_a_step_before_the_first_list_leads_to_no_lab(client: FlaskClient) -> None:
    assert "lab-door" not in page(client, AP, 1) and "lab-door" in page(client, AP, 2)
