"""The tank: pieces end to end, and the score in the empty part."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from web.charts.figures.cards import Card, CardList
from web.charts.figures.shapes import Sheet

TANK = 34.0


class Tank(NamedTuple):
    """A tank from ``left`` on, ``length`` long, with its top at ``y``; without an ``end`` it has no border."""

    left: float
    y: float
    length: float
    end: bool = True


def draw_tank(
    sheet: Sheet, cards: CardList, tank: Tank, pieces: Iterable[tuple[Card, float]], *, toned: bool = False
) -> float:
    """Fill a tank at the end of a sheet with pieces, each a document with its share. Returns where they end.

    ``toned`` pieces have the colours of their labels.
    """
    left, y, length = tank[:3]
    sheet.height = y + TANK + 8
    if tank.end:
        sheet.rect("tank", "back", (left, y, length, TANK), "tank-box")
    x, middle = left, y + TANK / 2
    for card, share in pieces:
        if share <= 0:
            continue
        width, look = share * length, f"f{card.tone if toned else 3}"
        sheet.rect(f"piece-{card.key}", "tank", (x, y, width - 1, TANK), f"fill {look}", rank=card.rank)
        if sheet.room_for(card.name, width):
            at = (x + width / 2, middle)
            sheet.text(f"in-{card.key}", "top", at, card.name, f"named mid small on-{look}", rank=card.rank)
        x += width
    if cards.score is not None and tank.end:
        text = f"{cards.name} {cards.number(cards.score)}"
        if sheet.room_for(text, left + length - x - 8):
            sheet.text("in-tank", "top", (x + 8, middle), text, "named ink strong", rank=cards.end)
        else:
            sheet.text("in-tank", "top", (left + length, y + TANK + 16), text, "named ink strong end", rank=cards.end)
            sheet.height = y + TANK + 28
    return x
