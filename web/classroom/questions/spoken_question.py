"""A question that the lecturer writes in one line on the spot, about what is on the screen."""

from __future__ import annotations

from ireval.errors import InputError
from ireval.exercises import Sheet
from ireval.exercises.question.safe_markdown import first_words
from web.classroom.questions.asked_view import read_view
from web.classroom.questions.higher_score import compared_places
from web.classroom.questions.round_body import LONGEST_TITLE, OWN, Body, question_body, shown_lists
from web.question.lab_lists import lab_conventions
from web.question.question_line import read_question_line

#: The key of the question that was prepared for an item of a playlist, among the offers of its view.
PREPARED = "prepared"


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
