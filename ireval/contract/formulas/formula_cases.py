"""Every measure under every choice that its formula may depend on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from ireval.contract.cases import own_values
from ireval.conventions import CONVENTIONS, Parameter, effective
from ireval.measure import Measure, Params
from ireval.measure.spelling import Spec

#: Formulas do not depend on rounding, which belongs to the calculation.
WORKING = {"rounding", "decimals"}
#: Numbers to try: cutoffs within a list and beyond its end, and values at which formulas change.
NUMBERS: dict[str, list[Any]] = {
    "k": [None, 1, 3, 12],
    "level": [0, 0.1, 0.25, 0.3, 0.7, 1],
    "rel": [1, 2],
    "beta": [0, 0.5, 1, 2],
    "p": [0, 0.5, 0.8, 1],
    "alpha": [0, 0.3, 0.5, 1],
    "times": [0.1, 1.4, 2],
    "tp": [1, 2.5],
    "fp": [-1],
    "fn": [-2, 0],
    "tn": [0, 0.5],
}


@dataclass(frozen=True)
class Case:
    """A measure with one combination of all settings on which its formula may depend."""

    measure: Measure
    chosen: Mapping[str, Any]

    @property
    def spelling(self) -> str:
        """Its name with all choices written out."""
        return str(Spec(self.measure, {n: v for n, v in self.chosen.items() if v is not None}, ""))

    @property
    def latex(self) -> str:
        """The formula as it is printed."""
        return self.latex_at(self.chosen.get("k"))

    def latex_at(self, k: float | None) -> str:
        """The formula as it is printed with this cutoff, or without one."""
        return self.measure.formula(Params(effective() | dict(self.chosen) | {"k": k}))


def settings_of(measure: Measure) -> list[Parameter]:
    """Return all settings on which a formula may depend: conventions, own parameters, and the number after the @."""
    followed = [CONVENTIONS[name] for name in measure.conventions if name not in WORKING]
    return [*followed, *measure.parameters, *([measure.cutoff] if measure.cutoff else [])]


def values_of(setting: Parameter) -> list[Any]:
    """Return all choices of a setting, or the numbers that are tried."""
    return [c.key for c in setting.choices] or NUMBERS.get(setting.name) or own_values(setting)


def cases(measure: Measure) -> list[Case]:
    """Return every combination of values."""
    settings = settings_of(measure)
    rows = product(*map(values_of, settings))
    return [Case(measure, {s.name: v for s, v in zip(settings, row, strict=True)}) for row in rows]


def formulas_of(measure: Measure) -> list[str]:
    """Return every formula that is printed for a measure, each once."""
    return list(dict.fromkeys(case.latex for case in cases(measure)))
