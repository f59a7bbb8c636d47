"""A block of a step as the page shows it, and the protocol of the page that makes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ireval.lessons import Lesson
from ireval.lessons.lesson import Block


class Shown(NamedTuple):
    """A block as the template ``lessons/blocks/KIND.html`` shows it: its ``kind``, and the ``view`` of that kind.

    ``inside`` are the blocks that it contains.
    """

    kind: str
    view: object = None
    inside: tuple[Shown, ...] = ()


class Page(Protocol):
    """The part of a step's page that the view of a block needs."""

    @property
    def lesson(self) -> Lesson:
        """The lesson."""

    @property
    def key(self) -> str:
        """The visitor's key."""

    def shown(self, blocks: Sequence[Block]) -> tuple[Shown, ...]:
        """Blocks as the page shows them."""
