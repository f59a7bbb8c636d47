"""A question that the lecturer writes in one line on the spot, about what is on the screen.

Its correct answer can be given later, on another screen, when the class has the question already. Until then it asks
for an opinion. What was sent stays as it is: an option keeps what is sent for it, and the part its id.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from ireval.errors import InputError
from ireval.exercises import Exercise, Sheet
from ireval.exercises.kinds.own import choice_question, numeric_question, text_question
from ireval.exercises.question.safe_markdown import first_words
from ireval.exercises.sheet.sheet_reader import read_sheet
from ireval.numbers.typed_number import read_typed
from web.classroom.questions.asked_question import AskedQuestion
from web.classroom.questions.asked_view import read_view
from web.classroom.questions.higher_score import compared_places
from web.classroom.questions.round_body import LONGEST_TITLE, OWN, QUESTION, Body, question_body, shown_lists
from web.question.lab_lists import lab_conventions
from web.question.question_line import LETTERS, QuestionLine, read_question_line

#: The keys of the kinds of questions that a line can ask.
OWN_KINDS = {kind.KIND.key for kind in (choice_question, numeric_question, text_question)}
#: The key of the question that was prepared for an item of a playlist, among the offers of its view.
PREPARED = "prepared"
#: The field with the correct option, as its letter, or with the correct number.
CORRECT = "correct"


def prepared_title(line: str) -> str:
    """The text of a prepared question without its options; empty if there is none."""
    try:
        return first_words(read_question_line(line).text, LONGEST_TITLE)
    except InputError:
        return ""


def spoken_question(line: str, view: str, field: str = "line") -> Body:
    """Return the body of the round with the question in a line, about the view at an address, which may be empty.

    Raises ``InputError`` at ``field`` if the line cannot be read; the error says how to write it.
    """
    read = read_question_line(line, field)
    seen = read_view(view)
    state = seen.reading.state if seen and seen.reading else None
    lists = shown_lists(state, compared_places(state) or [state.place]) if state and state.grades else []
    sheet = lab_conventions(state) if state else Sheet(title="", seed=0, exercises=())
    address = seen.address if seen else ""
    title = first_words(read.text, LONGEST_TITLE)
    opinions = read.options if read.is_opinion else ()
    return question_body(sheet, read.exercise(OWN), title, address, lists=lists, options=opinions)


class OwnOption(NamedTuple):
    """An option of an own question with its letter; ``right`` if the lecturer has marked it."""

    letter: str
    text: str
    right: bool


class OwnQuestion(NamedTuple):
    """A question that the lecturer wrote: its ``options``, or the correct number, which is empty if none was given."""

    options: tuple[OwnOption, ...]
    answer: str


def own_question(body: Mapping[str, Any]) -> OwnQuestion | None:
    """The own question in the body of a round; None for any other."""
    exercise = _exercise(body)
    if exercise is None:
        return None
    right = {option.text for option in exercise.options if option.correct}
    texts = _options(body, exercise)
    options = (OwnOption(letter, text, text in right) for letter, text in zip(LETTERS, texts, strict=False))
    return OwnQuestion(tuple(options), exercise.answer if exercise.kind == numeric_question.KIND.key else "")


def corrected(body: Body, correct: str) -> Body:
    """The body with the ``correct`` option, given by its letter, or with the correct number.

    Raises ``InputError`` if the question is none that the lecturer wrote, if it has no such option, and for text that
    is no number.
    """
    exercise = _exercise(body)
    if exercise is None:
        raise InputError(CORRECT, "correct-of-no-own-question")
    options, given = _options(body, exercise), correct.strip()
    if options:
        letters = LETTERS[: len(options)]
        if len(given) != 1 or given.upper() not in letters:
            raise InputError(CORRECT, "correct-no-option", text=given, letters=list(letters))
        line = QuestionLine(exercise.text, options, options[letters.index(given.upper())])
    else:
        read_typed(given, CORRECT)
        line = QuestionLine(exercise.text, answer=given)
    sheet = replace(read_sheet(json.dumps(body["sheet"])), exercises=(line.exercise(OWN),))
    kept = {name: value for name, value in body.items() if name not in {"options", "part"}}
    part = AskedQuestion.of(body).fields[0].id
    return kept | {"sheet": json.loads(sheet.to_text()), "part": part}


def _exercise(body: Mapping[str, Any]) -> Exercise | None:
    """The exercise of an own question."""
    if body.get("kind") != QUESTION or body.get("exercise") != OWN:
        return None
    found = read_sheet(json.dumps(body["sheet"])).exercises[0]
    return found if found.kind in OWN_KINDS else None


def _options(body: Mapping[str, Any], exercise: Exercise) -> tuple[str, ...]:
    return tuple(body.get("options", ())) or tuple(option.text for option in exercise.options)
