"""What a class can be asked about a view: which questions, on which lists, and that the correct answers are correct.

The truth is that of ``ireval.explain`` on the labels in the address.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from flask import Flask

from ireval import explain
from ireval.conventions import PRESETS
from ireval.errors import InputError
from ireval.lessons import read_course
from tests.paths import ROOT
from web.classroom.questions.asked_question import AskedQuestion
from web.classroom.questions.offer import Offer
from web.classroom.questions.offers import offered_questions
from web.classroom.questions.round_body import Body

pytestmark = pytest.mark.slow

FIFTEEN = "labels=101003000200003&unretrieved=32211"
STEP = "/lessons/average-precision/K7M2PX/3"


@pytest.fixture(autouse=True)
def in_request(app: Flask) -> Iterator[None]:
    with app.test_request_context("/"):
        yield


def offers(address: str, document: str = "") -> dict[str, Offer]:
    return {offer.key: offer for offer in offered_questions(address, document)}


def asked(offer: Offer) -> AskedQuestion:
    return AskedQuestion.of(offer.body())


def right_option(question: AskedQuestion) -> str:
    letter = question.correct["choice"]
    return next(option.text for option in question.options if option.letter == letter)


# ---- Numbers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("conventions", "places"), [*product(("trec_eval", "lillis", "kth", "mir"), (2, 3, 5))])
def test_the_score_is_that_of_the_measure_on_the_screen(conventions: str, places: int) -> None:
    offer = offers(f"/lab?{FIFTEEN}&conventions={conventions}&places={places}&show=nDCG@10&view=projector")["score"]
    value = explain("101003000200003", "32211", conventions=conventions).value("nDCG@10")
    assert offer.title == "The score: nDCG@10"
    question = asked(offer)
    assert question.correct == {"score": f"{value:.{places}f}"}
    assert question.mark(question.correct).parts[0].outcome == "right"


def test_a_wrong_number_has_its_cause() -> None:
    question = asked(offers(f"/lab?{FIFTEEN}")["score"])
    assert question.mark({"score": "0.580"}).parts[0].outcome in {"mistake", "convention"}
    assert "5" in question.mark({"score": "0.580"}).parts[0].text


def test_what_is_covered_is_asked_first() -> None:
    found = offers(f"/lab?{FIFTEEN}&cover=P.6,P,AP,RR")
    assert list(found)[:4] == ["covered-P.6", "covered-P", "covered-AP", "covered-RR"] and "score" not in found
    assert [offer.title for offer in found.values()][:3] == ["Covered: P[6]", "Covered: P", "Covered: AP"]
    columns = explain("101003000200003", "32211").columns("AP")["P"]
    assert asked(found["covered-P.6"]).correct == {"P-6": f"{columns[5]:.3f}"}
    whole = asked(found["covered-P"])
    assert [part.label for part in whole.parts] == [*(f"P[{i}]" for i in range(1, 16)), "AP"]
    assert list(whole.correct.values())[:15] == [f"{x:.3f}" for x in columns]
    assert asked(found["covered-RR"]).correct == {"score": "1.000"}


def test_a_covered_cell_of_a_list_with_unjudged_documents_is_the_one_of_its_rank() -> None:
    """Tables of measures that leave unjudged documents out have fewer rows than the list."""
    labels = "1u0u1101"
    for show, preset in product(("Bpref", "AP", "nDCG@5"), ("trec_eval", "lillis")):
        found = offers(f"/lab?labels={labels}&unretrieved=1&show={show}&conventions={preset}&cover=rel.5,gain.5,P.5")
        table = explain(labels, "1", conventions=preset).table(show)
        for key, offer in found.items():
            if key.startswith("covered-"):
                column, row = key.removeprefix("covered-").split(".")
                places = table.computed.positions.tolist()
                value = table.computed.columns[column][places.index(int(row) - 1)]
                assert float(next(iter(asked(offer).correct.values()))) == pytest.approx(float(value), abs=6e-4)


def test_cells_that_do_not_exist_are_not_offered() -> None:
    assert [key for key in offers("/lab?labels=101&cover=P.9,DCG,DCG.1&show=AP") if key.startswith("covered-P")] == []


# ---- Choices ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "show"),
    [("10100", "01100", "nDCG@5"), ("01100", "10100", "AP"), ("10100", "10010", "P@5"), ("1100", "1010", "RR")],
)
def test_a_b_or_equal(first: str, second: str, show: str) -> None:
    offer = offers(f"/lab?labels={first}&labels2={second}&show={show}&unretrieved=1&unretrieved2=1")["higher"]
    question = asked(offer)
    assert offer.title == "A, B or equal?"
    assert [(o.letter, o.text) for o in question.options] == [
        ("A", "System A"),
        ("B", "System B"),
        ("C", "Both are equal"),
    ]
    missed = [second.count("1") - first.count("1"), 0]
    total = max(first.count("1"), second.count("1"))
    lists = [(listed.title, [row.label for row in listed.rows]) for listed in question.lists]
    assert lists == [("System A", list(first)), ("System B", list(second))]
    scores = [_score_of(listed.rows, listed.missed, show) for listed in question.lists]
    truth = "Both are equal" if abs(scores[0] - scores[1]) < 1e-9 else f"System {'AB'[scores[1] > scores[0]]}"
    assert right_option(question) == truth and total >= max(missed)


def _score_of(rows: tuple[object, ...], missed: tuple[object, ...], show: str) -> float:
    def written(part: tuple[object, ...]) -> str:
        return "".join("u" if row.label == "unjudged" else row.label for row in part)  # type: ignore[attr-defined]

    value = explain(written(rows), written(missed)).value(show)
    assert value is not None
    return value


def test_the_best_of_several_lists_and_own_titles() -> None:
    base = "/lab?labels=1001&labels2=1100&labels3=0011&title=BM25&title2=*Best*&title3=BM25&show=AP"
    question = asked(offers(base)["higher"])
    texts = [option.text for option in question.options]
    assert texts == ["BM25 (A)", "*Best* (B)", "BM25 (C)", "The best ones are equal"]
    assert right_option(question) == "*Best* (B)"
    tied = asked(offers("/lab?labels=1100&labels2=1100&labels3=0011&show=AP")["higher"])
    assert right_option(tied) == "The best ones are equal"


def test_pairs_compare_the_two_systems_of_the_open_query() -> None:
    lists = "&".join(f"labels{i or ''}={x}" for i, x in zip(("", 2, 3, 4), ("10", "01", "01", "10"), strict=True))
    question = asked(offers(f"/lab?{lists}&arrangement=pairs&list=4&show=RR")["higher"])
    assert [option.text for option in question.options][:2] == ["A", "B"] and right_option(question) == "B"


def test_scores_that_only_look_equal_are_told_apart() -> None:
    question = asked(offers("/lab?labels=1000000000&labels2=1000000000&show=P@10&places=1")["higher"])
    assert right_option(question) == "Both are equal"
    near = asked(offers("/lab?labels=01000&labels2=10000&show=nDCG@5&places=0")["higher"])
    assert right_option(near) == "System B"
    why = near.question.parts[0].right_option.why
    assert "0.6" in why and "1" in why


@pytest.mark.parametrize("labels", ["1010", "0110", "10u0", "1100"])
@pytest.mark.parametrize("show", ["AP", "nDCG@3", "P@2", "RR", "Recall@2"])
def test_the_score_after_a_document_becomes_relevant(labels: str, show: str) -> None:
    for index, label in enumerate(labels):
        found = offers(f"/lab?labels={labels}&unretrieved=1&show={show}", f"d{index + 1}")
        if label == "1":
            assert "change" not in found
            continue
        before = explain(labels, "1").value(show)
        after = explain(labels[:index] + "1" + labels[index + 1 :], "1").value(show)
        assert before is not None and after is not None
        truth = "The same" if abs(after - before) < 1e-9 else "Up" if after > before else "Down"
        question = asked(found["change"])
        assert right_option(question) == truth
        assert f"d{index + 1}" in found["change"].title and [o.text for o in question.options] == [
            "Up",
            "Down",
            "The same",
        ]


def test_the_document_is_one_with_which_intuition_fails() -> None:
    falls = offers("/lab?labels=1110000000&unretrieved=110&show=AP")["change"]
    assert right_option(asked(falls)) == "Down"
    same = offers("/lab?labels=100000&show=P@3")["change"]
    assert right_option(asked(same)) == "The same"
    graded = asked(offers("/lab?labels=30102&scale=3&show=AP&rel=2")["change"])
    assert "grade 2" in graded.prompt


@pytest.mark.parametrize("show", ["AP", "nDCG@5", "Bpref", "Q", "R-precision", "RBP"])
def test_exactly_one_convention_gives_the_number(show: str) -> None:
    labels, missed = "1020u0130", "2110"
    found = offers(f"/switchboard?labels={labels}&unretrieved={missed}&show={show}&rows=differing")
    if "convention" not in found:
        return
    assert next(iter(found)) == "convention"
    question = asked(found["convention"])
    number = found["convention"].title.split()[3].rstrip("?")
    texts = {f"{value:.3f}" for key in PRESETS if (value := explain(labels, missed, conventions=key).value(show))}
    assert number in texts
    whys = {option.text: option.why for option in question.question.parts[0].options}
    giving = [text for text, why in whys.items() if f"= {number}" in why]
    assert giving == [right_option(question)] and 2 <= len(whys) <= 6
    for why in whys.values():
        named = [p.key for p in PRESETS.values() if f"by {p.title}" in why]
        gives = why.split("= ")[1].split(". ")[0].rstrip(".")
        for key in named:
            assert f"{explain(labels, missed, conventions=key).value(show):.3f}" == gives


def test_without_a_difference_no_convention_is_asked_for() -> None:
    assert "convention" not in offers("/switchboard?labels=111&show=P@3")


# ---- Views -----------------------------------------------------------------------------------------------------------


def test_a_step_has_its_own_questions_with_the_numbers_of_its_key() -> None:
    found = offers(f"{STEP}?present=1")
    lesson = read_course(ROOT / "lessons").lessons["average-precision"]
    own = [f"question-{quiz.exercise.id}" for quiz in lesson.steps[2].quizzes]
    assert own and list(found)[: len(own)] == own
    body = found[own[0]].body()
    assert (body["key"], body["view"], body["kind"]) == ("K7M2PX", f"{STEP}?present=1", "question")
    assert "change" in found


def test_every_question_of_the_course_can_be_asked_and_its_answer_is_right() -> None:
    """All kinds of the course's questions; about two seconds, because all of them are drawn."""
    lessons = read_course(ROOT / "lessons").lessons
    for slug, lesson in lessons.items():
        for number, step in enumerate(lesson.steps, start=1):
            found = offers(f"/lessons/{slug}/K7M2PX/{number}") if step.quizzes else {}
            for quiz in step.quizzes:
                question = asked(found[f"question-{quiz.exercise.id}"])
                right = {part.id: part.right for part in question.question.parts}
                assert {part.outcome for part in question.mark(right).parts} <= {"right", "by-hand"}
                assert all(f.options or f.mode for f in question.fields) and question.correct.keys() == right.keys()


