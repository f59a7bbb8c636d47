"""The contract of measure files, and the temporary registration of a user's measure."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from ireval.contract.checks import checks_passed, findings
from ireval.contract.files.declared_file import Contract
from ireval.measure import Measure, listing, registry, scores, spelling


@contextmanager
def registered(module: ModuleType) -> Iterator[Measure]:
    """Register the measure of a module until the block ends."""
    if module in registry.modules():
        yield module.MEASURE
        return
    registry.ADDED.append(module)
    sys.modules[module.__name__] = module
    _forget()
    try:
        yield module.MEASURE
    finally:
        registry.ADDED.remove(module)
        del sys.modules[module.__name__]
        _forget()


def _forget() -> None:
    """Empty the caches that depend on the registered measures."""
    registry.forget()
    spelling.forget()
    for cached in (scores._settings, listing._variants):
        cached.cache_clear()


MEASURES = Contract(
    noun="measure",
    declared="MEASURE",
    kind=Measure,
    modules=registry.modules,
    added=registered,
    name=lambda measure: str(measure.name),
    findings=findings,
    passed=checks_passed,
)
