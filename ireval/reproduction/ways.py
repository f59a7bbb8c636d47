"""The ways in which a run may have been scored: a tool without changes, with one change, or with two changes."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ireval.conventions import DEFAULT_PRESET, effective
from ireval.measure.spelling import Spec
from ireval.messages import Message
from ireval.reproduction.changes import ALONE, OF_USERS, Change, changes_of
from ireval.reproduction.ranked_files import RankedFiles
from ireval.reproduction.setup import Setup
from ireval.reproduction.tools import Tool, tools_for


@dataclass(frozen=True)
class Way:
    """A way of scoring: a ``tool`` with ``changes`` (empty for the tool itself), and the complete ``setup``."""

    tool: Tool
    changes: tuple[Change, ...]
    setup: Setup

    @property
    def message(self) -> Message:
        """The way in words."""
        whole = Message("way-of-tool", tool=self.tool.title, measure=self.measure_name)
        if not self.changes:
            return whole
        tool = self.tool.title if any(change.about == "measure" for change in self.changes) else whole
        return Message("way-with-changes", tool=tool, changes=[change.message for change in self.changes])

    @property
    def in_general(self) -> Message:
        """The way in words, without the measure."""
        if not self.changes:
            return self.tool.title
        return Message("way-with-changes", tool=self.tool.title, changes=[change.message for change in self.changes])

    @property
    def measure_name(self) -> str:
        """The measure's name in the tool; our name if the tool has no name for it, or if it has settings."""
        spec = self.setup.spec
        at = spec.own.get("k")
        own = Spec(spec.measure, spec.own, "").spelling
        if set(spec.own) - {"k"}:
            return own
        for name in spec.measure.tool_names.get(self.tool.preset, ()):
            if ("{k}" in name) == (at is not None) and name.count("{") <= 1 and "{level}" not in name:
                return name.replace("{k}", str(at))
        return own

    @property
    def repeated(self) -> str:
        """The options of the command ``evaluate`` that repeat this way; empty if there are none."""
        if not self.setup.can_be_evaluated:
            return ""
        usual = effective(self.tool.preset)
        own = {**usual, **self.setup.spec.own}
        followed = {*self.setup.spec.measure.conventions, "missing", "ties", "scores"}
        sets = [f"--set {n}={v}" for n, v in self.setup.conventions if n in followed and v != own[n]]
        depth = [] if self.setup.depth is None else [f"-M {self.setup.depth}"]
        judged = ["-J"] if self.setup.judged_only else []
        measure = shlex.quote(self.setup.measure)
        return " ".join([f"-m {measure} --conventions {self.tool.preset}", *sets, *depth, *judged])


def whole_tools(spec: Spec) -> list[Way]:
    """One way for each tool that has the measure, without changes."""
    return [Way(tool, (), Setup.of(spec.text, tool.conventions)) for tool in tools_for(spec.measure)]


def with_one_change(tools: Iterable[Way], files: RankedFiles) -> list[Way]:
    """Every change of trec_eval, and every change that users make to the other tools; the likeliest changes first."""
    found = [
        Way(way.tool, (change,), change.apply(way.setup))
        for way in tools
        for change in changes_of(way.setup, files)
        if change.kind in OF_USERS or way.tool.preset == DEFAULT_PRESET
    ]
    return sorted(found, key=lambda way: way.changes[0].rank)


def with_two_changes(way: Way, files: RankedFiles) -> list[Way]:
    """Every pair of changes of one tool that do not exclude each other, the likeliest first."""
    pairs = combinations([c for c in changes_of(way.setup, files) if c.kind not in ALONE], 2)
    found = [Way(way.tool, (a, b), b.apply(a.apply(way.setup))) for a, b in pairs if a.about != b.about]
    return sorted(found, key=lambda w: sum(change.rank for change in w.changes))


def without_repetition(ways: Iterable[Way], seen: set[Any]) -> Iterator[Way]:
    """The ways whose effect is not in ``seen``; their effects are added to ``seen``."""
    for way in ways:
        if way.setup.effect not in seen:
            seen.add(way.setup.effect)
            yield way
