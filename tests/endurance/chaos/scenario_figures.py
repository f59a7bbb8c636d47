"""The figures of one scenario, whether they are as they should be, and the table of all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

HEAD = (
    "scenario",
    "lab asked/answered",
    "repeated",
    "longest ms",
    "saves acknowledged/lost",
    "refused",
    "deleted/shown again",
    "jobs ended/lost/doubled/begun again",
    "resumed after s",
    "verdict",
)


@dataclass
class ScenarioFigures:
    """What visitors saw in one scenario; ``may_cut`` if requests under way may be cut off, and are then repeated."""

    name: str
    may_cut: bool = False
    asked: int = 0  # pages that need no store
    answered: int = 0
    repeated: int = 0
    cuts: Counter[str] = field(default_factory=Counter)  # the errors because of which they were repeated
    longest: float = 0  # seconds until such a page was there, from the first request for it on
    acknowledged: int = 0  # answers, sheets and collections
    lost: list[str] = field(default_factory=list)
    deleted: int = 0
    shown_again: list[str] = field(default_factory=list)
    ordered: int = 0  # files
    ended: int = 0
    lost_jobs: list[str] = field(default_factory=list)
    doubled: int = 0  # files that could be fetched twice
    begun_again: int = 0  # jobs that more than one worker has begun with
    once: bool = False  # whether there is no reason to begin again
    resumed: float | None = None  # seconds from the end of the failure until everything worked
    refused: Counter[int] = field(default_factory=Counter)  # statuses of answers to what needs the store
    faults: list[str] = field(default_factory=list)  # what must not happen in any scenario
    left_out: str = ""  # why the scenario was not played

    @property
    def problems(self) -> list[str]:
        """What is not as it should be."""
        if self.left_out:
            return []
        found = self.lost + self.shown_again + self.lost_jobs + self.faults
        if self.answered < self.asked or not self.asked:
            found.append(f"{self.asked - self.answered} of {self.asked} pages without the store were not answered")
        if self.repeated and not self.may_cut:
            found += [f"{self.repeated} requests were cut off or refused", *self.cuts.elements()]
        if self.refused[500]:
            found.append(f"{self.refused[500]} answers with status 500")
        if self.doubled:
            found.append(f"{self.doubled} files were delivered twice")
        if self.once and self.begun_again:
            found.append(f"{self.begun_again} jobs were begun again without a reason")
        if self.resumed is None:
            found.append("not everything works again")
        return found

    def __str__(self) -> str:
        """One line."""
        return ", ".join(
            f"{name} {cell}" if index else cell for index, (name, cell) in enumerate(zip(HEAD, self.cells, strict=True))
        )

    @property
    def cells(self) -> Sequence[str]:
        """The row of the table."""
        if self.left_out:
            return [self.name, *[""] * (len(HEAD) - 2), "left out"]
        return [
            self.name,
            f"{self.asked}/{self.answered}",
            f"{self.repeated}",
            f"{1000 * self.longest:.0f}",
            f"{self.acknowledged}/{len(self.lost)}",
            f"{sum(self.refused.values())}",
            f"{self.deleted}/{len(self.shown_again)}",
            f"{self.ended}/{len(self.lost_jobs)}/{self.doubled}/{self.begun_again}",
            "never" if self.resumed is None else f"{self.resumed:.1f}",
            "failed" if self.problems else "passed",
        ]


@dataclass
class ChaosFigures:
    """All scenarios on one kind of database."""

    database: str
    scenarios: list[ScenarioFigures] = field(default_factory=list)

    @property
    def failed(self) -> bool:
        """Whether anything is not as it should be."""
        return not self.scenarios or any(found.problems for found in self.scenarios)

    def __str__(self) -> str:
        """The table, and below it what went wrong and what was left out."""
        rows = [HEAD, *(found.cells for found in self.scenarios)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [f"{self.database}:", *("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)]
        for found in self.scenarios:
            lines += _counted(found.name, found.problems)
            if found.left_out:
                lines.append(f"  {found.name}: left out: {found.left_out}")
        return "\n".join(lines)


def _counted(name: str, texts: Iterable[str]) -> list[str]:
    return [f"  {name}: {count} x {text}" for text, count in Counter(texts).most_common(10)]
