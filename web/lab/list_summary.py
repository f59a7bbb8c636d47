"""A list in one line: how many documents were retrieved, and how many relevant ones were found."""

from __future__ import annotations

from functools import lru_cache

from ireval.messages import Message, say


@lru_cache(maxsize=1_000)
def list_summary(retrieved: tuple[int, int, int | None], relevant: tuple[int, int], title: str) -> str:
    """One line about a list: (retrieved, unjudged, collection size), (relevant ones found, all), and its title."""
    parts = {"retrieved": _retrieved(*retrieved), "relevant": _relevant(*relevant)}
    return say(Message("list-summary-with-title", parts, title=title) if title else Message("list-summary", parts))


def _retrieved(count: int, unjudged: int, size: int | None) -> Message:
    """A message on how many documents were retrieved, of how many, and how many of them are unjudged."""
    if size is None:
        retrieved = Message("documents-retrieved", count=count)
    else:
        retrieved = Message("documents-retrieved-of-size", count=count, size=size)
    if not unjudged:
        return retrieved
    return Message("documents-retrieved-some-unjudged", retrieved=retrieved, unjudged=unjudged)


def _relevant(found: int, total: int) -> Message:
    """A message on how many of the relevant documents were found."""
    if not total:
        return Message("relevant-none-yet")
    if total == 1:
        return Message("relevant-one-found" if found else "relevant-one-not-found")
    if found == total:
        return Message("relevant-all-found", total=total)
    return Message("relevant-some-found", found=found, total=total)
