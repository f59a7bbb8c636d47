"""The registry of measures: every module of ``ireval.metrics`` that declares ``MEASURE``."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import TypeVar

from ireval.measure.declaration import Measure
from ireval.measure.drawings.drawing import Drawing, RecallCurve

D = TypeVar("D", bound=Drawing)

#: Modules of measures from other files, while the contract checks them.
ADDED: list[ModuleType] = []


@cache
def modules() -> tuple[ModuleType, ...]:
    """The modules that declare a measure, in the order of their file names."""
    metrics = import_module("ireval.metrics")  # by name, because the metrics import this package
    files = [m.name for m in pkgutil.iter_modules(metrics.__path__) if not m.ispkg]
    found = (import_module(f"{metrics.__name__}.{name}") for name in files)
    return (*(m for m in found if hasattr(m, "MEASURE")), *ADDED)


@cache
def measures() -> MappingProxyType[str, Measure]:
    """All measures by name, family by family; ``order`` and name decide the order within each."""
    found: list[Measure] = [m.MEASURE for m in modules()]
    families = sorted({m.family for m in found}, key=lambda f: min(_place(m) for m in found if m.family == f))
    ordered = sorted(found, key=lambda m: (families.index(m.family), _place(m)))
    return MappingProxyType({m.name: m for m in ordered})


def drawn(kind: type[D]) -> tuple[tuple[Measure, D], ...]:
    """Return the measures with a drawing of this kind, each with its drawing."""
    return tuple((m, drawing) for m, drawing in _drawings() if isinstance(drawing, kind))


@cache
def _drawings() -> tuple[tuple[Measure, Drawing], ...]:
    return tuple((m, m.drawing) for m in measures().values() if m.drawing)


@cache
def recall_curve(axis: str) -> tuple[Measure, RecallCurve]:
    """Return the measure of the precision-recall curve, by rank or by standard recall level, with its drawing."""
    return next((m, line) for m, line in drawn(RecallCurve) if m.axis == axis)


def forget() -> None:
    """Empty the caches of the registered measures."""
    for cached in (modules, measures, _drawings, recall_curve):
        cached.cache_clear()


def _place(measure: Measure) -> tuple[int, str]:
    return measure.order, measure.name
