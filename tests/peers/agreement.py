"""Which tool agrees with ireval on which measure: ``python -m tests.peers.agreement`` prints the table of the page.

Every score of every pair is compared on seeded random topics; the whole table is computed from these comparisons.
``python -m tests.peers.agreement NTCIREVAL 60`` compares one tool on the topics of 60 seeds, and counts the scores.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec

from ireval.conventions import CONVENTIONS, PRESETS
from ireval.measure.registry import measures
from ireval.measure.spelling import parse
from tests.peers.asking import Pair
from tests.peers.tool import Difference, Tool
from tests.peers.tools import TOOLS
from tests.peers.topics import Topics, ours, seeded

SEEDS = range(12)
COUNTED = "scores compared"
YES, DIFFERS = "yes", "**no**"
HELP = "pip install -r requirements-dev.txt"


@dataclass
class Outcome:
    """The result of comparing with a tool, by measure: the number of scores, known differences, and unknown ones."""

    compared: dict[str, int] = field(default_factory=dict)
    met: dict[str, list[Difference]] = field(default_factory=dict)
    wrong: dict[str, list[str]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """The number of scores that were compared."""
        return sum(self.compared.values())

    @property
    def differing(self) -> int:
        """The number of scores that differ for no known reason."""
        return sum(map(len, self.wrong.values()))

    def compare(self, tool: Tool, pair: Pair, topics: Topics) -> None:
        """Compare one pair on some topics."""
        own, theirs = ours(pair.ours, tool.preset, topics, **pair.overrides), tool.scores(pair, topics)
        name = parse(pair.ours).measure.name
        for topic in sorted(own.keys() & theirs.keys()):
            self.compared[name] = self.compared.get(name, 0) + 1
            if abs(pair.fit(own[topic]) - theirs[topic]) <= pair.close:
                continue
            ranking = topics.ranking(topic)
            known = [d for d in tool.differences if d.measure == name and d.where(pair, ranking)]
            if known:
                self.met[name] = list(dict.fromkeys([*self.met.get(name, []), *known]))
            if not known:
                got = f"{pair.fit(own[topic])} is not {tool.title}'s {theirs[topic]}"
                self.wrong.setdefault(name, []).append(f"{pair.ours}: {got} for {ranking}")


def compare(tool: Tool, *samples: Topics) -> Outcome:
    """The result of comparing all measures of ``tool`` on each of ``samples``."""
    outcome = Outcome()
    for topics in samples:
        for pair in tool.pairs if topics.shared else ():
            outcome.compare(tool, pair, topics)
    return outcome


@cache
def agreement(tool: Tool, seeds: int = len(SEEDS)) -> Outcome:
    """The result of comparing all measures of ``tool`` on the topics of this many seeds."""
    how = {"ties": tool.ties, "negative": tool.negative, "subtopics": 3 * tool.subtopics}
    return compare(tool, *(seeded(seed, count=8, **how) for seed in range(seeds)))


def table() -> Iterator[str]:
    """The table as lines of Markdown, followed by its notes."""
    outcomes = {tool: agreement(tool) for tool in TOOLS}
    columns = list(dict.fromkeys(tool.column for tool in TOOLS))
    notes: list[str] = []
    yield f"| measure | {' | '.join(columns)} |"
    yield "|---|" + "---|" * len(columns)
    yield f"| preset | {' | '.join(f'`{preset_of(c)}`' for c in columns)} |"
    for name in measures():
        cells = [cell(name, {t: o for t, o in outcomes.items() if t.column == c}, notes) for c in columns]
        if any(cells):
            yield f"| {name} | {' | '.join(cells)} |"
    counts = (sum(o.count for t, o in outcomes.items() if t.column == c) for c in columns)
    yield f"| {COUNTED} | {' | '.join(f'{count:,}' for count in counts)} |"
    yield ""
    for number, note in enumerate(notes, start=1):
        yield f"{number}. {note}."


def cell(name: str, outcomes: dict[Tool, Outcome], notes: list[str]) -> str:
    """The cell of a measure and a tool; empty if the tool does not have the measure. Adds new notes to ``notes``."""
    text = YES if any(name in o.compared for o in outcomes.values()) else ""
    for tool, outcome in outcomes.items():
        if name in outcome.wrong:
            text = DIFFERS
        for difference in outcome.met.get(name, []):
            note = f"{tool.column}: {difference.text}"
            if note not in notes:
                notes.append(note)
            text += f" ({notes.index(note) + 1})"
    return text


def preset_of(column: str) -> str:
    """The preset for the tool of a column, with the choices in which it differs from the defaults."""
    preset = next(tool.preset for tool in TOOLS if tool.column == column)
    choices = ", ".join(f"{n}={v}" for n, v in PRESETS[preset].choices.items() if v != CONVENTIONS[n].default)
    return f"{preset}: {choices}" if choices else preset


def missing_packages(tools: Iterable[Tool]) -> list[str]:
    """The packages of the tools that are not installed."""
    return sorted({tool.package for tool in tools if tool.package and find_spec(tool.package) is None})


def counted(column: str, seeds: int) -> str:
    """How many scores of the tool in a column were compared on the topics of this many seeds, and how many differ."""
    outcomes = [agreement(tool, seeds) for tool in TOOLS if tool.column == column]
    return f"{column}: {sum(o.count for o in outcomes):,} {COUNTED}, {sum(o.differing for o in outcomes):,} differ"


def main(wanted: Sequence[str] = ()) -> None:
    """Print the table, or the counts of the tool ``wanted``; or exit with the packages that are missing."""
    missing = missing_packages(TOOLS)
    if missing:
        sys.exit(f"The table needs {', '.join(missing)}: {HELP}")
    lines = [counted(wanted[0], int(wanted[1]))] if wanted else table()
    sys.stdout.writelines(line + "\n" for line in lines)


if __name__ == "__main__":
    main(sys.argv[1:])
