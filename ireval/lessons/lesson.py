"""A lesson: its steps, and the blocks that a step is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ireval.exercises import Exercise, Sheet
from ireval.exercises.question.safe_markdown import Node


class Block:
    """A part of a step. Each kind of block is a class, which the page shows in its own way."""

    @property
    def inside(self) -> tuple[Block, ...]:
        """The blocks that it contains."""
        return ()


@dataclass(frozen=True)
class Prose(Block):
    """Text as a tree of elements (``safe_markdown``); the roles of ``inline_values`` are elements, too."""

    nodes: tuple[Node, ...]


@dataclass(frozen=True)
class Lab(Block):
    """The lab in a given state: the parts of its address, as named in ``docs/addresses.md``."""

    parts: Mapping[str, str]


@dataclass(frozen=True)
class Figure(Lab):
    """The figure of a measure: the lab of its step, of which only the figure is shown."""


@dataclass(frozen=True)
class Quiz(Block):
    """A question that is drawn for each visitor. A ``prediction`` is asked before the explanation."""

    exercise: Exercise
    prediction: bool = False


@dataclass(frozen=True)
class Reveal(Block):
    """Blocks that are shown after the question above is answered, or on request; ``title`` is on the button."""

    title: str
    blocks: tuple[Block, ...]

    @property
    def inside(self) -> tuple[Block, ...]:
        """The blocks that are shown then."""
        return self.blocks


@dataclass(frozen=True)
class Note(Block):
    """A note on a convention: its choices, and the choices of sources and tools. ``blocks`` are the author's text."""

    convention: str
    blocks: tuple[Block, ...]

    @property
    def inside(self) -> tuple[Block, ...]:
        """The author's text."""
        return self.blocks


@dataclass(frozen=True)
class LecturerNotes(Block):
    """The lecturer's notes: text that only the presenter view shows, on demand."""

    blocks: tuple[Block, ...]

    @property
    def inside(self) -> tuple[Block, ...]:
        """The text."""
        return self.blocks


@dataclass(frozen=True)
class Step:
    """One screen of a lesson; ``line`` is where it begins in the file.

    ``columns`` are the keys of the columns that this step or an earlier one is about, ``own_columns`` those of this
    step.
    """

    title: str
    blocks: tuple[Block, ...]
    line: int = 0
    columns: frozenset[str] = frozenset()
    own_columns: frozenset[str] = frozenset()

    @property
    def all_blocks(self) -> Iterator[Block]:
        """The blocks, including blocks inside other blocks."""
        return _unfolded(self.blocks)

    @property
    def quizzes(self) -> list[Quiz]:
        """The questions of the step."""
        return [block for block in self.all_blocks if isinstance(block, Quiz)]


@dataclass(frozen=True)
class Lesson:
    """A lesson. ``slug`` is its name in addresses; ``sources`` are keys of presets; ``sheet`` has all its questions.

    ``minutes`` is the length; ``objectives`` say what a reader can do afterwards. ``links`` has the slugs of other
    lessons that the lesson refers to, each with the first line that refers to it. ``measures`` has, by the name of a
    measure, the numbers of the steps that use it, from 1. ``steps_on_paper`` are the steps for one page without
    solutions: there the list and the text of a step answer no question, be it asked before or after.
    """

    slug: str
    title: str
    minutes: int
    objectives: tuple[str, ...]
    sources: tuple[str, ...]
    licence: str
    steps: tuple[Step, ...]
    sheet: Sheet
    links: Mapping[str, int] = field(default_factory=dict)
    measures: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    steps_on_paper: tuple[Step, ...] = ()


def _unfolded(blocks: tuple[Block, ...]) -> Iterator[Block]:
    for block in blocks:
        yield block
        yield from _unfolded(block.inside)
