"""Slips in writing down a correct number: decimals are cut off, missing or added, or a percent sign is wrong."""

from __future__ import annotations

from ireval.diagnosis.causes import Cause
from ireval.messages.message import Message
from ireval.numbers.rounding import SAME, half_up
from ireval.numbers.typed_number import WANTED_PLACES, Typed

FEW, CUT, ZEROS, TWICE = "too-few-decimals", "cut-off", "zeros-added", "rounded-twice"
CLOSE = "close"
NO_SIGN, NEEDLESS_SIGN = "percent-sign-forgotten", "percent-sign-needless"
SLIPS = {FEW, CUT, ZEROS, TWICE, CLOSE, NO_SIGN, NEEDLESS_SIGN}
#: A small slip in a calculation changes the last decimal by at most this much; with two decimals, by 1.
MOST_UNITS = 5


def slip(number: Typed, value: float, *, bounded: bool = False) -> Cause | None:
    """The slip that turns ``value`` into ``number``; None if no slip does.

    A whole number as a ``bounded`` score (between 0 and 1) is taken as exact.
    """
    if bounded and not number.places:
        return None
    some = bool(number.places) or abs(number.value) >= 1
    if number.reaches(value):
        return Cause("rounding", FEW, Message("too-few-decimals", wanted=WANTED_PLACES), number.value)
    if some and number.cuts(value):
        message = Message("cut-off", places=number.places) if number.places else Message("cut-off-whole")
        return Cause("rounding", CUT, message, number.value)
    shorter = number.shortened
    if shorter and shorter.places and shorter.reaches(value):
        return Cause("rounding", ZEROS, Message("zeros-added", places=shorter.places), number.value)
    first = _rounded_first(number, value)
    if first:
        return Cause("rounding", TWICE, Message("rounded-twice", places=first), number.value)
    return None


def units_off(number: Typed, value: float) -> int:
    """The distance of a number from the rounded ``value``, in units of its last decimal; 0 if that is no small slip."""
    if not number.places or number.places < WANTED_PLACES:
        return 0
    off = round(abs(number.value - half_up(value, number.places)) / number.unit)
    return off if off <= (MOST_UNITS if number.places > WANTED_PLACES else 1) else 0


def close(number: Typed, off: int) -> Cause:
    """The cause of a number whose last decimal is ``off`` units wrong."""
    return Cause("rounding", CLOSE, Message("close", units=off), number.value)


def _rounded_first(number: Typed, value: float) -> int:
    """The number of decimals of the first rounding, if the number was rounded twice; otherwise 0."""
    if not number.places:
        return 0
    twice = (half_up(half_up(value, number.places + more), number.places) for more in (1, 2))
    found = (more for more, rounded in enumerate(twice, start=1) if abs(rounded - number.value) <= SAME)
    more = next(found, 0)
    return number.places + more if more else 0


def other_sign(number: Typed) -> tuple[Typed, Cause] | None:
    """The number with a percent sign added or removed, and the cause; None if neither makes sense."""
    if number.places is None or not (number.percent or number.value > 1):
        return None
    key = NEEDLESS_SIGN if number.percent else NO_SIGN
    other = reread(number, key)
    if number.percent:
        message = Message("percent-sign-needless", number=other.text)
    else:
        message = Message("percent-sign-forgotten", number=number.text, percentage=other.text)
    return other, Cause("mistake", key, message, number.value)


def reread(number: Typed, key: str) -> Typed:
    """The number with its percent sign corrected if ``key`` is a slip of the sign; otherwise the number itself."""
    return {NO_SIGN: number.as_percent, NEEDLESS_SIGN: number.without_percent}.get(key, number)
