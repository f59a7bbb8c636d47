"""How an exam is played: when students come, how often they save, and when they submit."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple


class Plan(NamedTuple):
    """Everybody comes within ``arrivals`` seconds, saves an answer every ``rhythm`` seconds, and submits near the end.

    All take ``seconds``; within the last ``submissions`` of them everybody submits. A share of the saves, ``reloads``,
    comes after the page was loaded again.
    """

    students: int
    arrivals: float = 60
    rhythm: float = 10
    seconds: float = 180
    submissions: float = 30
    reloads: float = 0.05

    def short(self, students: int) -> Plan:
        """A short play that is as hard as one of so many students: fewer, who come and save as often all together."""
        pace = max(1.0, min(4.0, students / 100))
        fewer = ceil(students / pace)
        return Plan(fewer, self.arrivals / pace, self.rhythm / pace, 2 * self.arrivals / pace + 10, 10, self.reloads)


def arrival(plan: Plan, place: int) -> float:
    """When the student with this number comes, in seconds after the start."""
    return plan.arrivals * place / plan.students
