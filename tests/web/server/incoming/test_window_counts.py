"""Counts of requests in a fixed window, on a clock that stands still until it is moved."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from web.server.incoming import window_counts
from web.server.incoming.window_counts import WindowCounts


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    clock = SimpleNamespace(now=1_000.0)
    clock.time = lambda: clock.now
    monkeypatch.setattr(window_counts, "time", clock)
    return clock


def test_a_window_begins_with_its_first_request_and_ends_after_its_length(clock: SimpleNamespace) -> None:
    counts = WindowCounts()
    assert (counts.get("a"), counts.get_expiry("a")) == (0, 1_000)
    assert [counts.incr("a", 60), counts.incr("a", 60, 2), counts.incr("b", 30)] == [1, 3, 1]
    clock.now = 1_029.0
    assert counts.incr("b", 30) == 2
    clock.now = 1_030.0
    assert (counts.get("b"), counts.incr("b", 30)) == (0, 1), "at its end a window is over"
    clock.now = 1_059.0
    assert (counts.incr("a", 60), counts.get("a"), counts.get_expiry("a")) == (4, 4, 1_060)
    clock.now = 1_060.0
    assert (counts.get("a"), counts.get("b")) == (0, 0)
    assert (counts.incr("a", 60, 5), counts.get_expiry("a")) == (5, 1_120)


def test_counts_that_are_over_are_forgotten_once_a_minute(clock: SimpleNamespace) -> None:
    counts = WindowCounts()
    counts.incr("short", 10)
    counts.incr("long", 600)
    clock.now = 1_059.0
    counts.incr("long", 600)
    assert set(counts._counts) == {"short", "long"}
    clock.now = 1_060.0
    assert counts.incr("long", 600) == 3
    assert set(counts._counts) == {"long"}
    clock.now = 1_119.0
    counts.incr("short", 1)
    clock.now = 1_119.9
    counts.incr("long", 600)
    assert set(counts._counts) == {"short", "long"}, "the next look is a minute after the last"


def test_a_count_or_all_may_be_forgotten(clock: SimpleNamespace) -> None:
    assert clock.now == 1_000
    counts = WindowCounts()
    for key in ("a", "b"):
        counts.incr(key, 60)
    counts.clear("a")
    counts.clear("never there")
    assert [counts.get(key) for key in ("a", "b")] == [0, 1]
    counts.reset()
    assert counts.get("b") == 0 and counts.check()
