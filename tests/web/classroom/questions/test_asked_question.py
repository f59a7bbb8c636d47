"""A question as a class sees it: the same for everybody, nothing about what is correct, and only sound answers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask, render_template

from ireval.errors import InputError
from tests.linting import faults
from web.classroom.questions.asked_question import AskedQuestion
from web.classroom.questions.offers import offered_questions
from web.classroom.questions.spoken_question import spoken_question

LAB = "/lab?labels=101003000200003&unretrieved=32211"


@pytest.fixture(autouse=True)
def in_request(app: Flask) -> Iterator[None]:
    with app.test_request_context("/"):
        yield


def spoken(line: str, view: str = LAB) -> AskedQuestion:
    return AskedQuestion.of(spoken_question(line, view))


def phone(question: AskedQuestion, answers: dict[str, str] | None = None, refused: dict[str, str] | None = None) -> str:
    return render_template(
        "classroom/question_phone.html", asked=question, answers=answers or {}, refused=refused or {}
    )


def screen(question: AskedQuestion) -> str:
    return render_template("classroom/question_screen.html", asked=question)


def test_options_have_letters_in_the_order_in_which_they_were_written() -> None:
    question = spoken("Which is larger here? P@5; *P@10; equal; R; S; T")
    assert [(o.letter, o.text) for o in question.options] == list(
        zip("ABCDEF", ("P@5", "P@10", "equal", "R", "S", "T"), strict=True)
    )
    assert question.correct == {"choice": "B"} and not question.parts
    opinion = spoken("Which do you like? P@5; P@10")
    assert [(o.letter, o.text) for o in opinion.options] == [("A", "P@5"), ("B", "P@10")]
    assert opinion.is_opinion and opinion.correct == {}


def test_the_page_is_the_same_whichever_option_is_correct() -> None:
    """Nothing in the markup of phones and screen depends on the correct answer."""
    lines = ["Which? *P@5; P@10; equal", "Which? P@5; *P@10; equal", "Which? P@5; P@10; *equal"]
    shown = {(phone(spoken(line)), screen(spoken(line))) for line in lines}
    assert len(shown) == 1
    numbers = {(phone(spoken(line)), screen(spoken(line))) for line in ("How many? = 10", "How many? = 7 ± 2")}
    assert len(numbers) == 1


def test_no_page_has_the_answer_or_an_explanation() -> None:
    for offer in offered_questions(f"{LAB}&labels2=0110&cover=P.6"):
        question = AskedQuestion.of(offer.body())
        pages = phone(question) + screen(question)
        whys = [option.why for part in question.question.parts for option in part.options if option.why]
        assert not any(why in pages for why in whys)
        numbers = [part.right for part in question.question.parts if not part.options]
        assert not any(f">{number}<" in pages or f'"{number}"' in pages for number in numbers)
        assert "correct" not in pages and "data-" not in pages and faults(pages.replace("<main", "<div")) == []


def test_what_is_answered_stands_before_the_list() -> None:
    page = phone(spoken("Which? *P@5; P@10"))
    assert page.index('type="radio"') < page.index("<details") and page.index("<button") < page.index("<details")
    number = phone(AskedQuestion.of(next(o for o in offered_questions(LAB) if o.key == "score").body()))
    assert number.index('inputmode="decimal"') < number.index("<details") and "Show the list here" in number
    column = phone(AskedQuestion.of(offered_questions(f"{LAB}&cover=P")[0].body()))
    places = [column.index(f'name="answer.P-{rank}"') for rank in range(1, 16)]
    assert places == sorted(places) and places[-1] < column.index("<details")


def test_what_was_sent_is_shown_again_and_faults_belong_to_their_field() -> None:
    page = phone(spoken("Which? *P@5; P@10"), {"choice": "P@10"})
    assert 'value="P@10" checked' in page and page.count("checked") == 1
    field = "answer.answer"
    wrong = phone(spoken("How many? = 1"), {"answer": "ten"}, {field: "This is not a number."})
    assert 'value="ten"' in wrong and "This is not a number." in wrong and f'aria-describedby="{field}-fault"' in wrong


def test_the_screen_has_the_list_in_one_line() -> None:
    question = spoken("Which? *P@5; P@10")
    [strip] = question.strip
    assert [(chip.rank, chip.label) for chip in strip.chips][:3] == [("1", "1"), ("2", "0"), ("3", "1")]
    assert [chip.label for chip in strip.missed] == list("32211")
    page = screen(question)
    assert page.count('class="pill') == 20 and "not retrieved" in page and page.count('class="letter"') == 2
    assert strip.chips[5].look == "g3"


def test_text_from_outside_is_text() -> None:
    question = spoken("Is <script>alert(1)</script> **bold**? <img src=x>; [a](javascript:b)", "")
    page = phone(question) + screen(question)
    assert "<script" not in page and "<img" not in page and "href" not in page and "<strong>bold</strong>" in page
    assert question.lists == () and "<details" not in phone(question)
    named = AskedQuestion.of(spoken_question("Which? a; b", '/lab?labels=10&names=<b>x</b>,"y"&title=<i>'))
    assert "<b>x" not in phone(named) + screen(named)


def test_only_sound_answers_are_stored() -> None:
    choice, number = spoken("Which? *P@5; P@10"), spoken("How many? = 10")
    assert choice.answers({"answer.choice": " P@10 ", "answer.other": "x"}) == {"choice": "P@10"}
    assert number.answers({"answer.answer": "0,5"}) == {"answer": "0,5"}
    assert number.answers({"answer.answer": "  "}) == {} == choice.answers({})
    for question, form in (
        (choice, {"answer.choice": "P@7"}),
        (number, {"answer.answer": "ten"}),
        (number, {"answer.answer": "1" * 300}),
    ):
        with pytest.raises(InputError) as refused:
            question.answers(form)
        assert refused.value.field in form and refused.value.message


def test_an_opinion_is_never_correct() -> None:
    for line, given in (("Like it? yes; no", "yes"), ("How many would you read?", "10")):
        question = spoken(line)
        marked = question.mark({"answer": given})
        assert [part.outcome for part in marked.parts] == ["by-hand"] and marked.points == 0
    with pytest.raises(InputError):
        spoken("How many would you read?").answers({"answer.answer": "ten"})


@pytest.mark.parametrize("view", ["", "/glossary", "https://example.org/lab?labels=1", "/lab?labels=", "javascript:x"])
def test_a_question_can_be_asked_without_a_list(view: str) -> None:
    body = spoken_question("Which? a; *b", view)
    assert "lists" not in body and body["view"] in {"", "/glossary", "/lab?labels="}
    assert AskedQuestion.of(body).correct == {"choice": "B"}


def test_the_line_is_refused_at_its_field() -> None:
    with pytest.raises(InputError) as refused:
        spoken_question("Which? a", LAB)
    assert refused.value.field == "line"


def test_a_printed_table_is_shown_with_the_question_and_letters_stand_for_one_thing() -> None:
    """A lesson asks which number of a printed table is wrong, what is correct there, and what the writer did."""
    found = None
    for number in range(1, 30):
        for offer in offered_questions(f"/lessons/average-precision/K7M2PX/{number}"):
            if offer.key.startswith("question") and offer.body()["sheet"]["exercises"][0]["kind"] == "printed-table":
                found = AskedQuestion.of(offer.body())
    assert found and found.table
    cells = [cell.text for row in found.table.rows for cell in row]
    pages = phone(found), screen(found)
    assert all(f">{text}<" in page for page in pages for text in cells if text)
    assert sum(field.lettered for field in found.fields) == 1 and len(found.fields) == 3
    assert pages[0].count("<select") == 1 and "Show the table here" in pages[0]
    column = AskedQuestion.of(offered_questions(f"{LAB}&cover=P")[0].body())
    assert column.table is None
