"""A round of judging as the projector shows it: where the class disagrees, how far it agrees, and the systems again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from web.classroom.judging import judged_votes
from web.classroom.judging.class_agreement import ClassAgreement, KappaChange
from web.classroom.judging.class_rankings import ClassRankings
from web.classroom.judging.judging_round import Answers, JudgingRound
from web.classroom.judging.label_spread import SpreadRow
from web.classroom.judging.shared_documents import EACH
from web.classroom.judging.stored_assessors import AssessorAndClass
from web.classroom.rounds.votes import by_vote, shown_votes
from web.store.rooms.room_records import Room, RoomAnswer, Stage

#: The parts of the last stage, in their order.
KAPPA, RANKINGS = "kappa", "rankings"


@dataclass(frozen=True)
class JudgingScreen:
    """The round of judging with this ``body``, a JSON text, in a room, with the ``answers`` to it.

    ``wanted`` is the part of the last stage to show.
    """

    room: Room
    body: str
    asked: JudgingRound
    answers: Sequence[RoomAnswer]
    wanted: str = ""

    template = "classroom/judging_screen.html"
    look = "judges"
    forward = "forward"
    back = "back"

    @property
    def part(self) -> str:
        """The part of the last stage that is shown; empty in the others."""
        if self.room.stage is not Stage.ANSWER:
            return ""
        return RANKINGS if self.wanted == RANKINGS else KAPPA

    @property
    def next(self) -> str:
        """The part to which a step forward leads; empty if it leads to another stage."""
        return RANKINGS if self.part == KAPPA else ""

    @property
    def previous(self) -> str:
        """The part to which a step back leads; empty if it leads to another stage."""
        return KAPPA if self.part == RANKINGS else ""

    @property
    def each(self) -> int:
        """How many documents each phone judges."""
        return min(EACH, len(self.asked.documents))

    @property
    def spread(self) -> tuple[SpreadRow, ...]:
        """The documents with their labels in the vote in force."""
        return self.asked.spread(self._vote(self.room.vote))

    @property
    def kappa(self) -> ClassAgreement:
        """The agreement in the vote in force."""
        return judged_votes.kappa(self.body, self._vote(self.room.vote))

    @property
    def change(self) -> KappaChange | None:
        """The agreement in the vote before and in the one in force; None in the first."""
        if self.room.vote < 2:
            return None
        before, after = shown_votes(self.room.vote)
        return judged_votes.kappa_change(self.body, self._vote(before), self._vote(after))

    @property
    def compared(self) -> tuple[AssessorAndClass, ...]:
        """The majority of the class and each stored assessor."""
        return judged_votes.against_assessors(self.body, self._vote(self.room.vote))

    @property
    def rankings(self) -> ClassRankings:
        """The systems under the labels of the class."""
        return judged_votes.ranked_again(self.body, self._vote(self.room.vote))

    def _vote(self, number: int) -> Answers:
        return self._votes.get(number, {})

    @cached_property
    def _votes(self) -> dict[int, dict[str, dict[str, str]]]:
        return by_vote(self.answers)
