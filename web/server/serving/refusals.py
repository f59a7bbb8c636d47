"""Refusals that happen before a request reaches the app, passed on to those who count them."""

from __future__ import annotations

from collections.abc import Callable

_counters: list[Callable[[str], None]] = []


def watch(counter: Callable[[str], None]) -> None:
    """Have `counter` called with the reason of each refusal."""
    _counters.append(counter)


def count(reason: str) -> None:
    """Pass a refusal on."""
    for counter in _counters:
        counter(reason)
