"""A number as a person types it: with a decimal point or comma, as a percentage, or as a fraction.

>>> [read_typed(text).value for text in ("0.58", ",58", "58 %", "1/4")]
[0.58, 0.58, 0.58, 0.25]

The number of decimals typed shows how exact the number is meant to be. A comma is always the decimal sign.

>>> read_typed("58 %").places, read_typed("1,000").places, read_typed("1,000").value
(2, 3, 1.0)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import numpy as np

from ireval.errors import InputError
from ireval.numbers.rounding import HALF_SLACK, SAME, half_up

#: The fewest decimals that a score needs, unless it is exact with fewer.
WANTED_PLACES = 2
#: The most characters of a number.
LONGEST = 40

FIELD = "value"
_DECIMAL = re.compile(r"([+-]?)([0-9]{0,12})(?:[.,]([0-9]{0,25}))? ?(%?)")
_FRACTION = re.compile(r"([+-]?)([0-9]{1,12}) ?/ ?([0-9]{1,12})")
#: Full-width characters, minus signs and division slashes, each with the plain character for it.
_PLAIN = str.maketrans(
    {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    | {"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{FRACTION SLASH}": "/", "\N{DIVISION SLASH}": "/"}
)


@dataclass(frozen=True)
class Typed:
    """A number as it was typed: its ``value`` and its number of decimals, ``places``.

    ``places`` is None for a fraction, which is exact; a percentage has two more than were typed. ``text`` is what was
    typed, without the spaces around it.
    """

    text: str
    value: float
    places: int | None
    percent: bool = False

    @property
    def unit(self) -> float:
        """The value of one unit in the last decimal typed; 0 for a fraction."""
        return 0.0 if self.places is None else 10.0**-self.places

    def repeats(self, value: float, places: int | None) -> bool:
        """Whether this number is exactly what ``value`` is with so many decimals, whatever zeros it ends in.

        >>> read_typed("1").repeats(0.9996, 3), read_typed("1").repeats(0.9994, 3), read_typed(".5").repeats(0.49998, 3)
        (True, False, True)
        """
        return places is not None and abs(self.value - float(half_up(value, places))) <= SAME

    def meets(self, value: float) -> bool:
        """Whether this number is ``value``, correctly rounded: see ``meets``."""
        return bool(meets(self.value, self.places, value))

    def reaches(self, value: float) -> bool:
        """Whether the decimals typed are correct for ``value``, even if they are too few."""
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
        """A percentage as if it had no percent sign."""
        places = None if self.places is None else max(self.places - 2, 0)
        return Typed(self.text.rstrip("% "), self.value * 100, places)


def read_typed(text: str, field: str = FIELD) -> Typed:
    """The number in ``text``. Raises ``InputError`` naming ``field`` if it is not a number."""
    plain = " ".join(text.translate(_PLAIN).split())
    if not plain:
        raise InputError(field, "number-missing")
    if len(plain) > LONGEST:
        raise InputError(field, "number-too-long", count=len(plain), most=LONGEST)
    return _decimal(plain) or _fraction(plain, field) or _refuse(plain, field)


def typed_or_none(text: str) -> Typed | None:
    """The number in ``text``; None if it is not a number."""
    try:
        return read_typed(text) if text.strip() else None
    except InputError:
        return None


def meets(typed: Any, places: int | None, value: Any) -> Any:
    """Whether ``typed``, a number or array with so many decimals, is ``value``, correctly rounded.

    It must be within half a unit of its last decimal, so a half may be rounded either way; and it must have at least
    ``WANTED_PLACES`` decimals, unless it is exact.

    >>> bool(meets(0.12, 2, 0.125)), bool(meets(0.13, 2, 0.125)), bool(meets(0.3, 1, 0.29)), bool(meets(0.5, 1, 0.5))
    (True, True, False, True)
    """
    enough = places is not None and places >= WANTED_PLACES
    slack = 10.0**-places / 2 + HALF_SLACK if enough and places is not None else SAME
    return np.abs(np.subtract(typed, value)) <= slack


def cut(typed: Any, places: int, value: Any) -> Any:
    """Whether ``typed``, a number or array, is ``value`` cut off after so many decimals."""
    scale = 10.0**places
    return np.abs(np.trunc(np.multiply(value, scale) + np.sign(value) * HALF_SLACK) / scale - typed) <= SAME


def written(value: float, places: int) -> str:
    """``value`` with so many decimals, as ``read_typed`` reads it."""
    return f"{float(half_up(float(value), places)):.{places}f}"


def _decimal(plain: str) -> Typed | None:
    found = _DECIMAL.fullmatch(plain)
    if not found or not (found[2] or found[3]):
        return None
    sign, whole, decimals, percent = found.groups(default="")
    number = Decimal(f"{sign}{whole or 0}.{decimals or 0}")
    if percent:
        return Typed(plain, float(number / 100), len(decimals) + 2, percent=True)
    return Typed(plain, float(number), len(decimals))


def _fraction(plain: str, field: str) -> Typed | None:
    found = _FRACTION.fullmatch(plain)
    if not found:
        return None
    if not int(found[3]):
        raise InputError(field, "number-divides-by-0", text=plain)
    return Typed(plain, int(found[1] + found[2]) / int(found[3]), None)


def _refuse(plain: str, field: str) -> Typed:
    if plain.count(",") + plain.count(".") > 1 and re.fullmatch(r"[+-]?[0-9.,]+ ?%?", plain):
        raise InputError(field, "number-with-two-points", text=plain)
    raise InputError(field, "number-not-read", text=plain)
