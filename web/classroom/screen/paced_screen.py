"""A round at free pace as the projector shows it: how many phones are at which step, and nothing about names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from web.classroom.lecturer.progress_matrix import ProgressMatrix, progress_matrix
from web.store.rooms.room_records import Room, Round


class StepRow(NamedTuple):
    """A step with its number, 0 for phones that are done, how many phones work at it, and the length of its bar."""

    step: int
    phones: int
    length: float


@dataclass(frozen=True)
class PacedScreen:
    """The progress of a class at free pace."""

    matrix: ProgressMatrix

    template = "classroom/paced_screen.html"
    look = "paced"
    next = previous = ""
    forward = "over"
    back = "open"

    @property
    def rows(self) -> list[StepRow]:
        """A row for each step, and one for the phones that are done."""
        most = max((phones for _, phones in self.matrix.at), default=0) or 1
        return [StepRow(step, phones, round(100 * phones / most, 1)) for step, phones in self.matrix.at]


def paced_screen(room: Room, asked: Round) -> PacedScreen | None:
    """The screen of a round at free pace; None for a round of another kind."""
    found = progress_matrix(room, asked)
    return PacedScreen(found) if found else None
