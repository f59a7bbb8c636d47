"""The stream of numbers is evenly distributed."""

from __future__ import annotations

from ireval.exercises.generator.random_stream import Stream


def test_streams_are_even() -> None:
    stream = Stream("even", 1)
    counts = [0] * 7
    for _ in range(7000):
        counts[stream.below(7)] += 1
    assert min(counts) > 850 and max(counts) < 1150
    assert sorted(stream.shuffled(range(50))) == list(range(50))
    assert stream.shuffled(range(50)) != list(range(50))
    assert {stream.between(2, 4) for _ in range(50)} == {2, 3, 4}
