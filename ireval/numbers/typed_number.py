"""A number as a person types it: with a point or comma, as a percentage, a fraction, a power of ten or a calculation.

>>> [read_typed(text).value for text in ("0.58", ",58", "58 %", "1/4", "5.8e-1", "AP = 0.58", "(1 + 0,5)/3")]
[0.58, 0.58, 0.58, 0.25, 0.58, 0.58, 0.5]

The number of typed decimals shows how exact the number is. A comma is always the decimal sign. If a calculation is
typed with its result, the result counts.

>>> read_typed("58 %").places, read_typed("1,000").places, read_typed("1,000").value, read_typed("2/3 = 0.67").value
(2, 3, 1.0, 0.67)
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from typing import Any

import numpy as np

from ireval.errors import InputError
from ireval.messages.message import Figures
from ireval.numbers.expression import fixed
from ireval.numbers.rounding import HALF_SLACK, SAME, cut_off, half_up
from ireval.numbers.typed_calculation import LARGEST, CalculationError, read_calculation
from ireval.numbers.typed_spelling import answers_in, as_typed, plain_text

#: The fewest decimals that a score needs, unless it is exact with fewer.
WANTED_PLACES = 2
#: The most characters of a number, or of a calculation.
LONGEST = 120

#: The most decimals of a float.
_MOST_PLACES = 15

#: The digits of single precision. Its relative error is half of 2**-23, or more after several steps.
_SINGLE_DIGITS = 7
_SINGLE_ERROR = 4 * 2.0**-23

FIELD = "value"
_DECIMAL = re.compile(
    r"([+-]?) ?([0-9]{0,12})(?:[.,]([0-9]{0,25}))?"
    r"(?:(?:e| ?\* ?10 ?\^ ?)\(?([+-]?[0-9]{1,2})\)?)?( ?%)?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Typed:
    """A number as it was typed: its ``value`` and its number of decimals, ``places``.

    ``places`` is None for a calculation with exact numbers, such as a fraction; a calculation with rounded decimals is
    as exact as they are. A percentage has two decimals more than were typed. ``text`` is the typed text without spaces,
    a name or brackets around it.
    """

    text: str
    value: float
    places: int | None
    percent: bool = False

    @property
    def unit(self) -> float:
        """The value of one unit in the last decimal typed; 0 for an exact number."""
        return 0.0 if self.places is None else 10.0**-self.places

    def repeats(self, value: float, places: int | None) -> bool:
        """Whether this number equals ``value`` rounded to ``places`` decimals, with or without zeros at its end.

        >>> read_typed("1").repeats(0.9996, 3), read_typed("1").repeats(0.9994, 3), read_typed(".5").repeats(0.49998, 3)
        (True, False, True)
        """
        return places is not None and abs(self.value - float(half_up(value, places))) <= SAME

    def meets(self, value: float) -> bool:
        """Whether this number is ``value``, correctly rounded (see the function ``meets``) or in single precision."""
        return bool(meets(self.value, self.places, value)) or self.is_single_precision(value)

    def is_single_precision(self, value: float) -> bool:
        """Whether this number is ``value`` printed in single precision: 7 digits or more, the last of them wrong.

        >>> read_typed("0.5706416964530945").is_single_precision(0.57064171896)
        True
        >>> read_typed("0.570642").is_single_precision(0.57064171896)
        False
        """
        return (
            self._digits >= _SINGLE_DIGITS
            and abs(self.value - value) <= _SINGLE_ERROR * abs(value)
            and not meets(self.value, self.places, value)
        )

    @property
    def _digits(self) -> int:
        """The number of typed digits, without leading zeros; 0 for an exact number."""
        if self.places is None or not self.value:
            return 0
        return self.places + math.floor(math.log10(abs(self.value))) + 1

    def reaches(self, value: float) -> bool:
        """Whether the typed decimals are correct for ``value``, even if they are too few."""
        return abs(self.value - value) <= self.unit / 2 + HALF_SLACK

    def cuts(self, value: float) -> bool:
        """Whether this number is ``value`` with its further decimals cut off instead of rounded."""
        return self.places is not None and not self.reaches(value) and bool(cut(self.value, self.places, value))

    @property
    def shortened(self) -> Typed | None:
        """The same number without the zeros at the end of its decimals; None if there are none."""
        decimals = f"{self.value:.{self.places}f}".partition(".")[2] if self.places else ""
        places = len(decimals.rstrip("0"))
        return None if places == len(decimals) else replace(self, places=places)

    @property
    def as_percent(self) -> Typed:
        """The number as if a percent sign followed it."""
        places = None if self.places is None else self.places + 2
        return Typed(f"{self.text} %", self.value / 100, places, percent=True)

    @property
    def without_percent(self) -> Typed:
        """The percentage as if it had no percent sign."""
        places = None if self.places is None else max(self.places - 2, 0)
        return Typed(self.text.rstrip("% "), self.value * 100, places)


def read_typed(text: str, field: str = FIELD) -> Typed:
    """The number in ``text``. Raises ``InputError`` naming ``field`` if it is not a number."""
    given = " ".join(text.split())
    if not given:
        raise InputError(field, "number-missing")
    if len(given) > LONGEST:
        raise InputError(field, "number-too-long", count=len(given), most=LONGEST)
    try:
        spelled = answers_in(plain_text(given))
        sides = [_number(side) for side in spelled]
    except CalculationError as error:
        raise InputError(field, error.reason, text=given) from None
    for one, other in pairwise(sides):
        if not (_is_result(one, other) or _is_result(other, one)):
            values = {"first": _figures(one, other), "second": _figures(other, one)}
            raise InputError(field, "number-sides-differ", text=given, **values)
    return sides[-1] if sides[-1].percent else replace(sides[-1], text=as_typed(given, spelled[-1]))


def is_decimal(text: str) -> bool:
    """Whether a text is a number in digits, not a calculation; spreadsheets do not read it as a formula."""
    return bool(re.fullmatch(r"[+-]?[0-9]+(?:[.,/][0-9]+)? ?%?|[+-]?[.,][0-9]+ ?%?", text.strip()))


def typed_or_none(text: str) -> Typed | None:
    """The number in ``text``; None if it is not a number."""
    try:
        return read_typed(text) if text.strip() else None
    except InputError:
        return None


def meets(typed: Any, places: int | None, value: Any) -> Any:
    """Whether ``typed``, a number or array with this many decimals, is ``value``, correctly rounded.

    It must be within half a unit of its last decimal, so a half may be rounded up or down; and it must have at least
    ``WANTED_PLACES`` decimals, unless it is exact.

    >>> bool(meets(0.12, 2, 0.125)), bool(meets(0.13, 2, 0.125)), bool(meets(0.3, 1, 0.29)), bool(meets(0.5, 1, 0.5))
    (True, True, False, True)
    """
    enough = places is not None and places >= WANTED_PLACES
    slack = 10.0**-places / 2 + HALF_SLACK if enough and places is not None else SAME
    return np.abs(np.subtract(typed, value)) <= slack


def cut(typed: Any, places: int, value: Any) -> Any:
    """Whether ``typed``, a number or array, is ``value`` cut off after this many decimals."""
    return np.abs(cut_off(value, places) - typed) <= SAME


def written(value: float, places: int) -> str:
    """``value`` with this many decimals, as ``read_typed`` reads it."""
    return f"{float(half_up(float(value), places)):.{places}f}"


def _number(side: str) -> Typed:
    """A decimal, or a calculation."""
    if re.search(r"[0-9]{26}", side):
        raise CalculationError
    return _decimal(side) or _calculation(side)


def _decimal(side: str) -> Typed | None:
    found = _DECIMAL.fullmatch(side)
    if not found or not (found[2] or found[3]):
        return None
    sign, whole, decimals, power, percent = found.groups(default="")
    number = Decimal(f"{sign}{whole or 0}.{decimals or 0}").scaleb(int(power or 0))
    if abs(number) > LARGEST:
        raise CalculationError("number-too-large")
    places = max(len(decimals) - int(power or 0), 0)
    if percent:
        return Typed(side, float(number / 100), places + 2, percent=True)
    return Typed(side, float(number), places)


def _calculation(side: str) -> Typed:
    if re.fullmatch(r"[+-]?[0-9.,]+ ?%?", side) and side.count(",") + side.count(".") > 1:
        raise CalculationError("number-with-two-points")
    if re.search(r"\S ?%$", side):
        raise CalculationError("number-percent-of-calculation")
    found = read_calculation(side)
    if not found.error:
        return Typed(side, float(found.value), None)
    exact_to = math.floor(-math.log10(2 * found.error) + HALF_SLACK)
    return Typed(side, float(found.value), max(found.places, min(exact_to, _MOST_PLACES)))


def _is_result(one: Typed, other: Typed) -> bool:
    """Whether ``other`` equals ``one``, exactly, rounded or cut off; a whole number must be exact."""
    return abs(one.value - other.value) <= SAME or bool(
        other.places and (other.reaches(one.value) or other.cuts(one.value))
    )


def _figures(number: Typed, other: Typed) -> Figures:
    """A number with enough decimals to differ from another one."""
    enough = (n for n in range(3, _MOST_PLACES) if fixed(number.value, n) != fixed(other.value, n))
    return Figures(fixed(number.value, next(enough, _MOST_PLACES)).rstrip("0").rstrip("."))
