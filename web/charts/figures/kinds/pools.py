"""A cut divides the documents into four pools: relevant or not, above the cut or below. Tanks are shares of some of
them. Used by precision, recall and whatever follows from the contingency table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ireval.explanation.rank_series import Counts, counts
from ireval.measure.drawings.figure_kinds import Pools
from ireval.messages import Message
from web.charts.figures.cards import TOP, CardList, Column, draw_cards
from web.charts.figures.shapes import Box, Point, Sheet

BAR = 30.0
#: More documents than this in a tank are one bar for each pool, and not a cell each.
MOST_CELLS = 24
_LOOKS = {"tp": "fill f3", "fp": "fill dark", "fn": "hollow", "tn": "fill f0", "short": "empty"}
#: The sizes of the pools by name; None if the size is not known.
Sizes = Mapping[str, int | None]


class Token(NamedTuple):
    """A document in a pool: its lasting key, and its rank, 0 if it was not retrieved."""

    key: str
    rank: int


def draw(sheet: Sheet, cards: CardList, figure: Pools) -> None:
    """Draw the figure on a sheet."""
    column = draw_cards(sheet, cards, least=6)
    sheet.height = column.bottom + 12
    found = counts(cards.state.explanation, cards.spec)
    if found is None:
        return
    short = max(int(cards.computed.score_rank) - found.retrieved, 0)
    sizes = {"tp": found.tp, "fp": found.fp, "fn": found.fn, "tn": found.tn, "short": short}
    _board(sheet, cards, column, found)
    y = column.bottom + 24
    for name, filled, room in figure.tanks:
        _tank(sheet, cards, (name, filled.split(), room.split()), sizes, y)
        y += BAR + 10
    if cards.score is not None and len(figure.tanks) > 1:
        text = f"{cards.name} {cards.number(cards.score)}"
        sheet.text("score", "top", (_start(sheet), y + 8), text, "named ink strong", rank=cards.end)
        y += 26
    sheet.height = y + 2
    sheet.sentence = _sentence(sheet, cards, found)


def _start(sheet: Sheet) -> float:
    """The left end of the tanks."""
    return 62.0 if sheet.wide else 44


def _board(sheet: Sheet, cards: CardList, column: Column, found: Counts) -> None:
    """The four pools, to the right of the list: above the cut what was found, relevant documents to the left."""
    left, right = column.right + (60 if sheet.wide else 22), sheet.width - 1.0
    height = min(column.bottom - TOP, 10 * column.pitch)
    middle, level = (left + right) / 2, TOP + height / 2
    cut = column.below(cards.end)
    sheet.text(
        "head-relevant", "back", ((left + middle) / 2, 13), sheet.words(Message("figure-relevant")), "soft small mid"
    )
    sheet.text(
        "head-others", "back", ((middle + right) / 2, 13), sheet.words(Message("figure-not-relevant")), "soft small mid"
    )
    sheet.rect("above", "back", (2, TOP, column.right + 8, cut - TOP), "above")
    sheet.rect("above-board", "back", (left, TOP, right - left, height / 2), "above")
    sheet.line("cut", "row", [(2, cut), (column.right + 10, cut), (left - 2, level), (right, level)], "cut")
    sheet.line("axis", "back", [(middle, TOP), (middle, TOP + height)], "axis")
    corners: dict[str, Point] = {"tp": (left, TOP), "fp": (middle, TOP), "fn": (left, level), "tn": (middle, level)}
    members, words = _members(cards), _words(sheet, found)
    for pool, (x, y) in corners.items():
        is_upper, is_left = pool in {"tp", "fp"}, pool in {"tp", "fn"}
        sheet.text(
            f"count-{pool}",
            "top",
            (x + 8, y + 16 if is_upper else y + height / 2 - 14),
            words[pool],
            "small",
            rank=cards.end,
        )
        room = ((right - left) / 2 - 12, height / 2 - 34)
        box = (middle, level, -room[0] if is_left else room[0], -room[1] if is_upper else room[1])
        _tokens(sheet, members[pool], box, _LOOKS[pool])


def _words(sheet: Sheet, found: Counts) -> dict[str, str]:
    """How many documents are in each pool."""
    others = "?" if found.tn is None else f"{found.tn:,}"
    return {
        "tp": sheet.words(Message("figure-pool-tp", count=found.tp), Message("figure-pool-tp-narrow", count=found.tp)),
        "fp": sheet.words(Message("figure-pool-fp", count=found.fp), Message("figure-pool-fp-narrow", count=found.fp)),
        "fn": sheet.words(Message("figure-pool-fn", count=found.fn), Message("figure-pool-fn-narrow", count=found.fn)),
        "tn": sheet.words(Message("figure-pool-tn", count=others), Message("figure-pool-tn-narrow", count=others)),
    }


def _members(cards: CardList) -> dict[str, list[Token]]:
    """The documents of each pool. Those that cross the cut first lie on top, so that only what crosses it moves."""
    members: dict[str, list[Token]] = {"tp": [], "fp": [], "fn": [], "tn": []}
    rel = cards.state.conventions["rel"]
    for card in cards.missed:
        members["fn" if card.grade >= rel else "tn"].append(Token(card.key, 0))
    above, below = ([c for c in cards.cards if (c.rank <= cards.end) is upper] for upper in (True, False))
    for card in (*above, *reversed(below)):
        pools = ("tp", "fp") if card.rank <= cards.end else ("fn", "tn")
        members[pools[card.rank not in cards.relevant]].append(Token(card.key, card.rank))
    return members


def _tokens(sheet: Sheet, members: list[Token], box: Box, look: str) -> None:
    """A token for each document of a pool, piled up from the corner of ``box``, whose sides lead away from it."""
    x0, y0, width, height = box
    size = 26.0 if sheet.wide else 20.0
    while size > 8 and int(abs(width) / size) * int(abs(height) / size) < len(members):
        size -= 2
    rows, columns = (max(1, int(abs(side) / size)) for side in (height, width))
    for number, token in enumerate(members[: rows * columns]):
        across, up = divmod(number, rows)
        x = x0 + 5 + across * size if width > 0 else x0 - 5 - (across + 1) * size
        y = y0 + 5 + up * size if height > 0 else y0 - 5 - (up + 1) * size
        dashed = "" if token.rank else " dashed"
        sheet.rect(f"token-{token.key}", "row", (x + 1, y + 1, size - 3, size - 3), look + dashed, rank=token.rank)


def _tank(sheet: Sheet, cards: CardList, tank: tuple[str, list[str], list[str]], sizes: Sizes, y: float) -> None:
    """A tank with a cell for each document of its pools, those that fill it first."""
    name, filled, room = tank
    middle, left = y + BAR / 2, _start(sheet)
    known = [size for pool in room if (size := sizes[pool]) is not None]
    if len(known) < len(room):
        words = sheet.words(Message("figure-unknown-size", name=name))
        sheet.text(f"tank-{name}", "back", (2, middle), words, "soft small")
        return
    count, full = sum(known), sum(sizes[pool] or 0 for pool in filled)
    unit = min((sheet.width - left - (130.0 if sheet.wide else 52)) / max(count, 1), 44.0 if sheet.wide else 26.0)
    sheet.text(f"tank-{name}", "back", (left - 10, middle), name, "named ink end strong")
    x = left
    for pool in sorted(room, key=lambda pool: pool not in filled):
        size = sizes[pool] or 0
        cells = size if count <= MOST_CELLS else min(size, 1)
        for number in range(cells):
            width = unit * size / cells
            sheet.rect(
                f"tank-{name}-{pool}-{number:02}",
                "tank",
                (x + 1, y + 1, width - 2, BAR - 2),
                _LOOKS[pool],
                rank=cards.end,
            )
            x += width
    text = f"{full:,}/{count:,}"
    if sheet.wide and count:
        text += f" = {cards.number(full / count)}"
    sheet.text(f"tank-{name}-share", "top", (x + 8, middle), text, "num ink", rank=cards.end)


def _sentence(sheet: Sheet, cards: CardList, found: Counts) -> str:
    if cards.score is None:
        return sheet.words(Message("figure-says-undefined", measure=cards.name))
    values = {"tp": found.tp, "fp": found.fp, "fn": found.fn, "rank": cards.end}
    score = cards.figures(cards.score)
    return sheet.words(Message("figure-says-pools", values, measure=cards.name, score=score))
