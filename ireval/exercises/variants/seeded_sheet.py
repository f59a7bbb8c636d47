"""Draws a whole sheet from a seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ireval.conventions import DEFAULT_PRESET, effective
from ireval.errors import InputError, nearest
from ireval.exercises.generator.random_stream import SHEETS, Stream
from ireval.exercises.kinds.catalog import KINDS, kinds_of_seeds
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.sheet.json_fields import readable
from ireval.exercises.sheet.model import (
    DEFAULT_TITLE,
    LEAST_DECIMALS,
    LONGEST_TITLE,
    MOST_DECIMALS,
    MOST_EXERCISES,
    MOST_SEED,
    Exercise,
    Generated,
    Sheet,
)
from ireval.messages.message import Message


def make_sheet(
    seed: int,
    exercises: int = 6,
    *,
    conventions: str = DEFAULT_PRESET,
    overrides: Mapping[str, Any] | None = None,
    decimals: int = 3,
    title: str = "",
    kinds: Sequence[str] = (),
) -> Sheet:
    """Draw a sheet with this number of exercises from ``seed``: one kind after the other, each with a new measure.

    The kinds are those with a ``seed_place``, or those with these keys (``kinds``). Raises ``InputError`` if a number
    is out of range, a kind or convention is unknown, or the title is invalid.
    """
    _in_range("seed", seed, 0, MOST_SEED)
    _in_range("exercises", exercises, 1, MOST_EXERCISES)
    _in_range("decimals", decimals, LEAST_DECIMALS, MOST_DECIMALS)
    readable(title, "title")
    if len(title) > LONGEST_TITLE:
        raise InputError("title", "json-text-too-long", count=len(title), most=LONGEST_TITLE)
    stream = Stream("sheet", SHEETS, seed)
    drawn: list[Exercise] = []
    from_seed = [_drawable(key) for key in kinds] or kinds_of_seeds()
    for place in range(exercises):
        kind = from_seed[place % len(from_seed)]
        before = Counter(x.measure for x in drawn)
        measure = min(stream.shuffled(kind.measures), key=lambda name: before[name], default="")
        generated = Generated() if kind.draws_lists else None
        drawn.append(Exercise(f"e{place + 1}", kind.key, measure, kind.points, generated=generated))
    chosen = effective(conventions, overrides)
    values = {name: chosen[name] for name in overrides or {}}
    return Sheet(title or DEFAULT_TITLE, seed, tuple(drawn), conventions, values, decimals)


def _drawable(key: str) -> Kind:
    """The kind with this key. Raises ``InputError`` if there is none, or if its questions are an owner's own."""
    drawn = {kind.key: kind for kind in KINDS.values() if not kind.own}
    if key not in drawn:
        raise InputError("kind", "unknown-kind", kind=key, hint=nearest(key, drawn))
    return drawn[key]


def _in_range(field: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        kind = Message("a-whole-number")
        raise InputError(field, "number-out-of-range", value=value, least=least, most=most, kind=kind)
