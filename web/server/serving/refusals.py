"""Reports refusals before a request reaches the app to the functions that count them."""

from __future__ import annotations

from collections.abc import Callable

_counters: list[Callable[[str], None]] = []


def watch(counter: Callable[[str], None]) -> None:
    """Have `counter` called with the reason of each refusal."""
    _counters.append(counter)


def count(reason: str) -> None:
    """Report a refusal with this reason."""
    for counter in _counters:
        counter(reason)
