"""A question as phones and the screen show it, without anything that says what is correct."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from string import ascii_uppercase
from typing import NamedTuple

from markupsafe import Markup, escape

from ireval.errors import InputError
from ireval.exercises import CHOICE, NUMBER, Grid, Marked, Option, Part, Question, Shown, mark
from ireval.exercises.sheet.model import Exercise
from ireval.exercises.sheet.sheet_reader import read_sheet
from ireval.messages import Message, say
from ireval.numbers.typed_number import read_typed
from web.classroom.questions.list_strip import Strip, read_lists, strip_of
from web.classroom.questions.round_body import QUESTION, Body
from web.formulas.formatted_markup import formatted_markup
from web.question.question_line import OPINION
from web.question.single_questions import question

#: The beginning of the names of the fields with answers.
FIELD = "answer."
#: The most characters of an answer.
LONGEST_ANSWER = 200
#: The heads of the columns that say which document is in a row.
_DOCUMENT_HEADS = ("rank", "document", "label")
#: More options than this are chosen from a list, and have no letters.
MOST_LETTERED = 10


class AskedOption(NamedTuple):
    """An option: its letter, which is empty if there are many, what is sent for it, and its text."""

    letter: str
    key: str
    text: str


class AskedPart(NamedTuple):
    """Something to answer. It has ``options``, or is typed: ``mode`` is the keyboard that a phone shows for it."""

    id: str
    label: str
    hint: str
    mode: str
    options: tuple[AskedOption, ...] = ()

    @property
    def name(self) -> str:
        """The name of its field."""
        return f"{FIELD}{self.id}"

    @property
    def lettered(self) -> bool:
        """Whether its options have letters."""
        return bool(self.options and self.options[0].letter)


@dataclass(frozen=True)
class AskedQuestion:
    """The question of a round. ``prompt`` is its text, and ``notes`` are the conventions that hold for it.

    ``fields`` are what is answered, in order. ``is_opinion`` says that no answer is correct.
    """

    question: Question
    prompt: Markup
    notes: tuple[str, ...]
    lists: tuple[Shown, ...]
    fields: tuple[AskedPart, ...]
    is_opinion: bool

    @classmethod
    def of(cls, body: Body) -> AskedQuestion:
        """The question of a round's body. Raises ``InputError`` if it has none, or if it cannot be made."""
        if body.get("kind") != QUESTION:
            raise InputError("kind", "round-without-question")
        return _asked(json.dumps(body, sort_keys=True, ensure_ascii=False))

    @property
    def options(self) -> tuple[AskedOption, ...]:
        """The options with letters, in the order in which everybody sees them; empty if there are none."""
        return next((field.options for field in self.fields if field.lettered), ())

    @property
    def parts(self) -> tuple[AskedPart, ...]:
        """The fields in which an answer is typed."""
        return tuple(field for field in self.fields if not field.options)

    @property
    def strip(self) -> tuple[Strip, ...]:
        """Each list in one line."""
        return tuple(map(strip_of, self.lists))

    @property
    def table(self) -> Grid | None:
        """The table that the question is about, if it has numbers to look at; gaps in it are empty."""
        grid = self.question.grid
        if grid is None:
            return None
        gaps = {place for row in grid.rows for place, cell in enumerate(row) if cell.part}
        heads = {*_DOCUMENT_HEADS, grid.heads[0]}
        return grid if any(head not in heads and place not in gaps for place, head in enumerate(grid.heads)) else None

    @property
    def correct(self) -> dict[str, str]:
        """The letter or the number that is correct, by the id of the part; empty for an opinion.

        An option without a letter stands for itself. Never to be shown before the answer.
        """
        if self.is_opinion:
            return {}
        letters = {(f.id, o.key): o.letter or o.text for f in self.fields for o in f.options}
        return {part.id: letters.get((part.id, part.right), part.right) for part in self.question.parts}

    def answers(self, form: Mapping[str, str]) -> dict[str, str]:
        """The answers in a form that can be stored, by the id of their part; blank ones are left out.

        Raises ``InputError`` at the name of the field for an option that there is not, for text where a number is
        asked for, and for answers that are too long.
        """
        found = {}
        for field in self.fields:
            text = " ".join(form.get(field.name, "").split())
            if text:
                _check(field, text)
                found[field.id] = text
        return found

    def mark(self, answers: Mapping[str, str]) -> Marked:
        """The marks of answers by the id of their part. An opinion is never correct."""
        return mark(self.question, answers)


@lru_cache(maxsize=256)
def _asked(text: str) -> AskedQuestion:
    body = json.loads(text)
    sheet = read_sheet(json.dumps(body["sheet"]))
    exercise = next((each for each in sheet.exercises if each.id == body["exercise"]), None)
    if exercise is None:
        raise InputError("exercise", "round-without-question")
    made = question(sheet, exercise, body["key"])
    if part := body.get("part"):  # of an own question whose answers were sent before it had a correct one
        made = replace(made, parts=(replace(made.parts[0], id=part),))
    opinions = tuple(body.get("options", ()))
    is_opinion = exercise.kind == OPINION
    lettered = max(made.parts, key=lambda part: sum(len(option.text) for option in part.options)).id
    fields = tuple(_field(part, exercise, opinions, lettered=part.id == lettered) for part in made.parts)
    prompt = formatted_markup(made.text) if made.text else Markup("<p>{}</p>").format(escape(made.prompt))
    notes = made.notes or tuple(body.get("notes", ()))
    lists = made.lists or read_lists(body.get("lists", []))
    return AskedQuestion(made, prompt, notes, lists, fields, is_opinion)


def _field(part: Part, exercise: Exercise, opinions: tuple[str, ...], *, lettered: bool) -> AskedPart:
    """A part with its options in the order in which they were written, which is the same for everybody.

    Letters stand for one thing: only one part of a question has them.
    """
    if exercise.kind == OPINION and not opinions:
        return AskedPart(part.id, part.label, say(Message("type-any-number")), "decimal")
    if part.kind != CHOICE and not opinions:
        whole = part.kind == NUMBER and not (part.places or part.free)
        mode = ("numeric" if whole else "decimal") if part.kind == NUMBER else "text"
        return AskedPart(part.id, part.label, part.hint, mode)
    options = [Option(text, text) for text in opinions] or list(part.options)
    written = [option.text.strip() for option in exercise.options]
    options.sort(key=lambda option: written.index(option.key) if option.key in written else len(written))
    letters = ascii_uppercase if lettered and len(options) <= MOST_LETTERED else [""] * len(options)
    offered = (AskedOption(letter, option.key, option.text) for letter, option in zip(letters, options, strict=False))
    return AskedPart(part.id, part.label, "", "", tuple(offered))


def _check(field: AskedPart, text: str) -> None:
    if len(text) > LONGEST_ANSWER:
        raise InputError(field.name, "answer-too-long", length=len(text), most=LONGEST_ANSWER)
    if field.options and text not in {option.key for option in field.options}:
        raise InputError(field.name, "answer-no-option", text=text)
    if field.mode in {"decimal", "numeric"}:
        try:
            read_typed(text)
        except InputError as error:
            raise error.at(field.name) from None
