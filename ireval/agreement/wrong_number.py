"""A wrong number that a typical mistake gives in the calculation of an agreement."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ireval.messages import Message


class WrongNumber(NamedTuple):
    """What a mistake gives for a ``step``: its slug, and what it says to a student.

    One that is ``easy`` comes without a calculation. Where labels are drawn, those that are ``beside`` may give the
    same number as the correct calculation or as another mistake.
    """

    step: str
    value: float
    key: str
    message: Message
    easy: bool = False
    beside: bool = False


def wrong(
    step: str, key: str, value: Fraction | float, *, easy: bool = False, beside: bool = False, **said: object
) -> WrongNumber:
    """The number that a mistake gives, with what its sentence names."""
    return WrongNumber(step, float(value), key, Message(key, said), easy, beside)