def test_a_step_that_the_lecturer_changed_is_asked_about_as_it_is_on_the_screen() -> None:
    found = offers(f"{STEP}?labels=110&show=P@2&view=projector")
    assert asked(found["score"]).correct == {"score": "1.000"}


def test_a_comparison_on_a_topic() -> None:
    address = "/compare?collection=harbour&run=pieces&run=words&topic=3&measures=AP,P@5"
    assert set(offers(address)) >= {"higher"}
    assert offers("/compare?collection=harbour&run=pieces&run=words") == {}
    assert offers("/compare?collection=harbour&run=nothing&run=words&topic=3") == {}
    second = asked(offers(f"{address}&pair=m2p1")["higher"])
    assert "P@5" in second.prompt and [listed.title for listed in second.lists] == ["pieces", "words"]


def test_a_long_list_is_asked_about_without_calculations() -> None:
    long = "10" * 100
    found = offers(f"/lab?labels={long}&labels2={long[::-1]}&show=AP&cover=AP")
    assert "higher" in found and "score" not in found and "covered-AP" not in found
    assert [len(listed.rows) for listed in asked(found["higher"]).lists] == [50, 50]


@pytest.mark.parametrize(
    "address",
    [
        "",
        "/glossary",
        "/lessons/nothing/K7M2PX/1",
        "/lessons/average-precision/K7M2PX/99",
        "https://example.org/lab?labels=101",
        "//example.org/lab?labels=101",
        "lab?labels=101",
        "/\\example.org/lab?labels=1",
        "http://[",
        "/lab?labels=",
        "/lab?labels=\u2028",
        "/lab?labels=" + "1" * 9000,
    ],
)
def test_nothing_can_be_asked_about_other_addresses(address: str) -> None:
    assert offered_questions(address) == []


def test_scores_that_are_undefined_are_not_asked_for() -> None:
    assert offers("/lab?labels=000&show=AP&conventions=lillis").keys() <= {"change", "convention"}


def test_all_bodies_are_the_same_each_time() -> None:
    address = f"/lab?{FIFTEEN}&labels2=0110&cover=P.6"

    def bodies() -> list[Body]:
        return [offer.body() for offer in offered_questions(address)]

    assert bodies() == bodies() and len(bodies()) >= 4
    with pytest.raises(InputError):
        AskedQuestion.of({"kind": "judging"})
