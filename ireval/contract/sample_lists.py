"""The lists on which a measure is checked: special cases and random lists, as they are typed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, Protocol

from ireval.ranking.judgements import Ranking
from ireval.ranking.labels import read_ranking


class Listing(Protocol):
    """A list in any form; its text is the list as typed."""

    @property
    def ranking(self) -> Ranking:
        """The list, read."""


class SampleList(NamedTuple):
    """A list as it is typed into the lab."""

    labels: str = ""
    unretrieved: str = ""
    size: int | None = None
    subtopics: str = ""
    unretrieved_subtopics: str = ""

    @property
    def ranking(self) -> Ranking:
        """The ranking, made only once, because it caches results."""
        return _read(self)

    @property
    def length(self) -> int:
        """The number of documents retrieved."""
        return len(self.labels) or len(self.subtopics.split(",")) * bool(self.subtopics)

    def __str__(self) -> str:
        named = {name: value for name, value in self._asdict().items() if value not in ("", None)}
        return " ".join(f"{name}={value}" for name, value in named.items()) or "labels="


@cache
def _read(listing: SampleList) -> Ranking:
    return read_ranking(*listing)


@cache
def block_of(listings: tuple[SampleList, ...]) -> Ranking:
    """Return lists as one block, which is cached."""
    return Ranking.block(listing.ranking for listing in listings)


#: The special cases that formulas often do not cover, each with a comment.
AWKWARD: Mapping[str, SampleList] = MappingProxyType(
    {
        "nothing at all": SampleList(""),
        "empty list, relevant ones missed": SampleList("", "120", 9),
        "empty list and empty collection": SampleList("", "", 0),
        "no relevant document": SampleList("0u0", "0", 5),
        "all unjudged": SampleList("uuu"),
        "no judged non-relevant document": SampleList("1u21"),
        "only relevant ones missed": SampleList("000", "21"),
        "ideal list longer than the list": SampleList("10", "332211", 20),
        "one document": SampleList("1"),
        "unjudged between": SampleList("nrurunnnrnr"),
        "the lectures' fifteen": SampleList("101003000200003", "32211", 800),
        "all grades": SampleList("012345u543210", "5", 14),
        "pooled between": SampleList("p1u0pp1p02", "1", 20),
    }
)
#: Special cases of lists with subtopics.
DIVERSE: Mapping[str, SampleList] = MappingProxyType(
    {
        "the thesis' five": SampleList("", "", None, "110,010,000,001,100", "011"),
        "unjudged between": SampleList("u2p1u03", "1", 12, "00,11,00,10,00,00,01", "11"),
        "labels that say more": SampleList("1301", "30", None, "010,110,000,000", "011,000"),
        "a subtopic nobody covers": SampleList("", "", None, "100,000,100", "000"),
        "subtopics missed": SampleList("000", "", None, "00,00,00", "10,01"),
        "only of those missed": SampleList("10", "", None, "", "11,01"),
        "covers nothing": SampleList("110", "", None, "00,00,00"),
        "nothing is relevant": SampleList("", "", None, "00,00"),
        "one document": SampleList("", "", None, "1111"),
        "the same again and again": SampleList("", "", None, "11,11,11,11,11,11"),
        "nothing retrieved": SampleList("", "", None, "", "1,1"),
    }
)


def awkward_lists(*, subtopics: bool) -> list[SampleList]:
    """Return the special cases on which a measure is checked."""
    return [*AWKWARD.values(), *DIVERSE.values()] if subtopics else [*AWKWARD.values()]


@cache
def random_lists(count: int, *, subtopics: bool = False) -> tuple[SampleList, ...]:
    """Return random lists of 3 to 30 documents, always the same: a third is relevant, some are unjudged or missed.

    In every second list half of the unjudged documents were in the pool, in every tenth nothing was missed.
    """
    draw = random.Random(3)  # noqa: S311 - the same lists in every run

    def groups(labels: str) -> str:
        return ",".join(_covered(draw, label) for label in labels)

    found = []
    for i in range(count):
        length = draw.randint(3, 12) + draw.choice([0, 0, 18])
        ranked = "".join(draw.choices("0123u", [9, 4, 2, 1, 3], k=length))
        if i % 2:
            ranked = "".join("p" if c == "u" and draw.random() < 0.5 else c for c in ranked)
        missed = "".join(draw.choices("0123", [3, 3, 2, 1], k=draw.randint(1, 6) if i % 10 else 0))
        size = len(ranked) + len(missed) + draw.randint(5, 80)
        found.append(
            SampleList(ranked, missed, size, groups(ranked), groups(missed))
            if subtopics
            else SampleList(ranked, missed, size)
        )
    return tuple(found)


def _covered(draw: random.Random, label: str) -> str:
    """One or more of five subtopics for a relevant document, most often the first; none for other documents."""
    if label not in "123":
        return "00000"
    chosen = [draw.random() < chance for chance in (0.5, 0.3, 0.2, 0.1, 0.1)]
    chosen[0] = chosen[0] or not any(chosen)
    return "".join("1" if x else "0" for x in chosen)
