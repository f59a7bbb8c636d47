"""A setup: the complete description of one way of scoring a run, from the measure to the topics of the mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ireval.measure.spelling import Spec, parse
from ireval.stdlib.lazy_attribute import lazy_attribute

#: Orders of the documents: by score, by the column of ranks, or in the order of the lines.
BY_SCORE, BY_RANK, BY_LINE = "score", "rank", "line"
#: Topics of the mean: by the convention ``missing``; only topics with relevant documents; all topics of the run.
AS_USUAL, WITH_RELEVANT, OF_RUN = "", "relevant", "run"
#: The printing of the mean: rounded, or cut off; ``topics-4`` is the mean of scores that were rounded to 4 decimals.
ROUNDED, CUT, TOPIC_ROUNDING = "", "cut", "topics-"


@dataclass(frozen=True)
class Setup:
    """A way of scoring. ``conventions`` has every convention with its value; ``depth`` is None for the whole list."""

    measure: str
    conventions: tuple[tuple[str, Any], ...]
    order: str = BY_SCORE
    depth: int | None = None
    judged_only: bool = False
    topics: str = AS_USUAL
    printing: str = ROUNDED

    @classmethod
    def of(cls, measure: str, conventions: Mapping[str, Any]) -> Setup:
        """The setup with these conventions and the defaults for all other fields."""
        return cls(measure, tuple(sorted(conventions.items())))

    @lazy_attribute
    def chosen(self) -> dict[str, Any]:
        """The value of every convention by name."""
        return dict(self.conventions)

    @lazy_attribute
    def spec(self) -> Spec:
        """The measure."""
        return parse(self.measure)

    @lazy_attribute
    def spelled(self) -> str:
        """The measure's name with all of its settings, so that no other convention changes it."""
        return self.spec.canonical(self.chosen)

    @lazy_attribute
    def ranked(self) -> tuple[Any, ...]:
        """The settings that determine the lists. Setups with equal values are evaluated together."""
        rel = self.chosen["rel"] if self.spec.measure.needs_subtopics else 1
        return self.order, self.chosen["ties"], self.chosen["scores"], self.depth, self.judged_only, rel

    @lazy_attribute
    def effect(self) -> tuple[Any, ...]:
        """The effect of the setup. Setups with equal effects give the same scores, whatever their names."""
        rel = self.chosen["rel"] if self.topics == WITH_RELEVANT else 1
        return self.spelled, self.ranked, self.chosen["missing"], rel, self.topics, self.printing

    def with_conventions(self, **choices: Any) -> Setup:
        """The same setup with other choices of conventions."""
        return replace(self, conventions=tuple(sorted({**self.chosen, **choices}.items())))

    @property
    def can_be_evaluated(self) -> bool:
        """Whether the options of ``evaluate`` can do exactly this."""
        return self.order == BY_SCORE and not self.topics and not self.printing

    @property
    def options(self) -> dict[str, Any]:
        """The options for ``evaluate``, besides the files and the measure ``spelled``."""
        found = {name: self.chosen[name] for name in ("missing", "ties", "scores", "rel")}
        if self.depth is not None:
            found["max_documents"] = self.depth
        if self.judged_only:
            found["judged_only"] = True
        return found
