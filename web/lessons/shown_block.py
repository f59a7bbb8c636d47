"""A block of a step as the page shows it, and the protocol of the page that makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from ireval.lessons import Lab, Lesson
from ireval.lessons.lesson import Block
from web.lessons.shown_quiz import Checked


class Shown(NamedTuple):
    """A block as the template ``lessons/blocks/KIND.html`` shows it: its ``kind``, and the ``view`` of that kind.

    ``inside`` are the blocks that it contains. What is folded is ``opened`` once the question above it is done.
    """

    kind: str
    view: object = None
    inside: tuple[Shown, ...] = ()
    opened: bool = False


def opened_after_answers(blocks: Iterable[Shown]) -> Iterator[Shown]:
    """Yield the blocks, with the folded ones open that follow a question which is done."""
    done = False
    for block in blocks:
        done = getattr(block.view, "done", done)
        yield block._replace(opened=done) if block.kind == "reveal" else block


class Page(Protocol):
    """The part of a step's page that the view of a block needs."""

    @property
    def lesson(self) -> Lesson:
        """The lesson."""

    @property
    def key(self) -> str:
        """The visitor's key."""

    @property
    def number(self) -> int:
        """The number of the step, from 1."""

    @property
    def checked(self) -> Checked | None:
        """What the visitor sent to check, if anything."""

    @property
    def lab(self) -> Lab | None:
        """The lab of the step, if it has one."""

    @property
    def presented(self) -> bool:
        """Whether the page is shown in a hall."""

    @property
    def on_paper(self) -> bool:
        """Whether the page is printed."""

    def shown(self, blocks: Sequence[Block]) -> tuple[Shown, ...]:
        """Blocks as the page shows them."""


#: Shows the blocks of one class on the page of a step.
View: TypeAlias = Callable[[Page, Any], Shown]
