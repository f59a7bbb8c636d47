"""The precision-recall curve beside the list: a relevant document moves the point to the right, any other one down.
Stairs that never dip lie over it. Used by interpolated precision.
"""

from __future__ import annotations

from typing import NamedTuple

from ireval.explanation.curve import Curve, curve
from ireval.measure.drawings.figure_kinds import Stairs
from ireval.messages import Message
from web.charts.figures.cards import TOP, CardList, draw_cards
from web.charts.figures.shapes import Point, Sheet


class Plane(NamedTuple):
    """Where recall and precision from 0 to 1 are on a sheet."""

    left: float
    right: float
    bottom: float
    top: float

    def place(self, recall: float, precision: float) -> Point:
        """The point of a recall and a precision."""
        x = self.left + recall * (self.right - self.left)
        return x, self.bottom - precision * (self.bottom - self.top)


def draw(sheet: Sheet, cards: CardList, figure: Stairs) -> None:  # noqa: ARG001 -- all kinds are called alike
    """Draw the figure on a sheet."""
    column = draw_cards(sheet, cards, least=8)
    bottom = min(column.bottom, TOP + 10 * column.pitch) - 30
    plane = Plane(column.right + (64 if sheet.wide else 40), sheet.width - 12.0, bottom, TOP + 24)
    sheet.height = max(column.bottom, bottom + 40) + 4
    _axes(sheet, cards, plane)
    shown = curve(cards.state.explanation)
    if shown is None or cards.score is None:
        sheet.sentence = sheet.words(Message("figure-says-undefined", measure=cards.name))
        return
    _stairs(sheet, cards, shown, plane)
    _points(sheet, cards, shown, plane)
    text = f"{cards.name} {cards.number(cards.score)}"
    sheet.text("score", "top", (plane.right, TOP + 6), text, "named ink strong end", rank=cards.end)
    sheet.sentence = sheet.words(Message("figure-says-stairs", measure=cards.name, score=cards.figures(cards.score)))


def _axes(sheet: Sheet, cards: CardList, plane: Plane) -> None:
    for fifths in range(6):
        value = fifths / 5
        text = f"{value:g}".replace(".", "," if cards.state.comma else ".")
        x, y = plane.place(value, value)
        sheet.line(f"across-{fifths}", "back", [(x, plane.bottom), (x, plane.top)], "axis")
        sheet.line(f"up-{fifths}", "back", [(plane.left, y), (plane.right, y)], "axis")
        sheet.text(f"recall-{fifths}", "back", (x, plane.bottom + 14), text, "soft small mid")
        sheet.text(f"precision-{fifths}", "back", (plane.left - 8, y), text, "soft small end")
    sheet.text(
        "recall", "back", (plane.right, plane.bottom + 32), sheet.words(Message("figure-recall")), "soft small end"
    )
    sheet.text("precision", "back", (plane.left - 26, 13), sheet.words(Message("figure-precision")), "soft small")


def _stairs(sheet: Sheet, cards: CardList, shown: Curve, plane: Plane) -> None:
    corners = [plane.place(recall, precision) for recall, precision in shown.staircase]
    area = [(corners[0][0], plane.bottom), *corners, (corners[-1][0], plane.bottom)]
    sheet.line("stairs", "back", area, "stairs", rank=cards.end)
    sheet.line("edge", "row", corners, "edge", rank=cards.end)
    radius = 4.5 if sheet.wide else 3.5
    for number, (level, precision) in enumerate(_levels(cards, shown)):
        x, y = plane.place(level, precision)
        sheet.dot(f"level-{number:02}", "top", (x, y, radius), "level", rank=cards.end)


def _levels(cards: CardList, shown: Curve) -> list[Point]:
    """The points at which the measure reads the stairs: its own recall levels, or else the eleven standard ones."""
    measure = cards.computed.measure
    if measure.axis == "rank":
        return list(shown.eleven)
    names, values = (cards.column(column.key) for column in measure.columns[:2])
    return list(zip(names, values, strict=True))


def _points(sheet: Sheet, cards: CardList, shown: Curve, plane: Plane) -> None:
    places = [plane.place(recall, precision) for recall, precision in shown.points]
    sheet.line("path", "tank", places, "path", rank=cards.end)
    for rank, hit, (x, y) in zip(shown.ranks, shown.relevant, places, strict=True):
        look, radius = ("point rel", 6.0) if hit else ("point", 4.0)
        sheet.dot(f"point-{cards.cards[rank - 1].key}", "tank", (x, y, radius), look, rank=rank)
