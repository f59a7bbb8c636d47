"""What a tool is to the comparison: how it is called, which measures are compared, and where it is known to differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ireval.ranking.judgements import Ranking
from tests.peers.asking import Pair, Scores
from tests.peers.topics import Topics


@dataclass(frozen=True)
class Difference:
    """A difference from a tool that no convention covers: its measure, its description, and where it occurs."""

    measure: str
    text: str
    where: Callable[[Pair, Ranking], bool]


@dataclass(frozen=True, eq=False)
class Tool:
    """A tool: its package, its preset, and the function that calls it.

    ``package`` is empty where the tests have the tool's formulas instead of the tool.
    Topics without a score from the tool are not compared.
    """

    title: str
    package: str
    preset: str
    scores: Callable[[Pair, Topics], Scores]
    pairs: tuple[Pair, ...]
    ties: bool = False  #: whether topics with equal scores are compared, too
    negative: bool = True  #: whether topics with negative grades are compared, too
    subtopics: bool = False
    differences: tuple[Difference, ...] = ()

    @property
    def column(self) -> str:
        """The tool's name without the part in brackets."""
        return self.title.partition(" (")[0]
