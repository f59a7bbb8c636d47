"""A round as the projector shows it, by its stage. Before the answer nothing in it knows what is correct."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlsplit

from markupsafe import Markup

from ireval.exercises import NUMBER, Part
from web.classroom.lecturer.room_state import Position
from web.classroom.questions.asked_question import AskedQuestion
from web.classroom.rounds.flow_drawing import flow_drawing
from web.classroom.rounds.number_clusters import common_names, number_text, scale_of, typed_numbers
from web.classroom.rounds.number_strip import HEIGHT, number_strip
from web.classroom.rounds.round_causes import Answers, cause_counts
from web.classroom.rounds.round_question import RoundQuestion
from web.classroom.rounds.votes import Choice, Flow, Votes, flow, option_counts, shown_votes, votes_on
from web.classroom.rounds.wrong_beside_right import Beside
from web.store.rooms.room_records import Room, RoomAnswer, Stage

#: The most rows of causes or of texts that the screen has room for.
MOST_ROWS = 6


class Row(NamedTuple):
    """A line of the screen: an option, a number or a text, with its count in each vote and what is said about it.

    ``key`` names it in an address; ``show`` is a wrong calculation beside the correct one.
    """

    key: str
    letter: str
    text: str
    counts: tuple[int, ...] = ()
    lengths: tuple[float, ...] = ()
    right: bool = False
    words: str = ""
    show: Beside | None = None


@dataclass(frozen=True)
class RoundView:
    """A round in a room, with the ``answers`` to it; ``wanted`` and ``cause`` are the part and cause to show."""

    room: Room
    question: RoundQuestion
    answers: Sequence[RoomAnswer]
    wanted: str = ""
    cause: str = ""

    template = "classroom/screen_round.html"
    next = previous = ""
    forward = "forward"
    back = "back"

    @property
    def look(self) -> str:
        """Whether two votes are shown."""
        return "twice" if self.flow else "once"

    @property
    def asked(self) -> AskedQuestion:
        """The question as the class sees it."""
        return self.question.asked

    @property
    def counted(self) -> bool:
        """Whether the counts of the answers are shown."""
        return self.room.stage in (Stage.VOTES, Stage.ANSWER)

    @property
    def answered(self) -> bool:
        """Whether the correct answer is shown, if there is one."""
        return self.room.stage is Stage.ANSWER and not self.question.is_opinion

    @cached_property
    def part(self) -> Part:
        """The part that is shown."""
        return self.question.part(self.wanted)

    @property
    def parts(self) -> list[tuple[str, str]]:
        """The ids and labels of all parts, if there are several."""
        found = [(part.id, part.label) for part in self.question.question.parts]
        return found if len(found) > 1 else []

    @cached_property
    def votes(self) -> Votes:
        """What was sent to the part."""
        return votes_on(self.answers, self.part.id)

    @property
    def shown(self) -> list[int]:
        """The votes that are shown: the one in force and the one before."""
        return shown_votes(self.room.vote)

    @cached_property
    def choices(self) -> list[Choice]:
        """The options of the part."""
        return self.question.choices(self.part)

    @cached_property
    def rows(self) -> list[Row]:
        """The lines of the screen: options in their order in every stage; or causes, or texts that were sent."""
        if self.answered:
            return self._causes()
        if self.choices:
            if not self.counted:
                return self._few([Row(x.key, x.letter, x.text) for x in self.choices])
            found = option_counts(self.choices, self.votes, self.shown)
            return self._few([Row(x.key, x.letter, x.text, x.counts, x.lengths) for x in found])
        return self._texts() if self.counted and not self.is_number else []

    def _causes(self) -> list[Row]:
        found = cause_counts(self.question, self.part, self._devices)
        return self._few(
            [Row(x.key, x.name, x.text, (x.devices,), (x.length,), x.right, x.words, x.show) for x in found]
        )

    def _texts(self) -> list[Row]:
        counted = [Counter(self.votes.get(vote, {}).values()) for vote in self.shown]
        most = counted[-1].most_common(MOST_ROWS)
        longest = most[0][1] if most else 1
        return [Row(text, "", text, (n,), (round(100 * n / longest, 1),)) for text, n in most]

    def _few(self, rows: list[Row]) -> list[Row]:
        """The lines that have room: options with letters all; of many others, those that most devices sent."""
        if len(rows) <= MOST_ROWS or any(x.lettered for x in self.asked.fields if x.id == self.part.id):
            return rows
        most = sorted(rows, key=lambda row: (not row.right, -sum(row.counts)))[:MOST_ROWS]
        return [row for row in rows if row in most]

    @property
    def _devices(self) -> list[Answers]:
        """What each device sent in the latest vote."""
        found: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for answer in self.answers:
            if answer.vote == self.room.vote:
                found[answer.device][answer.part] = answer.text
        return list(found.values())

    @property
    def opened(self) -> Row | None:
        """The line whose wrong calculation is shown: the wanted one, or the most frequent one that has one."""
        with_one = [row for row in self.rows if row.show]
        wanted = next((row for row in with_one if row.key == self.cause), None)
        return wanted or max(with_one, key=lambda row: row.counts[-1], default=None)

    @property
    def is_in_lab(self) -> bool:
        """Whether the lab under the round can explain a number that was sent: it shows the list and the score."""
        shown = Position.of_room(self.room).address.partition("#")[0]
        view = self.question.view
        is_score = self.part.kind == NUMBER and self.part.at is None and not self.part.free
        return is_score and shown == view and urlsplit(view).path.endswith("/lab")

    @cached_property
    def is_number(self) -> bool:
        """Whether numbers were typed; for an opinion, whether most of the texts are numbers."""
        if self.choices:
            return False
        texts = [text for vote in self.shown for text in self.votes.get(vote, {}).values()]
        return self.part.kind == NUMBER or (
            bool(texts) and 2 * sum(bool(number_text(text, self._places)) for text in texts) > len(texts)
        )

    @property
    def _places(self) -> int:
        return self.part.places if self.part.kind == NUMBER and not self.part.free else 3

    @property
    def strips(self) -> list[Markup]:
        """The typed numbers of each shown vote, on one axis."""
        if not self.is_number or self.room.stage is not Stage.VOTES:
            return []
        typed = [typed_numbers(self.votes.get(vote, {}).values(), self._places) for vote in self.shown]
        axis = scale_of([cluster for vote in typed for cluster in vote.clusters])
        return [number_strip(each, axis, HEIGHT if len(typed) == 1 else HEIGHT // 2 + 20) for each in typed]

    @property
    def unreadable(self) -> int:
        """How many of the latest texts are no numbers."""
        return typed_numbers(self.votes.get(self.room.vote, {}).values(), self._places).unreadable

    @cached_property
    def flow(self) -> Flow | None:
        """Who changed the answer between the two votes that are shown."""
        if self.room.stage is not Stage.VOTES or len(self.shown) < 2:
            return None
        before, after = (self.votes.get(vote, {}) for vote in self.shown)
        names = {x.key: x.letter for x in self.choices} or common_names({1: before, 2: after}, self._places)
        return flow(before, after, names)

    @property
    def flow_drawing(self) -> Markup:
        """The flow between two votes on options; empty for numbers."""
        return flow_drawing(self.flow) if self.flow and self.choices else Markup()
