"""The results of a round in which a class judged: the labels and the agreement of each vote, and what they change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from web.classroom.judging.class_agreement import ClassAgreement, KappaChange
from web.classroom.judging.class_rankings import ClassRankings
from web.classroom.judging.judging_round import Answers, JudgingRound
from web.classroom.judging.label_spread import SpreadRow
from web.classroom.judging.stored_assessors import AssessorAndClass


class JudgedVote(NamedTuple):
    """The labels of one vote by document, most disagreement first, and the agreement of the class."""

    vote: int
    spread: Sequence[SpreadRow]
    kappa: ClassAgreement


@dataclass(frozen=True)
class JudgingResult:
    """What a class judged: ``sent`` has the labels of each vote by device and document."""

    judged: JudgingRound
    sent: Mapping[int, Answers]

    @cached_property
    def votes(self) -> list[JudgedVote]:
        """The votes in which somebody judged."""
        return [JudgedVote(vote, self.judged.spread(x), self.judged.kappa(x)) for vote, x in sorted(self.sent.items())]

    @cached_property
    def change(self) -> KappaChange | None:
        """How the agreement changed from the first vote to the last one; None with a single vote."""
        if len(self.sent) < 2:
            return None
        return self.judged.kappa_change(self.sent[min(self.sent)], self.sent[max(self.sent)])

    @cached_property
    def assessors(self) -> Sequence[AssessorAndClass]:
        """The class and each stored assessor, by the labels of the last vote."""
        return self.judged.against_assessors(self.sent[max(self.sent)]) if self.sent else ()

    @cached_property
    def rankings(self) -> ClassRankings | None:
        """The systems ranked again under the labels of the last vote; None if nobody judged."""
        return self.judged.ranked_again(self.sent[max(self.sent)]) if self.sent else None
