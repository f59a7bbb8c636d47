"""Computes a printed calculation with Python's arithmetic, from the text that a reader sees."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from ireval.numbers.typed_calculation import CalculationError, read_calculation

#: Reasons for refusing a student's calculation that are not about its notation.
_ONLY_LARGE = {"number-too-large", "number-too-small", "number-too-deep", "number-power", "number-divides-by-0"}
_FUNCTIONS: dict[str, Any] = {
    "__builtins__": {},
    "log2": math.log2,
    "log10": math.log10,
    "log5": lambda x: math.log(x, 5),
    "ln": math.log,
    "sqrt": math.sqrt,
    "min": min,
    "max": max,
}


@lru_cache(100_000)  # one calculation is printed in many tables
def evaluate_printed(calculation: str) -> float:
    """Return the result of a printed calculation by Python; NaN if it cannot be calculated.

    >>> evaluate_printed("3/log2(4) + 0.5"), evaluate_printed("1 + 0.5^2")
    (2.0, 1.25)
    """
    try:
        return float(eval(calculation.replace("^", "**"), _FUNCTIONS))  # noqa: S307 - printed by a measure that was imported already
    except (ArithmeticError, NameError, SyntaxError, TypeError, ValueError):
        return math.nan


@lru_cache(100_000)
def is_mathematics(calculation: str) -> bool:
    """Whether a printed calculation can be read as a student's calculation, apart from its size.

    >>> is_mathematics("3/log2(4) + 0.5^2"), is_mathematics("0.5**(0/224)"), is_mathematics("abs(1)")
    (True, False, False)
    """
    try:
        read_calculation(calculation)
    except CalculationError as error:
        return error.reason in _ONLY_LARGE
    return True


def shows(text: str, value: float) -> bool:
    """Whether ``text`` is ``value`` printed with the number of decimals of ``text``.

    >>> shows("0.67", 2 / 3), shows("0.66", 2 / 3)
    (True, False)
    """
    places = len(text.partition(".")[2])
    unit: float = 10.0**-places
    return abs(value - float(text)) <= unit / 2 + 1e-9
