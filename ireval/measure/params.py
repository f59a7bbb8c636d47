"""The settings with which a measure is computed: conventions, and the measure's own parameters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ireval.conventions import CONVENTIONS, Choice
from ireval.numbers.rounding import Rounding

#: The setting by which a diagnosis cuts off decimals instead of rounding; no source or tool does so.
CUTS = "cuts_off"


class Params:
    """The effective conventions and a measure's own parameters, as attributes (``p.discount``, ``p.k``).

    The value of a convention may be replaced by a ``Choice`` that no convention has, or by a ``Rounding``.
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.__dict__.update(values)
        self.values = dict(values)
        mode, cuts = values["rounding"], values.get(CUTS, False)
        self.rounding = mode if isinstance(mode, Rounding) else _rounding(mode, values["decimals"], cuts)
        self._choices: dict[str, Choice] = {}

    def chosen(self, convention: str) -> Any:
        """Return the choice of a convention that is in force, with its function; a mistake may replace it."""
        choice = self._choices.get(convention)
        if choice is None:
            value = self.values[convention]
            choice = value if isinstance(value, Choice) else CONVENTIONS[convention].choice(value)
            self._choices[convention] = choice
        return choice

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The value of a setting."""


@lru_cache(maxsize=256)
def _rounding(mode: str, places: int, cuts: bool) -> Rounding:
    """Return the same object for the same rounding, so that measures can share rounded numbers."""
    return Rounding(mode, places, cuts)
