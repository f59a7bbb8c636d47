"""The protocol of a measure computed on another ranking or with other settings, for typical mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ireval.numbers.arrays import Floats
from ireval.numbers.expression import Expr
from ireval.numbers.worked_number import Worked


class Outcome(Protocol):
    """A computed measure."""

    @property
    def score(self) -> Floats:
        """The scores, shape (...)."""

    @property
    def columns(self) -> Mapping[str, Floats]:
        """The columns by key, each of shape (..., rows)."""

    @property
    def calculation(self) -> Expr | None:
        """The calculation of a single list's score; None if there is none."""

    def step(self, key: str, index: int) -> Expr | None:
        """The calculation of a single list's cell; None for a plain number."""

    def read(self, key: str) -> Worked:
        """The cell of a column in the row from which the score is read, with its calculation."""
