"""What a phone shows: exactly one thing, by the stage of its room and by what it has sent itself."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from flask import url_for

from web.classroom.access.phone_key import FIELD, in_room, written_key
from web.classroom.access.room_codes import grouped_code
from web.classroom.access.two_words import two_words
from web.classroom.judging.judging_bodies import KIND as JUDGING
from web.classroom.judging.judging_round import JudgingRound
from web.classroom.judging.phone_judging import PhoneJudging, phone_judging
from web.classroom.phone.own_result import OwnResult, own_result, solution_of
from web.classroom.phone.paced_phone import PacedPhone
from web.classroom.phone.phone_answers import Words, doubts, labels_in_words, words_of
from web.classroom.questions.asked_question import AskedQuestion
from web.classroom.questions.round_body import QUESTION
from web.classroom.rounds.again import Again, again_links
from web.classroom.rounds.paced_round import STEPS, PacedRound
from web.classroom.rounds.room_settings import Settings
from web.store.rooms.room_records import AtDoor, Room, Round, Sent, Stage


class Screen(StrEnum):
    """The screens of a phone."""

    WAITING = "waiting"
    QUESTION = "question"
    SENT = "sent"
    CLOSED = "closed"
    ANSWER = "answer"
    OVER = "over"
    ENDED = "ended"
    FULL = "full"


NOTHING_SENT = Sent(-1, {})
_OF_STAGE = {
    Stage.CLOSED: Screen.CLOSED,
    Stage.VOTES: Screen.CLOSED,
    Stage.DISCUSS: Screen.CLOSED,
    Stage.ANSWER: Screen.ANSWER,
    Stage.OVER: Screen.OVER,
}
#: A state of a phone that has a place.
_STATE = re.compile(r"(?P<revision>\d+)-\d+-[0-9a-f]+-(?P<flags>[01]{3})-(?P<shown>-?\d+)")


@dataclass(frozen=True)
class PhonePage:
    """The page of a phone in a room.

    ``round`` is the round in force and ``sent`` what the phone has sent to it. With ``change``, the form is shown again
    although something was sent. ``typed`` is what was not accepted, by part, because of the sentences in ``refused``,
    by field; ``late`` is what came too late, in words. The phone found no place in a ``full`` room. ``place`` is that
    of the question to show at free pace, -1 for the first without an answer. ``bodies`` are those of all rounds, once
    the lecture is over.
    """

    at: AtDoor
    round: Round | None = None
    sent: Sent = NOTHING_SENT
    change: bool = False
    full: bool = False
    typed: Mapping[str, str] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)
    late: Words = field(default_factory=list)
    place: int = -1
    bodies: Sequence[str] = ()

    @property
    def room(self) -> Room:
        """The room."""
        return self.at.room

    @property
    def code(self) -> str:
        """The code as screens show it."""
        return grouped_code(self.room.code)

    @property
    def is_new(self) -> bool:
        """Whether the phone has no place in the room yet, which it gets as soon as it sends its key."""
        return self.at.place < 0

    @property
    def paused(self) -> bool:
        """Whether the phones are to be left alone."""
        return self.room.paused and self.screen not in {Screen.ENDED, Screen.FULL}

    @cached_property
    def screen(self) -> Screen:
        """The screen that is shown; while the lecturer pauses, it is kept behind "Look up"."""
        if not self.room.is_open:
            return Screen.ENDED
        if self.full:
            return Screen.FULL
        if self.asked is None and self.judging is None and self.paced is None:
            return Screen.WAITING
        if self.room.stage is Stage.OPEN:
            if self.judging or self.paced:
                return Screen.QUESTION
            return Screen.SENT if self.own and not self.change and not self.refused else Screen.QUESTION
        return _OF_STAGE.get(self.room.stage, Screen.WAITING)

    @cached_property
    def body(self) -> dict[str, Any]:
        """The body of the round in force; empty without one."""
        return dict(json.loads(self.round.body)) if self.round else {}

    @cached_property
    def asked(self) -> AskedQuestion | None:
        """The question in force; None without one."""
        return AskedQuestion.of(self.body) if self.body.get("kind") == QUESTION else None

    @cached_property
    def judging(self) -> PhoneJudging | None:
        """What the phone judges; None if nothing is judged, or as long as the phone has no place in the room."""
        if self.body.get("kind") != JUDGING or self.at.place < 0:
            return None
        return phone_judging(JudgingRound.of(self.body), self.at.place, self.own)

    @cached_property
    def paced(self) -> PacedPhone | None:
        """The round at free pace that is in force, as far as this phone is; None for another kind."""
        if self.body.get("kind") != STEPS:
            return None
        return PacedPhone(PacedRound.of(self.body), self.own, self.place, bool(self.refused))

    @property
    def name(self) -> str:
        """The phone's name of two words; empty unless the lecturer wants names."""
        return two_words(in_room(self.room.code)) if Settings.of_room(self.room).names else ""

    @property
    def again(self) -> list[Again]:
        """The questions of the lecture to practise with new numbers, once it is over."""
        return again_links(self.bodies)

    @property
    def own(self) -> Mapping[str, str]:
        """What the phone sent in this vote, by part."""
        return self.sent.answers.get(self.room.vote, {})

    @property
    def filled(self) -> Mapping[str, str]:
        """What the fields of the form contain: what was not accepted, or else what was sent in this vote."""
        return self.typed or self.own

    @property
    def own_words(self) -> Words:
        """What the phone sent in this vote, in words."""
        return self._words(self.own)

    @property
    def before(self) -> Words:
        """What the phone sent in the vote before, in words; empty in the first."""
        return self._words(self.sent.answers.get(self.room.vote - 1, {}))

    @property
    def doubts(self) -> list[str]:
        """Questions whether numbers that were sent are meant in another way."""
        return doubts(self.asked, self.own) if self.asked else []

    @cached_property
    def result(self) -> OwnResult | None:
        """The result of the last answers of the phone; None if it has sent none, or before the answer is shown."""
        last = max((vote for vote, parts in self.sent.answers.items() if parts), default=0)
        if self.screen is not Screen.ANSWER or self.round is None or self.asked is None or not last:
            return None
        return own_result(self.round.body, dict(self.sent.answers[last]))

    @property
    def solution(self) -> Words:
        """The solution, once the answer is shown."""
        return solution_of(self.asked) if self.asked and self.screen is Screen.ANSWER else []

    @property
    def practise(self) -> str:
        """The address of practice of what was asked; empty before the answer, or if there is none."""
        after = self.room.stage in {Stage.ANSWER, Stage.OVER}
        if not after or self.round is None or self.asked is None or self.asked.is_opinion:
            return ""
        last = max(self.sent.answers, default=0)
        return own_result(self.round.body, dict(self.sent.answers.get(last, {}))).practise_address

    @property
    def state(self) -> str:
        """The state of the page, which changes whenever something else is to be shown."""
        return state_of(self.at, change=self.change, full=self.full, place=self.place)

    @property
    def poll(self) -> str:
        """The address at which the script asks for the page as it is then."""
        place = self.place if self.place >= 0 else None
        return url_for("phone.now", code=self.room.code, change="yes" if self.change else None, place=place)

    def _words(self, answers: Mapping[str, str]) -> Words:
        if self.judging:
            return labels_in_words(JudgingRound.of(self.body), answers)
        return words_of(self.asked, answers) if self.asked else []

    @property
    def key_field(self) -> tuple[str, str]:
        """The name and the value of the field with the key of the phone."""
        return FIELD, written_key()


def state_of(at: AtDoor, *, change: bool = False, full: bool = False, place: int = -1) -> str:
    """The state of a phone's page, for an entity tag."""
    sent = int(at.latest.timestamp() * 10**6) if at.latest else 0
    flags = f"{at.room.is_open:d}{change:d}{full:d}"
    return f"{at.room.revision}-{at.place}-{sent:x}-{flags}-{place}"  # as ``_STATE`` says


def is_state_of(state: str, room: Room, *, change: bool = False, place: int = -1) -> bool:
    """Whether a text of ``state_of`` is the state of a phone that has its place in this room, whatever it has sent."""
    found = _STATE.fullmatch(state)
    now = (str(room.revision), f"{room.is_open:d}{change:d}0", str(place))
    return found is not None and found.group("revision", "flags", "shown") == now
