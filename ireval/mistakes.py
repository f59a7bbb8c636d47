"""What may have led to another number: a typical mistake, another convention, or rounding on the way.

Measures declare their mistakes as code; what some source or tool does is a convention and never a mistake. Diagnosis
and marking treat both alike, as causes.

>>> from ireval.conventions import effective
>>> from ireval.judgements import Ranking
>>> fifteen = Ranking.one([1, 0, 1, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 3], [3, 2, 2, 1, 1])
>>> for cause in causes("AP", fifteen, effective("lillis")):
...     if abs(cause.value - 0.58) < 0.005:
...         print(cause.kind, cause.key, cause.presets, cause.text)
convention divisor=relevant-retrieved ('sklearn',) You divided by the relevant documents found (5).

A mistake's text is one sentence. A count behind the words that name it is filled in, in brackets: ``({R})``; where
there is no list, the sentence stands without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ireval.conventions import CONVENTIONS, effective
from ireval.judgements import Floats, Ranking
from ireval.metric import Computed, Table
from ireval.names import Spec, parse, settings
from ireval.parameters import number_text
from ireval.presets import PRESETS, standing
from ireval.registry import measures
from ireval.rounding import half_up
from ireval.scoring import compute

#: To how many decimals people round on the way.
ROUNDED_TO = (1, 2, 3, 4)
#: Values nearer than this are the same.
SAME = 1e-9

_COUNT_IN_BRACKETS = re.compile(r" \(\{\w+\}\)")


@dataclass(frozen=True)
class Cause:
    """What gives ``value``: of kind ``mistake``, ``convention`` or ``rounding``.

    ``key`` is a mistake's slug, or the choices as ``discount=log2-rank``, several joined by commas. ``text`` says what
    was done; ``presets`` are the sources and tools that define the measure and do so.
    """

    kind: str
    key: str
    text: str
    value: float
    presets: tuple[str, ...] = ()


def causes(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any]) -> list[Cause]:
    """Everything that gives a single list another score than the right one: mistakes, conventions, then rounding."""
    return [*mistakes(measure, ranking, conventions), *alternatives(measure, ranking, conventions)]


def wrong_values(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any]) -> dict[str, Floats]:
    """The score that every mistake of the measure gives, by key: one list or a block, NaN where it cannot be made."""
    table = compute(_spec(measure), ranking, conventions).table
    return {m.key: m.compute(table)[..., 0] for m in table.measure.mistakes}


def mistakes(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any]) -> list[Cause]:
    """The mistakes that give a single list another score than the right one."""
    right = compute(_spec(measure), ranking, conventions)
    counts = counts_of(right.table)
    found = ((m, float(m.compute(right.table)[..., 0])) for m in right.measure.mistakes)
    return [
        Cause("mistake", m.key, m.text.format_map(counts), value)
        for m, value in found
        if differs(value, float(right.score))
    ]


def alternatives(measure: str | Spec, ranking: Ranking, conventions: Mapping[str, Any]) -> list[Cause]:
    """The other choices that give a single list another score than the right one.

    Every single choice of what the measure follows; what several choices of one source or tool give together; and
    rounding on the way.
    """
    spec = _spec(measure)
    right = compute(spec, ranking, conventions)
    found: dict[str, Cause] = {}
    for choices in [*_single(right), *_of_presets(right), *_roundings(right)]:
        cause = _cause(spec, right, choices, conventions)
        if cause:
            found.setdefault(cause.key, cause)
    return sorted(found.values(), key=lambda cause: cause.kind)


def differs(value: float, right: float) -> bool:
    """Whether ``value`` is a score, and another than the right one."""
    return value == value and not abs(value - right) <= SAME  # where there is no right one, any score differs


def counts_of(table: Table) -> dict[str, str]:
    """The counts and parameters of a single list that texts name, as text.

    ``R``, ``N``, ``judged`` (both), ``n`` retrieved, ``ranks`` looked at, ``found`` relevant ones there, ``listed``
    relevant ones in the whole list, ``size`` of the collection; and every parameter and convention.
    """
    found = {
        "R": table.R,
        "N": table.N,
        "judged": table.R + table.N,
        "n": table.length,
        "ranks": table.end,
        "found": np.count_nonzero(table.relevant & (table.rank <= table.end), keepdims=True),
        "listed": np.count_nonzero(table.relevant, keepdims=True),
        "size": table.size,
    }
    known = {name: float(value[0]) for name, value in found.items()}
    numbers = {name: v for name, v in table.p.values.items() if isinstance(v, int | float)} | known
    return {name: number_text(value) for name, value in numbers.items() if value == value}


def plain(text: str) -> str:
    """A mistake's sentence where there is no list to count in.

    >>> plain("You divided by the documents found ({found}), not by all ({R}).")
    'You divided by the documents found, not by all.'
    """
    return _COUNT_IN_BRACKETS.sub("", text)


def overview(*, long: bool = False) -> Iterator[tuple[str, str]]:
    """Every mistake with the measures that declare it; or, at length, measure by measure with its sentence."""
    declared = [(measure.name, m) for measure in measures().values() for m in measure.mistakes]
    if long:
        yield from ((f"{name} {m.key}", plain(m.text)) for name, m in declared)
        return
    names: dict[str, list[str]] = {}
    for name, m in declared:
        names.setdefault(m.key, []).append(name)
    yield from ((key, ", ".join(users)) for key, users in names.items())


def _spec(measure: str | Spec) -> Spec:
    return parse(measure) if isinstance(measure, str) else measure


def _single(right: Computed) -> Iterator[dict[str, Any]]:
    """Every other choice of one setting; grades of relevance as far as the list has some."""
    now = right.table.p.values
    for name, parameter in settings(right.measure).items():
        if name in {"rounding", "decimals"}:
            continue
        values: list[Any] = [c.key for c in parameter.choices]
        if name == "rel":
            grades = np.concatenate([right.table.ranking.grades, right.table.ranking.unretrieved])
            values = list(range(1, int(grades.max(initial=1)) + 1))
        yield from ({name: value} for value in values if value != now[name])


def _of_presets(right: Computed) -> Iterator[dict[str, Any]]:
    """What a source or tool that defines the measure chooses otherwise in several places."""
    now = right.table.p.values
    for preset in PRESETS:
        if standing(preset, right.measure) == "checked":
            chosen = effective(preset)
            other = {name: chosen[name] for name in right.measure.conventions if chosen[name] != now[name]}
            if len(other) > 1:
                yield other


def _roundings(right: Computed) -> Iterator[dict[str, Any]]:
    if "rounding" not in right.measure.conventions:
        return
    now = right.table.p.values
    if now["rounding"] != "exact":
        yield {"rounding": "exact"}
    for mode in ("columns", "carried"):
        for decimals in ROUNDED_TO:
            if (mode, decimals) != (now["rounding"], now["decimals"]):
                yield {"rounding": mode, "decimals": decimals}


def _cause(spec: Spec, right: Computed, choices: dict[str, Any], conventions: Mapping[str, Any]) -> Cause | None:
    """What these choices give together, without those that change nothing; None where none of them does."""

    def computed(chosen: Mapping[str, Any]) -> Computed:
        return compute(
            Spec(spec.measure, {**spec.own, **chosen}, ""), right.condensed_from or right.table.ranking, conventions
        )

    result = computed(choices)
    value = float(result.score)
    if not differs(value, float(right.score)) or _only_rounded(value, float(right.score), choices):
        return None
    if "rounding" not in choices:
        for name in list(choices):
            fewer = {other: choices[other] for other in choices if other != name}
            if fewer and not differs(float(computed(fewer).score), value):
                choices = fewer
    kind = "rounding" if "rounding" in choices else "convention"
    key = ",".join(f"{name}={value}" for name, value in choices.items())
    text = " ".join(_feedback(spec, result, name) for name in choices if name != "decimals")
    return Cause(kind, key, text, value, _users(spec, choices))


def _only_rounded(value: float, right: float, choices: Mapping[str, Any]) -> bool:
    """Whether rounding on the way gave nothing but the right score, rounded."""
    return "decimals" in choices and not differs(value, half_up(right, choices["decimals"]))


def _feedback(spec: Spec, result: Computed, name: str) -> str:
    parameter, value = settings(spec.measure)[name], result.table.p.values[name]
    choice = parameter.choice(value) if parameter.choices else None
    feedback = choice.feedback if choice else parameter.feedback
    short = choice.short if choice else number_text(value)
    return (
        feedback.format_map(counts_of(result.table))
        or f"You took another setting ({parameter.title.lower()}: {short})."
    )


def _users(spec: Spec, choices: Mapping[str, Any]) -> tuple[str, ...]:
    if not choices.keys() <= CONVENTIONS.keys():
        return ()
    return tuple(
        preset
        for preset in PRESETS
        if standing(preset, spec.measure) == "checked" and choices.items() <= effective(preset).items()
    )
