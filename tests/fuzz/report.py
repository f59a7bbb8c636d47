"""Counts what became of all inputs, and says it: faults one by one with a small input, and the counts in a line."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field

from tests.fuzz.outcome import Fault

#: A longer input is cut off on the screen; the JSON has all of it.
LONGEST = 2_000


@dataclass
class Finding:
    """A fault, how often it was seen, and the input that shows it best."""

    fault: Fault
    area: str
    case: str
    count: int = 1

    def lines(self) -> list[str]:
        """What a person reads."""
        case = self.case if len(self.case) <= LONGEST else f"{self.case[:LONGEST]}… ({len(self.case):,} characters)"
        head = f"{self.fault.kind.upper()} ({self.area}, {self.count:,} times): {self.fault.where}"
        return [head, f"    {self.fault.text}", f"    {case}"]


@dataclass
class Tally:
    """What became of some inputs. Tallies of several processes are added up."""

    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    findings: dict[tuple[str, str], Finding] = field(default_factory=dict)
    slowest: float = 0

    @property
    def cases(self) -> int:
        """The number of inputs."""
        return self.answers.total()

    def add(self, other: Tally) -> None:
        """Count what another tally has counted."""
        self.answers += other.answers
        self.kinds += other.kinds
        self.slowest = max(self.slowest, other.slowest)
        for signature, finding in other.findings.items():
            known = self.findings.setdefault(signature, finding)
            if known is not finding:
                known.count += finding.count
                known.case = min(known.case, finding.case, key=lambda case: (len(case), case))

    def plain(self) -> dict[str, object]:
        """Everything, for JSON."""
        areas: dict[str, dict[str, int]] = {}
        for (area, answer), count in sorted(self.answers.items()):
            areas.setdefault(area, {})[answer] = count
        found = [
            {"kind": f.fault.kind, "where": f.fault.where, "text": f.fault.text, "area": f.area, "count": f.count}
            | {"case": f.case}
            for _, f in sorted(self.findings.items())
        ]
        return {"cases": self.cases, "answers": areas, "faults": dict(sorted(self.kinds.items())), "findings": found}


def summary(tally: Tally, seconds: float) -> str:
    """The counts in a few lines; the last one has what is asked for first.

    >>> from collections import Counter
    >>> print(summary(Tally(Counter({("web", "2xx"): 3, ("web", "4xx"): 1}), slowest=0.25), 2))
    web: 4 cases; 2xx 3, 4xx 1
    Fuzzed 4 inputs in 2 s (2 a second): 0 answers of 5xx, 0 tracebacks, 0 answers over two seconds (slowest 0.25 s), \
0 other faults; 0 different ones.
    """
    plain: dict[str, Counter[str]] = {}
    for (area, answer), count in tally.answers.items():
        plain.setdefault(area, Counter())[answer] += count
    lines = [
        f"{area}: {counts.total():,} cases; " + ", ".join(f"{answer} {n:,}" for answer, n in sorted(counts.items()))
        for area, counts in sorted(plain.items())
    ]
    kinds = tally.kinds
    slow = kinds["slow"] + kinds["endless"]
    others = kinds.total() - kinds["5xx"] - kinds["traceback"] - slow
    rate = tally.cases / seconds if seconds else 0
    lines.append(
        f"Fuzzed {tally.cases:,} inputs in {seconds:,.0f} s ({rate:,.0f} a second): {kinds['5xx']:,} answers of 5xx, "
        f"{kinds['traceback']:,} tracebacks, {slow:,} answers over two seconds (slowest {tally.slowest:.2f} s), "
        f"{others:,} other faults; {len(tally.findings):,} different ones."
    )
    return "\n".join(lines)


def json_text(tally: Tally, seconds: float) -> str:
    """Everything as JSON."""
    return json.dumps({"seconds": round(seconds, 1), **tally.plain()}, indent=2, ensure_ascii=True) + "\n"
