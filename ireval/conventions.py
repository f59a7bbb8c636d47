"""Which choice of every convention holds: a preset's, unless an override names another.

A *preset* is the set of choices of one source or tool. For one measure, its own parameter beats an override, and an
override beats the preset.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ireval.declared import CONVENTIONS
from ireval.errors import InputError, nearest
from ireval.presets import PRESETS, Preset, standing

__all__ = ["CONVENTIONS", "DEFAULT_PRESET", "PRESETS", "Preset", "effective", "standing"]

DEFAULT_PRESET = "trec_eval"


def effective(preset: str = DEFAULT_PRESET, overrides: Mapping[str, object] | None = None) -> dict[str, Any]:
    """Every convention's value under ``preset`` and ``overrides`` (values or their text).

    >>> effective("lillis", {"gain": "exponential"})["discount"]
    'log2-rank'

    Raises ``InputError`` for an unknown preset, convention or value.
    """
    if preset not in PRESETS:
        raise InputError("conventions", f"There is no preset “{preset}”.", nearest(preset, PRESETS))
    values = {name: p.default for name, p in CONVENTIONS.items()} | dict(PRESETS[preset].choices)
    for name, value in (overrides or {}).items():
        if name not in CONVENTIONS:
            raise InputError(name, f"There is no convention “{name}”.", nearest(name, CONVENTIONS))
        values[name] = CONVENTIONS[name].read(value)
    return values
