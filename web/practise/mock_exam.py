"""A mock exam: its questions follow from the address, the answers are in the form, and it is marked at its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from flask import url_for

from ireval.errors import InputError
from ireval.exercises import clean_key, mark
from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.generator.variant_keys import ALPHABET
from ireval.exercises.marking.stages import is_solved
from ireval.exercises.practice.known_causes import cause_named
from web.practise.drawn_practice import DrawnPractice, draw, wrong_parts
from web.practise.practice_choice import KINDS, MISTAKE, Choice, Place, read_choice
from web.question.question_view import QuestionView, posted_answers, question_view

#: The most questions, minutes and characters of a key, to which each question adds one.
MOST_QUESTIONS, MOST_MINUTES, LONGEST_KEY = 20, 180, 15
USUAL_QUESTIONS, USUAL_MINUTES, LEVEL = 6, 20, 2


class Missed(NamedTuple):
    """A wrong answer: the number of the question, its cause in words (may be empty), and addresses that help."""

    number: int
    title: str
    cause: str
    practise: str
    lessons: tuple[tuple[str, str], ...]


class Remembered(NamedTuple):
    """An answer as the browser remembers it: the key of its numbers, what it was about, and whether it was right."""

    key: str
    about: str
    outcome: str


class MockExam:
    """An exam that an address describes; ``form`` has the answers. Raises ``InputError``."""

    def __init__(self, args: Mapping[str, str], topics: list[str], form: Mapping[str, str]) -> None:
        self.count = _number(args, "count", USUAL_QUESTIONS, MOST_QUESTIONS)
        self.minutes = _number(args, "minutes", USUAL_MINUTES, MOST_MINUTES)
        self.key = clean_key(args.get("key", ""), "key")[:LONGEST_KEY]
        self.topics = [_topic(text) for text in dict.fromkeys(topics)] or [Choice("mixed", "1")]
        self.form = form
        wanted = form.get("go") or form.get("at") or "1"
        self.number = min(max(int(wanted), 1), self.count) if wanted.isascii() and wanted.isdigit() else 1

    @property
    def address(self) -> str:
        """Its address, to which the form is sent."""
        parts: dict[str, Any] = {"count": self.count, "minutes": self.minutes, "key": self.key}
        return url_for("practise.exam_paper", topic=[topic.about for topic in self.topics], **parts)

    @cached_property
    def _order(self) -> list[Choice]:
        """The topic of each question: all topics equally often, in an order of its own."""
        some = Stream("mock exam", self.key).shuffled(self.topics)
        return [some[place % len(some)] for place in range(self.count)]

    def drawn(self, number: int) -> DrawnPractice:
        """The question with this number, from 1."""
        return draw(Place(self._order[number - 1], LEVEL, self.key + ALPHABET[number]))

    def answers(self, number: int) -> dict[str, str]:
        """The answers to a question, by the id of their part."""
        begin = f"q{number}."
        own = {name.removeprefix(begin): text for name, text in self.form.items() if name.startswith(begin)}
        return posted_answers(self.drawn(number).question, own)

    @property
    def view(self) -> QuestionView:
        """The question that is shown, with its answers; its fields are named without the number."""
        question = self.drawn(self.number).question
        return question_view(question, self.number, self.answers(self.number), graded=False)

    @property
    def others(self) -> Iterator[tuple[str, str]]:
        """The answers that the form keeps for other questions."""
        begin = f"q{self.number}."
        return ((name, text[:200]) for name, text in self.form.items() if _is_kept(name) and not name.startswith(begin))

    def is_answered(self, number: int) -> bool:
        """Whether a question has an answer."""
        return any(name.startswith(f"q{number}.") and text.strip() for name, text in self.form.items())

    @cached_property
    def marks(self) -> list[bool]:
        """Whether each question is answered correctly."""
        return [is_solved(marked) for marked in self._marked]

    @cached_property
    def _marked(self) -> list[Any]:
        numbers = range(1, self.count + 1)
        return [mark(self.drawn(number).question, self.answers(number), graded=False) for number in numbers]

    @property
    def missed(self) -> Iterator[Missed]:
        """The wrong answers with their causes."""
        for number, marked in enumerate(self._marked, start=1):
            if is_solved(marked):
                continue
            made, choice = self.drawn(number), self._order[number - 1]
            kind, _, value = made.about(marked, choice, wrong=True).partition("=")
            cause = cause_named(value).sentence if kind == MISTAKE else ""
            lessons = tuple((lesson.title, lesson.address) for lesson in made.lessons(choice))
            yield Missed(number, made.question.title, cause, Choice(kind, value).address(), lessons)

    @property
    def remembered(self) -> Iterator[Remembered]:
        """What the browser remembers of the answers; nothing of questions without one."""
        for number, marked in enumerate(self._marked, start=1):
            right = is_solved(marked)
            if right or wrong_parts(marked):
                about = self.drawn(number).about(marked, self._order[number - 1], wrong=not right)
                yield Remembered(self.key + ALPHABET[number], about, "right" if right else "wrong")

    @property
    def solved(self) -> Iterator[QuestionView]:
        """All questions with their answers and solutions."""
        for number, marked in enumerate(self._marked, start=1):
            given = self.answers(number)
            own = replace(marked.question, id=f"q{number}")  # or several fields of the page had one name
            yield question_view(own, number, given, marked, disabled=True, solved=True, graded=False)


def kept_answers(form: Mapping[str, str]) -> dict[str, str]:
    """The answers that a form has: those of the shown question get its number."""
    at = form.get("at", "")
    place = at if at.isascii() and at.isdigit() and len(at) < 3 else "1"
    own = {f"q{place}.{name}": text for name, text in form.items() if "." in name and not _is_kept(name)}
    return {**form, **own}


def _is_kept(name: str) -> bool:
    begin, dot, _ = name.partition(".")
    return bool(dot) and begin[:1] == "q" and begin[1:].isascii() and begin[1:].isdigit()


def _topic(text: str) -> Choice:
    kind, _, value = text.partition("=")
    choice = read_choice({kind: value}) if kind in KINDS else None
    if choice is None:
        raise InputError("topic", "practise-unknown-topic", text=text[:80])
    return choice


def _number(args: Mapping[str, str], name: str, usual: int, most: int) -> int:
    text = args.get(name, "").strip() or str(usual)
    if not (text.isascii() and text.isdigit() and len(text) < 5 and 1 <= int(text) <= most):
        raise InputError(name, "practise-exam-number", name=name, text=text[:80], most=most)
    return int(text)
