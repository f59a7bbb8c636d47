"""The position of the stepper in a table, and the rows that it hides."""

from __future__ import annotations

from typing import NamedTuple


class StepPosition(NamedTuple):
    """The stepper in a table with ``last`` rows, which are ranks or another ``axis``; the score is in row ``read``.

    ``step`` is the last row that is shown: 0 before the first one, None for the whole table without steps.
    """

    step: int | None
    last: int
    axis: str
    read: int

    @classmethod
    def within(cls, step: int | None, last: int, axis: str, read: int) -> StepPosition:
        """The position of a step, which is at most the last row."""
        return cls(None if step is None else min(step, last), last, axis, read)

    @property
    def slider(self) -> int:
        """The position of the slider: the step, or one more than the last row for the whole table."""
        return self.last + 1 if self.step is None else self.step

    @property
    def words(self) -> str:
        """The position in words."""
        return "whole table" if self.step is None else f"{self.axis} {self.step} of {self.last}"

    def hides(self, row: int) -> bool:
        """Whether a row is not shown yet."""
        return self.step is not None and row > self.step

    @property
    def partial(self) -> bool:
        """Whether some rows are not shown yet."""
        return self.hides(self.last)

    @property
    def classes(self) -> str:
        """Classes for the style sheet: ``partial`` if some rows are hidden, ``unread`` if the row of the score is."""
        if self.step is None:
            return ""
        partial = " partial" if self.partial else ""
        return f"stepping{partial}{' unread' if self.hides(self.read) else ''}"

    def row(self, row: int) -> str:
        """The class of a row."""
        return "ahead" if self.hides(row) else "now" if row == self.step else ""
