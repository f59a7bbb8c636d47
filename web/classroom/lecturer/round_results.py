"""What a class sent to a round, for the results after the lecture: by question and cause, or by document."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from ireval.errors import InputError
from ireval.exercises import Part
from ireval.messages import Message, say
from web.classroom.judging.judging_bodies import KIND as JUDGING
from web.classroom.judging.judging_result import JudgingResult
from web.classroom.judging.judging_round import JudgingRound
from web.classroom.rounds.paced_round import STEPS, part_name
from web.classroom.rounds.round_causes import cause_counts
from web.classroom.rounds.round_question import RoundQuestion, round_question
from web.classroom.rounds.votes import flow, option_counts, votes_on
from web.store.rooms.room_records import RoomAnswer, Round


class ResultRow(NamedTuple):
    """An option, a cause or a text, with its count in each vote and the lengths of its bars in percent.

    ``letter`` is that of an option. ``words`` say what led to a wrong answer.
    """

    letter: str
    text: str
    counts: tuple[int, ...]
    lengths: tuple[float, ...]
    right: bool
    words: str = ""


@dataclass(frozen=True)
class PartResult:
    """What was sent to a part of a question in its ``votes``. ``label`` is empty if the question has one part."""

    asked: RoundQuestion
    part: Part
    label: str
    votes: tuple[int, ...]
    answers: Sequence[RoomAnswer]

    @property
    def is_choice(self) -> bool:
        """Whether it has options."""
        return bool(self.asked.choices(self.part))

    @cached_property
    def rows(self) -> list[ResultRow]:
        """The options in their order; or the causes, the correct one first; or the texts, the most frequent first."""
        choices = self.asked.choices(self.part)
        if choices:
            key = "" if self.asked.is_opinion else self.part.right
            counted = option_counts(choices, votes_on(self.answers, self.part.id), self.votes)
            return [
                ResultRow(x.letter if x.letter != x.text else "", x.text, x.counts, x.lengths, x.key == key)
                for x in counted
            ]
        found: dict[str, tuple[str, bool, str]] = {}
        counts: dict[int, Counter[str]] = {}
        for vote in self.votes:
            counts[vote] = counted_texts = Counter[str]()
            if self.asked.is_opinion:
                counted_texts.update(x.text for x in self.answers if (x.vote, x.part) == (vote, self.part.id))
                found |= {text: (text, False, "") for text in counted_texts}
            for x in cause_counts(self.asked, self.part, list(_sent(self.answers, vote).values())):
                found[x.key] = (x.name, x.right, "" if x.right else x.words)
                counted_texts[x.key] = x.devices
        most = max((n for counted in counts.values() for n in counted.values()), default=0) or 1
        rows = []
        for key, (text, right, words) in found.items():
            each = tuple(counts[vote][key] for vote in self.votes)
            rows.append(ResultRow("", text, each, tuple(round(100 * n / most, 1) for n in each), right, words))
        return sorted(rows, key=lambda row: (not row.right, -sum(row.counts), row.text))

    @property
    def flows(self) -> list[tuple[int, str]]:
        """For each vote after the first, its number, and in words who changed the answer."""
        sent = votes_on(self.answers, self.part.id)
        names = {x.key: x.letter for x in self.asked.choices(self.part)}
        texts = {text: text for vote in sent.values() for text in vote.values()}
        pairs = zip(self.votes, self.votes[1:], strict=False)
        both = ((b, flow(sent.get(a, {}), sent.get(b, {}), names or texts).sentences) for a, b in pairs)
        return list(both)


@dataclass(frozen=True)
class QuestionResult:
    """What was sent to a question; ``step`` is that of the lesson at free pace, and else 0."""

    asked: RoundQuestion
    answers: Sequence[RoomAnswer]
    step: int = 0

    @property
    def prompt(self) -> str:
        """The text of the question."""
        return self.asked.question.prompt

    @property
    def devices(self) -> int:
        """How many devices answered."""
        return len({answer.device for answer in self.answers})

    @cached_property
    def parts(self) -> list[PartResult]:
        """Its parts that somebody answered."""
        votes, known = tuple(_votes(self.answers)), self.asked.question.parts
        sent = {answer.part for answer in self.answers}
        label = len(known) > 1
        return [PartResult(self.asked, x, x.label if label else "", votes, self.answers) for x in known if x.id in sent]


@dataclass(frozen=True)
class RoundResult:
    """What a class sent to the round ``asked``: ``answers`` of all votes."""

    asked: Round
    answers: Sequence[RoomAnswer]

    @cached_property
    def read(self) -> dict[str, Any]:
        """Its body."""
        return dict(json.loads(self.asked.body))

    @property
    def number(self) -> int:
        """Its number."""
        return self.asked.number

    @property
    def title(self) -> str:
        """What the round is called."""
        judged = self.judging.judged.heading if self.judging else ""
        return str(self.read.get("title") or judged or say(Message("round-untitled", number=self.number)))

    @property
    def view(self) -> str:
        """The address of the view that it is about; empty without one."""
        return str(self.read.get("view", ""))

    @property
    def votes(self) -> list[int]:
        """The numbers of the votes in which somebody answered."""
        return _votes(self.answers)

    def devices(self, vote: int) -> int:
        """How many devices answered in a vote."""
        return len({answer.device for answer in self.answers if answer.vote == vote})

    def in_vote(self, vote: int) -> RoundResult:
        """The round with the answers of one vote alone."""
        return RoundResult(self.asked, [answer for answer in self.answers if answer.vote == vote])

    @property
    def pace(self) -> tuple[int, int] | None:
        """The first and the last step at free pace; None for another kind."""
        return (self.read["from"], self.read["to"]) if self.read.get("kind") == STEPS else None

    @cached_property
    def questions(self) -> list[QuestionResult]:
        """Its question, or at free pace its questions; empty for another kind."""
        if self.pace:
            return [x for place, body in enumerate(self.read["questions"]) for x in self._at(place, body)]
        asked = round_question(self.asked.body)
        return [QuestionResult(asked, self.answers)] if asked else []

    @cached_property
    def judging(self) -> JudgingResult | None:
        """What was judged; None for another kind, or if the collection was deleted since."""
        if self.read.get("kind") != JUDGING:
            return None
        try:
            judged = JudgingRound.of(self.read)
        except InputError:
            return None
        return JudgingResult(judged, {vote: _sent(self.answers, vote) for vote in self.votes})

    @property
    def is_lost(self) -> bool:
        """Whether the documents that were judged have been deleted."""
        return self.read.get("kind") == JUDGING and self.judging is None

    def _at(self, place: int, body: Mapping[str, Any]) -> Iterable[QuestionResult]:
        start, asked = part_name(place, ""), round_question(json.dumps(body))
        mine = [x._replace(part=x.part.removeprefix(start)) for x in self.answers if x.part.startswith(start)]
        return [QuestionResult(asked, mine, int(body.get("step", 0)))] if asked else []


def _votes(answers: Iterable[RoomAnswer]) -> list[int]:
    return sorted({answer.vote for answer in answers})


def _sent(answers: Iterable[RoomAnswer], vote: int) -> dict[str, dict[str, str]]:
    """What each device sent in a vote, by part."""
    found: dict[str, dict[str, str]] = {}
    for answer in answers:
        if answer.vote == vote:
            found.setdefault(answer.device, {})[answer.part] = answer.text
    return found
