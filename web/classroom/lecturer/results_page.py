"""What the results of a room show: each round with its votes and causes, the snapshots, and all answers as rows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from urllib.parse import parse_qsl, urlsplit

from flask import url_for

from web import store
from web.classroom.access.two_words import two_words
from web.classroom.lecturer.room_state import Snapshot
from web.classroom.lecturer.round_results import RoundResult
from web.classroom.rounds.again import Again, again_links
from web.classroom.rounds.room_settings import Settings
from web.classroom.rounds.round_marks import marked_answers
from web.state.address import from_query, has_list
from web.state.texts.packed_playlist import LONGEST_CODE, packed_playlist
from web.store.rooms.room_records import Room, RoomAnswer

#: The headings of the file with all answers.
HEADINGS = ("round", "vote", "title", "question", "device", "part", "option", "answer", "outcome", "cause")
_LAB, _LESSONS = "/lab", "/lessons/"


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

    def shown_in(self, snapshot: Snapshot) -> RoundResult | None:
        """What had been sent to the vote that was in force when the view was kept; None without one."""
        found = next((each for each in self.rounds if each.number == snapshot.round), None)
        return found.in_vote(snapshot.vote) if found else None

    @property
    def again(self) -> list[Again]:
        """Practice of the same questions with new numbers."""
        return again_links(x.asked.body for x in self.rounds)

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
            for x in marked_answers(each.asked.body, each.answers):
                name = two_words(x.device) if named else str(places[x.device] + 1)
                sent = x.part, x.letter, x.text, x.outcome, x.cause
                yield [str(each.number), str(x.vote), each.title, x.question, name, *sent]


def _item(snapshot: Snapshot) -> str:
    """A snapshot's view as an item of a playlist has it; empty for a page that no playlist holds."""
    parts = urlsplit(snapshot.address)
    if parts.path == _LAB and has_list(dict(parse_qsl(parts.query, keep_blank_values=True))):
        query = {key: value for key, value in parse_qsl(parts.query, keep_blank_values=True) if key != "view"}
        return from_query(query).state.query()
    return parts.path if parts.path.startswith(_LESSONS) and parts.path.rpartition("/")[2].isdigit() else ""
