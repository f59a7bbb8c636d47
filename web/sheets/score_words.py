"""Points in words and as numbers."""

from __future__ import annotations

from ireval.messages import Message, say
from ireval.messages.writing import number_text
from ireval.numbers.rounding import half_up


def points_number(x: float) -> str:
    """Points as a number with at most two decimals."""
    return number_text(_rounded(x))


def points(count: float) -> str:
    """Points in words: ``1 point``, ``2.5 points``."""
    return say(Message("points", count=_rounded(count)))


def points_of(some: float, most: float) -> str:
    """Some of all points in words: ``1.5 of 2 points``."""
    return say(Message("points-of", points=_rounded(some), most=_rounded(most)))


def points_up_to(most: float) -> str:
    """Points that a person may give: ``up to 2 points``."""
    return say(Message("points-up-to-by-hand", most=points(most)))


def score_in_words(some: float, most: float, by_hand: float = 0) -> str:
    """Some of all points in words, and how many of the rest are still to be given or refused by hand."""
    score = points_of(some, most)
    return say(Message("points-by-hand", score=score, count=_rounded(by_hand))) if by_hand else score


def _rounded(x: float) -> float:
    return float(half_up(x, 2))
