"""What the measures of one list have in common, such as gains, precisions and sums, computed once for all of them.

To look for a step takes about as long as to compute a minimum of twenty numbers, so only steps that several measures of
a page take are shared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

Outcome = TypeVar("Outcome")

#: More steps are not kept: diagnosis tries a list under hundreds of conventions.
MOST_STEPS = 256


class Share(Protocol):
    """Computes a step, see ``SharedSteps.share`` and ``compute_alone``."""

    def __call__(self, work: Callable[..., Outcome], *of: Any) -> Outcome:
        """``work(*of)``."""


class SharedSteps:
    """The steps that were computed on one list.

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
        """``work(*of)``, which is computed once if it is asked for again with the same objects. Do not change it."""
        key = (work, *map(id, of))
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= MOST_STEPS:
                self._known.clear()
            # With the objects, so that no other object gets the id of one of them.
            known = self._known[key] = work(*of), of
        outcome: Outcome = known[0]
        return outcome


def compute_alone(work: Callable[..., Outcome], *of: Any) -> Outcome:
    """``work(*of)``. Blocks of lists keep nothing of it, because that would take too much memory."""
    return work(*of)
