"""Tries many seeds for every kind and its usual measures, and counts refused lists and near-ties."""

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
from ireval.exercises.sheet.model import Exercise, Generated, Sheet
from ireval.exercises.variants.variant import make_question

_KEY = "K7M2PX"


@dataclass
class StressCount:
    """The counts of one kind with one measure or task over some seeds.

    ``draws`` is the number of lists drawn, ``grades`` how often a list of each grade was taken (see ``acceptance``),
    ``refused`` how often none was found, ``near`` how many wrong numbers are within two units of the correct one.
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
) -> Iterator[StressCount]:
    """Yield the counts of every kind that draws something, with every usual measure or task, over all ``seeds``."""
    for kind in (kind for kind in KINDS.values() if not kind.own):
        for what in kind.measures or tuple(kind.tasks):
            count = StressCount(kind.key, what)
            for seed in seeds:
                sheet = Sheet("", seed, (_exercise(kind, what),), conventions, overrides or {}, decimals)
                _add_seed(count, sheet)
            yield count


def _exercise(kind: Kind, what: str) -> Exercise:
    generated = Generated() if kind.draws_lists else None
    measure, task = (what, "") if kind.measures else ("", what)
    return Exercise("e1", kind.key, measure, task=task, generated=generated)


def _add_seed(count: StressCount, sheet: Sheet) -> None:
    count.seeds += 1
    try:
        found = make_question(sheet, sheet.exercises[0], _KEY)
    except InputError:
        count.refused += 1
        return
    count.draws += found.draws
    count.grades[found.grade] += 1
    if KINDS[count.kind].asks_scores:
        count.near += sum(near_ties(table, sheet.decimals) for table in found.question.tables)
