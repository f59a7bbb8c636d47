"""Objects as keys of caches by identity, if they cannot be compared or take long to compare."""

from __future__ import annotations

from typing import Any, NamedTuple


class ByIdentity(NamedTuple):
    """A key that is equal only for the same object, and keeps the object alive.

    >>> ByIdentity([]) == ByIdentity([]), len({ByIdentity(x) for x in [[]] * 2})
    (False, 1)
    """

    kept: Any

    def __hash__(self) -> int:
        return id(self.kept)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByIdentity) and self.kept is other.kept
