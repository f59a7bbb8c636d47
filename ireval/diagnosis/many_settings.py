"""Computes a measure on one list under many settings at once, in as few blocks of lists as possible.

The measure's own function is used. A block repeats the list, and each row has its own choices
(``conventions.mixed_choices``). Settings that cannot be mixed, such as a cutoff, need a block each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ireval.conventions import CONVENTIONS, Choice
from ireval.conventions.mixed_choices import MIXABLE, mixed
from ireval.measure import Computed, Params, run
from ireval.measure.spelling import settings
from ireval.numbers.arrays import Floats
from ireval.numbers.mixed_rounding import MixedRounding
from ireval.numbers.rounding import Rounding
from ireval.ranking.judgements import Ranking

#: The settings that belong to rounding.
ROUNDING = frozenset({"rounding", "decimals"})
#: Choices by the names of their settings.
Choices = Mapping[str, Any]


def values_under(right: Computed, rows: Sequence[Choices], read: Callable[[Computed], Floats]) -> list[float]:
    """The values of a single list under the choices of each row; ``read`` takes a value from a table."""
    found = [np.nan] * len(rows)
    base = list_of(right)
    for places, block in blocks(right, [(choices, base) for choices in rows]):
        for i, value in zip(places, read(block).tolist(), strict=True):
            found[i] = value
    return found


def blocks(right: Computed, rows: Sequence[tuple[Choices, Ranking]]) -> Iterator[tuple[list[int], Computed]]:
    """Compute the measure under the choices and on the ranking of each row: blocks, with the places of the rows."""
    groups: dict[tuple[object, ...], list[int]] = defaultdict(list)
    apart: dict[tuple[str, Any], bool] = {}
    for i, (choices, _) in enumerate(rows):
        own = []
        for name, value in choices.items():
            key = (name, value if isinstance(value, str) else id(value))
            if key not in apart:
                apart[key] = not is_mixable(right, name, value)
            if apart[key]:
                own.append((name, str(value)))
        groups[tuple(sorted(own))].append(i)
    for places in groups.values():
        params = _params(right, [rows[i][0] for i in places])
        yield places, run(right.measure, _stacked([rows[i][1] for i in places]).sharing(), params)


def list_of(right: Computed) -> Ranking:
    """The list that was measured, with its unjudged documents."""
    return right.table.ranking if right.condensed_from is None else right.condensed_from


def is_mixable(right: Computed, name: str, value: Any) -> bool:
    """Whether the lists of a block may have different choices of this setting."""
    return name in ROUNDING or isinstance(_choice(right, name, value), MIXABLE)


def _stacked(lists: Sequence[Ranking]) -> Ranking:
    """Lists as a block; without a copy if all are the same list."""
    first = lists[0]
    if any(ranking is not first for ranking in lists):
        return Ranking.block(lists)
    arrays: dict[str, Any] = {name: getattr(first, name) for name in Ranking.__dataclass_fields__}
    there = {name: x for name, x in arrays.items() if x is not None}
    again: dict[str, Any] = {name: np.broadcast_to(x, (len(lists), *x.shape)) for name, x in there.items()}
    return replace(first, **again)


def _params(right: Computed, rows: Sequence[Choices]) -> Params:
    now = right.table.p.values
    values = dict(now)
    for name in dict.fromkeys(name for row in rows for name in row if name not in ROUNDING):
        each = [row.get(name, now[name]) for row in rows]
        different = {value if isinstance(value, str) else id(value): value for value in each}
        if len(different) == 1 or all(value == each[0] for value in different.values()):
            values[name] = each[0]
        else:
            chosen = {key: _choice(right, name, value) for key, value in different.items()}
            values[name] = mixed([chosen[value if isinstance(value, str) else id(value)] for value in each])
    if any("rounding" in row for row in rows):
        every = [{**now, **row} for row in rows]
        values["rounding"] = MixedRounding([Rounding(row["rounding"], row["decimals"]) for row in every])
    return Params(values)


def _choice(right: Computed, name: str, value: Any) -> Any:
    """A value as a choice, if its setting has choices; otherwise the value."""
    if isinstance(value, Choice):
        return value
    parameter = settings(right.measure).get(name) or CONVENTIONS.get(name)
    return parameter.choice(value) if parameter and parameter.choices else value
