"""Numbers that nobody needed to calculate: they earn nothing where they are wrong, whatever cause they have.

- one number in all cells of a column that were filled, though the right ones differ;
- numbers that stand in another column of their row as well, be it shown or filled: twice or more in a column, and in
  half or more of its cells for which that number is wrong. Two columns taken for each other are not copied.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from ireval.exercises.question import Part, Question
from ireval.exercises.reach import Cell
from ireval.rounding import HALF_SLACK
from ireval.typed import Typed, typed_or_none

SAME_TEXT = "One number for a whole column earns nothing."
COPIED_TEXT = "Numbers copied from another column earn nothing."
_FEWEST = 2


def monotonous(key: str, asked: Mapping[Cell, Part], typed: Mapping[Cell, Typed]) -> bool:
    """Whether a column has one number in all cells that were filled, though the right ones differ."""
    given = {number.value for at, number in typed.items() if at[0] == key}
    return len(given) == 1 and len({part.right for at, part in asked.items() if at[0] == key and at in typed}) > 1


def copied(question: Question, asked: Mapping[Cell, Part], typed: Mapping[Cell, Typed]) -> frozenset[Cell]:
    """The cells that were filled with what stands in another column."""
    wrong: defaultdict[tuple[str, int], set[Cell]] = defaultdict(set)
    same: defaultdict[tuple[str, int], set[Cell]] = defaultdict(set)
    for at, other, number in _beside(question, asked, typed):
        if not fits(number, asked[at]):
            wrong[at[0], other].add(at)
            if abs(typed[at].value - number.value) <= HALF_SLACK:
                same[at[0], other].add(at)
    found = (cells for pair, cells in same.items() if len(cells) >= max(_FEWEST, len(wrong[pair]) / 2))
    return frozenset(at for cells in found for at in cells)


def fits(number: Typed, part: Part) -> bool:
    """Whether a number is the right one, with the part's decimals."""
    return abs(number.value - part.value) <= 10.0**-part.places / 2 + HALF_SLACK


def _beside(
    question: Question, asked: Mapping[Cell, Part], typed: Mapping[Cell, Typed]
) -> Iterator[tuple[Cell, int, Typed]]:
    """Every cell that was filled, with the place and the number of every other cell of its row on the sheet."""
    places = {part.id: at for at, part in asked.items()}
    for row in question.grid.rows if question.grid else ():
        numbers = [typed.get(places[c.part]) if c.part in places else typed_or_none(c.text) for c in row]
        for mine, cell in enumerate(row):
            if cell.part in places and numbers[mine]:
                others = ((i, number) for i, number in enumerate(numbers) if i != mine and number)
                yield from ((places[cell.part], i, number) for i, number in others)
