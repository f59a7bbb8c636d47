"""A bar for each rank, as long as the value of the measure down to the rank; the tank shows the value that counts. For
measures that have no kind of their own.
"""

from __future__ import annotations

from ireval.measure.figure import Shares
from ireval.messages import Message
from web.charts.figures.cards import CardList, draw_cards
from web.charts.figures.shapes import BAR, Sheet
from web.charts.figures.tank import TANK, Tank, draw_tank


def draw(sheet: Sheet, cards: CardList, figure: Shares) -> None:
    """Draw the figure on a sheet."""
    column = draw_cards(sheet, cards)
    left = column.right + (20 if sheet.wide else 10)
    length = sheet.width - left - (62 if sheet.wide else 46)
    values = cards.column(figure.score)
    most = 1.0 if cards.computed.measure.bounded else max([1e-9, *map(abs, values)])
    name = cards.computed.measure.name
    words = sheet.words(Message("figure-share", measure=name), Message("figure-share-narrow"))
    sheet.text("head", "back", (left, 13), words, "soft small")
    for card in cards.shown:
        row = cards.row_of.get(card.rank)
        if row is None or row >= len(values):
            continue
        y, width = column.middle(card.rank), max(0.0, values[row] / most) * length
        sheet.rect(
            f"lane-{card.rank}", "back", (left, y - BAR / 2, length, BAR), cards.look(card, "lane"), of=str(card.rank)
        )
        look = cards.look(card, "fill f3" if card.rank == cards.end else "fill dark")
        sheet.rect(f"bar-{card.rank}", "row", (left, y - BAR / 2, width, BAR), look, rank=card.rank)
        at, look = (sheet.width - 1.0, y), cards.look(card, "num end")
        sheet.text(f"value-{card.rank}", "top", at, cards.number(values[row]), look, rank=card.rank)
    y = column.bottom + 24
    pieces = [(card, (cards.score or 0.0) / most) for card in cards.cards if card.rank == cards.end]
    draw_tank(sheet, cards, Tank(left, y, length), pieces)
    sheet.height = y + TANK + 26
    sheet.sentence = _sentence(sheet, cards)


def _sentence(sheet: Sheet, cards: CardList) -> str:
    if cards.score is None:
        return sheet.words(Message("figure-says-undefined", measure=cards.name))
    score = cards.figures(cards.score)
    return sheet.words(Message("figure-says-share", measure=cards.name, rank=cards.end, score=score))
