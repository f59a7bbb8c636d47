"""A round's question as phones show it, and how what they send is read. It has nothing about what is correct."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from ireval.errors import InputError
from ireval.exercises import CHOICE, TEXT, Option, Question, from_json
from ireval.exercises.marking.answer_remarks import remark_on
from ireval.exercises.sheet.model import Exercise, Sheet
from ireval.messages import Message, say
from web.question.question_view import Listing, question_view
from web.question.single_questions import question

#: What the names of fields for answers begin with.
PREFIX = "answer."
LETTERS = "ABCDEFGHIJ"


class Choice(NamedTuple):
    """An option with its letter; ``key`` is sent."""

    letter: str
    key: str
    text: str


class AnswerField(NamedTuple):
    """A field for a part of the answer: a ``number``, a ``choice``, a ``list`` to choose from, or a ``text``."""

    part: str
    name: str
    label: str
    kind: str
    hint: str
    whole: bool
    choices: tuple[Choice, ...] = ()

    def in_words(self, text: str) -> str:
        """An answer as its phone repeats it: an option with its letter, anything else as typed."""
        chosen = next((choice for choice in self.choices if choice.key == text), None)
        return f"{chosen.letter}: {chosen.text}" if chosen else text


class PhoneQuestion(NamedTuple):
    """The question of a round: its ``text``, its ``lists``, and a field for each part of the answer.

    An opinion has no correct answer.
    """

    sheet: Sheet
    exercise: Exercise
    question: Question
    title: str
    text: Markup
    lists: tuple[Listing, ...]
    notes: tuple[str, ...]
    fields: tuple[AnswerField, ...]
    opinion: bool

    def answers(self, form: Mapping[str, str]) -> dict[str, str]:
        """What a form sends, by part. Raises ``InputError`` for a part or an option that the question does not have."""
        known = {field.name: field for field in self.fields}
        found = {}
        for name, text in form.items():
            if not name.startswith(PREFIX):
                continue
            field, given = known.get(name), text.strip()
            if field is None:
                raise InputError(name[:80], "answer-to-nothing")
            if given and field.choices and given not in {choice.key for choice in field.choices}:
                raise InputError(name, "option-to-nothing")
            found[field.part] = given
        return found

    def remarks(self, answers: Mapping[str, str]) -> dict[str, str]:
        """Why answers cannot be read, by part."""
        return {part: say(found) for part, found in self._remarks(answers) if found.key == "unreadable-alone"}

    def doubts(self, answers: Mapping[str, str]) -> list[str]:
        """Remarks on answers that can be read, but are perhaps meant in another way, as a percentage."""
        return [say(found) for _, found in self._remarks(answers) if found.key != "unreadable-alone"]

    def in_words(self, answers: Mapping[str, str]) -> list[tuple[str, str]]:
        """The answers of a phone with their labels, which are empty if there is only one part."""
        alone = len(self.fields) == 1
        return [("" if alone else f.label, f.in_words(answers[f.part])) for f in self.fields if f.part in answers]

    def _remarks(self, answers: Mapping[str, str]) -> Iterator[tuple[str, Message]]:
        for field in self.fields:
            part = self.question.part(field.part)
            if field.kind != "choice" and (found := remark_on(self.question, part, answers.get(field.part, ""))):
                yield field.part, found


@lru_cache(maxsize=128)
def phone_question(body: str) -> PhoneQuestion:
    """The question of the round with this body. Raises ``InputError`` if it cannot be made."""
    given = json.loads(body)
    sheet = from_json(json.dumps(given["sheet"]))
    exercise = next(x for x in sheet.exercises if x.id == given["exercise"])
    made = question(sheet, exercise, given["key"])
    view = question_view(made, graded=False)
    opinions = tuple(given.get("options", ()))
    gaps = [cell.gap for row in view.rows for cell in row if cell.gap] + list(view.gaps)
    fields = []
    for part in made.parts:
        gap = next(gap for gap in gaps if gap.name.partition(".")[2] == part.id)
        kind = {"buttons": "choice", "long": "text"}.get(gap.kind, gap.kind)
        options = gap.options if part.kind == CHOICE else ()
        if part.kind == TEXT and opinions:
            kind, options = "choice", tuple(Option(text, text) for text in opinions)
        name, lettered = f"{PREFIX}{part.id}", _lettered(options)
        fields.append(AnswerField(part.id, name, gap.label, kind, gap.hint, gap.whole, lettered))
    opinion = exercise.kind == "own-text"
    text = Markup(view.text or Markup("<p>%s</p>") % made.prompt)  # noqa: S704 -- both are escaped
    return PhoneQuestion(
        sheet, exercise, made, str(given.get("title", "")), text, view.lists, made.notes, tuple(fields), opinion
    )


def _lettered(options: tuple[Option, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(letter, x.key, x.text) for letter, x in zip(LETTERS, options, strict=False))
