"""What a check finds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """Something wrong with a measure: ``key`` names the rule, ``where`` the part of the measure that breaks it.

    ``wrong`` says what is wrong, with an example where a list shows it; ``fix`` says what to do. A ``note`` reports
    something that could not be checked, and not something wrong.
    """

    key: str
    where: str
    wrong: str
    fix: str
    note: bool = False

    def __str__(self) -> str:
        return f"{'note: ' * self.note}{self.key}: {self.where}: {self.wrong} {self.fix}"


def first_of_each(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings without those that report the same rule for the same part again, on another list.

    What was raised is reported once, whichever check it was raised in.
    """
    seen: set[tuple[str, str]] = set()
    for finding in findings:
        part = (finding.key, finding.wrong if finding.key == "fails" else finding.where)
        if part not in seen:
            seen.add(part)
            yield finding
