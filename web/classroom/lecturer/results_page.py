"""What the results of a room show: each round with its votes and causes, the snapshots, and all answers as rows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cached_property
from urllib.parse import parse_qsl, urlsplit

from flask import url_for

from ireval.messages import Message, say
from web import store
from web.classroom.access.two_words import two_words
from web.classroom.lecturer.room_state import Snapshot
from web.classroom.rounds.again import Again, again_links
from web.classroom.rounds.room_settings import Settings
from web.classroom.rounds.round_causes import CauseCount, cause_counts
from web.classroom.rounds.round_marks import marked_answers
from web.classroom.rounds.round_question import RoundQuestion, round_question
from web.classroom.rounds.votes import OptionCount, flow, option_counts, votes_on
from web.state.address import from_query, has_list
from web.state.texts.packed_playlist import LONGEST_CODE, packed_playlist
from web.store.rooms.room_records import Room, RoomAnswer, Round

#: The headings of the file with all answers.
HEADINGS = ("round", "vote", "question", "device", "part", "answer", "outcome", "cause")
_LAB, _LESSONS = "/lab", "/lessons/"


class RoundResult:
    """What a class sent to a round."""

    def __init__(self, asked: Round, answers: Sequence[RoomAnswer]) -> None:
        self.number, self.asked, self.body, self._answers = asked.number, asked.asked, asked.body, answers
        self.read = json.loads(asked.body)

    @property
    def title(self) -> str:
        """What the round is called."""
        return str(self.read.get("title") or say(Message("round-untitled", number=self.number)))

    @property
    def view(self) -> str:
        """The address of the view that it is about; empty without one."""
        return str(self.read.get("view", ""))

    @cached_property
    def question(self) -> RoundQuestion | None:
        """Its question, if it is a question."""
        return round_question(self.body)

    @property
    def prompt(self) -> str:
        """The text of the question."""
        return self.question.question.prompt if self.question else ""

    @property
    def votes(self) -> list[int]:
        """The numbers of the votes in which somebody answered."""
        return sorted({answer.vote for answer in self._answers})

    def devices(self, vote: int) -> int:
        """How many devices answered in a vote."""
        return len({answer.device for answer in self._answers if answer.vote == vote})

    @cached_property
    def options(self) -> list[OptionCount]:
        """The counts of the options in all votes; empty for a number."""
        if not self.question or not (choices := self.question.choices(self.question.last)):
            return []
        return option_counts(choices, votes_on(self._answers, self.question.last.id), self.votes)

    @property
    def correct(self) -> str:
        """What is sent for the correct option; empty if there is none."""
        known = self.question
        return known.last.right if known and not known.is_opinion else ""

    @cached_property
    def causes(self) -> list[tuple[CauseCount, list[int]]]:
        """The causes of typed answers, with their counts in each vote."""
        if not self.question or self.options:
            return []
        found: dict[str, CauseCount] = {}
        counts: dict[str, dict[int, int]] = {}
        for vote in self.votes:
            for x in cause_counts(self.question, self.question.last, self._sent(vote)):
                found[x.key] = x
                counts.setdefault(x.key, {})[vote] = x.devices
        return [(x, [counts[key].get(vote, 0) for vote in self.votes]) for key, x in found.items()]

    @property
    def flows(self) -> list[tuple[int, str]]:
        """For each vote after the first, its number, and in words who changed the answer."""
        if not self.question or len(self.votes) < 2:
            return []
        part = self.question.last
        sent = votes_on(self._answers, part.id)
        names = {x.key: x.letter for x in self.question.choices(part)}
        texts = {text: text for vote in sent.values() for text in vote.values()}
        pairs = zip(self.votes, self.votes[1:], strict=False)
        return [(after, flow(sent[before], sent[after], names or texts).sentences) for before, after in pairs]

    def rows(self) -> Iterator[tuple[int, str, str, str, str, str]]:
        """All answers: vote, device, part, text, outcome and cause."""
        for x in marked_answers(self.body, self._answers):
            yield x.vote, x.device, x.part, x.text, x.outcome, x.cause

    def _sent(self, vote: int) -> list[dict[str, str]]:
        found: dict[str, dict[str, str]] = {}
        for answer in self._answers:
            if answer.vote == vote:
                found.setdefault(answer.device, {})[answer.part] = answer.text
        return list(found.values())


class ResultsPage:
    """The results of a room."""

    def __init__(self, room: Room) -> None:
        self.room = room

    @cached_property
    def rounds(self) -> list[RoundResult]:
        """All rounds, in order."""
        known, sent = store.store().rooms, dict[int, list[RoomAnswer]]()
        for answer in known.phones.answers(self.room):
            sent.setdefault(answer.round, []).append(answer)
        return [RoundResult(asked, sent.get(asked.number, [])) for asked in known.rounds(self.room)]

    @cached_property
    def snapshots(self) -> list[Snapshot]:
        """The views that were kept."""
        return Snapshot.all(self.room)

    @property
    def again(self) -> list[Again]:
        """Practice of the same questions with new numbers."""
        return again_links(x.body for x in self.rounds)

    @cached_property
    def playlist(self) -> tuple[str, int]:
        """The address of the playlist of the snapshots, and how many of them it has; a playlist holds lists alone."""
        items = [[item, snapshot.title[:80], "", 0, 0] for snapshot in self.snapshots if (item := _item(snapshot))]
        title = self.room.title[:80]
        while items and len(packed_playlist(title, items)) > LONGEST_CODE:
            items.pop()
        return (url_for("playlist.build", items=packed_playlist(title, items)) if items else "", len(items))

    def rows(self) -> Iterator[list[str]]:
        """The file with all answers. A device has the name of two words that its phone showed, or its number."""
        yield list(HEADINGS)
        named, places = Settings.of_room(self.room).names, store.store().rooms.phones.places(self.room)
        for each in self.rounds:
            for vote, device, *rest in each.rows():
                name = two_words(device) if named else str(places[device] + 1)
                yield [str(each.number), str(vote), each.title, name, *rest]


def _item(snapshot: Snapshot) -> str:
    """A snapshot's view as an item of a playlist has it; empty for a page that no playlist holds."""
    parts = urlsplit(snapshot.address)
    if parts.path == _LAB and has_list(dict(parse_qsl(parts.query, keep_blank_values=True))):
        query = {key: value for key, value in parse_qsl(parts.query, keep_blank_values=True) if key != "view"}
        return from_query(query).state.query()
    return parts.path if parts.path.startswith(_LESSONS) and parts.path.rpartition("/")[2].isdigit() else ""
