"""The spellings and conventions that a measure is checked under."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ireval.conventions import CONVENTIONS, PRESETS, Parameter, effective
from ireval.measure import Measure
from ireval.measure.spelling import Spec, parse
from ireval.messages.writing import number_text

#: Values that variants are filled with: usual ones, the least, and some beyond the end of the list.
FILLED = ({"k": 5.0, "level": 0.3, "beta": 1.0}, {"k": 1, "level": 0, "beta": 0.5}, {"k": 16, "level": 1, "beta": 3})


def distinct_presets(measure: Measure, presets: Iterable[str] = PRESETS) -> list[str]:
    """Return one preset, the first, for each different combination of choices for this measure's conventions."""
    first: dict[tuple[Any, ...], str] = {}
    for preset in presets:
        choices = effective(preset)
        first.setdefault(tuple(choices[name] for name in measure.conventions), preset)
    return list(first.values())


def listed_spellings(measure: Measure) -> Iterator[str]:
    """Yield the spellings that pages list, with values inserted."""
    for values in FILLED:
        filled = {name: number_text(value) for name, value in values.items()}
        yield from (spelling.format(**filled) for spelling in measure.variants)


def spellings(measure: Measure) -> list[Spec]:
    """Return every listed spelling, the measure at usual cutoffs, and with each value of its own parameters."""
    at = measure.cutoff
    ends = [""] if at is None or not measure.cutoff_required else []
    if at is not None:
        ends += [f"@{number_text(x)}" for x in ((1, 4, 10, 16) if at.name == "k" else (0.1, 0.3, 0.5, 0.8))]
    plain = [measure.name + end for end in ends]
    own = [
        f"{measure.name}({p.name}={p.spell(value)}){ends[min(1, len(ends) - 1)]}"
        for p in measure.parameters
        for value in own_values(p)
    ]
    return list({str(spec): spec for spec in map(parse, [*listed_spellings(measure), *plain, *own])}.values())


def usual_spellings(measure: Measure) -> list[Spec]:
    """Return the measure at usual cutoffs and with usual values of its own parameters, for checks of its mistakes."""
    at = measure.cutoff
    ends = [""] if at is None else ["", "@4", "@10"] if at.name == "k" else ["@0.1", "@0.3", "@0.5", "@0.8"]
    own = [
        f"{measure.name}({p.name}={p.spell(value)}){end}"
        for p in measure.parameters
        for value in own_values(p)
        if p.choices or p.least < value < p.most
        for end in ends[:2]
    ]
    plain = [measure.name + end for end in ends if end or not measure.cutoff_required]
    return list({str(spec): spec for spec in map(parse, [*plain, *own])}.values())


def own_values(parameter: Parameter) -> list[Any]:
    """Return all choices of a parameter, or its lowest value, its default and another one."""
    if parameter.choices:
        return [choice.key for choice in parameter.choices]
    usual = parameter.default if parameter.default is not None else parameter.least
    other = usual + 1 if parameter.whole else usual * 2 or 0.5
    if other >= parameter.most:
        other = parameter.most if parameter.whole else usual / 2
    return list(dict.fromkeys([parameter.least, usual, other]))


def choices_of(convention: str) -> list[Any]:
    """Return values of a convention: all of its choices, or a few numbers."""
    parameter = CONVENTIONS[convention]
    return [c.key for c in parameter.choices] or [int(parameter.least), int(parameter.least) + 1, 3]
