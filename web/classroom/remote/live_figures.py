"""The answers to the round in force, as the lecturer sees them before the class does, with a hint what helps now."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ireval.exercises import Part
from ireval.messages import Message, say
from web import store
from web.classroom.lecturer.progress_matrix import ProgressMatrix, progress_matrix
from web.classroom.questions.spoken_question import OwnQuestion, own_question
from web.classroom.remote.live_judging import LiveJudging, live_judging
from web.classroom.rounds.room_settings import Settings
from web.classroom.rounds.round_causes import Answers, cause_counts, correct_share
from web.classroom.rounds.round_question import RoundQuestion, round_question
from web.classroom.rounds.votes import by_vote, option_counts, shown_votes
from web.store.rooms.room_records import BEFORE_ANSWER, Room, Round

#: The most different numbers that are listed.
MOST_LISTED = 7
EXPLAIN, DISCUSS, PROCEED = "explain", "discuss", "proceed"


class LiveRow(NamedTuple):
    """An option, or a number that was typed: how many gave it, in this vote and the one before, and ``words`` on it.

    ``length`` and ``before_length`` are those of the bars in percent; without an earlier vote, ``before`` is None.
    """

    name: str
    text: str
    devices: int
    before: int | None
    right: bool
    words: str
    length: float
    before_length: float


class Hint(NamedTuple):
    """What helps at this share of correct answers, in whole percent; ``before`` is that of the vote before.

    ``explain`` and ``proceed`` are the figures of the settings, which separate the three ways.
    """

    percent: int
    before: int | None
    explain: int
    proceed: int

    @property
    def way(self) -> str:
        """Which of the three ways helps."""
        if self.percent < self.explain:
            return EXPLAIN
        return DISCUSS if self.percent < self.proceed else PROCEED

    @property
    def text(self) -> str:
        """The hint in words."""
        if self.before is not None:
            return say(Message("hint-after-discussion", percent=self.percent, before=self.before))
        keys = {EXPLAIN: "hint-explain", DISCUSS: "hint-discuss", PROCEED: "hint-proceed"}
        return say(Message(keys[self.way], percent=self.percent))


@dataclass(frozen=True)
class LiveFigures:
    """The figures of a round. ``title`` says what is asked; ``more`` answers are not among the ``rows``.

    ``hint`` is None while nobody has answered, and always for opinions. ``matrix`` is the progress at free pace,
    ``judging`` what a class that judges has sent, and ``own`` the question if the lecturer can mark its answer.
    """

    title: str
    rows: tuple[LiveRow, ...] = ()
    more: int = 0
    marks: bool = False
    again: bool = False
    hint: Hint | None = None
    matrix: ProgressMatrix | None = None
    own: OwnQuestion | None = None
    judging: LiveJudging | None = None


def live_figures(room: Room, asked: Round, settings: Settings) -> LiveFigures:
    """The figures of a round of a room, with the vote in force and the one before."""
    question, body = round_question(asked.body), json.loads(asked.body)
    if question is None:
        title = body.get("title", "")
        return LiveFigures(title, matrix=progress_matrix(room, asked), judging=live_judging(room, asked))
    part, shown = question.main, shown_votes(room.vote)
    sent = by_vote(store.store().rooms.phones.answers(room, asked.number))
    votes = [sent.get(vote, {}) for vote in shown]
    rows = _rows(question, part, votes)
    shares = [correct_share(question, part, list(vote.values())) for vote in votes]
    return LiveFigures(
        question.title or question.question.prompt,
        tuple(rows[:MOST_LISTED]) if not question.choices(part) else tuple(rows),
        sum(row.devices for row in rows[MOST_LISTED:]) if not question.choices(part) else 0,
        not question.is_opinion,
        len(shown) > 1,
        _hint(shares, settings),
        own=own_question(body) if room.stage in BEFORE_ANSWER else None,
    )


def _rows(question: RoundQuestion, part: Part, votes: Sequence[dict[str, dict[str, str]]]) -> list[LiveRow]:
    """The rows for the votes, the last of which is in force."""
    choices = question.choices(part)
    if choices:
        texts = {i: {device: parts.get(part.id, "") for device, parts in vote.items()} for i, vote in enumerate(votes)}
        counted = option_counts(choices, texts, list(texts))
        right = "" if question.is_opinion else part.right
        return [
            LiveRow(x.letter, x.text, x.counts[-1], x.counts[0] if len(votes) > 1 else None, x.key == right, "",
                    x.lengths[-1], x.lengths[0])
            for x in counted
        ]  # fmt: skip
    return _typed(question, part, [list(vote.values()) for vote in votes])


def _typed(question: RoundQuestion, part: Part, votes: Sequence[list[Answers]]) -> list[LiveRow]:
    """What was typed, by cause, or by text where nothing is correct."""
    found: dict[str, tuple[str, bool, str]] = {}
    counts: list[Counter[str]] = []
    for devices in votes:
        counted: Counter[str] = Counter()
        for x in cause_counts(question, part, devices):
            found[x.key] = (x.name, x.right, "" if x.right else x.words)
            counted[x.key] += x.devices
        if question.is_opinion:
            counted.update(" ".join(answers.get(part.id, "").split()) for answers in devices)
            found.update({text: (text, False, "") for text in counted})
        counts.append(counted)
    longest = max((count for counted in counts for count in counted.values()), default=0) or 1
    rows = []
    for key, (name, right, words) in found.items():
        now, before = counts[-1][key], counts[0][key] if len(votes) > 1 else None
        rows.append(LiveRow("", name, now, before, right, words, 100 * now / longest, 100 * (before or 0) / longest))
    return sorted(rows, key=lambda row: (not row.right, -row.devices, -(row.before or 0), row.text))


def _hint(shares: Sequence[float | None], settings: Settings) -> Hint | None:
    """The hint for the shares of correct answers in the votes, the last of which is in force."""
    percents = [None if share is None else int(100 * share + 0.5) for share in shares]
    if percents[-1] is None:
        return None
    before = percents[0] if len(percents) > 1 else None
    return Hint(percents[-1], before, settings.explain, settings.proceed)
