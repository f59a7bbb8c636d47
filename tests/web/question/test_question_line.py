"""A question in one line: its text, its options or its number, and what is wrong with a line."""

from __future__ import annotations

import pytest

from ireval.errors import InputError
from ireval.exercises import Sheet, check, mark
from web.question.question_line import LETTERS, LONGEST_LINE, QuestionLine, read_question_line
from web.question.single_questions import question

LONG = "Which of the two is larger, " + "and by how much " * 15 + "P@5 or P@10?"


@pytest.mark.parametrize(
    ("line", "text", "options", "correct"),
    [
        ("Which is larger here, P@5 or P@10? P@5; P@10; equal", "…", ("P@5", "P@10", "equal"), ""),
        ("Which is larger here, P@5 or P@10? *P@5; P@10; equal", "…", ("P@5", "P@10", "equal"), "P@5"),
        ("Which is larger here, P@5 or P@10?P@5;P@10 *;equal;", "…", ("P@5", "P@10", "equal"), "P@10"),
        ("  Which is larger here,  P@5 or P@10? P@5 ;* P@10", "…", ("P@5", "P@10"), "P@10"),
        ("Really? Which is larger? *A; B", "Really? Which is larger?", ("A", "B"), "A"),
        ("Which of them asks? Who?; *Why?", "Which of them asks?", ("Who?", "Why?"), "Why?"),
        ("Read it; then say: is AP 0,29? yes; *0,58; 2 * 0,29", "Read it; then say: is AP 0,29?", 3, "0,58"),
        ("Is <b>bold</b> text? <i>yes</i>; & no", "Is <b>bold</b> text?", ("<i>yes</i>", "& no"), ""),
        ("Which is `code`? **strong**; _under_", "Which is `code`?", ("strong", "_under_"), "strong"),
        ("Größer? ja; *nein", "Größer?", ("ja", "nein"), "nein"),
        (f"{LONG} *P@5; P@10", LONG, ("P@5", "P@10"), "P@5"),
        ("How many? 1; 2; 3; 4; 5; *6", "How many?", tuple("123456"), "6"),
    ],
)
def test_options_are_read(line: str, text: str, options: tuple[str, ...] | int, correct: str) -> None:
    read = read_question_line(line)
    assert read.text == ("Which is larger here, P@5 or P@10?" if text == "…" else text)
    assert len(read.options) == options if isinstance(options, int) else read.options == options
    assert (read.correct, read.answer, read.is_opinion) == (correct, "", not correct)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("How many relevant documents are there? = 10", ("How many relevant documents are there?", "10", 0)),
        ("What is AP?=0,29", ("What is AP?", "0,29", 0)),
        ("What is AP? = 0.75 ± 0.005", ("What is AP?", "0.75", 0.005)),
        ("What is AP? = 0,75 +/- 0,01", ("What is AP?", "0,75", 0.01)),
        ("What is AP? = 2/3 +- 0.1", ("What is AP?", "2/3", 0.1)),
        ("Calculate AP. = 0.29", ("Calculate AP.", "0.29", 0)),
        ("Is P(rel=2)@5 above 0? = 0.4", ("Is P(rel=2)@5 above 0?", "0.4", 0)),
        ("Share? = 58 %", ("Share?", "58 %", 0)),
    ],
)
def test_numbers_are_read(line: str, read: tuple[str, str, float]) -> None:
    found = read_question_line(line)
    assert (found.text, found.answer, found.tolerance) == read
    assert not found.options and not found.is_opinion


def test_a_question_alone_asks_for_a_number_of_which_none_is_correct() -> None:
    assert read_question_line("How many documents would you read?") == QuestionLine(
        "How many documents would you read?"
    )


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("", "question-line-empty"),
        (" \t ", "question-line-empty"),
        ("P@5; P@10; equal", "question-line-without-mark"),
        ("Which is larger: P@5; P@10", "question-line-without-mark"),
        ("Hello", "question-line-without-mark"),
        ("a = b", "question-line-without-mark"),
        ("? P@5; P@10", "question-line-without-text"),
        ("**?** yes; no", "question-line-without-text"),
        ("Is it larger? yes", "question-line-one-option"),
        ("Is it larger? yes;", "question-line-one-option"),
        ("Is it larger? ;", "question-line-one-option"),
        ("Is it larger? yes;;no", "question-line-option-empty"),
        ("Is it larger? *; no", "question-line-option-empty"),
        ("Is it larger? P@5; p @5", "question-line-option-twice"),
        ("Is it larger? *yes; no*", "question-line-marked-twice"),
        ("Which? 1; 2; 3; 4; 5; 6; 7", "question-line-options"),
        ("How many? =", "question-line-number-missing"),
        ("How many? = ten", "question-line-number-unreadable"),
        ("How many? = 10 ± few", "question-line-number-unreadable"),
        ("How many? = 10 ± 1 ± 1", "question-line-number-unreadable"),
        ("How many? = 10; 12", "question-line-number-and-options"),
        ("Which? " + "x" * 201 + "; y", "question-line-option-too-long"),
        ("Which " + "x" * LONGEST_LINE + "? a; b", "question-line-too-long"),
        ("Which\u202e? a; b", "unprintable-character"),
        ("Which\0? a; b", "unprintable-character"),
    ],
)
def test_what_is_wrong_with_a_line_is_said_with_how_to_write_it(line: str, key: str) -> None:
    with pytest.raises(InputError) as refused:
        read_question_line(line, "line")
    assert (refused.value.field, refused.value.key) == ("line", key)
    assert refused.value.message and (refused.value.suggestion or key == "unprintable-character")


@pytest.mark.parametrize(
    ("line", "given", "outcomes"),
    [
        ("Which? *A; B", ("A", "B"), ["right", "wrong"]),
        ("Which? A; B", ("A", "B"), ["by-hand", "by-hand"]),
        ("How many? = 10", ("10", "9", "10,0"), ["right", "wrong", "right"]),
        ("How many? = 10 ± 1", ("11", "9", "11.1"), ["right", "right", "wrong"]),
        ("How many?", ("0", "10"), ["by-hand", "by-hand"]),
    ],
)
def test_answers_are_marked_and_opinions_are_never_correct(
    line: str, given: tuple[str, ...], outcomes: list[str]
) -> None:
    exercise, sheet = read_question_line(line).exercise("own"), Sheet(title="", seed=0, exercises=())
    check(sheet, exercise, "own")
    asked = question(sheet, exercise, "K7M2PX")
    marked = [mark(asked, {asked.parts[0].id: text}).parts[0] for text in given]
    assert [part.outcome for part in marked] == outcomes
    assert all((part.points > 0) == (part.outcome == "right") for part in marked)


def test_the_advice_of_a_line_without_a_question_mark_can_be_followed() -> None:
    advice = InputError("line", "question-line-without-mark").suggestion
    assert read_question_line(advice.split("“")[2].split("”")[0]).correct == "P@5"
    assert read_question_line(advice.split("“")[3].split("”")[0]).answer == "10"
    assert len(LETTERS) == 6
