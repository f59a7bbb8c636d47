"""The stages of a round in their order. A remote goes forward and back; a lecturer may also leave some out.

Forward leads from open to closed, to the votes, and to the answer. Whoever lets the class discuss goes on from there to
the next vote. Back undoes each step.
"""

from __future__ import annotations

from web.store.rooms.room_records import Place, Stage

#: The most votes on one question.
MOST_VOTES = 9
_FORWARD = {
    Stage.OPEN: Stage.CLOSED,
    Stage.CLOSED: Stage.VOTES,
    Stage.VOTES: Stage.ANSWER,
    Stage.ANSWER: Stage.OVER,
}
_BACK = {
    Stage.CLOSED: Stage.OPEN,
    Stage.VOTES: Stage.CLOSED,
    Stage.DISCUSS: Stage.VOTES,
    Stage.ANSWER: Stage.VOTES,
    Stage.OVER: Stage.ANSWER,
}
#: The stages from which a class may discuss.
BEFORE_DISCUSSION = (Stage.OPEN, Stage.CLOSED, Stage.VOTES)


def forward(place: Place) -> Place | None:
    """The place after this one; None if a step leads on to what is asked next.

    >>> forward(Place(1, 1, Stage.DISCUSS))
    Place(round=1, vote=2, stage=<Stage.OPEN: 'open'>)
    """
    if place.stage is Stage.DISCUSS:
        return Place(place.round, place.vote + 1, Stage.OPEN) if place.vote < MOST_VOTES else None
    after = _FORWARD.get(place.stage)
    return place._replace(stage=after) if after else None


def back(place: Place) -> Place | None:
    """The place before this one; None before a round's beginning.

    >>> back(Place(1, 2, Stage.OPEN))
    Place(round=1, vote=1, stage=<Stage.DISCUSS: 'discuss'>)
    """
    if place.stage is Stage.OPEN:
        return Place(place.round, place.vote - 1, Stage.DISCUSS) if place.vote > 1 else None
    before = _BACK.get(place.stage)
    return place._replace(stage=before) if before else None


def discussing(place: Place) -> Place | None:
    """The place in which the class discusses; None where it cannot, as after the answer."""
    return place._replace(stage=Stage.DISCUSS) if place.stage in BEFORE_DISCUSSION else None


def shown(place: Place, stage: Stage) -> Place | None:
    """The place in another stage of the same vote, for a lecturer who leaves stages out; None without a round.

    >>> shown(Place(1, 1, Stage.OPEN), Stage.ANSWER)
    Place(round=1, vote=1, stage=<Stage.ANSWER: 'answer'>)
    """
    return place._replace(stage=stage) if place.stage is not Stage.NOTHING else None
