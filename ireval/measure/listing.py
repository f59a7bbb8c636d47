"""The measures that pages list, each with its label."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ireval.measure.registry import measures
from ireval.measure.spelling import Spec, parse
from ireval.messages.writing import number_text


def variants(
    values: Mapping[str, float], conventions: Mapping[str, Any], *, subtopics: bool = False
) -> tuple[tuple[str, Spec], ...]:
    """Return the variants of every measure with ``k``, ``level`` and ``beta`` filled in, each as (label, spec).

    Variants that are the same under the conventions are listed once. Measures that need subtopics are listed only
    with ``subtopics``.
    """
    return _variants(tuple(values.items()), tuple(conventions.items()), subtopics)


@lru_cache(maxsize=512)
def _variants(
    values: tuple[tuple[str, float], ...], chosen: tuple[tuple[str, Any], ...], subtopics: bool
) -> tuple[tuple[str, Spec], ...]:
    conventions = dict(chosen)
    filled = {name: number_text(value) for name, value in values}
    listed: dict[str, tuple[str, Spec]] = {}
    for measure in (m for m in measures().values() if subtopics or not m.needs_subtopics):
        for spelling, label in measure.variants.items():
            spec = parse(spelling.format(**filled))
            listed.setdefault(spec.canonical(conventions), (label.format(**filled), spec))
    return tuple(listed.values())
