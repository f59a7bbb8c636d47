"""What is left of 1 at each rank, until the first relevant document is reached. Used by RR."""

from __future__ import annotations

from ireval.explanation.rank_series import first_relevant
from ireval.measure.drawings.figure_kinds import FirstRank
from ireval.messages import Message
from web.charts.figures.cards import BEYOND, CardList, draw_cards
from web.charts.figures.shapes import BAR, Sheet
from web.charts.figures.tank import TANK, Piece, Tank, draw_tank


def draw(sheet: Sheet, cards: CardList, figure: FirstRank) -> None:  # noqa: ARG001 -- all kinds are called alike
    """Draw the figure on a sheet."""
    column = draw_cards(sheet, cards)
    left = column.right + (20 if sheet.wide else 10)
    length = sheet.width - left - (62 if sheet.wide else 46)
    found = first_relevant(cards.state.explanation, cards.spec, len(cards.cards))
    first = found.ranks[found.first] if found and 0 <= found.first < found.counted else 0
    words = sheet.words(Message("figure-left-of-one"), Message("figure-left-of-one-narrow"))
    sheet.text("head", "back", (left, 13), words, "soft small")
    for card in column.cards:
        row = cards.row_of.get(card.rank)
        if row is None or not found:
            continue
        y, value = column.middle(card.rank), found.values[row]
        below = f" {BEYOND}" if (first and card.rank > first) or card.rank > cards.end else ""
        look = "f3" if card.rank == first else "dark"
        sheet.rect(f"lane-{card.rank}", "back", (left, y - BAR / 2, length, BAR), f"lane{below}", of=str(card.rank))
        box = (left, y - BAR / 2, length * value - 1, BAR)
        sheet.rect(f"part-{card.rank}", "row", box, f"fill {look}{below}", rank=card.rank)
        text = f"1/{row + 1}" if row and abs(value * (row + 1) - 1) < 1e-9 else cards.number(value, short=True)
        sheet.text(f"value-{card.rank}", "top", (sheet.width - 1, y), text, f"num end{below}", rank=card.rank)
    y = column.bottom + 36
    sheet.text("tank-end", "back", (sheet.width - 1, y + TANK / 2), sheet.words(Message("figure-of-one")), "num end")
    draw_tank(
        sheet, cards, Tank(left, y, length), [Piece(c, cards.score or 0.0) for c in cards.cards if c.rank == first]
    )
    sheet.sentence = _sentence(sheet, cards, first)


def _sentence(sheet: Sheet, cards: CardList, first: int) -> str:
    if cards.score is None:
        return sheet.words(Message("figure-says-undefined", measure=cards.name))
    if not first:
        return sheet.words(Message("figure-says-no-first-rank", measure=cards.name))
    score = cards.figures(cards.score)
    return sheet.words(Message("figure-says-first-rank", rank=first, measure=cards.name, score=score))
