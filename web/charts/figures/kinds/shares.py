"""A bar for each rank, as long as the value of the measure down to the rank; the tank shows the value that counts. For
measures that have no kind of their own.
"""

from __future__ import annotations

from ireval.measure.drawings.figure_kinds import Shares
from ireval.messages import Message
from web.charts.figures.cards import CardList, draw_cards
from web.charts.figures.shapes import BAR, Box, Sheet
from web.charts.figures.tank import Piece, Tank, draw_tank


def draw(sheet: Sheet, cards: CardList, figure: Shares) -> None:
    """Draw the figure on a sheet."""
    column = draw_cards(sheet, cards)
    left = column.right + (20 if sheet.wide else 10)
    length = sheet.width - left - (62 if sheet.wide else 46)
    values = cards.column(figure.score)
    most = 1.0 if cards.computed.measure.bounded else max([1e-9, *map(abs, values)])
    by_rank = cards.computed.measure.axis == "rank"
    ranks = {row: rank for rank, row in cards.row_of.items()}
    _head(sheet, cards, left)
    for row, value in enumerate(values):
        place = ranks.get(row, 0) if by_rank else row + 1
        y = column.middles.get(place) if by_rank else column.row(place) if place <= len(column.cards) else None
        if y:
            _bar(sheet, cards, (left, y, length * max(0.0, value) / most, length), place, value)
    y = column.bottom + 24
    end = cards.cards[cards.end - 1 : cards.end] if by_rank else cards.cards[-1:]
    draw_tank(sheet, cards, Tank(left, y, length), [Piece(card, (cards.score or 0.0) / most) for card in end])
    sheet.sentence = _sentence(sheet, cards)


def _head(sheet: Sheet, cards: CardList, left: float) -> None:
    measure = cards.computed.measure
    if measure.axis == "rank":
        words = sheet.words(Message("figure-share", measure=measure.name), Message("figure-share-narrow"))
    else:
        words = sheet.words(Message("figure-share-by-row", axis=measure.axis))
    sheet.text("head", "back", (left, 13), words, "soft small")


def _bar(sheet: Sheet, cards: CardList, room: Box, place: int, value: float) -> None:
    """The bar of a rank or another row; ``room`` is its left end, middle, length and the length of a full one."""
    left, y, width, length = room
    is_rank = cards.computed.measure.axis == "rank"
    card, rank = cards.cards[place - 1], place if is_rank else cards.end
    of = str(place) if is_rank else ""
    sheet.rect(f"lane-{place}", "back", (left, y - BAR / 2, length, BAR), cards.look(card, "lane"), of=of)
    look = cards.look(card, "fill f3" if card.rank == cards.end or not is_rank else "fill dark")
    sheet.rect(f"bar-{place}", "row", (left, y - BAR / 2, width, BAR), look, rank=rank, of=of)
    at, look = (sheet.width - 1.0, y), cards.look(card, "num end")
    sheet.text(f"value-{place}", "top", at, cards.number(value), look, rank=rank, of=of)


def _sentence(sheet: Sheet, cards: CardList) -> str:
    if cards.score is None:
        return sheet.words(Message("figure-says-undefined", measure=cards.name))
    score = cards.figures(cards.score)
    if cards.computed.measure.axis != "rank":
        return sheet.words(
            Message("figure-says-mean", measure=cards.name, axis=cards.computed.measure.axis, score=score)
        )
    return sheet.words(Message("figure-says-share", measure=cards.name, rank=cards.end, score=score))
