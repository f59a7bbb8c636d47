"""Numbers that calculations print with all of their decimals: parameters, mostly."""

from __future__ import annotations

from ireval.expression import MOST_PLACES, Num


def exact(value: float) -> Num:
    """``value`` with as many decimals as it has."""
    decimals = f"{value:.{MOST_PLACES}f}".rstrip("0").partition(".")[2]
    return Num(value, len(decimals))
