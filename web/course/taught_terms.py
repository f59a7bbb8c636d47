"""The step of a lesson that uses a term of the glossary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from flask import url_for

from ireval.exercises.question.safe_markdown import Node
from ireval.glossary import Term
from ireval.lessons import Lesson, Prose, Step
from web.course.course_files import lessons
from web.course.taught_measures import LessonUse

#: Words that the text of lessons has in other senses, too: only a step that explains the term counts.
_OF_MANY_SENSES = frozenset(
    {"cause", "choice", "cover", "key", "lesson", "overlap", "predict", "sheet", "slip", "stage", "variant"}
)


class TermUses:
    """The terms that the lessons of the course use, by their text."""

    def __init__(self) -> None:
        self._steps = [
            (lesson, number, _Text(step))
            for lesson in lessons().values()
            for number, step in enumerate(lesson.steps, 1)
        ]

    def first(self, term: Term) -> LessonUse | None:
        """The first step that explains a term by its meaning, else the first with the word; None if there is none."""
        found = [(lesson, number) for lesson, number, text in self._steps if term.name in text.explained]
        if not found and term.name not in _OF_MANY_SENSES:
            found = [(lesson, number) for lesson, number, text in self._steps if text.has(term.name)]
        return _use(*found[0], len(found)) if found else None


class _Text:
    """What the sentences of a step say, and which terms they explain."""

    def __init__(self, step: Step) -> None:
        nodes = [node for block in step.all_blocks if isinstance(block, Prose) for node in block.nodes]
        found = list(_unfolded(nodes))
        self.explained = {node.value for node in found if isinstance(node, Node) and node.tag == "term"}
        self._words = " ".join(text for text in found if isinstance(text, str)).lower()

    def has(self, name: str) -> bool:
        """Whether the name is in the text, in the singular or with an s."""
        word = name.lower()
        return word in self._words and re.search(rf"\b{re.escape(word)}s?\b", self._words) is not None


def _unfolded(nodes: Iterable[Node | str]) -> Iterator[Node | str]:
    for node in nodes:
        yield node
        if isinstance(node, Node):
            yield from _unfolded(node.inside)


def _use(lesson: Lesson, number: int, steps: int) -> LessonUse:
    return LessonUse(lesson.title, url_for("lessons.begin", slug=lesson.slug, number=number), steps)
