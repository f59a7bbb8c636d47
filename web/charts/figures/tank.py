"""The tank: pieces end to end, and the score in the empty part."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from web.charts.figures.cards import Card, CardList
from web.charts.figures.shapes import Sheet

TANK = 34.0


class Tank(NamedTuple):
    """A tank from ``left`` on, ``length`` long, with its top at ``y``.

    Without an ``end`` it has no border. ``under`` it, there may be a thin line of other pieces.
    """

    left: float
    y: float
    length: float
    end: bool = True
    under: bool = False


class Piece(NamedTuple):
    """What a document adds, as a share of the tank; ``part`` distinguishes several pieces of one document."""

    card: Card
    share: float
    look: str = "f3"
    part: str = ""


def draw_tank(sheet: Sheet, cards: CardList, tank: Tank, pieces: Iterable[Piece]) -> float:
    """Fill a tank at the end of a sheet with pieces. Returns where they end."""
    left, y, length = tank[:3]
    sheet.height = y + TANK + 8 + 8 * tank.under
    if tank.end:
        sheet.rect("tank", "back", (left, y, length, TANK), "tank-box")
    x, middle = left, y + TANK / 2
    for card, share, look, part in pieces:
        if share <= 0:
            continue
        width, key = share * length, f"{card.key}{part and '-'}{part}"
        sheet.rect(f"piece-{key}", "tank", (x, y, width - 1, TANK), f"fill {look}", rank=card.rank)
        if sheet.room_for(card.name, width):
            at = (x + width / 2, middle)
            sheet.text(f"in-{key}", "top", at, card.name, f"named mid small on-{look}", rank=card.rank)
        x += width
    if cards.score is not None and tank.end:
        text = f"{cards.name} {cards.number(cards.score)}"
        if sheet.room_for(text, left + length - x - 8, strong=True):
            sheet.text("in-tank", "top", (x + 8, middle), text, "named ink strong", rank=cards.end)
        else:
            at = (left + length, sheet.height + 8)
            sheet.text("in-tank", "top", at, text, "named ink strong end", rank=cards.end)
            sheet.height += 20
    return x
