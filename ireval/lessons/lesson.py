"""A lesson: its steps, and the blocks that a step is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ireval.exercises import Exercise, Sheet
from ireval.exercises.question.safe_markdown import Node


class Block:
    """A part of a step. Each kind of block is a class of its own, which the page shows in a way of its own."""

    @property
    def inside(self) -> tuple[Block, ...]:
        """The blocks that it contains."""
        return ()


@dataclass(frozen=True)
class Prose(Block):
    """Text as a tree of elements (``safe_markdown``), in which the roles of ``inline_values`` are elements too."""

    nodes: tuple[Node, ...]


@dataclass(frozen=True)
class Lab(Block):
    """The lab in a state: the parts of its address, as ``docs/addresses.md`` names them."""

    parts: Mapping[str, str]


@dataclass(frozen=True)
class Quiz(Block):
    """A question that is drawn for each visitor. A ``prediction`` is asked before anything was explained."""

    exercise: Exercise
    prediction: bool = False


@dataclass(frozen=True)
class Reveal(Block):
    """What is shown once the question above it was answered, or on request; ``title`` is on its handle."""

    title: str
    blocks: tuple[Block, ...]

    @property
    def inside(self) -> tuple[Block, ...]:
        """What is shown then."""
        return self.blocks


@dataclass(frozen=True)
class Note(Block):
    """A note on a convention: its choices, and which source or tool takes which. ``blocks`` is what the author adds."""

    convention: str
    blocks: tuple[Block, ...]

    @property
    def inside(self) -> tuple[Block, ...]:
        """What the author adds."""
        return self.blocks


@dataclass(frozen=True)
class LecturerNotes(Block):
    """What the lecturer wants to have at hand in the hall: text that only the presenter view has, on demand."""

    blocks: tuple[Block, ...]

    @property
    def inside(self) -> tuple[Block, ...]:
        """The text."""
        return self.blocks


@dataclass(frozen=True)
class Step:
    """One screen of a lesson; ``line`` is where it begins in the file."""

    title: str
    blocks: tuple[Block, ...]
    line: int = 0

    @property
    def all_blocks(self) -> Iterator[Block]:
        """The blocks, with those inside others."""
        return _unfolded(self.blocks)

    @property
    def quizzes(self) -> list[Quiz]:
        """The questions of the step."""
        return [block for block in self.all_blocks if isinstance(block, Quiz)]


@dataclass(frozen=True)
class Lesson:
    """A lesson. ``slug`` is its name in addresses; ``sources`` are keys of presets; ``sheet`` has all its questions.

    ``minutes`` is how long it takes; ``objectives`` say what a reader can do afterwards. ``links`` are the slugs of the
    lessons that it refers to, each with the first line that does. ``measures`` has the numbers of the steps, from 1,
    that use a measure, by the measure's name.
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


def _unfolded(blocks: tuple[Block, ...]) -> Iterator[Block]:
    for block in blocks:
        yield block
        yield from _unfolded(block.inside)
