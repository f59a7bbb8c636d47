"""Grades a drawn list: on a good list, the correct answer differs from every wrong one.

Two numbers differ if no number with the sheet's decimals fits both, so they are more than one unit of the last place
apart. With fewer than two decimals hardly any two numbers differ, and any list with a score will do. A mistake that
cannot be made on the list does not count. The best grade is ``CLEAR``. If no clear list is found, the first list of the
next best grade is taken, each grade after more draws:

0 ``CLEAR``        the correct answer, every mistake and every other convention give different numbers;
1 ``ALIKE``        two mistakes may give the same wrong number: feedback then names both;
2 ``NEAR``         another convention may give the same number as the correct answer;
3 ``COINCIDES``    a mistake gives exactly the correct number: it makes no difference on this list;
4 ``REFUSED``      worse than that, or the score is undefined, or it is 0 or 1 although it is no count.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from ireval.diagnosis.candidates import Candidate, by_convention, is_idle
from ireval.diagnosis.other_choices import all_choices
from ireval.exercises.generator.compared_choices import compared_choices
from ireval.exercises.question.reach import Reach
from ireval.explanation.step_table import StepTable
from ireval.numbers.rounding import HALF_SLACK, SAME
from ireval.numbers.typed_number import WANTED_PLACES

CLEAR, ALIKE, NEAR, COINCIDES, REFUSED = range(5)
#: The number of draws after which a list of each grade is taken.
PATIENCE = (1, 30, 50, 80)
GRADE_WORDS = ("clear", "two mistakes alike", "a convention near", "a mistake coincides", "refused")
#: A score counts as different from 0 and 1 if it differs by at least this much, however few decimals the sheet has.
_FINEST = 0.01


def grade(table: StepTable, decimals: int, generator: int) -> int:
    """Return the grade of the list of ``table`` if its score is given with this number of decimals.

    The other conventions are those of the version ``generator``, which draws the list (``compared_choices``).
    """
    right, unit = table.value, 10.0 ** -min(decimals, table.score_places)
    whole = table.measure.column(table.measure.score).whole
    if right is None or (not whole and min(abs(right), abs(1 - right)) <= min(unit, _FINEST)):
        return REFUSED
    if decimals < WANTED_PLACES:
        return CLEAR  # there are so few numbers that they cannot all differ, and wrong ones earn nothing
    choices = list(by_convention(table.computed, among=compared_choices(table.computed, generator)))
    wrong = _mistakes(table, choices)
    others = [value for value in wrong if abs(value - right) > SAME]
    if any(meet(value, right, unit) for value in others) or _reached(table, decimals, others):
        return REFUSED
    if len(others) < len(wrong):
        return COINCIDES
    conventions = [float(c.value) for c in choices]  # NaN where the choice gives the correct number
    if any(meet(value, right, unit) for value in conventions):
        return NEAR
    return CLEAR if apart(others, unit) and not _mixed(others, conventions, unit) else ALIKE


def _reached(table: StepTable, decimals: int, values: Sequence[float]) -> bool:
    """Whether rounding on the way can lead to one of these numbers."""
    reach = Reach(table, decimals).score()
    return reach is not None and any(reach.holds(value) for value in values)


def near_ties(table: StepTable, decimals: int) -> int:
    """The number of wrong numbers within two units of the correct one."""
    right, unit = table.value or 0.0, 10.0 ** -min(decimals, table.score_places)
    choices = list(by_convention(table.computed, among=all_choices(table.computed)))
    values = [*_mistakes(table, choices), *(float(c.value) for c in choices)]
    return sum(SAME < abs(value - right) <= 2 * unit + HALF_SLACK for value in values if not math.isnan(value))


def _mistakes(table: StepTable, choices: Sequence[Candidate]) -> list[float]:
    """The numbers that typical mistakes give on the list; one that makes no difference gives the correct number.

    A number that one of the other ``choices`` also gives is counted with the conventions.
    """
    found = [float(m.compute(table.computed.table)[..., 0]) for m in table.measure.mistakes if not m.rare]
    idle = [float(c.value) for c in choices if is_idle(table.computed, c.choices)]
    return [value for value in found if not math.isnan(value) and not any(abs(value - x) <= SAME for x in idle)]


def meet(a: float, b: float, unit: float) -> bool:
    """Whether a number with the sheet's decimals may fit both; no number fits NaN."""
    return abs(a - b) <= unit + HALF_SLACK


def apart(values: Sequence[float], unit: float) -> bool:
    """Whether all numbers differ by more than one unit of the last place."""
    return not any(meet(a, b, unit) for a, b in pairwise(sorted(values)))


def _mixed(mistakes: Sequence[float], conventions: Sequence[float], unit: float) -> bool:
    """Whether a mistake and another convention give the same number."""
    return any(meet(a, b, unit) for a in mistakes for b in conventions)
