"""Numbers that need no calculation because they are copied: if wrong, they earn nothing, whatever their cause.

- The same number in all filled cells of a column, although the correct numbers differ.
- Numbers that are also in another column of their row, shown or filled in: at least twice in a column, and in at least
  half of the cells in which the two columns should differ. Two swapped columns are not copied.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from ireval.exercises.question.question import Part, Question
from ireval.exercises.question.reach import Cell
from ireval.numbers.rounding import HALF_SLACK
from ireval.numbers.typed_number import Typed, typed_or_none

_FEWEST = 2


def is_monotonous(key: str, asked: Mapping[Cell, Part], typed: Mapping[Cell, Typed]) -> bool:
    """Whether all filled cells of a column have the same number, although the correct numbers differ."""
    given = {number.value for at, number in typed.items() if at[0] == key}
    return len(given) == 1 and len({part.right for at, part in asked.items() if at[0] == key and at in typed}) > 1


def copied_cells(question: Question, asked: Mapping[Cell, Part], typed: Mapping[Cell, Typed]) -> frozenset[Cell]:
    """The cells that were filled with the numbers of another column."""
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
    """Whether a number is correct at the part's decimals."""
    return abs(number - part.value) <= 10.0**-part.places / 2 + HALF_SLACK


def _beside(
    question: Question, asked: Mapping[Cell, Part], typed: Mapping[Cell, Typed]
) -> Iterator[tuple[Cell, int, float, float]]:
    """Every filled cell with each other cell of its row: its place, the number in it, and the correct number."""
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
