"""Many numbers as text at once."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ireval.numbers.expression import fixed
from ireval.numbers.rounding import HALF_SLACK


def fixed_all(values: Sequence[float], places: int) -> list[str]:
    """The text of each value as ``fixed`` writes it; nothing is kept, because all are written in one step.

    >>> fixed_all([0.5, 1.2345, 2], 3)
    ['0.500', '1.235', '2.000']
    """
    scale, floor = 10.0**places, math.floor
    try:
        rounded = [floor(x * scale + 0.5 + HALF_SLACK) / scale for x in values]
    except (ValueError, OverflowError):  # a value is not finite
        return [fixed(x, places) for x in values]
    return (f"%.{places}f " * len(rounded) % tuple(rounded)).split()
