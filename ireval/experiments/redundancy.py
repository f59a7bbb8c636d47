"""What each document adds to the documents above it: new subtopics, or subtopics that are already covered.

>>> from ireval.messages import say
>>> added = novelties(["d1", "d2"], [(1, 1), (0, 1)])
>>> added[1]
Novelty(name='d2', new=(), again=(2,))
>>> say(added[1].remark("1", "0.500"))
'd2 adds nothing new: its subtopic is covered above. Its gain is 0.500 instead of 1.'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ireval.messages import Figures, Message
from ireval.ranking.labels import Group


class Novelty(NamedTuple):
    """The subtopics that the document ``name`` covers, counted from 1: ``new`` ones, and ones covered ``again``."""

    name: str
    new: tuple[int, ...]
    again: tuple[int, ...]

    def remark(self, covers: str, gain: str) -> Message:
        """A sentence about the document: its ``gain`` instead of ``covers``, the number of subtopics that it covers."""
        if not self.new and not self.again:
            return Message("novelty-none", name=self.name)
        new, again = _listed(self.new), _listed(self.again)
        if not self.again:
            return Message("novelty-all-new", name=self.name, new=new)
        if self.new:
            share = Message("novelty-some-new", name=self.name, new=new, again=again)
        else:
            share = Message("novelty-nothing-new", name=self.name, share=_share(len(self.again)))
        key = "novelty-full-gain" if float(gain) == float(covers) else "novelty-lower-gain"
        return Message(key, share=share, gain=Figures(gain), covers=Figures(covers))


def novelties(names: Iterable[str], groups: Iterable[Group]) -> list[Novelty]:
    """What each document adds, by rank; ``groups`` has the subtopics that each document covers."""
    found, above = [], set[int]()
    for name, group in zip(names, groups, strict=True):
        covered = [j for j, covers in enumerate(group, start=1) if covers]
        new = tuple(j for j in covered if j not in above)
        found.append(Novelty(name, new, tuple(j for j in covered if j in above)))
        above.update(covered)
    return found


def _listed(numbers: tuple[int, ...]) -> Message:
    return Message("novelty-subtopics", count=len(numbers), numbers=[*map(str, numbers)])


def _share(count: int) -> Message:
    if count < 3:
        return Message("novelty-its-one" if count == 1 else "novelty-its-two")
    return Message("novelty-its-all", count=count)
