"""A class that judges, as the lecturer sees it before the class does: the labels of each document, and kappa."""

from __future__ import annotations

import json
from typing import NamedTuple

from ireval.errors import InputError
from web import store
from web.classroom.judging import judged_votes
from web.classroom.judging.judging_bodies import KIND as JUDGING
from web.classroom.judging.judging_round import JudgingRound
from web.classroom.judging.label_spread import SpreadRow
from web.classroom.rounds.votes import by_vote
from web.store.rooms.room_records import Room, Round


class LiveJudging(NamedTuple):
    """The ``rows`` of the documents, most disagreement first, and Fleiss' ``kappa``, empty if it is undefined.

    ``before`` is kappa in the vote before; ``error`` says why nothing can be shown.
    """

    rows: tuple[SpreadRow, ...] = ()
    kappa: str = ""
    before: str = ""
    error: str = ""


def live_judging(room: Room, asked: Round) -> LiveJudging | None:
    """What was sent to a round of judging in the vote in force; None for a round of another kind."""
    body = json.loads(asked.body)
    if body.get("kind") != JUDGING:
        return None
    try:
        judged = JudgingRound.of(body)
    except InputError as error:
        return LiveJudging(error=error.message)
    sent = by_vote(store.store().rooms.phones.answers(room, asked.number))
    now, before = sent.get(room.vote, {}), sent.get(room.vote - 1, {})
    earlier = judged_votes.kappa(asked.body, before).shown if before else ""
    return LiveJudging(judged.spread(now), judged_votes.kappa(asked.body, now).shown, earlier)
