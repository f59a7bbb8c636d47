"""Whether a drawn list is good for an exercise: what is right and what is wrong have to be told apart.

Two numbers are told apart where no number with the sheet's decimals fits both: they lie more than a unit of the last
place from each other. A mistake that cannot be made on the list does not count. The best grade is ``CLEAR``; where it
is not to be had, the first list of the next best grade is taken, each after more draws, in this order:

0 ``CLEAR``        the right answer, every mistake and every other convention give numbers that can be told apart;
1 ``ALIKE``        two mistakes may give the same wrong number: both are then named;
2 ``NEAR``         another convention may come so close that it cannot be told from the right answer;
3 ``COINCIDES``    a mistake may give exactly the right number: it does not matter on this list;
4 ``REFUSED``      none of that, or there is no score, or it is 0 or 1 although it is no count.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from ireval.diagnosis.candidates import by_convention
from ireval.exercises.question.reach import Reach
from ireval.explanation.step_table import StepTable
from ireval.numbers.rounding import HALF_SLACK, SAME

CLEAR, ALIKE, NEAR, COINCIDES, REFUSED = range(5)
#: After so many draws a list of each grade is taken.
PATIENCE = (1, 30, 50, 80)
GRADE_WORDS = ("clear", "two mistakes alike", "a convention near", "a mistake coincides", "refused")


def grade(table: StepTable, decimals: int) -> int:
    """How good the list of ``table`` is for asking its score with so many decimals."""
    right, unit = table.value, 10.0 ** -min(decimals, table.score_places)
    whole = table.measure.column(table.measure.score).whole
    if right is None or (not whole and min(abs(right), abs(1 - right)) <= unit):
        return REFUSED
    wrong = _mistakes(table)
    others = [value for value in wrong if abs(value - right) > SAME]
    if any(_meet(value, right, unit) for value in others):
        return REFUSED
    reach = Reach(table, decimals).score()
    if reach and any(reach.holds(value) for value in others):
        return REFUSED
    if len(others) < len(wrong):
        return COINCIDES
    conventions = _conventions(table)
    if any(_meet(value, right, unit) for value in conventions):
        return NEAR
    return CLEAR if _apart(others, unit) and not _mixed(others, conventions, unit) else ALIKE


def near_ties(table: StepTable, decimals: int) -> int:
    """How many wrong numbers lie within two units of the right one, without being it."""
    right, unit = table.value or 0.0, 10.0 ** -min(decimals, table.score_places)
    values = [*_mistakes(table), *_conventions(table)]
    return sum(SAME < abs(value - right) <= 2 * unit + HALF_SLACK for value in values if not math.isnan(value))


def _mistakes(table: StepTable) -> list[float]:
    """What the mistakes give that can be made on the list, the right number among it where they do not matter."""
    found = [float(m.compute(table.computed.table)[..., 0]) for m in table.measure.mistakes]
    return [value for value in found if not math.isnan(value)]


def _conventions(table: StepTable) -> list[float]:
    """What other conventions give; NaN where that is the right number."""
    return [float(c.value) for c in by_convention(table.computed)]


def _meet(a: float, b: float, unit: float) -> bool:
    """Whether a number with the sheet's decimals may fit both; NaN fits nothing."""
    return abs(a - b) <= unit + HALF_SLACK


def _apart(values: Sequence[float], unit: float) -> bool:
    return not any(_meet(a, b, unit) for a, b in pairwise(sorted(values)))


def _mixed(mistakes: Sequence[float], conventions: Sequence[float], unit: float) -> bool:
    """Whether a mistake gives what another convention gives."""
    return any(_meet(a, b, unit) for a in mistakes for b in conventions)
