"""Numbers that nobody needed to calculate: they earn nothing where they are wrong, whatever cause they have.

- one number in all cells of a column that were filled, though the right ones differ;
- numbers that stand in another column of their row as well, be it shown or filled: twice or more in a column, and in
  half or more of its cells where the two should differ. Two columns taken for each other are not copied.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from ireval.exercises.question.question import Part, Question
from ireval.exercises.question.reach import Cell
from ireval.numbers.rounding import HALF_SLACK
from ireval.numbers.typed_number import Typed, typed_or_none

SAME_TEXT = "One number for a whole column earns nothing."
COPIED_TEXT = "Numbers copied from another column earn nothing."
_FEWEST = 2


def is_monotonous(key: str, asked: Mapping[Cell, Part], typed: Mapping[Cell, Typed]) -> bool:
    """Whether a column has one number in all cells that were filled, though the right ones differ."""
    given = {number.value for at, number in typed.items() if at[0] == key}
    return len(given) == 1 and len({part.right for at, part in asked.items() if at[0] == key and at in typed}) > 1


def copied_cells(question: Question, asked: Mapping[Cell, Part], typed: Mapping[Cell, Typed]) -> frozenset[Cell]:
    """The cells that were filled with what stands in another column."""
    differ: Counter[tuple[str, int]] = Counter()
    same: defaultdict[tuple[str, int], set[Cell]] = defaultdict(set)
    for at, other, number, right in _beside(question, asked, typed):
        if not fits(right, asked[at]):
            differ[at[0], other] += 1
            if abs(typed[at].value - number) <= HALF_SLACK:
                same[at[0], other].add(at)
    found = (cells for pair, cells in same.items() if len(cells) >= max(_FEWEST, differ[pair] / 2))
    return frozenset(at for cells in found for at in cells)


def fits(number: float, part: Part) -> bool:
    """Whether a number is the right one, with the part's decimals."""
    return abs(number - part.value) <= 10.0**-part.places / 2 + HALF_SLACK


def _beside(
    question: Question, asked: Mapping[Cell, Part], typed: Mapping[Cell, Typed]
) -> Iterator[tuple[Cell, int, float, float]]:
    """Every cell that was filled, with the other cells of its row: their place, what stands there, and should stand."""
    places = {part.id: at for at, part in asked.items()}
    for row in question.grid.rows if question.grid else ():
        numbers = [typed.get(places[c.part]) if c.part in places else typed_or_none(c.text) for c in row]
        for mine, cell in enumerate(row):
            if cell.part not in places or not numbers[mine]:
                continue
            for place, (other, number) in enumerate(zip(row, numbers, strict=True)):
                if number and place != mine:
                    right = asked[places[other.part]].value if other.part in places else number.value
                    yield places[cell.part], place, number.value, right
