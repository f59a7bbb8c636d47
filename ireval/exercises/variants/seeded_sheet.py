"""A whole sheet drawn from a seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ireval.conventions import DEFAULT_PRESET, effective
from ireval.errors import InputError
from ireval.exercises.generator.random_stream import Stream
from ireval.exercises.kinds.catalog import KINDS
from ireval.exercises.sheet.model import (
    GENERATOR,
    LEAST_DECIMALS,
    MOST_DECIMALS,
    MOST_EXERCISES,
    MOST_SEED,
    Exercise,
    Generated,
    Sheet,
)


def make_sheet(
    seed: int,
    exercises: int = 6,
    *,
    conventions: str = DEFAULT_PRESET,
    overrides: Mapping[str, Any] | None = None,
    decimals: int = 3,
    title: str = "",
) -> Sheet:
    """A sheet with so many exercises, drawn from ``seed``: kind after kind, each with a measure that was not yet there.

    Raises ``InputError`` for a number out of range, or conventions that there are not.
    """
    _in_range("seed", seed, 0, MOST_SEED)
    _in_range("exercises", exercises, 1, MOST_EXERCISES)
    _in_range("decimals", decimals, LEAST_DECIMALS, MOST_DECIMALS)
    stream = Stream("sheet", GENERATOR, seed)
    drawn: list[Exercise] = []
    for place in range(exercises):
        kind = list(KINDS.values())[place % len(KINDS)]
        before = Counter(x.measure for x in drawn)
        measure = min(stream.shuffled(kind.measures), key=lambda name: before[name], default="")
        generated = Generated() if "list" in kind.takes else None
        drawn.append(Exercise(f"e{place + 1}", kind.key, measure, kind.points, generated=generated))
    chosen = effective(conventions, overrides)
    values = {name: chosen[name] for name in overrides or {}}
    return Sheet(title or f"Sheet {seed}", seed, tuple(drawn), conventions, values, decimals)


def _in_range(field: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise InputError(field, f"{value} is out of range.", f"Give a whole number from {least} to {most}.")
