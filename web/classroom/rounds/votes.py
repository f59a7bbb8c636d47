"""What a class sent to a part of a round: votes on options in their fixed order, and who changed between two votes.

Nothing here knows what is correct.

>>> first, second = {"p1": "x", "p2": "x", "p3": "y"}, {"p1": "y", "p2": "x", "p4": "y"}
>>> moved = flow(first, second, {"x": "A", "y": "B"})
>>> moved.largest
Move(before='A', after='B', devices=1)
>>> moved.newly, moved.gone
(1, 1)
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ireval.messages import Message, say
from web.store.rooms.room_records import RoomAnswer

#: What devices sent to a part, by the number of the vote.
Votes = Mapping[int, Mapping[str, str]]
#: Stands for devices that sent nothing in one of two votes.
NOBODY = ""


class Choice(NamedTuple):
    """An option: its letter, the key that is sent, and its text."""

    letter: str
    key: str
    text: str


class OptionCount(NamedTuple):
    """How many devices chose an option in each of the shown votes, and the lengths of the bars in percent."""

    letter: str
    key: str
    text: str
    counts: tuple[int, ...]
    lengths: tuple[float, ...]

    @property
    def last(self) -> int:
        """The count of the latest vote."""
        return self.counts[-1]


class Move(NamedTuple):
    """How many devices gave one answer and then another one."""

    before: str
    after: str
    devices: int


@dataclass(frozen=True)
class Flow:
    """What became of the answers between two votes. ``names`` are those of the answers, in their order."""

    names: tuple[str, ...]
    moves: tuple[Move, ...]

    @property
    def changes(self) -> list[Move]:
        """The moves from one answer to another one, the largest first."""
        moved = [x for x in self.moves if x.before != x.after and NOBODY not in (x.before, x.after)]
        return sorted(moved, key=lambda x: -x.devices)

    @property
    def largest(self) -> Move | None:
        """The largest move from one answer to another one."""
        return next(iter(self.changes), None)

    @property
    def newly(self) -> int:
        """How many voted only the second time."""
        return sum(x.devices for x in self.moves if x.before == NOBODY)

    @property
    def gone(self) -> int:
        """How many voted only the first time."""
        return sum(x.devices for x in self.moves if x.after == NOBODY)

    @property
    def sentence(self) -> str:
        """The largest move in words."""
        if self.largest:
            return _told(self.largest)
        return say(Message("flow-without-change"))

    @property
    def sentences(self) -> str:
        """All moves in words."""
        told = [_told(move) for move in self.changes]
        told += [say(Message(key, count=n)) for key, n in (("flow-newly", self.newly), ("flow-gone", self.gone)) if n]
        return " ".join(told or [self.sentence])


def _told(move: Move) -> str:
    return say(Message("flow-largest", before=move.before, after=move.after, count=move.devices))


def votes_on(answers: Iterable[RoomAnswer], part: str) -> dict[int, dict[str, str]]:
    """What devices sent to a part in each vote."""
    found: dict[int, dict[str, str]] = {}
    for answer in answers:
        if answer.part == part:
            found.setdefault(answer.vote, {})[answer.device] = answer.text
    return found


def by_vote(answers: Iterable[RoomAnswer]) -> dict[int, dict[str, dict[str, str]]]:
    """What each device sent to a round, by the number of the vote, the device, and the part."""
    found: defaultdict[int, dict[str, dict[str, str]]] = defaultdict(dict)
    for answer in answers:
        found[answer.vote].setdefault(answer.device, {})[answer.part] = answer.text
    return dict(found)


def option_counts(choices: Sequence[Choice], votes: Votes, shown: Sequence[int]) -> list[OptionCount]:
    """The counts of all options in the votes ``shown``, in the order of the options."""
    counted = [Counter(votes.get(vote, {}).values()) for vote in shown]
    longest = max((n[choice.key] for n in counted for choice in choices), default=0) or 1
    rows = [(choice, tuple(n[choice.key] for n in counted)) for choice in choices]
    return [OptionCount(*choice, counts, tuple(_share(n, longest) for n in counts)) for choice, counts in rows]


def flow(before: Mapping[str, str], after: Mapping[str, str], names: Mapping[str, str]) -> Flow:
    """Who changed the answer between two votes; ``names`` says how each answer is called, others are left out."""
    pairs = Counter(
        (names.get(before.get(device, ""), NOBODY), names.get(after.get(device, ""), NOBODY))
        for device in {**before, **after}
    )
    order = [*dict.fromkeys(names.values()), NOBODY]
    moves = [Move(a, b, pairs[a, b]) for a in order for b in order if pairs[a, b] and (a or b)]
    return Flow(tuple(order[:-1]), tuple(moves))


def shown_votes(vote: int) -> list[int]:
    """The votes that are shown when a vote is in force: it and the one before.

    >>> shown_votes(1), shown_votes(3)
    ([1], [2, 3])
    """
    return [vote - 1, vote] if vote > 1 else [vote]


def _share(count: int, longest: int) -> float:
    return round(100 * count / longest, 1)
