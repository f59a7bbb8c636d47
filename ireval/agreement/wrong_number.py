"""A wrong number that a typical mistake gives in the calculation of an agreement."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ireval.messages import Message


class WrongNumber(NamedTuple):
    """The number that a mistake gives for a ``step``, the mistake's ``key``, and the message to the student.

    An ``easy`` number can be given without a calculation, so it earns no points. If labels are drawn at random, a
    mistake with ``beside`` may give the same number as the correct calculation or as another mistake.
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
    """The number that a mistake gives; ``said`` are the values that its sentence names."""
    return WrongNumber(step, float(value), key, Message(key, said), easy, beside)
