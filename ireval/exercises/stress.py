"""Many seeds for every kind and its usual measures: how often lists are refused, and what comes close."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ireval.conventions import DEFAULT_PRESET
from ireval.errors import InputError
from ireval.exercises.generator.acceptance import near_ties
from ireval.exercises.kinds.catalog import KINDS
from ireval.exercises.kinds.kind import Kind
from ireval.exercises.making import made
from ireval.exercises.sheet.model import Exercise, Generated, Sheet

_KEY = "K7M2PX"


@dataclass
class Strained:
    """What became of one kind with one measure or task over some seeds.

    ``draws`` is how many lists were drawn, ``grades`` how often a list of each grade was taken (see ``acceptance``),
    ``refused`` how often none was found, ``near`` how many wrong numbers come within two units of the right one.
    """

    kind: str
    what: str
    seeds: int = 0
    draws: int = 0
    refused: int = 0
    near: int = 0
    grades: Counter[int] = field(default_factory=Counter)


def stress(
    seeds: Sequence[int],
    *,
    conventions: str = DEFAULT_PRESET,
    overrides: Mapping[str, Any] | None = None,
    decimals: int = 3,
) -> Iterator[Strained]:
    """Every kind with every usual measure or task, each over all ``seeds``."""
    for kind in KINDS.values():
        for what in kind.measures or tuple(kind.tasks):
            strained = Strained(kind.key, what)
            for seed in seeds:
                sheet = Sheet("", seed, (_exercise(kind, what),), conventions, overrides or {}, decimals)
                _strain(strained, sheet)
            yield strained


def _exercise(kind: Kind, what: str) -> Exercise:
    generated = Generated() if "list" in kind.takes else None
    if kind.measures:
        return Exercise("e1", kind.key, what, generated=generated)
    return Exercise("e1", kind.key, task=what, generated=generated)


def _strain(strained: Strained, sheet: Sheet) -> None:
    strained.seeds += 1
    try:
        found = made(sheet, sheet.exercises[0], _KEY)
    except InputError:
        strained.refused += 1
        return
    strained.draws += found.draws
    strained.grades[found.grade] += 1
    if KINDS[strained.kind].asks_scores:
        strained.near += sum(near_ties(table, sheet.decimals) for table in found.question.tables)
