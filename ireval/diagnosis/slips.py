"""Slips in writing down a correct number: decimals that are cut off, missing or made up, and percent signs."""

from __future__ import annotations

from ireval.diagnosis.causes import Cause
from ireval.messages.message import Message
from ireval.numbers.rounding import SAME, half_up
from ireval.numbers.typed_number import WANTED_PLACES, Typed

FEW, CUT, ZEROS, TWICE = "too-few-decimals", "cut-off", "zeros-added", "rounded-twice"
CLOSE = "close"
NO_SIGN, NEEDLESS_SIGN = "percent-sign-forgotten", "percent-sign-needless"
SLIPS = {FEW, CUT, ZEROS, TWICE, CLOSE, NO_SIGN, NEEDLESS_SIGN}
#: A slip of calculation changes the last decimal by no more than this; with two decimals by 1.
MOST_UNITS = 5


def slip(number: Typed, value: float, *, bounded: bool = False) -> Cause | None:
    """The slip that turns ``value`` into ``number``; None where no slip does.

    A whole number for a ``bounded`` score, which lies between 0 and 1, is meant exactly.
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
    """By how many units of its last decimal a number misses ``value``, rounded; 0 where that is no slip."""
    if not number.places or number.places < WANTED_PLACES:
        return 0
    off = round(abs(number.value - half_up(value, number.places)) / number.unit)
    return off if off <= (MOST_UNITS if number.places > WANTED_PLACES else 1) else 0


def close(number: Typed, off: int) -> Cause:
    """The cause of a number that is off by this many units in its last decimal."""
    return Cause("rounding", CLOSE, Message("close", units=off), number.value)


def _rounded_first(number: Typed, value: float) -> int:
    """The number of decimals it was first rounded to, if it was rounded twice; else 0."""
    if not number.places:
        return 0
    twice = (half_up(half_up(value, number.places + more), number.places) for more in (1, 2))
    found = (more for more, rounded in enumerate(twice, start=1) if abs(rounded - number.value) <= SAME)
    more = next(found, 0)
    return number.places + more if more else 0


def other_sign(number: Typed) -> tuple[Typed, Cause] | None:
    """The number with a percent sign added or removed, and the cause for that; None where neither makes sense."""
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
    """A number as it was meant where its percent sign is missing or needless; itself for any other slip."""
    return {NO_SIGN: number.as_percent, NEEDLESS_SIGN: number.without_percent}.get(key, number)
