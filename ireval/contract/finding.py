"""A finding: the result of a check that fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """Something wrong with a measure: ``key`` names the rule, ``where`` the part of the measure that breaks it.

    ``wrong`` says what is wrong, with a list as an example if possible; ``fix`` says what to do. A ``note`` reports a
    check that could not be made, and is not a fault.
    """

    key: str
    where: str
    wrong: str
    fix: str
    note: bool = False

    def __str__(self) -> str:
        return f"{'note: ' * self.note}{self.key}: {self.where}: {self.wrong} {self.fix}"


def first_of_each(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings without those that report the same rule for the same part again, on another list.

    An error that was raised is reported once, even if several checks raised it.
    """
    seen: set[tuple[str, str]] = set()
    for finding in findings:
        part = (finding.key, finding.wrong if finding.key == "fails" else finding.where)
        if part not in seen:
            seen.add(part)
            yield finding
