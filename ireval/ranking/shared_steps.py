"""Shares steps that several measures of one list have in common, such as gains, precisions and sums.

The search for a step takes about as long as the minimum of twenty numbers, so only steps that several measures of a
page use are shared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

Outcome = TypeVar("Outcome")

#: The most steps that are cached, because diagnosis tries a list under hundreds of conventions.
MOST_STEPS = 256


class Share(Protocol):
    """Computes a step, see ``SharedSteps.share`` and ``compute_alone``."""

    def __call__(self, work: Callable[..., Outcome], *of: Any) -> Outcome:
        """``work(*of)``."""


class SharedSteps:
    """A cache of the steps that were computed on one list.

    >>> import numpy as np
    >>> steps, found, ranks = SharedSteps(), np.array([1, 1]), np.array([1, 2])
    >>> steps.share(np.divide, found, ranks) is steps.share(np.divide, found, ranks)
    True
    """

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], tuple[Any, tuple[Any, ...]]] = {}

    def __len__(self) -> int:
        return len(self._known)

    def share(self, work: Callable[..., Outcome], *of: Any) -> Outcome:
        """``work(*of)``; a second call with the same objects returns the cached result, which must not be changed."""
        key = (work, *map(id, of))
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= MOST_STEPS:
                self._known.clear()
            # The objects are kept, so that no other object can get the id of one of them.
            known = self._known[key] = work(*of), of
        outcome: Outcome = known[0]
        return outcome


def compute_alone(work: Callable[..., Outcome], *of: Any) -> Outcome:
    """``work(*of)`` without a cache, for blocks of lists, whose results would take too much memory."""
    return work(*of)
