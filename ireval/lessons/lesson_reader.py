"""Reads a lesson from Markdown: front matter, steps that begin with ``##``, text with roles, and directives.

All faults are collected with their lines: a directive or role that does not exist, a field that cannot be used, a
question that cannot be drawn, and a number that was typed instead of computed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from markdown_it import MarkdownIt
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

from ireval.conventions import DEFAULT_PRESET
from ireval.errors import InputError, nearest
from ireval.exercises import Exercise, Sheet
from ireval.exercises.question.safe_markdown import RULES, Inside, Node, is_harmless_link, leaf_nodes, tree
from ireval.lessons.answers_ahead import (
    asked_of,
    note_early_answers,
    note_printed_answers,
    steps_covering_answers,
    steps_on_paper,
)
from ireval.lessons.directives.directive import Written
from ireval.lessons.directives.directive_table import DIRECTIVES
from ireval.lessons.front_matter import minutes_of, read_front_matter
from ireval.lessons.inline_values import inline_value
from ireval.lessons.lesson import Block, Lesson, Prose, Quiz, Step
from ireval.lessons.lesson_faults import Faults, LessonFault
from ireval.lessons.lesson_list import LessonList
from ireval.lessons.measure_uses import MeasureUses
from ireval.lessons.shown_values import ShownValues
from ireval.lessons.typed_numbers import note_typed_numbers
from ireval.messages import Message, say

if TYPE_CHECKING:
    from markdown_it.token import Token

LICENCE = "CC BY 4.0"
#: The directive whose text only a lecturer sees.
LECTURER = "notes"
_DIRECTIVE = re.compile(r"\{([a-z-]+)\}\s*(.*)")


class LessonAndFaults(NamedTuple):
    """A lesson, and the faults in its file. If there are faults, the lesson has the parts that could be read."""

    lesson: Lesson
    faults: list[LessonFault]


def read_lesson(text: str, slug: str) -> LessonAndFaults:
    """Read a lesson from Markdown; ``slug`` is its name in addresses. Faults are returned, not raised."""
    reader = _Reader(Faults())
    tokens = _markdown().parse(text)
    head = read_front_matter(tokens, reader.faults)
    preset = head.text("conventions", DEFAULT_PRESET)
    with reader.faults.at(head.line_of("conventions")):
        reader.at_hand = reader.usual = LessonList().having({"conventions": preset})
    steps = tuple(reader.steps(tokens))
    reader.uses.note_blocks(steps)
    sheet = Sheet(head.text("title"), crc32(slug.encode()), tuple(reader.exercises), reader.usual.preset)
    asked = asked_of(sheet)
    covering = reader.values.with_columns(steps_covering_answers(steps, asked))
    note_early_answers(reader.values.shown, asked, reader.faults)
    note_printed_answers(sheet, steps, asked, reader.faults)
    lesson = Lesson(
        slug=slug,
        title=head.text("title"),
        minutes=minutes_of(head),
        objectives=head.texts("objectives"),
        sources=head.texts("sources"),
        licence=head.text("licence", LICENCE),
        steps=covering,
        steps_on_paper=steps_on_paper(covering, asked, reader.values.shown),
        sheet=sheet,
        links=reader.links,
        measures=reader.uses.in_order(),
    )
    return LessonAndFaults(lesson, sorted(reader.faults.found, key=lambda fault: fault.line))


@cache
def _markdown() -> MarkdownIt:
    reader = MarkdownIt("zero").enable([*RULES, "heading"])
    reader.use(front_matter_plugin).use(colon_fence_plugin).use(myst_role_plugin)
    reader.validateLink = is_harmless_link  # type: ignore[method-assign,assignment]
    return reader


@dataclass
class _Reader:
    """Reads the steps of one lesson. ``at_hand`` is the list that a step is about; each step begins with ``usual``."""

    faults: Faults
    usual: LessonList = field(default_factory=LessonList)
    at_hand: LessonList = field(default_factory=LessonList)
    exercises: list[Exercise] = field(default_factory=list)
    links: dict[str, int] = field(default_factory=dict)
    uses: MeasureUses = field(default_factory=MeasureUses)
    values: ShownValues = field(default_factory=ShownValues)
    depth: int = 0
    titles: tuple[str, ...] = ()
    step: int = 0

    def steps(self, tokens: Sequence[Token]) -> Iterator[Step]:
        """The steps; text before the first step is a fault."""
        starts = [i for i, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
        self.titles = tuple(tokens[start + 1].content for start in starts)
        before = [token for token in tokens[: starts[0] if starts else None] if token.type != "front_matter"]
        if before:
            self.faults.add(_line(before[0]), "lesson-text-before-steps")
        if not starts:
            self.faults.add(1, "lesson-without-steps")
        for begin, end in pairwise([*starts, len(tokens)]):
            self.at_hand, self.step = self.usual, self.step + 1
            line = _line(tokens[begin])
            title = tokens[begin + 1].content
            note_typed_numbers(title, line, self.faults)
            yield Step(title, tuple(self._blocks(tokens[begin + 3 : end], 0)), line)

    def _blocks(self, tokens: Sequence[Token], above: int) -> Iterator[Block]:
        """The blocks of some tokens; ``above`` is added to the tokens' line numbers."""
        prose: list[Token] = []
        for token in tokens:
            if token.type == "colon_fence":
                yield from self._prose(prose, above)
                prose = []
                yield from self._directive(token, above + _line(token))
            elif token.type == "heading_open":
                self.faults.add(above + _line(token), "lesson-heading", sign=token.markup)
                prose.append(token)
            else:
                prose.append(token)
        yield from self._prose(prose, above)

    # ---- Text ----------------------------------------------------------------------------------------------------

    def _prose(self, tokens: Sequence[Token], above: int) -> Iterator[Prose]:
        for token in tokens:
            line = above + _line(token) if token.map else 0
            for child in token.children or ():
                child.meta = {**child.meta, "line": line}
                line += child.type in {"softbreak", "hardbreak"}
        nodes = tuple(node for node in tree(iter(tokens), self._leaf) if isinstance(node, Node))
        if nodes:
            yield Prose(nodes)

    def _leaf(self, token: Token) -> Iterator[Inside]:
        line = token.meta.get("line", 0)
        if token.type == "myst_role":
            yield self._role(token.meta["name"], token.content.strip(), line)
            return
        if token.type == "text":
            note_typed_numbers(token.content, line, self.faults)
        yield from leaf_nodes(token)

    def _role(self, name: str, content: str, line: int) -> Inside:
        with self.faults.at(line):
            if name == "step":
                return self._number_of_step(content)
            node = inline_value(name, content, self.at_hand)
            self.uses.note_role(name, content, self.step)
            place = self.step + (self.depth > 0)  # what is folded is read after the question
            self.values.note_role(name, content, self.at_hand, (line, place, len(self.exercises)), node)
            if name == "lesson":
                self.links.setdefault(content, line)
            return node
        return content

    def _number_of_step(self, title: str) -> str:
        """``Step 6`` for the title of the sixth step. Raises ``InputError`` if no step has this title."""
        if title not in self.titles:
            hint = nearest(title, self.titles)
            raise InputError("step", "not-one-of", name="step", text=title, hint=hint)
        return say(Message("lesson-step-number", number=self.titles.index(title) + 1))

    # ---- Directives ----------------------------------------------------------------------------------------------

    def _directive(self, token: Token, line: int) -> Iterator[Block]:
        found = _DIRECTIVE.fullmatch(token.info.strip())
        name = found[1] if found else token.info.strip()
        if name not in DIRECTIVES:
            self.faults.add(line, "lesson-unknown-directive", name=name, hint=nearest(name, DIRECTIVES))
            return
        self.uses.note_text(token.content, self.step)
        with self.faults.at(line), self.values.kept(readers=name != LECTURER):
            block = DIRECTIVES[name](self, Written(found[2].strip() if found else "", token.content, line))
            if block is not None:
                yield block

    def next_question(self) -> str:
        """The name for the next question of the step."""
        return f"{self.step}-{sum(exercise.id.startswith(f'{self.step}-') for exercise in self.exercises) + 1}"

    def ask(self, quiz: Quiz) -> Quiz:
        """Add the exercise of a question to the lesson's sheet, and return the question."""
        self.exercises.append(quiz.exercise)
        return quiz

    def inner(self, text: str, line: int) -> tuple[Block, ...]:
        """The blocks of the text inside a directive; ``line`` is the line of the directive's name."""
        self.depth += 1
        try:
            return tuple(self._blocks(_markdown().parse(text), line))
        finally:
            self.depth -= 1


def _line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 0
