"""Practice of a lecture's questions with new numbers: links for the students, when the lecture is over."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from flask import url_for

from ireval.errors import InputError
from ireval.exercises import from_json
from ireval.exercises.practice.like_exercise import like_text
from web.classroom.questions.asked_question import AskedQuestion
from web.classroom.questions.round_body import QUESTION
from web.classroom.rounds.paced_round import STEPS


class Again(NamedTuple):
    """A question to practise: its title, and the address with new numbers."""

    title: str
    address: str


def again_links(bodies: Iterable[str]) -> list[Again]:
    """The questions of rounds that can be practised, each once. Own questions have no new numbers, so they are left
    out. Questions with the same title are named by their texts.
    """
    texts = {text: (title, prompt) for body in bodies for title, prompt, text in _questions(body)}
    often = Counter(title for title, _ in texts.values())
    return [
        Again(title if often[title] == 1 else prompt, url_for("practise.begin", like=text, level=2))
        for text, (title, prompt) in texts.items()
    ]


@lru_cache(maxsize=512)
def _questions(body: str) -> tuple[tuple[str, str, str], ...]:
    """The title, the text and the exercise of each question that can be practised."""
    read = json.loads(body)
    bodies = read["questions"] if read.get("kind") == STEPS else [read]
    found = ((each, _like(each)) for each in bodies if each.get("kind") == QUESTION)
    return tuple((each.get("title", ""), AskedQuestion.of(each).question.prompt, text) for each, text in found if text)


def _like(body: dict[str, object]) -> str:
    try:
        sheet = from_json(json.dumps(body["sheet"]))
        exercise = next(x for x in sheet.exercises if x.id == body["exercise"])
        return like_text(sheet, exercise)
    except (InputError, StopIteration, KeyError):
        return ""
