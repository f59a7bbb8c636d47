"""Shapes with lasting keys on a sheet: what a kind of figure draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ireval.messages import Message, say

#: The layers, the lowest first. Each moves in its turn: cards, then rows, then the tank.
LAYERS = ("back", "row", "tank", "card", "top")
#: The widths of the two sheets, in units of about one pixel.
WIDE, NARROW = 760, 308
#: The height of a bar in a row.
BAR = 22.0
#: The greatest average width of a character of small text, and of strong text.
_CHARACTER, _STRONG = 7.0, 8.6

Point = tuple[float, float]
#: x, y, width and height.
Box = tuple[float, float, float, float]


class Shape(NamedTuple):
    """A shape: ``kind`` is "rect", "path", "text", "circle" or "card"; ``place`` has its coordinates.

    ``look`` are its classes, ``of`` the ranks that it belongs to, separated by spaces. ``since`` is the rank from which
    it is known in a figure that is shown step by step, 0 if it always is. ``text`` is a text, the path of a line, or
    the name on a card; ``chips`` are the labels on a card with their classes.
    """

    key: str
    layer: str
    kind: str
    place: tuple[float, ...]
    look: str
    of: str
    since: int
    text: str = ""
    chips: tuple[tuple[str, str], ...] = ()


class Sheet:
    """A sheet of a figure. A shape with a ``rank`` is known from it on; ``of`` has other ranks that it belongs to."""

    def __init__(self, *, wide: bool, comma: bool) -> None:
        self.wide = wide
        self.width = WIDE if wide else NARROW
        self.height = 0.0
        self.shapes: list[Shape] = []
        self.sentence = ""
        self._comma = comma

    @property
    def name(self) -> str:
        """The class of the drawing, and the beginning of the ids of all its shapes."""
        return "wide" if self.wide else "slim"

    def rect(self, key: str, layer: str, box: Box, look: str, *, rank: int = 0, of: str = "") -> None:
        """A rectangle."""
        x, y, width, height = box
        place = (x, y, max(0.0, width), height)
        self.shapes.append(Shape(key, layer, "rect", place, look, of or _ranks(rank), rank))

    def line(self, key: str, layer: str, points: Sequence[Point], look: str, *, rank: int = 0, of: str = "") -> None:
        """A line through points."""
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        self.shapes.append(Shape(key, layer, "path", (), look, of or _ranks(rank), rank, path))

    def dot(
        self, key: str, layer: str, at: tuple[float, float, float], look: str, *, rank: int = 0, of: str = ""
    ) -> None:
        """A dot; ``at`` is x, y and the radius."""
        self.shapes.append(Shape(key, layer, "circle", at, look, of or _ranks(rank), rank))

    def text(self, key: str, layer: str, at: Point, text: str, look: str, *, rank: int = 0, of: str = "") -> None:
        """A text at a point; an empty one is left out."""
        if text:
            self.shapes.append(Shape(key, layer, "text", at, look, of or _ranks(rank), rank, text))

    def words(self, wide: Message, narrow: Message | None = None) -> str:
        """A message in words; where there is little room, the shorter one."""
        return say(wide if self.wide or narrow is None else narrow, comma=self._comma)

    def room_for(self, text: str, width: float, *, strong: bool = False) -> bool:
        """Whether a small text, or a strong one, fits into a width."""
        return len(text) * (_STRONG if strong else _CHARACTER) + 6 <= width


def _ranks(rank: int) -> str:
    return str(rank) if rank else ""
