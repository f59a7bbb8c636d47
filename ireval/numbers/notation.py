"""How numbers are written and read: their shortest form, decimal commas, and limits."""

from __future__ import annotations

import re
from typing import Any

from ireval.errors import InputError

#: A decimal point.
POINT = re.compile(r"(?<=\d)\.(?=\d)")


def number_text(value: float) -> str:
    """A number in its shortest form: ``1`` for 1.0, ``0.3`` for 0.3."""
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def with_comma(text: str) -> str:
    """Numbers with a decimal comma; what commas separated, semicolons do.

    >>> with_comma("max(0.5, 1)")
    'max(0,5; 1)'
    """
    return POINT.sub(",", text.replace(", ", "; "))


def read_number(text: str, field: str, title: str, *, whole: bool, least: float, most: float) -> Any:
    """The number that ``text`` spells, with a decimal point or comma.

    >>> read_number("0,3", "level", "Recall level", whole=False, least=0, most=1)
    0.3

    A whole number has no comma: lectures of one country mean 1 by 1,000, those of another a thousand.
    Raises ``InputError`` where it is no number, not whole, or outside ``least`` to ``most``.
    """
    kind = "a whole number" if whole else "a number"
    span = f"from {number_text(least)} to {number_text(most)}"
    try:
        number = float(text if whole else text.replace(",", "."))  # 1,000 is not 1
    except ValueError:
        raise InputError(field, f"{title}: “{text}” is not a number.", f"Give {kind} {span}.") from None
    if not least <= number <= most:
        raise InputError(field, f"{title}: {text} is out of range.", f"Give {kind} {span}.")
    if whole and not number.is_integer():
        raise InputError(field, f"{title}: {text} is not a whole number.", f"Give {kind} {span}.")
    return int(number) if whole else number
