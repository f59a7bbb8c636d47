"""Numbers as people type them into forms and addresses, within limits."""

from __future__ import annotations

from typing import Any

from ireval.errors import InputError
from ireval.messages.message import Message

#: More than any limit of a whole number. Longer numbers are read as this one.
BEYOND = 10**18


def value_of_digits(digits: str) -> int:
    """The whole number with these digits, at most ``BEYOND``, because Python refuses numbers of 4,300 digits.

    >>> value_of_digits("007"), value_of_digits("9" * 5000) == BEYOND
    (7, True)
    """
    plain = digits.lstrip("0") or "0"
    return int(plain) if len(plain) <= 18 else BEYOND


def read_number(text: str, field: str, title: str, *, whole: bool, least: float, most: float) -> Any:
    """The number in ``text``, with a decimal point or comma.

    >>> read_number("0,3", "level", "Recall level", whole=False, least=0, most=1)
    0.3

    A whole number may not have a comma, because 1,000 means one in some countries and a thousand in others.
    Raises ``InputError`` if it is not a number, not whole, or not between ``least`` and ``most``.
    """

    def error(key: str) -> InputError:
        return InputError(
            field,
            key,
            title=title,
            text=text,
            least=least,
            most=most,
            kind=Message("a-whole-number" if whole else "a-number"),
        )

    try:
        number = float(text if whole else text.replace(",", "."))  # 1,000 is not 1
    except ValueError:
        raise error("not-a-number") from None
    if not least <= number <= most:
        raise error("out-of-range")
    if whole and not number.is_integer():
        raise error("not-a-whole-number")
    return int(number) if whole else number
