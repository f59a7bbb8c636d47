"""An own question in one line: its text, and after the question mark its options or its number.

>>> line = read_question_line("Which is larger here, P@5 or P@10? *P@5; P@10; equal")
>>> line.text, line.options, line.correct
('Which is larger here, P@5 or P@10?', ('P@5', 'P@10', 'equal'), 'P@5')
>>> read_question_line("How many documents are relevant? = 10 ± 1").answer
'10'

If no option is marked, or no number is given, it asks for an opinion: no answer to it is correct or wrong.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from ireval.errors import InputError
from ireval.exercises import Exercise
from ireval.exercises.kinds.own import choice_question, numeric_question, text_question
from ireval.exercises.question.safe_markdown import plain_text
from ireval.exercises.sheet.json_fields import readable
from ireval.exercises.sheet.model import LEAST_OPTIONS, LONGEST_OPTION, OwnOption
from ireval.numbers.typed_number import read_typed

FIELD = "question"
#: The most characters of a line.
LONGEST_LINE = 600
#: The letters of options; a line has at most as many.
LETTERS = "ABCDEF"
#: The signs around a tolerance, as they are typed.
_TOLERANCE = re.compile(r"\s*(?:±|\+\s*/?\s*[-−])\s*")
#: A number at the end of a line that asks without a question mark.
_NUMBER_AT_END = re.compile(r"(?P<text>.*[^\s=<>!])\s*=\s*(?P<number>[^=;]*\d[^=;]*)")
#: The kind of an exercise that asks for an opinion: nobody marks its answers, and none is correct.
OPINION = text_question.KIND.key
#: Signs that mark the correct option, before or after it.
_MARKS = "*"


class QuestionLine(NamedTuple):
    """A question in one line. It has ``options``, or is answered with a number.

    ``correct`` is the correct option and ``answer`` the correct number, as typed, with its ``tolerance``; they are
    empty if it asks for an opinion.
    """

    text: str
    options: tuple[str, ...] = ()
    correct: str = ""
    answer: str = ""
    tolerance: float = 0.0

    @property
    def is_opinion(self) -> bool:
        """Whether no answer is correct."""
        return not (self.correct or self.answer)

    def exercise(self, name: str) -> Exercise:
        """The question as an exercise. One that asks for an opinion is a question for a text, which nobody marks."""
        if self.is_opinion:
            return Exercise(name, OPINION, text=self.text)
        if self.options:
            options = tuple(OwnOption(option, option == self.correct) for option in self.options)
            return Exercise(name, choice_question.KIND.key, text=self.text, options=options)
        return Exercise(name, numeric_question.KIND.key, text=self.text, answer=self.answer, tolerance=self.tolerance)


def read_question_line(line: str, field: str = FIELD) -> QuestionLine:
    """Return the question in a line. Raises ``InputError`` at ``field``, which says how to write it."""
    typed = " ".join(unicodedata.normalize("NFC", line).split())
    if not typed:
        raise InputError(field, "question-line-empty")
    if len(typed) > LONGEST_LINE:
        raise InputError(field, "question-line-too-long", count=len(typed), most=LONGEST_LINE)
    readable(typed, field)
    text, rest = _parted(typed, field)
    if not any(c.isalnum() for c in plain_text(text)):
        raise InputError(field, "question-line-without-text")
    if rest.startswith("="):
        return _number(text, rest.removeprefix("=").strip(), field)
    if not rest:
        return QuestionLine(text)
    return _choice(text, rest, field)


def _parted(line: str, field: str) -> tuple[str, str]:
    """The text with its question mark, and what follows it.

    The text ends at the last question mark that still has an option after it, so that a text may have several, and
    semicolons before the first one.
    """
    first = line.find("?")
    if first < 0:
        return _without_mark(line, field)
    semicolon = line.find(";", first)
    end = line.rfind("?", first, semicolon if semicolon >= 0 else len(line))
    while semicolon >= 0 and end > first and not line[end + 1 : semicolon].strip():
        end = line.rfind("?", first, end)  # the mark belongs to the first option
    return line[: end + 1], line[end + 1 :].strip()


def _without_mark(line: str, field: str) -> tuple[str, str]:
    """The parts of a line without a question mark: only a number may follow its text."""
    found = _NUMBER_AT_END.fullmatch(line)
    if not found:
        raise InputError(field, "question-line-without-mark")
    return found["text"], f"= {found['number'].strip()}"


def _number(text: str, rest: str, field: str) -> QuestionLine:
    if ";" in rest:
        raise InputError(field, "question-line-number-and-options")
    if not rest:
        raise InputError(field, "question-line-number-missing")
    answer, *tolerances = _TOLERANCE.split(rest)
    if len(tolerances) > 1:
        raise InputError(field, "question-line-number-unreadable", text=rest)
    for number in (answer, *tolerances):
        try:
            read_typed(number)
        except InputError:
            raise InputError(field, "question-line-number-unreadable", text=number) from None
    tolerance = abs(read_typed(tolerances[0]).value) if tolerances else 0.0
    if len(answer) > LONGEST_OPTION:
        raise InputError(field, "question-line-number-unreadable", text=answer)
    return QuestionLine(text, answer=answer, tolerance=tolerance)


def _choice(text: str, rest: str, field: str) -> QuestionLine:
    typed = [option.strip() for option in rest.removesuffix(";").split(";")]
    options = [option.strip(_MARKS).strip() for option in typed]
    if len(options) < LEAST_OPTIONS:
        raise InputError(field, "question-line-one-option", text=rest, least=LEAST_OPTIONS, most=len(LETTERS))
    if len(options) > len(LETTERS):
        raise InputError(field, "question-line-options", count=len(options), least=LEAST_OPTIONS, most=len(LETTERS))
    seen = set[str]()
    for place, option in enumerate(options, start=1):
        bare = "".join(option.split()).casefold()
        if not bare:
            raise InputError(field, "question-line-option-empty", place=place)
        if bare in seen:
            raise InputError(field, "question-line-option-twice", text=option)
        if len(option) > LONGEST_OPTION:
            raise InputError(
                field, "question-line-option-too-long", place=place, count=len(option), most=LONGEST_OPTION
            )
        seen.add(bare)
    marked = [option for option, written in zip(options, typed, strict=True) if written != option]
    if len(marked) > 1:
        raise InputError(field, "question-line-marked-twice", options=marked)
    return QuestionLine(text, tuple(options), marked[0] if marked else "")
