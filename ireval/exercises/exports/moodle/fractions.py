"""The shares of a question's points that Moodle accepts, in per cent; it refuses all others."""

from __future__ import annotations

FRACTIONS = (
    *("100", "90", "80", "75", "70", "66.666", "60", "50", "40", "33.333", "30", "25", "20", "16.666", "14.2857"),
    *("12.5", "11.111", "10", "5", "0"),
)


def fraction(share: float) -> str:
    """The accepted share nearest to a share from 0 to 1; only 1 becomes 100.

    >>> [fraction(share) for share in (1, 0.99, 2 / 3, 0.35, 0.5, 0)]
    ['100', '90', '66.666', '33.333', '50', '0']
    """
    known = FRACTIONS if share >= 1 else FRACTIONS[1:]
    return min(known, key=lambda text: abs(float(text) - 100 * share))
