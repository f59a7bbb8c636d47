"""The settings that a measure is computed with: conventions, and the measure's own parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ireval.conventions import CONVENTIONS, Choice
from ireval.numbers.rounding import Rounding


class Params:
    """The effective conventions and a measure's own parameters, as attributes (``p.discount``, ``p.k``)."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = dict(values)
        self.rounding = Rounding(values["rounding"], values["decimals"])

    def chosen(self, convention: str) -> Any:
        """The choice in force of a convention, which knows what it computes; a mistake may put another in its place."""
        value = self.values[convention]
        return value if isinstance(value, Choice) else CONVENTIONS[convention].choice(value)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(name) from None
