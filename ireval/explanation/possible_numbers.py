"""Why a number cannot be a score or a cell of a step table: it is out of range, or no count gives it.

>>> from ireval import explain
>>> from ireval.messages import say
>>> from ireval.numbers.typed_number import read_typed
>>> table = explain("10100").table("P@5")
>>> say(why_out_of_range(table, "P", 1.2, "P@5")), say(why_no_count(table, "P", 4, read_typed("0.33"), "P@5"))
('P@5 lies between 0 and 1.', 'P@5 is a count divided by 5.')
>>> why_out_of_range(table, "P", 1, "P@5"), why_no_count(table, "P", 4, read_typed("0.60"), "P@5")
(None, None)
"""

from __future__ import annotations

from functools import lru_cache

from ireval.explanation.step_table import StepTable
from ireval.measure.registry import measures
from ireval.messages import Message
from ireval.numbers.expression import Binary, Num
from ireval.numbers.rounding import SAME
from ireval.numbers.typed_number import Typed


def why_out_of_range(table: StepTable, key: str, value: float, name: str) -> Message | None:
    """Return why no list has ``value`` in column ``key``, which has this ``name`` here; None if one may have it."""
    share = table.measure.bounded and (key == table.measure.score or _is_share(key))
    if -SAME <= value <= 1 + SAME or table.measure.signed:
        return None
    if share:
        return Message("impossible-share", name=name)
    return Message("impossible-below-0", name=name) if value < 0 else None


def why_no_count(table: StepTable, key: str, row: int, number: Typed, name: str) -> Message | None:
    """Return why a number is no cell of counts, or of counts with a known divisor; None if it may be one.

    A number with few decimals may be one if its decimals are correct.
    """
    column = table.measure.column(key)
    if column.whole:
        is_whole = abs(number.value - round(number.value)) <= SAME
        return None if is_whole else Message("impossible-count", name=name)
    expr = table.expression(column, row)
    if not isinstance(expr, Binary) or expr.sign != "/":
        return None
    above, below = expr.left, expr.right
    if not (isinstance(above, Num) and above.cell and isinstance(below, Num)):
        return None
    divisor = round(below.number)
    if not table.measure.column(above.cell[0]).whole or divisor < 1 or abs(below.number - divisor) > SAME:
        return None
    if number.reaches(round(number.value * divisor) / divisor):
        return None
    return Message("impossible-quotient", name=name, divisor=divisor)


@lru_cache(maxsize=256)
def _is_share(key: str) -> bool:
    """Whether all measures with this column as their score lie between 0 and 1."""
    known = [m.bounded for m in measures().values() if m.score == key]
    return bool(known) and all(known)
